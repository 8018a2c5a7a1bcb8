#pragma once

#include "ui/compare/pair_numbers.h"

#include <QWidget>

class QFormLayout;
class QLabel;

namespace cairn::ui {

class HistogramPlot;
class Job;
class WorkLine;

/// The numbers of one tensor in both files: their histograms over each other, and how far apart they are. Hidden while
/// there is no such tensor.
class PairView : public QWidget {
    Q_OBJECT

public:
    explicit PairView(QWidget* parent = nullptr);
    ~PairView() override;

    /// Reads both.
    void showPair(const TensorPair& pair);
    void showNothing();
    [[nodiscard]] HistogramPlot* plot() const { return m_plot; }
    /// What is said beside the picture, a line for each fact.
    [[nodiscard]] QString text() const { return m_lines.join(u'\n'); }

private:
    void stop();
    void take(const TensorPair& pair, const PairNumbers& numbers);
    void showDifference(const values::ValueDifference& found);
    void addFact(const QString& name, const QString& value);
    void clearFacts();

    HistogramPlot* m_plot;
    QFormLayout* m_facts;
    QLabel* m_legend;
    WorkLine* m_work;
    QStringList m_lines;
    Job* m_job = nullptr;
};

} // namespace cairn::ui
