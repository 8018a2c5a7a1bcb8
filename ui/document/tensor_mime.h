#pragma once

#include "core/base/progress.h"
#include "ui/document/tensor_file.h"

#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include <cstdint>
#include <future>

namespace cairn::ui {

/// Rows on their way by drag and drop, of which other programs take the tensors as a file: a tensor alone as .npy, more
/// of them together as .safetensors, in a private folder that goes with the application. It is written by a worker from
/// when the drag leaves the application, and only then; whoever asks for it waits for that. GUI thread.
class TensorMimeData : public QMimeData {
    Q_OBJECT

public:
    /// More than this is no drag any more but an export.
    static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;

    explicit TensorMimeData(ChosenTensors tensors);
    ~TensorMimeData() override;
    TensorMimeData(const TensorMimeData&) = delete;
    TensorMimeData& operator=(const TensorMimeData&) = delete;

    [[nodiscard]] QStringList formats() const override;
    [[nodiscard]] bool hasFormat(const QString& type) const override;

protected:
    [[nodiscard]] QVariant retrieveData(const QString& type, QMetaType preferred) const override;

private:
    void followDrag();
    [[nodiscard]] bool hasFile() const { return m_tensors.bytes <= kMostBytes; }
    void begin() const;
    void finish() const;

    ChosenTensors m_tensors;
    QTimer m_timer;
    // Filled when somebody asks, which is not a change of what the data are.
    mutable Progress m_progress;
    mutable std::future<Result<std::uint64_t>> m_writing; ///< gives how many entries are not in the file
    mutable QString m_file;                               ///< empty: there is none
    mutable bool m_isBegun = false;
    mutable bool m_isTaken = false;
};

} // namespace cairn::ui
