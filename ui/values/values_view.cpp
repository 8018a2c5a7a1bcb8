#include "ui/values/values_view.h"

#include "core/values/element_text.h"
#include "core/values/value_export.h"
#include "ui/common/job.h"
#include "ui/common/message_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/common/work_line.h"
#include "ui/document/entry_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/values/slice_bar.h"
#include "ui/values/tensor_choice.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QSpinBox>
#include <QStackedLayout>
#include <QStyle>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

using formats::Dtype;
using values::NumberFormat;

namespace {

int decimalDigits(int bits)
{
    return static_cast<int>(bits * 0.30103) + 1;
}

/// Letters of the longest number of a dtype as the format writes it. With a fixed point there is no end to them: as
/// many as numbers of a usual size have.
int lettersOf(Dtype dtype, NumberFormat format)
{
    const int bits = formats::dtypeInfo(dtype).bits;
    if (format == NumberFormat::Bits) {
        return 2 + std::max(bits / 4, 2);
    }
    if (values::isComplex(dtype)) {
        return 2 * lettersOf(values::partOfComplex(dtype), format) + 1;
    }
    if (values::isInteger(dtype)) {
        return dtype == Dtype::Bool ? 5 : decimalDigits(bits) + 1;
    }
    const int exponent = bits >= 64 ? 5 : 4; // e-300, e-30
    switch (format) {
    case NumberFormat::Fixed: return 14;
    case NumberFormat::Scientific: return 7 + exponent;
    case NumberFormat::Exact: return (bits == 32 ? 11 : 19) + exponent;
    default: return 8 + exponent; // sign, six digits and their point
    }
}

} // namespace

ValuesView::ValuesView(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_model(new SliceModel(this)), m_pages(new QStackedLayout(this)),
      m_message(makeMessageLabel("valuesMessage")), m_bar(new SliceBar), m_table(new QTableView),
      m_format(new QComboBox), m_firstRow(new QSpinBox), m_copy(new QToolButton), m_export(new QToolButton),
      m_state(new PlainLabel), m_work(new WorkLine)
{
    setObjectName("valuesView");
    makeTools();
    makeExports();
    makeTable();

    auto* tools = new QHBoxLayout;
    tools->addWidget(m_format);
    tools->addWidget(m_firstRow);
    tools->addStretch(1);
    tools->addWidget(m_copy);
    tools->addWidget(m_export);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(8);
    layout->addWidget(m_bar);
    layout->addLayout(tools);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_work);
    layout->addWidget(m_state);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    connect(m_bar, &SliceBar::changed, this, &ValuesView::showSlice);
    connect(m_model, &SliceModel::read, this, &ValuesView::showState);
    showEntry(checkpoint::kNoId);
}

void ValuesView::makeTools()
{
    m_format->setObjectName("valuesFormat");
    m_format->setAccessibleName(tr("Number format"));
    m_format->setToolTip(tr("How numbers are written"));
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        m_wish = static_cast<NumberFormat>(m_format->currentData().toInt());
        m_model->setFormat(m_wish);
        fitColumns();
    });

    m_firstRow->setObjectName("valuesFirstRow");
    m_firstRow->setAccessibleName(tr("First row"));
    m_firstRow->setToolTip(
        plainTip(tr("The table shows %1 rows at a time, from this one on").arg(SliceModel::kMostRows)));
    m_firstRow->setPrefix(tr("from row "));
    m_firstRow->setSingleStep(SliceModel::kMostRows);
    m_firstRow->setKeyboardTracking(false);
    connect(m_firstRow, &QSpinBox::valueChanged, this,
            [this](int row) { m_model->setFirstRow(static_cast<std::uint64_t>(row)); });

    auto* copyAction = new QAction(tr("Copy"), this);
    copyAction->setObjectName("valuesCopy");
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    copyAction->setStatusTip(tr("Copy the selected values, tabs between them"));
    copyAction->setToolTip(copyAction->statusTip());
    connect(copyAction, &QAction::triggered, this, &ValuesView::copy);
    addAction(copyAction);
    m_copy->setDefaultAction(copyAction);
}

