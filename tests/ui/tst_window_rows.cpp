#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_test.h"
#include "ui/common/job_strip.h"
#include "ui/contents/storages_view.h"
#include "ui/window/view_tabs.h"

#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QTreeView>

namespace cairn::tst_window_rows {

using namespace cairn::test;
using namespace cairn::ui;

/// What can be done with rows where they are: saved, sent to a device, followed to their storage, summed up.
class tst_WindowRows : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1280, 800);
        open(kSample);
    }
    void cleanup() { m_window.reset(); }
    void savesATensor();
    void savesAGroup();
    void savesWhatTheNameSays();
    void refusesOtherNames_data();
    void refusesOtherNames();
    void copiesAllSelectedNames();
    void copiesOneName();
    void saysWhatCannotBeSaved();
    void sendsToDevices();
    void showsStorages();
    void sumsTheSelectionUp();
    void countsOneAsOne();
    void offersAllThatInItsMenu();

private:
    void choose(const QList<const char*>& names) const
    {
        tree().clearSelection();
        for (const char* name : names) {
            const QModelIndex row = model().indexOf(entryOf(*view().document(), name));
            QVERIFY(row.isValid());
            tree().selectionModel()->setCurrentIndex(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        }
    }
    [[nodiscard]] QString lastMessage() const
    {
        const auto strips = m_window->findChildren<JobStrip*>();
        return strips.isEmpty() ? QString() : strips.back()->findChild<QLabel*>("jobText")->text();
    }
    [[nodiscard]] QString sum() const { return part<QLabel>("selectionSum")->text(); }
};

/// By the magic of NumPy's format, and the values of the sample, which its script made.
void tst_WindowRows::savesATensor()
{
    choose({"model.cls_token"});
    m_answers.target = m_folder.filePath("cls.npy");
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().startsWith(QStringLiteral("✓ ")), qPrintable(lastMessage()));
    const QByteArray bytes = contentOf(m_answers.target);
    QVERIFY(bytes.startsWith("\x93NUMPY"));
    const QByteArray header = bytes.mid(10, 118);
    QVERIFY2(header.contains("'descr': '<f4'") && header.contains("'shape': (1, 1, 16"), header.constData());
    QCOMPARE(bytes.size(), 128 + 16 * 4);
}

void tst_WindowRows::savesAGroup()
{
    choose({"model"});
    m_answers.target = m_folder.filePath("model.safetensors");
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().startsWith(QStringLiteral("✓ ")), qPrintable(lastMessage()));
    const DocumentPtr written = opened(m_answers.target);
    QVERIFY(written);
    QCOMPARE(written->checkpoint->format(), checkpoint::Format::Safetensors);
    QCOMPARE(written->sumOf(0).tensors, 48U);
    QCOMPARE(written->sumOf(0).bytes, view().document()->sumOf(entryOf(*view().document(), "model")).bytes);
    QVERIFY(entryOf(*written, "model.cls_token") != checkpoint::kNoId);
}

/// By the magic of zip, and by what is read back: torch.load takes no .npy.
void tst_WindowRows::savesWhatTheNameSays()
{
    choose({"model.cls_token"});
    m_answers.target = m_folder.filePath("one.pth");
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().startsWith(QStringLiteral("✓ ")), qPrintable(lastMessage()));
    QVERIFY(contentOf(m_answers.target).startsWith("PK"));
    const DocumentPtr one = opened(m_answers.target);
    QVERIFY(one);
    QCOMPARE(one->sumOf(0).tensors, 1U);
    QCOMPARE(m_answers.offeredKinds.size(), 3);
    QVERIFY(m_answers.offeredKinds.first().contains("*.npy"));
    choose({"model.cls_token", "model.pos_embed"});
    m_answers.target = m_folder.filePath("two.PT");
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().startsWith(QStringLiteral("✓ Saved two")), qPrintable(lastMessage()));
    QVERIFY(contentOf(m_answers.target).startsWith("PK"));
    QCOMPARE(m_answers.offeredKinds.size(), 2);
    QVERIFY(m_answers.offeredKinds.first().contains("*.safetensors"));
}

void tst_WindowRows::refusesOtherNames_data()
{
    QTest::addColumn<bool>("isAlone");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("one tensor in a file for one") << false << "sel2.npy" << "holds one tensor";
    QTest::newRow("no format of tensors") << false << "sel.txt" << "does not write .txt";
    QTest::newRow("one as no format of tensors") << true << "one.txt" << "does not write .txt";
    QTest::newRow("a format that others write") << true << "one.npz" << "does not write .npz";
    QTest::newRow("no ending") << true << "one" << "no ending";
}

void tst_WindowRows::refusesOtherNames()
{
    QFETCH(const bool, isAlone);
    QFETCH(const QString, name);
    QFETCH(const QString, words);
    if (isAlone) {
        choose({"model.cls_token"});
    } else {
        choose({"model.cls_token", "model.pos_embed"});
    }
    m_answers.target = m_folder.filePath(name);
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().startsWith(QStringLiteral("⚠ ")), qPrintable(lastMessage()));
    QVERIFY2(lastMessage().contains(words), qPrintable(lastMessage()));
    QVERIFY(!QFile::exists(m_answers.target));
}

