#pragma once

#include <QLabel>

namespace cairn::ui {

/// A label that shows a text as it is. A QLabel takes whatever looks like HTML for HTML, and a text may come from a
/// file.
class PlainLabel : public QLabel {
public:
    explicit PlainLabel(QWidget* parent = nullptr) : QLabel(parent) { setTextFormat(Qt::PlainText); }
    explicit PlainLabel(const QString& text, QWidget* parent = nullptr) : PlainLabel(parent) { setText(text); }
};

} // namespace cairn::ui
