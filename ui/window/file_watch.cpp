#include "ui/window/file_watch.h"

#include "core/base/platform/file.h"
#include "core/remote/address.h"
#include "ui/text/display.h"

#include <QFileInfo>
#include <QFileSystemWatcher>

namespace cairn::ui {

namespace {

constexpr int kSettleMilliseconds = 400;

std::optional<FileStamp> stampOf(const QString& path)
{
    const Descriptor file = platform::open(pathBytes(path), platform::Open::Read);
    return file.isOpen() ? FileStamp::of(file.number()) : std::nullopt;
}

} // namespace

FileWatch::FileWatch(QObject* parent) : QObject(parent), m_watcher(new QFileSystemWatcher(this))
{
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettleMilliseconds);
    const auto again = [this] {
        if (!m_path.isEmpty()) {
            m_settle.start();
        }
    };
    connect(m_watcher, &QFileSystemWatcher::fileChanged, this, again);
    connect(m_watcher, &QFileSystemWatcher::directoryChanged, this, again);
    connect(&m_settle, &QTimer::timeout, this, &FileWatch::look);
}

void FileWatch::follow(const QString& path)
{
    stop();
    if (remote::isAddress(path.toStdString())) {
        return;
    }
    m_path = path;
    m_then = stampOf(path);
    m_now = m_then;
    watch();
}

void FileWatch::stop()
{
    m_settle.stop();
    m_path.clear();
    if (const QStringList old = m_watcher->files() + m_watcher->directories(); !old.isEmpty()) {
        m_watcher->removePaths(old);
    }
}

/// The folder too: a file that is replaced by another one is no longer watched itself.
void FileWatch::watch()
{
    if (!m_watcher->files().contains(m_path)) {
        m_watcher->addPath(m_path);
    }
    if (m_watcher->directories().isEmpty()) {
        m_watcher->addPath(QFileInfo(m_path).absolutePath());
    }
}

void FileWatch::look()
{
    if (m_path.isEmpty()) {
        return;
    }
    const std::optional<FileStamp> now = stampOf(m_path);
    const bool isNews = now != m_now;
    m_now = now;
    if (now) {
        watch();
    }
    if (isNews) {
        Q_EMIT changed();
    }
}

} // namespace cairn::ui
