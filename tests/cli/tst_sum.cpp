#include "core/base/files/sha256.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <random>
#include <span>

namespace cairn::tst_sum {

using namespace cairn::test;

namespace {

const QString kModel = fixture(QStringLiteral("torch214/state_dict.pt"));

QByteArray sha256(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

Outcome sum(const QStringList& arguments)
{
    return cairnCli(QStringList{"sum"} + arguments);
}

} // namespace

/// `cairn-cli sum` as a script runs it.
class TestSum : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isSha256();
    void sumsFilesAndTensors();
    void passesOverWhatHasNoNumbers();
    void sha256sumReadsIt();
    void readsListsOfSha256sum();
    void knowsTheSameNumbers();
    void namesWhatIsAnother();
    void knowsTheCacheOfTheHub();
    void tellsDamage();
    void sumsFolders();
    void sumsFoldersOfPieces();
    void printsJson();
    void tellsMissingFiles();
    void refuses();
};

/// Of every length around a block, in pieces of any length.
void TestSum::isSha256()
{
    std::mt19937 random(1);
    for (int length = 0; length < 300; ++length) {
        QByteArray bytes(length, '\0');
        std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
        Sha256 hash;
        for (qsizetype at = 0; at < length;) {
            const qsizetype count = std::min<qsizetype>(length - at, 1 + static_cast<qsizetype>(random() % 70));
            hash.add(std::as_bytes(std::span(bytes.constData() + at, static_cast<std::size_t>(count))));
            at += count;
        }
        QCOMPARE(QByteArray::fromStdString(hash.finish()), sha256(bytes));
    }
}

/// Those of the tensors begin as what PyTorch's own values have for a digest.
void TestSum::sumsFilesAndTensors()
{
    const Outcome outcome = sum({kModel});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith(sha256(contentOf(kModel)) + "  " + kModel.toUtf8() + '\n'));
    const QByteArray record = contentOf(fixture("torch214/expected.json"));
    const QJsonObject expected = QJsonDocument::fromJson(record).object().value("state_dict.pt").toObject();
    const auto tensors = expected.value("tensors").toArray();
    QVERIFY(!tensors.isEmpty());
    for (const QJsonValue& tensor : tensors) {
        QVERIFY2(outcome.out.contains("# tensor " + tensor["digest"].toString().toUtf8()), outcome.out.constData());
    }
    QCOMPARE(outcome.out.count("# tensor "), tensors.size());
}

/// Sparse tensors, whose numbers are those of their parts, and tensors on meta.
void TestSum::passesOverWhatHasNoNumbers()
{
    for (const char* name : {"torch26/sparse.pt", "torch26/meta.pt"}) {
        const Outcome outcome = sum({fixture(name), kModel});
        QVERIFY2(outcome.code == 0 && outcome.out.contains(sha256(contentOf(kModel))), outcome.err);
    }
}

void TestSum::sha256sumReadsIt()
{
    const QTemporaryDir folder;
    const QString odd = writtenFile(folder, "back\\slash", "content");
    const QString list = folder.filePath("list");
    QCOMPARE(sum({kModel, odd, "-o", list}).code, 0);
    const Outcome checked = shell("sha256sum --strict --check \"$2\"", {list});
    QCOMPARE(checked.code, 0);
    QCOMPARE(checked.out.count(": OK"), 2);
    QCOMPARE(sum({kModel, "-o", list}).code, 4); // which is there
    QCOMPARE(sum({"--check", list}).code, 0);
}

void TestSum::readsListsOfSha256sum()
{
    const QTemporaryDir folder;
    const QString odd = writtenFile(folder, "back\\slash", "content");
    const Outcome made = shell("sha256sum \"$2\" \"$3\"", {kModel, odd});
    const QString list = writtenFile(folder, "SHA256SUMS", made.out);
    const Outcome checked = sum({"--check", list});
    QCOMPARE(checked.code, 0);
    QCOMPARE(checked.out.count(": the same"), 2);
}

