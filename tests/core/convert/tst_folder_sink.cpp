#include "core/convert/common/folder_sink.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

namespace cairn::tst_folder_sink {

using cairn::test::contentOf;
using cairn::test::writeFile;
using convert::FolderSink;
using Existing = FileSink::Existing;

namespace {

bool isOurs(std::string_view name)
{
    return name == "last" || name.starts_with("part");
}

/// All that lies in a folder, with what is in the files and where links lead.
std::map<QString, QByteArray> contentOfFolder(const QString& folder)
{
    std::map<QString, QByteArray> content;
    const auto filter = QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot;
    for (const QFileInfo& entry : QDir(folder).entryInfoList(filter)) {
        if (entry.isSymLink()) {
            content[entry.fileName()] = "-> " + entry.symLinkTarget().toUtf8();
        } else if (entry.isDir()) {
            content[entry.fileName() + '/'] = "";
            for (const auto& [name, bytes] : contentOfFolder(entry.filePath())) {
                content[entry.fileName() + '/' + name] = bytes;
            }
        } else {
            content[entry.fileName()] = contentOf(entry.filePath());
        }
    }
    return content;
}

} // namespace

class TestFolderSink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void appearsWhenComplete();
    void replacesWhatIsOurs();
    void keepsWhatAppeared_data();
    void keepsWhatAppeared();
    void isNotLedElsewhere();
    void removesOnlyItsLeftovers();
    void leavesARunAloneThatIsLookedAt();

private:
    QString at(const QString& name) const { return m_folder->filePath(name); }
    Result<std::unique_ptr<FolderSink>> create(Existing existing) const
    {
        return FolderSink::create(at("out").toStdString(), existing, isOurs, "last", platform::kAnyMode);
    }
    /// A folder that only waits for its name.
    std::unique_ptr<FolderSink> written(Existing existing) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

std::unique_ptr<FolderSink> TestFolderSink::written(Existing existing) const
{
    auto sink = create(existing);
    if (!sink) {
        return nullptr;
    }
    auto file = (*sink)->addFile("part0");
    const bool isWritten = file && (*file)->write(std::string_view("numbers")) && (*file)->commit() &&
                           (*sink)->last().write(std::string_view("end")) && (*sink)->finish();
    return isWritten ? std::move(*sink) : nullptr;
}

void TestFolderSink::appearsWhenComplete()
{
    auto sink = written(Existing::Refuse);
    QVERIFY(sink != nullptr);
    QVERIFY(!QFile::exists(at("out")));
    QVERIFY(sink->commit());
    sink.reset();
    QCOMPARE(contentOfFolder(m_folder->path()),
             (std::map<QString, QByteArray>{{"out/", ""}, {"out/last", "end"}, {"out/part0", "numbers"}}));

    sink = written(Existing::Replace); // and leaves nothing without commit()
    QVERIFY(sink != nullptr);
    const auto before = contentOfFolder(at("out"));
    sink.reset();
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot).size(), 1);
    QCOMPARE(contentOfFolder(at("out")), before);
}

void TestFolderSink::replacesWhatIsOurs()
{
    QVERIFY(QDir().mkdir(at("out")));
    writeFile(at("out/part9"), "old");
    QVERIFY(!create(Existing::Refuse).has_value());
    auto sink = written(Existing::Replace);
    QVERIFY(sink != nullptr && sink->commit());
    QCOMPARE(contentOfFolder(m_folder->path()),
             (std::map<QString, QByteArray>{{"out/", ""}, {"out/last", "end"}, {"out/part0", "numbers"}}));
}

void TestFolderSink::keepsWhatAppeared_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<bool>("isReplaced"); // told to replace what is there
    for (const char* kind : {"file", "folder", "folder of ours", "dangling link", "link to a folder"}) {
        QTest::addRow("%s", kind) << QString(kind) << false;
        QTest::addRow("%s, to be replaced", kind) << QString(kind) << true;
    }
}

