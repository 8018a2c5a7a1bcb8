#include "core/formats/zip/zip_archive.h"
#include "core/gate/gate.h"
#include "tests/support/files.h"
#include "tests/support/named_bytes.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"
#include "tests/ui/file_server.h"
#include "tests/ui/window_test.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/verdict/issues_page.h"
#include "ui/verdict/issues_panel.h"
#include "ui/window/view_tabs.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace cairn::tst_window_whole {

using namespace cairn::test;
using namespace cairn::ui;

namespace {

QByteArray floats(const QList<float>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * static_cast<qsizetype>(sizeof(float))};
}

/// A zip with one bit changed in the middle of the tensor "conv.weight".
QByteArray flipped()
{
    const QString path = fixture("torch214/state_dict.pt");
    QByteArray zip = contentOf(path);
    const auto whole = openedCheckpoint(path);
    const formats::ZipArchive& archive = *whole->archive();
    const auto entries = archive.entries();
    const auto storage = std::ranges::find_if(entries, [&](const formats::ZipEntry& entry) {
        return archive.name(entry).contains("/data/") && entry.storedBytes != 0;
    });
    const auto at = static_cast<qsizetype>(storage->dataOffset);
    zip[at] = static_cast<char>(zip[at] ^ 1);
    return zip;
}

} // namespace

/// "Is it whole?" in the window: what `cairn-cli check --strict` finds in a file, among its issues.
class tst_WindowWhole : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1100, 760);
    }
    void cleanup() { m_window.reset(); }
    void callsWhole();
    void isNotGreenWhereItDidNotLook();
    void findsWhatCoreFinds_data();
    void findsWhatCoreFinds();
    void leadsToRows();
    void saysNothingTwice();
    void cancels();
    void forgetsOtherFiles();
    void looksAtFolders();
    void looksAtAddresses();
    void speaksChinese();

private:
    /// By its key, as somebody would who looks at the tree.
    void ask() const
    {
        QSignalSpy examined(view().issues(), &IssuesPage::examined);
        trigger("wholeAction");
        QVERIFY(page().isVisible());
        QVERIFY(examined.count() == 1 || examined.wait(60'000));
        QCoreApplication::processEvents(); // lays out what came
    }
    [[nodiscard]] IssuesPage& page() const { return *view().issues(); }
    [[nodiscard]] IssuesPanel& list() const { return *page().list(); }
    [[nodiscard]] QWidget& answer() const { return *page().findChild<QWidget*>("answerBar"); }
    [[nodiscard]] QString headline() const { return page().findChild<QLabel*>("answerHeadline")->text(); }
    [[nodiscard]] QString detail() const { return page().findChild<QLabel*>("answerDetail")->text(); }
    [[nodiscard]] QString title() const { return view().pages()->tabText(view().pages()->indexOf(&page())); }
    [[nodiscard]] QStringList lines() const
    {
        QStringList texts;
        for (int row = 0; row < list().count(); ++row) {
            texts.append(list().item(row)->text());
        }
        return texts;
    }
    /// What is behind the answer.
    [[nodiscard]] QColor ground() const
    {
        const QImage picture = answer().grab().toImage();
        return picture.pixelColor(picture.width() - 3, 2);
    }
};

void tst_WindowWhole::callsWhole()
{
    open(fixture("torch214/state_dict.pt"));
    QVERIFY(answer().isHidden());
    ask();
    QVERIFY(answer().isVisible());
    QCOMPARE(headline(), "It is whole");
    QVERIFY2(detail().startsWith("Looked at the values of 8 tensors (184 B), and 14 records compared with their "
                                 "checksums"),
             qPrintable(detail()));
    QVERIFY2(detail().contains("nothing wrong was found") && !detail().contains("Not looked at"), qPrintable(detail()));
    QVERIFY(ground().green() > ground().red());
    picture("whole");
    QVERIFY(page().findChild<QPushButton*>("wholeButton")->isEnabled()); // it can be asked again
}

/// A file without checksums may have been changed, and nobody would know.
void tst_WindowWhole::isNotGreenWhereItDidNotLook()
{
    open(writtenFile(m_folder, "flat.safetensors", safetensors({{"w", "1", floats({1})}})));
    ask();
    QCOMPARE(headline(), "Nothing wrong was found, but not all could be looked at");
    QVERIFY2(detail().contains("Not looked at: 1 file without checksums"), qPrintable(detail()));
    QVERIFY(ground().green() <= ground().red());
    QVERIFY2(list().findChild<QLabel*>("emptyNote")->text().startsWith("Nothing wrong was found"),
             qPrintable(list().findChild<QLabel*>("emptyNote")->text()));
    QCOMPARE(title(), "Issues");
    picture("whole-not-all");
}

void tst_WindowWhole::findsWhatCoreFinds_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("line");
    QTest::newRow("a changed byte") << writtenFile(m_folder, "flipped.pt", flipped())
                                    << "conv.weight: its bytes are not those that were saved";
    QTest::newRow("NaN") << writtenFile(
                                m_folder, "nan.safetensors",
                                safetensors({{"w", "2,2", floats({1, std::numeric_limits<float>::quiet_NaN(), 3, 4})}}))
                         << "w: 1 of 4 numbers are NaN";
    QTest::newRow("a missing shard") << fixture("byhand/sharded_one_missing/model.safetensors.index.json")
                                     << "model-00002-of-00003.safetensors";
    QTest::newRow("code") << hostile("01_reduce_os_system.pt") << "os.system: ";
}

