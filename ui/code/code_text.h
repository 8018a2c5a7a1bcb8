#pragma once

#include "ui/code/code_highlighter.h"

#include <QPlainTextEdit>

namespace cairn::ui {

/// Code to be read: coloured, in lines as long as they are.
class CodeText : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit CodeText(QWidget* parent = nullptr);

    void showCode(const QString& code, CodeLanguage language);

protected:
    void changeEvent(QEvent* event) override;

private:
    CodeHighlighter* m_highlighter;
};

} // namespace cairn::ui