void TestSum::knowsTheSameNumbers()
{
    const QTemporaryDir folder;
    const QString list = folder.filePath("list");
    QCOMPARE(sum({kSample, "-o", list}).code, 0);
    const QString copy = folder.filePath("copy.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", copy, "--map", "*=cuda:0"}).code, 0);
    Outcome checked = sum({"--check", list, copy});
    QCOMPARE(checked.code, 0);
    QVERIFY2(checked.out.contains("the same numbers in 183 tensors"), checked.out.constData());
    const QString shards = folder.filePath("set.safetensors");
    QCOMPARE(cairnCli({"convert", kSample, "-o", shards, "--drop-others", "--shard-size", "50kB"}).code, 0);
    checked = sum({"--check", list, shards + ".index.json"});
    QCOMPARE(checked.code, 0);
    // Files of one training have the same names, and other numbers.
    const QString half = folder.filePath("half.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", half, "--cast", "bf16"}).code, 0);
    const QString both = folder.filePath("both");
    QCOMPARE(sum({kSample, half, "-o", both}).code, 0);
    QCOMPARE(sum({"--check", both, half, copy}).code, 0);
    QCOMPARE(sum({"--check", both, copy}).code, 1);
    QCOMPARE(sum({"--check", list, copy, half}).code, 1); // of which one has other numbers under the same names
    // Tied weights are one tensor in safetensors, and both of their names are found.
    const QString tied = folder.filePath("tied.safetensors");
    QCOMPARE(cairnCli({"convert", fixture("torch26/module_tied.pt"), "-o", tied, "--drop-others"}).code, 0);
    QCOMPARE(sum({fixture("torch26/module_tied.pt"), "-o", list, "--force"}).code, 0);
    QCOMPARE(sum({"--check", list, tied}).code, 0);
    QCOMPARE(shell("cat \"$2\" | \"$1\" sum --check - && cat \"$2\" | \"$1\" sum --check /dev/stdin", {both}).code, 0);
}

void TestSum::namesWhatIsAnother()
{
    const QTemporaryDir folder;
    const QString file = writtenFile(folder, "model.pth", contentOf(kSample));
    const QString list = folder.filePath("list");
    QCOMPARE(sum({file, "-o", list}).code, 0);
    QVERIFY(QFile::remove(file));
    QCOMPARE(cairnCli({"convert", kSample, "-o", file, "--map", "*=cuda:0"}).code, 0);
    Outcome checked = sum({"--check", list});
    QCOMPARE(checked.code, 1);
    QVERIFY2(checked.out.contains("other bytes, and the same numbers in 183 tensors"), checked.out.constData());
    QVERIFY(QFile::remove(file));
    const QStringList options{"--cast", "float32=float16:model.pos_embed", "--drop", "model.head.bias"};
    QCOMPARE(cairnCli(QStringList{"convert", kSample, "-o", file} + options).code, 0);
    checked = sum({"--check", list});
    QCOMPARE(checked.code, 1);
    QVERIFY2(checked.out.contains("other numbers in \"model.pos_embed\"; missing: \"model.head.bias\""),
             checked.out.constData());
}

void TestSum::knowsTheCacheOfTheHub()
{
    const QTemporaryDir folder;
    const QByteArray bytes = contentOf(kModel);
    const QString blob = "blobs/" + QString::fromLatin1(sha256(bytes));
    (void)writtenFile(folder, blob, bytes);
    const QString link = folder.filePath("model.bin");
    QVERIFY(QFile::link(folder.filePath(blob), link));
    QCOMPARE(sum({link}).code, 0);
    QFile file(folder.filePath(blob));
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Append));
    file.write("x");
    file.close();
    const Outcome damaged = sum({link});
    QCOMPARE(damaged.code, 1);
    QVERIFY2(damaged.err.contains("cache of the Hub"), damaged.err.constData());
}

/// One byte of a tensor is another, and the end is missing: both have sums, and neither is passed over in silence.
void TestSum::tellsDamage()
{
    const QTemporaryDir folder;
    QByteArray bytes = contentOf(kSample);
    const QString cut = writtenFile(folder, "cut.pth", bytes.first(bytes.size() / 2));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    const QString changed = writtenFile(folder, "changed.pth", bytes);
    const QString text = writtenFile(folder, "notes.txt", "no checkpoint, and not damaged");
    for (const QString& file : {cut, changed}) {
        const Outcome outcome = sum({file, text});
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains(file.toUtf8() + " is not whole"), outcome.err.constData());
        QVERIFY(!outcome.err.contains("notes.txt"));
        QVERIFY(outcome.out.startsWith(sha256(contentOf(file))) && outcome.out.contains(sha256(contentOf(text))));
        const QString list = file + ".sums";
        QCOMPARE(sum({file, "-o", list}).code, 1);
        QCOMPARE(sum({"--check", list}).code, 1); // the same damage is no health
    }
}

