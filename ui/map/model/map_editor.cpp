#include "ui/map/model/map_editor.h"

#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>

namespace cairn::ui {

using devices::MapLocation;
using devices::MapRule;

namespace {

QString mapEditorText(const char* text)
{
    return QCoreApplication::translate("MapEditor", text);
}

} // namespace

QString targetText(const std::string& to)
{
    return to.empty() ? mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "as saved")) : shown(to);
}

std::vector<MapRule> MapEditor::rules() const
{
    return m_document ? devices::asRules(map(), tags()) : std::vector<MapRule>();
}

void MapEditor::setMap(MapLocation map, const QString& what)
{
    m_history.push({std::move(map), machine()}, what);
}

void MapEditor::send(const MapDragPayload& payload, const std::string& to)
{
    if (const auto* tag = std::get_if<std::string>(&payload)) {
        sendTag(*tag, to);
    } else if (const auto* flow = std::get_if<devices::TagFlow>(&payload)) {
        sendFlow(*flow, to);
    } else {
        sendRows(std::get<EntryRows>(payload), to);
    }
}

void MapEditor::sendTag(const std::string& tag, const std::string& to)
{
    setMap(devices::sendTag(map(), tags(), tag, to),
           mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "%1 to %2")).arg(shown(tag), targetText(to)));
}

void MapEditor::sendFlow(const devices::TagFlow& flow, const std::string& to)
{
    if (flow.target != to && machine()) {
        setMap(devices::sendFlow(map(), tags(), *machine(), flow, to),
               mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "%1 to %2")).arg(shown(flow.tag), targetText(to)));
    }
}

void MapEditor::sendRows(const EntryRows& rows, const std::string& to)
{
    if (!rows.empty()) {
        const QString what =
            rows.size() == 1
                ? mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "a row to %1"))
                : mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "%1 rows to %2")).arg(countText(rows.size()));
        setMap(devices::sendEntries(map(), *m_document->checkpoint, rows.entries, to, rows.levels),
               what.arg(targetText(to)));
    }
}

void MapEditor::joinConflicts(std::span<const devices::MapConflict> conflicts)
{
    if (machine()) {
        setMap(devices::joinConflicts(map(), *m_document->checkpoint, *machine(), conflicts),
               mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "map whole storages")));
    }
}

void MapEditor::setRules(std::vector<MapRule> rules, const QString& what)
{
    setMap(rules.empty() ? MapLocation() : MapLocation(std::move(rules)), what);
}

void MapEditor::setRule(std::size_t index, MapRule rule)
{
    std::vector<MapRule> list = rules();
    if (index < list.size() && list[index] != rule) {
        list[index] = std::move(rule);
        setRules(std::move(list), mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "change a rule")));
    }
}

void MapEditor::insertRule(std::size_t index, MapRule rule)
{
    std::vector<MapRule> list = rules();
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(std::min(index, list.size())), std::move(rule));
    setRules(std::move(list), mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "add a rule")));
}

void MapEditor::removeRules(std::size_t first, std::size_t count)
{
    std::vector<MapRule> list = rules();
    first = std::min(first, list.size());
    count = std::min(count, list.size() - first);
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    list.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    if (count != 0) {
        setRules(std::move(list), mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "remove a rule")));
    }
}

void MapEditor::moveRule(std::size_t from, std::size_t to)
{
    std::vector<MapRule> list = rules();
    if (from < list.size() && to < list.size() && from != to) {
        MapRule rule = std::move(list[from]);
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(from));
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(to), std::move(rule));
        setRules(std::move(list), mapEditorText(QT_TRANSLATE_NOOP("MapEditor", "move a rule")));
    }
}

} // namespace cairn::ui
