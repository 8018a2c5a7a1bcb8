#include "core/base/files/file_patch.h"
#include "core/base/files/file_sink.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace cairn::tst_file_sink {

using cairn::test::contentOf;
using cairn::test::writeFile;
using Existing = FileSink::Existing;

namespace {

constexpr uid_t kNobody = 65534;

QStringList files(const QString& folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::Name);
}

/// Writes a text to a path; the error if that failed.
Result<void> write(const QString& path, std::string_view text, Existing existing = Existing::Refuse)
{
    CAIRN_ASSIGN(sink, FileSink::create(path.toStdString(), existing));
    CAIRN_TRY(sink->write(text));
    return sink->commit();
}

ErrorCode codeOf(const Result<void>& result)
{
    return result ? ErrorCode::Internal : result.error().code;
}

} // namespace

class TestFileSink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void appearsWhenComplete();
    void leavesNothingWithoutCommit();
    void refusesAnExistingFile();
    void replacesAnExistingFile();
    void followsSymbolicLinks();
    void followsNoLinksOfOthers();
    void anEnemyInTheFolder();
    void goesThroughFolders();
    void refusesWhatIsNoFile();
    void needsAFolder();
    void readOnlyFolder();
    void aTargetThatAppears();
    void aSourceThatIsReplaced();
    void cleansLeftovers();
    void aKilledWriterLeavesALeftover();
    void leavesFilesInUseAlone();
    void longNames();
    void permissions();
    void permissionsOfASource();
    void permissionsFromManyThreads();
    void checksWithoutWriting();
    void copiesRanges();
    void copiesByBlocks();
    void copyMeetsTheEnd();
    void fullDisk();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileSink::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestFileSink::appearsWhenComplete()
{
    auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
    QVERIFY(sink.has_value());
    QVERIFY((*sink)->write(std::string_view("one")));
    QCOMPARE((*sink)->position(), std::uint64_t{3});
    QVERIFY(!QFile::exists(at("new")));
    const QStringList during = files(m_folder->path());
    QCOMPARE(during.size(), 1);
    QVERIFY2(during[0].startsWith(".new.cairn-") && during[0].endsWith(".part"), qPrintable(during[0]));
    QVERIFY((*sink)->write(std::string_view("two")));
    QVERIFY((*sink)->commit());
    QCOMPARE(contentOf(at("new")), QByteArray("onetwo"));
    sink->reset();
    QCOMPARE(files(m_folder->path()), QStringList{"new"});
}

void TestFileSink::leavesNothingWithoutCommit()
{
    {
        auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
        QVERIFY((*sink)->write(std::string_view("one")));
    }
    QVERIFY(files(m_folder->path()).isEmpty());
}

void TestFileSink::refusesAnExistingFile()
{
    writeFile(at("old"), "precious");
    const auto refused = write(at("old"), "new");
    QCOMPARE(codeOf(refused), ErrorCode::TargetExists);
    QVERIFY(refused.error().advice.text().find("--force") != std::string::npos);
    QCOMPARE(contentOf(at("old")), QByteArray("precious"));
    QCOMPARE(files(m_folder->path()), QStringList{"old"});
}

void TestFileSink::replacesAnExistingFile()
{
    writeFile(at("old"), "precious");
    auto sink = FileSink::create(at("old").toStdString(), Existing::Replace);
    QVERIFY((*sink)->write(std::string_view("new")));
    QCOMPARE(contentOf(at("old")), QByteArray("precious")); // until the new one is complete
    QVERIFY((*sink)->commit());
    QCOMPARE(contentOf(at("old")), QByteArray("new"));
    QCOMPARE(files(m_folder->path()), QStringList{"old"});
}

