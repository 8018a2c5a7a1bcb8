#include "ui/common/empty_note.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QPushButton>

namespace cairn::ui {

EmptyNote::EmptyNote(QAbstractItemView* view, const QString& text)
    : QuietLabel(text, view), m_view(view), m_viewport(view->viewport())
{
    setObjectName("emptyNote");
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setMargin(24);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    view->viewport()->installEventFilter(this);
    const QAbstractItemModel* model = view->model();
    connect(model, &QAbstractItemModel::modelReset, this, &EmptyNote::follow);
    connect(model, &QAbstractItemModel::rowsInserted, this, &EmptyNote::follow);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &EmptyNote::follow);
    follow();
}

bool EmptyNote::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        follow();
    }
    return QLabel::eventFilter(watched, event);
}

QPushButton* EmptyNote::addButton(const QString& text, const char* name)
{
    m_button = new QPushButton(text, this);
    m_button->setObjectName(name);
    setAttribute(Qt::WA_TransparentForMouseEvents, false);
    return m_button;
}

void EmptyNote::setButtonShown(bool isShown)
{
    m_button->setVisible(isShown);
}

void EmptyNote::follow()
{
    if (m_viewport == nullptr) {
        return; // the view is being deleted, and its model after its viewport
    }
    setGeometry(m_viewport->geometry());
    if (m_button != nullptr) {
        m_button->adjustSize();
        m_button->move(width() / 2 - m_button->width() / 2, height() / 2 + 2 * fontMetrics().lineSpacing());
    }
    setVisible(m_view->model()->rowCount() == 0);
}

} // namespace cairn::ui
