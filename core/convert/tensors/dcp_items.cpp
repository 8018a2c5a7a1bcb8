#include "core/convert/tensors/dcp_items.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/pickled_tree.h"
#include "core/convert/tensors/plain_pickle.h"
#include "core/convert/tensors/tensor_tree.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::PickledTree;
using formats::NodeId;
using formats::NodeKind;

namespace {

using Path = std::vector<checkpoint::ValueTree::Step>;

/// The path of each tensor as the metadata of a safetensors file says it, or its name alone.
std::vector<Path> pathsByTree(const TensorSet& set)
{
    const auto text = std::ranges::find(set.metadata, kTreeKey, &std::pair<std::string, std::string>::first);
    auto parsed = text == set.metadata.end() ? std::nullopt : parseTree(text->second, set.tensors);
    const TensorTree tree = parsed ? std::move(*parsed) : flatTree(set.tensors);
    std::vector<Path> paths(set.tensors.size());
    std::vector<std::pair<std::size_t, Path>> groups{{0, {}}};
    while (!groups.empty()) {
        const auto [index, path] = std::move(groups.back());
        groups.pop_back();
        const TensorTree::Group& group = tree.groups[index];
        const bool isList = group.kind == TensorTree::Kind::List || group.kind == TensorTree::Kind::Tuple;
        for (std::size_t i = 0; i < group.children.size(); ++i) {
            const TensorTree::Child& child = group.children[i];
            Path below = path;
            below.push_back({isList ? std::to_string(i) : child.key.text,
                             isList && !path.empty() ? std::optional(static_cast<std::int64_t>(i)) : std::nullopt});
            if (child.what == TensorTree::Child::What::Tensor) {
                paths[child.index] = std::move(below);
            } else if (child.what == TensorTree::Child::What::Group) {
                groups.emplace_back(child.index, std::move(below));
            }
        }
    }
    return paths;
}

/// Walks over the rows of a checkpoint that is one pickle.
class ItemFinder {
public:
    ItemFinder(const Checkpoint& source, const PickledTree& tree, Selection& selection, TensorSet& set)
        : m_source(source), m_tree(tree), m_selection(selection), m_set(set)
    {
        for (std::size_t i = 0; i < set.tensors.size(); ++i) {
            m_tensors.emplace(source.tensors()[set.tensors[i].tensor].entry, i);
        }
    }

    void run()
    {
        findOpenLists();
        m_rows.push_back({0, {}, {}});
        while (!m_rows.empty()) {
            Row row = std::move(m_rows.back());
            m_rows.pop_back();
            visit(row);
        }
    }

private:
    enum class Form : std::uint8_t { Tensor, Mapping, List, Other };

    /// A row that is still to be visited, under its new name.
    struct Row {
        EntryId id;
        std::string name;
        Path path;
    };

    [[nodiscard]] Form formOf(EntryId id) const
    {
        const Entry& entry = m_source.entries()[id];
        if (entry.kind != EntryKind::Group) {
            return entry.kind == EntryKind::Tensor ? Form::Tensor : Form::Other;
        }
        const NodeId node = m_tree.node(id);
        const formats::PickleGraph& graph = m_tree.graph();
        if (node == formats::kNoNode) {
            return Form::Other;
        }
        if (graph.is(node, NodeKind::Dict)) {
            return Form::Mapping;
        }
        if (graph.is(node, NodeKind::Call)) {
            const std::string name = graph.globalText(graph.callable(node));
            const bool isMapping =
                name == "collections.OrderedDict" || name == "collections.defaultdict" || name == "collections.Counter";
            return isMapping ? Form::Mapping : Form::Other;
        }
        return graph.is(node, NodeKind::List) ? Form::List : Form::Other;
    }

    /// Lists that hold a tensor, a dictionary or such a list are taken apart. Rows below come after those above.
    void findOpenLists()
    {
        const auto count = static_cast<EntryId>(m_source.entries().size());
        m_isOpenList.resize(count);
        for (EntryId id = count; id-- > 1;) {
            const Form form = formOf(id);
            const bool opens =
                form == Form::Tensor || form == Form::Mapping || (form == Form::List && m_isOpenList[id]);
            const EntryId parent = m_source.entries()[id].parent;
            if (opens && formOf(parent) == Form::List) {
                m_isOpenList[parent] = true;
            }
        }
    }

