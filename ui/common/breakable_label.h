#pragma once

#include "ui/common/plain_label.h"

#include <QClipboard>

namespace cairn::ui {

/// A label for names, which have no spaces: it breaks its lines anywhere. What is copied from it, and what a screen
/// reader says, is the name itself.
class BreakableLabel final : public PlainLabel {
public:
    explicit BreakableLabel(const QString& text, QWidget* parent = nullptr);

    void setName(const QString& text);
    /// Text of such a label without the places where it may break.
    [[nodiscard]] static QString unbroken(QString text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copySelection(QClipboard::Mode mode) const;
};

} // namespace cairn::ui
