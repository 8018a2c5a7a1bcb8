#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <initializer_list>

/// Small files that tests write and read whole, and what lies in a folder.
namespace cairn::test {

/// What no test writes stands for a file that cannot be read.
[[nodiscard]] inline QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("unreadable");
}

/// With the folders above it. The test fails where that cannot be.
inline void writeFile(const QString& path, const QByteArray& content)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content), content.size());
}

/// The path of a file made of content.
inline QString writtenFile(const QTemporaryDir& folder, const QString& name, const QByteArray& content)
{
    const QString path = folder.filePath(name);
    writeFile(path, content);
    return path;
}

/// The names of the files in a folder, hidden ones too.
[[nodiscard]] inline QStringList filesIn(const QString& folder)
{
    return QDir(folder).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
}

/// The rows of a test that runs for each of some files.
inline void addFileRows(std::initializer_list<const char*> names)
{
    QTest::addColumn<QString>("file");
    for (const char* name : names) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

} // namespace cairn::test
