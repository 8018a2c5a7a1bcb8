#include "ui/tree/tree_page.h"

#include "ui/common/empty_note.h"
#include "ui/common/job.h"
#include "ui/text/display.h"
#include "ui/tree/device_delegate.h"
#include "ui/tree/drag_pill.h"
#include "ui/tree/name_delegate.h"
#include "ui/tree/share_delegate.h"

#include <QDrag>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>

#include <algorithm>

namespace cairn::ui {

using checkpoint::EntryId;
using checkpoint::kNoId;

TreePage::TreePage(QWidget* parent)
    : QTreeView(parent), m_model(new CheckpointModel(this)), m_names(new NameDelegate(this))
{
    setObjectName("tree");
    setAccessibleName(tr("Contents of the checkpoint"));
    setModel(m_model);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setSelectionMode(ExtendedSelection);
    setDragDropMode(DragOnly); // rows go to the device map
    setTextElideMode(Qt::ElideRight);
    setItemDelegateForColumn(static_cast<int>(RowColumn::Name), m_names);
    auto* chips = new DeviceDelegate(this);
    setItemDelegateForColumn(static_cast<int>(RowColumn::SavedOn), chips);
    setItemDelegateForColumn(static_cast<int>(RowColumn::MapsTo), chips);
    setItemDelegateForColumn(static_cast<int>(RowColumn::Bytes), new ShareDelegate(this));
    m_note = new EmptyNote(this, {});
    connect(m_note->addButton(tr("Clear search"), "clearSearch"), &QPushButton::clicked, this,
            &TreePage::searchUnwanted);
    setUpHeader();
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &TreePage::currentRowChanged);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &TreePage::selectionMoved);
    connect(m_model, &QAbstractItemModel::modelReset, this, &TreePage::selectionMoved); // selections do not tell then
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        if (!m_model->projection().filter) {
            m_open.insert(m_model->projection().tree->keyOf(CheckpointModel::nodeAt(index)));
        }
    });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        if (!m_model->projection().filter) {
            m_open.erase(m_model->projection().tree->keyOf(CheckpointModel::nodeAt(index)));
        }
    });
}

TreePage::~TreePage()
{
    qDeleteAll(findChildren<Job*>()); // they wait for their threads, while what they report to is still there
}

EntryId TreePage::currentEntry() const
{
    return m_model->entryAt(currentIndex());
}

rows::EntrySum TreePage::selectedSum() const
{
    rows::EntrySum sum;
    if (!m_model->document()) {
        return sum;
    }
    const RowTree& tree = *m_model->projection().tree;
    const QItemSelection selection = selectionModel()->selection(); // ranges of neighbours: of a million rows, few
    std::unordered_set<NodeId> groups;
    for (const QItemSelectionRange& range : selection) {
        for (int row = range.top(); row <= range.bottom() && range.left() == 0; ++row) {
            const NodeId node = CheckpointModel::nodeAt(m_model->index(row, 0, range.parent()));
            if (tree[node].childCount != 0) {
                groups.insert(node);
            }
        }
    }
    for (const QItemSelectionRange& range : selection) {
        NodeId above = range.parent().isValid() ? CheckpointModel::nodeAt(range.parent()) : kNoId;
        while (above != kNoId && !groups.contains(above)) {
            above = tree[above].parent;
        }
        for (int row = range.top(); row <= range.bottom() && range.left() == 0 && above == kNoId; ++row) {
            sum += tree.sumOf(*m_model->document(), CheckpointModel::nodeAt(m_model->index(row, 0, range.parent())));
        }
    }
    return sum;
}

void TreePage::showDocument(const DocumentPtr& document, const RowTreePtr& tree, const QStringList& openGroups)
{
    abandonJob(m_job);
    m_open.clear();
    m_currentKey = 0;
    m_wish.options = tree->options();
    m_shownRequest = {.options = tree->options(), .query = {}, .map = {}, .machine = nullptr};
    m_note->setText(noteText({}));
    m_note->setButtonShown(false);
    m_model->show(document, {.tree = tree, .filter = nullptr, .targets = nullptr});
    showUsedColumns();
    showOrder();
    if (openGroups.isEmpty()) {
        openSome();
    } else {
        openNamed(openGroups);
    }
    setCurrentIndex(m_model->index(firstRowWithTensors(), 0));
    search(m_searchText);
}