void tst_WindowWhole::findsWhatCoreFinds()
{
    QFETCH(QString, path);
    QFETCH(QString, line);
    open(path);
    ask();
    const auto report = gate::examine(*view().document()->checkpoint, nullptr);
    QVERIFY(report.has_value());
    QVERIFY(!report->isOpen());
    const QStringList said = lines();
    for (const gate::Finding& finding : report->findings) {
        const QString text =
            (finding.name.empty() ? QString() : shown(finding.name) + ": ") + inWordsAlone(finding.words);
        QCOMPARE(said.count(text), 1);
        const gate::RuleInfo& rule = gate::ruleInfo(finding.rule);
        const QStringList heads = said.filter(" · " + QString::fromUtf8(rule.id));
        QCOMPARE(heads.size(), 1);
        QVERIFY2(heads.front().startsWith(inWordsAlone(rule.meaning)), qPrintable(heads.front()));
        QVERIFY(said.contains(inWords(rule.help)));
    }
    QVERIFY2(!said.filter(line).isEmpty(), qPrintable(said.join(u'\n')));
    QCOMPARE(detail(), inWords(gate::summaryText(*report)));
    QCOMPARE(headline(), "It is not as it should be");
    QVERIFY(ground().red() > ground().green() && ground().red() > ground().blue());
    picture("whole-" + QString(QTest::currentDataTag()).replace(' ', '-'));
}

/// A finding is copied and leads to its row as any issue does, and is counted.
void tst_WindowWhole::leadsToRows()
{
    open(writtenFile(m_folder, "flipped.pt", flipped()));
    ask();
    const QString line = "conv.weight: its bytes are not those that were saved";
    const auto row = static_cast<int>(lines().indexOf(line));
    QVERIFY(row >= 0);
    QCOMPARE(title(), "Issues (3)"); // two biases are zero
    QCOMPARE(list().item(row)->data(Qt::AccessibleTextRole).toString(), "Error: " + line);
    list().setFocus();
    list().setCurrentRow(row);
    QTest::keySequence(&list(), QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualItemRect(list().item(row)).center());
    QVERIFY(tree().isVisible());
    QCOMPARE(view().document()->checkpoint->entryName(tree().currentEntry()), "conv.weight");
}

/// Neither what reading a tensor has told before or tells after, nor what was found when it was asked before.
void tst_WindowWhole::saysNothingTwice()
{
    open(writtenFile(m_folder, "nan.safetensors",
                     safetensors({{"w", "2", floats({1, std::numeric_limits<float>::quiet_NaN()})}})));
    QTRY_COMPARE(list().count(), 1); // as the row was looked at
    ask();
    QCOMPARE(title(), "Issues (1)");
    const QStringList once = lines();
    QCOMPARE(once.filter("NaN").filter("w: ").size(), 1);
    view().tellNotFinite(entryOf(*view().document(), "w"), 1, 0);
    QCOMPARE(lines(), once);
    ask();
    QCOMPARE(lines(), once);
    QCOMPARE(title(), "Issues (1)");
}

void tst_WindowWhole::cancels()
{
    open(fixture("torch214/state_dict.pt"));
    QSignalSpy examined(&page(), &IssuesPage::examined);
    trigger("wholeAction");
    QVERIFY(!page().findChild<QPushButton*>("wholeButton")->isEnabled()); // one after another
    page().findChild<QToolButton*>("workStop")->click();
    QVERIFY(examined.wait(60'000));
    QCOMPARE(headline(), "Cancelled");
    QVERIFY2(!detail().contains("Looked at") && !detail().contains("found"), qPrintable(detail()));
    QCOMPARE(list().count(), 0);
    QVERIFY(!list().isExamined());
    QVERIFY(ground().green() <= ground().red());
    ask();
    QCOMPARE(headline(), "It is whole");
}

/// An answer is about the file that was read, and no other.
void tst_WindowWhole::forgetsOtherFiles()
{
    const QString path = writtenFile(m_folder, "flipped.pt", flipped());
    open(path);
    ask();
    QVERIFY(list().count() > 0);
    writeFile(path, contentOf(kSample));
    view().checkForChanges();
    QTRY_COMPARE(headline(), "The file is another one now");
    QCOMPARE(list().count(), 0);
    QVERIFY(!page().findChild<QPushButton*>("wholeButton")->isEnabled());
    picture("whole-old");
    trigger("reloadAction");
    QTRY_VERIFY(answer().isHidden());
    QCOMPARE(list().count(), 0);
    QVERIFY(page().findChild<QPushButton*>("wholeButton")->isEnabled());
}

void tst_WindowWhole::looksAtFolders()
{
    open(fixture("folders/torch26/dcp_two_ranks"));
    ask();
    const auto report = gate::examine(*view().document()->checkpoint, nullptr);
    QVERIFY(report.has_value());
    QCOMPARE(detail(), inWords(gate::summaryText(*report)));
    QVERIFY(report->looked.tensors != 0);
    picture("whole-folder");
}

void tst_WindowWhole::looksAtAddresses()
{
    FileServer server(flipped());
    open(server.address());
    if (!view().document()) {
        QSKIP("libcurl is not installed");
    }
    ask();
    QVERIFY2(lines().contains("conv.weight: its bytes are not those that were saved"), qPrintable(lines().join(u'\n')));
}

void tst_WindowWhole::speaksChinese()
{
    startAgain("zh_CN");
    m_window->resize(800, 600);
    open(writtenFile(m_folder, "flipped.pt", flipped()));
    ask();
    const QString said = lines().join(u'\n') + u'\n' + headline() + u'\n' + detail() +
                         page().findChild<QPushButton*>("wholeButton")->text();
    for (const char* english : {"bytes", "tensors", "records", "Looked", "file", "It is", "all "}) {
        QVERIFY2(!said.contains(english), qPrintable(said));
    }
    picture("whole-zh");
}

CAIRN_TEST(tst_WindowWhole, QApplication);

} // namespace cairn::tst_window_whole

#include "tst_window_whole.moc"
