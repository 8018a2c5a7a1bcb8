#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/convert/tensors/tensor_output.h"
#include "core/formats/gguf/ggml_blocks.h"
#include "core/values/statistics.h"
#include "tests/support/digests.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <QDir>
#include <QTemporaryDir>

#include <random>

namespace cairn::tst_other_formats {

using namespace cairn::checkpoint;
using cairn::test::byteArray;
using cairn::test::contentOf;
using cairn::test::digestOf;
using cairn::test::digestsOf;
using cairn::test::fixture;
using cairn::test::openedFixture;
using cairn::test::view;

namespace {

QStringList files()
{
    return QDir(fixture("others")).entryList({"*.npy", "*.npz", "*.gguf"}, QDir::Files, QDir::Name);
}

/// What expected.json says of the tensors of a file: "NAME dtype [shape]"
QStringList expectedTensors(const QString& file)
{
    const QJsonObject all = QJsonDocument::fromJson(contentOf(fixture("others/expected.json"))).object();
    QStringList lines;
    for (const QJsonValue& tensor : all.value(file).toObject().value("tensors").toArray()) {
        QStringList shape;
        for (const QJsonValue& size : tensor["shape"].toArray()) {
            shape << QString::number(size.toInteger());
        }
        lines << tensor["path"].toArray().first().toString() + ' ' + tensor["dtype"].toString() + " [" +
                     shape.join(',') + ']';
    }
    lines.sort();
    return lines;
}

QStringList foundTensors(const Checkpoint& checkpoint)
{
    QStringList lines;
    for (const Tensor& tensor : checkpoint.tensors()) {
        QStringList shape;
        for (const std::int64_t size : checkpoint.shape(tensor)) {
            shape << QString::number(size);
        }
        lines << QString::fromStdString(checkpoint.entryName(tensor.entry)) + ' ' +
                     QString::fromLatin1(byteArray(formats::dtypeInfo(tensor.dtype).name)) + " [" + shape.join(',') +
                     ']';
    }
    lines.sort();
    return lines;
}

std::string valueOf(const Checkpoint& checkpoint, const char* name)
{
    for (EntryId id = 0; id < checkpoint.entries().size(); ++id) {
        if (checkpoint.entryName(id) == name) {
            return checkpoint.valueRepr(checkpoint.entries()[id]);
        }
    }
    return "missing";
}

} // namespace

/// Files of NumPy and of llama.cpp. What is in them comes from numpy and from the gguf package.
class TestOtherFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbers_data();
    void numbers();
    void objectsArePickles();
    void arraysOfNoTensor();
    void metadata();
    void typesAreNamed();
    void partsOfBlocks();
    void toSafetensors();
    void refused_data();
    void refused();
    void arraysOfOneName();
    void damaged_data() { numbers_data(); }
    void damaged();
};

void TestOtherFormats::numbers_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& file : files()) {
        QTest::newRow(qPrintable(file)) << file;
    }
}

void TestOtherFormats::numbers()
{
    QFETCH(const QString, file);
    const CheckpointPtr checkpoint = openedFixture("others/" + file);
    if (checkpoint != nullptr && file.endsWith("npz")) {
        QVERIFY(checkpoint->issues().empty()); // what torch minds in a zip of its own is right in one of numpy
    }
    QVERIFY(checkpoint);
    QVERIFY(!checkpoint->isAmbiguous());
    QCOMPARE(trustOf(*checkpoint).trust, Trust::DataOnly);
    QCOMPARE(foundTensors(*checkpoint), expectedTensors(file));
    const test::Digests digests = digestsOf("others/" + file);
    for (TensorId id = 0; id < checkpoint->tensors().size(); ++id) {
        const QByteArray name = byteArray(checkpoint->entryName(checkpoint->tensors()[id].entry));
        QCOMPARE(digestOf(*checkpoint, id), digests.value(name));
    }
}

/// They are decoded and judged, and nothing is executed.
void TestOtherFormats::objectsArePickles()
{
    const CheckpointPtr checkpoint = openedFixture("others/array_objects.npy");
    QVERIFY(checkpoint);
    QCOMPARE(checkpoint->traits().name, std::string_view("numpy-array"));
    QVERIFY(!checkpoint->globals().empty());
    QCOMPARE(trustOf(*checkpoint).trust, Trust::DataOnly);
    // The same header before a pickle that runs a command.
    const QByteArray honest = contentOf(fixture("others/array_objects.npy"));
    const QByteArray evil = honest.first(128) + "cos\nsystem\n(S'true'\ntR.";
    const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(evil)), "evil.npy");
    QVERIFY2(opened, opened ? "" : opened.error().paragraph().c_str());
    QCOMPARE(trustOf(**opened).trust, Trust::Dangerous);
}

