#include "core/convert/tensors/tensor_tree.h"

#include "core/base/json/json_document.h"
#include "core/base/json/json_writer.h"
#include "core/convert/tensors/tensor_set.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;

namespace {

using Kind = TensorTree::Kind;
using Key = TensorTree::Key;
using Child = TensorTree::Child;

constexpr std::array<std::string_view, 4> kKindNames = {"dict", "OrderedDict", "list", "tuple"};
/// A header of safetensors has 100 MB at most, and without this it still has all names.
constexpr std::size_t kMostTreeBytes = 20'000'000;
/// No checkpoint nests as deep, and readers have their limits.
constexpr std::size_t kDeepestTree = 100;

bool isSequence(Kind kind)
{
    return kind == Kind::List || kind == Kind::Tuple;
}

Kind kindOf(std::string_view type)
{
    if (type.ends_with("OrderedDict")) {
        return Kind::OrderedDict;
    }
    return type == "list" ? Kind::List : type == "tuple" ? Kind::Tuple : Kind::Dict;
}

/// A number that is larger than 64 bits is kept as a text.
void writeKey(JsonWriter& json, std::string_view text, bool isNumber)
{
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, failure] = std::from_chars(text.data(), end, number);
    const bool isWritten = isNumber && failure == std::errc() && at == end;
    isWritten ? json.number(number) : json.string(text);
}

/// Writes groups when a tensor in them comes up.
class TreeTextWriter {
public:
    explicit TreeTextWriter(const Checkpoint& source) : m_source(source), m_groups(m_groupText), m_places(m_placeText)
    {
        m_groups.beginArray();
        m_places.beginObject();
        addGroup(0);
    }

    void add(const NamedTensor& named)
    {
        const EntryId id = m_source.tensors()[named.tensor].entry;
        const Entry& entry = m_source.entries()[id];
        if (id != 0 && m_source.entryName(id) == named.name) {
            place(named.name, entry.parent, m_source.keyText(entry), m_source.isIntegerKey(entry));
            return;
        }
        const auto group = groupFor(named.name, id);
        if (group) {
            const bool isNumber = id != 0 && *group == entry.parent && m_source.isIntegerKey(entry);
            place(named.name, *group, std::string_view(named.name).substr(prefixOf(*group).size()), isNumber);
        }
        const bool wasNested = id != 0 && entry.parent != 0;
        m_atTop += wasNested && group.value_or(0) == 0 && named.name.contains('.') ? std::size_t{1} : 0;
    }

    [[nodiscard]] std::size_t bytes() const { return m_groupText.size() + m_placeText.size(); }

    std::optional<TreeText> finish()
    {
        m_groups.endArray();
        m_places.endObject();
        const bool isSequenceOnTop = isSequence(kindOf(m_source.typeName(m_source.entries()[0])));
        if (m_known.size() < 2 && !m_hasNumbers && !isSequenceOnTop) {
            return std::nullopt;
        }
        return TreeText{.text = R"({"version":1,"groups":)" + m_groupText + R"(,"tensors":)" + m_placeText + '}',
                        .atTop = m_atTop};
    }

private:
    /// What the names in a group begin with.
    [[nodiscard]] std::string prefixOf(EntryId group) const
    {
        return group == 0 ? std::string() : m_source.entryName(group) + '.';
    }

    /// Whether a tensor that gets this name can stand in a group: what is in lists has numbers.
    [[nodiscard]] bool isPlaceFor(std::string_view name, EntryId group) const
    {
        return !isSequence(kindOf(m_source.typeName(m_source.entries()[group]))) && name.starts_with(prefixOf(group));
    }