void TestSum::sumsFolders()
{
    const QTemporaryDir folder;
    const QString first = writtenFile(folder, "a/model.pth", contentOf(kSample));
    const QString second = writtenFile(folder, "b/c/model.pt", contentOf(kModel));
    (void)writtenFile(folder, "b/notes.txt", "nothing");
    const QString list = folder.filePath("list");
    const Outcome made = sum({"-r", folder.path(), "-o", list});
    QCOMPARE(made.code, 0);
    QVERIFY2(made.err.contains("2 checkpoints found"), made.err.constData());
    const QByteArray names = contentOf(list);
    QVERIFY(names.contains(sha256(contentOf(first)) + "  " + first.toUtf8() + '\n'));
    QVERIFY(names.contains(sha256(contentOf(second)) + "  " + second.toUtf8() + '\n'));
    const Outcome quiet = sum({"--check", list, "-q"});
    QVERIFY(quiet.code == 0 && quiet.out.isEmpty());
    QCOMPARE(sum({folder.path()}).code, 4); // without -r
}

/// A folder of pieces is its files, which sha256sum knows, and the tensors that lie in them.
void TestSum::sumsFoldersOfPieces()
{
    const QTemporaryDir folder;
    const QString pieces = fixture(QStringLiteral("folders/torch214/dcp_2d"));
    const QString list = folder.filePath("list");
    QCOMPARE(sum({pieces, "-o", list}).code, 0);
    const QString first = pieces + "/__0_0.distcp";
    QVERIFY(contentOf(list).contains(sha256(contentOf(first)) + "  " + first.toUtf8() + '\n'));
    QCOMPARE(sum({"--check", list}).code, 0);
    const QString one = folder.filePath("one.safetensors");
    QCOMPARE(cairnCli({"convert", pieces, "-o", one, "--drop-others"}).code, 0);
    QCOMPARE(sum({"--check", list, one}).code, 0);
    const QString ofOne = folder.filePath("of_one");
    QCOMPARE(sum({one, "-o", ofOne}).code, 0);
    QCOMPARE(sum({"--check", ofOne, pieces}).code, 0);
    const QString other = fixture(QStringLiteral("folders/torch214/dcp_four_ranks"));
    QCOMPARE(sum({"--check", ofOne, other}).code, 1);
}

void TestSum::printsJson()
{
    const Outcome outcome = sum({"--json", kModel});
    QCOMPARE(outcome.code, 0);
    const QJsonObject document = QJsonDocument::fromJson(outcome.out).object();
    QCOMPARE(document["sha256"].toString().toUtf8(), sha256(contentOf(kModel)));
    const QByteArray text = sum({kModel}).out;
    const QJsonArray tensors = document["tensors"].toArray();
    QCOMPARE(tensors.size(), text.count("# tensor "));
    for (const QJsonValue& tensor : tensors) {
        QVERIFY(text.contains("# tensor " + tensor["sha256"].toString().toUtf8() + ' '));
    }
    const QTemporaryDir folder;
    const QString list = writtenFile(folder, "list", text);
    const QJsonObject same = QJsonDocument::fromJson(sum({"--json", "--check", list}).out).object();
    QVERIFY(same["same"].toBool() && same["file"].toString() == kModel);
    const Outcome other = sum({"--json", "--check", list, kSample});
    QCOMPARE(other.code, 1);
    QVERIFY(QJsonDocument::fromJson(other.out).object()["same"] == QJsonValue(false));
}

void TestSum::tellsMissingFiles()
{
    const QTemporaryDir folder;
    const QString list = writtenFile(
        folder, "list", sha256("x") + "  absent.pth\n" + sha256(contentOf(kModel)) + "  " + kModel.toUtf8());
    const Outcome checked = sum({"--check", list});
    QCOMPARE(checked.code, 1);
    QVERIFY2(checked.out.contains("absent.pth: missing\n") && checked.out.contains(": the same\n"),
             checked.out.constData());
}

void TestSum::refuses()
{
    const QTemporaryDir folder;
    QCOMPARE(sum({}).code, 2);
    QCOMPARE(sum({folder.filePath("absent")}).code, 4);
    QCOMPARE(sum({"--check", writtenFile(folder, "text", "no list\n")}).code, 2);
    const QString plain = writtenFile(folder, "plain", sha256("x") + "  x\n");
    QCOMPARE(sum({"--check", plain, kModel}).code, 2);
}

CAIRN_TEST(TestSum);

} // namespace cairn::tst_sum

#include "tst_sum.moc"
