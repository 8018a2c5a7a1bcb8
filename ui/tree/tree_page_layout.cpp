#include "ui/common/device_chip.h"
#include "ui/document/entry_text.h"
#include "ui/text/display.h"
#include "ui/tree/tree_page.h"

#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QSet>

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

namespace cairn::ui {

namespace {

constexpr int kColumns = static_cast<int>(RowColumn::Count);
constexpr qsizetype kMostOpenGroups = 300;
// in letters, as small as they are at first
constexpr int kNameWidth = 30;
constexpr int kShapeWidth = 21;
constexpr int kNotesWidth = 7;
constexpr int kHolderWidth = 12;
constexpr int kStorageWidth = 12;
constexpr int kMostName = 80;
constexpr int kMostWidth = 34; // of devices and types

quint32 bitOf(RowColumn column)
{
    return 1U << static_cast<unsigned>(column);
}

} // namespace

void TreePage::setUpHeader()
{
    header()->setObjectName("columns");
    header()->setHighlightSections(false);
    header()->setSectionsClickable(true);
    header()->setSectionsMovable(true);
    header()->setFirstSectionMovable(false);
    header()->setSortIndicatorShown(true);
    header()->setSortIndicatorClearable(true);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setSortIndicator(-1, Qt::AscendingOrder);
    connect(header(), &QHeaderView::customContextMenuRequested, this, &TreePage::showColumnMenu);
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &TreePage::takeOrder);
    connect(header(), &QHeaderView::sectionMoved, this, &TreePage::columnsChanged);
    connect(header(), &QHeaderView::sectionResized, this, [this](int column) {
        if (!m_isFitting && header()->visualIndex(column) + 1 != header()->count()) { // the last takes what is left
            m_fitsName = false;
            Q_EMIT columnsChanged();
        }
    });
    resetColumns();
}

void TreePage::resetColumns()
{
    m_isFitting = true;
    for (int column = 0; column < kColumns; ++column) {
        header()->moveSection(header()->visualIndex(column), column);
    }
    m_isFitting = false;
    m_unwanted = bitOf(RowColumn::Storage);
    m_fitsName = true;
    showUsedColumns();
    Q_EMIT columnsChanged();
}

/// Folders of ranks are written from the CPU: who holds a tensor is what their rows are about.
bool TreePage::isOnCpuAlone() const
{
    const DocumentPtr& document = m_model->document();
    return document && document->pieces &&
           std::ranges::all_of(document->devices, [](const auto& device) { return device.first == "cpu"; });
}

bool TreePage::isUsed(int column) const
{
    switch (static_cast<RowColumn>(column)) {
    case RowColumn::SavedOn: return !isOnCpuAlone();
    case RowColumn::MapsTo: return m_wish.map.kind() != devices::MapKind::None;
    case RowColumn::HeldBy:
    case RowColumn::Pieces: return m_model->document() && m_model->document()->pieces;
    case RowColumn::Notes: return m_model->document() && m_model->document()->hasNotes;
    default: return true;
    }
}

void TreePage::showUsedColumns()
{
    m_isFitting = true;
    header()->setStretchLastSection(false); // one that stretches comes and goes with its room otherwise
    for (int column = 1; column < kColumns; ++column) {
        setColumnHidden(column, (m_unwanted & bitOf(static_cast<RowColumn>(column))) != 0 || !isUsed(column));
    }
    header()->setStretchLastSection(!isColumnHidden(static_cast<int>(RowColumn::Notes))); // numbers stay where they are
    m_isFitting = false;
    fitColumns();
}

