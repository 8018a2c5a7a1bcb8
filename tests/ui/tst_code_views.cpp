#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/code/code_text.h"
#include "ui/window/view_tabs.h"

#include <QLabel>
#include <QProcess>
#include <QTextBlock>
#include <QTextLayout>

namespace cairn::tst_code_views {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

/// The pieces of a line that have this colour.
QStringList inColour(const QTextBlock& line, const QColor& colour)
{
    QStringList pieces;
    for (const QTextLayout::FormatRange& range : line.layout()->formats()) {
        if (range.format.foreground().color() == colour) {
            pieces.append(line.text().mid(range.start, range.length));
        }
    }
    return pieces;
}

QColor colourAt(const QTextBlock& line, const QString& piece)
{
    const auto at = line.text().indexOf(piece);
    for (const QTextLayout::FormatRange& range : line.layout()->formats()) {
        if (at >= range.start && at < range.start + range.length) {
            return range.format.foreground().color();
        }
    }
    return {};
}

} // namespace

/// Code to be read: of rows that stand for source files, and for a map.
class tst_CodeViews : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void showsSources_data();
    void showsSources();
    void coloursPython();
    void coloursWhatGoesOverLines();
    void coloursOtherLanguages();
    void scrollsMapCode();
    void quotesAlike();
};

void tst_CodeViews::init()
{
    startAfresh();
    m_window->resize(1280, 800);
}

void tst_CodeViews::showsSources_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("record");
    QTest::newRow("TorchScript") << "torch26/script_plain.pt" << "code/__torch__/fixture_classes.py"
                                 << "archive/code/__torch__/fixture_classes.py";
    QTest::newRow("package") << "torch26/package.pt" << "fixture_classes.py" << "archive/fixture_classes.py";
}

/// As Python's own zipfile reads it.
void tst_CodeViews::showsSources()
{
    QFETCH(const QString, file);
    QFETCH(const QString, row);
    QFETCH(const QString, record);
    QProcess python;
    python.start("python3", {"-c",
                             "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2])"
                             ".decode())",
                             fixture(file), record});
    QVERIFY(python.waitForFinished());
    const QString expected = QString::fromUtf8(python.readAllStandardOutput());
    QVERIFY2(expected.contains("def forward"), python.readAllStandardError().constData());
    open(fixture(file));
    tree().goTo(entryOf(*view().document(), row.toStdString()));
    const auto* tabs = part<ViewTabs>("inspectorTabs");
    QCOMPARE(tabs->currentWidget()->objectName(), "sourcePage");
    const auto* code = part<CodeText>("sourceCode");
    QTRY_COMPARE(code->toPlainText(), expected);
    QVERIFY(code->isReadOnly());
    QCOMPARE(code->lineWrapMode(), QPlainTextEdit::NoWrap);
    QVERIFY(!inColour(code->document()->findBlockByNumber(0), QColor()).isEmpty() || code->blockCount() > 5);
    picture("source-" + QFileInfo(file).baseName());
    if (file.contains("plain")) {
        applyTheme(Theme::Dark);
        picture("source-dark");
        applyTheme(Theme::Light);
    }
    tree().setCurrentIndex(model().index(0, 0)); // which is none
    QVERIFY(tabs->currentWidget()->objectName() != "sourcePage");
}

