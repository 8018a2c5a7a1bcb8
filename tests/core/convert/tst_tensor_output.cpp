#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/convert/tensors/tensor_output.h"
#include "tests/support/checkpoint_model.h"
#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/support/texts.h"

#include <QFile>
#include <QTemporaryDir>

namespace cairn::tst_tensor_output {

using namespace cairn::checkpoint;
using namespace cairn::convert;
using cairn::test::contentOf;
using cairn::test::filesIn;
using cairn::test::Model;
using cairn::test::pattern;
using cairn::test::whyNot;
using cairn::test::writeFile;
using formats::Dtype;

namespace {

/// Four tensors of 40 bytes, the last the same as the first.
CheckpointPtr fourTensors()
{
    Model model;
    const StorageId first = model.storage(pattern(40));
    model.tensor("a", first, Dtype::Float32, {2, 5}, {5, 1});
    model.tensor("b", model.storage(pattern(40)), Dtype::Float32, {5, 2}, {1, 5});
    model.tensor("c", model.storage(pattern(40)), Dtype::Int64, {5}, {1});
    model.tensor("tied", first, Dtype::Float32, {2, 5}, {5, 1});
    return model.build();
}

devices::MapRule nameTo(const char* name, const char* device)
{
    devices::MapRule rule("*", device);
    rule.when.path = name;
    return rule;
}

} // namespace

/// Sets of tensors written to one file or several.
class TensorOutputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void shardSizes_data();
    void shardSizes();
    void shardNames();
    void splits_data();
    void splits();
    void writes_data();
    void writes();
    void writesCasts();
    void tagsEachStorage_data();
    void tagsEachStorage();
    void refusesTwoTagsForOneStorage();
    void warnings();
    void takesNoNameThatIsThere_data();
    void takesNoNameThatIsThere();
    void replacesWhenTold();
    void replacesWholeSets();
    void replacesTheSourceAlone();
    void findsDifferences();
    void stopLeavesNothing();

private:
    [[nodiscard]] QStringList files() const { return filesIn(m_folder->path()); }
    [[nodiscard]] OutputRules rules(TensorFormat format, std::uint64_t shardBytes) const
    {
        const QString name = format == TensorFormat::Safetensors ? "m.safetensors" : "m.pth";
        return {.format = format, .target = m_folder->filePath(name).toStdString(), .shardBytes = shardBytes};
    }
    Result<OutputReport> write(const OutputRules& wanted, FileSink::Existing existing = FileSink::Existing::Refuse,
                               TensorRules tensors = {}, Progress* progress = nullptr) const
    {
        const CheckpointPtr source = fourTensors();
        CAIRN_ASSIGN(set, planTensorSet(*source, std::move(tensors), nullptr));
        CAIRN_ASSIGN(plan, planOutput(*source, set, wanted));
        return writeOutput(*source, plan, existing, Verify::Yes, progress);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TensorOutputTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TensorOutputTest::shardSizes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint64>("bytes"); // 0: refused
    const auto row = [](const char* text, quint64 bytes) { QTest::addRow("'%s'", text) << QByteArray(text) << bytes; };
    row("5GB", 5'000'000'000);
    row("500MB", 500'000'000);
    row("500mb", 500'000'000);
    row("1.5KB", 1500);
    row("2GiB", 2'147'483'648);
    row("1000", 0); // of what?
    row("7B", 7);
    row("", 0);
    row("0", 0);
    row("0.1B", 0);
    row("GB", 0);
    row("-5GB", 0);
    row("5 GB", 5'000'000'000);
    row("5 ", 0);
    row("5XB", 0);
    row("1e3", 0);
    row("nan", 0);
    row("99999999TB", 0);
}

void TensorOutputTest::shardSizes()
{
    QFETCH(QByteArray, text);
    QFETCH(quint64, bytes);
    const auto parsed = parseShardSize(text.toStdString());
    QCOMPARE(quint64{parsed.value_or(0)}, bytes);
    QVERIFY(parsed || parsed.error().code == ErrorCode::Usage);
}

void TensorOutputTest::shardNames()
{
    QCOMPARE(shardPath("dir/model.safetensors", 0, 3), std::string("dir/model-00001-of-00003.safetensors"));
    QCOMPARE(shardPath("pytorch_model.bin", 11, 12), std::string("pytorch_model-00012-of-00012.bin"));
    QCOMPARE(shardPath("/a.b/model", 1, 2), std::string("/a.b/model-00002-of-00002"));
    QCOMPARE(shardIndexPath("dir/model.safetensors"), std::string("dir/model.safetensors.index.json"));
}

void TensorOutputTest::splits_data()
{
    QTest::addColumn<quint64>("shardBytes");
    QTest::addColumn<QStringList>("shards");
    QTest::newRow("all in one") << quint64{120} << QStringList{"a b c tied"};
    QTest::newRow("two and one") << quint64{119} << QStringList{"a b tied", "c"};
    QTest::newRow("exactly two") << quint64{80} << QStringList{"a b tied", "c"};
    QTest::newRow("one each") << quint64{79} << QStringList{"a tied", "b", "c"};
    QTest::newRow("larger than a shard") << quint64{1} << QStringList{"a tied", "b", "c"};
}

void TensorOutputTest::splits()
{
    QFETCH(quint64, shardBytes);
    QFETCH(QStringList, shards);
    const CheckpointPtr source = fourTensors();
    const auto set = planTensorSet(*source, {}, nullptr);
    QVERIFY(set);
    QStringList found;
    for (const TensorSet& part : splitIntoShards(*source, *set, shardBytes)) {
        QStringList names;
        for (const NamedTensor& named : part.tensors) {
            names << QString::fromStdString(named.name);
            QVERIFY(named.sameAs == NamedTensor::kItself || part.tensors[named.sameAs].name == "a");
        }
        found << names.join(' ');
    }
    QCOMPARE(found, shards);
}

void TensorOutputTest::writes_data()
{
    QTest::addColumn<bool>("safetensors");
    QTest::addColumn<quint64>("shardBytes");
    QTest::addColumn<QString>("opens");
    QTest::addColumn<QStringList>("files");
    QTest::newRow("safetensors") << true << quint64{0} << "m.safetensors" << QStringList{"m.safetensors"};
    QTest::newRow("pth") << false << quint64{0} << "m.pth" << QStringList{"m.pth"};
    QTest::newRow("small enough for one") << false << quint64{1000} << "m.pth" << QStringList{"m.pth"};
    QTest::newRow("safetensors, shards") << true << quint64{80} << "m.safetensors.index.json"
                                         << QStringList{"m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors",
                                                        "m.safetensors.index.json"};
    QTest::newRow("pth, shards") << false << quint64{80} << "m.pth.index.json"
                                 << QStringList{"m-00001-of-00002.pth", "m-00002-of-00002.pth", "m.pth.index.json"};
}

void TensorOutputTest::writes()
{
    QFETCH(bool, safetensors);
    QFETCH(quint64, shardBytes);
    QFETCH(QString, opens);
    QFETCH(QStringList, files);
    Progress progress;
    const auto written = write(rules(safetensors ? TensorFormat::Safetensors : TensorFormat::TorchZip, shardBytes),
                               FileSink::Existing::Refuse, {}, &progress);
    QVERIFY2(written, qPrintable(written ? QString() : whyNot(written.error())));
    QCOMPARE(written->difference.text(), std::string());
    QCOMPARE(this->files(), files);
    quint64 bytes = 0;
    for (const QString& name : files) {
        bytes += static_cast<quint64>(QFile(m_folder->filePath(name)).size());
    }
    QCOMPARE(quint64{written->bytes}, bytes);

    const auto opened = openCheckpoint(m_folder->filePath(opens).toStdString());
    QVERIFY2(opened, qPrintable(opened ? QString() : whyNot(opened.error())));
    QVERIFY((*opened)->issues().empty());
    QCOMPARE((*opened)->storages().size(), std::size_t{3});
    // What was written has all that is needed to be written again, second names too.
    const auto set = planTensorSet(**opened, {}, nullptr);
    QVERIFY2(set, qPrintable(set ? QString() : whyNot(set.error())));
    QVERIFY(requireNothingLost(*set));
    QCOMPARE(set->tensors.size(), std::size_t{4});
}

void TensorOutputTest::writesCasts()
{
    const std::vector<std::string> casts{"float32=bfloat16"};
    TensorRules tensors;
    tensors.casts = *CastRules::make(casts);
    const auto written = write(rules(TensorFormat::TorchZip, 0), FileSink::Existing::Refuse, tensors);
    QVERIFY2(written, qPrintable(written ? QString() : whyNot(written.error())));
    QCOMPARE(written->difference.text(), std::string());
    const auto opened = openCheckpoint(m_folder->filePath("m.pth").toStdString());
    QVERIFY(opened);
    QCOMPARE((*opened)->tensors()[0].dtype, Dtype::BFloat16);
    QCOMPARE((*opened)->tensors()[2].dtype, Dtype::Int64);
    QCOMPARE((*opened)->tensors()[3].storage, (*opened)->tensors()[0].storage);
    QCOMPARE((*opened)->storages()[0].bytes, std::uint64_t{20});
}

void TensorOutputTest::tagsEachStorage_data()
{
    QTest::addColumn<quint64>("shardBytes");
    QTest::addColumn<QString>("opens");
    QTest::newRow("one file") << quint64{0} << "m.pth";
    QTest::newRow("shards") << quint64{80} << "m.pth.index.json";
}

void TensorOutputTest::tagsEachStorage()
{
    QFETCH(quint64, shardBytes);
    QFETCH(QString, opens);
    OutputRules wanted = rules(TensorFormat::TorchZip, shardBytes);
    wanted.map = devices::MapLocation({nameTo("b", "cuda:1"), nameTo("c", "cuda:2"), {"cuda:9", "cuda:3"}});
    const auto written = write(wanted);
    QVERIFY2(written, qPrintable(written ? QString() : whyNot(written.error())));
    QCOMPARE(written->difference.text(), std::string());
    const auto opened = openCheckpoint(m_folder->filePath(opens).toStdString());
    QVERIFY(opened);
    const auto tagOf = [&](const char* name) {
        const Entry& entry = (*opened)->entries()[cairn::test::entryNamed(*opened, name)];
        return std::string((*opened)->deviceTag((*opened)->tensors()[entry.payload].device));
    };
    QCOMPARE(tagOf("a"), std::string("cuda:0")); // what no rule takes stays
    QCOMPARE(tagOf("b"), std::string("cuda:1"));
    QCOMPARE(tagOf("c"), std::string("cuda:2"));
    QCOMPARE(tagOf("tied"), std::string("cuda:0"));
}

void TensorOutputTest::refusesTwoTagsForOneStorage()
{
    OutputRules wanted = rules(TensorFormat::TorchZip, 0);
    wanted.map = devices::MapLocation({nameTo("tied", "cuda:1")});
    const auto written = write(wanted);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Unsupported);
    QVERIFY2(whyNot(written.error()).contains("to two devices"), qPrintable(whyNot(written.error())));
    wanted.format = TensorFormat::Safetensors; // which has no tags
    QVERIFY(write(wanted));
}

void TensorOutputTest::warnings()
{
    Model model;
    const auto add = [&](const char* key, Dtype dtype) -> Tensor& {
        return model.tensor(key, model.storage(pattern(8)), dtype, {1}, {1});
    };
    add("a", Dtype::Complex64);
    add("b", Dtype::Float32).kind = TensorKind::Parameter;
    const CheckpointPtr source = model.build();
    const auto set = planTensorSet(*source, {}, nullptr);
    QVERIFY(set);
    const auto warningOf = [&](TensorFormat format) {
        const auto plan = planOutput(*source, *set, rules(format, 0));
        return plan && plan->warnings.size() == 1 ? QString::fromStdString(plan->warnings.front().text()) : QString();
    };
    QVERIFY(warningOf(TensorFormat::Safetensors).contains("from 0.7 on open a file with complex64 (C64)"));
    QVERIFY(warningOf(TensorFormat::TorchZip).startsWith("1 tensor of the class nn.Parameter"));

    const CheckpointPtr plain = fourTensors();
    auto carries = planTensorSet(*plain, {}, nullptr);
    QVERIFY(carries);
    carries->metadata = {{"format", "pt"}, {"license", "mit"}, {"note", "x"}};
    const auto told = planOutput(*plain, *carries, rules(TensorFormat::TorchZip, 0));
    QVERIFY(told);
    QCOMPARE(told->warnings,
             std::vector<Message>{verbatim("the metadata of the file has no place in a .pth: license, note")});
    QVERIFY(planOutput(*plain, *carries, rules(TensorFormat::Safetensors, 0))->warnings.empty());
}

void TensorOutputTest::takesNoNameThatIsThere_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors", "m.safetensors.index.json"}) {
        QTest::addRow("%s", name) << QString(name);
    }
}

void TensorOutputTest::takesNoNameThatIsThere()
{
    QFETCH(QString, name);
    writeFile(m_folder->filePath(name), {});
    const auto written = write(rules(TensorFormat::Safetensors, 80));
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::TargetExists);
    QCOMPARE(files(), QStringList{name});
}

