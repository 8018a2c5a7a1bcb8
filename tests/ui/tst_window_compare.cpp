#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/breakable_label.h"
#include "ui/compare/compare_view.h"
#include "ui/window/view_tabs.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <functional>

namespace cairn::tst_window_compare {

using namespace cairn::test;
using namespace cairn::ui;

/// Two files of which much differs that does not matter, and one tensor that does.
class tst_WindowCompare : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }
    void showsWhatMattersFirst();
    void filtersByKind();
    void sortsByColumns();
    void searchesWhatIsCompared();
    void showsTheRowInTheInspector();
    void hasRoomForNumbers();

private:
    [[nodiscard]] CompareView& compare() const { return *view().findChild<CompareView*>(); }
    [[nodiscard]] QTreeView& rows() const { return *compare().findChild<QTreeView*>("compareTree"); }
    [[nodiscard]] QToolButton* chip(const QString& name) const
    {
        for (auto* button : compare().findChild<QWidget*>("differenceChips")->findChildren<QToolButton*>()) {
            if (button->text().startsWith(name + QStringLiteral(" ("))) {
                return button;
            }
        }
        return nullptr;
    }
    /// The leaves that are shown, from the top.
    [[nodiscard]] QList<QModelIndex> leaves() const
    {
        QList<QModelIndex> found;
        const std::function<void(const QModelIndex&)> walk = [&](const QModelIndex& group) {
            for (int row = 0; row < rows().model()->rowCount(group); ++row) {
                const QModelIndex index = rows().model()->index(row, 0, group);
                if (rows().model()->rowCount(index) == 0) {
                    found.append(index);
                }
                walk(index);
            }
        };
        walk({});
        return found;
    }
    [[nodiscard]] static QString cell(const QModelIndex& row, int column)
    {
        return row.siblingAtColumn(column).data().toString();
    }

    QTemporaryDir m_files;
    QString m_other; ///< the sample on the cpu, with one number of one tensor changed
};

void tst_WindowCompare::initTestCase()
{
    m_other = m_files.filePath("other.pth");
    QProcess convert;
    convert.start(QStringLiteral(CAIRN_CLI), {"convert", kSample, "-o", m_other});
    QVERIFY(convert.waitForFinished());
    QVERIFY2(QFile::exists(m_other), convert.readAllStandardError().constData());
    const DocumentPtr document = opened(kSample);
    const checkpoint::Entry& entry = document->checkpoint->entries()[entryOf(*document, "model.pos_embed")];
    const auto& tensor = document->checkpoint->tensors()[entry.payload];
    QByteArray bytes = contentOf(m_other);
    const QByteArray numbers =
        contentOf(kSample).mid(static_cast<qsizetype>(*document->checkpoint->fileOffset(tensor.storage)), 64);
    const qsizetype place = bytes.indexOf(numbers);
    QVERIFY(place > 0);
    bytes[place + 2] = static_cast<char>(bytes[place + 2] ^ 0x40);
    writeFile(m_other, bytes);
}

void tst_WindowCompare::init()
{
    startAfresh();
    m_window->resize(1260, 800);
    open(kSample);
    view().compareWith(m_other, {.stateDicts = false, .numbers = true});
    QTRY_VERIFY(hasNoJobs(*m_window));
    QVERIFY(compare().model()->result());
}

void tst_WindowCompare::showsWhatMattersFirst()
{
    QVERIFY(leaves().size() > 20);
    QCOMPARE(cell(leaves().front(), ComparisonModel::Name), "pos_embed");
    QVERIFY(cell(leaves().front(), ComparisonModel::Difference).contains("numbers"));
    QCOMPARE(cell(leaves().front(), ComparisonModel::Differing).left(5), "1 of ");
    QCOMPARE(cell(leaves()[1], ComparisonModel::Difference), "device");
    picture("compare-window");
}

void tst_WindowCompare::filtersByKind()
{
    QVERIFY(chip("Numbers") != nullptr && chip("Device") != nullptr);
    QCOMPARE(chip("Numbers")->text(), "Numbers (1)");
    QVERIFY(!chip("Shape")->isVisible());
    const qsizetype all = leaves().size();
    chip("Numbers")->click();
    QTRY_COMPARE(leaves().size(), 1);
    QCOMPARE(cell(leaves().front(), ComparisonModel::Name), "pos_embed");
    chip("All")->click();
    QTRY_COMPARE(leaves().size(), all);
}

/// By clicks, as people do.
void tst_WindowCompare::sortsByColumns()
{
    QHeaderView& header = *rows().header();
    const auto click = [&header](int column) {
        const QPoint place(header.sectionViewportPosition(column) + 8, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
    };
    const auto isSorted = [this](bool isDescending) {
        QStringList names;
        for (const QModelIndex& row : leaves()) {
            if (row.parent() == leaves().front().parent()) {
                names.append(row.data().toString());
            }
        }
        QStringList sorted = names;
        std::ranges::sort(sorted);
        if (isDescending) {
            std::ranges::reverse(sorted);
        }
        return names.size() > 1 && names == sorted;
    };
    QVERIFY(!isSorted(false));
    click(ComparisonModel::Name);
    QTRY_VERIFY(isSorted(false));
    click(ComparisonModel::Name);
    QTRY_VERIFY(isSorted(true));
    click(ComparisonModel::Largest); // the largest first, at the first click
    QTRY_COMPARE(cell(leaves().front(), ComparisonModel::Name), "pos_embed");
}

void tst_WindowCompare::searchesWhatIsCompared()
{
    const checkpoint::EntryId before = tree().currentEntry();
    auto* box = part<QLineEdit>("search");
    box->setText("cls_token");
    QTRY_COMPARE(leaves().size(), 1);
    QCOMPARE(cell(leaves().front(), ComparisonModel::Name), "cls_token");
    QTRY_COMPARE(part<QLabel>("hits")->text(), "1 hit");
    QTRY_VERIFY(hasNoJobs(*m_window));
    QCOMPARE(tree().currentEntry(), before);
    QVERIFY(part<QAction>("nextHitAction")->isEnabled());
    trigger("nextHitAction");
    QCOMPARE(rows().currentIndex(), leaves().front());
    box->setText("no such row");
    QTRY_COMPARE(part<QLabel>("hits")->text(), "nothing in this view");
    box->clear();
    QTRY_VERIFY(leaves().size() > 20);
    QCOMPARE(part<QLabel>("hits")->text(), "");
}

void tst_WindowCompare::showsTheRowInTheInspector()
{
    const auto name = [this] { return BreakableLabel::unbroken(part<QLabel>("inspectorTitle")->text()); };
    for (const QModelIndex& row : {leaves()[1], leaves()[3]}) {
        rows().setCurrentIndex(row);
        QCOMPARE(tree().currentEntry(), compare().model()->entryAt(row));
        QTRY_VERIFY2(row.data().toString().endsWith(name()), qPrintable(name())); // the tree has levels of its own
    }
    QCOMPARE(view().pages()->currentWidget()->objectName(), "comparePage");
}

void tst_WindowCompare::hasRoomForNumbers()
{
    QCOMPARE(m_window->width(), 1260);
    for (const int column : {ComparisonModel::Differing, ComparisonModel::Largest, ComparisonModel::Relative}) {
        const int end = rows().columnViewportPosition(column) + rows().columnWidth(column);
        QVERIFY2(end <= rows().viewport()->width(), qPrintable(QString::number(end)));
    }
}

CAIRN_TEST(tst_WindowCompare, QApplication);

} // namespace cairn::tst_window_compare

#include "tst_window_compare.moc"
