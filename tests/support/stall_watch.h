#pragma once

#include "tests/support/jobs.h"

#include <QApplication>
#include <QEvent>
#include <QMetaEnum>
#include <QThread>

#include <chrono>
#include <ctime>
#include <functional>

namespace cairn::test {

/// An application that measures how long each event keeps its window from all others, and remembers the worst. What a
/// test does by run() counts too, for it happens in an event.
class StallWatch : public QApplication {
public:
    struct Stall {
        double milliseconds = 0;
        double ofProcessor = 0; ///< of them; the rest it waited for other programs
        QString text;           ///< while what was done, and in which event of which object
    };

    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_isInEvent || QThread::currentThread() != thread()) {
            return QApplication::notify(receiver, event);
        }
        m_isInEvent = true;
        const QEvent::Type type = event->type();
        const QString object = QLatin1String(receiver->metaObject()->className()) + u' ' + receiver->objectName();
        const auto begin = std::chrono::steady_clock::now();
        const double processorBegin = processorMilliseconds();
        const bool isTaken = QApplication::notify(receiver, event);
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        m_isInEvent = false;
        if (took.count() > m_worst.milliseconds) {
            m_worst = {.milliseconds = took.count(),
                       .ofProcessor = processorMilliseconds() - processorBegin,
                       .text = QStringLiteral("%1: %2 of %3").arg(m_doing, nameOf(type), object.trimmed())};
        }
        return isTaken;
    }

    /// Does something as if a person had done it, and waits until no job under `window` runs any more. False: they
    /// never ended.
    bool run(const QString& doing, QObject& window, const std::function<void()>& work)
    {
        m_doing = doing;
        bool isDone = false;
        QMetaObject::invokeMethod(
            &window,
            [&] {
                work();
                isDone = true;
            },
            Qt::QueuedConnection);
        constexpr auto patience = std::chrono::seconds(120);
        const auto end = std::chrono::steady_clock::now() + patience;
        for (int quietRounds = 0; quietRounds < 2;) { // what was put off may start more jobs
            if (std::chrono::steady_clock::now() > end) {
                return false;
            }
            handleAll();
            const bool isQuiet = isDone && hasNoJobs(window);
            quietRounds = isQuiet ? quietRounds + 1 : 0;
            QThread::usleep(200);
        }
        return true;
    }

    [[nodiscard]] const Stall& worst() const { return m_worst; }
    void forget() { m_worst = {}; }

private:
    static double processorMilliseconds()
    {
        timespec time{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }

    static void handleAll()
    {
        processEvents();
        sendPostedEvents(nullptr, QEvent::DeferredDelete); // which wait for an event loop that a test does not have
    }

    static QString nameOf(QEvent::Type type)
    {
        const char* name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
        return name != nullptr ? QString::fromLatin1(name) : QString::number(type);
    }

    bool m_isInEvent = false;
    QString m_doing;
    Stall m_worst;
};

} // namespace cairn::test
