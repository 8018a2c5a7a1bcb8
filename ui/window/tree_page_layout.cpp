#include "ui/text/display.h"
#include "ui/window/tree_page.h"

#include <QHeaderView>
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

} // namespace

void TreePage::setUpHeader()
{
    header()->setObjectName("columns");
    header()->setStretchLastSection(true);
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
    const int em = fontMetrics().averageCharWidth();
    const int chip = fontMetrics().horizontalAdvance(QStringLiteral("cuda:0 +11")) + 38;
    // All of them beside the inspector in a window as it is at first; names take what is left.
    const std::array widths = {kNameWidth * em, chip,    chip,    16 * em,         kShapeWidth * em,
                               14 * em,         11 * em, 12 * em, kNotesWidth * em};
    m_isFitting = true;
    for (int column = 0; column < kColumns; ++column) {
        header()->moveSection(header()->visualIndex(column), column);
        setColumnHidden(column, column == static_cast<int>(RowColumn::Storage));
        setColumnWidth(column, widths.at(static_cast<std::size_t>(column)));
    }
    m_isFitting = false;
    m_fitsName = true;
    fitName();
    Q_EMIT columnsChanged();
}

/// Names get the room that is left, as long as nobody has changed the columns. Of the first of it, shapes and values,
/// and notes, take a part: few are longer than that.
void TreePage::fitName()
{
    if (!m_fitsName) {
        return;
    }
    const int em = fontMetrics().averageCharWidth();
    const int shape = static_cast<int>(RowColumn::Shape);
    int others = 0;
    for (int column = 1; column + 1 < kColumns; ++column) {
        others += column == shape ? kShapeWidth * em : columnWidth(column); // 0 of one that is hidden
    }
    const int spare = std::max(viewport()->width() - others - (kNameWidth + kNotesWidth) * em, 0);
    const int forShapes = std::min(spare / 3, 16 * em);
    const int forNotes = std::min(spare / 5, 10 * em);
    m_isFitting = true;
    if (!isColumnHidden(shape)) {
        setColumnWidth(shape, kShapeWidth * em + forShapes);
    }
    setColumnWidth(0, kNameWidth * em + spare - forShapes - forNotes);
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
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::triggered, this, [this, column](bool checked) {
            setColumnHidden(column, !checked);
            Q_EMIT columnsChanged();
        });
    }
    menu->addSeparator();
    QAction* reset = menu->addAction(tr("As at first"));
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
    return header()->saveState();
}

void TreePage::setColumnState(const QByteArray& state)
{
    const QSignalBlocker quiet(header());
    if (!state.isEmpty() && header()->restoreState(state)) {
        m_fitsName = false;
        header()->setSortIndicatorClearable(true);
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
    for (const NodeId group : filter.waysToHits) {
        const QModelIndex index = m_model->indexOfNode(group);
        rows += m_model->rowCount(index);
        if (rows > kMostRows) {
            return;
        }
        expand(index);
    }
}

void TreePage::openSome()
{
    constexpr int kMostRows = 60;
    int rows = m_model->rowCount();
    std::deque<QModelIndex> level;
    const auto append = [&](const QModelIndex& parent) {
        for (int row = 0; row < std::min(m_model->rowCount(parent), kMostRows); ++row) {
            level.push_back(m_model->index(row, 0, parent));
        }
    };
    append({});
    constexpr int kMostInOnly = 20'000; // a single group is what the file is, also where it is a long one
    if (const QModelIndex only = m_model->index(0, 0); m_model->rowCount() == 1) {
        if (const int children = m_model->rowCount(only); children > kMostRows && children <= kMostInOnly) {
            expand(only);
        }
    }
    while (!level.empty() && rows <= kMostRows) {
        const QModelIndex index = level.front();
        level.pop_front();
        const int children = m_model->rowCount(index);
        if (children != 0 && rows + children <= kMostRows) {
            rows += children;
            expand(index);
            append(index);
        }
    }
}

} // namespace cairn::ui
