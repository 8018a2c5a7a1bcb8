#pragma once

#include <QFile>
#include <QTemporaryDir>

namespace cairn::test {

/// The path of a file made of content; a file that could not be written is missed by what reads it.
inline QString writtenFile(const QTemporaryDir& folder, const char* name, const QByteArray& content)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(content);
    }
    return path;
}

} // namespace cairn::test