void TensorOutputTest::replacesWhenTold()
{
    QVERIFY(write(rules(TensorFormat::Safetensors, 80)));
    const auto again = write(rules(TensorFormat::Safetensors, 80), FileSink::Existing::Replace);
    QVERIFY2(again, qPrintable(again ? QString() : whyNot(again.error())));
    QCOMPARE(files().size(), 3);
}

/// Shards of an earlier set have other names where there were more or fewer of them.
void TensorOutputTest::replacesWholeSets()
{
    const auto of = [this](quint64 shardBytes, FileSink::Existing existing) {
        return write(rules(TensorFormat::Safetensors, shardBytes), existing);
    };
    QVERIFY(of(1, FileSink::Existing::Refuse));
    const QStringList first = files();
    QCOMPARE(first.size(), 4);
    QVERIFY(QFile::remove(m_folder->filePath("m.safetensors.index.json")));
    const auto refused = of(80, FileSink::Existing::Refuse);
    QVERIFY(!refused && refused.error().code == ErrorCode::TargetExists);
    QCOMPARE(files(), first.first(3));
    const auto unknown = of(80, FileSink::Existing::Replace); // no index says whose they are
    QVERIFY(unknown);
    QVERIFY(unknown->removed.empty());
    QCOMPARE(unknown->warnings.size(), std::size_t{3});
    for (const QString& file : first) {
        QFile::remove(m_folder->filePath(file));
    }

    QVERIFY(of(1, FileSink::Existing::Replace));
    const QString ofAnother = m_folder->filePath("m-00001-of-00001.safetensors");
    writeFile(ofAnother, "somebody's");
    const auto two = of(80, FileSink::Existing::Replace);
    QVERIFY(two);
    QCOMPARE(two->removed.size(), std::size_t{3});
    QCOMPARE(two->warnings.size(), std::size_t{1});
    QCOMPARE(contentOf(ofAnother), QByteArray("somebody's"));
    QVERIFY(QFile::remove(ofAnother));
    const QStringList second{"m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors",
                             "m.safetensors.index.json"};
    QCOMPARE(files(), second);
    const auto one = of(1000, FileSink::Existing::Replace);
    QVERIFY(one);
    QCOMPARE(one->removed.size(), std::size_t{3});
    QCOMPARE(files(), QStringList{"m.safetensors"});
    QVERIFY(of(0, FileSink::Existing::Replace)->removed.empty());
}

