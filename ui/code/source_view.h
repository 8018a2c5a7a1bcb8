#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QLabel;

namespace cairn::ui {

class CodeText;
class Job;

/// The Python of a row that stands for source code: of TorchScript or a package. Read when it is looked at.
class SourceView : public QWidget {
    Q_OBJECT

public:
    explicit SourceView(QWidget* parent = nullptr);
    ~SourceView() override;

    /// Whether the row stands for source code.
    [[nodiscard]] static bool isSource(const Document& document, checkpoint::EntryId id);

    /// Null: none.
    void showDocument(const DocumentPtr& document);
    void showEntry(checkpoint::EntryId id);

private:
    void say(const QString& text);

    DocumentPtr m_document;
    Job* m_job = nullptr;
    QLabel* m_about;
    CodeText* m_code;
};

} // namespace cairn::ui
