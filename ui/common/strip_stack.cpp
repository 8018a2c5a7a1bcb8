#include "ui/common/strip_stack.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostShown = 2;

/// Null once that was deleted.
QWidget* stripIn(const QWidget& holder)
{
    return holder.layout()->count() == 0 ? nullptr : holder.layout()->itemAt(0)->widget();
}

} // namespace

StripStack::StripStack(QWidget* parent) : QWidget(parent), m_lines(new QVBoxLayout(this)), m_more(new QPushButton(this))
{
    setObjectName("strips");
    m_lines->setContentsMargins(0, 0, 0, 0);
    m_lines->setSpacing(0);
    m_more->setObjectName("moreStrips");
    m_more->setCheckable(true);
    m_more->setFlat(true);
    m_more->hide();
    m_lines->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_more, &QPushButton::toggled, this, [this](bool isOpen) {
        m_isOpen = isOpen;
        arrange();
    });
}

StripStack::~StripStack()
{
    for (const QWidget* holder : std::as_const(m_holders)) {
        if (QWidget* strip = stripIn(*holder)) { // which goes later, and has nobody to tell then
            strip->removeEventFilter(this);
            disconnect(strip, nullptr, this, nullptr);
        }
    }
}

void StripStack::add(QWidget* strip)
{
    auto* holder = new QWidget(this);
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(strip);
    m_holders.append(holder);
    m_lines->addWidget(holder);
    strip->installEventFilter(this);
    connect(strip, &QObject::destroyed, this, [this, holder] {
        m_holders.removeOne(holder);
        holder->deleteLater();
        arrange();
    });
    if (!strip->testAttribute(Qt::WA_WState_ExplicitShowHide)) {
        strip->show();
    }
    arrange();
}

bool StripStack::eventFilter(QObject* watched, QEvent* event)
{
    const bool isShown = event->type() == QEvent::ShowToParent;
    if (isShown || event->type() == QEvent::HideToParent) {
        auto* holder = qobject_cast<QWidget*>(watched->parent());
        if (isShown && m_holders.removeOne(holder)) {
            m_holders.append(holder);
            m_lines->removeWidget(holder);
            m_lines->addWidget(holder);
        }
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

void StripStack::arrange()
{
    qsizetype wanted = 0;
    for (auto holder = m_holders.rbegin(); holder != m_holders.rend(); ++holder) {
        const QWidget* strip = stripIn(**holder);
        const bool isWanted = strip != nullptr && !strip->isHidden();
        wanted += isWanted ? 1 : 0;
        (*holder)->setVisible(isWanted && (m_isOpen || wanted <= kMostShown));
    }
    const qsizetype more = std::max<qsizetype>(wanted - kMostShown, 0);
    m_more->setVisible(more != 0);
    m_more->setText(m_isOpen ? tr("Show only the latest messages")
                             : tr("%n more message(s)", nullptr, static_cast<int>(more)));
}

} // namespace cairn::ui
