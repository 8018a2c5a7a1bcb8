#include "core/model/model_code.h"
#include "core/model/recognition.h"
#include "tests/support/named_shapes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_recognition {

using namespace cairn::test;
using model::Recognition;

namespace {

/// The state_dict of torchvision's resnet18, as torchvision 0.29 has it: "conv1.weight [64, 3, 7, 7]; ...".
QStringList resnet18()
{
    const QByteArray lines = contentOf(QStringLiteral(CAIRN_TESTS_DIR "/model/torchvision_resnet18.tsv"));
    return QString::fromUtf8(lines).replace(u'\t', u' ').split(u'\n', Qt::SkipEmptyParts);
}

QStringList withPrefix(QStringList keys, const QString& prefix)
{
    for (QString& key : keys) {
        key.prepend(prefix);
    }
    return keys;
}

struct Known {
    Recognition found;
    QString text;
    QString code;
};

Known recognised(const QStringList& keys)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.safetensors");
    if (!writeNamedShapes(path, keys.join(u';'))) {
        qFatal("the file could not be written");
    }
    const auto checkpoint = openedCheckpoint(path);
    const model::ModelWeights weights = model::findWeights(*checkpoint);
    Known known;
    known.found = model::recognise(model::ModuleTree(weights), model::KnownModels::ofProgram());
    known.text = QString::fromStdString(model::recognitionText(known.found).text());
    known.code = QString::fromStdString(model::loadingCode(weights, known.found)).replace(path, "a.safetensors");
    return known;
}

bool isNamed(const Recognition& found, std::string_view library, std::string_view name)
{
    return std::ranges::any_of(
        found.models, [&](const model::KnownModel& one) { return one.library == library && one.name == name; });
}

} // namespace

/// Which model it is. What a library's model has for keys comes from the library itself; tests/campaign models asks
/// hundreds of them.
class tst_Recognition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void database();
    void damagedDatabase();
    void says_data();
    void says();
    void withoutHeadOrInside();
    void code();
    void repositories();
};

void tst_Recognition::database()
{
    const model::KnownModels& known = model::KnownModels::ofProgram();
    QVERIFY(known.kinds().size() > 200);
    QVERIFY(std::ranges::any_of(known.libraries(), [](const auto& library) { return library.first == "torchvision"; }));
    constexpr qsizetype mostBytes = 3'000'000;
    QVERIFY(contentOf(QStringLiteral(CAIRN_SOURCE_DIR "/resources/models/models.bin")).size() < mostBytes);
}

void tst_Recognition::damagedDatabase()
{
    const QByteArray whole = contentOf(QStringLiteral(CAIRN_SOURCE_DIR "/resources/models/models.bin"));
    const auto read = [](const QByteArray& bytes) {
        return model::KnownModels::read(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))))
            .has_value();
    };
    QVERIFY(read(whole));
    QVERIFY(!read({}));
    QVERIFY(!read(whole.first(15)));
    QVERIFY(!read(whole.first(whole.size() / 2)));
    QVERIFY(!read("X" + whole.mid(1)));
    QByteArray longer = whole;
    longer[12] = static_cast<char>(longer[12] + 1); // it says that there is a byte more
    QVERIFY(!read(longer));
}

void tst_Recognition::says_data()
{
    QTest::addColumn<QStringList>("keys");
    QTest::addColumn<bool>("isNamed");
    QTest::addColumn<QString>("end"); // of the text; empty: nothing is said
    const QStringList all = resnet18();
    const auto other = [&](const QString& from, const QString& to) {
        QStringList keys = all;
        keys.replaceInStrings(from, to);
        return keys;
    };
    QTest::newRow("as it is") << all << true << ", 1000 classes; all 122 keys fit";
    QTest::newRow("other head") << other("[1000", "[10") << true << ", 10 classes; all 122 keys fit";
    QTest::newRow("DistributedDataParallel") << withPrefix(all, "module.") << true << "all 122 keys fit";
    QTest::newRow("Lightning") << withPrefix(all, "model.") << true << "; all 122 keys fit behind \"model.\"";
    QTest::newRow("an average") << QStringList{"n_averaged []"} + withPrefix(all, "module.") << true
                                << "all 122 keys fit";
    QTest::newRow("in a larger one") << withPrefix(all, "net.encoder.") + QStringList{"net.scale [1]", "loss.w [4]"}
                                     << true << "all 122 keys fit behind \"net.encoder.\"; other keys beside it: 2";
    QStringList sorted = all;
    sorted.sort();
    QTest::newRow("sorted") << sorted << true << ", 1000 classes; all 122 keys fit";
    QTest::newRow("without its head") << all.first(120) << true << ", without its head; all 120 keys fit";
    QTest::newRow("without counters") << all.filter(QRegularExpression("^(?!.*num_batches)")) << true
                                      << ", 1000 classes; all 102 keys fit";
    QTest::newRow("one is missing") << all.mid(1) << true << "closest";
    QTest::newRow("one is of another shape")
        << other("layer4.1.conv2.weight [512, 512, 3, 3]", "layer4.1.conv2.weight [512, 512, 1, 1]") << true
        << "closest";
    QTest::newRow("a head that is none") << other("fc.bias [1000]", "fc.bias [999]") << true << "closest";
    QTest::newRow("one more") << all + QStringList{"extra.weight [3, 4]"} << true << "closest";
    QTest::newRow("half of it") << all.first(60) << false << "";
    QTest::newRow("other names") << other("layer", "stage") << false << "";
    QTest::newRow("other widths") << other("512", "640") << false << "";
    QTest::newRow("few") << all.first(5) << false << "";
}

