#include "ui/common/notice_bar.h"

#include "ui/common/plain_label.h"
#include "ui/text/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace cairn::ui {

NoticeBar::NoticeBar(QWidget* parent)
    : QFrame(parent), m_text(new PlainLabel(this)), m_accept(new QPushButton(this)), m_dismiss(new QPushButton(this)),
      m_later(new QPushButton(this))
{
    setObjectName("noticeBar");
    m_text->setObjectName("noticeText");
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_accept->setObjectName("noticeAccept");
    m_dismiss->setObjectName("noticeDismiss");
    m_dismiss->setText(tr("Not now"));
    m_later->setObjectName("noticeLater");
    m_later->setText(tr("Not now"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 14, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_accept);
    layout->addWidget(m_dismiss);
    layout->addWidget(m_later);
    connect(m_accept, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT accepted();
    });
    connect(m_dismiss, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT refused();
    });
    connect(m_later, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT postponed();
    });
    hide();
}

void NoticeBar::ask(const QString& text, const QString& action, const QString& refusal, bool mayWait)
{
    m_text->setText(text);
    m_accept->setText(action);
    m_accept->setVisible(!action.isEmpty());
    m_dismiss->setText(!refusal.isEmpty() ? refusal : action.isEmpty() ? tr("Dismiss") : tr("Not now"));
    m_later->setVisible(mayWait);
    show();
}

QString NoticeBar::text() const
{
    return m_text->text();
}

void NoticeBar::paintEvent(QPaintEvent* /*event*/)
{
    const QColor accent = palette().color(QPalette::Highlight);
    QPainter painter(this);
    painter.fillRect(rect(), blend(palette().color(QPalette::Base), accent, 0.14));
    painter.fillRect(QRect(0, 0, 4, height()), accent);
}

} // namespace cairn::ui