/// Among those that are in sight: a training often begins with its count of epochs, which nobody opens it for.
int TreePage::firstRowWithTensors() const
{
    constexpr int inSight = 20;
    for (int row = 0; row < std::min(m_model->rowCount(), inSight); ++row) {
        const NodeId node = CheckpointModel::nodeAt(m_model->index(row, 0));
        if (m_model->projection().tree->sumOf(*m_model->document(), node).tensors != 0) {
            return row;
        }
    }
    return 0;
}

void TreePage::search(const QString& text)
{
    m_searchText = text;
    const auto query = parseSearch(text);
    m_wish.query = query ? *query : RowQuery(); // a wrong one hides nothing
    if (!query) {
        const auto& mistake = query.error();
        const QString where = text.mid(mistake.position, std::max<qsizetype>(mistake.length, 1));
        tell({}, where.isEmpty()
                     ? mistake.text
                     : tr("“%1”, at character %2: %3").arg(where).arg(mistake.position + 1).arg(mistake.text));
    } else if (!m_searchMistake.isEmpty()) {
        tell(m_searchSummary, {});
    }
    update();
}

bool TreePage::hasHits() const
{
    const RowFilterPtr& filter = m_model->projection().filter;
    return filter && filter->hits != 0;
}

void TreePage::stepHit(int by)
{
    const RowFilterPtr filter = m_model->projection().filter;
    if (!filter || filter->hits == 0) {
        return;
    }
    const std::size_t hit = filter->hitFrom(CheckpointModel::nodeAt(currentIndex()), by);
    const QModelIndex index = m_model->indexOfNode(filter->hitRows[hit]);
    setCurrentIndex(index);
    scrollTo(index);
    tell(tr("%1 of %2").arg(countText(hit + 1), countText(filter->hits)), m_searchMistake);
}

QString TreePage::dragText(const QModelIndexList& rows) const
{
    const rows::EntrySum sum = m_model->rowsAt(rows).second;
    const auto count = static_cast<std::uint64_t>(rows.size());
    QStringList parts{rows.size() == 1 ? rows.front().data(CheckpointModel::OwnNameRole).toString()
                                       : grouped(tr("%n row(s)", nullptr, pluralOf(count)), count)};
    if (sum.tensors != 0) {
        parts.append(grouped(tr("%n tensor(s)", nullptr, pluralOf(sum.tensors)), sum.tensors));
        parts.append(bytesText(sum.bytes));
    }
    return parts.join(QStringLiteral(" · "));
}

/// With Ctrl the current row moves alone, and what is shown of it would not be of the row that looks chosen. To the
/// first or last row one goes to look at it.
QItemSelectionModel::SelectionFlags TreePage::selectionCommand(const QModelIndex& index, const QEvent* event) const
{
    if (event != nullptr && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<const QKeyEvent*>(event);
        const bool isJump = key->key() == Qt::Key_Home || key->key() == Qt::Key_End;
        if (isJump && key->modifiers() == Qt::ControlModifier) {
            return QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows;
        }
    }
    return QTreeView::selectionCommand(index, event);
}

void TreePage::startDrag(Qt::DropActions actions)
{
    const QModelIndexList rows = selectionModel()->selectedRows();
    if (rows.isEmpty()) {
        return;
    }
    auto* drag = new QDrag(this); // which Qt deletes
    drag->setMimeData(m_model->mimeData(rows));
    drag->setPixmap(dragPill(dragText(rows), *this));
    constexpr QPoint kBesideTheMouse(-14, 4);
    drag->setHotSpot(kBesideTheMouse);
    drag->exec(actions, Qt::CopyAction);
}

void TreePage::setLevels(bool levels)
{
    m_wish.options.levels = levels;
    update();
}

void TreePage::setFileOrder()
{
    m_wish.options.order = std::nullopt;
    showOrder();
    update();
}

void TreePage::selectAll()
{
    QItemSelection rows;
    std::vector<QModelIndex> groups{QModelIndex()};
    while (!groups.empty()) {
        const QModelIndex group = groups.back();
        groups.pop_back();
        const int count = m_model->rowCount(group);
        if (count == 0) {
            continue;
        }
        rows.append(QItemSelectionRange(m_model->index(0, 0, group),
                                        m_model->index(count - 1, m_model->columnCount() - 1, group)));
        for (int row = 0; row < count; ++row) {
            const QModelIndex index = m_model->index(row, 0, group);
            if (!m_model->flags(index).testFlag(Qt::ItemNeverHasChildren) && isExpanded(index)) {
                groups.push_back(index);
            }
        }
    }
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect);
}

