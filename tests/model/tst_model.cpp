#include "core/checkpoint/parameter_count.h"
#include "core/model/known_models.h"
#include "core/model/model_keys.h"
#include "core/model/outline.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/named_shapes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QTemporaryDir>

#include <map>

namespace cairn::tst_model {

using namespace cairn::test;
using model::Outline;
using model::Part;

namespace {

/// "name: what" of each part, those in others in brackets.
QString text(const Part& part)
{
    QStringList parts;
    for (const Part& below : part.parts) {
        QString one = QString::fromStdString(below.name);
        if (below.times > 1) {
            one += QString(" x %1").arg(below.times);
        }
        if (const std::string what = model::layerText(below.layer, {.arrow = "->", .times = "x"}).text();
            !what.empty()) {
            one += ": " + QString::fromStdString(what);
        }
        parts.append(below.parts.empty() ? one : one + " (" + text(below) + ')');
    }
    return parts.join("; ");
}

Outline outlineOf(const QTemporaryDir& folder, const QString& shapes, const QString& name = "a.safetensors")
{
    const QString path = folder.filePath(name);
    if (!writeNamedShapes(path, shapes)) {
        qFatal("the file could not be written");
    }
    const auto checkpoint = openedCheckpoint(path);
    return checkpoint ? model::outlineOf(*checkpoint) : Outline();
}

QString issuesOf(const Outline& outline)
{
    QStringList texts;
    for (const Issue& issue : outline.issues) {
        texts.append(QString::fromStdString(issue.message.text()));
    }
    return texts.join(u'\n');
}

/// Names with a number in place of a #, for each of these numbers.
QString numbered(const QString& shapes, const QList<int>& numbers)
{
    QString all;
    for (const int number : numbers) {
        all += QString(shapes).replace(u'#', QString::number(number)) + "; ";
    }
    return all;
}

} // namespace

/// What names and shapes say. Those of the data are what state_dict() of torch.nn's modules has.
class tst_Model : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layers_data();
    void layers();
    void order();
    void gaps_data();
    void gaps();
    void noKnownModelHasGaps();
    void filesOfASet();
    void sample();
    void whatIsNoParameter();
    void pickledModules_data();
    void pickledModules();
    void everyFixture();
};

