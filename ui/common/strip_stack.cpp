#include "ui/common/strip_stack.h"

#include "ui/common/job_strip.h"

#include <QEvent>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn::ui {

namespace {

constexpr qsizetype kMostShown = 2;

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
    for (const Place& place : std::as_const(m_places)) {
        if (QWidget* strip = stripIn(place)) { // which goes later, and has nobody to tell then
            strip->removeEventFilter(this);
            disconnect(strip, nullptr, this, nullptr);
        }
    }
}

/// Null once that was deleted.
QWidget* StripStack::stripIn(const Place& place)
{
    return place.holder->layout()->count() == 0 ? nullptr : place.holder->layout()->itemAt(0)->widget();
}

void StripStack::add(QWidget* strip, QObject* about)
{
    if (const auto* attempt = qobject_cast<const JobStrip*>(strip); attempt != nullptr && !attempt->kind().isEmpty()) {
        for (const Place& place : std::as_const(m_places)) {
            auto* old = qobject_cast<JobStrip*>(stripIn(place));
            if (old != nullptr && place.about == about && old->isOldAttempt(attempt->kind())) {
                old->hide();
                old->deleteLater();
            }
        }
    }
    auto* holder = new QWidget(this);
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(strip);
    m_places.append({.holder = holder, .about = about});
    m_lines->addWidget(holder);
    strip->installEventFilter(this);
    connect(strip, &QObject::destroyed, this, [this, holder] {
        m_places.removeIf([holder](const Place& place) { return place.holder == holder; });
        holder->deleteLater();
        arrange();
    });
    if (about != nullptr) {
        connect(about, &QObject::destroyed, this, [this](const QObject* gone) {
            for (Place& place : m_places) {
                place.about = place.about == gone ? nullptr : place.about;
            }
            arrange();
        });
    }
    if (!strip->testAttribute(Qt::WA_WState_ExplicitShowHide)) {
        strip->show();
    }
    arrange();
}

void StripStack::setFront(QObject* front)
{
    m_front = front;
    arrange();
}

void StripStack::forget(const QObject* about)
{
    for (Place& place : m_places) {
        QWidget* strip = stripIn(place);
        if (place.about != about || strip == nullptr) {
            continue;
        }
        const auto* job = qobject_cast<const JobStrip*>(strip);
        if (job != nullptr && job->isWorking()) {
            place.about = nullptr;
        } else {
            strip->deleteLater();
        }
    }
    arrange();
}

bool StripStack::isWaiting(const QObject* about) const
{
    return about != m_front.data() && std::ranges::any_of(m_places, [about](const Place& place) {
               const QWidget* strip = stripIn(place);
               return place.about == about && strip != nullptr && !strip->isHidden();
           });
}

bool StripStack::eventFilter(QObject* watched, QEvent* event)
{
    const bool isShown = event->type() == QEvent::ShowToParent;
    if (isShown || event->type() == QEvent::HideToParent) {
        const auto place = std::ranges::find(m_places, watched->parent(), &Place::holder);
        if (isShown && place != m_places.end()) {
            m_lines->removeWidget(place->holder);
            m_lines->addWidget(place->holder);
            std::rotate(place, place + 1, m_places.end());
        }
        arrange();
    }
    return QWidget::eventFilter(watched, event);
}

void StripStack::arrange()
{
    qsizetype wanted = 0;
    for (auto place = m_places.rbegin(); place != m_places.rend(); ++place) {
        const QWidget* strip = stripIn(*place);
        const bool isWanted =
            strip != nullptr && !strip->isHidden() && (place->about == nullptr || place->about == m_front.data());
        wanted += isWanted ? 1 : 0;
        place->holder->setVisible(isWanted && (m_isOpen || wanted <= kMostShown));
    }
    const qsizetype more = std::max<qsizetype>(wanted - kMostShown, 0);
    m_more->setVisible(more != 0);
    m_more->setText(m_isOpen ? tr("Show only the latest messages")
                             : tr("%n more message(s)", nullptr, static_cast<int>(more)));
    Q_EMIT waitingChanged();
}

} // namespace cairn::ui