ValuesView::~ValuesView() = default;

/// Whole numbers are written in one way, and as bits. What was chosen for others comes back with them.
void ValuesView::offerFormats()
{
    const bool areWhole = values::isInteger(writtenDtype());
    const QSignalBlocker quiet(m_format);
    m_format->clear();
    const auto add = [this](const QString& text, NumberFormat format) {
        m_format->addItem(text, static_cast<int>(format));
    };
    if (!areWhole) {
        add(tr("Six digits"), NumberFormat::Short);
    }
    add(tr("All digits"), NumberFormat::Exact);
    if (!areWhole) {
        add(tr("Fixed point"), NumberFormat::Fixed);
        add(tr("Scientific"), NumberFormat::Scientific);
    }
    add(tr("Bits"), NumberFormat::Bits);
    m_format->setCurrentIndex(std::max(m_format->findData(static_cast<int>(m_wish)), 0));
    m_model->setFormat(static_cast<NumberFormat>(m_format->currentData().toInt()));
}

void ValuesView::makeExports()
{
    auto* menu = new QMenu(this);
    const auto add = [this, menu](const char* name, const QString& text, const QString& tip, auto slot) {
        QAction* action = menu->addAction(text);
        action->setObjectName(name);
        action->setStatusTip(tip);
        connect(action, &QAction::triggered, this, slot);
    };
    add("valuesCsv", tr("This slice as CSV…"), tr("Write the rows and columns that are shown, with all digits"),
        &ValuesView::exportCsv);
    add("valuesNpy", tr("The tensor as .npy…"), tr("Write the whole tensor for numpy.load"), &ValuesView::exportNpy);
    m_export->setObjectName("valuesExport");
    m_export->setText(tr("Export"));
    m_export->setMenu(menu);
    m_export->setPopupMode(QToolButton::InstantPopup);
}

void ValuesView::makeTable()
{
    m_table->setObjectName("valuesTable");
    m_table->setAccessibleName(tr("Values of the tensor"));
    m_table->setModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView* rows = m_table->verticalHeader();
    rows->setSectionResizeMode(QHeaderView::Fixed);
    rows->setDefaultSectionSize(m_table->fontMetrics().height() + 6);
    rows->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setHighlightSections(false);
}

void ValuesView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    showEntry(checkpoint::kNoId);
}

void ValuesView::showEntry(checkpoint::EntryId id)
{
    const TensorChoice choice = tensorAt(m_document, id);
    m_entry = id;
    m_tensor = choice.tensor;
    if (m_tensor == checkpoint::kNoId) {
        say(choice.why);
        return;
    }
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const auto shape = checkpoint.shape(checkpoint.tensors()[m_tensor]);
    m_bar->setShape({shape.begin(), shape.end()});
    offerFormats();
    m_pages->setCurrentIndex(1);
    showSlice();
}

void ValuesView::say(const QString& text)
{
    m_model->clear();
    m_message->setText(text);
    m_pages->setCurrentIndex(0);
}

void ValuesView::showSlice()
{
    const values::SlicePlace place = m_bar->place();
    const QSignalBlocker quiet(m_firstRow);
    constexpr std::uint64_t most = std::numeric_limits<int>::max() - SliceModel::kMostRows;
    m_firstRow->setVisible(place.rows > SliceModel::kMostRows);
    m_firstRow->setRange(0, static_cast<int>(std::min(place.rows - 1, most)));
    m_firstRow->setValue(0);
    m_model->setSlice(m_document->checkpoint, m_tensor, place);
    fitColumns();
    m_table->scrollToTop();
    showState();
}

void ValuesView::showState()
{
    if (!m_model->error().isEmpty()) {
        say(tr("The values cannot be read: %1").arg(m_model->error()));
        return;
    }
    const values::SlicePlace& place = m_model->slice();
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const checkpoint::Tensor& tensor = checkpoint.tensors()[m_tensor];
    QString text = sizeText(checkpoint.shape(tensor).size(), place.rows, place.columns) + QStringLiteral(" · ") +
                   fromUtf8(formats::dtypeInfo(tensor.dtype).name);
    if (place.columns > SliceModel::kMostRows) {
        text += tr(", the first %1 columns").arg(countText(SliceModel::kMostRows));
    }
    m_state->setText(text);
}

