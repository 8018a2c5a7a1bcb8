#include "core/model/fit_code.h"
#include "core/model/known_models.h"
#include "tests/support/fixtures.h"
#include "tests/support/named_shapes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_fit {

using namespace cairn::test;
using model::ModelKeys;

namespace {

checkpoint::CheckpointPtr fileOf(const QTemporaryDir& folder, const QString& shapes)
{
    const QString path = folder.filePath("a.safetensors");
    if (!writeNamedShapes(path, shapes)) {
        qFatal("the file could not be written");
    }
    return openedCheckpoint(path);
}

/// The keys "a [1]; b [2]".
ModelKeys modelOf(const QString& shapes)
{
    auto keys = model::keysOfText(QString(shapes).replace(u';', u'\n').toStdString(), "keys");
    if (!keys) {
        qFatal("%s", keys.error().paragraph().c_str());
    }
    return std::move(*keys);
}

QString namesOf(const ModelKeys& model)
{
    QStringList names;
    for (const checkpoint::StateKey& key : model.state.keys) {
        QString text = QString::fromStdString(key.name);
        for (const std::int64_t size : key.shape) {
            text += u' ' + QString::number(size);
        }
        names.append(key.isShapeKnown ? text : text + u'?');
    }
    return names.join(u';');
}

QString rulesOf(const model::KeyFit& fit)
{
    QStringList rules;
    if (fit.renaming) {
        for (const checkpoint::RenameRule& rule : fit.renaming->rules) {
            rules.append(QString::fromStdString(checkpoint::renameText(rule)));
        }
    }
    return rules.join(u' ');
}

} // namespace

/// Into which model a state_dict goes, and with which names. What torch says of it is fit_oracle.py's to ask.
class TestFit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsKeys_data();
    void readsKeys();
    void refusesKeys_data();
    void refusesKeys();
    void maps_data();
    void maps();
    void mapsAreUsable();
    void findsNames_data();
    void findsNames();
    void namesOthersThatFit();
    void keepsWhatTheFileCallsIt();
    void knownModels();
    void inventsNoHead();
    void classNames_data();
    void classNames();
    void tiedTensors();
    void unknownModels_data();
    void unknownModels();
};

void TestFit::readsKeys_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("keys");
    QTest::newRow("a list of Python") << "['a.b', 'c']" << "a.b?;c?";
    QTest::newRow("the keys of a dictionary") << "odict_keys(['a.b', 'c'])" << "a.b?;c?";
    QTest::newRow("JSON") << R"({"a.b": [3, 4], "c": [], "d": null})" << "a.b 3 4;c;d?";
    QTest::newRow("a list of JSON") << R"(["a.b", "c"])" << "a.b?;c?";
    QTest::newRow("names") << "a.b\n\n  c\r\n" << "a.b?;c?";
    QTest::newRow("names and shapes of torch") << "a.b torch.Size([3, 4])\nc torch.Size([])\n" << "a.b 3 4;c";
    QTest::newRow("pairs of Python") << "('a.b', torch.Size([3, 4]))\n('c', (5,))\n" << "a.b 3 4;c 5";
    QTest::newRow("as an editor of Windows saves it") << QString::fromUtf8("\xEF\xBB\xBF"
                                                                           "a.b [3]\r\nc [5]\r\n")
                                                      << "a.b 3;c 5";
    QTest::newRow("tuples") << "a.b\t(3, 4)\nc: (5,)\n" << "a.b 3 4;c 5";
}

void TestFit::readsKeys()
{
    QFETCH(QString, text);
    const auto keys = model::keysOfText(text.toStdString(), "keys");
    QVERIFY2(keys, keys ? "" : keys.error().paragraph().c_str());
    QTEST(namesOf(*keys), "keys");
}

