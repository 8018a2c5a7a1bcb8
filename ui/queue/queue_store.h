#pragma once

#include "ui/queue/queue_item.h"
#include "ui/queue/queue_options.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace cairn::ui {

class ConversionQueue;
class Job;

/// The file in which a queue outlives the application, also if it crashes: while something is left to do, it says what,
/// and what was done. Only one application at a time has it. GUI thread; writes on a worker.
class QueueStore : public QObject {
    Q_OBJECT

public:
    /// `path` empty: nothing is kept.
    QueueStore(ConversionQueue& queue, const QString& path, QObject* parent = nullptr);
    ~QueueStore() override;

    /// The items of an application that ended before its queue did; none if all were done.
    [[nodiscard]] const std::vector<QueueItem>& left() const noexcept { return m_left; }
    [[nodiscard]] std::size_t leftCount() const;
    /// How their copies were to be made; nothing where that is not known.
    [[nodiscard]] const std::optional<QueueOptions>& leftOptions() const noexcept { return m_leftOptions; }
    /// They wait in the queue again.
    void resume();
    /// They are not wanted any more: nothing is offered again, and what was half written of their copies goes away.
    void forget();

private:
    void saveSoon();
    void save();
    [[nodiscard]] QByteArray text() const;

    ConversionQueue& m_queue;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    std::vector<QueueItem> m_left;
    std::optional<QueueOptions> m_leftOptions;
    QTimer m_timer;
    Job* m_writing = nullptr;
};

} // namespace cairn::ui
