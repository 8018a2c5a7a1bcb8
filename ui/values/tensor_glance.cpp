#include "ui/values/tensor_glance.h"

#include "core/values/tensor_slice.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/values/aligned_text.h"
#include "ui/values/histogram_plot.h"
#include "ui/values/tensor_choice.h"
#include "ui/values/tensor_histogram.h"

#include <QFontDatabase>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

namespace {

constexpr std::uint64_t kMostUnasked = std::uint64_t{256} << 20; // bytes: half a second of a slow disk, or some more
constexpr std::uint64_t kFirstRows = 4;
constexpr std::uint64_t kFirstColumns = 3;

/// The first numbers along the last two axes.
values::SlicePlace firstPlace(std::span<const std::int64_t> shape)
{
    values::SlicePlace place;
    place.index.resize(shape.size());
    const auto most = [&](std::size_t axis, std::uint64_t count) {
        return std::min(static_cast<std::uint64_t>(shape[axis]), count);
    };
    if (shape.size() == 1) {
        place.rowAxis = 0;
        place.rows = most(0, kFirstRows);
    } else if (shape.size() > 1) {
        place.rowAxis = static_cast<int>(shape.size()) - 2;
        place.columnAxis = place.rowAxis + 1;
        place.rows = most(shape.size() - 2, kFirstRows);
        place.columns = most(shape.size() - 1, kFirstColumns);
    }
    return place;
}

} // namespace

TensorGlance::TensorGlance(QWidget* parent)
    : QWidget(parent), m_plot(new HistogramPlot), m_read(new QToolButton), m_facts(new QFormLayout),
      m_firstTitle(new PlainLabel), m_first(new PlainLabel)
{
    setObjectName("tensorGlance");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(6);
    QToolButton* histogram = addTitle(layout, "glanceHistogram", new PlainLabel(tr("Values")));
    constexpr int kPlotHeight = 110;
    m_plot->setObjectName("glancePlot");
    m_plot->setMinimumHeight(kPlotHeight);
    m_plot->setMaximumHeight(kPlotHeight);
    m_plot->setFocusPolicy(Qt::NoFocus); // there is one for the keyboard where it is large
    m_read->setObjectName("glanceRead");
    m_facts->setHorizontalSpacing(14);
    m_facts->setVerticalSpacing(4);
    m_first->setObjectName("glanceFirst");
    m_first->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_first->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_first->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // numbers of 20 digits must not move the tree
    layout->addWidget(m_plot);
    layout->addWidget(m_read, 0, Qt::AlignLeft);
    layout->addLayout(m_facts);
    QToolButton* values = addTitle(layout, "glanceValues", m_firstTitle);
    layout->addWidget(m_first);
    connect(histogram, &QToolButton::clicked, this, &TensorGlance::histogramRequested);
    connect(m_plot, &HistogramPlot::rangeRequested, this, &TensorGlance::histogramRequested);
    connect(values, &QToolButton::clicked, this, &TensorGlance::valuesRequested);
    connect(m_read, &QToolButton::clicked, this, &TensorGlance::readNumbers);
    hide();
}

TensorGlance::~TensorGlance() = default;

QToolButton* TensorGlance::addTitle(QVBoxLayout* layout, const char* name, QLabel* title)
{
    QFont bold = font();
    bold.setBold(true);
    title->setFont(bold);
    auto* open = new QToolButton;
    open->setObjectName(name);
    open->setText(tr("Open large"));
    open->setProperty("isLink", true);
    open->setAutoRaise(true);
    auto* line = new QHBoxLayout;
    line->addWidget(title);
    line->addStretch(1);
    line->addWidget(open);
    layout->addLayout(line);
    return open;
}

void TensorGlance::stop()
{
    abandonJob(m_numbersJob);
    abandonJob(m_firstJob);
}

void TensorGlance::showEntry(const DocumentPtr& document, checkpoint::EntryId id)
{
    const checkpoint::TensorId tensor = tensorAt(document, id).tensor;
    if (document == m_document && tensor == m_tensor) {
        return; // other colours, or another row for it: it is the same to read
    }
    stop();
    m_document = document;
    m_tensor = tensor;
    m_isWanted = tensor != checkpoint::kNoId;
    m_plot->setHistogram(std::nullopt);
    m_first->clear();
    while (m_facts->rowCount() > 0) {
        m_facts->removeRow(0);
    }
    setVisible(m_isWanted);
    if (m_isWanted && isVisible()) { // it was visible before, too
        start();
    }
}

void TensorGlance::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isWanted) {
        start();
    }
}

void TensorGlance::start()
{
    m_isWanted = false;
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const std::uint64_t bytes = checkpoint.logicalBytes(checkpoint.tensors()[m_tensor]);
    m_read->setVisible(bytes > kMostUnasked);
    m_plot->setVisible(bytes <= kMostUnasked);
    m_read->setText(tr("Read all %1").arg(bytesText(bytes)));
    readFirst();
    if (bytes <= kMostUnasked) {
        readNumbers();
    }
}

void TensorGlance::readFirst()
{
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const auto shape = checkpoint.shape(checkpoint.tensors()[m_tensor]);
    m_firstTitle->setText(shape.size() > 1 ? tr("First rows") : tr("First values"));
    m_firstJob = startJob(
        this,
        [checkpoint = m_document->checkpoint, tensor = m_tensor, place = firstPlace(shape)](Progress&) {
            return values::readSlice(*checkpoint, tensor, place);
        },
        [this](const Result<values::TensorSlice>& slice) {
            m_firstJob = nullptr;
            m_first->setText(slice ? alignedText(*slice) : inWordsAlone(slice.error().what));
        });
}

void TensorGlance::readNumbers()
{
    m_read->hide();
    m_plot->show();
    m_plot->setNote(tr("Reading…"));
    m_numbersJob = startJob(
        this,
        [checkpoint = m_document->checkpoint, tensor = m_tensor](Progress& progress) {
            return readHistogram(*checkpoint, tensor, std::nullopt, std::nullopt, progress);
        },
        [this](const TensorHistogram& numbers) {
            m_numbersJob = nullptr;
            take(numbers);
        });
}

void TensorGlance::take(const TensorHistogram& numbers)
{
    if (numbers.histogram) {
        m_plot->setHistogram(numbers.histogram);
    } else {
        m_plot->setNote(numbers.error.isEmpty() ? tr("None of the numbers is finite.") : numbers.error);
    }
    if (!numbers.statistics) {
        return;
    }
    const values::Statistics& all = *numbers.statistics;
    if (all.finite() != 0) {
        const bool isPart = all.finite() != all.elements;
        addFact(all.ofAbsoluteValues ? isPart ? tr("Mean ± std of the finite |z|") : tr("Mean ± std of |z|")
                : isPart ? tr("Mean ± std of the finite")
                                     : tr("Mean ± std"),
                meanText(all, m_document->checkpoint->tensors()[m_tensor].dtype));
    }
    addFact(tr("Zeros, NaN, ∞"),
            QStringLiteral("%1 · %2 · %3").arg(countText(all.zeros), countText(all.nans), countText(all.infinities())));
    if (all.nans + all.infinities() != 0) {
        Q_EMIT notFiniteFound(m_document, m_document->checkpoint->tensors()[m_tensor].entry, all.nans,
                              all.infinities());
    }
}

void TensorGlance::addFact(const QString& name, const QString& value)
{
    auto* field = new PlainLabel(value);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setTextInteractionFlags(Qt::TextSelectableByMouse);
    field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_facts->addRow(new QuietLabel(name), field);
}

} // namespace cairn::ui