    /// The innermost group around a row in which a tensor that gets this name can stand, or another group that has the
    /// name's beginning. What is the whole object stands at the root.
    [[nodiscard]] std::optional<EntryId> groupFor(std::string_view name, EntryId row)
    {
        if (row == 0) {
            return 0;
        }
        for (row = m_source.entries()[row].parent; row != 0; row = m_source.entries()[row].parent) {
            if (isPlaceFor(name, row)) {
                return row;
            }
        }
        for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot != 0;
             dot = name.rfind('.', dot - 1)) {
            if (const auto group = groupsByName().find(std::string(name.substr(0, dot)));
                group != groupsByName().end() && isPlaceFor(name, group->second)) {
                return group->second;
            }
        }
        return isPlaceFor(name, 0) ? std::optional<EntryId>(0) : std::nullopt;
    }

    /// Only names that were changed need it.
    const std::unordered_map<std::string, EntryId>& groupsByName()
    {
        if (!m_groupsByName) {
            m_groupsByName.emplace();
            for (EntryId id = 1; id < m_source.entries().size(); ++id) {
                const Entry& entry = m_source.entries()[id];
                if (entry.kind == checkpoint::EntryKind::Group && !entry.attribute && entry.childCount != 0) {
                    m_groupsByName->emplace(m_source.entryName(id), id);
                }
            }
        }
        return *m_groupsByName;
    }

    void place(std::string_view name, EntryId group, std::string_view key, bool isNumber)
    {
        m_places.key(name).beginArray();
        m_places.number(groupOf(group));
        writeKey(m_places, key, isNumber);
        m_places.endArray();
        m_hasNumbers = m_hasNumbers || isNumber;
    }

    std::size_t groupOf(EntryId id)
    {
        std::vector<EntryId> unknown;
        for (EntryId above = id; !m_known.contains(above); above = m_source.entries()[above].parent) {
            unknown.push_back(above);
        }
        for (; !unknown.empty(); unknown.pop_back()) {
            addGroup(unknown.back());
        }
        return m_known.at(id);
    }

    void addGroup(EntryId id)
    {
        const Entry& entry = m_source.entries()[id];
        m_groups.beginArray();
        m_groups.string(kKindNames[static_cast<std::size_t>(kindOf(m_source.typeName(entry)))]);
        if (id != 0) {
            m_groups.number(m_known.at(entry.parent));
            writeKey(m_groups, m_source.keyText(entry), m_source.isIntegerKey(entry));
        }
        m_groups.endArray();
        m_known.emplace(id, m_known.size());
    }

    const Checkpoint& m_source;
    std::string m_groupText;
    std::string m_placeText;
    JsonWriter m_groups;
    JsonWriter m_places;
    std::unordered_map<EntryId, std::size_t> m_known; ///< groups, by entry
    std::optional<std::unordered_map<std::string, EntryId>> m_groupsByName;
    bool m_hasNumbers = false; ///< among the keys of tensors
    std::size_t m_atTop = 0;
};

/// Reads what may come from anywhere.
class TreeReader {
public:
    explicit TreeReader(std::span<const NamedTensor> tensors) : m_isPlaced(tensors.size())
    {
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            m_indexes.emplace(tensors[i].name, i);
        }
    }

    std::optional<TensorTree> read(JsonValue top, std::span<const NamedTensor> tensors)
    {
        const auto version = top.find("version");
        const auto groups = top.find("groups");
        const auto places = top.find("tensors");
        if (!version || version->integer() != 1 || !groups || !groups->isArray() || !places || !places->isObject()) {
            return std::nullopt;
        }
        for (const JsonValue group : *groups) {
            if (!addGroup(group)) {
                return std::nullopt;
            }
        }
        for (const JsonValue place : *places) {
            const auto known = m_indexes.find(place.key());
            if (known != m_indexes.end() && (m_isPlaced[known->second] || !addTensor(place, known->second))) {
                return std::nullopt;
            }
            m_tree.keepsNesting = m_tree.keepsNesting || known != m_indexes.end();
        }
        for (std::size_t i = 0; i < tensors.size() && !m_tree.groups.empty(); ++i) {
            if (m_isPlaced[i]) {
                continue;
            }
            ++m_tree.unplaced;
            if (!addChild(0, {.key = {tensors[i].name, {}}, .what = Child::What::Tensor, .index = i})) {
                return std::nullopt;
            }
        }
        return finish() ? std::optional(std::move(m_tree)) : std::nullopt;
    }

