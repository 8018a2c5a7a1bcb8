#include "ui/compare/pair_view.h"

#include "core/values/element_text.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/common/work_line.h"
#include "ui/text/display.h"
#include "ui/values/histogram_plot.h"
#include "ui/values/tensor_histogram.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <utility>

namespace cairn::ui {

PairView::PairView(QWidget* parent)
    : QWidget(parent), m_plot(new HistogramPlot), m_facts(new QFormLayout),
      m_legend(new QuietLabel(tr("Bars: this file. Line: the other file."))), m_work(new WorkLine)
{
    setObjectName("pairView");
    m_plot->setObjectName("pairPlot");
    m_plot->setFocusPolicy(Qt::NoFocus); // there is nothing to move in it
    m_plot->setCursor(Qt::ArrowCursor);
    m_legend->setObjectName("pairLegend");
    m_facts->setHorizontalSpacing(14);
    m_facts->setVerticalSpacing(3);
    auto* facts = new QWidget;
    auto* side = new QVBoxLayout(facts);
    side->setContentsMargins(0, 0, 0, 0);
    side->addLayout(m_facts);
    side->addWidget(m_legend);
    side->addWidget(m_work);
    side->addStretch(1);
    auto* scroll = new QScrollArea; // the window must not grow for it
    scroll->setWidget(facts);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 14, 6);
    layout->setSpacing(14);
    layout->addWidget(m_plot, 1);
    layout->addWidget(scroll, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    hide();
}

PairView::~PairView() = default;

void PairView::stop()
{
    m_work->end();
    abandonJob(m_job);
}

void PairView::showNothing()
{
    stop();
    hide();
}

void PairView::showPair(const TensorPair& pair)
{
    stop();
    clearFacts();
    m_plot->setHistogram(std::nullopt);
    m_legend->hide();
    show();
    m_job = startJob(
        this, [pair](Progress& progress) { return readPair(pair, progress); },
        [this, pair](const PairNumbers& numbers) {
            m_job = nullptr;
            m_work->end();
            take(pair, numbers);
        });
    m_work->follow(tr("Reading"), m_job);
}

void PairView::clearFacts()
{
    while (m_facts->rowCount() > 0) {
        m_facts->removeRow(0);
    }
    m_lines.clear();
}

void PairView::addFact(const QString& name, const QString& value)
{
    auto* field = new PlainLabel(value);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setTextFormat(Qt::PlainText);
    field->setWordWrap(true);
    field->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->addRow(new QuietLabel(name), field);
    m_lines.append(name + u'\t' + value);
}

void PairView::take(const TensorPair& pair, const PairNumbers& numbers)
{
    if (numbers.histogramA && numbers.histogramB) {
        m_plot->setHistograms(*numbers.histogramA, *numbers.histogramB);
        m_legend->show();
    } else {
        m_plot->setNote(!numbers.error.isEmpty() ? numbers.error
                        : numbers.b ? tr("In one of the files no number is finite: there is nothing to draw.")
                                    : tr("Stopped. Choose the row again to go on."));
    }
    if (numbers.difference) {
        showDifference(*numbers.difference);
    }
    const auto addMean = [this](const QString& name, const std::optional<values::Statistics>& statistics,
                                formats::Dtype dtype) {
        if (statistics && statistics->finite() != 0) {
            addFact(name, meanText(*statistics, dtype));
        }
    };
    addMean(tr("This file, mean ± deviation"), numbers.a, pair.a->tensors()[pair.tensorA].dtype);
    addMean(tr("Other file, mean ± deviation"), numbers.b, pair.b->tensors()[pair.tensorB].dtype);
}

void PairView::showDifference(const values::ValueDifference& found)
{
    const auto number = [](double value) { return fromUtf8(values::numberText(value, values::NumberFormat::Short)); };
    addFact(tr("Numbers that differ"), tr("%1 of %2").arg(countText(found.different), countText(found.elements)));
    if (found.notFinite != 0) {
        addFact(tr("NaN or infinite in one of them"), countText(found.notFinite));
    }
    if (found.different != found.notFinite) { // there is no distance to infinity
        addFact(tr("Largest difference"), number(found.largest));
        addFact(tr("Largest relative difference"), number(found.largestRelative));
    }
}

} // namespace cairn::ui