void TreePage::setMap(const devices::MapLocation& map, const InventoryPtr& machine)
{
    m_wish.map = map;
    m_wish.machine = machine;
    showUsedColumns();
    update();
}

void TreePage::update()
{
    abandonJob(m_job);
    const DocumentPtr document = m_model->document();
    if (!document) {
        return;
    }
    m_job = startJob(
        this,
        [document, wish = m_wish, before = m_model->projection(), wishBefore = m_shownRequest](
            const Progress& progress) { return project(*document, wish, before, wishBefore, progress); },
        [this, wish = m_wish](const std::optional<Projection>& projection) {
            m_job = nullptr;
            if (projection) {
                take(*projection, wish);
            }
        });
}

void TreePage::take(const Projection& projection, const ProjectionRequest& wish)
{
    const Projection& before = m_model->projection();
    m_shownRequest = wish;
    m_note->setText(noteText(projection));
    m_note->setButtonShown(projection.filter != nullptr);
    m_names->setQuery(wish.query);
    if (projection.tree == before.tree && !projection.filter && !before.filter) {
        m_model->setTargets(projection.targets);
        viewport()->update();
        tell({}, m_searchMistake);
        return;
    }
    const bool isSearch = projection.filter != nullptr && projection.filter->hits != 0;
    const NodeId current = CheckpointModel::nodeAt(currentIndex());
    if (current != kNoId) {
        m_currentKey = before.tree->keyOf(current);
    }
    m_model->show(m_model->document(), projection);
    if (projection.filter) {
        openHits(*projection.filter);
        openSome();
    } else {
        openAgain();
    }
    const auto node = isSearch ? projection.filter->firstHit : projection.tree->findNear(m_currentKey);
    if (const QModelIndex index = m_model->indexOfNode(node); index.isValid()) {
        setCurrentIndex(index);
        if (isSearch) { // with the groups that it is in
            QModelIndex top = index;
            while (top.parent().isValid() && top.row() == 0) {
                top = top.parent();
            }
            scrollTo(top, PositionAtTop);
        }
        scrollTo(index);
    } else {
        Q_EMIT currentRowChanged(); // there is none; views do not tell when a model begins anew
    }
    const auto hits = projection.filter ? projection.filter->hits : 0;
    tell(!projection.filter ? QString()
         : hits == 0        ? tr("nothing in the tree")
                            : grouped(tr("%n hit(s)", nullptr, pluralOf(hits)), hits),
         !projection.filter                           ? m_searchMistake
         : hits != 0 || wish.query.unknownKey.empty() ? QString()
                                                      : unknownKeyText(wish.query));
}

QString TreePage::unknownKeyText(const RowQuery& query)
{
    return tr("There is no “%1”, so it was looked for as text. There are %2.")
        .arg(fromUtf8(query.unknownKey), fromUtf8(RowQuery::knownKeysText()));
}

QString TreePage::noteText(const Projection& projection)
{
    return projection.filter ? tr("No row of the tree is what the search asks for.") : tr("The file holds nothing.");
}

void TreePage::tell(const QString& summary, const QString& mistake)
{
    m_searchSummary = summary;
    m_searchMistake = mistake;
    Q_EMIT searched();
}

void TreePage::goTo(EntryId id)
{
    if (id == checkpoint::kNoId) {
        setCurrentIndex({});
        return;
    }
    if (m_model->projection().filter && !m_model->indexOf(id).isValid()) {
        m_searchText.clear();
        m_searchMistake.clear();
        m_wish.query = {};
        m_names->setQuery({});
        abandonJob(m_job);
        take({.tree = m_model->projection().tree, .filter = nullptr, .targets = m_model->projection().targets},
             {.options = m_shownRequest.options,
              .query = {},
              .map = m_shownRequest.map,
              .machine = m_shownRequest.machine});
        Q_EMIT searchEnded();
    }
    select(id);
}

void TreePage::select(EntryId id)
{
    const QModelIndex index = m_model->indexOf(id);
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index);
    }
}

} // namespace cairn::ui
