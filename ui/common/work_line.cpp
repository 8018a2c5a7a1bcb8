#include "ui/common/work_line.h"

#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/text/display.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace cairn::ui {

WorkLine::WorkLine(QWidget* parent)
    : QWidget(parent), m_text(new PlainLabel(this)), m_bar(new QProgressBar(this)), m_stop(new QToolButton(this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(10);
    m_stop->setText(tr("Stop"));
    m_stop->setObjectName("workStop");
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(m_bar, 1);
    layout->addWidget(m_stop);
    hide();
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &WorkLine::poll);
    connect(m_stop, &QToolButton::clicked, this, [this] {
        if (m_job != nullptr) {
            m_job->stop();
        }
    });
}

void WorkLine::follow(const QString& title, Job* job)
{
    m_title = title;
    m_job = job;
    m_text->setText(title);
    m_bar->setRange(0, 0);
    m_timer.start();
}

void WorkLine::end()
{
    m_job = nullptr;
    m_timer.stop();
    hide();
}

void WorkLine::poll()
{
    setVisible(true);
    const Progress& progress = m_job->progress();
    if (const std::uint64_t total = progress.total(); total != 0) {
        m_bar->setRange(0, 1000);
        m_bar->setValue(static_cast<int>(1000.0 * static_cast<double>(progress.done()) / static_cast<double>(total)));
    }
}

} // namespace cairn::ui