void TestOtherFormats::arraysOfNoTensor()
{
    for (const auto& [file, text] : {std::pair("array_text.npy", "array of <U3 with the shape (2,)"),
                                     std::pair("array_record.npy", "array of [('x', '<f4')")}) {
        const CheckpointPtr checkpoint = openedFixture(QString("others/") + file);
        QVERIFY(checkpoint);
        QVERIFY(checkpoint->tensors().empty());
        QVERIFY(checkpoint->valueRepr(checkpoint->entries()[0]).starts_with(text));
        QCOMPARE(checkpoint->issues()[0].code, ErrorCode::Unsupported);
    }
}

void TestOtherFormats::metadata()
{
    const CheckpointPtr checkpoint = openedFixture("others/plain.gguf");
    QVERIFY(checkpoint);
    QCOMPARE(valueOf(*checkpoint, "__metadata__.general.architecture"), std::string("'llama'"));
    QCOMPARE(valueOf(*checkpoint, "__metadata__.llama.context_length"), std::string("2048"));
    QCOMPARE(valueOf(*checkpoint, "__metadata__.tokenizer.ggml.add_bos_token"), std::string("True"));
    QVERIFY(valueOf(*checkpoint, "__metadata__.tokenizer.ggml.tokens").ends_with("...] of 40"));
    QVERIFY(valueOf(*checkpoint, "__metadata__.tokenizer.ggml.tokens").starts_with("[\"token 0\", \"token 1\""));
    QVERIFY(valueOf(*checkpoint, "__metadata__.llama.attention.layer_norm_rms_epsilon").starts_with("9.99"));
}

void TestOtherFormats::typesAreNamed()
{
    const CheckpointPtr checkpoint = openedFixture("others/quantised.gguf");
    QVERIFY(checkpoint);
    for (const Tensor& tensor : checkpoint->tensors()) {
        const TensorExtra* extra = checkpoint->extra(tensor);
        QVERIFY(extra != nullptr);
        QCOMPARE("blk.0." + extra->subclass, checkpoint->entryName(tensor.entry));
    }
    QStringList notDecoded;
    for (const Issue& issue : checkpoint->issues()) {
        notDecoded << QString::fromStdString(issue.path);
    }
    QCOMPARE(notDecoded, QStringList{"blk.0.IQ3_S"});
    const auto numbers = values::computeStatistics(*checkpoint, 0, nullptr);
    QVERIFY(numbers);
}

/// Any range of bytes is the same as in the whole.
void TestOtherFormats::partsOfBlocks()
{
    const CheckpointPtr checkpoint = openedFixture("others/quantised.gguf");
    QVERIFY(checkpoint);
    std::mt19937 random(3);
    for (StorageId id = 0; id < checkpoint->storages().size(); ++id) {
        const std::uint64_t bytes = checkpoint->storages()[id].bytes;
        Bytes whole(bytes);
        QVERIFY(checkpoint->readStorage(id, 0, whole));
        for (int i = 0; i < 50; ++i) {
            const std::uint64_t begin = random() % bytes;
            Bytes part(1 + random() % (bytes - begin));
            QVERIFY(checkpoint->readStorage(id, begin, part));
            QVERIFY(std::ranges::equal(part, std::span(whole).subspan(begin, part.size())));
        }
    }
}

/// Numbers one by one are written as they are; what stands for blocks only if that is agreed to.
void TestOtherFormats::toSafetensors()
{
    const QTemporaryDir folder;
    const CheckpointPtr checkpoint = openedFixture("others/plain.gguf");
    QVERIFY(checkpoint);
    const auto set = convert::planTensorSet(*checkpoint, {}, nullptr);
    QVERIFY2(set, set ? "" : set.error().paragraph().c_str());
    const std::string target = folder.filePath("plain.safetensors").toStdString();
    const auto plan = convert::planOutput(*checkpoint, *set, {.target = target});
    QVERIFY2(plan, plan ? "" : plan.error().paragraph().c_str());
    const auto written =
        convert::writeOutput(*checkpoint, *plan, FileSink::Existing::Refuse, convert::Verify::Yes, nullptr);
    QVERIFY2(written, written ? "" : written.error().paragraph().c_str());
    QCOMPARE(written->difference.text(), std::string());
    const CheckpointPtr copy = test::openedCheckpoint(folder.filePath("plain.safetensors"));
    QVERIFY(copy);
    const test::Digests digests = digestsOf("others/plain.gguf");
    QCOMPARE(copy->tensors().size(), static_cast<std::size_t>(digests.size()));
    for (TensorId id = 0; id < copy->tensors().size(); ++id) {
        QCOMPARE(digestOf(*copy, id), digests.value(byteArray(copy->entryName(copy->tensors()[id].entry))));
    }
    const CheckpointPtr blocks = openedFixture("others/quantised.gguf");
    QVERIFY(blocks);
    const auto lossy = convert::planTensorSet(*blocks, {}, nullptr);
    QVERIFY(lossy);
    QVERIFY(!convert::requireNothingLost(*lossy));
}

