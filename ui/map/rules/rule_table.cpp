#include "ui/map/rules/rule_table.h"

#include "ui/common/quiet_label.h"
#include "ui/map/rules/rule_delegate.h"
#include "ui/text/plain_tip.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

RuleTable::RuleTable(QWidget* parent)
    : QWidget(parent), m_model(new RuleModel(this)), m_view(new QTableView(this)),
      m_empty(new QuietLabel(tr("No rules: everything goes to the device it was saved on."), m_view))
{
    setObjectName("ruleTable");
    makeView();
    auto* bar = new QToolBar(this);
    makeActions(bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(bar);
    updateActions();
}

void RuleTable::makeView()
{
    m_view->setObjectName("ruleView");
    m_view->setAccessibleName(tr("Rules of the map"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new RuleDelegate(m_view));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setShowGrid(false);
    m_view->setAlternatingRowColors(true);
    m_view->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::AnyKeyPressed);
    m_view->setTabKeyNavigation(false);
    m_view->setDragDropMode(QAbstractItemView::InternalMove);
    m_view->setDragDropOverwriteMode(false);
    m_view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 10);
    m_view->verticalHeader()->setToolTip(tr("The first rule that fits decides"));
    m_view->horizontalHeader()->setHighlightSections(false);
    m_view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    QHeaderView* header = m_view->horizontalHeader();
    header->setStretchLastSection(false);
    header->setResizeContentsPrecision(20);
    header->setMinimumSectionSize(8 * fontMetrics().averageCharWidth());
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(RuleModel::Path, QHeaderView::Stretch);
    m_empty->setMargin(12);
    auto* inside = new QVBoxLayout(m_view->viewport());
    inside->addWidget(m_empty, 0, Qt::AlignTop | Qt::AlignHCenter);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RuleTable::updateActions);
    connect(m_model, &RuleModel::ruleMoved, this, &RuleTable::ruleMoved);
}

void RuleTable::makeActions(QToolBar* bar)
{
    const auto add = [this, bar](const char* name, const QString& text, const QKeySequence& key, const QString& tip) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        action->setStatusTip(tip);
        action->setToolTip(plainTip(QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText))));
        addAction(action);
        bar->addAction(action);
        return action;
    };
    m_add = add("addRuleAction", tr("Add rule"), QKeySequence(Qt::Key_Insert),
                tr("Add a rule after the others, which changes nothing until it says where to"));
    m_remove = add("removeRuleAction", tr("Remove"), QKeySequence(Qt::Key_Delete), tr("Remove the selected rule"));
    m_up = add("ruleUpAction", tr("Up"), QKeySequence(Qt::ALT | Qt::Key_Up), tr("Ask the selected rule earlier"));
    m_down = add("ruleDownAction", tr("Down"), QKeySequence(Qt::ALT | Qt::Key_Down), tr("Ask the selected rule later"));
    connect(m_add, &QAction::triggered, this, [this] {
        // As saved and after all others it changes nothing yet: a rule for everything takes all from those below it.
        const int row = m_model->rowCount();
        Q_EMIT ruleInserted(static_cast<std::size_t>(row));
        m_view->setFocus();
        m_view->setCurrentIndex(m_model->index(row, RuleModel::To));
    });
    connect(m_remove, &QAction::triggered, this, [this] {
        const int row = m_view->currentIndex().row();
        if (row >= 0) {
            Q_EMIT rulesRemoved(static_cast<std::size_t>(row), 1);
        }
    });
    connect(m_up, &QAction::triggered, this, [this] { move(-1); });
    connect(m_down, &QAction::triggered, this, [this] { move(1); });
}

void RuleTable::move(int by)
{
    const QModelIndex index = m_view->currentIndex();
    const int to = index.row() + by;
    if (index.isValid() && to >= 0 && to < m_model->rowCount()) {
        Q_EMIT ruleMoved(static_cast<std::size_t>(index.row()), static_cast<std::size_t>(to));
        m_view->setCurrentIndex(m_model->index(to, index.column()));
    }
}

void RuleTable::show(const MapEditor& editor)
{
    const QModelIndex before = m_view->currentIndex();
    const int row = before.row();
    const int column = before.column();
    m_model->show(editor);
    if (row >= 0 && !m_view->currentIndex().isValid() && m_model->rowCount() != 0) {
        m_view->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1), std::max(column, 0)));
    }
    m_empty->setVisible(m_model->rowCount() == 0);
    updateActions();
}

void RuleTable::updateActions()
{
    const int row = m_view->currentIndex().row();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_model->rowCount());
}

} // namespace cairn::ui
