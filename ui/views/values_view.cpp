#include "ui/views/values_view.h"

#include "core/values/value_export.h"
#include "ui/jobs/job.h"
#include "ui/panels/message_label.h"
#include "ui/state/entry_text.h"
#include "ui/text/display.h"
#include "ui/views/slice_bar.h"
#include "ui/views/tensor_choice.h"
#include "ui/views/work_line.h"
#include "ui/window/prompts.h"

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
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace cairn::ui {

using values::NumberFormat;

ValuesView::ValuesView(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_model(new SliceModel(this)), m_pages(new QStackedLayout(this)),
      m_message(makeMessageLabel("valuesMessage")), m_bar(new SliceBar), m_table(new QTableView),
      m_format(new QComboBox), m_firstRow(new QSpinBox), m_copy(new QToolButton), m_export(new QToolButton),
      m_state(new QLabel), m_work(new WorkLine)
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
    m_format->addItem(tr("Six digits"), static_cast<int>(NumberFormat::Short));
    m_format->addItem(tr("All digits"), static_cast<int>(NumberFormat::Exact));
    m_format->addItem(tr("Fixed point"), static_cast<int>(NumberFormat::Fixed));
    m_format->addItem(tr("Scientific"), static_cast<int>(NumberFormat::Scientific));
    m_format->addItem(tr("Bits"), static_cast<int>(NumberFormat::Bits));
    connect(m_format, &QComboBox::currentIndexChanged, this, [this] {
        m_model->setFormat(static_cast<NumberFormat>(m_format->currentData().toInt()));
        fitColumns();
    });

    m_firstRow->setObjectName("valuesFirstRow");
    m_firstRow->setAccessibleName(tr("First row"));
    m_firstRow->setToolTip(tr("The table shows %1 rows at a time, from this one on").arg(SliceModel::kMostRows));
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
    const checkpoint::Tensor& tensor = m_document->checkpoint->tensors()[m_tensor];
    QString text =
        tr("%1 rows × %2 columns of %3")
            .arg(countText(place.rows), countText(place.columns), fromUtf8(formats::dtypeInfo(tensor.dtype).name));
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
    const formats::Dtype dtype = m_document->checkpoint->tensors()[m_tensor].dtype;
    const auto format = static_cast<NumberFormat>(m_format->currentData().toInt());
    const int bytes = formats::dtypeInfo(dtype).bits / 8;
    int letters = format == NumberFormat::Exact ? (bytes >= 8 ? 21 : 13) : 12;
    if (format == NumberFormat::Bits) {
        letters = 3 + 2 * std::max(bytes, 1);
    } else if (values::isComplex(dtype)) {
        letters = 2 * letters;
    } else if (bytes == 1 && dtype <= formats::Dtype::Bool) {
        letters = 6;
    }
    const QFontMetrics metrics(m_model->index(0, 0).data(Qt::FontRole).value<QFont>());
    m_table->horizontalHeader()->setDefaultSectionSize(letters * metrics.horizontalAdvance(u'0') + 8);
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
                                   : tr("Not copied: %1").arg(shown(slice.error().what)));
        });
}

void ValuesView::exportTo(const QString& ending,
                          const std::function<Result<void>(const std::string&, Progress&)>& write)
{
    if (m_tensor == checkpoint::kNoId || m_job != nullptr) {
        return;
    }
    const QString name = fullName(*m_document, m_entry).replace(u'/', u'_') + ending;
    m_prompts.saveFile(this, name, [this, write](const QString& path) {
        m_export->setEnabled(false);
        m_job = startJob(
            this, [write, target = path.toStdString()](Progress& progress) { return write(target, progress); },
            [this, path](const Result<void>& done) {
                m_job = nullptr;
                m_work->end();
                m_export->setEnabled(true);
                m_state->setText(done ? tr("Saved as %1").arg(shown(path.toStdString()))
                                      : tr("Not saved: %1").arg(shown(done.error().paragraph())));
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