void TestFileSink::followsSymbolicLinks()
{
    QVERIFY(QDir(m_folder->path()).mkdir("sub"));
    writeFile(at("sub/real"), "precious");
    QCOMPARE(::symlink("sub/real", qPrintable(at("link"))), 0);
    QCOMPARE(codeOf(write(at("link"), "new")), ErrorCode::TargetExists);
    QVERIFY(write(at("link"), "new", Existing::Replace));
    QVERIFY(QFileInfo(at("link")).isSymLink());
    QCOMPARE(contentOf(at("sub/real")), QByteArray("new"));
    QCOMPARE(files(at("sub")), QStringList{"real"});

    QCOMPARE(::symlink("sub/missing", qPrintable(at("dangling"))), 0);
    QCOMPARE(codeOf(write(at("dangling"), "made")), ErrorCode::TargetExists); // a link into nothing is something
    QCOMPARE(codeOf(FileSink::check(at("dangling").toStdString(), Existing::Refuse)), ErrorCode::TargetExists);
    QCOMPARE(files(at("sub")), QStringList{"real"});
    QVERIFY(write(at("dangling"), "made", Existing::Replace));
    QVERIFY(QFileInfo(at("dangling")).isSymLink());
    QCOMPARE(contentOf(at("sub/missing")), QByteArray("made"));

    QCOMPARE(::symlink("loop", qPrintable(at("loop"))), 0);
    QVERIFY(!write(at("loop"), "new", Existing::Replace));
    QVERIFY(QFileInfo(at("loop")).isSymLink());
}

void TestFileSink::followsNoLinksOfOthers()
{
    if (::geteuid() != 0) {
        QSKIP("making links of somebody else needs root");
    }
    QVERIFY(QDir(m_folder->path()).mkdir("home"));
    writeFile(at("home/precious"), "precious");
    const QStringList before = files(at("home"));
    const auto plant = [this](const QString& target, const QString& name) {
        QCOMPARE(::symlink(qPrintable(target), qPrintable(at(name))), 0);
        QCOMPARE(::lchown(qPrintable(at(name)), kNobody, kNobody), 0);
    };
    plant("home/precious", "link");
    plant("home/new", "dangling");
    plant("home", "folder");
    QCOMPARE(::symlink("link", qPrintable(at("own"))), 0); // of ours, but it leads through one that is not
    for (const char* name : {"link", "dangling", "own"}) {
        QCOMPARE(codeOf(write(at(name), "new")), ErrorCode::TargetExists);
        const auto refused = write(at(name), "new", Existing::Replace);
        QCOMPARE(codeOf(refused), ErrorCode::WriteFailed);
        QVERIFY2(refused.error().what.text().contains("a link that somebody else made"),
                 refused.error().what.text().c_str());
        QVERIFY(QFileInfo(at(name)).isSymLink());
    }
    for (const Existing existing : {Existing::Refuse, Existing::Replace}) {
        QCOMPARE(codeOf(write(at("folder/new"), "new", existing)), ErrorCode::WriteFailed);
        QCOMPARE(codeOf(FileSink::check(at("folder/new").toStdString(), existing)), ErrorCode::WriteFailed);
    }
    writeFile(at("home/.new.cairn-abcdefghijkl.part"), "half");
    FileSink::removeLeftovers(at("folder").toStdString(), [](std::string_view) { return true; });
    QVERIFY(QFile::exists(at("home/.new.cairn-abcdefghijkl.part")));

    const auto source = FileSource::open(at("link").toStdString());
    const auto stamp = FileStamp::of((*source)->descriptor());
    QVERIFY(!FilePatch::open(at("link").toStdString(), *stamp, FilePatch::HardLinks::Allow));
    QVERIFY(FilePatch::open(at("home/precious").toStdString(), *stamp, FilePatch::HardLinks::Allow));

    QVERIFY(QFile::remove(at("home/.new.cairn-abcdefghijkl.part")));
    QCOMPARE(files(at("home")), before);
    QCOMPARE(contentOf(at("home/precious")), QByteArray("precious"));
}

