#include "ui/compare/compare_view.h"

#include "core/checkpoint/readers/open.h"
#include "ui/common/flow_layout.h"
#include "ui/common/job.h"
#include "ui/common/message_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/prompts.h"
#include "ui/common/table_style.h"
#include "ui/common/work_line.h"
#include "ui/compare/difference_chips.h"
#include "ui/compare/pair_view.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QAction>
#include <QCheckBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace cairn::ui {

namespace {

Result<ComparisonResultPtr> compareFiles(const DocumentPtr& document, const ComparisonResultPtr& known,
                                         const std::string& path, bool stateDicts, bool withNumbers, Progress& progress)
{
    checkpoint::CheckpointPtr other = known ? known->comparison.b : nullptr;
    if (!other) {
        CAIRN_ASSIGN(opened, checkpoint::openCheckpoint(path, &progress));
        other = opened;
    }
    const values::ComparedParts found = values::stateDictsOf(*document->checkpoint, *other);
    CAIRN_ASSIGN(comparison, values::compareCheckpoints(document->checkpoint, other,
                                                        stateDicts ? found : values::ComparedParts{}, &progress));
    auto result = std::make_shared<ComparisonResult>();
    result->comparison = std::move(comparison);
    result->hasStateDicts = !found.areWhole();
    result->loadMessage = result->comparison.loadMessage();
    if (withNumbers) {
        CAIRN_ASSIGN(numbers, values::compareNumbers(result->comparison, &progress));
        result->numbers = std::move(numbers);
        result->withNumbers = true;
    }
    return result;
}

ComparedRowsPtr rowsOf(const ComparisonResult& result, const values::ComparedWish& wish, const Progress& progress)
{
    return std::make_shared<const values::ComparedRows>(
        values::ComparedRows::make(result.comparison, result.numbers, wish, &progress));
}

QString summaryOf(const ComparisonResult& result)
{
    const values::Comparison& comparison = result.comparison;
    QStringList parts;
    const QString first = CompareView::tr("Of the first file something was not compared: %1");
    const QString second = CompareView::tr("Of the second file something was not compared: %1");
    for (const auto& [text, checkpoint] : {std::pair(first, &*comparison.a), {second, &*comparison.b}}) {
        if (const Issue* issue = values::notCompared(*checkpoint)) {
            parts.append(text.arg(inWords(issue->message)));
        }
    }
    if (comparison.isSame() && !comparison.isKnownSame()) {
        parts.append(CompareView::tr("no difference in what could be compared"));
    } else if (comparison.isSame() && comparison.tensors != 0) {
        const std::uint64_t count = comparison.tensors;
        parts.append(grouped(
            result.withNumbers
                ? CompareView::tr("Identical: %n tensors, numbers too", nullptr, pluralOf(count))
                : CompareView::tr("The same names, dtypes, shapes and devices: %n tensors", nullptr, pluralOf(count)),
            count));
    } else if (comparison.isSame()) {
        const std::uint64_t count = comparison.rows.size();
        parts.append(grouped(CompareView::tr("Identical: %n rows", nullptr, pluralOf(count)), count));
    }
    for (std::size_t kind = 0; kind < values::kDifferences; ++kind) {
        if (comparison.counts[kind] != 0) {
            values::Differences one;
            one.add(static_cast<values::Difference>(kind));
            parts.append(CompareView::tr("%1 %2").arg(countText(comparison.counts[kind]), differenceText(one)));
        }
    }
    if (!result.withNumbers && comparison.tensors != 0) {
        parts.append(CompareView::tr("numbers not compared yet"));
    }
    const auto notCompared = [&parts](std::uint64_t count, const QString& text) {
        if (count != 0) {
            parts.append(grouped(text, count));
        }
    };
    notCompared(comparison.outside,
                CompareView::tr("%n rows outside the state_dicts not compared", nullptr, pluralOf(comparison.outside)));
    notCompared(comparison.attributes, CompareView::tr("%n attributes not compared, which one of the formats lacks",
                                                       nullptr, pluralOf(comparison.attributes)));
    notCompared(comparison.cut,
                CompareView::tr("only the beginning of %n large values compared", nullptr, pluralOf(comparison.cut)));
    return parts.join(QStringLiteral(" · "));
}

/// Which part of which file was compared: one of them may hold beside other things what the other is.
QString partsOf(const values::Comparison& comparison, const QString& other)
{
    const auto part = [](const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId root) {
        return shown(checkpoint.entryName(root));
    };
    const auto [rootA, rootB] = comparison.parts;
    if (rootA != 0 && rootB != 0) {
        return CompareView::tr("“%1” compared with “%2” in %3")
            .arg(part(*comparison.a, rootA), part(*comparison.b, rootB), other);
    }
    if (rootA != 0) {
        return CompareView::tr("“%1” compared with %2").arg(part(*comparison.a, rootA), other);
    }
    if (rootB != 0) {
        return CompareView::tr("Compared with “%1” in %2").arg(part(*comparison.b, rootB), other);
    }
    return other;
}

} // namespace