void tst_Recognition::says()
{
    QFETCH(const QStringList, keys);
    QFETCH(const bool, isNamed);
    QFETCH(const QString, end);
    const Known known = recognised(keys);
    QVERIFY2(tst_recognition::isNamed(known.found, "torchvision", "resnet18") == isNamed, qPrintable(known.text));
    if (end == "closest") {
        QVERIFY2(known.text.startsWith("closest: ") && known.text.contains("; 1 key differs, 12"),
                 qPrintable(known.text));
        QCOMPARE(known.found.fit.differences(), std::size_t{1});
        QVERIFY(known.code.isEmpty());
    } else if (end.isEmpty()) {
        QCOMPARE(known.text, QString());
    } else {
        QVERIFY2(known.text.endsWith(end), qPrintable(known.text));
    }
}

/// A model of transformers that was saved without its head has the names of the one in it, which is said: all of that
/// is there. The keys are those of transformers' BertModel with 2 layers of 128.
void tst_Recognition::withoutHeadOrInside()
{
    QStringList keys{"embeddings.word_embeddings.weight [30522, 128]",
                     "embeddings.position_embeddings.weight [512, 128]",
                     "embeddings.token_type_embeddings.weight [2, 128]", "embeddings.LayerNorm.weight [128]",
                     "embeddings.LayerNorm.bias [128]"};
    for (const QString& layer : {QStringLiteral("encoder.layer.0."), QStringLiteral("encoder.layer.1.")}) {
        for (const char* linear :
             {"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"}) {
            keys += {layer + linear + ".weight [128, 128]", layer + linear + ".bias [128]"};
        }
        keys += {layer + "attention.output.LayerNorm.weight [128]", layer + "attention.output.LayerNorm.bias [128]",
                 layer + "intermediate.dense.weight [512, 128]",    layer + "intermediate.dense.bias [512]",
                 layer + "output.dense.weight [128, 512]",          layer + "output.dense.bias [128]",
                 layer + "output.LayerNorm.weight [128]",           layer + "output.LayerNorm.bias [128]"};
    }
    keys += {"pooler.dense.weight [128, 128]", "pooler.dense.bias [128]"};
    const Known known = recognised(withPrefix(keys, "bert."));
    QVERIFY2(isNamed(known.found, "transformers", "BertModel, tiny"), qPrintable(known.text));
    QVERIFY2(known.text.endsWith(", a vocabulary of 30522; all 39 keys fit behind \"bert.\""), qPrintable(known.text));
    const Known whole =
        recognised(withPrefix(keys, "bert.") + QStringList{"classifier.weight [3, 128]", "classifier.bias [3]"});
    QVERIFY2(isNamed(whole.found, "transformers", "BertForSequenceClassification, tiny"), qPrintable(whole.text));
    QVERIFY2(whole.text.contains(", 3 classes; all 41 keys fit"), qPrintable(whole.text));
}

void tst_Recognition::code()
{
    const Known known = recognised(withPrefix(resnet18(), "module.model.").replaceInStrings("[1000", "[10"));
    QCOMPARE(known.code,
             QString("import torch\n"
                     "import torchvision\n"
                     "from safetensors.torch import load_file\n\n"
                     "model = torchvision.models.get_model(\"resnet18\", weights=None, num_classes=10)\n"
                     "state = load_file(\"a.safetensors\")\n"
                     "state = {key.removeprefix(\"module.model.\"): value for key, value in state.items()}\n"
                     "model.load_state_dict(state)\n"));
}

/// What is no package is imported by the names that its repository gives it. The keys are those of nanoGPT without
/// biases, compiled.
void tst_Recognition::repositories()
{
    QStringList keys{"transformer.wte.weight [65, 128]", "transformer.wpe.weight [64, 128]"};
    for (int i = 0; i < 4; ++i) {
        const QString layer = QStringLiteral("transformer.h.%1.").arg(i);
        keys += {layer + "ln_1.weight [128]",
                 layer + "attn.c_attn.weight [384, 128]",
                 layer + "attn.c_proj.weight [128, 128]",
                 layer + "ln_2.weight [128]",
                 layer + "mlp.c_fc.weight [512, 128]",
                 layer + "mlp.c_proj.weight [128, 512]"};
    }
    keys += {"transformer.ln_f.weight [128]", "lm_head.weight [65, 128]"};
    const Known known = recognised(withPrefix(keys, "_orig_mod."));
    QVERIFY2(isNamed(known.found, "nanoGPT", "shakespeare-char for a CPU, bias=False"), qPrintable(known.text));
    QVERIFY2(known.code.startsWith("import torch\nfrom model import GPT, GPTConfig\n"), qPrintable(known.code));
    QVERIFY2(known.code.contains("\nmodel = GPT(GPTConfig(block_size=64, vocab_size=65, n_layer=4, "),
             qPrintable(known.code));
    keys.replaceInStrings("h.3.", "h.4."); // one number is left out
    QCOMPARE(recognised(keys).found.kind, Recognition::Kind::None);
}

CAIRN_TEST(tst_Recognition);

} // namespace cairn::tst_recognition

#include "tst_recognition.moc"