void tst_Model::layers_data()
{
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* shapes, const char* expected) {
        QTest::newRow(name) << QString(shapes) << QString(expected);
    };
    row("Linear", "fc.weight [3072, 768]; fc.bias [3072]", "fc: Linear 768 -> 3072");
    row("Linear without a bias", "lm_head.weight [1000, 64]", "lm_head: Linear 64 -> 1000");
    row("Embedding", "embed_tokens.weight [1000, 64]; embed_tokens2.bias [1]",
        "embed_tokens: Embedding 1000 x 64; embed_tokens2.bias: Parameter 1");
    row("Conv1D of transformers", "h.c_fc.weight [768, 3072]; h.c_fc.bias [3072]",
        "h.c_fc: Linear 768 -> 3072, transposed");
    row("Sequential",
        "0.weight [8, 3, 3, 3]; 0.bias [8]; 1.weight [8]; 1.bias [8]; 1.running_mean [8]; 1.running_var [8]; "
        "1.num_batches_tracked []; 2.weight [8, 1, 3, 3]; 2.bias [8]; 3.weight [8, 4, 2, 2]; 3.bias [4]; "
        "4.weight [4]; 5.weight [4, 4]; 5.bias [4]",
        "0: Conv 3x3 3 -> 8; 1: BatchNorm 8; 2: Conv 3x3, depthwise, 8 channels; 3: Conv 2x2 8 -> 4, transposed; "
        "4: Scale 4; 5: Linear 4 -> 4");
    row("one channel", "conv1.weight [32, 1, 5, 5]; conv1.bias [32]", "conv1: Conv 5x5 1 -> 32");
    row("norms",
        "ln_f.weight [4]; ln_f.bias [4]; norm.weight [4]; input_layernorm.weight [4]; bn.weight [4]; bn.bias [4]",
        "ln_f: LayerNorm 4; norm: Norm 4; input_layernorm: Norm 4; bn: Norm 4");
    row("LSTM",
        "r.weight_ih_l0 [28, 5]; r.weight_hh_l0 [28, 7]; r.bias_ih_l0 [28]; r.bias_hh_l0 [28]; "
        "r.weight_ih_l0_reverse [28, 5]; r.weight_hh_l0_reverse [28, 7]; r.bias_ih_l0_reverse [28]; "
        "r.bias_hh_l0_reverse [28]; r.weight_ih_l1 [28, 14]; r.weight_hh_l1 [28, 7]; r.bias_ih_l1 [28]; "
        "r.bias_hh_l1 [28]; r.weight_ih_l1_reverse [28, 14]; r.weight_hh_l1_reverse [28, 7]; "
        "r.bias_ih_l1_reverse [28]; r.bias_hh_l1_reverse [28]",
        "r: LSTM 5 -> 7, 2 layers, bidirectional");
    row("GRU", "r.weight_ih_l0 [21, 5]; r.weight_hh_l0 [21, 7]; r.bias_ih_l0 [21]; r.bias_hh_l0 [21]", "r: GRU 5 -> 7");
    row("projected LSTM",
        "r.weight_ih_l0 [28, 5]; r.weight_hh_l0 [28, 3]; r.bias_ih_l0 [28]; r.bias_hh_l0 [28]; r.weight_hr_l0 [3, 7]",
        "r: LSTM 5 -> 3");
    row("cell", "r.weight_ih [7, 5]; r.weight_hh [7, 7]; r.bias_ih [7]; r.bias_hh [7]", "r: RNN 5 -> 7");
    row("MultiheadAttention",
        "a.in_proj_weight [24, 8]; a.in_proj_bias [24]; a.out_proj.weight [8, 8]; a.out_proj.bias [8]",
        "a: attention, width 8 (in_proj_weight: Parameter 24x8; in_proj_bias: Parameter 24; out_proj: Linear 8 -> 8)");
    row("grouped attention",
        "a.q_proj.weight [64, 64]; a.k_proj.weight [16, 64]; a.v_proj.weight [16, 64]; a.o_proj.weight [64, 64]",
        "a: attention, width 64, keys and values 16 (q_proj: Linear 64 -> 64; k_proj: Linear 64 -> 16; v_proj: Linear "
        "64 -> 16; o_proj: Linear 64 -> 64)");
    row("LoRA", "q.lora_A.default.weight [8, 64]; q.lora_B.default.weight [32, 8]",
        "q: LoRA of rank 8, 64 -> 32 (lora_A.default: Linear 64 -> 8; lora_B.default: Linear 8 -> 32)");
    row("parameters", "cls_token [1, 1, 8]; scale []; ls.gamma [8]",
        "cls_token: Parameter 1x1x8; scale: a single number; ls.gamma: Parameter 8");
    row("weight norm", "c.weight_g [8, 1, 1]; c.weight_v [8, 4, 3]; c.bias [8]", "c: Conv 3 4 -> 8");
    row("wrapped", "module._orig_mod.fc.weight [3, 4]; module._orig_mod.fc.bias [3]", "fc: Linear 4 -> 3");
    row("an average",
        "n_averaged []; module.a.weight [3, 4]; module.b.weight [3, 4]; module.c.weight [3, 4]; "
        "module.d.weight [3, 5]",
        "n_averaged: a single number; a: Linear 4 -> 3; b: Linear 4 -> 3; c: Linear 4 -> 3; d: Linear 5 -> 3");
}

void tst_Model::layers()
{
    QFETCH(const QString, shapes);
    const QTemporaryDir folder;
    QTEST(text(outlineOf(folder, shapes).model), "expected");
}

/// Formats that sort names have 10 before 2.
void tst_Model::order()
{
    const QTemporaryDir folder;
    const QString block = "layer.#.fc.weight [8, 8]; layer.#.norm.weight [8]";
    const QString expected = "layer x 12 (fc: Linear 8 -> 8; norm: Norm 8)";
    const Outline outline = outlineOf(folder, numbered(block, {0, 1, 10, 11, 2, 3, 4, 5, 6, 7, 8, 9}));
    QCOMPARE(text(outline.model), expected);
    QCOMPARE(outline.model.parts.at(0).numbers, std::string("0-11"));
    QCOMPARE(outline.model.parts.at(0).parameters, 12U * 72U);
    QCOMPARE(issuesOf(outline), QString());
    // One that has more in it stands for itself.
    const Outline mixed =
        outlineOf(folder, "s.0.a.weight [8, 8]; s.0.extra.weight [8]; " + numbered("s.#.a.weight [8, 8]", {1, 2, 3}));
    QCOMPARE(text(mixed.model), QString("s (0 (a: Linear 8 -> 8; extra: Scale 8); 1-3.a x 3: Linear 8 -> 8)"));
    // Blocks in stages.
    const Outline stages = outlineOf(folder, numbered("g.#.b.0.fc.weight [8, 8]; g.#.b.1.fc.weight [8, 8]", {0, 1}));
    QCOMPARE(text(stages.model), QString("g x 2 (b.0-1.fc x 2: Linear 8 -> 8)"));
    QCOMPARE(stages.model.parameters, 4U * 64U);
}

