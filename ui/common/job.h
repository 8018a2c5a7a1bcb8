#pragma once

#include "core/base/progress.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <thread>

namespace cairn::ui {

/// One piece of work on a thread of its own, with progress to poll and a stop flag. Lives on the GUI thread, owned by
/// whoever started it. Its destructor asks the work to stop and waits until it has.
class Job : public QObject {
    Q_OBJECT

public:
    explicit Job(QObject* parent = nullptr);
    ~Job() override;

    void start(std::function<void(Progress&)> work);
    [[nodiscard]] Progress& progress() { return *m_progress; }
    [[nodiscard]] bool isRunning() const { return m_running; }
    void stop() { m_progress->requestStop(); }
    /// Nobody wants the result any more: it stops, and goes away by itself when it has.
    void abandon();

Q_SIGNALS:
    void finished();
    void worked(); ///< for itself alone: the last that its thread does

private:
    void finish();

    std::shared_ptr<Progress> m_progress;
    std::thread m_thread;
    bool m_running = false;
};

/// Nobody waits for `job` any more, if there is one.
void abandonJob(Job*& job);

/// Starts `work` and hands what it returns to `done` on the GUI thread, after which the job deletes itself.
template <typename Work, typename Done>
Job* startJob(QObject* parent, Work work, Done done)
{
    using Value = std::invoke_result_t<Work, Progress&>;
    auto* job = new Job(parent);
    auto value = std::make_shared<std::optional<Value>>();
    QObject::connect(job, &Job::finished, job, [job, value, done = std::move(done)] {
        job->deleteLater();
        done(std::move(**value));
    });
    job->start([value, work = std::move(work)](Progress& progress) { value->emplace(work(progress)); });
    return job;
}

} // namespace cairn::ui
