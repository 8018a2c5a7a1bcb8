#include "core/model/fit_code.h"
#include "core/model/fit_text.h"
#include "core/model/known_models.h"
#include "core/model/model_code.h"
#include "tests/support/fixtures.h"
#include "tests/support/named_shapes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/support/written_pickle.h"

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

/// A dictionary of tensors without elements, under these names; one that is a number is the key of that number.
QByteArray dictOf(const QStringList& names)
{
    QByteArray dict = "}";
    for (const QString& name : names) {
        bool isNumber = false;
        const int number = name.toInt(&isNumber);
        dict += (isNumber ? "K" + QByteArray(1, static_cast<char>(number)) : text(name.toLatin1())) + kTensor + 's';
    }
    return dict;
}

checkpoint::CheckpointPtr saved(const QByteArray& object)
{
    const bool hasTensors = object.contains("_rebuild_tensor");
    auto checkpoint = opened(legacy("}", object, hasTensors ? ']' + text("0") + 'a' : QByteArray("]")) +
                             QByteArray(hasTensors ? 8 : 0, '\0'));
    if (!checkpoint) {
        qFatal("%s", checkpoint.error().paragraph().c_str());
    }
    return *checkpoint;
}

/// A file of keys for fitModelFile().
Result<model::ModelFit> fitted(const checkpoint::Checkpoint& checkpoint, const QByteArray& keys)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("keys.txt");
    writeFile(path, keys);
    return model::fitModelFile(path.toStdString(), checkpoint::openCheckpoint(path.toStdString()), checkpoint);
}

QString linesOf(const Result<model::ModelFit>& fitted)
{
    if (!fitted) {
        return QString::fromStdString(fitted.error().paragraph());
    }
    QStringList lines;
    for (const model::FitLine& line : model::fitLines(*fitted)) {
        lines.append(QString::fromStdString(line.text.text()));
    }
    return lines.join(u'\n');
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
    void findsNames_data();
    void findsNames();
    void printedRulesRename();
    void namesOthersThatFit();
    void partsAreNoChoice();
    void keepsWhatTheFileCallsIt();
    void knownModels();
    void inventsNoHead();
    void widthsOfHeads_data();
    void widthsOfHeads();
    void takesTheStateThatFits();
    void stopsAtKeysThatAreNoText();
    void says_data();
    void says();
    void noModels();
    void whyThereIsNoPython();
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
    // As Python's repr() writes them.
    QTest::newRow("quotes of both kinds")
        << R"(["it's", 'say "a"', 'it\'s "a"', 'c'])" << R"(it's?;say "a"?;it's "a"?;c?)";
    QTest::newRow("backslashes") << R"(['a\\', 'b\\n', '\\\'"'])" << R"(a\?;b\n?;\'"?)";
    QTest::newRow("what has no sign") << R"(['a\nb', 'c\td\re', '\x1b[', 'é\xa0', '\u2028', '\U000e0001'])"
                                      << QString::fromUtf8("a\nb?;c\td\re?;\x1b[?;é\u00a0?;\u2028?;\U000e0001?");
    QTest::newRow("what looks like JSON") << R"(["it's", "a.b"])" << "it's?;a.b?";
    QTest::newRow("texts of JSON") << R"(["a\"b", "\ud83d\ude00", "a\/b"])" << QString::fromUtf8("a\"b?;😀?;a/b?");
    QTest::newRow("odd pairs of Python") << R"(("it's", torch.Size([3])))"
                                            "\n"
                                            R"(('it\'s "a"', (5,)))"
                                         << R"(it's 3;it's "a" 5)";
    QTest::newRow("names") << "a.b\n\n  c\r\n" << "a.b?;c?";
    QTest::newRow("names and shapes of torch") << "a.b torch.Size([3, 4])\nc torch.Size([])\n" << "a.b 3 4;c";
    QTest::newRow("pairs of Python") << "('a.b', torch.Size([3, 4]))\n('c', (5,))\n" << "a.b 3 4;c 5";
    QTest::newRow("as an editor of Windows saves it") << QString::fromUtf8("\xEF\xBB\xBF"
                                                                           "a.b [3]\r\nc [5]\r\n")
                                                      << "a.b 3;c 5";
    QTest::newRow("lines that are there twice") << "a.b\nc\na.b\n" << "a.b?;c?";
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
    QTest::newRow("a list without its end") << "['a', 'b" << "this is no list of keys: \"'b\"";
    QTest::newRow("a list cut between keys") << "['a', 'b'," << "the list ends without its \"]\": keys may be missing";
    QTest::newRow("a list without its bracket")
        << "['a', 'b'" << "the list ends without its \"]\": keys may be missing";
    QTest::newRow("a list that was shortened") << "['a', ...]" << "this is no list of keys: \"...]\"";
    QTest::newRow("texts that Python joins") << "['a' 'b']" << "this is no list of keys: \"'a' 'b']\"";
    QTest::newRow("more than a list") << "['a'] + more" << "this is no list of keys: \" + more\"";
    QTest::newRow("a sentence") << "a [1]\nnot a key" << "line 2 is no key with its shape: \"not a key\"";
    QTest::newRow("a number before it") << "0 a.b (4,)" << "line 1 is no key with its shape: \"0 a.b (4,)\"";
    QTest::newRow("a negative size") << "a [-1]" << "line 1 is no key with its shape: \"a [-1]\"";
    QTest::newRow("a size too large") << "a [99999999999999999999]"
                                      << "line 1 is no key with its shape: \"a [99999999999999999999]\"";
    QTest::newRow("one key with two shapes") << "a [1]\na [2]" << "\"a\" stands there twice, with other shapes";
    QTest::newRow("a shape of texts") << R"({"a": ["b"]})" << "the shape of \"a\" is no list of sizes";
}

