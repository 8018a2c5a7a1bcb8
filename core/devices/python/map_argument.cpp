#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/devices/machine/device_string.h"
#include "core/devices/map/entry_names.h"
#include "core/devices/map/placement.h"
#include "core/devices/map/tensor_parts.h"
#include "core/devices/python/python_snippet.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::StorageId;

namespace {

constexpr std::string_view kRestore = "from torch.serialization import default_restore_location as restore\n\n\n";

/// What is true in Python where torch has the device, whatever backends it was built with.
std::string isThere(std::string_view device)
{
    if (!isPlainDevice(device)) {
        return "False"; // a tag may say anything, and this is code
    }
    const std::string backend(backendOf(device));
    const unsigned index = indexOf(device).value_or(0);
    if (backend == "mps") {
        return "torch.backends.mps.is_available()";
    }
    const std::string asks = backend == "cuda" ? "" : "hasattr(torch, " + pythonText(backend) + ") and ";
    return asks + "torch." + backend + (index == 0 ? ".is_available()" : ".device_count() > " + std::to_string(index));
}

/// A target and what is taken where it is not there, as far as it matters.
using Choices = std::vector<std::string>;

Choices choicesOf(std::string_view target, const std::vector<std::string>& otherwise)
{
    Choices choices{std::string(target)};
    for (const std::string& other : otherwise) {
        if (choices.back() == "cpu" || choices.back() == "meta") {
            break; // is everywhere
        }
        choices.push_back(other);
    }
    return choices;
}

/// "cuda:0" if torch.cuda.is_available() else "cpu"
std::string expressionOf(const Choices& choices)
{
    std::string text;
    for (std::size_t i = 0; i + 1 < choices.size(); ++i) {
        text += pythonText(choices[i]) + " if " + isThere(choices[i]) + " else ";
    }
    return text + pythonText(choices.back());
}

/// Where each storage goes, with fallbacks, which are Python's to decide.
class Destinations {
public:
    Destinations(const Checkpoint& checkpoint, const MapLocation& map)
    {
        const Placement placement = placeStorages(checkpoint, map);
        std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> known; // by rule and tag
        for (StorageId id = 0; id < checkpoint.storages().size(); ++id) {
            const std::uint32_t decides = placement.rule(id);
            const std::uint16_t device = checkpoint.storages()[id].device;
            const auto [place, isNew] = known.try_emplace({decides, device}, 0);
            if (isNew) {
                const std::string_view tag = checkpoint.deviceTag(device);
                if (decides == checkpoint::kNoId) {
                    place->second = add({std::string(placement.target(id))});
                } else {
                    const MapRule& rule = map.rules()[decides];
                    place->second = add(choicesOf(rule.to.empty() ? tag : rule.to, rule.otherwise));
                }
                m_byTag[std::string(tag)].insert(place->second);
            }
            m_ofStorage.push_back(place->second);
        }
        for (const auto& [tag, count] : movedTensors(checkpoint)) {
            m_byTag[tag].insert(add(endOf(map, tag)));
        }
    }

    [[nodiscard]] const std::vector<Choices>& all() const { return m_all; }
    [[nodiscard]] const Choices& of(StorageId storage) const { return m_all[m_ofStorage[storage]]; }
    /// By its index in all().
    [[nodiscard]] std::uint32_t indexOf(StorageId storage) const { return m_ofStorage[storage]; }
    /// Tags with the ends of their storages, by their indexes in all().
    [[nodiscard]] const std::map<std::string, std::set<std::uint32_t>>& byTag() const { return m_byTag; }
    [[nodiscard]] bool areByTag() const
    {
        return std::ranges::all_of(m_byTag, [](const auto& tag) { return tag.second.size() == 1; });
    }

private:
    /// Of a tensor that has no storage, so that rules can only look at its tag.
    static Choices endOf(const MapLocation& map, std::string_view tag)
    {
        const auto rule = std::ranges::find_if(
            map.rules(), [&](const MapRule& one) { return !one.when.any() && tagMatches(one.from, tag); });
        return rule == map.rules().end() ? Choices{std::string(map.target(tag))}
                                         : choicesOf(rule->to.empty() ? tag : rule->to, rule->otherwise);
    }

    std::uint32_t add(Choices choices)
    {
        const auto known = std::ranges::find(m_all, choices);
        const auto index = static_cast<std::uint32_t>(known - m_all.begin());
        if (known == m_all.end()) {
            m_all.push_back(std::move(choices));
        }
        return index;
    }

