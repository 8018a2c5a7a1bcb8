#include "ui/window/running_saves.h"

#include "core/base/platform/machine.h"
#include "ui/common/job.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSettings>

namespace cairn::ui {

namespace {

constexpr char kGroup[] = "saving"; // in it, by the number of a process, what it writes

} // namespace

RunningSaves::RunningSaves(QSettings& settings, QObject* parent) : QObject(parent), m_settings(settings) {}

void RunningSaves::add(Job* job, const QString& target)
{
    m_saves.append({.job = job, .target = target});
    remember();
    connect(job, &QObject::destroyed, this, [this, job] {
        m_saves.removeIf([job](const Save& save) { return save.job == job; });
        remember();
        if (m_saves.isEmpty()) {
            Q_EMIT ended();
        }
    });
}

QString RunningSaves::names() const
{
    QStringList names;
    for (const Save& save : m_saves) {
        names.append(shown(QFileInfo(save.target).fileName().toStdString()));
    }
    return names.join(QStringLiteral(", "));
}

void RunningSaves::stop()
{
    for (const Save& save : m_saves) {
        save.job->stop();
    }
}

void RunningSaves::remember() const
{
    QStringList targets;
    for (const Save& save : m_saves) {
        targets.append(save.target);
    }
    m_settings.beginGroup(kGroup);
    const QString process = QString::number(QCoreApplication::applicationPid());
    if (targets.isEmpty()) {
        m_settings.remove(process);
    } else {
        m_settings.setValue(process, targets);
    }
    m_settings.endGroup();
    m_settings.sync(); // a crash does not wait for it
}

QStringList RunningSaves::takeCutShort(QSettings& settings)
{
    QStringList cutShort;
    settings.beginGroup(kGroup);
    for (const QString& process : settings.childKeys()) {
        if (platform::isGone(process.toLongLong())) {
            cutShort += settings.value(process).toStringList();
            settings.remove(process);
        }
    }
    settings.endGroup();
    return cutShort;
}

bool RunningSaves::hasOthers(QSettings& settings)
{
    settings.sync(); // they write there, too
    settings.beginGroup(kGroup);
    QStringList processes = settings.childKeys();
    settings.endGroup();
    processes.removeAll(QString::number(QCoreApplication::applicationPid()));
    return !processes.isEmpty();
}

} // namespace cairn::ui