void TestFit::refusesKeys_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("what");
    QTest::newRow("nothing") << " \n" << "there is no key in it";
    QTest::newRow("an empty list") << "[]" << "there is no key in it";
    QTest::newRow("a sentence") << "a [1]\nnot a key" << "line 2 is no key with its shape: \"not a key\"";
    QTest::newRow("a number before it") << "0 a.b (4,)" << "line 1 is no key with its shape: \"0 a.b (4,)\"";
    QTest::newRow("a negative size") << "a [-1]" << "line 1 is no key with its shape: \"a [-1]\"";
    QTest::newRow("a size too large") << "a [99999999999999999999]"
                                      << "line 1 is no key with its shape: \"a [99999999999999999999]\"";
    QTest::newRow("a shape of texts") << R"({"a": ["b"]})" << "the shape of \"a\" is no list of sizes";
}

void TestFit::refusesKeys()
{
    QFETCH(QString, text);
    const auto keys = model::keysOfText(text.toStdString(), "keys");
    QVERIFY(!keys);
    QTEST(QString::fromStdString(keys.error().what.text()), "what");
}

void TestFit::maps_data()
{
    QTest::addColumn<QString>("map");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("renamed"); // empty: it is none of the map's
    // As the programs themselves have them.
    QTest::newRow("BERT") << "bert-old-to-new" << "bert.encoder.layer.0.output.LayerNorm.gamma"
                          << "bert.encoder.layer.0.output.LayerNorm.weight";
    QTest::newRow("not BERT") << "bert-old-to-new" << "norm.gamma" << "";
    QTest::newRow("weight_norm") << "weight-norm-old-to-new" << "conv.weight_g"
                                 << "conv.parametrizations.weight.original0";
    QTest::newRow("weight_norm back") << "weight-norm-new-to-old" << "parametrizations.weight.original1" << "weight_v";
    QTest::newRow("DenseNet") << "densenet-old-to-new" << "features.denseblock1.denselayer1.norm.1.weight"
                              << "features.denseblock1.denselayer1.norm1.weight";
    QTest::newRow("PEFT") << "peft-file-to-model" << "base_model.model.h.0.q.lora_A.weight"
                          << "base_model.model.h.0.q.lora_A.default.weight";
    QTest::newRow("kohya")
        << "kohya-to-diffusers"
        << "lora_unet_down_blocks_0_attentions_0_transformer_blocks_0_attn1_to_out_0.lora_down.weight"
        << "unet.down_blocks.0.attentions.0.transformer_blocks.0.attn1.to_out.0.lora_A.weight";
    QTest::newRow("kohya's second text encoder")
        << "kohya-to-diffusers" << "lora_te2_text_model_encoder_layers_3_self_attn_q_proj.lora_up.weight"
        << "text_encoder_2.text_model.encoder.layers.3.self_attn.q_proj.lora_B.weight";
    QTest::newRow("kohya's feed forward")
        << "kohya-to-diffusers"
        << "state.lora_unet_mid_block_attentions_0_transformer_blocks_0_ff_net_0_proj.alpha"
        << "state.unet.mid_block.attentions.0.transformer_blocks.0.ff.net.0.proj.alpha";
    QTest::newRow("kohya of another model")
        << "kohya-to-diffusers" << "lora_unet_double_blocks_0_img_mlp_0.lora_up.weight"
        << "";
    QTest::newRow("old attention") << "diffusers-attention-old-to-new"
                                   << "decoder.mid_block.attentions.0.proj_attn.bias"
                                   << "decoder.mid_block.attentions.0.to_out.0.bias";
    QTest::newRow("Whisper") << "whisper-to-transformers" << "decoder.blocks.3.cross_attn.query.weight"
                             << "decoder.layers.3.encoder_attn.q_proj.weight";
    QTest::newRow("Whisper's positions") << "whisper-to-transformers" << "encoder.positional_embedding"
                                         << "encoder.embed_positions.weight";
    QTest::newRow("Whisper back") << "transformers-to-whisper" << "decoder.layers.3.self_attn_layer_norm.bias"
                                  << "decoder.blocks.3.attn_ln.bias";
    QTest::newRow("ESRGAN") << "esrgan-old-to-new" << "RRDB_trunk.0.RDB1.conv1.weight" << "body.0.rdb1.conv1.weight";
    QTest::newRow("another ESRGAN") << "esrgan-old-to-new" << "model.1.sub.0.RDB1.conv1.0.weight" << "";
    // As spandrel reads such files.
    for (const auto& [old, now] :
         {std::pair("model.1.sub.11.RDB2.conv3.0.weight", "body.11.rdb2.conv3.weight"),
          std::pair("model.1.sub.23.bias", "conv_body.bias"), std::pair("model.0.weight", "conv_first.weight"),
          std::pair("model.3.weight", "conv_up1.weight"), std::pair("model.6.bias", "conv_up2.bias"),
          std::pair("model.8.weight", "conv_hr.weight"), std::pair("model.10.bias", "conv_last.bias")}) {
        QTest::newRow(old) << "esrgan-numbered-to-new" << old << now;
    }
    QTest::newRow("ESRGAN back") << "esrgan-new-to-old" << "body.22.rdb3.conv5.bias" << "RRDB_trunk.22.RDB3.conv5.bias";
}