void TestFit::refusesKeys()
{
    QFETCH(QString, text);
    const auto keys = model::keysOfText(text.toStdString(), "keys");
    QVERIFY(!keys);
    QTEST(QString::fromStdString(keys.error().what.text()), "what");
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
    QTest::newRow("an adapter with a head")
        << "m.q.lora_A.weight [1, 4]; m.q.lora_B.weight [4, 1]; m.head.weight [2, 4]; m.head.bias [2]"
        << "m.q.lora_A.default.weight [1, 4]; m.q.lora_B.default.weight [4, 1]; m.head.modules_to_save.default.weight "
           "[2, 4]; m.head.modules_to_save.default.bias [2]; m.a [1]; m.b [2]; m.c [3]; m.d [5]; m.e [6]"
        << "@peft-file-to-model m.head.=m.head.modules_to_save.default." << false;
    QTest::newRow("an adapter with a name")
        << "m.q.lora_A.weight [1, 4]; m.q.lora_B.weight [4, 1]; m.k.ia3_l [4, 1]; m.head.weight [2, 4]"
        << "m.q.lora_A.other.weight [1, 4]; m.q.lora_B.other.weight [4, 1]; m.k.ia3_l.other [4, 1]; "
           "m.head.modules_to_save.other.weight [2, 4]; m.a [1]; m.b [2]; m.c [3]; m.d [5]; m.e [6]; m.f [7]"
        << "@peft-file-to-model *.default=*.other m.head.=m.head.modules_to_save.other." << false;
    QTest::newRow("an adapter that had another name")
        << "m.q.lora_A.one.weight [1, 4]; m.q.lora_B.one.weight [4, 1]; m.default.k.ia3_l.one [4, 1]"
        << "m.q.lora_A.two.weight [1, 4]; m.q.lora_B.two.weight [4, 1]; m.default.k.ia3_l.two [4, 1]"
        << "*.one=*.two" << true;
    QTest::newRow("the file of an adapter with a name")
        << "m.q.lora_A.one.weight [1, 4]; m.q.lora_B.one.weight [4, 1]; m.k.ia3_l.one [4, 1]"
        << "m.q.lora_A.weight [1, 4]; m.q.lora_B.weight [4, 1]; m.k.ia3_l [4, 1]"
        << "*.one=*.default @peft-model-to-file" << true;
    // Where a batch norm is fused into a convolution; such words are in the map of an ESRGAN, too.
    QTest::newRow("a word of another program's")
        << "conv1.0.weight [2]; conv1.0.bias [3]; a.w [4]; b.w [5]"
        << "conv1.weight [2]; bn.a [6]; bn.b [7]; bn.c [8]; bn.d [9]; a.w [4]; b.w [5]" << "" << false;
    QTest::newRow("signs of a rule in a prefix") << "m=.a.w [1]; m=.a.b [2]" << "@n*\\.a.w [1]; @n*\\.a.b [2]"
                                                 << "m\\=.=@n\\*\\\\." << true;
    QTest::newRow("signs of a rule in a prefix too few") << "a.w [1]; a.b [2]" << "m*.a.w [1]; m*.a.b [2]"
                                                         << "*=m\\*.*" << true;
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
    QTest::newRow("names that would be two") << "a.w [1]; m.a.w [1]; m.w [2]; m.b [3]" << "w [2]; b [3]" << "" << false;
}