/// In place: what has the name of the source by now, and is another file, stays.
void TensorOutputTest::replacesTheSourceAlone()
{
    const OutputRules wanted = rules(TensorFormat::Safetensors, 0);
    const QString path = QString::fromStdString(wanted.target);
    const auto writeInPlace = [&](bool isReplaced) -> Result<OutputReport> {
        CAIRN_TRY(write(wanted, FileSink::Existing::Replace));
        CAIRN_ASSIGN(source, openCheckpoint(wanted.target));
        CAIRN_ASSIGN(set, planTensorSet(*source, {}, nullptr));
        CAIRN_ASSIGN(plan, planOutput(*source, set, wanted));
        if (isReplaced) {
            QFile::remove(path);
            writeFile(path, "theirs");
        }
        return writeOutput(*source, plan, FileSink::Existing::ReplaceSource, Verify::No, nullptr);
    };
    QVERIFY(writeInPlace(false));
    const auto refused = writeInPlace(true);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::FileChanged);
    QCOMPARE(contentOf(path), QByteArray("theirs"));
    QCOMPARE(files(), QStringList{"m.safetensors"});
}

void TensorOutputTest::findsDifferences()
{
    QVERIFY(write(rules(TensorFormat::TorchZip, 0)));
    const QString path = m_folder->filePath("m.pth");
    const QByteArray good = contentOf(path);
    auto map = devices::MapLocation::everythingTo("cpu");
    const auto difference = [&](const QByteArray& bytes) -> QString {
        writeFile(path, bytes);
        const CheckpointPtr source = fourTensors();
        const auto set = planTensorSet(*source, {}, nullptr);
        const auto plan = planTorchZip(*source, *set, placeStorages(*source, map));
        const auto found = firstDifference(*source, *plan, path.toStdString(), nullptr);
        return found ? QString::fromStdString(found->value_or(Message()).text()) : whyNot(found.error());
    };
    QCOMPARE(difference(good), QString());
    const Bytes values = pattern(40);
    const QByteArray storage(reinterpret_cast<const char*>(values.data()), 40);
    QByteArray changed = good;
    changed[good.lastIndexOf(storage)] = static_cast<char>(changed[good.lastIndexOf(storage)] ^ 1);
    QCOMPARE(difference(changed), QString("the values of tensor \"c\" are not the same"));
    changed = good;
    changed.replace("tied", "tiex");
    QCOMPARE(difference(changed), QString("tensor \"tied\" is not in its place"));
    map = devices::MapLocation({nameTo("c", "cuda:1"), {"*", "cpu"}});
    QCOMPARE(difference(good), QString("tensor \"c\" has another tag"));
}

void TensorOutputTest::stopLeavesNothing()
{
    Progress progress;
    progress.requestStop();
    const auto written = write(rules(TensorFormat::TorchZip, 80), FileSink::Existing::Refuse, {}, &progress);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Cancelled);
    QVERIFY(files().isEmpty());
}

CAIRN_TEST(TensorOutputTest, QCoreApplication);

} // namespace cairn::tst_tensor_output

#include "tst_tensor_output.moc"