/// Somebody else puts links under the names of the target and of temporary files, in a folder open to all, while files
/// are written there one after another. Whatever becomes of those, nothing is written anywhere else.
void TestFileSink::anEnemyInTheFolder()
{
    if (::geteuid() != 0) {
        QSKIP("being two users needs root");
    }
    QVERIFY(QDir(m_folder->path()).mkdir("home"));
    QVERIFY(QDir(m_folder->path()).mkdir("shared"));
    writeFile(at("home/precious"), "precious");
    QCOMPARE(::chmod(qPrintable(m_folder->path()), 0755), 0);
    QCOMPARE(::chmod(qPrintable(at("shared")), 0777), 0);
    const std::string shared = at("shared").toStdString();
    const std::string target = shared + "/new";
    const std::string victims[] = {at("home/precious").toStdString(), at("home/made").toStdString()};

    int ready[2] = {-1, -1};
    QCOMPARE(::pipe(ready), 0);
    const pid_t enemy = ::fork();
    if (enemy == 0) {
        if (::setgid(kNobody) != 0 || ::setuid(kNobody) != 0) {
            ::_exit(1);
        }
        const std::string spare = shared + "/spare";
        for (unsigned turn = 0;; ++turn) { // until it is killed
            const std::string& victim = victims[turn & 1];
            (void)::symlink(victim.c_str(), target.c_str());
            (void)::unlink(target.c_str());
            std::error_code ignored;
            for (const auto& entry : std::filesystem::directory_iterator(shared, ignored)) {
                if (turn % 8 != 0 || entry.path().extension() != ".part") {
                    continue;
                }
                (void)::symlink(victim.c_str(), spare.c_str());
                (void)::rename(spare.c_str(), entry.path().c_str());
                (void)::unlink(entry.path().c_str());
            }
            if (turn == 0) {
                (void)::write(ready[1], "r", 1);
            }
        }
    }
    ::close(ready[1]);
    char byte = 0;
    QCOMPARE(::read(ready[0], &byte, 1), ssize_t{1});
    ::close(ready[0]);
    int written = 0;
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        const auto result = write(QString::fromStdString(target), "new", i % 2 ? Existing::Replace : Existing::Refuse);
        ++(result ? written : refused);
    }
    QCOMPARE(::kill(enemy, SIGKILL), 0);
    QCOMPARE(::waitpid(enemy, nullptr, 0), enemy);
    qInfo("%d written, %d refused", written, refused);
    QVERIFY(refused > 0); // else there was no enemy
    QCOMPARE(files(at("home")), QStringList{"precious"});
    QCOMPARE(contentOf(at("home/precious")), QByteArray("precious"));
    struct stat status{};
    QCOMPARE(::stat(victims[0].c_str(), &status), 0);
    QCOMPARE(status.st_nlink, nlink_t{1});
}

void TestFileSink::goesThroughFolders()
{
    QVERIFY(QDir(m_folder->path()).mkpath("a/b"));
    QCOMPARE(::symlink("a", qPrintable(at("own"))), 0);
    QCOMPARE(::symlink(qPrintable(at("own/b")), qPrintable(at("far"))), 0);
    for (const char* name : {"a/b/1", "own/b/2", "far/3", "far/../4", "a//b/./5", "own/../a/b/6"}) {
        const auto result = write(at(name), name);
        QVERIFY2(result, result ? "" : result.error().paragraph().c_str());
        QCOMPARE(contentOf(at(name)), QByteArray(name));
    }
    QCOMPARE(files(at("a")), (QStringList{"4", "b"}));
    QCOMPARE(files(at("a/b")), (QStringList{"1", "2", "3", "5", "6"}));
    for (const char* name : {"a/b/", "far/", "own", "a/..", "."}) {
        QCOMPARE(codeOf(write(at(name), "new", Existing::Replace)), ErrorCode::NotARegularFile);
    }
    QCOMPARE(codeOf(write(QString(), "new")), ErrorCode::WriteFailed);
}

void TestFileSink::refusesWhatIsNoFile()
{
    QVERIFY(QDir(m_folder->path()).mkdir("folder"));
    QCOMPARE(::mkfifo(qPrintable(at("fifo")), 0600), 0);
    for (const Existing existing : {Existing::Refuse, Existing::Replace}) {
        for (const QString& name : {at("folder"), at("fifo"), QStringLiteral("/dev/null")}) {
            QCOMPARE(codeOf(write(name, "new", existing)), ErrorCode::NotARegularFile);
        }
    }
    QVERIFY(QFileInfo(at("folder")).isDir());
    QCOMPARE(files(m_folder->path()), (QStringList{"fifo", "folder"}));
}