CompareView::CompareView(Prompts& prompts, QWidget* parent)
    : QWidget(parent), m_prompts(prompts), m_model(new ComparisonModel(this)),
      m_choose(new QAction(tr("Compare with…"), this)), m_numbers(new QAction(tr("Compare numbers"), this)),
      m_swap(new QAction(tr("Swap"), this)), m_stateDicts(new QCheckBox(tr("State dicts only"))),
      m_onlyChanged(new QCheckBox(tr("Only differences"))), m_chips(new DifferenceChips), m_summary(new PlainLabel),
      m_tree(new QTreeView), m_empty(makeMessageLabel("compareEmpty")), m_pair(new PairView),
      m_loadingTitle(new PlainLabel), m_loading(new QPlainTextEdit), m_work(new WorkLine)
{
    setObjectName("compareView");
    makeTools();
    makeTree();
    auto* chooseButton = new QToolButton;
    chooseButton->setDefaultAction(m_choose);
    auto* numbersButton = new QToolButton;
    numbersButton->setDefaultAction(m_numbers);
    auto* swapButton = new QToolButton;
    swapButton->setDefaultAction(m_swap);
    auto* tools = new FlowLayout; // the window must not grow for them, nor when work is shown beside the words
    tools->setWraps(true);
    tools->setSpacing(10);
    for (QWidget* tool :
         std::initializer_list<QWidget*>{chooseButton, numbersButton, swapButton, m_stateDicts, m_onlyChanged}) {
        tools->addWidget(tool);
    }
    auto* said = new QHBoxLayout;
    said->setSpacing(10);
    said->addWidget(m_summary, 1);
    said->addWidget(m_work, 1);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(14, 8, 14, 8);
    top->setSpacing(6);
    top->addLayout(tools);
    top->addLayout(said);
    top->addWidget(m_chips);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_empty, 1);
    layout->addWidget(m_pair);
    layout->addWidget(m_loadingTitle);
    layout->addWidget(m_loading);
    showDocument(nullptr);
}

CompareView::~CompareView() = default;

void CompareView::makeTools()
{
    m_choose->setObjectName("compareChoose");
    m_choose->setStatusTip(tr("Choose the file to compare this one with"));
    m_choose->setToolTip(m_choose->statusTip());
    connect(m_choose, &QAction::triggered, this, &CompareView::askForFile);
    m_numbers->setObjectName("compareNumbers");
    m_numbers->setStatusTip(tr("Read all tensors of both files and compare their numbers"));
    m_numbers->setToolTip(m_numbers->statusTip());
    connect(m_numbers, &QAction::triggered, this, &CompareView::compareNumbers);
    m_swap->setObjectName("compareSwap");
    m_swap->setStatusTip(tr("Open the other file, and compare it with this one"));
    m_swap->setToolTip(m_swap->statusTip());
    connect(m_swap, &QAction::triggered, this, [this] {
        const ComparisonResultPtr& result = m_model->result();
        Q_EMIT swapRequested(
            m_other, {.stateDicts = m_stateDicts->isChecked(), .numbers = result != nullptr && result->withNumbers});
    });
    m_stateDicts->setObjectName("compareStateDicts");
    m_stateDicts->setToolTip(tr("Compare the group with most tensors of each file instead of the whole files"));
    connect(m_stateDicts, &QCheckBox::clicked, this, [this] {
        if (m_document && !m_other.isEmpty()) {
            start(false);
        }
    });
    m_onlyChanged->setObjectName("compareOnlyChanged");
    m_onlyChanged->setChecked(true);
    connect(m_onlyChanged, &QCheckBox::toggled, this, [this](bool onlyChanged) {
        m_wish.onlyChanged = onlyChanged;
        arrange();
    });
    connect(m_chips, &DifferenceChips::chosen, this, [this] {
        m_wish.kinds = m_chips->kinds();
        arrange();
    });
    m_summary->setObjectName("compareSummary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
}

void CompareView::makeTree()
{
    m_tree->setModel(m_model);
    styleList(*m_tree, "compareTree", tr("Rows of both files"));
    QHeaderView& header = *m_tree->header();
    header.setSectionsClickable(true);
    header.setSortIndicatorShown(true);
    header.setSortIndicator(ComparisonModel::Difference, Qt::AscendingOrder); // what weighs most first
    connect(&header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        m_wish.order = ComparisonModel::orderOf(column);
        m_wish.isDescending = order == Qt::DescendingOrder;
        arrange();
    });
    const auto go = [this](const QModelIndex& index) {
        if (const checkpoint::EntryId id = m_model->entryAt(index); id != checkpoint::kNoId) {
            Q_EMIT entryActivated(id);
        }
    };
    connect(m_tree, &QTreeView::activated, this, go);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &CompareView::followRow);
    m_loadingTitle->setObjectName("compareLoadingTitle");
    m_loadingTitle->setTextFormat(Qt::PlainText);
    m_loadingTitle->setWordWrap(true);
    m_loadingTitle->setContentsMargins(14, 10, 14, 4);
    m_loadingTitle->setText(
        tr("Loading the other file into a model that saved this one fails: load_state_dict raises"));
    QFont bold = m_loadingTitle->font();
    bold.setBold(true);
    m_loadingTitle->setFont(bold);
    m_loading->setObjectName("compareLoading");
    m_loading->setAccessibleName(tr("What load_state_dict would raise"));
    m_loading->setReadOnly(true);
    m_loading->setFrameShape(QFrame::NoFrame);
    m_loading->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_loading->document()->setDocumentMargin(14);
    m_loading->setMaximumHeight(8 * m_loading->fontMetrics().lineSpacing());
}

