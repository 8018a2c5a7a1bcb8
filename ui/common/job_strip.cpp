#include "ui/common/job_strip.h"

#include "ui/common/clipboard.h"
#include "ui/common/desktop_calls.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/text/display.h"
#include "ui/text/stage.h"

#include <QEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMetaMethod>
#include <QProgressBar>
#include <QToolButton>

namespace cairn::ui {

JobStrip::JobStrip(QString title, QWidget* parent)
    : QFrame(parent), m_title(std::move(title)), m_text(new PlainLabel(m_title, this)), m_bar(new QProgressBar(this)),
      m_button(new QToolButton(this)), m_fading(new QTimer(this))
{
    setObjectName("jobStrip");
    setAutoFillBackground(true);
    m_text->setObjectName("jobText");
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setWordWrap(true);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(200);
    m_bar->setRange(0, 0);
    m_button->setObjectName("jobStop");
    m_button->setText(tr("Cancel"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 4, 8, 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_bar);
    layout->addWidget(m_button);
    m_timer.setInterval(100);
    constexpr int kReadIn = 8000; // ms
    m_fading->setObjectName("jobFading");
    m_fading->setSingleShot(true);
    m_fading->setInterval(kReadIn);
    connect(m_fading, &QTimer::timeout, this, &QObject::deleteLater);
    connect(&m_timer, &QTimer::timeout, this, &JobStrip::poll);
    connect(m_button, &QToolButton::clicked, this, [this] {
        if (m_job != nullptr) {
            m_job->stop();
            m_text->setText(tr("%1: stopping").arg(m_title));
        } else {
            deleteLater();
        }
    });
}

void JobStrip::follow(Job* job)
{
    m_job = job;
    m_timer.start();
}

void JobStrip::poll()
{
    const Progress& progress = m_job->progress();
    if (progress.stopRequested()) {
        return;
    }
    const std::uint64_t total = progress.total();
    m_bar->setRange(0, total == 0 ? 0 : 1000);
    if (total != 0) {
        m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(progress.done()) / static_cast<double>(total)));
        m_text->setText(tr("%1: %2, %3 of %4")
                            .arg(m_title, stageText(progress.stage()), bytesText(progress.done()), bytesText(total)));
    }
}

void JobStrip::showResult(const QString& text, bool isGood)
{
    const bool isStopped = !isGood && m_job != nullptr && m_job->progress().stopRequested();
    m_job = nullptr;
    m_timer.stop();
    m_bar->hide();
    m_text->setText(isStopped ? tr("%1: cancelled").arg(m_title)
                              : (isGood ? QStringLiteral("✓ ") : QStringLiteral("⚠ ")) + text);
    m_fades = isGood || isStopped;
    startFading();
    m_text->setToolTip(text.toHtmlEscaped());
    m_button->setText(tr("Dismiss"));
}

void JobStrip::showFailed(const QString& text, const std::function<void()>& chooseAgain)
{
    showResult(text, false);
    m_hasFailed = true;
    if (chooseAgain) {
        connect(addButton("jobElsewhere", tr("Choose another place…")), &QToolButton::clicked, this, chooseAgain);
    }
}

void JobStrip::startFading()
{
    if (m_fades && isVisible() && !underMouse()) {
        m_fading->start();
    }
}

QToolButton* JobStrip::addButton(const char* name, const QString& text)
{
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    auto* line = static_cast<QHBoxLayout*>(layout());
    line->insertWidget(line->indexOf(m_button), button);
    return button;
}

void JobStrip::showSaved(const QString& text, const QString& path, bool isGood)
{
    showResult(text, isGood);
    if (isSignalConnected(QMetaMethod::fromSignal(&JobStrip::openRequested))) {
        connect(addButton("jobOpen", tr("Open")), &QToolButton::clicked, this,
                [this, path] { Q_EMIT openRequested(path); });
    }
    connect(addButton("jobShow", tr("Show in folder")), &QToolButton::clicked, this, [path] { showInFolder(path); });
    QToolButton* copy = addButton("jobCopyPath", tr("Copy path"));
    connect(copy, &QToolButton::clicked, this, [copy, path] { copyText(*copy, path); });
}

void JobStrip::enterEvent(QEnterEvent* event)
{
    m_fading->stop();
    QFrame::enterEvent(event);
}

void JobStrip::leaveEvent(QEvent* event)
{
    QFrame::leaveEvent(event);
    startFading();
}

void JobStrip::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    startFading();
}

void JobStrip::hideEvent(QHideEvent* event)
{
    m_fading->stop(); // it waits for its file to be in front again
    QFrame::hideEvent(event);
}

} // namespace cairn::ui
