#include "ui/map/rules/rule_model.h"

#include "core/devices/machine/device_string.h"
#include "ui/common/device_chip.h"
#include "ui/document/entry_text.h"
#include "ui/map/model/map_scene.h"
#include "ui/map/rules/rule_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QApplication>
#include <QMimeData>

#include <algorithm>

namespace cairn::ui {

using devices::MapRule;
using devices::RuleUse;

namespace {

const QString kRowMimeType = QStringLiteral("application/x-cairn-rule");

bool isWritten(int column)
{
    return column < RuleModel::Takes;
}

} // namespace

void RuleModel::show(const MapEditor& editor)
{
    std::vector<MapRule> rules = editor.rules();
    m_tags.clear();
    m_devices.clear();
    if (editor.document()) {
        for (const auto& [tag, usage] : editor.document()->devices) {
            m_tags.append(shown(tag));
        }
    }
    m_devices.append(QStringLiteral("cpu"));
    if (editor.machine()) {
        for (const devices::Backend& backend : editor.machine()->backends) {
            for (const devices::Device& device : backend.devices) {
                m_devices.append(shown(device.tag));
            }
        }
    }
    if (rules.size() != m_rules.size()) {
        beginResetModel();
        m_rules = std::move(rules);
        m_uses.clear();
        m_conflicts.clear();
        endResetModel();
    } else if (rules != m_rules) {
        m_rules = std::move(rules);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void RuleModel::showUses(std::vector<RuleUse> uses, std::set<std::size_t> conflicts)
{
    m_uses = std::move(uses);
    m_conflicts = std::move(conflicts);
    if (!m_rules.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int RuleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rules.size());
}

int RuleModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RuleModel::takesText(std::size_t row) const
{
    if (row >= m_uses.size()) {
        return {};
    }
    const RuleUse& use = m_uses[row];
    if (!use.fits) {
        return tr("nothing fits");
    }
    if (use.storages == 0) {
        return use.shadows.empty() ? tr("nothing of its own")
                                   : tr("nothing left by rule %1").arg(use.shadows[0].rule + 1);
    }
    return QStringLiteral("%1 · %2").arg(countText(use.storages), bytesText(use.bytes));
}

QString RuleModel::text(std::size_t row, int column) const
{
    if (column == Takes) {
        return takesText(row);
    }
    const QString words = ruleText(m_rules[row], static_cast<RulePart>(column));
    return words.isEmpty() && column != Else ? QStringLiteral("*") : words;
}

QString RuleModel::tip(std::size_t row, int column) const
{
    QStringList lines;
    if (m_conflicts.contains(row)) {
        lines.append(tr("This rule and another one send tensors of one storage to two devices"));
    }
    if (column == Takes && row < m_uses.size()) {
        lines.append(tr("%1, %2").arg(storagesText(m_uses[row].storages), bytesText(m_uses[row].bytes)));
        for (const RuleUse::Shadow& shadow : m_uses[row].shadows) {
            lines.append(
                tr("rule %1 takes %2 that fit here too").arg(shadow.rule + 1).arg(storagesText(shadow.storages)));
        }
    }
    return lines.join(u'\n');
}

QVariant RuleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_rules.size()) {
        return {};
    }
    const auto row = static_cast<std::size_t>(index.row());
    const int column = index.column();
    const bool isIdle = row < m_uses.size() && m_uses[row].storages == 0;
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case Qt::EditRole: return isWritten(column) ? ruleText(m_rules[row], static_cast<RulePart>(column)) : QVariant();
    case Qt::ToolTipRole: return plainTip(tip(row, column));
    case Qt::AccessibleTextRole: return headerData(column, Qt::Horizontal, role).toString() + u' ' + text(row, column);
    case Qt::ForegroundRole:
        if (m_conflicts.contains(row)) {
            return isDark(QApplication::palette()) ? QColor(0xf0, 0x7c, 0x74) : QColor(0xc0, 0x39, 0x2b);
        }
        if ((column == To || column == From) && !isIdle) {
            const std::string& tag = column == To ? m_rules[row].to : m_rules[row].from;
            return tag.empty() || tag.ends_with('*') ? QVariant() : deviceColor(shown(tag), QApplication::palette());
        }
        return isIdle || column == Takes ? quietText(QApplication::palette()) : QVariant();
    case ChoicesRole: return choices(column);
    default: return {};
    }
}

QStringList RuleModel::choices(int column) const
{
    QStringList list;
    switch (column) {
    case From:
        list = m_tags;
        for (const QString& tag : m_tags) {
            const QString pattern = tag.section(u':', 0, 0) + QStringLiteral(":*");
            if (tag.contains(u':') && !list.contains(pattern)) {
                list.append(pattern);
            }
        }
        list.append(QStringLiteral("*"));
        break;
    case To: list = m_devices + QStringList{QStringLiteral("meta"), asSavedText()}; break;
    case Dtype:
        list.append(QString());
        for (const formats::DtypeInfo& info : formats::allDtypes()) {
            list.append(fromUtf8(info.name));
        }
        list.removeAll(QStringLiteral("unknown"));
        break;
    default: break;
    }
    return list;
}

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case From: return tr("A saved tag, cuda:* for any of a backend, * for all but meta");
        case Path: return tr("A pattern for names: model.head.*");
        case Size: return tr("Sizes of storages: ≥ 1 MB, < 64 kB, 1 kB to 2 MB");
        case Else: return tr("Devices to take, in this order, on a machine that does not have the first");
        case Takes: return tr("Storages and bytes that this rule decides about");
        default: return {};
        }
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) {
        return {};
    }
    switch (section) {
    case From: return tr("Saved on");
    case Path: return tr("Name");
    case Dtype: return tr("Dtype");
    case Size: return tr("Size");
    case To: return tr("Goes to");
    case Else: return tr("Else");
    default: return tr("Takes");
    }
}

Qt::ItemFlags RuleModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) {
        return flags | Qt::ItemIsDropEnabled; // between rows only
    }
    return flags | Qt::ItemIsDragEnabled | (isWritten(index.column()) ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

bool RuleModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || !isWritten(index.column())) {
        return false;
    }
    const auto row = static_cast<std::size_t>(index.row());
    auto rule = withText(m_rules[row], static_cast<RulePart>(index.column()), value.toString());
    if (!rule) {
        Q_EMIT refused(inWordsAlone(rule.error().inFull()));
        return false;
    }
    if (*rule != m_rules[row]) {
        Q_EMIT ruleChanged(row, *rule);
    }
    return true;
}

QStringList RuleModel::mimeTypes() const
{
    return {kRowMimeType};
}

QMimeData* RuleModel::mimeData(const QModelIndexList& indexes) const
{
    auto* data = new QMimeData;
    data->setData(kRowMimeType, QByteArray::number(indexes.isEmpty() ? -1 : indexes.front().row()));
    return data;
}

bool RuleModel::dropMimeData(const QMimeData* data, Qt::DropAction /*action*/, int row, int /*column*/,
                             const QModelIndex& /*parent*/)
{
    const int from = data->data(kRowMimeType).toInt();
    const int before = row < 0 ? rowCount() : row;
    const int to = before > from ? before - 1 : before;
    if (from >= 0 && from < rowCount() && to >= 0) {
        Q_EMIT ruleMoved(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    }
    return false; // the rows are moved already; the view must not remove any
}

} // namespace cairn::ui