/// Chosen from below: the order is that of the tree.
void tst_WindowRows::copiesAllSelectedNames()
{
    choose({"model.pos_embed", "model.cls_token"});
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    tree().setFocus();
    const auto rowOf = [this](const char* name) { return model().indexOf(entryOf(*view().document(), name)).row(); };
    QVERIFY(rowOf("model.cls_token") < rowOf("model.pos_embed"));
    QTest::keyClick(&tree(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), "cls_token\npos_embed");
    QTest::keyClick(&tree(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), "model.cls_token\nmodel.pos_embed");
}

void tst_WindowRows::copiesOneName()
{
    choose({"model.pos_embed"});
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    tree().setFocus();
    QTest::keyClick(&tree(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), "pos_embed");
    QTest::keyClick(&tree(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), "model.pos_embed");
}

void tst_WindowRows::saysWhatCannotBeSaved()
{
    choose({"epoch"});
    m_answers.target = m_folder.filePath("nothing.npy");
    trigger("saveTensorsAction");
    QTRY_VERIFY2(lastMessage().contains("no tensor"), qPrintable(lastMessage()));
    QVERIFY(!QFile::exists(m_answers.target));
}

void tst_WindowRows::sendsToDevices()
{
    choose({"model.cls_token"});
    auto* menu = part<QMenu>("sendMenu");
    Q_EMIT menu->aboutToShow();
    QStringList texts;
    for (const QAction* action : menu->actions()) {
        texts.append(action->text());
    }
    QCOMPARE(texts.mid(0, 3), QStringList({"cpu", "cuda:0", "cuda:1"}));
    menu->actions().first()->trigger();
    QTRY_VERIFY(view().map().kind() != devices::MapKind::None);
    const auto targetOf = [this](const char* name) {
        return model()
            .indexOf(entryOf(*view().document(), name))
            .siblingAtColumn(static_cast<int>(RowColumn::MapsTo))
            .data()
            .toString();
    };
    QTRY_COMPARE(targetOf("model.cls_token"), "cpu");
    QCOMPARE(targetOf("model.pos_embed"), "cuda:0");
    trigger("mapUndoAction");
    QCOMPARE(view().map(), devices::MapLocation());
}

void tst_WindowRows::showsStorages()
{
    choose({"epoch"});
    QVERIFY(!part<QAction>("showStorageAction")->isEnabled());
    choose({"model.pos_embed"});
    QVERIFY(part<QAction>("showStorageAction")->isEnabled());
    for (int time = 0; time < 2; ++time) { // before the page is there, and when it is
        view().pages()->setCurrentWidget(&tree());
        trigger("showStorageAction");
        QTRY_VERIFY(part<QTreeView>("storagesTree") != nullptr && part<QTreeView>("storagesTree")->isVisible());
        const auto* storages = part<QTreeView>("storagesTree");
        QTRY_VERIFY(storages->currentIndex().isValid());
        const auto* rows = m_window->findChild<StoragesView*>()->model();
        QCOMPARE(rows->entryAt(storages->currentIndex()), entryOf(*view().document(), "model.pos_embed"));
    }
}

void tst_WindowRows::countsOneAsOne()
{
    const QByteArray header = R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}   )";
    QByteArray file(8, '\0');
    file[0] = static_cast<char>(header.size());
    writeFile(m_folder.filePath("one.safetensors"), file + header + '\1');
    open(m_folder.filePath("one.safetensors"));
    choose({"w"});
    QCOMPARE(sum(), "1 of 1 tensor · 1 element · 1 B");
    QVERIFY2(view().findChild<QLabel*>("fileFacts")->text().contains("1 parameter "),
             qPrintable(view().findChild<QLabel*>("fileFacts")->text()));
}

void tst_WindowRows::sumsTheSelectionUp()
{
    choose({"model.cls_token"});
    QCOMPARE(sum(), "1 of 183 tensors · 16 elements · 64 B");
    choose({"model.cls_token", "model.pos_embed"});
    QCOMPARE(sum(), "2 of 183 tensors · 288 elements · 1.2 kB");
    choose({"model", "model.cls_token"}); // which is in it
    QCOMPARE(sum(), "48 of 183 tensors · 11 163 elements · 44.7 kB");
    choose({"epoch"});
    QCOMPARE(sum(), "");
    tree().selectAll();
    QVERIFY2(sum().startsWith("183 of 183"), qPrintable(sum()));
}

void tst_WindowRows::offersAllThatInItsMenu()
{
    QStringList names;
    for (const QAction* action : tree().actions()) {
        names.append(action->menu() != nullptr ? action->menu()->objectName() : action->objectName());
    }
    for (const char* name : {"saveTensorsAction", "sendMenu", "showStorageAction", "copyNameAction", "expandAction"}) {
        QVERIFY2(names.contains(name), name);
    }
}

CAIRN_TEST(tst_WindowRows, QApplication);

} // namespace cairn::tst_window_rows

#include "tst_window_rows.moc"
