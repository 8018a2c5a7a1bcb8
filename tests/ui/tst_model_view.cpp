#include "tests/support/fixtures.h"
#include "tests/support/named_shapes.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/model/model_view.h"
#include "ui/window/view_tabs.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTreeView>

namespace cairn::tst_model_view {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

/// Twelve blocks of a transformer, and what is around them.
QString transformer(const QList<int>& blocks)
{
    QString shapes = "embed.weight [100, 8]; ";
    for (const int block : blocks) {
        shapes += QString("blocks.#.norm.weight [8]; blocks.#.norm.bias [8]; blocks.#.mlp.up.weight [32, 8]; "
                          "blocks.#.mlp.up.bias [32]; blocks.#.mlp.down.weight [8, 32]; blocks.#.mlp.down.bias [8]; ")
                      .replace(u'#', QString::number(block));
    }
    return shapes + "head.weight [10, 8]; head.bias [10]";
}

QList<int> upTo(int count)
{
    QList<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/// The state_dict of torchvision's resnet18, as torchvision 0.29 has it.
QStringList resnet18()
{
    const QByteArray lines = contentOf(QStringLiteral(CAIRN_TESTS_DIR "/model/torchvision_resnet18.tsv"));
    return QString::fromUtf8(lines).replace(u'\t', u' ').split(u'\n', Qt::SkipEmptyParts);
}

/// What the command line says, with each run of blanks as one.
QString inspectModel(const QString& path)
{
    QProcess program;
    program.setProcessEnvironment([] {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", "C.UTF-8");
        environment.insert("COLUMNS", "1000");
        return environment;
    }());
    program.start(QStringLiteral(CAIRN_CLI), {"inspect", "--model", path});
    (void)program.waitForFinished(60'000);
    return QString::fromUtf8(program.readAllStandardOutput()).simplified();
}

QString textOf(const ModelView& view, const char* label)
{
    const auto* found = view.findChild<QLabel*>(label);
    return found->isVisibleTo(&view) ? found->text() : QString();
}

/// What is said of the model that the file shall be loaded into.
QString fitLines(const ModelView& view)
{
    QStringList lines;
    for (const QLabel* line : view.findChildren<QLabel*>("fitLine")) {
        lines.append(line->text());
    }
    return lines.join(u'\n');
}

} // namespace

/// Which model is in a file, and what it is made of.
class tst_ModelView : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { startAfresh(); }
    void cleanup() { m_window.reset(); }
    void namesTheModel();
    void tellsWhatDiffers();
    void saysWhatFits();
    void savesOtherNames();
    void comparesWithAFile();
    void saysWhatIsNoModel();
    void foldsBlocks();
    void missesABlock();
    void leadsToTheTree();
    void saysWhereThereIsNone();
    void takesAHundredThousand();

private:
    /// The view of a file with these tensors, when it has looked.
    [[nodiscard]] ModelView& shownModel(const QString& shapes)
    {
        const QString path = m_folder.filePath("model.safetensors");
        if (!writeNamedShapes(path, shapes)) {
            qFatal("the file could not be written");
        }
        return shownFile(path);
    }
    [[nodiscard]] ModelView& shownFile(const QString& path)
    {
        open(path);
        view().pages()->setCurrentWidget(view().pages()->page("modelPage"));
        auto& found = *view().findChild<ModelView*>();
        (void)QTest::qWaitFor([&] { return hasNoJobs(found); }, 60'000);
        return found;
    }
};

void tst_ModelView::namesTheModel()
{
    const ModelView& model = shownModel(resnet18().join(u';'));
    const QString title = textOf(model, "modelTitle");
    QVERIFY2(title.startsWith("torchvision resnet18, ") && title.endsWith(", 1000 classes; all 122 keys fit"),
             qPrintable(title));
    const auto* code = model.findChild<QPlainTextEdit*>("modelPython");
    QVERIFY(code->isVisible());
    QVERIFY2(code->toPlainText().contains("torchvision.models.get_model(\"resnet18\""),
             qPrintable(code->toPlainText()));
    const QString printed = inspectModel(view().path()); // the command line says the same of it
    QVERIFY2(printed.contains(title), qPrintable(printed));
    QVERIFY2(printed.contains(textOf(model, "modelFoot")), qPrintable(printed));
    QVERIFY2(printed.contains(code->toPlainText().simplified()), qPrintable(printed));
    for (int row = 0; row < model.model()->rowCount(); ++row) {
        const QModelIndex name = model.model()->index(row, PartsModel::Name);
        const QString line = name.data().toString() + u' ' + name.siblingAtColumn(PartsModel::What).data().toString();
        QVERIFY2(printed.contains(line.trimmed()), qPrintable(line));
    }
    QTest::mouseClick(model.findChild<QPushButton*>("modelCopy"), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), code->toPlainText());
    m_window->resize(1280, 800);
    picture("model-light");
    applyTheme(Theme::Dark);
    picture("model-dark");
}

void tst_ModelView::tellsWhatDiffers()
{
    QStringList keys = resnet18();
    keys.replaceInStrings("layer1.0.conv1.weight", "layer1.0.first.weight");
    keys.replaceInStrings("conv1.weight [64, 3, 7, 7]", "conv1.weight [64, 3, 5, 5]");
    const ModelView& model = shownModel(keys.join(u';'));
    QCOMPARE(textOf(model, "modelTitle"), "closest: torchvision resnet18, 1000 classes; 3 keys differ, 120 fit");
    QCOMPARE(textOf(model, "modelKeys"), "missing: layer1.0.conv1.weight\nunexpected: layer1.0.first.weight\n"
                                         "of another shape: conv1.weight");
    QVERIFY(!model.findChild<QWidget*>("modelCode")->isVisible()); // there is none that loads it
    picture("model-closest");
}

void tst_ModelView::saysWhatFits()
{
    const ModelView& model = shownModel(resnet18().join(u';'));
    QTRY_COMPARE(fitLines(model), "load_state_dict of torchvision resnet18, 1000 classes takes it: all 122 keys fit.");
    QVERIFY(!model.findChild<QPushButton*>("fitSave")->isVisible());
    const auto* name = model.findChild<QComboBox*>("fitModel");
    QCOMPARE(name->currentText(), "torchvision/resnet18");
    QVERIFY(name->count() > 1000);
    name->lineEdit()->setText("torchvision/vgg11");
    QTest::keyClick(name->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY(fitLines(model).startsWith("load_state_dict of torchvision vgg11 refuses it as it is.\n"
                                           "Error(s) in loading state_dict for VGG:\nMissing key(s) in state_dict: "));
    QVERIFY(!model.findChild<QWidget*>("modelCode")->isVisible()); // there is none that loads it
    picture("model-other");
}

/// The button writes the copy that the command line would write, and the Python is that of the command line.
void tst_ModelView::savesOtherNames()
{
    QStringList keys = resnet18();
    for (QString& key : keys) {
        key.prepend("module.");
    }
    const ModelView& model = shownModel(keys.join(u';'));
    QTRY_COMPARE(
        fitLines(model),
        "load_state_dict of torchvision resnet18, 1000 classes refuses it as it is.\nWith other names it loads.\n"
        "\"module.\" in front of names is taken away.");
    picture("model-names");
    const QString python = model.findChild<QPlainTextEdit*>("modelPython")->toPlainText();
    QVERIFY2(python.contains("key.removeprefix(\"module.\")"), qPrintable(python));
    auto* save = model.findChild<QPushButton*>("fitSave");
    QVERIFY(save->isVisible());
    m_answers.target = m_folder.filePath("renamed.safetensors");
    QTest::mouseClick(save, Qt::LeftButton);
    QVERIFY(m_answers.suggestion.endsWith("/model.renamed.safetensors"));
    QTRY_VERIFY(QFile::exists(m_answers.target));
    QTRY_VERIFY(hasNoJobs(*m_window));
    const ModelView& copy = shownFile(m_answers.target);
    QTRY_COMPARE(fitLines(copy), "load_state_dict of torchvision resnet18, 1000 classes takes it: all 122 keys fit.");
}

void tst_ModelView::comparesWithAFile()
{
    const ModelView& model = shownModel("a.weight [2]; a.bias [3]");
    m_answers.files = {writtenFile(m_folder, "keys.txt", "a.weight [2]\na.bias [4]\n")};
    QTest::mouseClick(model.findChild<QPushButton*>("fitFile"), Qt::LeftButton);
    QTRY_VERIFY(fitLines(model).contains("size mismatch for a.bias: copying a param with shape torch.Size([3]) from "
                                         "checkpoint, the shape in current model is torch.Size([4])."));
    QCOMPARE(model.findChild<QComboBox*>("fitModel")->currentText(), m_answers.files.first());
    m_answers.files.clear(); // nobody chose one
    QTest::mouseClick(model.findChild<QPushButton*>("fitFile"), Qt::LeftButton);
    QVERIFY(fitLines(model).contains("size mismatch for a.bias"));
}

void tst_ModelView::saysWhatIsNoModel()
{
    const ModelView& model = shownModel("a.weight [2]; a.bias [3]");
    const auto* name = model.findChild<QComboBox*>("fitModel");
    name->lineEdit()->setText("resnet18");
    QTest::keyClick(name->lineEdit(), Qt::Key_Return);
    QTRY_VERIFY2(fitLines(model).startsWith("Several libraries have a model called \"resnet18\"."),
                 qPrintable(fitLines(model)));
}

void tst_ModelView::foldsBlocks()
{
    ModelView& model = shownModel(transformer(upTo(12)));
    const QAbstractItemModelTester tester(model.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(textOf(model, "modelTitle"), "No model that is known by name: 1 Embedding, 12 Norm and 25 Linear");
    QCOMPARE(tableText(*model.model(), " | "), "embed | Embedding 100 × 8 | 800 | 3.2 kB | 10.4 %\n"
                                               "blocks × 12 |  | 6 816 | 27.3 kB | 88.5 %\n"
                                               "head | Linear 8 → 10 | 90 | 360 B | 1.2 %\n");
    const QModelIndex blocks = model.model()->index(1, 0);
    QCOMPARE(model.model()->rowCount(blocks), 2); // of one of them
    const QModelIndex mlp = model.model()->index(1, 0, blocks);
    QCOMPARE(mlp.data().toString(), "mlp");
    QCOMPARE(model.model()->index(0, PartsModel::What, mlp).data().toString(), "Linear 8 → 32");
    QVERIFY(model.findChild<QTreeView*>("modelParts")->isExpanded(mlp));
    QVERIFY(textOf(model, "modelIssues").isEmpty());
    picture("model-blocks");
}

void tst_ModelView::missesABlock()
{
    QList<int> blocks = upTo(12);
    blocks.removeAt(7);
    const ModelView& model = shownModel(transformer(blocks));
    QVERIFY2(!textOf(model, "modelIssues").startsWith("⚠ ") && textOf(model, "modelIssues").contains(u'7'),
             qPrintable(textOf(model, "modelIssues")));
}

void tst_ModelView::leadsToTheTree()
{
    const ModelView& model = shownModel(transformer(upTo(12)));
    auto* parts = model.findChild<QTreeView*>("modelParts");
    const QModelIndex head = model.model()->index(2, 0);
    const QPoint place = parts->visualRect(head).center();
    QTest::mouseClick(parts->viewport(), Qt::LeftButton, {}, place);
    QTest::mouseDClick(parts->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(view().pages()->currentWidget(), &tree());
    QCOMPARE(tree().currentIndex().siblingAtColumn(0).data().toString(), "weight");
    QCOMPARE(view().document()->checkpoint->entryName(this->model().entryAt(tree().currentIndex())), "head.weight");
}

void tst_ModelView::saysWhereThereIsNone()
{
    const ModelView& model = shownFile(fixture("byhand/safe_empty.safetensors"));
    QCOMPARE(textOf(model, "modelEmpty"), "There is no tensor of a model in it");
    QVERIFY(!model.findChild<QTreeView*>("modelParts")->isVisible());
}

/// As many as a large model of many experts has, no two alike.
void tst_ModelView::takesAHundredThousand()
{
    QString shapes;
    for (int tensor = 0; tensor < 100'000; ++tensor) {
        shapes += QStringLiteral("expert%1x.weight [1];").arg(tensor);
    }
    ModelView& model = shownModel(shapes);
    QCOMPARE(model.model()->rowCount(), 100'000);
    QCOMPARE(model.model()->index(99'999, 0).data().toString(), "expert99999x");
}

CAIRN_TEST(tst_ModelView, QApplication);

} // namespace cairn::tst_model_view

#include "tst_model_view.moc"