void tst_Model::gaps_data()
{
    QTest::addColumn<QString>("shapes");
    QTest::addColumn<QString>("expected");
    const QString block = "layers.#.fc.weight [8, 8]; layers.#.norm.weight [8]";
    QTest::newRow("none") << numbered(block, {0, 1, 2, 3}) << "";
    QTest::newRow("one")
        << numbered(block, {0, 1, 2, 4})
        << "There is nothing of \"layers.3\", though all others up to 4 are there: it is missing, or has no weights";
    QTest::newRow("several") << numbered(block, {2, 3, 4, 8})
                             << "There is nothing of \"layers.0-1, 5-7\", though all others up to 8 are there: it is "
                                "missing, or has no weights";
    QTest::newRow("every second, with ReLUs between") << numbered(block, {0, 2, 4}) << "";
    QTest::newRow("layers by themselves") << numbered("net.#.weight [8, 8]", {0, 1, 4, 5}) << "";
    QTest::newRow("different ones") << numbered("layers.#.fc.weight [#, 8]; layers.#.n.weight [8]", {0, 1, 4, 5}) << "";
    QTest::newRow("beside one with more in it")
        << "layers.0.bias.weight [8, 8]; " + numbered(block, {0, 1, 2, 4})
        << "There is nothing of \"layers.3\", though all others up to 4 are there: it is missing, or has no weights";
    QTest::newRow("half of them are of another kind")
        << numbered(block, {0, 1}) + numbered("layers.#.conv.weight [8, 8]", {5, 6}) << "";
    QTest::newRow("a beginning that may have no weights")
        << numbered("features.#.fc.weight [8, 8]; features.#.n.weight [8]", {1, 2, 3}) << "";
}

void tst_Model::gaps()
{
    QFETCH(const QString, shapes);
    const QTemporaryDir folder;
    QTEST(issuesOf(outlineOf(folder, shapes)), "expected");
}

/// What is so in a model that is whole is no gap: a Dropout, a pool, a block that does nothing.
void tst_Model::noKnownModelHasGaps()
{
    const QTemporaryDir folder;
    const auto& known = model::KnownModels::ofProgram();
    QStringList found;
    std::size_t models = 0;
    constexpr std::size_t step = 16; // all of them take minutes
    for (std::size_t i = 0; i < known.kinds().size(); i += step) {
        const std::string name = model::fullName(known.models(known.kinds()[i]).front());
        const auto named = model::modelNamed(known, name);
        const auto keys = named ? model::keysOfKnownModel(known, *named, {}, {})
                                : Result<model::ModelKeys>(std::unexpected(named.error()));
        if (!keys) {
            continue; // its sizes are not known without weights
        }
        QStringList shapes;
        std::map<std::int64_t, std::size_t> small; // what is of one size stays so
        for (const checkpoint::StateKey& key : keys->state.keys) {
            QStringList sizes;
            for (const std::int64_t size : key.shape) {
                sizes.append(QString::number(small.try_emplace(size, small.size() + 1).first->second));
            }
            shapes.append(QString::fromStdString(key.name) + " [" + sizes.join(u',') + ']');
        }
        const QString issues = issuesOf(outlineOf(folder, shapes.join(u';')));
        if (!issues.isEmpty()) {
            found.append(QString::fromStdString(name));
        }
        ++models;
    }
    QVERIFY2(models > 50, qPrintable(QString::number(models)));
    found.removeAll("timm/efficientformer_l7"); // its last stage begins with a Flat, which has no weights
    QCOMPARE(found, QStringList());
}

void tst_Model::filesOfASet()
{
    const QTemporaryDir folder;
    const QString shapes = "fc.weight [3, 4]";
    QCOMPARE(issuesOf(outlineOf(folder, shapes, "model-00002-of-00005.safetensors")),
             QString("this is one of 5 files, and of the others these are not here: 1, 3-5"));
    for (const int number : {1, 3, 4, 5}) {
        QVERIFY(writeNamedShapes(folder.filePath(QString("model-0000%1-of-00005.safetensors").arg(number)), shapes));
    }
    QCOMPARE(issuesOf(outlineOf(folder, shapes, "model-00002-of-00005.safetensors")),
             QString("this is one of 5 files, which are all here; what is said is of this one"));
    QCOMPARE(issuesOf(outlineOf(folder, shapes, "best-of-2.safetensors")), QString());
}