    std::vector<Choices> m_all;
    std::vector<std::uint32_t> m_ofStorage;
    std::map<std::string, std::set<std::uint32_t>> m_byTag;
};

/// Empty if every tag stays.
std::string dictOf(const Destinations& ends)
{
    std::string text;
    for (const auto& [tag, indexes] : ends.byTag()) {
        const std::string target = expressionOf(ends.all()[*indexes.begin()]);
        if (target != pythonText(tag)) {
            text += (text.empty() ? "{" : ", ") + pythonText(tag) + ": " + target;
        }
    }
    return text.empty() ? text : text + '}';
}

std::string conditionOf(const MapRule& rule)
{
    std::string text;
    if (rule.from == "*") {
        text = "tag != \"meta\"";
    } else if (rule.from.ends_with(":*")) {
        text = "tag.split(\":\")[0] == " + pythonText(backendOf(rule.from));
    } else {
        text = "tag == " + pythonText(rule.from);
    }
    if (rule.when.minBytes != MapCondition().minBytes) {
        text += " and storage.nbytes() >= " + std::to_string(rule.when.minBytes);
    }
    if (rule.when.maxBytes != MapCondition().maxBytes) {
        text += " and storage.nbytes() <= " + std::to_string(rule.when.maxBytes);
    }
    return text;
}

/// The rules as they stand: what a function can see of a storage are its tag and its size.
std::string functionOfRules(const MapLocation& map)
{
    bool asksForTags = false;
    std::string body = "def place(storage, tag):\n";
    for (const MapRule& rule : map.rules()) {
        body += "    if " + conditionOf(rule) + ":\n        return ";
        if (!rule.to.empty()) {
            body += "restore(storage, " + expressionOf(choicesOf(rule.to, rule.otherwise)) + ')';
        } else if (rule.otherwise.empty()) {
            body += "None";
        } else {
            asksForTags = true;
            const std::vector<std::string> rest(rule.otherwise.begin() + 1, rule.otherwise.end());
            body += "restore(storage, tag if is_there(tag) else " +
                    expressionOf(choicesOf(rule.otherwise.front(), rest)) + ')';
        }
        body += '\n';
    }
    const std::string helper = "def is_there(device):\n    try:\n        torch.empty(0, device=device)\n"
                               "    except Exception:\n        return False\n    return True\n\n\n";
    return std::string(kRestore) + (asksForTags ? helper : "") + body + "    return None  # where it was saved\n\n\n";
}

/// Storages in the order in which torch meets them: the tree's own, if the keys of the zip say the same, or the numbers
/// that reading the stream gave.
std::vector<StorageId> loadOrder(const Checkpoint& checkpoint)
{
    std::vector<StorageId> order;
    std::uint64_t next = 0;
    std::vector<bool> seen(checkpoint.storages().size());
    const checkpoint::PickleForm pickle = checkpoint.traits().pickle;
    const bool isZip = pickle == checkpoint::PickleForm::ZipRecord;
    bool agrees = isZip || pickle == checkpoint::PickleForm::Stream;
    checkpoint.walk([&](checkpoint::EntryId id, std::size_t) {
        const checkpoint::Entry& entry = checkpoint.entries()[id];
        StorageId storage = checkpoint::kNoId;
        if (entry.kind == checkpoint::EntryKind::Tensor) {
            storage = checkpoint.tensors()[entry.payload].storage;
        } else if (entry.kind == checkpoint::EntryKind::Storage) {
            storage = static_cast<StorageId>(entry.payload);
        }
        if (storage == checkpoint::kNoId || seen[storage]) {
            return;
        }
        seen[storage] = true;
        agrees = agrees && (isZip ? checkpoint.storageKey(checkpoint.storages()[storage]) == std::to_string(next)
                                  : storage == next);
        ++next;
        order.push_back(storage);
    });
    return agrees && order.size() == seen.size() ? order : std::vector<StorageId>();
}

/// The name of its first tensor, for a comment.
std::string shownName(const Checkpoint& checkpoint, StorageId storage)
{
    constexpr std::size_t most = 60;
    const auto tensors = checkpoint.tensorsOf(storage);
    return tensors.empty()
               ? "a storage"
               : printable(shortened(checkpoint.entryName(checkpoint.tensors()[tensors.front()].entry), most));
}

/// Where each module goes whose tensors all go to one place, by name.
class ModulePlaces {
public:
    explicit ModulePlaces(const Checkpoint& checkpoint, const Destinations& ends)
    {
        std::vector<std::uint64_t> tensorsOf(ends.all().size());
        EntryNames names(checkpoint);
        for (const checkpoint::Tensor& tensor : checkpoint.tensors()) {
            if (tensor.storage == checkpoint::kNoId) {
                continue;
            }
            const std::uint32_t place = ends.indexOf(tensor.storage);
            const std::string& name = names.of(tensor.entry);
            m_tensors.emplace_back(name, place);
            ++tensorsOf[place];
            eachModule(name, [&](const std::string& module) {
                std::uint32_t& known = m_places.try_emplace(module, place).first->second;
                known = known == place ? place : kSeveral;
                return true;
            });
        }
        m_usual = static_cast<std::uint32_t>(std::ranges::max_element(tensorsOf) - tensorsOf.begin());
    }

    /// Where most go.
    [[nodiscard]] std::uint32_t usual() const { return m_usual; }

