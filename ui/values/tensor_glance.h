#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace cairn::ui {

class HistogramPlot;
class Job;
struct TensorHistogram;

/// What a tensor's numbers look like, small: histogram, a few facts, the first of them. Each has a view of its own,
/// which this leads to. Work begins only when it can be seen; a large tensor is read when somebody asks for it.
class TensorGlance : public QWidget {
    Q_OBJECT

public:
    explicit TensorGlance(QWidget* parent = nullptr);
    ~TensorGlance() override;

    /// Hides itself where the row is no tensor with values.
    void showEntry(const DocumentPtr& document, checkpoint::EntryId id);

Q_SIGNALS:
    void histogramRequested();
    void valuesRequested();
    /// Among the numbers of a tensor, which is this row, are some that are not finite.
    void notFiniteFound(const DocumentPtr& document, checkpoint::EntryId id, std::uint64_t nans,
                        std::uint64_t infinities);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QToolButton* addTitle(QVBoxLayout* layout, const char* name, QLabel* title);
    void stop();
    void start();
    void readNumbers();
    void readFirst();
    void take(const TensorHistogram& numbers);
    void addFact(const QString& name, const QString& value);

    DocumentPtr m_document;
    checkpoint::TensorId m_tensor = checkpoint::kNoId;
    bool m_isWanted = false; ///< but nobody could see it yet
    HistogramPlot* m_plot;
    QToolButton* m_read;
    QFormLayout* m_facts;
    QLabel* m_firstTitle;
    QLabel* m_first;
    Job* m_numbersJob = nullptr;
    Job* m_firstJob = nullptr;
};

} // namespace cairn::ui
