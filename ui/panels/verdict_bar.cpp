#include "ui/panels/verdict_bar.h"

#include "ui/text/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QWhatsThis>

namespace cairn::ui {

VerdictBar::VerdictBar(QWidget* parent)
    : QFrame(parent), m_text(new QLabel(this)), m_why(new QPushButton(tr("Why?"), this)),
      m_copy(new QPushButton(tr("Save CPU copy…"), this))
{
    setObjectName("verdictBar");
    m_text->setObjectName("verdictText");
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why->setObjectName("verdictWhy");
    m_why->setStatusTip(tr("Show every problem, in PyTorch's words too"));
    m_copy->setObjectName("verdictCpuCopy");
    m_copy->setStatusTip(tr("Write a copy that loads on any machine"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 8, 14, 8);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_why);
    layout->addWidget(m_copy);
    connect(m_copy, &QPushButton::clicked, this, &VerdictBar::cpuCopyWanted);
    connect(m_why, &QPushButton::clicked, this, [this] {
        const QString lines = m_verdict.whole.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>"));
        QWhatsThis::showText(m_why->mapToGlobal(QPoint(0, m_why->height())), lines, m_why);
    });
    showWaiting();
}

void VerdictBar::showWaiting()
{
    m_known = false;
    m_verdict = {};
    m_text->setText(tr("Asking this machine for its devices…"));
    m_why->hide();
    m_copy->hide();
    update();
}

void VerdictBar::showVerdict(const LoadVerdict& verdict)
{
    m_known = true;
    m_verdict = verdict;
    m_text->setText(
        QStringLiteral("<b>%1</b> &nbsp;%2").arg(verdict.headline.toHtmlEscaped(), verdict.detail.toHtmlEscaped()));
    m_why->setVisible(!verdict.whole.isEmpty());
    m_copy->setVisible(verdict.helpedByCpuCopy);
    update();
}

void VerdictBar::paintEvent(QPaintEvent* /*event*/)
{
    const QColor base = palette().color(QPalette::Base);
    const QColor accent = !m_known          ? palette().color(QPalette::Mid)
                          : m_verdict.loads ? QColor(0x2e, 0xa0, 0x5b)
                                            : QColor(0xe0, 0x9a, 0x1a);
    QPainter painter(this);
    painter.fillRect(rect(), blend(base, accent, 0.15));
    painter.fillRect(QRect(0, 0, 4, height()), accent);
}

} // namespace cairn::ui
