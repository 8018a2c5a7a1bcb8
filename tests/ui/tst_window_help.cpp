#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/help/help_dock.h"
#include "ui/help/help_pages.h"
#include "ui/help/help_search.h"
#include "ui/help/help_view.h"
#include "ui/tree/search_query.h"

#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTextBrowser>

namespace cairn::tst_window_help {

using namespace cairn::test;
using namespace cairn::ui;

/// The help inside of the window, by keyboard and in each language.
class tst_WindowHelp : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_window.reset(); }
    void opensWhereOneIs();
    void opensWithoutAFile();
    void searchesEveryPage();
    void followsLinks();
    void hasEveryPageInEveryLanguage();
    void tellsEveryTermOfTheSearch();
    void tellsEveryKey();
    void remembersNothingOfAFile();

private:
    [[nodiscard]] HelpDock& dock() const { return *part<HelpDock>("helpDock"); }
    [[nodiscard]] HelpView& help() const { return *part<HelpView>("helpView"); }
    [[nodiscard]] QTextBrowser& text() const { return *part<QTextBrowser>("helpText"); }
    [[nodiscard]] QListWidget& list() const { return *part<QListWidget>("helpList"); }
    void press(Qt::Key key, Qt::KeyboardModifiers keys = {}) const
    {
        QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : m_window.get(), key,
                        keys);
    }
    /// The window as a person sees it a moment later.
    void show(const QString& name) const
    {
        QTRY_VERIFY(list().height() >= 3 * list().sizeHintForRow(0)); // it was laid out
        picture(name);
    }
    /// As the text is read, without what makes it a table.
    [[nodiscard]] QString page(const QString& id) const
    {
        help().showPage(id);
        return text().toPlainText();
    }
};

