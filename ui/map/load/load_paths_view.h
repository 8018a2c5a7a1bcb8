#pragma once

#include "core/devices/preflight.h"

#include <QScrollArea>

#include <vector>

class QLabel;

namespace cairn::ui {

/// One way to load a file as a small picture: from the disk to devices, and on to others. Where it fails is red.
class LoadPathPicture : public QWidget {
    Q_OBJECT

public:
    explicit LoadPathPicture(devices::LoadPath path, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] qreal placeHeight() const;
    [[nodiscard]] QRectF placeOf(std::size_t stage, std::size_t row) const;
    void drawTransfers(QPainter& painter) const;
    void drawPlaces(QPainter& painter) const;

    devices::LoadPath m_path;
    std::vector<std::vector<std::string>> m_stages; ///< what is passed through, side by side
};

/// torch.load(file).to(...) beside torch.load(file, map_location=...): what is moved, what is held at the worst moment,
/// and where the first fails.
class LoadPathsView : public QScrollArea {
    Q_OBJECT

public:
    explicit LoadPathsView(QWidget* parent = nullptr);

    /// Empty: the file is not loaded by its tags.
    void showPaths(const std::vector<devices::LoadPath>& paths);
};

} // namespace cairn::ui
