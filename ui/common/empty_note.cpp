#include "ui/common/empty_note.h"

#include <QAbstractItemView>
#include <QEvent>

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

void EmptyNote::follow()
{
    if (m_viewport == nullptr) {
        return; // the view is being deleted, and its model after its viewport
    }
    setGeometry(m_viewport->geometry());
    setVisible(m_view->model()->rowCount() == 0);
}

} // namespace cairn::ui
