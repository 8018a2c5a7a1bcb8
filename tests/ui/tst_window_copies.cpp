#include "tests/support/files.h"
#include "tests/support/test_program.h"
#include "tests/ui/queue_files.h"
#include "tests/ui/window_test.h"
#include "ui/common/job_strip.h"
#include "ui/common/notice_bar.h"
#include "ui/map/device_map_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace cairn::tst_window_copies {

using namespace cairn::test;
using namespace cairn::ui;

/// Copies of the file in front: smaller, cast, in another format, and what can be done with them then.
class tst_WindowCopies : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        startAfresh();
        m_window->resize(1280, 800);
        open(kSample);
    }
    void cleanup() { m_window.reset(); }
    void leavesTheOptimizerOut();
    void castsToBfloat16();
    void asksBeforeItLoses();
    void replacesWhatWasAgreed();
    void saysWhyThereIsNoCopy();
    void warnsOfCopiesThatDoHarm();
    void savesTensorsOfWhatDoesHarm();
    void countsNoTagsThatStay();
    void takesTheMap();
    void opensWhatItSaved();
    void staysUnderThePointer();
    void keepsMessagesWithTheirFile();
    void asksWhereTheFileIs();
    void tellsOfSavesOfClosedFiles();
    void replacesFailuresOfTheSame();

private:
    [[nodiscard]] JobStrip* strip() const
    {
        const auto strips = m_window->findChildren<JobStrip*>();
        return strips.isEmpty() ? nullptr : strips.back();
    }
    [[nodiscard]] QString said() const
    {
        return strip() == nullptr ? QString() : strip()->findChild<QLabel*>("jobText")->text();
    }
    void save(const char* action, const QString& name)
    {
        m_answers.target = m_folder.filePath(name);
        trigger(action);
    }
    void savedAs(const char* action, const QString& name)
    {
        save(action, name);
        QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("✓ ")), qPrintable(said()), 60'000);
    }
    [[nodiscard]] static checkpoint::EntryId find(const DocumentPtr& document, const char* name)
    {
        return entryOf(*document, name);
    }
};

void tst_WindowCopies::leavesTheOptimizerOut()
{
    savedAs("slimCopyAction", "slim.pth");
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    QVERIFY(find(copy, "optimizer") == checkpoint::kNoId);
    QVERIFY(find(copy, "model.cls_token") != checkpoint::kNoId);
    QVERIFY(find(copy, "epoch") != checkpoint::kNoId);
    QCOMPARE(copy->devices.size(), std::size_t{1}); // as all copies that no map is made for
    QCOMPARE(copy->devices.front().first, "cpu");
}

void tst_WindowCopies::castsToBfloat16()
{
    savedAs("bfloat16CopyAction", "half.pth");
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    const checkpoint::Entry& entry = copy->checkpoint->entries()[find(copy, "model.cls_token")];
    QCOMPARE(copy->checkpoint->tensors()[entry.payload].dtype, formats::Dtype::BFloat16);
    QCOMPARE(copy->sumOf(find(copy, "model.cls_token")).bytes, 32U); // 16 numbers
}

/// What is said of one file does not stand over another; its tab tells that there is something to read.
void tst_WindowCopies::keepsMessagesWithTheirFile()
{
    save("cpuCopyAction", "no/such/folder/copy.pth");
    QTRY_VERIFY2(said().startsWith(QStringLiteral("⚠ ")), qPrintable(said()));
    QVERIFY(strip()->isVisible());
    auto* files = part<QTabWidget>("files");
    open(fixture("torch113/adam.pt"));
    QVERIFY(!strip()->isVisible());
    QVERIFY(!files->tabIcon(0).isNull());
    QVERIFY(files->tabIcon(1).isNull());
    files->setCurrentIndex(0);
    QVERIFY(strip()->isVisible());
    QVERIFY(files->tabIcon(0).isNull());
    QVERIFY2(said().contains("copy.pth"), qPrintable(said())); // what it is about
    trigger("closeAction");
    QTRY_VERIFY(strip() == nullptr); // it would stand over another file
}

/// The question comes late, when another file may be in front.
void tst_WindowCopies::asksWhereTheFileIs()
{
    auto* files = part<QTabWidget>("files");
    open(fixture("torch113/adam.pt"));
    files->setCurrentIndex(0);
    save("safetensorsCopyAction", "tensors.safetensors");
    files->setCurrentIndex(1);
    QTRY_VERIFY(part<NoticeBar>("lossNotice") != nullptr);
    QVERIFY(!part<NoticeBar>("lossNotice")->isVisible());
    files->setCurrentIndex(0);
    QVERIFY(part<NoticeBar>("lossNotice")->isVisible());
    QVERIFY(part<NoticeBar>("lossNotice")->text().startsWith("tensors.safetensors: "));
}

