#pragma once

#include "ui/common/quiet_label.h"
#include <QPointer>

class QAbstractItemView;
class QPushButton;

namespace cairn::ui {

/// A sentence over a view, for as long as its model has no rows: nobody shall wonder at an empty page. Belongs to the
/// view, which has its model already.
class EmptyNote : public QuietLabel {
    Q_OBJECT

public:
    EmptyNote(QAbstractItemView* view, const QString& text);

    /// A way out, below the sentence.
    [[nodiscard]] QPushButton* addButton(const QString& text, const char* name);
    void setButtonShown(bool isShown);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();

    QAbstractItemView* m_view;
    QPointer<QWidget> m_viewport;
    QPushButton* m_button = nullptr;
};

} // namespace cairn::ui