void TestFit::maps()
{
    QFETCH(QString, map);
    QFETCH(QString, name);
    const auto rule = checkpoint::parseRename("@" + map.toStdString());
    QVERIFY(rule);
    const auto renamed = checkpoint::applyRename(*rule, name.toStdString());
    QTEST(QString::fromStdString(renamed.value_or(std::string())), "renamed");
}

/// Each has a name of its own that --rename takes, and says what it is for.
void TestFit::mapsAreUsable()
{
    for (const checkpoint::KeyMap& map : checkpoint::keyMaps()) {
        const auto rule = checkpoint::parseRename("@" + std::string(map.name));
        QVERIFY2(rule && rule->map == &map, map.name.data());
        QVERIFY(!map.title.empty());
        QVERIFY(map.runs.empty() == (map.renamed != nullptr));
    }
    const auto unknown = checkpoint::parseRename("@whisper-to-transformer");
    QVERIFY(!unknown);
    QVERIFY(QString::fromStdString(unknown.error().paragraph()).contains("did you mean \"whisper-to-transformers\"?"));
}

void TestFit::findsNames_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("rules");
    QTest::addColumn<bool>("loads");
    QTest::newRow("as it is") << "a.w [1]; a.b [2]" << "a.w [1]; a.b [2]" << "" << true;
    QTest::newRow("a prefix too many") << "m.a.w [1]; m.a.b [2]" << "a.w [1]; a.b [2]" << "m.=" << true;
    QTest::newRow("a prefix too few") << "a.w [1]; a.b [2]" << "m.a.w [1]; m.a.b [2]" << "*=m.*" << true;
    QTest::newRow("another prefix") << "m.a.w [1]; m.a.b [2]" << "n.a.w [1]; n.a.b [2]" << "m.=n." << true;
    QTest::newRow("something beside it") << "m.a.w [1]; m.a.b [2]; loss.w [1]" << "a.w [1]; a.b [2]" << "m.=" << true;
    QTest::newRow("wrapped inside") << "a.module.w [1]; a.module.b [2]" << "a.w [1]; a.b [2]" << "*.module.*=*.*"
                                    << true;
    QTest::newRow("a map and a prefix") << "x.LayerNorm.gamma [3]; x.LayerNorm.beta [3]"
                                        << "bert.x.LayerNorm.weight [3]; bert.x.LayerNorm.bias [3]"
                                        << "@bert-old-to-new *=bert.*" << true;
    QTest::newRow("an adapter, which is small")
        << "m.q.lora_A.weight [1, 4]; m.q.lora_B.weight [4, 1]"
        << "m.q.lora_A.default.weight [1, 4]; m.q.lora_B.default.weight [4, 1]; m.a [1]; m.b [2]; m.c [3]"
        << "@peft-file-to-model" << false;
    QTest::newRow("what an adapter is on") << "m.q.base_layer.weight [4, 4]; m.k.weight [4, 4]"
                                           << "m.q.weight [4, 4]; m.k.weight [4, 4]" << "*.base_layer.*=*.*" << true;
    QTest::newRow("weight_norm of before")
        << "c.weight_g [4, 1]; c.weight_v [4, 2]; c.bias [4]"
        << "c.bias [4]; c.parametrizations.weight.original0 [4, 1]; c.parametrizations.weight.original1 [4, 2]" << ""
        << true;
    QTest::newRow("another head") << "m.a.w [1]; m.a.b [2]; m.h.w [5]" << "a.w [1]; a.b [2]; h.w [6]" << "m.=" << false;
    // Names are not made up for tensors that happen to have a shape of the model's.
    QTest::newRow("another model") << "x.w [1]; y.w [7]; z.w [8]" << "a.w [1]; b.w [2]; c.w [3]; d.w [4]" << ""
                                   << false;
    QTest::newRow("names that would be two")
        << "a.w [1]; m.a.w [1]; m.b.w [2]; m.c.w [3]" << "b.w [2]; c.w [3]" << "" << false;
}