void tst_CodeViews::coloursPython()
{
    CodeText code;
    code.showCode(
        "def load(path: str) -> None:  # 'opens'\n    return torch.load(path, \"a#b\", n=12, class_=not_word)",
        CodeLanguage::Python);
    const QTextBlock first = code.document()->firstBlock();
    const QColor word = colourAt(first, "def");
    const QColor name = colourAt(first, "load");
    const QColor comment = colourAt(first, "# 'opens'");
    QVERIFY(word.isValid() && name.isValid() && comment.isValid());
    QVERIFY(word != name && word != comment);
    QCOMPARE(inColour(first, word), QStringList({"def", "None"}));
    QCOMPARE(inColour(first, comment), QStringList({"# 'opens'"})); // quotes in it are none
    const QTextBlock second = first.next();
    QCOMPARE(colourAt(second, "return"), word);
    const QColor text = colourAt(second, "\"a#b\"");
    QCOMPARE(inColour(second, text), QStringList({"\"a#b\""})); // and no comment
    QVERIFY(text.isValid() && text != comment);
    QVERIFY(colourAt(second, "12").isValid());
    QVERIFY(!colourAt(second, "class_").isValid() && !colourAt(second, "not_word").isValid());

    QPalette dark = paletteOf(Theme::Dark);
    code.setPalette(dark);
    QVERIFY(colourAt(code.document()->firstBlock(), "def") != word);
}

void tst_CodeViews::coloursWhatGoesOverLines()
{
    CodeText code;
    code.showCode("a = \"\"\"one # two\nthree ' four\n\"\"\" + b  # five\n'an open one\nif x: '\\'' + \"",
                  CodeLanguage::Python);
    const QColor text = colourAt(code.document()->findBlockByNumber(0), "one");
    QVERIFY(text.isValid());
    QCOMPARE(inColour(code.document()->findBlockByNumber(1), text), QStringList({"three ' four"}));
    const QTextBlock end = code.document()->findBlockByNumber(2);
    QCOMPARE(inColour(end, text), QStringList({"\"\"\""}));
    QVERIFY(colourAt(end, "# five").isValid());
    QVERIFY(!colourAt(end, " b ").isValid());
    QCOMPARE(inColour(code.document()->findBlockByNumber(3), text), QStringList({"'an open one"}));
    QCOMPARE(inColour(code.document()->findBlockByNumber(4), text), QStringList({"'\\''", "\""}));
}

void tst_CodeViews::coloursOtherLanguages()
{
    CodeText code;
    code.showCode("auto m = torch::jit::load(\"a\"); // def\n/* class\n*/ return 1;", CodeLanguage::Cpp);
    const QTextBlock first = code.document()->firstBlock();
    QVERIFY(colourAt(first, "auto").isValid());
    const QColor comment = colourAt(first, "// def");
    QCOMPARE(inColour(code.document()->findBlockByNumber(1), comment), QStringList({"/* class"}));
    QCOMPARE(inColour(code.document()->findBlockByNumber(2), comment), QStringList({"*/"}));
    QCOMPARE(colourAt(code.document()->findBlockByNumber(2), "return"), colourAt(first, "auto"));
    code.showCode("cairn-cli convert 'a b.pth' # for", CodeLanguage::Shell);
    QVERIFY(colourAt(code.document()->firstBlock(), "'a b.pth'").isValid());
    QVERIFY(!colourAt(code.document()->firstBlock(), "convert").isValid());
}

void tst_CodeViews::scrollsMapCode()
{
    open(kSample);
    trigger("mapDockAction");
    const auto* code = part<CodeText>("codeText");
    QVERIFY(code != nullptr);
    QTRY_VERIFY(code->toPlainText().contains("torch.load("));
    QCOMPARE(code->lineWrapMode(), QPlainTextEdit::NoWrap);
    QVERIFY(colourAt(code->document()->firstBlock(), "import").isValid());
}

/// One style of quotes in one piece of code.
void tst_CodeViews::quotesAlike()
{
    open(kSample);
    trigger("mapDockAction");
    trigger("presetCpu");
    const auto* code = part<CodeText>("codeText");
    QTRY_VERIFY(code->toPlainText().contains("map_location=\"cpu\""));
    QVERIFY2(!code->toPlainText().contains(u'\''), qPrintable(code->toPlainText()));
}

CAIRN_TEST(tst_CodeViews, QApplication);

} // namespace cairn::tst_code_views

#include "tst_code_views.moc"
