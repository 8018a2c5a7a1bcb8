#include "ui/common/job.h"

#include <utility>

namespace cairn::ui {

Job::Job(QObject* parent) : QObject(parent), m_progress(std::make_shared<Progress>())
{
    connect(this, &Job::worked, this, &Job::finish, Qt::QueuedConnection);
}

Job::~Job()
{
    stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void Job::start(std::function<void(Progress&)> work)
{
    m_running = true;
    m_thread = std::thread([this, work = std::move(work)] {
        work(*m_progress);
        Q_EMIT worked();
    });
}

void Job::finish()
{
    m_thread.join(); // that said so last of all; what it worked with is gone before anybody hears of it
    m_running = false;
    Q_EMIT finished();
}

void Job::abandon()
{
    stop();
    disconnect(this, &Job::finished, nullptr, nullptr);
    connect(this, &Job::finished, this, &QObject::deleteLater);
    if (!m_running) {
        deleteLater();
    }
}

void abandonJob(Job*& job)
{
    if (job != nullptr) {
        std::exchange(job, nullptr)->abandon();
    }
}

} // namespace cairn::ui
