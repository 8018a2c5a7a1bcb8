#pragma once

#include <QElapsedTimer>
#include <QList>
#include <QPersistentModelIndex>
#include <QPointer>
#include <QStringList>
#include <QTimer>

class QAbstractItemView;

namespace cairn::ui {

/// Looks for words in the rows of whatever list is seen, a few milliseconds at a time: a row is a hit if its cells have
/// all of them, whatever their case. The first hit becomes the current row.
class TableSearch : public QObject {
    Q_OBJECT

public:
    explicit TableSearch(QObject* parent = nullptr);

    /// The one that a page shows; null: it shows none.
    [[nodiscard]] static QAbstractItemView* listOf(QWidget& page);
    /// Null: none. What was searched for before is searched for in it, too.
    void setView(QAbstractItemView* view);
    void search(const QString& text);
    /// To another hit: 1 or -1.
    void step(int by);
    /// How it went, in words; empty without a search.
    [[nodiscard]] QString summary() const;
    [[nodiscard]] qsizetype hits() const { return m_hits.size(); }
    /// Every row has been looked at.
    [[nodiscard]] bool isSettled() const { return !m_timer.isActive(); }

Q_SIGNALS:
    void changed();

private:
    void restart();
    void lookOn();
    [[nodiscard]] bool isHit(const QModelIndex& index) const;
    void goTo(qsizetype hit);

    QPointer<QAbstractItemView> m_view;
    QStringList m_words;
    QTimer m_timer;
    QPersistentModelIndex m_next; ///< the row to look at; invalid: the first one
    QList<QPersistentModelIndex> m_hits;
    qsizetype m_current = -1; ///< the hit that was gone to
};

} // namespace cairn::ui
