#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QTreeView>

namespace cairn::tst_window_salvage {

using namespace cairn::test;
using namespace cairn::ui;

/// What the window offers for a file that is damaged.
class tst_WindowSalvage : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1000, 700);
    }
    void cleanup() { m_window.reset(); }
    void savesWhatIsLeft();
    void fillsWithZeros();
    void goesBack();
    void offersNothingWhereNothingIsLeft();
    void savesWhatIsLeftOfAFolder();

private:
    /// Opens the sample without its end, and looks at what is left.
    void look()
    {
        m_path = writtenFile(m_folder, "cut.pth", contentOf(kSample).first(120'000));
        open(m_path);
        picture("salvage-refused");
        auto* button = here<QPushButton>("messageSalvage");
        QVERIFY(button->isVisibleTo(m_window.get()));
        QSignalSpy settled(m_window.get(), &MainWindow::settled);
        button->click();
        QVERIFY(settled.wait(60'000));
        QVERIFY(here<QWidget>("salvagePage")->isVisible());
    }
    /// In the tab in front: the page of the start has buttons of the same names.
    template <typename Part>
    [[nodiscard]] Part* here(const QString& name) const
    {
        return view().findChild<Part*>(name);
    }
    [[nodiscard]] QString result() const { return here<QLabel>("salvageResult")->text(); }

    QString m_path;
};

void tst_WindowSalvage::savesWhatIsLeft()
{
    look();
    QCOMPARE(here<QLabel>("salvageSummary")->text(), QString("183 tensors: 111 whole, 1 partial, 71 missing"));
    QVERIFY(here<QLabel>("salvageNotes")->text().contains("table of contents is lost"));
    const QAbstractItemModel* model = here<QTreeView>("salvageList")->model();
    QCOMPARE(model->rowCount(), 183);
    const QModelIndexList partial = model->match(model->index(0, 1), Qt::DisplayRole, "partial", -1, Qt::MatchExactly);
    QCOMPARE(partial.size(), 1);
    QCOMPARE(partial[0].siblingAtColumn(2).data().toString(), QString("rows 0-27 of 48"));
    picture("salvage");
    m_answers.target = m_folder.filePath("left.pth");
    here<QPushButton>("salvageSave")->click();
    QTRY_VERIFY2_WITH_TIMEOUT(result().startsWith("111 tensors written"), qPrintable(result()), 60'000);
    picture("salvage-saved");
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    here<QPushButton>("salvageOpen")->click();
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), m_answers.target);
    QCOMPARE(view().document()->checkpoint->tensors().size(), std::size_t{111});
    QCOMPARE(contentOf(m_path), contentOf(kSample).first(120'000));
}

void tst_WindowSalvage::fillsWithZeros()
{
    look();
    here<QCheckBox>("salvageFill")->setChecked(true);
    m_answers.target = m_folder.filePath("all.pth");
    here<QPushButton>("salvageSave")->click();
    QTRY_VERIFY2_WITH_TIMEOUT(result().startsWith("183 tensors written"), qPrintable(result()), 60'000);
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    QCOMPARE(copy->checkpoint->tensors().size(), std::size_t{183});
}

/// To what was said of the file.
void tst_WindowSalvage::goesBack()
{
    look();
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    here<QPushButton>("salvageLeave")->click();
    QVERIFY(settled.wait(60'000));
    QVERIFY(!here<QWidget>("salvagePage")->isVisible());
    QVERIFY(here<QLabel>("messageTitle")->accessibleName().contains("cut.pth did not open"));
}

void tst_WindowSalvage::offersNothingWhereNothingIsLeft()
{
    open(writtenFile(m_folder, "page.pth", "<!DOCTYPE html><html><body>404</body></html>"));
    QVERIFY(!here<QPushButton>("messageSalvage")->isVisibleTo(m_window.get()));
}

/// It opens, as its other files are there; the page says what is lost, and the tree where.
void tst_WindowSalvage::savesWhatIsLeftOfAFolder()
{
    const QString source = fixture("folders/torch26/dcp_two_ranks");
    open(source);
    auto* button = here<QPushButton>("verdictSalvage");
    QTRY_VERIFY(here<QPushButton>("verdictOneFile")->isVisible());
    QVERIFY(!button->isVisible()); // nothing is lost
    const QString broken = m_folder.filePath(QStringLiteral("broken"));
    for (const QString& name : filesIn(source)) {
        if (name != QLatin1String("__1_0.distcp")) {
            writeFile(broken + u'/' + name, contentOf(source + u'/' + name));
        }
    }
    open(broken);
    button = here<QPushButton>("verdictSalvage");
    QTRY_VERIFY(button->isVisible());
    QVERIFY(!here<QPushButton>("verdictOneFile")->isVisible());
    picture("salvage-folder-tree");
    std::size_t lost = 0;
    for (const checkpoint::Tensor& tensor : view().document()->checkpoint->tensors()) {
        const QModelIndex row = model().indexOf(tensor.entry);
        lost += row.data(CheckpointModel::LostRole).toString() == QLatin1String("incomplete") ? 1U : 0U;
    }
    QVERIFY(lost != 0 && lost < view().document()->checkpoint->tensors().size());
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(settled.wait(60'000));
    picture("salvage-folder");
    QVERIFY(here<QWidget>("salvagePage")->isVisible());
    QVERIFY(here<QLabel>("salvageNotes")->text().contains("__1_0.distcp"));
    here<QPushButton>("salvageLeave")->click();
    QVERIFY(!here<QWidget>("salvagePage")->isVisible() && tree().isVisible());
    QVERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(settled.wait(60'000));
    m_answers.target = m_folder.filePath("left.pth");
    here<QPushButton>("salvageSave")->click();
    QCOMPARE(m_answers.suggestion, m_folder.filePath("broken.salvaged.pth"));
    QTRY_VERIFY2_WITH_TIMEOUT(result().contains("written to left.pth"), qPrintable(result()), 60'000);
    const DocumentPtr left = opened(m_answers.target);
    QVERIFY(left && !left->checkpoint->tensors().empty());
    QVERIFY(left->checkpoint->tensors().size() < view().document()->checkpoint->tensors().size());

    open(broken + "/.metadata"); // which stands for its folder
    button = here<QPushButton>("verdictSalvage");
    QTRY_VERIFY(button->isVisible());
    QSignalSpy again(m_window.get(), &MainWindow::settled);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(again.wait(60'000));
    QVERIFY(here<QLabel>("salvageNotes")->text().contains("__1_0.distcp"));
}

CAIRN_TEST(tst_WindowSalvage, QApplication);

} // namespace cairn::tst_window_salvage

#include "tst_window_salvage.moc"
