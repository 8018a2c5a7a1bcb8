#pragma once

#include "ui/models/slice_model.h"
#include "ui/state/document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSpinBox;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace cairn::ui {

class Prompts;
class SliceBar;

/// The numbers of a tensor: a grid of any two of its axes, read as far as it is looked at. Prompts are the caller's and
/// outlive it.
class ValuesView : public QWidget {
    Q_OBJECT

public:
    explicit ValuesView(Prompts& prompts, QWidget* parent = nullptr);

    void showDocument(const DocumentPtr& document);
    /// kNoId: nothing is selected.
    void showEntry(checkpoint::EntryId id);

    [[nodiscard]] SliceModel* model() const { return m_model; }
    /// Selected cells as text: tabs between columns, a line for each row. They are read for it.
    void copy();

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

private:
    void makeTools();
    void makeTable();
    void say(const QString& text);
    void showSlice();
    void showState();
    void fitColumns();

    Prompts& m_prompts;
    DocumentPtr m_document;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    SliceModel* m_model;
    QStackedLayout* m_pages;
    QLabel* m_message;
    SliceBar* m_bar;
    QTableView* m_table;
    QComboBox* m_format;
    QSpinBox* m_firstRow;
    QToolButton* m_copy;
    QLabel* m_state;
};

} // namespace cairn::ui