void CompareView::stop()
{
    m_work->end();
    abandonJob(m_job);
    abandonJob(m_arranging);
}

void CompareView::showDocument(const DocumentPtr& document)
{
    stop();
    m_document = document;
    m_other.clear();
    forgetRows();
    m_choose->setEnabled(document != nullptr);
    m_numbers->setEnabled(false);
    m_swap->setEnabled(false);
    m_stateDicts->setChecked(false);
    m_stateDicts->hide();
    m_tree->hide();
    m_pair->showNothing();
    m_loadingTitle->hide();
    m_loading->hide();
    m_summary->clear();
    m_empty->show();
    m_empty->setText(document ? tr("Choose another checkpoint to see what is different in it.")
                              : tr("No file is open."));
}

void CompareView::askForFile()
{
    m_prompts.openFiles(this, [this](const QStringList& paths) {
        if (!paths.isEmpty()) {
            compareWith(paths.front());
        }
    });
}

void CompareView::compareWith(const QString& path, CompareOptions options)
{
    if (!m_document) {
        return;
    }
    m_other = path;
    forgetRows();
    m_stateDicts->setChecked(options.stateDicts);
    start(options.numbers);
}

void CompareView::compareNumbers()
{
    if (m_document && !m_other.isEmpty()) {
        start(true);
    }
}

void CompareView::start(bool withNumbers)
{
    stop();
    m_numbers->setEnabled(false);
    m_summary->setText(tr("Comparing with %1").arg(shown(QFileInfo(m_other).fileName().toStdString())));
    m_job = startJob(
        this,
        [document = m_document, known = m_model->result(), path = m_other.toStdString(),
         stateDicts = m_stateDicts->isChecked(), withNumbers, wish = m_wish](Progress& progress) -> Outcome {
            CAIRN_ASSIGN(result, compareFiles(document, known, path, stateDicts, withNumbers, progress));
            return Compared{.result = result, .rows = rowsOf(*result, wish, progress)};
        },
        [this, wish = m_wish](const Outcome& outcome) {
            m_job = nullptr;
            m_work->end();
            take(outcome, wish);
            Q_EMIT settled();
        });
    m_work->follow(tr("Comparing"), m_job);
}

void CompareView::take(const Outcome& outcome, const values::ComparedWish& wish)
{
    const QString name = shown(QFileInfo(m_other).fileName().toStdString());
    if (!outcome) {
        m_summary->setText(tr("Not compared with %1").arg(name));
        m_numbers->setEnabled(m_model->result() != nullptr);
        m_tree->setVisible(m_model->rowCount() != 0);
        m_empty->setVisible(m_model->rowCount() == 0);
        m_empty->setText(inWordsAlone(outcome.error().inFull()));
        return;
    }
    const ComparisonResult& result = *outcome->result;
    m_model->setResult(outcome->result, outcome->rows);
    m_chips->showCounts(result.comparison);
    m_wish.kinds = m_chips->kinds();
    m_summary->setText(tr("%1: %2").arg(partsOf(result.comparison, name), summaryOf(result)));
    m_numbers->setEnabled(!result.withNumbers);
    m_swap->setEnabled(true);
    m_stateDicts->setVisible(result.hasStateDicts);
    const bool hasNumbers = std::ranges::any_of(result.numbers, [](const values::NumberRow& row) {
        return values::isDifferent(row.difference) || !row.error.empty();
    });
    for (const int column : {ComparisonModel::Largest, ComparisonModel::Relative, ComparisonModel::Differing}) {
        m_tree->setColumnHidden(column, !hasNumbers);
    }
    followRows();
    m_loadingTitle->setVisible(!result.loadMessage.empty());
    m_loading->setVisible(!result.loadMessage.empty());
    m_loading->setPlainText(fromUtf8(result.loadMessage));
    if (wish != m_wish) { // somebody chose others meanwhile
        arrange();
    }
}