void tst_WindowHelp::init()
{
    startAfresh();
    m_window->resize(1280, 800);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void tst_WindowHelp::opensWhereOneIs()
{
    open(kSample);
    QVERIFY(!dock().isVisible());
    tree().setFocus();
    press(Qt::Key_F1);
    QVERIFY(dock().isVisible());
    QCOMPARE(help().currentPage(), "views");
    QVERIFY(text().hasFocus());
    press(Qt::Key_F1);
    QVERIFY(!dock().isVisible());
    QVERIFY(tree().hasFocus());

    trigger("mapDockAction");
    press(Qt::Key_F1);
    QCOMPARE(help().currentPage(), "map");
    show("help-map");
    press(Qt::Key_Escape);
    QVERIFY(!dock().isVisible());
    QVERIFY(part<QWidget>("mapDock")->isAncestorOf(QApplication::focusWidget()));

    part<QLineEdit>("search")->setFocus();
    press(Qt::Key_F1);
    QCOMPARE(help().currentPage(), "search");
    show("help-search");
}

void tst_WindowHelp::opensWithoutAFile()
{
    trigger("helpAction");
    QVERIFY(dock().isVisible());
    QCOMPARE(help().currentPage(), "start");
    show("help-start");
    open(kSample); // which brings the inspector
    QVERIFY(!dock().isHidden());
}

void tst_WindowHelp::searchesEveryPage()
{
    open(kSample);
    trigger("helpAction");
    press(Qt::Key_F, Qt::ControlModifier); // in the help it is the search of the help
    auto* search = part<QLineEdit>("helpSearch");
    QVERIFY(search->hasFocus());
    const int pages = list().count();
    QTest::keyClicks(search, "is_available ERROR");
    QCOMPARE(list().count(), 1);
    QVERIFY2(list().item(0)->text().contains("The error it is about"), qPrintable(list().item(0)->text()));
    QCOMPARE(help().currentPage(), "map-location");
    QStringList marked;
    for (const QTextEdit::ExtraSelection& each : text().extraSelections()) {
        marked.append(each.cursor.selectedText().toLower());
    }
    QVERIFY(marked.contains("is_available") && marked.contains("error"));
    show("help-hits");
    applyTheme(Theme::Dark);
    m_window->resize(800, 600);
    show("help-hits-dark-small");
    applyTheme(Theme::Light);

    search->setText("map_location");
    QVERIFY(list().count() > 3);
    QVERIFY(list().item(0)->text().startsWith("map_location and .to(device)")); // the words are in its title
    press(Qt::Key_Down);
    QVERIFY(list().hasFocus());
    press(Qt::Key_F3);
    QCOMPARE(list().currentRow(), 1);
    press(Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(list().currentRow(), 0);
    press(Qt::Key_Return);
    QVERIFY(text().hasFocus());

    search->setText("zebra");
    QCOMPARE(list().count(), 0);
    QVERIFY(part<QWidget>("helpNote")->isVisible());
    QVERIFY(text().extraSelections().isEmpty());
    press(Qt::Key_Escape);
    QCOMPARE(list().count(), pages);
    QVERIFY(dock().isVisible());
}

/// Every link of every page leads to a page.
void tst_WindowHelp::followsLinks()
{
    trigger("helpAction");
    static const QRegularExpression kLink("\\]\\(([^)]*)\\)");
    int links = 0;
    for (const HelpPage& page : helpPages(*m_window)) {
        for (const QRegularExpressionMatch& match : kLink.globalMatch(page.markdown)) {
            help().showPage("start");
            Q_EMIT text().anchorClicked(QUrl(match.captured(1)));
            QCOMPARE(help().currentPage() + ".md", match.captured(1));
            ++links;
        }
    }
    QVERIFY(links > 4);
}

/// The same pages with the same tables, in words of their own.
void tst_WindowHelp::hasEveryPageInEveryLanguage()
{
    const QList<HelpPage> english = helpPages(*m_window);
    QCOMPARE(english.size(), QDir(":/help/en").entryList().size());
    startAgain("zh_CN");
    const QList<HelpPage> chinese = helpPages(*m_window);
    QCOMPARE(chinese.size(), english.size());
    static const QRegularExpression kHan("\\p{Han}");
    for (qsizetype i = 0; i < english.size(); ++i) {
        QVERIFY2(!english[i].title.isEmpty() && !english[i].title.contains(kHan), qPrintable(english[i].id));
        QVERIFY2(chinese[i].markdown.contains(kHan) && chinese[i].title != english[i].title, qPrintable(chinese[i].id));
        QCOMPARE(chinese[i].markdown.count("\n|"), english[i].markdown.count("\n|"));
        QCOMPARE(chinese[i].markdown.count("\n## "), english[i].markdown.count("\n## "));
    }
    trigger("helpAction");
    m_window->resize(1280, 800);
    QVERIFY(page("map-location").contains(kHan));
    QCOMPARE(dock().windowTitle(), QString::fromUtf8("帮助"));
    show("help-zh");
}

void tst_WindowHelp::tellsEveryTermOfTheSearch()
{
    trigger("helpAction");
    const QString told = page("search");
    for (const std::string& key : RowQuery::knownKeys()) {
        QVERIFY2(told.contains(QString::fromStdString(key)), key.c_str());
        for (const std::string& value : key == "dtype:" ? std::vector<std::string>() : RowQuery::valuesOf(key)) {
            QVERIFY2(told.contains(QString::fromStdString(value)), value.c_str());
        }
    }
}

void tst_WindowHelp::tellsEveryKey()
{
    trigger("shortcutsAction");
    QCOMPARE(help().currentPage(), "shortcuts");
    const QString told = text().toPlainText();
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        if (!action->shortcut().isEmpty() && !action->objectName().isEmpty()) {
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            QVERIFY2(told.contains(keys), qPrintable(action->objectName() + u' ' + keys));
        }
    }
    show("help-keys");
}

/// Recent files are in a menu, and their names are none of ours.
void tst_WindowHelp::remembersNothingOfAFile()
{
    open(kSample);
    Q_EMIT part<QMenu>("recentMenu")->aboutToShow();
    trigger("shortcutsAction");
    QVERIFY(!text().toPlainText().contains("two_gpus"));
}

CAIRN_TEST(tst_WindowHelp, QApplication);

} // namespace cairn::tst_window_help

#include "tst_window_help.moc"
