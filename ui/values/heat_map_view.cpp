#include "ui/values/heat_map_view.h"

#include "core/values/block_decoder.h"
#include "ui/common/job.h"
#include "ui/common/message_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/common/work_line.h"
#include "ui/document/entry_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/values/slice_bar.h"
#include "ui/values/tensor_choice.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

constexpr std::uint64_t kMostHeatCells = 512; // in a row or a column: more than there are pixels for

} // namespace

HeatMapView::HeatMapView(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_pages(new QStackedLayout(this)),
      m_message(makeMessageLabel("heatMapMessage")), m_bar(new SliceBar), m_palette(new QComboBox),
      m_plot(new HeatMapPlot), m_state(new PlainLabel), m_work(new WorkLine)
{
    setObjectName("heatMapView");
    m_palette->setObjectName("heatMapPalette");
    m_palette->setAccessibleName(tr("Colours"));
    m_palette->addItem(tr("Blue to red"), static_cast<int>(HeatPalette::Diverging));
    m_palette->addItem(tr("Violet to yellow"), static_cast<int>(HeatPalette::Sequential));
    m_palette->addItem(tr("Grey"), static_cast<int>(HeatPalette::Grey));
    m_state->setObjectName("heatMapState");
    m_state->setWordWrap(true);
    auto* save = new QAction(tr("Save picture…"), this);
    save->setObjectName("heatMapSave");
    save->setStatusTip(tr("Save the heat map and its legend as PNG"));
    save->setToolTip(save->statusTip());
    auto* saveButton = new QToolButton;
    saveButton->setDefaultAction(save);

    auto* tools = new QHBoxLayout;
    tools->addWidget(m_palette);
    tools->addStretch(1);
    tools->addWidget(saveButton);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(8);
    layout->addWidget(m_bar);
    layout->addLayout(tools);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_work);
    layout->addWidget(m_state);
    m_pages->addWidget(m_message);
    m_pages->addWidget(page);
    connect(m_bar, &SliceBar::changed, this, &HeatMapView::start);
    connect(m_palette, &QComboBox::currentIndexChanged, this,
            [this] { m_plot->setHeatPalette(static_cast<HeatPalette>(m_palette->currentData().toInt())); });
    connect(save, &QAction::triggered, this, &HeatMapView::savePicture);
    showEntry(checkpoint::kNoId);
}

HeatMapView::~HeatMapView() = default;

void HeatMapView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    showEntry(checkpoint::kNoId);
}

void HeatMapView::say(const QString& text)
{
    m_message->setText(text);
    m_pages->setCurrentIndex(0);
}

void HeatMapView::stop()
{
    m_work->end();
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
}

void HeatMapView::showEntry(checkpoint::EntryId id)
{
    stop();
    const TensorChoice choice = tensorAt(m_document, id);
    m_entry = id;
    m_tensor = choice.tensor;
    m_isWanted = m_tensor != checkpoint::kNoId;
    m_plot->setOverview(std::nullopt);
    m_state->clear();
    if (!m_isWanted) {
        say(choice.why);
        return;
    }
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const auto shape = checkpoint.shape(checkpoint.tensors()[m_tensor]);
    m_bar->setShape({shape.begin(), shape.end()});
    m_pages->setCurrentIndex(1);
    if (isVisible()) {
        start();
    }
}

void HeatMapView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isWanted) {
        start();
    }
}

void HeatMapView::start()
{
    stop();
    m_isWanted = false;
    values::SlicePlace place = m_bar->place();
    if (place.columnAxis < 0) { // a single axis goes to the right: pictures are wide
        std::swap(place.rowAxis, place.columnAxis);
        std::swap(place.rows, place.columns);
    }
    m_job = startJob(
        this,
        [checkpoint = m_document->checkpoint, tensor = m_tensor, place](Progress& progress) {
            return values::overviewOf(*checkpoint, tensor, place, kMostHeatCells, kMostHeatCells, &progress);
        },
        [this](Result<values::SliceOverview>&& overview) {
            m_job = nullptr;
            m_work->end();
            if (!overview) {
                m_state->setText(inWordsAlone(overview.error().what));
                return;
            }
            m_state->setText(stateText(*overview));
            m_plot->setOverview(*std::move(overview));
        });
    m_work->follow(tr("Reading"), m_job);
}

QString HeatMapView::stateText(const values::SliceOverview& overview) const
{
    const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
    const checkpoint::Tensor& tensor = checkpoint.tensors()[m_tensor];
    QStringList parts{sizeText(checkpoint.shape(tensor).size(), overview.sliceRows, overview.sliceColumns)};
    if (values::isComplex(tensor.dtype)) {
        parts.append(tr("absolute values"));
    }
    if (overview.rows != overview.sliceRows || overview.columns != overview.sliceColumns) {
        const auto share = [](std::uint64_t numbers, std::uint64_t cells) {
            constexpr std::uint64_t kWhole = 100; // from here on nobody counts in tenths
            return numbers / cells < kWhole
                       ? QString::number(static_cast<double>(numbers) / static_cast<double>(cells), 'g', 3)
                       : countText((numbers + cells / 2) / cells);
        };
        parts.append(
            tr("each cell is the mean of %1 × %2 numbers")
                .arg(share(overview.sliceRows, overview.rows), share(overview.sliceColumns, overview.columns)));
    }
    return parts.join(QStringLiteral(" · "));
}

void HeatMapView::savePicture()
{
    if (m_plot->image().isNull()) {
        return;
    }
    const QString name = fullName(*m_document, m_entry).replace(u'/', u'_') + QStringLiteral(".png");
    m_prompts.saveFile(this, name, {}, [this](const QString& path) {
        const bool done = m_plot->grab().save(path, "PNG");
        m_state->setText(done ? tr("Saved as %1").arg(shown(path.toStdString()))
                              : tr("%1 could not be written").arg(shown(path.toStdString())));
    });
}

} // namespace cairn::ui