void TestFit::findsNames()
{
    QFETCH(QString, file);
    QFETCH(QString, wanted);
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, file);
    const model::FoundState found = model::stateOf(*checkpoint);
    const model::KeyFit fit = model::fitKeys(modelOf(wanted), found.state, checkpoint->entryName(found.group));
    QTEST(rulesOf(fit), "rules");
    QTEST(fit.renaming ? fit.renaming->report.loads() : fit.report.loads(), "loads");
}

/// A student and its teacher: the first is taken, and the other is named.
void TestFit::namesOthersThatFit()
{
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, "student.a.w [1]; student.a.b [2]; teacher.a.w [1]; teacher.a.b [2]");
    const ModelKeys wanted = modelOf("a.w [1]; a.b [2]");
    const model::KeyFit fit = model::fitKeys(wanted, model::stateOf(*checkpoint).state, {});
    QVERIFY(fit.renaming);
    QCOMPARE(fit.renaming->kept, std::vector<std::string>{"student."});
    QCOMPARE(fit.renaming->asGood, std::vector<std::string>{"teacher."});
    QCOMPARE(fit.renaming->leftOut, (std::vector<std::string>{"teacher.a.w", "teacher.a.b"}));
    const model::RenamedCopy copy = model::renamedCopy(*checkpoint, 0, *fit.renaming);
    QCOMPARE(copy.keep, std::vector<std::string>{"student.*"});
    QCOMPARE(copy.renames, std::vector<std::string>{"student.="});
    QCOMPARE(copy.pattern, std::string_view("{stem}.renamed.safetensors"));
}

/// The names to keep are those before any rule.
void TestFit::keepsWhatTheFileCallsIt()
{
    const QTemporaryDir folder;
    const auto checkpoint =
        fileOf(folder, "q.a.w [1]; q.a.b [2]; q.a.c [3]; q.a.d [4]; q.mlp.w [5]; q.mlp.b [6]; k.a.w [1]; k.a.b [2]");
    const ModelKeys wanted = modelOf("a.w [1]; a.b [2]; a.c [3]; a.d [4]; fc.w [5]; fc.b [6]");
    const model::KeyFit fit = model::fitKeys(wanted, model::stateOf(*checkpoint).state, {});
    QCOMPARE(rulesOf(fit), "q.= mlp.=fc.");
    QCOMPARE(fit.renaming->kept, std::vector<std::string>{"q."});
    QVERIFY(fit.renaming->report.loads());
}

/// Numbers of classes can be any; a tensor of elsewhere is no head for that.
void TestFit::inventsNoHead()
{
    const QByteArray lines = contentOf(QStringLiteral(CAIRN_TESTS_DIR "/model/torchvision_resnet18.tsv"));
    QString keys = QString::fromUtf8(lines).replace(u'\t', u' ').replace(u'\n', u';');
    keys.replace("fc.weight [1000, 512]", "proj.0.weight [512, 512]").replace("fc.bias [1000]", "proj.0.bias [512]");
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, keys);
    const auto fitted = model::fitKnownModel(model::KnownModels::ofProgram(), "torchvision/resnet18", *checkpoint, {});
    QVERIFY(fitted);
    QVERIFY(!fitted->fit.renaming);
    QCOMPARE(fitted->fit.report.missing, (std::vector<std::string>{"fc.weight", "fc.bias"}));
    QCOMPARE(fitted->fit.report.taken, 120U);
}

