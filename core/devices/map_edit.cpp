#include "core/devices/map_edit.h"

#include "core/base/glob.h"
#include "core/base/text.h"
#include "core/devices/entry_names.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::EntryId;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

bool isOneOf(std::span<const std::string> list, std::string_view text)
{
    return std::ranges::find(list, text) != list.end();
}

/// Groups of rows that must stay together, joined as shared storages are found.
class Unions {
public:
    explicit Unions(std::size_t count) : m_parent(count) { std::iota(m_parent.begin(), m_parent.end(), EntryId{0}); }

    EntryId find(EntryId id)
    {
        while (m_parent[id] != id) {
            m_parent[id] = m_parent[m_parent[id]];
            id = m_parent[id];
        }
        return id;
    }
    void join(EntryId a, EntryId b)
    {
        a = find(a);
        b = find(b);
        m_parent[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<EntryId> m_parent;
};

/// A device for each group that has tensors, by the free memory of the devices.
std::map<EntryId, std::string> deal(const Checkpoint& checkpoint, Unions& unions, const DeviceInventory& machine,
                                    std::span<const std::string> devices)
{
    std::map<EntryId, double> bytesOf; // in the order of the file
    double all = 0;
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const auto tensors = checkpoint.tensorsOf(id);
        if (!tensors.empty()) {
            const EntryId group = checkpoint.entries()[checkpoint.tensors()[tensors.front()].entry].parent;
            const auto bytes = static_cast<double>(checkpoint.storages()[id].bytes);
            bytesOf[unions.find(group)] += bytes;
            all += bytes;
        }
    }
    std::vector<double> room;
    for (const std::string& tag : devices) {
        const Device* device = machine.find(tag);
        room.push_back(device == nullptr ? 0 : std::max(static_cast<double>(device->freeBytes), 1.0));
    }
    const double roomOfAll = std::accumulate(room.begin(), room.end(), 0.0);
    std::map<EntryId, std::string> dealt;
    double done = 0;
    for (const auto& [group, bytes] : bytesOf) {
        // The device in whose share the middle of the group lies.
        double end = 0;
        std::size_t index = 0;
        for (; index + 1 < devices.size(); ++index) {
            end += all * room[index] / roomOfAll;
            if (done + bytes / 2 < end) {
                break;
            }
        }
        dealt.emplace(group, devices[index]);
        done += bytes;
    }
    return dealt;
}

} // namespace

MapLocation redirect(const MapLocation& map, std::span<const std::string> targets, std::span<const std::string> tags,
                     const std::string& device)
{
    switch (map.kind()) {
    case MapKind::Device: return isOneOf(targets, map.device()) ? MapLocation::device(device) : map;
    case MapKind::None:
    case MapKind::Table: {
        MapLocation::Table entries = map.table();
        for (const std::string& tag : tags) {
            if (isOneOf(targets, map.target(tag))) {
                entries.insert_or_assign(tag, device);
            }
        }
        return MapLocation::table(std::move(entries));
    }
    case MapKind::Rules: break;
    }
    std::vector<MapRule> rules;
    for (const MapRule& rule : map.rules()) {
        if (!rule.to.empty()) {
            rules.push_back(rule);
            if (isOneOf(targets, rule.to)) {
                rules.back().to = device;
                rules.back().otherwise.clear();
            }
            continue;
        }
        // "As saved" must not keep what cannot stay there.
        for (const std::string& tag : targets) {
            if (tagMatches(rule.from, tag)) {
                rules.push_back(rule);
                rules.back().from = tag;
                rules.back().to = device;
            }
        }
        rules.push_back(rule);
    }
    for (const std::string& tag : tags) {
        if (isOneOf(targets, tag)) {
            rules.push_back({tag, device});
        }
    }
    return MapLocation(std::move(rules));
}

MapLocation balance(const Checkpoint& checkpoint, const DeviceInventory& machine, std::span<const std::string> devices)
{
    Unions unions(checkpoint.entries().size());
    const auto groupOf = [&](const Tensor& tensor) { return checkpoint.entries()[tensor.entry].parent; };
    for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
        const auto tensors = checkpoint.tensorsOf(id);
        for (const checkpoint::TensorId other : tensors) {
            unions.join(groupOf(checkpoint.tensors()[tensors.front()]), groupOf(checkpoint.tensors()[other]));
        }
    }
    const std::map<EntryId, std::string> dealt = deal(checkpoint, unions, machine, devices);

    std::map<EntryId, std::string> groups; // every group with tensors of its own
    for (const Tensor& tensor : checkpoint.tensors()) {
        const auto device = tensor.storage == kNoId ? dealt.end() : dealt.find(unions.find(groupOf(tensor)));
        if (device != dealt.end()) {
            groups.insert_or_assign(groupOf(tensor), device->second);
        }
    }
    // A glob for a group also fits what is in groups inside it. Rows lie breadth first, so those come earlier when the
    // last come first.
    std::vector<MapRule> rules;
    EntryNames names(checkpoint);
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        MapRule rule{"*", group->second};
        rule.when.path = group->first == 0 ? "*" : globEscaped(names.of(group->first)) + ".*";
        rules.push_back(std::move(rule));
    }
    return MapLocation(std::move(rules));
}

std::string mapOptions(const MapLocation& map)
{
    const auto option = [](const std::string& from, const std::string& to) {
        return "--map '" + from + '=' + to + "' "; // no tag that torch can write has a quote
    };
    std::string text;
    switch (map.kind()) {
    case MapKind::None: return {};
    case MapKind::Device: text = option("*", map.device()); break;
    case MapKind::Table:
        for (const auto& [tag, device] : map.table()) {
            text += option(tag, device);
        }
        break;
    case MapKind::Rules:
        for (const MapRule& rule : map.rules()) {
            if (!rule.when.any() || rule.to.empty()) {
                return {};
            }
            std::string to = rule.to;
            for (const std::string& other : rule.otherwise) {
                to += ',' + other;
            }
            text += option(rule.from, to);
        }
        break;
    }
    constexpr std::size_t kMostShown = 8;
    const bool isLong = map.table().size() > kMostShown || map.rules().size() > kMostShown;
    if (text.empty() || isLong || printable(text) != text) {
        return {};
    }
    text.pop_back();
    return text;
}

} // namespace cairn::devices