    /// `visit(name, place)` of the outermost modules, or tensors, that go elsewhere.
    template <typename Visit>
    void eachUnusual(Visit&& visit) const
    {
        // A tensor may have the name of a module, and then says nothing of what is in that.
        const bool isNested = std::ranges::any_of(m_tensors, [this](const auto& tensor) {
            return tensor.first.empty() || m_places.at(tensor.first) == kSeveral;
        });
        std::set<std::string_view> visited;
        for (const auto& [name, place] : m_tensors) {
            if (isNested) {
                visit(name, place);
                continue;
            }
            eachModule(name, [&](const std::string& module) {
                const auto known = m_places.find(module);
                if (known->second == kSeveral) {
                    return true;
                }
                if (known->second != m_usual && visited.insert(known->first).second) {
                    visit(known->first, known->second);
                }
                return false;
            });
        }
    }

private:
    static constexpr std::uint32_t kSeveral = checkpoint::kNoId;

    /// What each dot in a name ends, and all of it, as long as `visit` returns true.
    template <typename Visit>
    static void eachModule(const std::string& name, Visit&& visit)
    {
        constexpr int deepest = 64; // no real model is deeper, and names can be anything
        std::size_t end = name.find('.');
        for (int depth = 0; depth < deepest && end != std::string::npos; ++depth) {
            if (end != 0 && !visit(name.substr(0, end))) {
                return;
            }
            end = name.find('.', end + 1);
        }
        visit(name);
    }

    std::vector<std::pair<std::string, std::uint32_t>> m_tensors;
    std::unordered_map<std::string, std::uint32_t> m_places;
    std::uint32_t m_usual = 0;
};

/// The targets one after the other, for maps that look at what a function cannot see.
std::string functionByOrder(const Checkpoint& checkpoint, const Destinations& ends)
{
    std::string runs;
    const Choices* running = nullptr;
    std::string empties; // where storages without bytes go, which newer torch restores again and again
    std::size_t length = 0;
    const auto listed = [](const Choices& choices) {
        const std::string text = expressionOf(choices);
        return choices.size() == 1 ? text : '(' + text + ')';
    };
    StorageId first = checkpoint::kNoId; // of the run
    StorageId last = checkpoint::kNoId;
    const auto endRun = [&] {
        if (length != 0) {
            runs += (runs.empty() ? "    [" : "    + [") + listed(*running) + "] * " + std::to_string(length) + "  # " +
                    shownName(checkpoint, first) + (length == 1 ? "" : " ... " + shownName(checkpoint, last)) + '\n';
        }
        length = 0;
    };
    const std::vector<StorageId> order = loadOrder(checkpoint);
    for (const StorageId id : order) {
        if (checkpoint.storages()[id].bytes == 0) {
            empties = empties.empty() ? expressionOf(ends.of(id)) : empties;
            continue;
        }
        if (&ends.of(id) != running) {
            endRun();
            running = &ends.of(id);
            first = id;
        }
        last = id;
        ++length;
    }
    endRun();
    if (order.empty()) {
        return {};
    }
    std::string text(kRestore);
    text += "# Storages come in the order of the file, each once.\nplaces = iter(\n" + runs + ")\n\n\n";
    text += "def place(storage, tag):\n";
    if (!empties.empty()) {
        text += "    if storage.nbytes() == 0:\n        return restore(storage, " + empties + ")\n";
    }
    return text + "    return restore(storage, next(places))\n\n\n";
}

} // namespace

std::string deviceMapByName(const Checkpoint& checkpoint, const MapLocation& map)
{
    const Destinations ends(checkpoint, map);
    const ModulePlaces places(checkpoint, ends);
    std::string text = "device_map = {\n";
    const auto add = [&](std::string_view name, std::uint32_t place) {
        text += "    " + pythonText(name) + ": " + expressionOf(ends.all()[place]) + ",\n";
    };
    if (!ends.all().empty()) {
        add("", places.usual());
    }
    places.eachUnusual(add);
    return text + "}\n\n\ndef place(name):\n    while name not in device_map:\n"
                  "        name = name.rpartition(\".\")[0]\n    return device_map[name]\n\n\n";
}

MapArgument mapLocationArgument(const Checkpoint& checkpoint, const MapLocation& map)
{
    const Destinations ends(checkpoint, map);
    MapArgument argument;
    if (ends.all().size() == 1) {
        argument.choices = ends.all().front();
        argument.device = expressionOf(argument.choices);
    }
    if (ends.areByTag()) {
        const std::string dict = dictOf(ends);
        constexpr std::size_t kMostTags = 8;
        if (dict.empty()) {
            return argument;
        }
        if (!argument.device.empty()) {
            argument.text = argument.device;
            return argument;
        }
        if (ends.byTag().size() <= kMostTags || map.kind() != MapKind::Rules || !map.looksAtTagsOnly()) {
            argument.text = dict;
            return argument;
        }
    }
    const bool isVisible = std::ranges::all_of(
        map.rules(), [](const MapRule& rule) { return rule.when.path.empty() && !rule.when.dtype; });
    argument.preparation = isVisible ? functionOfRules(map) : functionByOrder(checkpoint, ends);
    if (argument.preparation.empty()) {
        argument.preparation = "# No map_location can tell these storages apart. Write the map into a copy instead:\n"
                               "#   cairn-cli convert FILE -o COPY --map-file MAP.devicemap.json\n";
        return argument;
    }
    argument.text = kMapFunction;
    return argument;
}

} // namespace cairn::devices
