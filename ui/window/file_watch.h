#pragma once

#include "core/base/files/file_stamp.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QFileSystemWatcher;

namespace cairn::ui {

/// Tells when the file at a path is no longer the one that was read: written to, replaced, or gone. Waits until it is
/// left alone for a moment, for a file that is being saved changes many times.
class FileWatch : public QObject {
    Q_OBJECT

public:
    explicit FileWatch(QObject* parent = nullptr);

    /// From now on the file is what it is at this moment.
    void follow(const QString& path);
    void stop();
    /// Looks by itself, for file systems that send no word.
    void look();
    [[nodiscard]] bool isThere() const { return m_now.has_value(); }
    /// Whether it is the one that was read.
    [[nodiscard]] bool isSame() const { return m_now == m_then; }

Q_SIGNALS:
    /// Also when it is as it was again.
    void changed();

private:
    void watch();

    QString m_path;
    std::optional<FileStamp> m_then;
    std::optional<FileStamp> m_now;
    QFileSystemWatcher* m_watcher;
    QTimer m_settle;
};

} // namespace cairn::ui