/// A save goes on when its file is closed, and its message is one about the window then.
void tst_WindowCopies::tellsOfSavesOfClosedFiles()
{
    auto* files = part<QTabWidget>("files");
    open(fixture("torch113/adam.pt"));
    files->setCurrentIndex(0);
    save("cpuCopyAction", "copy.pth");
    trigger("closeAction");
    QCOMPARE(files->count(), 1);
    QTRY_VERIFY(strip() != nullptr && strip()->isVisible());
    QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("✓ ")), qPrintable(said()), 60'000);
    QVERIFY(strip()->isVisible());

    save("cpuCopyAction", "no/such/folder/copy.pth"); // of the last one: nothing is in front then
    trigger("closeAction");
    QTRY_VERIFY2(said().startsWith(QStringLiteral("⚠ ")), qPrintable(said()));
    QTRY_VERIFY(strip()->isVisible());
}

/// safetensors holds no epochs: the person is told what would be missing, and decides.
void tst_WindowCopies::asksBeforeItLoses()
{
    save("safetensorsCopyAction", "tensors.safetensors");
    QTRY_VERIFY(part<NoticeBar>("lossNotice") != nullptr && part<NoticeBar>("lossNotice")->isVisible());
    QVERIFY2(part<NoticeBar>("lossNotice")->text().contains("would lose optimizer.param_groups.0.lr"),
             qPrintable(part<NoticeBar>("lossNotice")->text()));
    QVERIFY(!QFile::exists(m_answers.target));
    part<NoticeBar>("lossNotice")->findChild<QPushButton*>("noticeDismiss")->click();
    QTRY_VERIFY(part<NoticeBar>("lossNotice") == nullptr);
    QVERIFY(!QFile::exists(m_answers.target));

    trigger("safetensorsCopyAction");
    QTRY_VERIFY(part<NoticeBar>("lossNotice") != nullptr && part<NoticeBar>("lossNotice")->isVisible());
    part<NoticeBar>("lossNotice")->findChild<QPushButton*>("noticeAccept")->click();
    QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("✓ ")), qPrintable(said()), 60'000);
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    QCOMPARE(copy->checkpoint->format(), checkpoint::Format::Safetensors);
    QCOMPARE(copy->sumOf(0).tensors, view().document()->sumOf(0).tensors);
}

/// The dialog has asked about the file that was there.
void tst_WindowCopies::replacesWhatWasAgreed()
{
    writeFile(m_folder.filePath("slim.pth"), "an older copy");
    savedAs("slimCopyAction", "slim.pth");
    QVERIFY(opened(m_answers.target));
}

void tst_WindowCopies::saysWhyThereIsNoCopy()
{
    save("slimCopyAction", "no such folder/slim.pth");
    QTRY_VERIFY2(said().startsWith(QStringLiteral("⚠ ")), qPrintable(said()));
    QVERIFY(strip()->findChild<QToolButton*>("jobShow") == nullptr);
    QVERIFY(!QFile::exists(m_answers.target));
}

/// As in the queue: a copy on the CPU is none that is safe.
void tst_WindowCopies::warnsOfCopiesThatDoHarm()
{
    const QString harmful = m_folder.filePath("harmful.pth");
    writeFile(harmful, checkpointOn("cuda:0", "cos\nsystem\n)\x81"));
    open(harmful);
    save("cpuCopyAction", "copy.pth");
    QTRY_VERIFY2(said().contains("runs harmful code when it is loaded"), qPrintable(said()));
    QVERIFY2(said().startsWith(QStringLiteral("⚠ ")), qPrintable(said()));
    QVERIFY(!strip()->findChild<QTimer*>("jobFading")->isActive());
    QCOMPARE(tagsOf(m_answers.target), "cpu");
    picture("harmful-copy");
}

