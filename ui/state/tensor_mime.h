#pragma once

#include "core/base/progress.h"
#include "core/checkpoint/checkpoint.h"

#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include <cstdint>
#include <future>
#include <vector>

namespace cairn::ui {

/// Rows on their way by drag and drop, of which other programs take the tensors as files: .npy, in a private folder
/// that goes with the application. They are written by a worker from when the drag leaves the application, and only
/// then; whoever asks for them waits for that. GUI thread.
class TensorMimeData : public QMimeData {
    Q_OBJECT

public:
    /// More than this is no drag any more but an export.
    static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

    TensorMimeData(checkpoint::CheckpointPtr checkpoint, std::vector<checkpoint::TensorId> tensors);
    ~TensorMimeData() override;
    TensorMimeData(const TensorMimeData&) = delete;
    TensorMimeData& operator=(const TensorMimeData&) = delete;

    [[nodiscard]] QStringList formats() const override;
    [[nodiscard]] bool hasFormat(const QString& type) const override;

protected:
    [[nodiscard]] QVariant retrieveData(const QString& type, QMetaType preferred) const override;

private:
    void followDrag();
    void begin() const;

    checkpoint::CheckpointPtr m_checkpoint;
    std::vector<checkpoint::TensorId> m_tensors;
    std::uint64_t m_bytes = 0;
    QTimer m_timer;
    // Filled when somebody asks, which is not a change of what the data are.
    mutable Progress m_progress;
    mutable std::future<QList<QUrl>> m_writing;
    mutable QList<QUrl> m_files;
    mutable bool m_isBegun = false;
    mutable bool m_isTaken = false;
};

} // namespace cairn::ui