/// Numbers have room for the widest there is, and names of devices and types for the widest in this file.
int TreePage::widthOf(int column) const
{
    const QFontMetrics metrics = fontMetrics();
    const QFontMetrics numbers(m_model->numberFont());
    const int em = metrics.averageCharWidth();
    const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 2);
    const int title = header()->sectionSizeHint(column);
    const DocumentPtr& document = m_model->document();
    switch (static_cast<RowColumn>(column)) {
    case RowColumn::Name: return kNameWidth * em;
    case RowColumn::SavedOn:
    case RowColumn::MapsTo: {
        int chip = chipSize(QStringLiteral("cuda:0"), font()).width();
        if (document) {
            for (const auto& [tag, usage] : document->devices) {
                chip = std::max(chip, chipSize(shown(tag), font()).width());
            }
        }
        const int others = metrics.horizontalAdvance(QStringLiteral(" +11"));
        const bool hasBars = document && document->devices.size() > 1;
        constexpr int kBar = 24; // beside its words, which are shorter than a chip
        return std::max(title, std::min(chip, kMostWidth * em) + others + margin + (hasBars ? kBar : 0));
    }
    case RowColumn::Dtype: {
        const QString widest = document ? widestDtypeText(*document) : QString();
        return std::max(title, std::min(metrics.horizontalAdvance(widest), kMostWidth * em) + margin);
    }
    case RowColumn::HeldBy: // with words for who is missing
        return (document && document->pieces && document->pieces->brokenTensors() != 0 ? 2 : 1) * kHolderWidth * em;
    case RowColumn::Shape: return kShapeWidth * em;
    case RowColumn::Pieces: return std::max(title, numbers.horizontalAdvance(QStringLiteral("99 999")) + margin);
    case RowColumn::Elements: return std::max(title, numbers.horizontalAdvance(QStringLiteral("999 999")) + margin);
    case RowColumn::Bytes: return std::max(title, numbers.horizontalAdvance(QStringLiteral("99.9 MB")) + margin);
    case RowColumn::Storage: return std::max(title, kStorageWidth * em);
    default: return std::max(title, kNotesWidth * em);
    }
}

void TreePage::fitColumns()
{
    if (!m_fitsName) {
        return;
    }
    m_isFitting = true;
    for (int column = 1; column < kColumns; ++column) {
        setColumnWidth(column, widthOf(column));
    }
    m_isFitting = false;
    fitName();
}

/// Names get the room that is left, as long as nobody has changed the columns, and no more than names need, so that
/// what is said of them stays near. Of the first of it, shapes and values, and notes, take a part.
void TreePage::fitName()
{
    if (!m_fitsName) {
        return;
    }
    const int em = fontMetrics().averageCharWidth();
    const int shape = static_cast<int>(RowColumn::Shape);
    const int notes = isColumnHidden(static_cast<int>(RowColumn::Notes)) ? 0 : kNotesWidth * em;
    int others = 0;
    for (int column = 1; column + 1 < kColumns; ++column) {
        others += column == shape ? kShapeWidth * em : columnWidth(column); // 0 of one that is hidden
    }
    const int over = viewport()->width() - others - kNameWidth * em - notes;
    const int spare = std::max(over, 0);
    // Where that is enough, they give some of theirs, and no number is cut.
    const int lacking = std::max(-over, 0);
    const int fromShapesAtMost = std::max(kShapeWidth * em - header()->sectionSizeHint(shape), 0);
    const bool isEnough = lacking <= fromShapesAtMost + 8 * em;
    const int fromShapes = isEnough ? std::min(lacking, fromShapesAtMost) : 0;
    const int fromNames = isEnough ? lacking - fromShapes : 0;
    const int forShapes = std::min(spare / 3, 16 * em);
    const int forNotes = notes == 0 ? 0 : std::min(spare / 5, 10 * em);
    m_isFitting = true;
    if (!isColumnHidden(shape)) {
        setColumnWidth(shape, kShapeWidth * em + forShapes - fromShapes);
    }
    setColumnWidth(0, std::min(kNameWidth * em + spare - forShapes - forNotes - fromNames, kMostName * em));
    m_isFitting = false;
}

void TreePage::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    fitName();
}

void TreePage::showColumnMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setObjectName("columnMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 1; column < kColumns; ++column) {
        QAction* action = menu->addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("showColumn%1").arg(column));
        action->setCheckable(true);
        const quint32 bit = bitOf(static_cast<RowColumn>(column));
        action->setChecked((m_unwanted & bit) == 0);
        action->setEnabled(isUsed(column));
        connect(action, &QAction::triggered, this, [this, bit](bool checked) {
            m_unwanted = checked ? m_unwanted & ~bit : m_unwanted | bit;
            showUsedColumns();
            Q_EMIT columnsChanged();
        });
    }
    menu->addSeparator();
    QAction* reset = menu->addAction(tr("Usual columns"));
    reset->setObjectName("resetColumns");
    connect(reset, &QAction::triggered, this, &TreePage::resetColumns);
    menu->popup(header()->mapToGlobal(position));
}

void TreePage::takeOrder(int column, Qt::SortOrder order)
{
    m_wish.options.order = column < 0 ? std::nullopt : std::optional(static_cast<RowColumn>(column));
    m_wish.options.descending = order == Qt::DescendingOrder;
    update();
}