/// What is printed gives the names that the model has, by the code that `convert` renames with.
void TestFit::printedRulesRename()
{
    for (const char* const outer : {"", "a=b", "*", "\\", "x\\=y*", "@m", "[a]?"}) {
        for (const char* const from : {"m=.", "*.", "**.", "\\.", "\\=.", "@m.", ">.", "[m].", ""}) {
            for (const char* const to : {"n=.", "*.", "=>.", "\\.", ">.", "@bert-old-to-new.", ""}) {
                const std::string group(outer);
                const std::string before = group.empty() ? "" : group + '.';
                if (std::string_view(from) == to) {
                    continue;
                }
                ModelKeys wanted{.title = {}, .state = {}};
                checkpoint::StateKeys loaded;
                for (const char* const key : {"a.w", "a.b"}) {
                    wanted.state.keys.push_back({.name = std::string(to) + key, .shape = {1}});
                    loaded.keys.push_back({.name = std::string(from) + key, .shape = {1}});
                }
                const model::KeyFit fit = model::fitKeys(wanted, loaded, group);
                QVERIFY2(fit.renaming && fit.renaming->report.loads(), from);
                std::string name = before + from + "a.w";
                for (const checkpoint::RenameRule& rule : fit.renaming->rules) {
                    const auto read = checkpoint::parseRename(model::ruleInGroup(rule, group));
                    QVERIFY2(read, read ? "" : read.error().paragraph().c_str());
                    name = checkpoint::applyRename(*read, name).value_or(name);
                }
                QCOMPARE(name, before + to + "a.w");
            }
        }
    }
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

/// Parts of one model are no choice, also where nothing but their words tells them from another's.
void TestFit::partsAreNoChoice()
{
    const QTemporaryDir folder;
    const auto parts = fileOf(folder, "net_a.x.w [1]; net_a.x.b [2]; net_b.y.w [3]; net_b.y.b [4]");
    const ModelKeys wanted = modelOf("a.x.w [1]; a.x.b [2]; b.y.w [3]; b.y.b [4]");
    const model::KeyFit fit = model::fitKeys(wanted, model::stateOf(*parts).state, {});
    QVERIFY(fit.renaming && fit.renaming->report.loads());
    QCOMPARE(fit.renaming->asGood, std::vector<std::string>());
    const QTemporaryDir other;
    const auto one = fileOf(other, "m.w [1]; m.b [2]");
    const model::KeyFit twice =
        model::fitKeys(modelOf("n.w [1]; n.b [2]; o.w [1]; o.b [2]"), model::stateOf(*one).state, {});
    QVERIFY(!twice.renaming || twice.renaming->asGood.empty());
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

/// Of ultralytics some layers of the smallest models are as wide as there are classes, but no narrower than others are,
/// and no wider than 100. These are the sizes that it makes.
void TestFit::widthsOfHeads_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("key");
    QTest::addColumn<int>("least");
    QTest::newRow("8") << "ultralytics/yolov8n" << "model.22.cv3.0.0.conv.weight" << 64;
    QTest::newRow("11") << "ultralytics/yolo11n" << "model.23.cv3.0.0.1.conv.weight" << 64;
    QTest::newRow("with parts") << "ultralytics/yolov8n-seg" << "model.22.cv3.0.0.conv.weight" << 64;
    QTest::newRow("with points") << "ultralytics/yolov8n-pose" << "model.22.cv3.0.0.conv.weight" << 64;
    QTest::newRow("10") << "ultralytics/yolov10n" << "model.23.cv3.0.0.1.conv.weight" << 64;
    // Of this one the database has no way between the two.
    QTest::newRow("nearly a hundred") << "ultralytics/yolov8m-p2" << "model.28.cv3.0.0.conv.weight" << 96;
}

void TestFit::widthsOfHeads()
{
    QFETCH(QString, name);
    QFETCH(QString, key);
    QFETCH(int, least);
    const model::KnownModels& known = model::KnownModels::ofProgram();
    const QTemporaryDir folder;
    const auto checkpoint = fileOf(folder, "a.w [1]");
    for (const int classes : {1, 2, 10, 80, 98, 100, 200}) {
        const auto keys = model::keysOfKnownModel(known, *model::modelNamed(known, name.toStdString()),
                                                  model::findWeights(*checkpoint), {{"classes", classes}});
        QVERIFY(keys);
        const auto found = std::ranges::find(keys->state.keys, key.toStdString(), &checkpoint::StateKey::name);
        QVERIFY(found != keys->state.keys.end());
        QCOMPARE(found->shape.front(), std::clamp(classes, least, 100));
    }
}

/// A generator beside a larger discriminator, and an average of it.
void TestFit::takesTheStateThatFits()
{
    const auto checkpoint = saved('}' + text("disc") + dictOf({"a.w", "a.b", "b.w", "b.b"}) + 's' + text("gen") +
                                  dictOf({"a.w", "a.b"}) + 's' + text("gen_ema") + dictOf({"a.w", "a.b"}) + 's');
    QCOMPARE(checkpoint->entryName(model::findWeights(*checkpoint).group), std::string("disc"));
    const auto fit = fitted(*checkpoint, "a.w [0]\na.b [0]\n");
    QVERIFY(fit);
    QVERIFY(fit->fit.report.loads());
    QCOMPARE(checkpoint->entryName(fit->found.group), std::string("gen"));
    QCOMPARE(fit->insteadOf, std::string("disc"));
    QCOMPARE(fit->asGood, std::vector<std::string>{"gen_ema"});
    QVERIFY2(linesOf(fit).startsWith("There is \"disc\" in it, too, which does not fit as well."),
             qPrintable(linesOf(fit)));
}

/// In torch's words, and without them it loads.
void TestFit::stopsAtKeysThatAreNoText()
{
    const auto checkpoint = saved(dictOf({"a.w", "5", "a.b"}));
    const auto fit = fitted(*checkpoint, "a.w [0]\na.b [0]\n");
    QVERIFY(fit);
    QVERIFY(!fit->fit.report.loads());
    QCOMPARE(fit->fit.report.text(), std::string("'int' object has no attribute 'startswith'"));
    QVERIFY(fit->fit.renaming && fit->fit.renaming->report.loads());
    QCOMPARE(model::renamedCopy(*checkpoint, fit->found.group, *fit->fit.renaming).drop, std::vector<std::string>{"5"});
    QVERIFY2(linesOf(fit).contains("AttributeError: 'int' object has no attribute 'startswith'\n"
                                   "Keys that are no text have to be left out: 5.\nWithout them it loads."),
             qPrintable(linesOf(fit)));
}

void TestFit::says_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("says");
    QTest::newRow("what may be tied") << "wte.weight [9, 4]; h.w [3]" << QByteArray("wte.weight\nh.w\nlm_head.weight\n")
                                      << "Whether what is missing is the same tensor as \"wte.weight\"";
    QTest::newRow("what is not tied, by its shape")
        << "wte.weight [9, 4]; h.w [3]" << QByteArray("wte.weight [9, 4]\nh.w [3]\nlm_head.weight [7, 4]\n")
        << "it fills 2 of the model's 3 tensors; the others stay as they were made.";
    QTest::newRow("another layer") << "wte.weight [9, 4]; h.w [3]" << QByteArray("wte.weight\nh.w\nfc.weight\n")
                                   << "the others stay as they were made.";
    QTest::newRow("an adapter that would be lost")
        << "q.weight [4, 4]; k.weight [4, 4]; q.lora_A.weight [1, 4]; q.lora_B.weight [4, 1]"
        << QByteArray("q.weight [4, 4]\nk.weight [4, 4]\n") << "But an adapter was trained with it, of 2 tensors";
    QTest::newRow("an adapter without its model")
        << "q.ia3_l [4, 1]; k.ia3_l [4, 1]" << QByteArray("q.weight [4, 4]\nk.weight [4, 4]\n")
        << "It is an adapter, and the model has no place for one.";
    QTest::newRow("lines that are there twice")
        << "a.w [1]" << QByteArray("a.w [1]\na.w [1]\n") << "Keys that stand in the list more than once count once: 1.";
}

