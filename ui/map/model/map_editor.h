#pragma once

#include "core/devices/map/rule_edit.h"
#include "ui/document/entry_mime.h"
#include "ui/map/model/map_history.h"

#include <span>
#include <string>
#include <variant>

namespace cairn::ui {

/// Something that is carried to a target: what was saved on a tag, what one curve stands for, or rows of the tree.
using MapDragPayload = std::variant<std::string, devices::TagFlow, EntryRows>;

/// A map of one document while a person edits it: every edit there is, by mouse, keyboard or table, and the way back.
/// Plain value; knows nothing of widgets.
class MapEditor {
public:
    MapEditor() = default;
    MapEditor(DocumentPtr document, MapHistory history) : m_document(std::move(document)), m_history(std::move(history))
    {
    }

    [[nodiscard]] const DocumentPtr& document() const { return m_document; }
    [[nodiscard]] const MapState& state() const { return m_history.now(); }
    [[nodiscard]] const devices::MapLocation& map() const { return state().map; }
    [[nodiscard]] const InventoryPtr& machine() const { return state().machine; }
    [[nodiscard]] const MapHistory& history() const { return m_history; }
    [[nodiscard]] std::vector<devices::MapRule> rules() const;

    // An empty target is "as saved".
    void send(const MapDragPayload& payload, const std::string& to);
    void sendTag(const std::string& tag, const std::string& to);
    void sendFlow(const devices::TagFlow& flow, const std::string& to);
    void sendRows(const EntryRows& rows, const std::string& to);
    void joinConflicts(std::span<const devices::MapConflict> conflicts);
    void setMap(devices::MapLocation map, const QString& what);

    void setRule(std::size_t index, devices::MapRule rule);
    void insertRule(std::size_t index, devices::MapRule rule);
    void removeRules(std::size_t first, std::size_t count);
    void moveRule(std::size_t from, std::size_t to);

    void setMachine(const InventoryPtr& machine) { m_history.setMachine(machine); }
    void setTrust(devices::FileTrust trust) { m_history.setTrust(trust); }
    void undo() { m_history.undo(); }
    void redo() { m_history.redo(); }

private:
    [[nodiscard]] std::span<const std::string> tags() const { return m_document->checkpoint->deviceTags(); }
    void setRules(std::vector<devices::MapRule> rules, const QString& what);

    DocumentPtr m_document;
    MapHistory m_history;
};

/// "cuda:0", or "as saved".
[[nodiscard]] QString targetText(const std::string& to);

} // namespace cairn::ui