void TestFit::knownModels()
{
    const QByteArray lines = contentOf(QStringLiteral(CAIRN_TESTS_DIR "/model/torchvision_resnet18.tsv"));
    QStringList keys = QString::fromUtf8(lines).replace(u'\t', u' ').split(u'\n', Qt::SkipEmptyParts);
    keys.replaceInStrings("[1000", "[10");
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, keys.join(u';'));
    const model::ModelWeights weights = model::findWeights(*checkpoint);
    const model::FoundState found = model::stateOf(*checkpoint);
    const model::KnownModels& known = model::KnownModels::ofProgram();
    const auto asInFile =
        model::keysOfKnownModel(known, *model::modelNamed(known, "TorchVision/ResNet18"), weights, {});
    QVERIFY(asInFile);
    QCOMPARE(namesOf(*asInFile).replace(u' ', u','), QString(keys.join(u';'))
                                                         .remove(u'[')
                                                         .remove(u']')
                                                         .replace(", ", ",")
                                                         .replace(u' ', u',')
                                                         .remove(QRegularExpression(",+(?=;|$)")));
    QVERIFY(model::fitKeys(*asInFile, found.state, {}).report.loads());
    QCOMPARE(QString::fromStdString(asInFile->making),
             QString("torchvision.models.get_model(\"resnet18\", weights=None, num_classes=10)"));
    const auto more =
        model::keysOfKnownModel(known, *model::modelNamed(known, "torchvision/resnet18"), weights, {{"classes", 1000}});
    QVERIFY(more);
    const model::KeyFit fit = model::fitKeys(*more, found.state, {});
    QCOMPARE(fit.report.wrong, (std::vector<std::string>{"fc.weight", "fc.bias"}));
    QCOMPARE(fit.report.taken, static_cast<std::size_t>(keys.size() - 2));
}

/// What torch names in its errors, by type() of what the libraries make.
void TestFit::classNames_data()
{
    QTest::addColumn<QString>("className");
    QTest::newRow("torchvision/resnet18") << "ResNet";
    QTest::newRow("torchvision/mobilenet_v2") << "MobileNetV2";
    QTest::newRow("timm/vit_base_patch16_224") << "VisionTransformer";
    QTest::newRow("timm/resnet50") << "ResNet";
    QTest::newRow("transformers/BertModel, base") << "BertModel";
}

void TestFit::classNames()
{
    QFETCH(QString, className);
    const model::KnownModels& known = model::KnownModels::ofProgram();
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, "a.w [1]");
    const auto keys = model::keysOfKnownModel(known, *model::modelNamed(known, QTest::currentDataTag()),
                                              model::findWeights(*checkpoint), {});
    QCOMPARE(QString::fromStdString(keys->className), className);
}

/// A model that has a tensor under two names, as its checkpoint tells, is given it by one of them.
void TestFit::tiedTensors()
{
    const auto tied = openedFixture("torch26/module_tied.pt"); // its head is its embedding
    const ModelKeys wanted = model::keysOfCheckpoint(*tied);
    QCOMPARE(wanted.spare, std::unordered_set<std::string>{"head.weight"});
}

void TestFit::unknownModels_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("in two libraries") << "resnet18" << "several libraries have a model called \"resnet18\"";
    QTest::newRow("mistyped") << "torchvision/resnet81" << "did you mean \"torchvision/resnet";
    QTest::newRow("nothing like it") << "my_own_net" << "\"my_own_net\" is no file, and no model that is known by name";
}

void TestFit::unknownModels()
{
    QFETCH(QString, name);
    QFETCH(QString, says);
    const auto named = model::modelNamed(model::KnownModels::ofProgram(), name.toStdString());
    QVERIFY(!named);
    QVERIFY2(QString::fromStdString(named.error().paragraph()).contains(says), named.error().paragraph().c_str());
}

CAIRN_TEST(TestFit);

} // namespace cairn::tst_fit

#include "tst_fit.moc"
