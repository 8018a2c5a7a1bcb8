#include "core/base/python_repr.h"
#include "core/base/text.h"
#include "core/devices/device_string.h"
#include "core/devices/placement.h"
#include "core/devices/python_snippet.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::StorageId;

namespace {

constexpr std::string_view kRestore = "from torch.serialization import default_restore_location as restore\n\n\n";

std::string pythonText(std::string_view text)
{
    const bool isPlain = text.find_first_of("\"\\") == std::string_view::npos && printable(text) == text;
    return isPlain ? '"' + std::string(text) + '"' : pythonStringRepr(text, text.size());
}

/// What is true in Python where torch has the device.
std::string isThere(std::string_view device)
{
    const std::string backend(backendOf(device));
    const unsigned index = indexOf(device).value_or(0);
    if (backend == "mps") {
        return "torch.backends.mps.is_available()";
    }
    return index == 0 ? "torch." + backend + ".is_available()"
                      : "torch." + backend + ".device_count() > " + std::to_string(index);
}

/// A target with its fallbacks: "cuda:0" if torch.cuda.is_available() else "cpu".
std::string targetExpression(std::string_view target, const std::vector<std::string>& otherwise)
{
    std::string text;
    std::string_view last = target;
    for (const std::string& other : otherwise) {
        if (last == "cpu" || last == "meta") {
            break; // is everywhere
        }
        text += pythonText(last) + " if " + isThere(last) + " else ";
        last = other;
    }
    return text + pythonText(last);
}

/// The saved tags and what each becomes, where the tag alone decides.
std::map<std::string, std::string> expressionsByTag(const Checkpoint& checkpoint, const MapLocation& map)
{
    std::map<std::string, std::string> list;
    for (const checkpoint::Storage& storage : checkpoint.storages()) {
        const std::string tag(checkpoint.deviceTag(storage.device));
        if (list.contains(tag)) {
            continue;
        }
        const MapRule* rule = map.kind() == MapKind::Rules ? map.ruleFor({.tag = tag, .path = {}}) : nullptr;
        const bool keeps = map.kind() == MapKind::Rules && (rule == nullptr || rule->to.empty());
        list.emplace(tag, keeps  ? pythonText(tag)
                          : rule ? targetExpression(rule->to, rule->otherwise)
                                 : pythonText(map.target(tag)));
    }
    return list;
}

std::string dictOf(const std::map<std::string, std::string>& byTag)
{
    std::string text;
    for (const auto& [tag, target] : byTag) {
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
    std::string text(kRestore);
    text += "def place(storage, tag):\n";
    for (const MapRule& rule : map.rules()) {
        text += "    if " + conditionOf(rule) + ":\n        return ";
        text += rule.to.empty() ? "None" : "restore(storage, " + targetExpression(rule.to, rule.otherwise) + ')';
        text += '\n';
    }
    return text + "    return None  # where it was saved\n\n\n";
}

/// Storages in the order in which torch meets them: the tree's own, if the keys say the same.
std::vector<StorageId> loadOrder(const Checkpoint& checkpoint)
{
    std::vector<StorageId> order;
    std::uint64_t next = 0;
    std::vector<bool> seen(checkpoint.storages().size());
    bool agrees = checkpoint.format() == checkpoint::Format::TorchZip;
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
        agrees = agrees && checkpoint.storageKey(checkpoint.storages()[storage]) == std::to_string(next++);
        order.push_back(storage);
    });
    return agrees && order.size() == seen.size() ? order : std::vector<StorageId>();
}

/// The targets one after the other, for maps that look at what a function cannot see.
std::string functionByOrder(const Checkpoint& checkpoint, const Placement& placement)
{
    std::string runs;
    std::string_view running;
    std::string empties; // where storages without bytes go, which newer torch restores again and again
    std::size_t length = 0;
    const auto endRun = [&] {
        if (length != 0) {
            runs += (runs.empty() ? "[" : " + [") + pythonText(running) + "] * " + std::to_string(length);
        }
        length = 0;
    };
    const std::vector<StorageId> order = loadOrder(checkpoint);
    for (const StorageId id : order) {
        if (checkpoint.storages()[id].bytes == 0) {
            empties = empties.empty() ? pythonText(placement.target(id)) : empties;
            continue;
        }
        if (placement.target(id) != running) {
            endRun();
            running = placement.target(id);
        }
        ++length;
    }
    endRun();
    if (order.empty()) {
        return {};
    }
    std::string text(kRestore);
    text += "# Storages come in the order of the file, each once.\nplaces = iter(" + runs + ")\n\n\n";
    text += "def place(storage, tag):\n";
    if (!empties.empty()) {
        text += "    if storage.nbytes() == 0:\n        return restore(storage, " + empties + ")\n";
    }
    return text + "    return restore(storage, next(places))\n\n\n";
}

} // namespace

std::string mapLocationArgument(const Checkpoint& checkpoint, const MapLocation& map, std::string& preparation)
{
    const Placement placement = placeStorages(checkpoint, map);
    if (map.looksAtTagsOnly()) {
        const std::map<std::string, std::string> byTag = expressionsByTag(checkpoint, map);
        std::string dict = dictOf(byTag);
        const bool isUniform = !byTag.empty() && std::ranges::all_of(byTag, [&](const auto& entry) {
            return entry.second == byTag.begin()->second;
        });
        if (dict.empty() || isUniform) {
            return dict.empty() ? dict : byTag.begin()->second;
        }
        constexpr std::size_t kMostTags = 8;
        if (byTag.size() <= kMostTags || map.kind() != MapKind::Rules) {
            return dict;
        }
        preparation = functionOfRules(map);
        return "place";
    }
    if (placement.targets().size() == 1) {
        return pythonText(placement.targets().front());
    }
    const bool isVisible = std::ranges::all_of(
        map.rules(), [](const MapRule& rule) { return rule.when.path.empty() && !rule.when.dtype; });
    preparation = isVisible ? functionOfRules(map) : functionByOrder(checkpoint, placement);
    if (preparation.empty()) {
        preparation = "# No map_location can tell these storages apart. Write the map into a copy instead:\n"
                      "#   cairn-cli convert FILE -o COPY --map-file MAP.devicemap.json\n";
        return {};
    }
    return "place";
}

} // namespace cairn::devices