void TestFileSink::needsAFolder()
{
    writeFile(at("file"), "");
    for (const char* name : {"missing/new", "file/new"}) {
        const auto refused = write(at(name), "new");
        QCOMPARE(codeOf(refused), ErrorCode::WriteFailed);
        QVERIFY(!refused.error().advice.empty());
    }
    QCOMPARE(files(m_folder->path()), QStringList{"file"});
}

void TestFileSink::readOnlyFolder()
{
    if (::geteuid() == 0) {
        // Root may write anywhere, so somebody else tries.
        QCOMPARE(::chmod(qPrintable(m_folder->path()), 0755), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const bool dropped = ::setgid(kNobody) == 0 && ::setuid(kNobody) == 0;
            ::_exit(dropped && codeOf(write(at("new"), "new")) == ErrorCode::WriteFailed ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    } else {
        QCOMPARE(::chmod(qPrintable(m_folder->path()), 0555), 0);
        QCOMPARE(codeOf(write(at("new"), "new")), ErrorCode::WriteFailed);
        QCOMPARE(::chmod(qPrintable(m_folder->path()), 0755), 0);
    }
    QVERIFY(files(m_folder->path()).isEmpty());
}

void TestFileSink::aTargetThatAppears()
{
    auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
    QVERIFY((*sink)->write(std::string_view("ours")));
    writeFile(at("new"), "theirs");
    const auto refused = (*sink)->commit();
    QCOMPARE(codeOf(refused), ErrorCode::TargetExists);
    sink->reset();
    QCOMPARE(contentOf(at("new")), QByteArray("theirs"));
    QCOMPARE(files(m_folder->path()), QStringList{"new"});
}

/// While a file is written that takes the place of its source, somebody else gives that name to another, or writes to
/// it.
void TestFileSink::aSourceThatIsReplaced()
{
    const std::string path = at("model").toStdString();
    const auto spoil = [&](const std::function<void()>& change) {
        writeFile(at("model"), "source");
        const auto source = FileSource::open(path);
        auto sink = FileSink::create(path, Existing::ReplaceSource);
        (*sink)->replaces(*(*source)->opened());
        (void)(*sink)->write(std::string_view("ours"));
        change();
        return codeOf((*sink)->commit());
    };
    QCOMPARE(spoil([] {}), ErrorCode::Internal); // no error
    QCOMPARE(contentOf(at("model")), QByteArray("ours"));
    const auto rename = [&] {
        writeFile(at("other"), "theirs");
        std::filesystem::rename(at("other").toStdString(), path);
    };
    QCOMPARE(spoil(rename), ErrorCode::FileChanged);
    QCOMPARE(contentOf(at("model")), QByteArray("theirs"));
    QCOMPARE(spoil([&] { writeFile(at("model"), "source and more"); }), ErrorCode::FileChanged);
    QCOMPARE(contentOf(at("model")), QByteArray("source and more"));
    QCOMPARE(spoil([&] { QFile::remove(at("model")); }), ErrorCode::FileChanged);
    QVERIFY(files(m_folder->path()).isEmpty());
}

void TestFileSink::cleansLeftovers()
{
    writeFile(at(".new.cairn-abcdefghijkl.part"), "half");
    writeFile(at(".new.cairn-ghijklabcdef.part"), "half");
    writeFile(at(".other.cairn-abcdefghijkl.part"), "of another target");
    writeFile(at(".new.cairn-notes"), "no leftover");
    writeFile(at("new.cairn-abcdefghijkl.part"), "no leftover");
    QCOMPARE(::symlink("new.cairn-abcdefghijkl.part", qPrintable(at(".new.cairn-linkedlinked.part"))), 0);
    QVERIFY(write(at("new"), "new"));
    QCOMPARE(files(m_folder->path()),
             (QStringList{".new.cairn-linkedlinked.part", ".new.cairn-notes", ".other.cairn-abcdefghijkl.part", "new",
                          "new.cairn-abcdefghijkl.part"}));
}

void TestFileSink::aKilledWriterLeavesALeftover()
{
    const pid_t child = ::fork();
    if (child == 0) {
        const auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
        (void)(*sink)->write(std::string_view("half"));
        ::raise(SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(files(m_folder->path()).size(), 1);
    QVERIFY(!QFile::exists(at("new")));
    QVERIFY(write(at("new"), "whole"));
    QCOMPARE(files(m_folder->path()), QStringList{"new"});
    QCOMPARE(contentOf(at("new")), QByteArray("whole"));
}

/// Two at once on one target: the first to finish wins, and neither takes the other's temporary file away.
void TestFileSink::leavesFilesInUseAlone()
{
    auto first = FileSink::create(at("new").toStdString(), Existing::Refuse);
    auto second = FileSink::create(at("new").toStdString(), Existing::Refuse);
    QVERIFY(first.has_value() && second.has_value());
    QCOMPARE(files(m_folder->path()).size(), 2);
    QVERIFY((*first)->write(std::string_view("first")));
    QVERIFY((*second)->write(std::string_view("second")));
    QVERIFY((*first)->commit());
    QCOMPARE(codeOf((*second)->commit()), ErrorCode::TargetExists);
    first->reset();
    second->reset();
    QCOMPARE(files(m_folder->path()), QStringList{"new"});
    QCOMPARE(contentOf(at("new")), QByteArray("first"));
}

/// A name that leaves no room for what the temporary file adds to it.
void TestFileSink::longNames()
{
    const QString name(255, QLatin1Char('n'));
    const auto written = write(at(name), "new");
    QVERIFY2(written.has_value(), written ? "" : written.error().paragraph().c_str());
    QCOMPARE(files(m_folder->path()), QStringList{name});
}

void TestFileSink::permissions()
{
    const auto modeOf = [this](const QString& name) {
        struct stat status{};
        return ::stat(qPrintable(at(name)), &status) == 0 ? status.st_mode & 07777 : 0;
    };
    const mode_t old = ::umask(027);
    QVERIFY(write(at("new"), "new"));
    QCOMPARE(modeOf("new"), mode_t{0640});
    writeFile(at("old"), "old");
    QCOMPARE(::chmod(qPrintable(at("old")), 0604), 0);
    QVERIFY(write(at("old"), "new", Existing::Replace));
    QCOMPARE(modeOf("old"), mode_t{0604});
    ::umask(old);
}

void TestFileSink::permissionsOfASource()
{
    const auto made = [this](const QString& name, mode_t most, Existing existing) -> mode_t {
        auto sink = FileSink::create(at(name).toStdString(), existing, most);
        struct stat status{};
        return sink && (*sink)->commit() && ::stat(qPrintable(at(name)), &status) == 0 ? status.st_mode & 07777 : 0;
    };
    const mode_t old = ::umask(022);
    QCOMPARE(made("private", 0600, Existing::Refuse), mode_t{0600});
    QCOMPARE(made("program", 04755, Existing::Refuse), mode_t{0755});
    QCOMPARE(made("open", 0666, Existing::Refuse), mode_t{0644});
    writeFile(at("old"), "old");
    QCOMPARE(::chmod(qPrintable(at("old")), 0644), 0);
    QCOMPARE(made("old", 0600, Existing::Replace), mode_t{0600});
    QCOMPARE(::chmod(qPrintable(at("old")), 0600), 0);
    QCOMPARE(made("old", 0644, Existing::Replace), mode_t{0600});
    ::umask(old);
}

/// The umask can only be read by changing it.
void TestFileSink::permissionsFromManyThreads()
{
    const mode_t old = ::umask(027);
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 8; ++thread) {
        threads.emplace_back([this, thread] {
            for (int i = 0; i < 200; ++i) {
                (void)FileSink::create(at(QString::number(thread)).toStdString(), Existing::Refuse);
            }
        });
    }
    threads.clear();
    QCOMPARE(::umask(old), mode_t{027});
}

void TestFileSink::checksWithoutWriting()
{
    writeFile(at("old"), "old");
    const auto check = [this](const QString& name, Existing existing) {
        const auto checked = FileSink::check(at(name).toStdString(), existing);
        return checked ? std::string() : checked.error().what.text();
    };
    QCOMPARE(check("new", Existing::Refuse), std::string());
    QCOMPARE(check("old", Existing::Replace), std::string());
    QCOMPARE(check("old", Existing::Refuse), std::string("the target exists already"));
    QCOMPARE(check(".", Existing::Replace), std::string("the target is a folder"));
    QVERIFY(check("nowhere/new", Existing::Refuse).starts_with("cannot write in this folder: "));
    QCOMPARE(files(m_folder->path()), QStringList{"old"});
}

void TestFileSink::copiesRanges()
{
    QByteArray bytes;
    for (int i = 0; i < 3'000'000; ++i) {
        bytes += static_cast<char>(i % 251);
    }
    writeFile(at("source"), bytes);
    const auto source = FileSource::open(at("source").toStdString());
    auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
    QVERIFY((*sink)->write(std::string_view("<")));
    QVERIFY((*sink)->copyFrom(**source, 5, 2'500'001));
    QVERIFY((*sink)->copyFrom(**source, 7, 0));
    QVERIFY((*sink)->write(std::string_view("|")));
    QVERIFY((*sink)->copyFrom(**source, 0, 4));
    QVERIFY((*sink)->write(std::string_view(">")));
    QCOMPARE((*sink)->position(), std::uint64_t{2'500'008});
    QVERIFY((*sink)->commit());
    QVERIFY(contentOf(at("new")) == "<" + bytes.mid(5, 2'500'001) + "|" + bytes.left(4) + ">");
}

void TestFileSink::copiesByBlocks()
{
    QByteArray bytes(100'000, '\0');
    for (qsizetype i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(i * 7 + i / 251);
    }
    writeFile(at("source"), bytes);
    const auto source = FileSource::open(at("source").toStdString());
    for (const std::uint64_t begin : {0U, 1U, 64U, 4095U, 4096U, 4097U}) { // where the copy begins too
        auto sink = FileSink::create(at("new").toStdString(), Existing::Replace);
        QVERIFY((*sink)->write(std::string(begin % 4096, '-')));
        for (const std::uint64_t count : {10U, 4096U, 60'000U}) {
            QVERIFY((*sink)->copyFrom(**source, begin, count));
        }
        QVERIFY((*sink)->commit());
        const auto part = [&](qsizetype count) { return bytes.mid(static_cast<qsizetype>(begin), count); };
        QVERIFY(contentOf(at("new")) ==
                QByteArray(static_cast<qsizetype>(begin % 4096), '-') + part(10) + part(4096) + part(60'000));
    }
}

void TestFileSink::copyMeetsTheEnd()
{
    writeFile(at("source"), QByteArray(1000, 's'));
    const auto source = FileSource::open(at("source").toStdString());
    auto sink = FileSink::create(at("new").toStdString(), Existing::Refuse);
    QCOMPARE(codeOf((*sink)->copyFrom(**source, 900, 101)), ErrorCode::Truncated);
    QVERIFY(QFile(at("source")).resize(500)); // after it was opened
    QVERIFY(!(*sink)->copyFrom(**source, 0, 1000));
    sink->reset();
    QCOMPARE(files(m_folder->path()), QStringList{"source"});
}

void TestFileSink::fullDisk()
{
    const QString disk = at("disk");
    QVERIFY(QDir().mkdir(disk));
    if (::mount("cairn", qPrintable(disk), "tmpfs", 0, "size=1m") != 0) {
        QSKIP("mounting a small disk needs root");
    }
    writeFile(at("source"), QByteArray(4 << 20, 's'));
    const auto source = FileSource::open(at("source").toStdString());
    const auto copied = [&]() -> Result<void> {
        CAIRN_ASSIGN(sink, FileSink::create((disk + "/new").toStdString(), Existing::Refuse));
        return sink->copyFrom(**source, 0, (*source)->sizeBytes());
    }();
    const auto written = write(disk + "/new", std::string(4 << 20, 'w'));
    const QStringList left = files(disk);
    QCOMPARE(::umount2(qPrintable(disk), MNT_DETACH), 0);
    QCOMPARE(codeOf(copied), ErrorCode::DiskFull);
    QCOMPARE(codeOf(written), ErrorCode::DiskFull);
    QVERIFY(left.isEmpty());
}

CAIRN_TEST(TestFileSink);

} // namespace cairn::tst_file_sink

#include "tst_file_sink.moc"
