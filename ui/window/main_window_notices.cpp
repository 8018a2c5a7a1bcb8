#include "core/base/files/file_sink.h"
#include "core/base/text/text.h"
#include "ui/common/job.h"
#include "ui/common/notice_bar.h"
#include "ui/common/strip_stack.h"
#include "ui/queue/conversion_text.h"
#include "ui/text/display.h"
#include "ui/window/main_window.h"
#include "ui/window/running_saves.h"

#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <QUrl>

namespace cairn::ui {

namespace {

constexpr char kCrashTold[] = "crashTold";

} // namespace

void MainWindow::tellOfCrash(const QString& report)
{
    if (report.isEmpty()) {
        return;
    }
    // Names come back with the numbers of processes, so the time counts too.
    const QString mark = report + QFileInfo(report).lastModified().toString(Qt::ISODateWithMs);
    if (m_settings.value(kCrashTold) == mark) {
        return;
    }
    m_settings.setValue(kCrashTold, mark);
    auto* notice = new NoticeBar(this);
    notice->setObjectName("crashNotice");
    m_strips->add(notice);
    connect(notice, &NoticeBar::accepted, this, [report] { QDesktopServices::openUrl(QUrl::fromLocalFile(report)); });
    notice->ask(tr("Cairn crashed before. What happened is in %1; nothing was sent anywhere.")
                    .arg(QDir::toNativeSeparators(report)),
                tr("Open the report"));
}

void MainWindow::tellOfCutShort()
{
    for (const QString& target : RunningSaves::takeCutShort(m_settings)) {
        // What was left of it is hidden, can be as large as the copy, and is of no use: nothing goes on with it.
        startJob(
            this, [path = pathBytes(target)](Progress&) { return FileSink::removeLeftoversOf(path); },
            [this, target](std::uint64_t removed) {
                auto* notice = new NoticeBar(this);
                notice->setObjectName("cutShortNotice");
                m_strips->add(notice);
                const QString words =
                    tr("Cairn ended while it was saving %1. That copy was not finished; save it again.")
                        .arg(QDir::toNativeSeparators(shown(target.toStdString())));
                notice->ask(
                    removed == 0
                        ? words
                        : words + u' ' +
                              tr("What was left of it in a hidden file, %1, was removed.").arg(bytesText(removed)),
                    {});
            });
    }
    if (RunningSaves::hasOthers(m_settings)) {
        constexpr int kLookAgain = 3000; // ms
        QTimer::singleShot(kLookAgain, this, &MainWindow::tellOfCutShort);
    }
}

void MainWindow::tellOfQueue(std::size_t files)
{
    auto* notice = new NoticeBar(this);
    notice->setObjectName("queueLeft");
    m_strips->add(notice);
    connect(notice, &NoticeBar::accepted, this, [this] { Q_EMIT conversionRequested({}); });
    connect(this, &MainWindow::conversionRequested, notice, &QWidget::hide); // the queue asks itself
    notice->ask(leftWords(files), tr("Show the queue"));
}

void MainWindow::askBeforeClosing()
{
    if (m_closeNotice == nullptr) {
        m_closeNotice = new NoticeBar(this);
        m_closeNotice->setObjectName("closeNotice");
        m_strips->add(m_closeNotice);
        connect(m_closeNotice, &NoticeBar::accepted, this, [this] { m_afterSaving = AfterSaving::Close; });
        connect(m_closeNotice, &NoticeBar::refused, this, [this] {
            m_afterSaving = AfterSaving::CloseStopped;
            m_saves->stop();
        });
        connect(m_closeNotice, &NoticeBar::postponed, this, [this] { m_quits = false; });
    }
    m_closeNotice->ask(tr("Saving %1 has not finished.").arg(m_saves->names()), tr("Close when it has"),
                       tr("Stop and remove the copy"), true);
}

} // namespace cairn::ui