/// Whatever gets the name while the copy is written is the user's.
void TestFolderSink::keepsWhatAppeared()
{
    QFETCH(QString, kind);
    QFETCH(bool, isReplaced);
    QVERIFY(QDir().mkdir(at("home")));
    writeFile(at("home/part1"), "home");
    auto sink = written(isReplaced ? Existing::Replace : Existing::Refuse);
    QVERIFY(sink != nullptr);
    if (kind.startsWith("folder")) {
        QVERIFY(QDir().mkdir(at("out")));
        writeFile(at(kind == "folder" ? "out/thesis" : "out/part1"), "theirs");
    } else if (kind == "file") {
        writeFile(at("out"), "theirs");
    } else {
        QCOMPARE(::symlink(kind == "dangling link" ? "nowhere" : "home", qPrintable(at("out"))), 0);
    }
    const auto committed = sink->commit();
    sink.reset();
    const bool mayGo = kind == "folder of ours" && isReplaced;
    QCOMPARE(committed.has_value(), mayGo);
    auto content = contentOfFolder(m_folder->path());
    QCOMPARE(content.count("home/part1"), 1U);
    if (mayGo) {
        QCOMPARE(content["out/part0"], QByteArray("numbers"));
        return;
    }
    QVERIFY(committed.error().code == ErrorCode::TargetExists);
    if (kind == "folder" || kind == "folder of ours") {
        QCOMPARE(content[kind == "folder" ? "out/thesis" : "out/part1"], QByteArray("theirs"));
        QCOMPARE(content.size(), 4U); // home/, its file, out/ and its file: nothing else was left
    } else {
        QVERIFY(kind != "file" || content["out"] == "theirs");
        QCOMPARE(content.size(), 3U);
    }
}

/// Another folder in the place of the one that is written: it is neither looked at, nor named, nor removed.
void TestFolderSink::isNotLedElsewhere()
{
    auto sink = written(Existing::Refuse);
    QVERIFY(sink != nullptr);
    const QStringList names = QDir(m_folder->path()).entryList({".out.cairn-*"}, QDir::AllEntries | QDir::Hidden);
    QCOMPARE(names.size(), 1);
    QVERIFY(QDir(m_folder->path()).rename(names[0], "moved"));
    QVERIFY(QDir().mkdir(at(names[0])));
    writeFile(at(names[0] + "/part0"), "theirs");
    QCOMPARE(contentOf(QString::fromStdString(sink->path()) + "/part0"), QByteArray("numbers"));
    const auto committed = sink->commit();
    QVERIFY(!committed && committed.error().code == ErrorCode::FileChanged);
    sink.reset();
    QCOMPARE(contentOf(at(names[0] + "/part0")), QByteArray("theirs"));
    QVERIFY(!QFile::exists(at("out")));
}

void TestFolderSink::removesOnlyItsLeftovers()
{
    const QStringList stay = {".out.cairn-notes.part",        // no name of ours
                              ".out.cairn-ABCDEFGHIJKL.part", // nor this
                              ".out.cairn-lettersofmin.part"};
    for (const QString& name : stay) {
        QVERIFY(QDir().mkdir(at(name)));
        writeFile(at(name + "/part0"), "half");
    }
    writeFile(at(stay.last() + "/thesis"), "theirs");
    QVERIFY(QDir().mkdir(at(".out.cairn-abcdefghijkl.part")));
    writeFile(at(".out.cairn-abcdefghijkl.part/part0"), "half");
    writeFile(at(".out.cairn-abcdefghijkl.part/.last.cairn-abcdefghijkl.part"), "half");
    QCOMPARE(::symlink(qPrintable(stay.last()), qPrintable(at(".out.cairn-linkedlinked.part"))), 0);
    auto before = contentOfFolder(m_folder->path());
    QVERIFY(written(Existing::Refuse) != nullptr); // and is not committed
    std::erase_if(before, [](const auto& entry) { return entry.first.startsWith(".out.cairn-abcdefghijkl.part"); });
    QCOMPARE(contentOfFolder(m_folder->path()), before);
}

/// Two at once on one target: between the last file and its name, too, the second leaves the first alone.
void TestFolderSink::leavesARunAloneThatIsLookedAt()
{
    auto first = written(Existing::Refuse);
    auto second = written(Existing::Refuse);
    QVERIFY(first != nullptr && second != nullptr);
    QVERIFY(first->commit());
    const auto refused = second->commit();
    QVERIFY(!refused && refused.error().code == ErrorCode::TargetExists);
    second.reset();
    QCOMPARE(contentOfFolder(m_folder->path()),
             (std::map<QString, QByteArray>{{"out/", ""}, {"out/last", "end"}, {"out/part0", "numbers"}}));
}

CAIRN_TEST(TestFolderSink);

} // namespace cairn::tst_folder_sink

#include "tst_folder_sink.moc"