    void visit(const Row& row)
    {
        const Entry& entry = m_source.entries()[row.id];
        const Form form = formOf(row.id);
        if (form == Form::Tensor) {
            addTensor(row);
        } else if (entry.kind == EntryKind::Storage || entry.kind == EntryKind::Reference) {
            return; // the set has told why it is not in it
        } else if (isOpened(row.id, form)) {
            openRow(row, form);
        } else {
            addValue(row, form);
        }
    }

    /// torch takes a state_dict for a dictionary, so the object is taken apart in any case.
    [[nodiscard]] bool isOpened(EntryId id, Form form) const
    {
        const bool isTop = id == 0 && m_source.entries()[id].childCount != 0;
        return isTop || form == Form::Mapping || (form == Form::List && m_isOpenList[id]);
    }

    void openRow(const Row& row, Form form)
    {
        const Entry& entry = m_source.entries()[row.id];
        if (entry.childCount == 0 && row.id != 0 && m_selection.keeps(m_source.entryName(row.id))) {
            // A name for it would make torch take the folder for one of a version before 2.4, and refuse it.
            m_set.leftOut.push_back({m_source.entryName(row.id),
                                     message("an empty dictionary, for which such a folder has no place"), true});
        }
        const bool isList = form == Form::List && row.id != 0;
        for (EntryId id = entry.firstChild + entry.childCount; id-- > entry.firstChild;) {
            const Entry& child = m_source.entries()[id];
            if (form == Form::Mapping && child.attribute) {
                continue; // such as the versions of modules
            }
            m_rows.push_back(rowBelow(row, id, isList));
        }
    }

    /// A name that a rule changes stays in its group if that has got the same new beginning; otherwise it stands at the
    /// top.
    [[nodiscard]] Row rowBelow(const Row& above, EntryId id, bool isList)
    {
        const Entry& entry = m_source.entries()[id];
        const bool isGroup = entry.kind == EntryKind::Group && entry.childCount != 0;
        const std::string old = m_source.entryName(id);
        Row row{id, m_selection.renamed(isGroup ? old + "." : old), above.path};
        if (isGroup && row.name.ends_with('.')) {
            row.name.pop_back();
        }
        if (row.name.empty()) {
            row.path.clear();
        } else if (!above.name.empty() && row.name.starts_with(above.name + ".")) {
            const std::string key = row.name.substr(above.name.size() + 1);
            const bool isPlace = isList && key == m_source.keyText(entry);
            row.path.push_back({key, isPlace ? std::optional<std::int64_t>(id - m_source.entries()[above.id].firstChild)
                                             : std::nullopt});
        } else {
            row.path = {{row.name, std::nullopt}};
        }
        return row;
    }

    void addTensor(const Row& row)
    {
        const auto tensor = m_tensors.find(row.id);
        if (tensor == m_tensors.end()) {
            return; // left out, and told of
        }
        const std::string& name = m_set.tensors[tensor->second].name;
        m_set.items.push_back({.name = name,
                               .path = row.path.empty() ? Path{{name, std::nullopt}} : row.path,
                               .pickle = nullptr,
                               .tensors = {tensor->second},
                               .isTensor = true});
    }