void TreePage::showOrder()
{
    const QSignalBlocker quiet(header());
    const RowOptions& options = m_wish.options;
    header()->setSortIndicator(options.order ? static_cast<int>(*options.order) : -1,
                               options.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

QByteArray TreePage::columnState() const
{
    QByteArray state;
    QDataStream stream(&state, QIODevice::WriteOnly);
    stream << qint32{kColumns} << header()->saveState() << m_unwanted;
    return state;
}

void TreePage::setColumnState(const QByteArray& state)
{
    const QSignalBlocker quiet(header());
    qint32 count = 0; // another Cairn may have had other columns
    QByteArray columns;
    quint32 unwanted = 0;
    QDataStream stream(state);
    stream >> count >> columns >> unwanted;
    if (stream.status() == QDataStream::Ok && count == kColumns && header()->restoreState(columns)) {
        m_fitsName = false;
        m_unwanted = unwanted;
        header()->setSortIndicatorClearable(true);
        showUsedColumns();
        showOrder();
    }
}

QStringList TreePage::openGroups() const
{
    QStringList names;
    if (const DocumentPtr& document = m_model->document()) {
        std::vector<NodeId> nodes;
        for (const std::uint64_t key : m_open) {
            if (const auto node = m_model->projection().tree->find(key)) {
                nodes.push_back(*node);
            }
        }
        std::ranges::sort(nodes);
        for (const NodeId node : nodes) {
            if (names.size() == kMostOpenGroups) {
                break;
            }
            names.append(fromUtf8(m_model->projection().tree->fullNameOf(*document, node)));
        }
    }
    return names;
}

/// Rows are numbered anew in every layout and reading of a file; names stay.
void TreePage::openNamed(const QStringList& names)
{
    constexpr std::size_t kMostVisited = 20'000;
    const QSet<QString> wanted(names.begin(), names.end());
    const RowTree& tree = *m_model->projection().tree;
    std::deque<NodeId> level{0};
    for (std::size_t visited = 0; !level.empty() && visited < kMostVisited;) {
        const RowNode& group = tree[level.front()];
        level.pop_front();
        for (NodeId id = group.firstChild; id < group.firstChild + group.childCount && visited < kMostVisited; ++id) {
            ++visited;
            if (tree[id].childCount != 0 && wanted.contains(fromUtf8(tree.fullNameOf(*m_model->document(), id)))) {
                setExpanded(m_model->indexOfNode(id), true);
                level.push_back(id);
            }
        }
    }
}

void TreePage::openAgain()
{
    const std::unordered_set<std::uint64_t> keys = std::exchange(m_open, {});
    for (const std::uint64_t key : keys) {
        if (const auto node = m_model->projection().tree->find(key)) {
            setExpanded(m_model->indexOfNode(*node), true);
        }
    }
}

void TreePage::openHits(const RowFilter& filter)
{
    constexpr int kMostRows = 5000;
    int rows = m_model->rowCount();
    for (const NodeId group : filter.hitAncestors) {
        const QModelIndex index = m_model->indexOfNode(group);
        rows += m_model->rowCount(index);
        if (rows > kMostRows) {
            return;
        }
        expand(index);
    }
}

/// Attributes of a state_dict, such as the versions of its modules, would take more rows than its weights.
bool TreePage::isBesideTensors(const QModelIndex& group) const
{
    const checkpoint::EntryId entry = m_model->entryAt(group);
    return !m_model->projection().filter && entry != checkpoint::kNoId &&
           m_model->document()->checkpoint->entries()[entry].attribute &&
           m_model->projection().tree->sumOf(*m_model->document(), CheckpointModel::nodeAt(group)).tensors == 0;
}

void TreePage::openSome()
{
    constexpr int kMostRows = 60;
    int rows = m_model->rowCount();
    constexpr int kMostInOnly = 20'000; // a single group is what the file is, also where it is a long one
    if (const QModelIndex only = m_model->index(0, 0); rows == 1) {
        if (const int children = m_model->rowCount(only); children > kMostRows && children <= kMostInOnly) {
            expand(only);
        }
    }
    std::deque<QModelIndex> parents{QModelIndex()};
    while (!parents.empty() && rows <= kMostRows) {
        const QModelIndex parent = parents.front();
        parents.pop_front();
        std::vector<QModelIndex> groups;
        int below = 0;
        for (int row = 0; row < std::min(m_model->rowCount(parent), kMostRows); ++row) {
            const QModelIndex child = m_model->index(row, 0, parent);
            if (const int count = m_model->rowCount(child); count != 0 && !isBesideTensors(child)) {
                groups.push_back(child);
                below += std::min(count, kMostRows);
            }
        }
        if (rows + below > kMostRows) {
            continue;
        }
        rows += below;
        for (const QModelIndex& group : groups) {
            expand(group);
            parents.push_back(group);
        }
    }
}

} // namespace cairn::ui