void ValuesView::fitColumns()
{
    if (m_tensor == checkpoint::kNoId) {
        return;
    }
    const auto format = static_cast<NumberFormat>(m_format->currentData().toInt());
    const QFontMetrics metrics(m_model->index(0, 0).data(Qt::FontRole).value<QFont>());
    const int margins = 2 * (m_table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1) + 2; // and the grid
    // Wide enough for the number of the column too.
    const int letters = std::max(lettersOf(writtenDtype(), format), 6) + 1;
    m_table->horizontalHeader()->setDefaultSectionSize(letters * metrics.horizontalAdvance(u'0') + margins);
}

/// What numbers are shown as: those of a quantised tensor are the ones that it stands for.
Dtype ValuesView::writtenDtype() const
{
    const checkpoint::Tensor& tensor = m_document->checkpoint->tensors()[m_tensor];
    const auto* extra = m_document->checkpoint->extra(tensor);
    return extra != nullptr && extra->quantizer ? Dtype::Float32 : tensor.dtype;
}

void ValuesView::copy()
{
    const QItemSelection selection = m_table->selectionModel()->selection();
    if (selection.isEmpty()) {
        return;
    }
    const QItemSelectionRange& cells = selection.front(); // the table selects rectangles only
    const values::SlicePlace place = m_model->placeOf(cells.top(), cells.left(), cells.height(), cells.width());
    if (place.rows > values::kMostInSlice / place.columns) {
        m_state->setText(tr("These are too many values for the clipboard."));
        return;
    }
    startJob(
        this,
        [checkpoint = m_document->checkpoint, tensor = m_tensor, place](Progress&) {
            return values::readSlice(*checkpoint, tensor, place);
        },
        [this, format = m_model->format()](const Result<values::TensorSlice>& slice) {
            if (slice) {
                QGuiApplication::clipboard()->setText(fromUtf8(values::sliceText(*slice, format, '\t')));
            }
            m_state->setText(slice ? tr("Copied %1 × %2 values").arg(slice->rows).arg(slice->columns)
                                   : tr("Not copied: %1").arg(inWordsAlone(slice.error().what)));
        });
}

void ValuesView::exportTo(const QString& ending,
                          const std::function<Result<void>(const std::string&, Progress&)>& write)
{
    if (m_tensor == checkpoint::kNoId || m_job != nullptr) {
        return;
    }
    const QString name = fullName(*m_document, m_entry).replace(u'/', u'_') + ending;
    m_prompts.saveFile(this, name, {}, [this, write](const QString& path) {
        m_export->setEnabled(false);
        m_job = startJob(
            this, [write, target = path.toStdString()](Progress& progress) { return write(target, progress); },
            [this, path](const Result<void>& done) {
                m_job = nullptr;
                m_work->end();
                m_export->setEnabled(true);
                m_state->setText(done ? tr("Saved as %1").arg(shown(path.toStdString()))
                                      : tr("Not saved: %1").arg(inWordsAlone(done.error().inFull())));
            });
        m_work->follow(tr("Writing"), m_job);
    });
}

void ValuesView::exportCsv()
{
    exportTo(QStringLiteral(".csv"), [checkpoint = m_document ? m_document->checkpoint : nullptr, tensor = m_tensor,
                                      slice = m_model->slice()](const std::string& path, Progress& progress) {
        return values::writeCsv(*checkpoint, tensor, slice, path, FileSink::Existing::Replace, &progress);
    });
}

void ValuesView::exportNpy()
{
    exportTo(QStringLiteral(".npy"), [checkpoint = m_document ? m_document->checkpoint : nullptr,
                                      tensor = m_tensor](const std::string& path, Progress& progress) {
        return values::writeNpy(*checkpoint, tensor, path, FileSink::Existing::Replace, &progress);
    });
}

} // namespace cairn::ui