void CompareView::forgetRows()
{
    m_model->setResult(nullptr, nullptr);
    m_chips->reset();
    m_wish.kinds = {};
    Q_EMIT searched();
}

void CompareView::arrange()
{
    abandonJob(m_arranging);
    const ComparisonResultPtr result = m_model->result();
    if (!result || m_job != nullptr) { // what runs looks whether others are wanted by then
        return;
    }
    m_arranging = startJob(
        this, [result, wish = m_wish](Progress& progress) { return rowsOf(*result, wish, progress); },
        [this](const ComparedRowsPtr& rows) {
            m_arranging = nullptr;
            const QModelIndex current = m_tree->currentIndex();
            const std::uint32_t row = current.isValid() ? ComparisonModel::rowAt(current) : checkpoint::kNoId;
            m_model->setRows(rows);
            followRows();
            if (const QModelIndex index = m_model->indexOf(row); index.isValid()) {
                m_tree->setCurrentIndex(index);
                m_tree->scrollTo(index);
            }
        });
}

void CompareView::search(const QString& text)
{
    std::vector<std::string> words;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        words.push_back(word.toStdString());
    }
    if (words != m_wish.words) {
        m_wish.words = std::move(words);
        arrange();
    }
}

bool CompareView::hasHits() const
{
    return m_wish.isSearch() && m_model->rows() && !m_model->rows()->wanted().empty();
}

void CompareView::stepHit(int by)
{
    if (!hasHits()) {
        return;
    }
    const std::vector<std::uint32_t>& hits = m_model->rows()->wanted();
    const QModelIndex current = m_tree->currentIndex();
    const auto at = std::ranges::find(hits, ComparisonModel::rowAt(current));
    const auto count = static_cast<std::ptrdiff_t>(hits.size());
    const std::ptrdiff_t place = !current.isValid() || at == hits.end() ? (by > 0 ? -1 : 0) : at - hits.begin();
    const QModelIndex index = m_model->indexOf(hits[static_cast<std::size_t>((place + by + count) % count)]);
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
    Q_EMIT searched();
}

QString CompareView::searchSummary() const
{
    if (!m_wish.isSearch() || !m_model->rows()) {
        return {};
    }
    const std::uint64_t count = m_model->rows()->wanted().size();
    return count == 0 ? tr("nothing in this view") : grouped(tr("%n hit(s)", nullptr, pluralOf(count)), count);
}

/// The numbers of a tensor that both files have.
void CompareView::followRow()
{
    const values::RowPair* row = m_model->pairAt(m_tree->currentIndex());
    if (row != nullptr) {
        Q_EMIT rowSelected(row->a);
    }
    if (row == nullptr || row->a == checkpoint::kNoId || row->b == checkpoint::kNoId) {
        m_pair->showNothing();
        return;
    }
    const values::Comparison& comparison = m_model->result()->comparison;
    const checkpoint::Entry& a = comparison.a->entries()[row->a];
    const checkpoint::Entry& b = comparison.b->entries()[row->b];
    if (a.kind != checkpoint::EntryKind::Tensor || b.kind != checkpoint::EntryKind::Tensor) {
        m_pair->showNothing();
        return;
    }
    m_pair->showPair({.a = comparison.a,
                      .b = comparison.b,
                      .tensorA = static_cast<checkpoint::TensorId>(a.payload),
                      .tensorB = static_cast<checkpoint::TensorId>(b.payload)});
}

void CompareView::followRows()
{
    const ComparisonResultPtr& result = m_model->result();
    if (!result) {
        return;
    }
    m_pair->showNothing(); // another result has no current row yet
    const int rows = m_model->rowCount();
    m_tree->setVisible(rows != 0);
    m_empty->setVisible(rows == 0);
    m_empty->setText(
        m_wish.isSearch() || !m_wish.kinds.isEmpty() ? tr("No row is what the search and the buttons ask for.")
        : result->withNumbers || result->comparison.tensors == 0
            ? tr("There is no difference.")
            : tr("There is no difference in names, types, shapes and devices. The numbers were not compared "
                 "yet."));
    bool isTree = false;
    for (int row = 0; row < rows && !isTree; ++row) {
        isTree = m_model->rowCount(m_model->index(row, 0)) != 0;
    }
    m_tree->setRootIsDecorated(isTree);
    m_tree->expandToDepth(m_model->rows()->wanted().size() < 200 ? 3 : 0);
    fitListColumns(*m_tree);
    Q_EMIT searched();
}

} // namespace cairn::ui