private:
    static std::optional<Key> keyOf(JsonValue value)
    {
        const auto number = value.integer();
        return number           ? std::optional(Key{std::to_string(*number), number})
               : value.isText() ? std::optional(Key{std::string(value.text()), {}})
                                : std::nullopt;
    }

    /// [KIND] of the root, [KIND, PARENT, KEY] of others.
    bool addGroup(JsonValue value)
    {
        const std::vector<JsonValue> parts = partsOf(value);
        const bool isRoot = m_tree.groups.empty();
        if (parts.size() != (isRoot ? 1 : 3)) {
            return false;
        }
        const auto* const kind = std::ranges::find(kKindNames, parts[0].text());
        if (kind == kKindNames.end()) {
            return false;
        }
        const auto parent = isRoot ? std::optional<std::size_t>(0) : groupAt(parts[1]);
        const auto key = isRoot ? std::optional(Key()) : keyOf(parts[2]);
        if (!parent || !key || (!isRoot && m_depths[*parent] == kDeepestTree)) {
            return false;
        }
        m_depths.push_back(isRoot ? 0 : m_depths[*parent] + 1);
        m_parents.push_back(*parent);
        m_keys.push_back(*key);
        m_tree.groups.push_back({.kind = static_cast<Kind>(kind - kKindNames.begin()), .children = {}});
        return true;
    }

    bool addTensor(JsonValue value, std::size_t index)
    {
        const std::vector<JsonValue> parts = partsOf(value);
        if (parts.size() != 2) {
            return false;
        }
        const auto group = groupAt(parts[0]);
        const auto key = keyOf(parts[1]);
        return group && key && addChild(*group, {.key = *key, .what = Child::What::Tensor, .index = index});
    }

    /// A group stands where its first tensor does; one without any is gone.
    bool addChild(std::size_t group, Child child)
    {
        if (child.what == Child::What::Tensor) {
            m_isPlaced[child.index] = true;
        }
        while (true) {
            auto& taken = m_taken[group];
            if (isSequence(m_tree.groups[group].kind) && !child.key.number) {
                return false;
            }
            if (!taken.emplace(child.key.text, child.key.number.has_value()).second) {
                return false;
            }
            const bool isFirst = m_tree.groups[group].children.empty();
            m_tree.groups[group].children.push_back(std::move(child));
            if (!isFirst || group == 0) {
                return true;
            }
            child = {.key = m_keys[group], .what = Child::What::Group, .index = group};
            group = m_parents[group];
        }
    }

    /// Lists get the gaps where something else was; groups without tensors never got into the tree.
    bool finish()
    {
        for (TensorTree::Group& group : m_tree.groups) {
            if (!isSequence(group.kind)) {
                continue;
            }
            constexpr std::int64_t mostGaps = 1000;
            const auto number = [](const Child& child) { return child.key.number.value_or(0); };
            std::ranges::sort(group.children, {}, number);
            std::vector<Child> whole;
            for (Child& child : group.children) {
                const auto next = static_cast<std::int64_t>(whole.size());
                if (number(child) < next || number(child) - next > mostGaps) {
                    return false;
                }
                for (std::int64_t gap = next; gap < number(child); ++gap) {
                    whole.push_back({.key = {std::to_string(gap), gap}, .what = Child::What::Nothing, .index = 0});
                }
                whole.push_back(std::move(child));
            }
            group.children = std::move(whole);
        }
        return !m_tree.groups.empty();
    }

    static std::vector<JsonValue> partsOf(JsonValue value)
    {
        constexpr std::size_t most = 4;
        std::vector<JsonValue> parts;
        if (value.isArray()) {
            for (const JsonValue part : value) {
                if (parts.size() == most) {
                    break;
                }
                parts.push_back(part);
            }
        }
        return parts;
    }

    [[nodiscard]] std::optional<std::size_t> groupAt(JsonValue value) const
    {
        const auto number = value.integer();
        const bool isThere = number && *number >= 0 && static_cast<std::size_t>(*number) < m_tree.groups.size();
        return isThere ? std::optional(static_cast<std::size_t>(*number)) : std::nullopt;
    }

    std::unordered_map<std::string_view, std::size_t> m_indexes; ///< of tensors, by name
    std::vector<bool> m_isPlaced;
    TensorTree m_tree;
    std::vector<std::size_t> m_depths;
    std::vector<std::size_t> m_parents;
    std::vector<Key> m_keys;
    std::map<std::size_t, std::set<std::pair<std::string, bool>>> m_taken; ///< keys, by group
};

} // namespace

std::optional<TreeText> treeText(const Checkpoint& source, std::span<const NamedTensor> tensors)
{
    TreeTextWriter writer(source);
    for (const NamedTensor& named : tensors) {
        writer.add(named);
        if (writer.bytes() > kMostTreeBytes) {
            return std::nullopt;
        }
    }
    return writer.finish();
}

TensorTree flatTree(std::span<const NamedTensor> tensors)
{
    TensorTree tree;
    TensorTree::Group& root = tree.groups.emplace_back(TensorTree::Group{.kind = Kind::OrderedDict, .children = {}});
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        root.children.push_back({.key = {tensors[i].name, {}}, .what = Child::What::Tensor, .index = i});
    }
    return tree;
}

std::optional<TensorTree> parseTree(std::string text, std::span<const NamedTensor> tensors)
{
    const auto document = JsonDocument::parse(std::move(text));
    return document ? TreeReader(tensors).read(document->root(), tensors) : std::nullopt;
}

} // namespace cairn::convert