/// A file that is cut anywhere, or has other bytes, opens or is refused.
/// What other programs refuse, or read in another way than this one would.
void TestOtherFormats::refused_data()
{
    QTest::addColumn<QByteArray>("content");
    const auto changed = [](const char* file, const QByteArray& before, const QByteArray& after) {
        QByteArray content = contentOf(fixture(QString("others/") + file));
        Q_ASSERT(content.contains(before) && before.size() == after.size());
        return content.replace(content.indexOf(before), before.size(), after);
    };
    const auto array = [&](const char* name, const QByteArray& before, const QByteArray& after) {
        QTest::newRow(name) << changed("array_f4.npy", before, after.leftJustified(before.size(), ' '));
    };
    array("version 1.1", QByteArray("NUMPY\1\0", 7), "NUMPY\1\1");
    array("two shapes", "'shape': (3, 4), }             ", "'shape': (3, 4), 'shape': (12,)}");
    array("two shapes and no order", "'fortran_order': False, 'shape': (3, 4), }", "'shape': (3, 4), 'shape': (3, 4)}");
    array("a size in place of sizes", "(3, 4), }", "(12)}");
    array("another key", "'shape': (3, 4), }             ", "'shape': (3, 4), 'x': 1}");

    QTest::newRow("two values of a name") << changed("plain.gguf", "llama.context_length", "general.architecture");
    QTest::newRow("an alignment of a type that others do not read")
        << changed("aligned.gguf", "general.alignment\x04", "general.alignment\x05");
    // "blk.0.f4" has the sizes 4 and 3.
    QTest::newRow("no elements, and a size that no tensor can have")
        << changed("plain.gguf", QByteArray("f4\2\0\0\0\4\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0", 22),
                   QByteArray("f4\2\0\0\0\0\0\0\0\0\0\0\0", 14) + QByteArray(8, '\xff'));
}

void TestOtherFormats::refused()
{
    QFETCH(const QByteArray, content);
    QVERIFY(!openCheckpoint(std::make_shared<MemorySource>(view(content)), "changed"));
}

/// numpy.load(...)["w.npy"] is the array "w" here, and the other cannot be had.
void TestOtherFormats::arraysOfOneName()
{
    const auto isAmbiguous = [](const char* second) {
        test::ZipBuilder zip;
        for (const char* const name : {"w.npy", second}) {
            zip.add(name, contentOf(fixture("others/array_f4.npy")).toStdString());
        }
        const QByteArray bytes = QByteArray::fromStdString(zip.build().bytes);
        const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(bytes)), "two.npz");
        return opened && (*opened)->isAmbiguous();
    };
    QVERIFY(isAmbiguous("w.npy.npy"));
    QVERIFY(!isAmbiguous("w.w.npy"));
}

void TestOtherFormats::damaged()
{
    QFETCH(const QString, file);
    const QByteArray bytes = contentOf(fixture("others/" + file));
    const auto look = [](const QByteArray& content) {
        const auto opened = openCheckpoint(std::make_shared<MemorySource>(view(content)), "damaged");
        for (TensorId id = 0; opened && id < (*opened)->tensors().size(); ++id) {
            (void)digestOf(**opened, id);
        }
        return opened.has_value();
    };
    for (qsizetype end = 0; end < bytes.size(); ++end) {
        const bool opens = look(bytes.first(end));
        QVERIFY2(!opens || end > bytes.size() - 64,
                 qPrintable(QString::number(end))); // padding at the end says nothing
    }
    std::mt19937 random(5);
    for (int i = 0; i < 2000; ++i) {
        QByteArray changed = bytes;
        for (auto flips = 1 + random() % 3; flips != 0; --flips) {
            changed[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
                static_cast<char>(random());
        }
        (void)look(changed);
    }
}

CAIRN_TEST(TestOtherFormats);

} // namespace cairn::tst_other_formats

#include "tst_other_formats.moc"