void TestFit::says()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, keys);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    const QString lines = linesOf(fitted(*fileOf(folder, file), keys));
    QVERIFY2(lines.contains(says), qPrintable(lines));
}

/// What a training keeps beside its model is no model that could be compared.
void TestFit::noModels()
{
    const auto wordsOf = [](const checkpoint::CheckpointPtr& checkpoint) {
        const auto why = model::whyNoModel(*checkpoint);
        return why ? QString::fromStdString(why->paragraph()) : QString();
    };
    const QString optimizer = wordsOf(saved('}' + text("state") + "}s" + text("param_groups") + "]s"));
    QVERIFY2(optimizer.startsWith("there is no tensor of a model in it. The state of an optimizer"),
             qPrintable(optimizer));
    QCOMPARE(wordsOf(openedFixture("torch26/rng_states.pt")),
             "there is no tensor of a model in it. The state of generators of random numbers. The model is in another "
             "file.");
    QVERIFY(wordsOf(openedFixture("torch26/state_dict.pt")).isEmpty());
}

void TestFit::whyThereIsNoPython()
{
    const auto module = openedFixture("torch26/module.pt");
    const checkpoint::EntryId group = model::findWeights(*module).group;
    QVERIFY(!model::stateCode(*module, group));
    QVERIFY(QString::fromStdString(model::whyNoStateCode(*module, group).text()).contains("saved as an object"));
    const auto list = saved(']' + dictOf({"a.w"}) + 'a');
    const auto code = model::stateCode(*list, model::findWeights(*list).group);
    QVERIFY(code);
    QVERIFY2(code->state.ends_with("weights_only=True)[0]"), code->state.c_str());
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
    QTest::newRow("a class") << "transformers/GPT2LMHeadModel"
                             << "is a class, of which several sizes are known. Write one of "
                                "\"transformers/GPT2LMHeadModel, distil\"";
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