/// The way out that the bar of such a file offers: its numbers, in a format that can run nothing.
void tst_WindowCopies::savesTensorsOfWhatDoesHarm()
{
    auto* ofSample = view().findChild<QPushButton*>("verdictTensors");
    QVERIFY(ofSample->isHidden()); // it is for files that do harm alone
    const QString harmful = writtenFile(m_folder, "harmful.pt",
                                        contentOf(QStringLiteral(CAIRN_TESTS_DIR "/hostile/01_reduce_os_system.pt")));
    open(harmful);
    auto* button = view().findChild<QPushButton*>("verdictTensors");
    QTRY_VERIFY(button->isVisible());
    picture("harmful-way-out");
    m_answers.target = m_folder.filePath("harmless.safetensors");
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(m_answers.suggestion, m_folder.filePath("harmful.safetensors"));
    NoticeBar* losses = nullptr; // what would run is no tensor, so it is asked about
    QTRY_VERIFY((losses = part<NoticeBar>("lossNotice")) != nullptr && losses->isVisible());
    QTest::mouseClick(losses->findChild<QPushButton*>("noticeAccept"), Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("✓ ")), qPrintable(said()), 60'000);
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    QCOMPARE(copy->checkpoint->tensors().size(), std::size_t{1});
    QVERIFY(copy->checkpoint->globals().empty()); // nothing in it is named that could run
}

void tst_WindowCopies::countsNoTagsThatStay()
{
    open(fixture("torch113/adam.pt")); // all of it is on the cpu
    savedAs("cpuCopyAction", "copy.pth");
    QVERIFY2(said().contains("No tag had to change"), qPrintable(said()));
}

void tst_WindowCopies::takesTheMap()
{
    auto* menu = part<QMenu>("copyMenu");
    Q_EMIT menu->aboutToShow();
    QVERIFY(!part<QAction>("mappedCopyAction")->isEnabled());
    m_window->findChild<DeviceMapPanel*>()->setMap(devices::MapLocation::everythingTo("cuda:7"));
    Q_EMIT menu->aboutToShow();
    QVERIFY(part<QAction>("mappedCopyAction")->isEnabled());
    savedAs("slimCopyAction", "mapped.pth");
    const DocumentPtr copy = opened(m_answers.target);
    QVERIFY(copy);
    QCOMPARE(copy->devices.front().first, "cuda:7");
}

void tst_WindowCopies::opensWhatItSaved()
{
    savedAs("cpuCopyAction", "two_gpus.cpu.pth");
    QTRY_VERIFY(strip()->findChild<QToolButton*>("jobShow")->isVisible());
    strip()->findChild<QToolButton*>("jobCopyPath")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), m_answers.target);
    QSignalSpy settled(m_window.get(), &MainWindow::settled);
    strip()->findChild<QToolButton*>("jobOpen")->click();
    QVERIFY(settled.wait(60'000));
    QCOMPARE(view().path(), m_answers.target);
    QCOMPARE(view().document()->devices.front().first, "cpu");
}

/// What goes by itself must not go while somebody is about to press a button of it.
void tst_WindowCopies::staysUnderThePointer()
{
    savedAs("cpuCopyAction", "copy.pth");
    const auto* fading = strip()->findChild<QTimer*>("jobFading");
    QVERIFY(fading->isActive());
    QEnterEvent enter(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5));
    QCoreApplication::sendEvent(strip(), &enter);
    QVERIFY(!fading->isActive());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(strip(), &leave);
    QVERIFY(fading->isActive());
}

/// What failed before is no news once it was tried again; and another place is one press away.
void tst_WindowCopies::replacesFailuresOfTheSame()
{
    const auto strips = [this] {
        const auto all = m_window->findChildren<JobStrip*>();
        return std::ranges::count_if(all, [](const JobStrip* each) { return !each->isHidden(); });
    };
    for (int i = 1; i <= 3; ++i) {
        save("cpuCopyAction", QStringLiteral("no such folder/%1.pth").arg(i));
        QTRY_VERIFY2(said().contains(QStringLiteral("%1.pth was not saved").arg(i)), qPrintable(said()));
        QTRY_COMPARE(strips(), 1);
    }
    auto* elsewhere = strip()->findChild<QToolButton*>("jobElsewhere");
    QVERIFY(elsewhere != nullptr);
    QTRY_VERIFY(elsewhere->isVisible());
    picture("save-failed");
    m_answers.target = m_folder.filePath("elsewhere.pth");
    elsewhere->click();
    QVERIFY(m_answers.suggestion.endsWith("no such folder/3.pth"));
    QTRY_VERIFY2_WITH_TIMEOUT(said().startsWith(QStringLiteral("✓ ")), qPrintable(said()), 60'000);
    QTRY_COMPARE(strips(), 1);
    QVERIFY(QFile::exists(m_answers.target));
}

CAIRN_TEST(tst_WindowCopies, QApplication);

} // namespace cairn::tst_window_copies

#include "tst_window_copies.moc"
