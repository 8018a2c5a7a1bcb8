#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn::tst_files_of_others {

using cairn::test::cairnCli;
using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::fixture;
using cairn::test::Outcome;
using cairn::test::writtenFile;

/// `cairn-cli convert` in folders that others write to, and with files that others may not read.
class TestFilesOfOthers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void linksOfOthers();
    void copiesAreAsPrivate();
    void linksInFoldersOfOthers();
    void limitOnTheSizeOfFiles();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFilesOfOthers::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(QFile::copy(fixture("torch113/tags_two_gpus.pt"), at("model.pt")));
}

/// Somebody put a link where the copy would be, so that a file appears or changes somewhere else.
void TestFilesOfOthers::linksOfOthers()
{
    QVERIFY(QDir(m_folder->path()).mkdir("home"));
    writtenFile(*m_folder, "home/keys", "precious");
    QCOMPARE(::symlink("home/new", qPrintable(at("model.cpu.pt"))), 0);
    const Outcome dangling = cairnCli({"convert", at("model.pt"), "-o", at("model.cpu.pt")});
    QCOMPARE(dangling.code, 4);
    QVERIFY2(dangling.err.contains("the target exists already"), dangling.err.constData());
    QCOMPARE(filesIn(at("home")), QStringList{"keys"});
    if (::geteuid() != 0) {
        QSKIP("making links of somebody else needs root");
    }
    for (const char* victim : {"home/new", "home/keys"}) {
        QVERIFY(QFile::remove(at("model.cpu.pt")));
        QCOMPARE(::symlink(victim, qPrintable(at("model.cpu.pt"))), 0);
        constexpr uid_t nobody = 65534;
        QCOMPARE(::lchown(qPrintable(at("model.cpu.pt")), nobody, nobody), 0);
        const Outcome forced = cairnCli({"convert", "--force", at("model.pt"), "-o", at("model.cpu.pt")});
        QCOMPARE(forced.code, 4);
        QVERIFY2(forced.err.contains("a link that somebody else made"), forced.err.constData());
    }
    QCOMPARE(filesIn(at("home")), QStringList{"keys"});
    QCOMPARE(contentOf(at("home/keys")), QByteArray("precious"));
}

void TestFilesOfOthers::copiesAreAsPrivate()
{
    QCOMPARE(::chmod(qPrintable(at("model.pt")), 0600), 0);
    for (const QStringList& options :
         {QStringList{}, {"--cast", "float32=float16"}, {"--to", "safetensors", "--drop-others"}, {"--verify"}}) {
        const QString target = at("copy" + options.join(QString()));
        const Outcome outcome = cairnCli(QStringList{"convert", at("model.pt"), "-o", target} + options);
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        struct stat status{};
        QCOMPARE(::stat(qPrintable(target), &status), 0);
        QCOMPARE(status.st_mode & 07777, mode_t{0600});
    }
}

/// Somebody put a link to a file of the user's where the metadata of a folder names a file.
void TestFilesOfOthers::linksInFoldersOfOthers()
{
    if (::geteuid() != 0) {
        QSKIP("making links of somebody else needs root");
    }
    QVERIFY(QDir(m_folder->path()).mkdir("saved"));
    const QDir saved(fixture("folders/torch26/dcp_file_per_item"));
    const QStringList names = saved.entryList(QDir::Files | QDir::Hidden);
    const QStringList pieces = names.filter(".distcp");
    QVERIFY(!pieces.isEmpty());
    for (const QString& name : names) {
        QVERIFY(QFile::copy(saved.filePath(name), at("saved/" + name)));
    }
    const QString link = at("saved/" + pieces.front());
    QVERIFY(QFile::rename(link, at("elsewhere")));
    QCOMPARE(::symlink("../elsewhere", qPrintable(link)), 0);
    const auto isFollowed = [&](uid_t ofLink, uid_t ofFile) {
        const bool isSet = ::lchown(qPrintable(link), ofLink, ofLink) == 0 &&
                           ::chown(qPrintable(at("elsewhere")), ofFile, ofFile) == 0;
        const Outcome outcome = cairnCli({"inspect", at("saved")});
        return isSet && !outcome.out.contains("a link that somebody else made");
    };
    constexpr uid_t nobody = 65534;
    QVERIFY(isFollowed(0, 0));
    QVERIFY(isFollowed(0, nobody));
    QVERIFY(isFollowed(nobody, nobody)); // as in a cache that many share
    QVERIFY(!isFollowed(nobody, 0));
    QVERIFY(!isFollowed(nobody, nobody - 1));
}

/// As with a disk that is full, nothing is left behind.
void TestFilesOfOthers::limitOnTheSizeOfFiles()
{
    const QStringList before = filesIn(m_folder->path());
    const Outcome outcome =
        cairn::test::shell("ulimit -f 1; exec \"$1\" convert \"$2\" -o \"$3\"", {at("model.pt"), at("copy.pt")});
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.err.contains("ulimit -f"), outcome.err.constData());
    QCOMPARE(filesIn(m_folder->path()), before);
}

CAIRN_TEST(TestFilesOfOthers);

} // namespace cairn::tst_files_of_others

#include "tst_files_of_others.moc"