    void addValue(const Row& row, Form form)
    {
        const Entry& entry = m_source.entries()[row.id];
        const std::string name = m_source.entryName(row.id);
        const auto [wanted, unwanted] = countWanted(row.id);
        if (wanted == 0) {
            return;
        }
        if (unwanted != 0) {
            m_set.leftOut.push_back({name, message("one value of which only a part is wanted")});
            return;
        }
        if (hasStrangeKey(row.id)) {
            m_set.leftOut.push_back({name, message("its key is no text and no whole number")});
            return;
        }
        const NodeId node = m_tree.node(row.id);
        if (node == formats::kNoNode) {
            m_set.leftOut.push_back({name, message("%1, not a tensor", m_source.typeName(entry))});
            return;
        }
        TensorNodes tensors;
        std::unordered_map<NodeId, std::size_t> places;
        forEachRowIn(m_source, row.id, [&](EntryId id) {
            if (const auto tensor = m_tensors.find(id); tensor != m_tensors.end()) {
                tensors.emplace(m_tree.node(id), m_set.tensors[tensor->second]);
                places.emplace(m_tree.node(id), tensor->second);
            }
        });
        auto plain = plainPickle(m_tree, node, m_source, tensors);
        if (!plain) {
            m_set.leftOut.push_back({name, plain.error()});
            if (!tensors.empty()) {
                openRow(row, form); // its tensors still have names
            }
            return;
        }
        DcpItem item{.name = row.name, .path = row.path, .pickle = plain->pickle, .tensors = {}, .row = row.id};
        for (const NodeId tensor : plain->tensors) {
            item.tensors.push_back(places.at(tensor));
        }
        if (item.path.empty()) {
            item.name = "value";
            item.path = {{item.name, std::nullopt}};
        }
        m_set.items.push_back(std::move(item));
    }

    /// How many of the leaves of a value stay, and how many do not.
    [[nodiscard]] std::pair<std::size_t, std::size_t> countWanted(EntryId top)
    {
        std::pair<std::size_t, std::size_t> counts{0, 0};
        if (m_selection.isEmpty()) {
            return {1, 0};
        }
        forEachRowIn(m_source, top, [&](EntryId id) {
            if (m_source.entries()[id].childCount == 0) {
                ++(m_selection.keeps(m_source.entryName(id)) ? counts.first : counts.second);
            }
        });
        return counts;
    }

    [[nodiscard]] bool hasStrangeKey(EntryId row) const
    {
        return std::ranges::any_of(m_source.pathTo(row), [&](EntryId id) {
            const Entry& entry = m_source.entries()[id];
            return entry.keyKind == checkpoint::KeyRef::Kind::Other && !m_source.isIntegerKey(entry);
        });
    }

    const Checkpoint& m_source;
    const PickledTree& m_tree;
    Selection& m_selection;
    TensorSet& m_set;
    std::unordered_map<EntryId, std::size_t> m_tensors; ///< places in the set
    std::vector<bool> m_isOpenList;
    std::vector<Row> m_rows;
};

Result<void> refuseSameNames(const std::vector<DcpItem>& items)
{
    std::unordered_set<std::string_view> names;
    for (const DcpItem& item : items) {
        if (!names.insert(item.name).second) {
            return fail(error(ErrorCode::Unsupported, message("two values would get the name %1", inQuotes(item.name)))
                            .because(message("There is one flat list of names, and nested keys are joined by dots"))
                            .fix(message("Rename one of them to something else with --rename, or leave it out with "
                                         "--drop")));
        }
    }
    return {};
}

} // namespace

bool isOnePickle(const Checkpoint& source)
{
    const checkpoint::PickleForm form = source.traits().pickle;
    return form != checkpoint::PickleForm::None && form != checkpoint::PickleForm::EachItem;
}

Result<void> findDcpItems(const Checkpoint& source, Selection& selection, TensorSet& set, const Progress* progress)
{
    if (isOnePickle(source)) {
        CAIRN_ASSIGN(tree, PickledTree::read(source, progress));
        if (tree->rows().entries().size() != source.entries().size()) {
            return fail(error(ErrorCode::FileChanged, message("the file changed after it was opened")));
        }
        ItemFinder(source, *tree, selection, set).run();
        return refuseSameNames(set.items);
    }
    std::vector<Path> paths = pathsByTree(set);
    for (std::size_t i = 0; i < set.tensors.size(); ++i) {
        set.items.push_back({.name = set.tensors[i].name,
                             .path = std::move(paths[i]),
                             .pickle = nullptr,
                             .tensors = {i},
                             .isTensor = true});
    }
    return refuseSameNames(set.items);
}

} // namespace cairn::convert
