#include "ui/map/load/load_page.h"

#include "core/base/text/text.h"
#include "core/runtime/open_module.h"
#include "ui/common/device_chip.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/map/load/load_report.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTextBrowser>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr int kSteps = 1000;

QLabel* makeLabel(const char* name, QWidget* parent)
{
    auto* label = new PlainLabel(parent);
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

LoadPage::LoadPage(QWidget* parent)
    : QWidget(parent), m_headline(makeLabel("loadHeadline", this)),
      m_stale(new QuietLabel(tr("The file or its map is another one now; this was before."), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)), m_progress(new QWidget(this)), m_grid(new QGridLayout(m_progress)),
      m_report(new QTextBrowser(this))
{
    setObjectName("loadPage");
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont bold = font();
    bold.setBold(true);
    m_headline->setFont(bold);
    m_stale->setObjectName("loadStale");
    m_stale->setWordWrap(true);
    m_cancel->setObjectName("loadCancel");
    m_cancel->setStatusTip(tr("Stop loading, and free what was loaded"));
    m_cancel->setAutoDefault(false);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setColumnStretch(1, 1);
    m_report->setObjectName("loadReport");
    m_report->setAccessibleName(tr("What loading took"));
    m_report->setFrameShape(QFrame::NoFrame);
    m_report->setOpenLinks(false);
    m_report->document()->setDocumentMargin(0);
    auto* top = new QHBoxLayout;
    top->addWidget(m_headline, 1);
    top->addWidget(m_cancel, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->addLayout(top);
    layout->addWidget(m_stale);
    layout->addWidget(m_progress);
    layout->addWidget(m_report, 1);
    m_cancel->hide();
    m_stale->hide();
    m_progress->hide();
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &LoadPage::poll);
    connect(m_cancel, &QPushButton::clicked, this, &LoadPage::cancel);
    connect(m_report, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        if (const std::size_t index = url.path().toUInt(); index < m_fixes.size()) {
            const devices::MapFix fix = m_fixes[index];
            Q_EMIT fixRequested(m_document, fix);
        }
    });
}

LoadPage::~LoadPage()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

void LoadPage::start(const DocumentPtr& document, const devices::MapLocation& map)
{
    if (isRunning()) {
        return;
    }
    m_document = document;
    m_map = map;
    m_file = shown(QFileInfo(fromUtf8(document->checkpoint->path())).fileName().toStdString());
    m_fixes.clear();
    m_report->clear();
    m_headline->setText(runtime::isModuleOpen() ? tr("Loading %1").arg(m_file) : tr("Opening LibTorch…"));
    m_cancel->setEnabled(true);
    m_cancel->show();
    m_job = startJob(
        this,
        [document, map, machine = m_machine](Progress& progress) {
            return prepareLoad(*document, map, machine, progress);
        },
        [this](std::variant<LoadFailure, LoadStart>&& prepared) {
            if (auto* failure = std::get_if<LoadFailure>(&prepared)) {
                fail(*failure);
            } else if (m_job->progress().stopRequested()) {
                fail({.error = error(ErrorCode::Cancelled, {}), .problems = {}, .fixes = {}});
            } else {
                run(std::make_shared<const LoadStart>(std::get<LoadStart>(std::move(prepared))));
            }
        });
    updateStale();
    Q_EMIT runningChanged();
}

void LoadPage::run(const std::shared_ptr<const LoadStart>& start)
{
    showShares(start->shares);
    m_headline->setText(tr("Loading %1").arg(m_file));
    m_clock.start();
    m_timer.start();
    m_job = startJob(
        this, [start, machine = m_machine](Progress& progress) { return runLoad(*start, machine, progress); },
        [this](const std::variant<LoadFailure, LoadSummary>& done) {
            if (const auto* failure = std::get_if<LoadFailure>(&done)) {
                fail(*failure);
            } else {
                succeed(std::get<LoadSummary>(done));
            }
        });
}

void LoadPage::cancel()
{
    if (m_job != nullptr) {
        m_job->stop();
        m_cancel->setEnabled(false);
        m_headline->setText(tr("Stopping"));
    }
}

void LoadPage::fail(const LoadFailure& failure)
{
    end(failureHeadline(failure, m_file), failureHtml(failure, m_fixes));
}

void LoadPage::succeed(const LoadSummary& summary)
{
    end(summaryHeadline(summary, m_file), summaryHtml(summary, palette()));
}

void LoadPage::end(const QString& headline, const QString& report)
{
    m_job = nullptr;
    m_timer.stop();
    clearRows();
    m_cancel->hide();
    m_headline->setText(headline);
    m_report->setHtml(report);
    updateStale();
    Q_EMIT runningChanged();
}

void LoadPage::showShares(const std::vector<LoadStart::Share>& shares)
{
    clearRows();
    for (const LoadStart::Share& share : shares) {
        const QString device = share.device.empty() ? tr("as saved") : shown(share.device);
        const int line = static_cast<int>(m_rows.size());
        auto* name = new PlainLabel(device, m_progress);
        name->setPalette(withText(palette(), deviceColor(device, palette())));
        Row row{.bytes = share.bytes, .bar = new QProgressBar(m_progress), .text = new PlainLabel(m_progress)};
        row.bar->setObjectName(QStringLiteral("loadBar_") + device);
        row.bar->setAccessibleName(tr("Loading to %1").arg(device));
        row.bar->setTextVisible(false);
        row.bar->setRange(0, kSteps);
        row.bar->setMaximumHeight(10);
        row.text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        const QString widest = tr("%1 of %2").arg(bytesText(share.bytes), bytesText(share.bytes));
        row.text->setMinimumWidth(fontMetrics().horizontalAdvance(widest + u'0'));
        m_grid->addWidget(name, line, 0);
        m_grid->addWidget(row.bar, line, 1);
        m_grid->addWidget(row.text, line, 2);
        m_rows.push_back(row);
    }
    m_progress->show();
}

void LoadPage::clearRows()
{
    m_progress->hide();
    m_rows.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

/// The devices are filled one after the other, in the order of the rows.
void LoadPage::poll()
{
    const Progress& progress = m_job->progress();
    const std::uint64_t done = std::min(progress.done(), progress.total());
    std::uint64_t before = 0;
    for (const Row& row : m_rows) {
        const std::uint64_t here = std::min(row.bytes, done - std::min(before, done));
        before += row.bytes;
        const double part = row.bytes == 0 ? 1 : static_cast<double>(here) / static_cast<double>(row.bytes);
        row.bar->setValue(static_cast<int>(kSteps * part));
        row.text->setText(row.bytes == 0 ? tr("no bytes") : tr("%1 of %2").arg(bytesText(here), bytesText(row.bytes)));
    }
    if (progress.stopRequested() || done == 0) {
        return;
    }
    const double seconds = static_cast<double>(m_clock.elapsed()) / 1000;
    const double left = seconds * static_cast<double>(progress.total() - done) / static_cast<double>(done);
    m_headline->setText(tr("Loading %1: %2, %3 left").arg(m_file, rateText(done, seconds), fromUtf8(shortTime(left))));
}

void LoadPage::follow(const DocumentPtr& document, const devices::MapLocation& map)
{
    m_nowDocument = document;
    m_nowMap = map;
    updateStale();
}

void LoadPage::updateStale()
{
    m_stale->setVisible(m_document && !isRunning() && (m_document != m_nowDocument || m_map != m_nowMap));
}

} // namespace cairn::ui
