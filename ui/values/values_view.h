#pragma once

#include "ui/document/document.h"
#include "ui/values/slice_model.h"

#include <QWidget>

#include <functional>
#include <string>

class QComboBox;
class QLabel;
class QSpinBox;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace cairn::ui {

class Job;
class Prompts;
class SliceBar;
class WorkLine;

/// The numbers of a tensor: a grid of any two of its axes, read as far as it is looked at. Prompts are the caller's and
/// outlive it.
class ValuesView : public QWidget {
    Q_OBJECT

public:
    explicit ValuesView(Prompts& prompts, QWidget* parent = nullptr);
    ~ValuesView() override;

    void showDocument(const DocumentPtr& document);
    /// kNoId: nothing is selected.
    void showEntry(checkpoint::EntryId id);

    [[nodiscard]] SliceModel* model() const { return m_model; }
    /// Selected cells as text: tabs between columns, a line for each row. They are read for it.
    void copy();
    /// Ask where to, and write the slice that is shown, or the whole tensor.
    void exportCsv();
    void exportNpy();

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void makeTools();
    void makeExports();
    void exportTo(const QString& ending, const std::function<Result<void>(const std::string&, Progress&)>& write);
    void makeTable();
    void say(const QString& text);
    void showSlice();
    void showState();
    void fitColumns();
    void offerFormats();
    [[nodiscard]] formats::Dtype writtenDtype() const;

    Prompts& m_prompts;
    DocumentPtr m_document;
    checkpoint::EntryId m_entry = checkpoint::kNoId;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    values::NumberFormat m_wish = values::NumberFormat::Short; ///< of numbers that are not whole
    SliceModel* m_model;
    QStackedLayout* m_pages;
    QLabel* m_message;
    SliceBar* m_bar;
    QTableView* m_table;
    QComboBox* m_format;
    QSpinBox* m_firstRow;
    QToolButton* m_copy;
    QToolButton* m_export;
    QLabel* m_state;
    WorkLine* m_work;
    Job* m_job = nullptr; ///< of an export
};

} // namespace cairn::ui