/// It is made by resources/samples/make_sample.py: the model in "model", beside the state of its optimizer.
void tst_Model::sample()
{
    const auto checkpoint = openedCheckpoint(kSample);
    const Outline outline = model::outlineOf(*checkpoint);
    QCOMPARE(outline.place, std::string("model"));
    QCOMPARE(outline.beside.size(), std::size_t{1});
    QCOMPARE(outline.beside[0].name, std::string("optimizer"));
    QCOMPARE(outline.beside[0].tensors, std::uint64_t{135});
    QCOMPARE(outline.model.tensors, std::uint64_t{48});
    QVERIFY2(text(outline.model).contains("blocks x 3 ("), qPrintable(text(outline.model)));
}

/// torch gives no gradient to whole numbers and to truths, so none of them is trained; those that are packed weights
/// are no wider than 32 bits.
void tst_Model::whatIsNoParameter()
{
    const auto checkpoint = openedFixture("torch26/dtypes.pt");
    std::size_t buffers = 0;
    for (const checkpoint::Tensor& tensor : checkpoint->tensors()) {
        const bool isIndex = tensor.dtype == formats::Dtype::Int64 || tensor.dtype == formats::Dtype::Bool;
        QCOMPARE(checkpoint::isBuffer(*checkpoint, tensor), isIndex);
        buffers += isIndex ? 1U : 0U;
    }
    QVERIFY(buffers > 1);
    // What accelerate keeps for torch.set_rng_state(), which is not named so.
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.safetensors");
    writeFile(path, QByteArray("\x50\0\0\0\0\0\0\0", 8) +
                        QByteArray(R"({"torch_manual_seed":{"dtype":"U8","shape":[5056],"data_offsets":[0,5056]}})")
                            .leftJustified(80) +
                        QByteArray(5056, '\1'));
    const auto seeds = openedCheckpoint(path);
    QVERIFY(checkpoint::isBuffer(*seeds, seeds->tensors().front()));
}

void tst_Model::pickledModules_data()
{
    QTest::addColumn<QString>("names"); // as state_dict() has them of what torch.load() makes of the fixture
    const QString norm = "norm.weight norm.bias norm.running_mean norm.running_var norm.num_batches_tracked";
    QTest::newRow("module.pt") << "kept conv.weight conv.bias " + norm + " fc.weight";
    QTest::newRow("module_own_class.pt") << QString("first.weight first.bias first.seen second.weight second.bias "
                                                    "second.seen tied.weight tied.bias tied.seen");
    QTest::newRow("module_tied.pt") << QString("embed.weight head.weight list.0 list.1");
}

/// Modules in modules are one model; what is in attributes, and buffers that are not saved, are none of it.
void tst_Model::pickledModules()
{
    QFETCH(const QString, names);
    const auto checkpoint = openedFixture(QString("torch26/") + QTest::currentDataTag());
    const model::ModelWeights weights = model::findWeights(*checkpoint);
    QStringList found;
    for (const model::Weight& weight : weights.weights) {
        found.append(QString::fromUtf8(weight.name.data(), static_cast<qsizetype>(weight.name.size())));
    }
    QCOMPARE(found.join(u' '), names);
}

/// Sums of parts are those of the whole, whatever is in a file.
void tst_Model::everyFixture()
{
    int models = 0;
    const auto check = [](const Part& part, const auto& again) -> bool {
        std::uint64_t tensors = 0;
        for (const Part& below : part.parts) {
            if (!again(below, again)) {
                return false;
            }
            tensors += below.tensors;
        }
        return part.parts.empty() || tensors * part.times == part.tensors;
    };
    QDirIterator files(QStringLiteral(CAIRN_TESTS_DIR), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        if (!path.contains("/fixtures/") && !path.contains("/hostile/")) {
            continue;
        }
        if (path.contains("06_laughs") || path.contains("08_deep")) {
            continue; // minutes, unoptimised
        }
        if (const auto checkpoint = checkpoint::openCheckpoint(path.toStdString())) {
            const Outline outline = model::outlineOf(**checkpoint);
            QVERIFY2(check(outline.model, check), qPrintable(path));
            models += outline.model.tensors != 0 ? 1 : 0;
        }
    }
    QVERIFY(models > 100);
}

CAIRN_TEST(tst_Model);

} // namespace cairn::tst_model

#include "tst_model.moc"
