#pragma once

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QToolButton;

namespace cairn::ui {

/// Something to be typed elsewhere: what it is for, the beginning of it, and a button that copies all of it.
class CopyLine : public QWidget {
    Q_OBJECT

public:
    /// The line is found by the name, and its button by the name with "Copy" behind it. `title` may have a mnemonic.
    CopyLine(const char* name, const QString& title, QWidget* parent = nullptr);

    /// Hidden while there is nothing to be copied.
    void setText(const QString& text);
    /// Makes what is to be typed begin at one place in all of them.
    static void align(const std::vector<CopyLine*>& lines);

private:
    QString m_text;
    QLabel* m_title;
    QLineEdit* m_line;
    QToolButton* m_copy;
};

} // namespace cairn::ui
