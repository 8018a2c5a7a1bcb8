#pragma once

#include "ui/document/document.h"
#include "ui/values/histogram_plot.h"
#include "ui/values/tensor_histogram.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace cairn::ui {

class Job;
class WorkLine;

/// Statistics and histogram of a tensor. All of it is read for them, so work begins only when the view can be seen, and
/// stops when another tensor is chosen.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    explicit HistogramView(QWidget* parent = nullptr);
    ~HistogramView() override;

    void showDocument(const DocumentPtr& document);
    void showEntry(checkpoint::EntryId id);

    [[nodiscard]] HistogramPlot* plot() const { return m_plot; }
    /// What is shown as text: a line for each fact.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void entryActivated(checkpoint::EntryId id);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void stop();
    void say(const QString& text);
    void start();
    void zoom(std::optional<std::pair<double, double>> range);
    void take(const TensorHistogram& outcome);
    void showStatistics();
    void addFact(const QString& name, const QString& value);

    DocumentPtr m_document;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    bool m_isWanted = false; ///< but nobody could see it yet
    std::optional<values::Statistics> m_statistics;
    QStackedLayout* m_pages;
    QLabel* m_message;
    HistogramPlot* m_plot;
    QCheckBox* m_log;
    QToolButton* m_whole;
    QFormLayout* m_facts;
    QStringList m_lines;
    WorkLine* m_work;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
