#include "ui/values/histogram_view.h"

#include "core/values/element_text.h"
#include "ui/common/job.h"
#include "ui/common/message_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/common/work_line.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/values/tensor_choice.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace cairn::ui {

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent), m_pages(new QStackedLayout(this)), m_message(makeMessageLabel("histogramMessage")),
      m_plot(new HistogramPlot), m_log(new QCheckBox(tr("Logarithmic"))), m_whole(new QToolButton),
      m_facts(new QFormLayout), m_work(new WorkLine)
{
    setObjectName("histogramView");
    m_log->setObjectName("histogramLog");
    m_log->setToolTip(tr("Show how many there are in powers, so that rare numbers can be seen"));
    auto* whole = new QAction(tr("Whole range"), this);
    whole->setObjectName("histogramWhole");
    whole->setStatusTip(tr("Show all numbers again. Drag over the histogram to look closer"));
    whole->setToolTip(whole->statusTip());
    whole->setEnabled(false);
    m_whole->setDefaultAction(whole);
    auto* copy = new QAction(tr("Copy"), this);
    copy->setObjectName("histogramCopy");
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    copy->setStatusTip(tr("Copy the statistics"));
    copy->setToolTip(copy->statusTip());
    addAction(copy);
    auto* copyButton = new QToolButton;
    copyButton->setDefaultAction(copy);

    auto* tools = new QHBoxLayout;
    tools->addWidget(m_log);
    tools->addStretch(1);
    tools->addWidget(m_whole);
    tools->addWidget(copyButton);
    m_facts->setHorizontalSpacing(14);
    m_facts->setVerticalSpacing(4);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 10, 10);
    layout->setSpacing(8);
    layout->addLayout(tools);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_work);
    layout->addLayout(m_facts);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    connect(m_log, &QCheckBox::toggled, m_plot, &HistogramPlot::setLogarithmic);
    connect(whole, &QAction::triggered, this, [this] { zoom(std::nullopt); });
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(m_plot, &HistogramPlot::wholeRequested, this, [this] { zoom(std::nullopt); });
    connect(m_plot, &HistogramPlot::rangeRequested, this,
            [this](double low, double high) { zoom(std::pair(low, high)); });
    showEntry(checkpoint::kNoId);
}

HistogramView::~HistogramView() = default;

void HistogramView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    showEntry(checkpoint::kNoId);
}

void HistogramView::stop()
{
    m_work->end();
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
}

void HistogramView::showEntry(checkpoint::EntryId id)
{
    stop();
    const TensorChoice choice = tensorAt(m_document, id);
    m_tensor = choice.tensor;
    m_isWanted = m_tensor != checkpoint::kNoId;
    m_statistics.reset();
    m_plot->setHistogram(std::nullopt);
    showStatistics();
    if (!m_isWanted) {
        say(choice.why);
        return;
    }
    m_pages->setCurrentIndex(1);
    if (isVisible()) {
        start();
    }
}

void HistogramView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isWanted) {
        start();
    }
}

void HistogramView::say(const QString& text)
{
    m_message->setText(text);
    m_pages->setCurrentIndex(0);
}

void HistogramView::start()
{
    m_isWanted = false;
    zoom(std::nullopt);
}

void HistogramView::zoom(std::optional<std::pair<double, double>> range)
{
    if (m_tensor == checkpoint::kNoId) {
        return;
    }
    stop();
    m_whole->defaultAction()->setEnabled(range.has_value());
    m_job = startJob(
        this,
        [checkpoint = m_document->checkpoint, tensor = m_tensor, known = m_statistics, range](Progress& progress) {
            TensorHistogram outcome = readHistogram(*checkpoint, tensor, known, range, progress);
            if (progress.stopRequested()) {
                outcome.error = tr("Stopped. Choose the tensor again to go on.");
            }
            return outcome;
        },
        [this](const TensorHistogram& outcome) {
            m_job = nullptr;
            m_work->end();
            take(outcome);
        });
    m_work->follow(tr("Reading"), m_job);
}

void HistogramView::take(const TensorHistogram& outcome)
{
    if (!outcome.statistics) {
        say(outcome.error);
        return;
    }
    m_statistics = outcome.statistics;
    if (outcome.histogram) {
        m_plot->setHistogram(outcome.histogram);
    } else if (m_statistics->finite() == 0) {
        m_plot->setNote(tr("None of the numbers is finite: there is nothing to draw."));
    }
    showStatistics();
    if (!outcome.error.isEmpty()) {
        addFact(tr("Histogram"), outcome.error);
    }
}

void HistogramView::addFact(const QString& name, const QString& value)
{
    auto* field = new PlainLabel(value);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setTextFormat(Qt::PlainText);
    field->setWordWrap(true);
    field->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* label = new QuietLabel(name);
    label->setObjectName("histogramTitle");
    m_facts->addRow(label, field);
    m_lines.append(name + u'\t' + value);
}

void HistogramView::showStatistics()
{
    while (m_facts->rowCount() > 0) {
        m_facts->removeRow(0);
    }
    m_lines.clear();
    if (!m_statistics) {
        return;
    }
    const values::Statistics& s = *m_statistics;
    const formats::Dtype dtype = m_document->checkpoint->tensors()[m_tensor].dtype;
    const auto text = [dtype](const values::Number& number) {
        return fromUtf8(values::numberText(number, values::NumberFormat::Short, dtype));
    };
    addFact(tr("Elements"), countText(s.elements) + (s.ofAbsoluteValues ? tr(", as absolute values") : QString()));
    if (s.finite() != 0) {
        addFact(tr("Smallest … largest"), tr("%1 … %2").arg(text(s.low), text(s.high)));
        addFact(s.finite() == s.elements ? tr("Mean ± deviation") : tr("Mean ± deviation of the finite"),
                meanText(s, dtype));
    }
    const double zeros = s.elements == 0 ? 0 : 100.0 * static_cast<double>(s.zeros) / static_cast<double>(s.elements);
    addFact(tr("Zeros"), s.zeros == 0 ? countText(0) : tr("%1 (%2 %)").arg(countText(s.zeros)).arg(zeros, 0, 'g', 3));
    addFact(tr("NaN"), countText(s.nans));
    addFact(tr("Infinite"),
            s.infinities() == 0
                ? countText(0)
                : tr("%1 positive, %2 negative").arg(countText(s.positiveInfinities), countText(s.negativeInfinities)));
}

QString HistogramView::text() const
{
    return m_lines.join(u'\n') + u'\n';
}

} // namespace cairn::ui
