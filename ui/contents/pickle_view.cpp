#include "ui/contents/pickle_view.h"

#include "core/checkpoint/pickle_places.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/common/table_style.h"
#include "ui/common/work_line.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTreeView>
#include <QVBoxLayout>

#include <limits>

namespace cairn::ui {

PickleView::PickleView(QWidget* parent)
    : QWidget(parent), m_model(new PickleModel(this)), m_places(new QComboBox), m_offset(new QLineEdit),
      m_first(new QSpinBox), m_summary(new PlainLabel), m_list(new QTreeView), m_work(new WorkLine)
{
    setObjectName("pickleView");
    m_summary->setObjectName("pickleSummary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    makeTools();
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    styleList(*m_list, "pickleList", tr("Instructions of the pickle"));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(10);
    top->addWidget(m_places);
    top->addWidget(m_summary, 1);
    top->addWidget(m_work, 1);
    top->addWidget(m_first);
    top->addWidget(m_offset);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    showDocument(nullptr);
}

PickleView::~PickleView() = default;

void PickleView::makeTools()
{
    m_places->setObjectName("picklePlaces");
    m_places->setAccessibleName(tr("Pickle"));
    m_places->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(m_places, &QComboBox::activated, this, &PickleView::start);
    m_offset->setObjectName("pickleOffset");
    m_offset->setAccessibleName(tr("Go to byte"));
    m_offset->setPlaceholderText(tr("Go to byte"));
    m_offset->setToolTip(tr("A byte of the pickle: 4096 or 0x1000"));
    m_offset->setMaximumWidth(120);
    connect(m_offset, &QLineEdit::returnPressed, this, [this] {
        bool isNumber = false;
        const qulonglong offset = m_offset->text().trimmed().toULongLong(&isNumber, 0);
        if (isNumber) {
            goToOffset(offset);
        } else {
            m_offset->selectAll();
        }
    });
    m_first->setObjectName("pickleFirst");
    m_first->setAccessibleName(tr("First instruction"));
    m_first->setPrefix(tr("from "));
    m_first->setSingleStep(PickleModel::kMostRows);
    m_first->setKeyboardTracking(false);
    connect(m_first, &QSpinBox::valueChanged, this,
            [this](int first) { m_model->setFirst(static_cast<std::uint64_t>(first)); });
}

void PickleView::stop()
{
    m_work->end();
    if (m_job != nullptr) {
        std::exchange(m_job, nullptr)->abandon();
    }
}

void PickleView::showDocument(const DocumentPtr& document)
{
    stop();
    m_document = document;
    m_model->setListing(nullptr);
    m_places->clear();
    m_first->hide();
    m_isWanted = false;
    if (!document) {
        m_summary->setText(tr("No file is open."));
    } else {
        for (const checkpoint::PicklePlace& place : checkpoint::picklePlaces(*document->checkpoint)) {
            m_places->addItem(shown(place.name));
        }
        m_isWanted = m_places->count() != 0;
        m_summary->setText(m_isWanted ? QString() : tr("There is no pickle in this file that could be shown."));
    }
    m_places->setVisible(m_isWanted);
    m_offset->setVisible(m_isWanted);
    m_list->setVisible(m_isWanted);
    if (m_isWanted && isVisible()) {
        start();
    }
}

void PickleView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isWanted) {
        start();
    }
}

void PickleView::start()
{
    stop();
    m_isWanted = false;
    m_model->setListing(nullptr);
    m_summary->clear();
    using Made = std::pair<PickleListingPtr, QString>;
    m_job = startJob(
        this,
        [document = m_document,
         number = static_cast<std::size_t>(m_places->currentIndex())](Progress& progress) -> Made {
            const auto places = checkpoint::picklePlaces(*document->checkpoint);
            if (number >= places.size()) {
                return {nullptr, tr("The pickle is not there any more.")};
            }
            auto listing = formats::PickleListing::make(places[number].source, places[number].pickles, &progress);
            if (!listing) {
                return {nullptr, inWordsAlone(listing.error().what)};
            }
            return {std::make_shared<formats::PickleListing>(std::move(*listing)), {}};
        },
        [this](const Made& made) {
            m_job = nullptr;
            m_work->end();
            take(made.first, made.second);
        });
    m_work->follow(tr("Reading"), m_job);
}

void PickleView::take(const PickleListingPtr& listing, const QString& error)
{
    if (!listing) {
        m_summary->setText(error);
        return;
    }
    m_model->setListing(listing);
    QString text = tr("%1 instruction(s) in %2", nullptr, pluralOf(listing->count()))
                       .arg(countText(listing->count()), bytesText(listing->sizeBytes()));
    if (!listing->error().empty()) {
        text += tr(". Then it cannot be read: %1").arg(shown(listing->error()));
    }
    m_summary->setText(text);
    const QSignalBlocker quiet(m_first);
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    m_first->setVisible(listing->count() > PickleModel::kMostRows);
    m_first->setRange(0, static_cast<int>(std::min(listing->count(), most)));
    m_first->setValue(0);
    const int letter = m_list->fontMetrics().horizontalAdvance(u'0');
    m_list->setColumnWidth(PickleModel::Number, 10 * letter);
    m_list->setColumnWidth(PickleModel::Offset, 12 * letter);
    m_list->setColumnWidth(PickleModel::Operation, 24 * letter);
}

void PickleView::goToOffset(std::uint64_t offset)
{
    if (!m_model->listing()) {
        return;
    }
    if (const auto found = m_model->listing()->instructionAt(offset)) {
        showRow(*found);
    }
}

void PickleView::showRow(std::uint64_t instruction)
{
    const bool isThere = instruction >= m_model->first() &&
                         instruction < m_model->first() + static_cast<std::uint64_t>(m_model->rowCount());
    if (!isThere) {
        m_first->setValue(static_cast<int>(instruction / PickleModel::kMostRows * PickleModel::kMostRows));
    }
    const QModelIndex index = m_model->index(static_cast<int>(instruction - m_model->first()), 0);
    m_list->setCurrentIndex(index);
    m_list->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

} // namespace cairn::ui
