#include "core/convert/rewrite/tree_edit.h"

#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/convert/rewrite/module_metadata.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Constructor;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::PickledTree;
using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

std::string_view textOfKey(const PickleGraph& graph, NodeId key)
{
    return graph.isText(key) ? graph.text(key) : std::string_view{};
}

class TreeEditor {
public:
    TreeEditor(const PickledTree& tree, Selection& selection, formats::GraphEdit& edit)
        : m_tree(tree), m_rows(tree.rows()), m_graph(tree.graph()), m_selection(selection), m_edit(edit)
    {
    }

    [[nodiscard]] Result<TreeEdit> run();

private:
    using Pairs = std::vector<std::pair<NodeId, NodeId>>;

    void nameRows();
    void decide();
    void renameRows();
    [[nodiscard]] Result<void> moveRoot();
    [[nodiscard]] EntryId onlyGroupLeft(EntryId parent) const;
    [[nodiscard]] bool isLeft(EntryId group) const;
    [[nodiscard]] Result<void> editGroup(EntryId id);
    [[nodiscard]] Result<bool> decide(NodeId dictionary, EntryId id, const std::string& decisions);
    [[nodiscard]] Result<void> keepAttributes(EntryId id, NodeId node);
    [[nodiscard]] Result<void> editReference(EntryId id) const;
    [[nodiscard]] Result<std::string> newKey(EntryId parent, EntryId child) const;
    [[nodiscard]] std::unexpected<Error> wouldBreak(EntryId parent, EntryId child) const;
    [[nodiscard]] std::unexpected<Error> keyIsNoText(EntryId child) const;
    [[nodiscard]] static std::unexpected<Error> averagesAreElsewhere(Message what);
    [[nodiscard]] bool isDictionary(NodeId node) const;
    [[nodiscard]] std::string_view keyText(NodeId key) const { return textOfKey(m_graph, key); }
    void replacePairs(NodeId node, const Pairs& pairs);
    [[nodiscard]] bool isShownAs(EntryId id, EntryKind kind) const { return m_rows.entries()[id].kind == kind; }

    const PickledTree& m_tree;
    const Checkpoint& m_rows;
    const PickleGraph& m_graph;
    Selection& m_selection;
    formats::GraphEdit& m_edit;
    TreeEdit m_result;
    std::vector<std::string> m_names;
    std::vector<std::string> m_newNames;
    std::vector<bool> m_exempt; ///< parts of tensors, attributes of dictionaries: they go where the row above goes
    /// What was decided for the children of a dictionary, so that another name of it can be compared.
    std::unordered_map<NodeId, std::pair<EntryId, std::string>> m_decisions;
};

void TreeEditor::nameRows()
{
    const std::size_t count = m_rows.entries().size();
    m_names.resize(count);
    m_exempt.resize(count);
    for (EntryId id = 1; id < count; ++id) {
        const Entry& entry = m_rows.entries()[id];
        const std::string& above = m_names[entry.parent];
        m_names[id] = above.empty() ? m_rows.keyText(entry) : above + "." + m_rows.keyText(entry);
        const NodeId parent = m_tree.node(entry.parent);
        m_exempt[id] = m_exempt[entry.parent] || isShownAs(entry.parent, EntryKind::Tensor) ||
                       (entry.attribute && parent != kNoNode && isDictionary(parent));
    }
}

/// A row stays if it is wanted, or if something below it is; and if all above it stay.
void TreeEditor::decide()
{
    const std::size_t count = m_rows.entries().size();
    std::vector<bool> wanted(count);
    for (auto id = static_cast<EntryId>(count); id-- > 1;) {
        wanted[id] = wanted[id] || (!m_exempt[id] && m_selection.keeps(m_names[id]));
        if (wanted[id] && !m_exempt[id]) {
            wanted[m_rows.entries()[id].parent] = true;
        }
    }
    m_result.dropped.resize(count);
    for (EntryId id = 1; id < count; ++id) {
        const EntryId parent = m_rows.entries()[id].parent;
        m_result.dropped[id] = m_result.dropped[parent] || (!m_exempt[id] && !wanted[id]);
        if (m_result.dropped[id] && !m_result.dropped[parent]) {
            m_result.leftOut.push_back(m_names[id]);
        }
    }
}

/// What is left out keeps its name: a rule that fits nothing else does nothing.
void TreeEditor::renameRows()
{
    m_newNames = m_names;
    for (EntryId id = 1; id < m_rows.entries().size(); ++id) {
        const Entry& entry = m_rows.entries()[id];
        if (m_exempt[id]) {
            m_newNames[id].clear();
            continue;
        }
        if (m_result.dropped[id]) {
            continue;
        }
        if (entry.childCount != 0 && entry.kind == EntryKind::Group) { // a prefix that ends with a dot means it too
            m_newNames[id] = m_selection.renamed(m_names[id] + ".");
            // What is put in stands before its keys, and not in its own.
            if (m_newNames[id].starts_with(m_names[id] + ".")) {
                m_newNames[id] = m_names[id];
            }
            if (m_newNames[id].ends_with('.')) {
                m_newNames[id].pop_back();
            }
        } else {
            m_newNames[id] = m_selection.renamed(m_names[id]);
        }
    }
}

Result<TreeEdit> TreeEditor::run()
{
    nameRows();
    decide();
    renameRows();
    const Entry& top = m_rows.entries()[0];
    bool anything = top.childCount == 0;
    for (EntryId id = top.firstChild; id < top.firstChild + top.childCount; ++id) {
        anything = anything || (!m_result.dropped[id] && !m_exempt[id]);
    }
    if (!anything) {
        const std::vector<std::string> unused = m_selection.unusedRules();
        return fail(error(ErrorCode::UnmetRequest, message("nothing would be left"))
                        .because(unused.empty() ? message("The rules leave out everything")
                                                : message("%1 fits no name", unused.front()))
                        .fix(message("See the names with cairn-cli inspect")));
    }
    CAIRN_TRY(moveRoot());
    for (EntryId id = m_result.root; id < m_rows.entries().size(); ++id) {
        if (!m_result.dropped[id] && !m_exempt[id] && isShownAs(id, EntryKind::Group) &&
            (id != 0 || m_result.root == 0)) {
            CAIRN_TRY(editGroup(id));
        }
    }
    for (EntryId id = 1; id < m_rows.entries().size(); ++id) {
        if (!m_result.dropped[id] && isShownAs(id, EntryKind::Reference)) {
            CAIRN_TRY(editReference(id));
        }
    }
    m_result.unusedRules = m_selection.unusedRules();
    return std::move(m_result);
}

/// A group that is left alone and without a name takes the place of the whole object.
Result<void> TreeEditor::moveRoot()
{
    const Entry& top = m_rows.entries()[0];
    EntryId moved = kNoId;
    std::size_t left = 0;
    for (EntryId id = top.firstChild; id < top.firstChild + top.childCount; ++id) {
        if (m_result.dropped[id] || m_exempt[id]) {
            continue;
        }
        ++left;
        if (m_newNames[id].empty() && !m_names[id].empty() && isShownAs(id, EntryKind::Group)) {
            moved = id;
        }
    }
    if (moved == kNoId) {
        // In the place of the whole it is as well if everything in it has been given a name outside of it.
        std::vector<EntryId> around;
        for (EntryId id = onlyGroupLeft(0); id != kNoId; id = onlyGroupLeft(id)) {
            around.push_back(id);
            if (m_newNames[id].empty() || isLeft(id)) {
                moved = id;
                std::ranges::for_each(around, [this](EntryId group) { m_newNames[group].clear(); });
            }
        }
    }
    if (moved == kNoId) {
        return {};
    }
    if (left != 1 || !isDictionary(m_tree.node(0)) || m_tree.node(moved) == kNoNode) {
        Message what = message("%1 would take the place of the whole object", inQuotes(m_names[moved]));
        if (m_selection.averages() != nullptr) {
            return averagesAreElsewhere(std::move(what));
        }
        return fail(error(ErrorCode::UnmetRequest, std::move(what))
                        .because(message("There are other entries beside it"))
                        .fix(message("Keep it alone: --keep %1", inQuotes(globEscaped(m_names[moved])))));
    }
    m_edit.replace(m_tree.node(0), m_tree.node(moved));
    m_result.root = moved;
    return {};
}

/// The one entry of a dictionary that stays, if it is a group.
EntryId TreeEditor::onlyGroupLeft(EntryId parent) const
{
    const Entry& entry = m_rows.entries()[parent];
    const NodeId node = m_tree.node(parent);
    EntryId found = kNoId;
    std::size_t left = 0;
    for (EntryId id = entry.firstChild; id < entry.firstChild + entry.childCount; ++id) {
        if (!m_result.dropped[id] && !m_exempt[id]) {
            ++left;
            found = id;
        }
    }
    const bool isOne = left == 1 && node != kNoNode && isDictionary(node);
    return isOne && isShownAs(found, EntryKind::Group) && m_tree.node(found) != kNoNode ? found : kNoId;
}

/// Whether there is something in a group, and no name of it begins with that of the group.
bool TreeEditor::isLeft(EntryId group) const
{
    const Entry& entry = m_rows.entries()[group];
    const std::string begin = m_newNames[group] + ".";
    bool isEmpty = true;
    for (EntryId id = entry.firstChild; id < entry.firstChild + entry.childCount; ++id) {
        if (m_result.dropped[id] || m_exempt[id]) {
            continue;
        }
        if (m_newNames[id].starts_with(begin)) {
            return false;
        }
        isEmpty = false;
    }
    return !isEmpty;
}

std::unexpected<Error> TreeEditor::wouldBreak(EntryId parent, EntryId child) const
{
    const std::string_view type = m_rows.typeName(m_rows.entries()[parent]);
    const bool isSequence = type == "list" || type == "tuple" || type == "set" || type == "frozenset";
    const std::string name = parent == 0 ? std::string("The whole object") : inQuotes(m_names[parent]);
    // What can go instead: the innermost entry of a dictionary around it.
    EntryId whole = parent;
    while (whole != 0 && !isDictionary(m_tree.node(m_rows.entries()[whole].parent))) {
        whole = m_rows.entries()[whole].parent;
    }
    return fail(
        error(ErrorCode::UnmetRequest, m_result.dropped[child]
                                           ? message("%1 cannot be left out", inQuotes(m_names[child]))
                                           : message("%1 cannot be renamed", inQuotes(m_names[child])))
            .because(isSequence
                         ? message("%1 is a %2, and what comes after it would move", name, type)
                         : message("%1 is an object of class %2, which may not work without its parts", name, type))
            .fix(whole == 0
                     ? message("Write the tensors alone with --to safetensors --drop-others")
                     : message("Choose %1 as a whole, or write the tensors alone with --to safetensors --drop-others",
                               inQuotes(m_names[whole]))));
}

std::unexpected<Error> TreeEditor::keyIsNoText(EntryId child) const
{
    const std::string& name = m_names[child];
    return fail(error(ErrorCode::UnmetRequest, message("%1 cannot be renamed", inQuotes(name)))
                    .because(message("Its key is no text but %1, and a new name is text",
                                     m_rows.keyText(m_rows.entries()[child])))
                    .fix(m_rows.entries()[child].childCount == 0
                             ? message("Keep its name")
                             : message("Keep its name, or choose what is in it: %1", inQuotes(name + ".*"))));
}

std::unexpected<Error> TreeEditor::averagesAreElsewhere(Message what)
{
    return fail(
        error(ErrorCode::UnmetRequest, std::move(what))
            .because(message("The averages lie in another dictionary than the weights that they follow, and one "
                             "of both holds more than that"))
            .fix(message("Write the tensors of the model alone: add --drop-others")));
}

bool TreeEditor::isDictionary(NodeId node) const
{
    if (m_graph.is(node, NodeKind::Dict)) {
        return true;
    }
    if (!m_graph.is(node, NodeKind::Call)) {
        return false;
    }
    const Constructor constructor = m_tree.document().constructor(m_graph.callable(node));
    return constructor == Constructor::DictLike || constructor == Constructor::DefaultDict;
}

/// The key that a row gets in its dictionary: what follows the new name of the dictionary in its own.
Result<std::string> TreeEditor::newKey(EntryId parent, EntryId child) const
{
    if (m_newNames[child] == m_names[child] && m_newNames[parent] == m_names[parent]) {
        return m_rows.keyText(m_rows.entries()[child]);
    }
    const std::string base = m_newNames[parent].empty() ? std::string() : m_newNames[parent] + ".";
    const std::string& name = m_newNames[child];
    if (!name.starts_with(base) || name.size() == base.size()) {
        Message what =
            message("%1 would become %2, which is in another group", inQuotes(m_names[child]), inQuotes(name));
        if (m_selection.averages() != nullptr) {
            return averagesAreElsewhere(std::move(what));
        }
        return fail(
            error(ErrorCode::UnmetRequest, std::move(what))
                .fix(message("Rename the group too, or let the new name begin with %1 as the old one does; or write "
                             "a .safetensors first, which has no groups, and convert that",
                             inQuotes(base))));
    }
    return name.substr(base.size());
}

Result<void> TreeEditor::editGroup(EntryId id)
{
    const Entry& entry = m_rows.entries()[id];
    const NodeId node = m_tree.node(id);
    std::vector<EntryId> children;
    for (EntryId child = entry.firstChild; child < entry.firstChild + entry.childCount; ++child) {
        if (!m_exempt[child]) {
            children.push_back(child);
        }
    }
    const bool canEdit = node != kNoNode && isDictionary(node);
    const Pairs pairs = canEdit ? shownPairs(m_graph, node) : Pairs();
    Pairs left;
    std::string decisions;
    std::vector<std::string> oldNames; // of keys that are text: 1 and "1" are two keys, and stay so
    std::vector<std::string> newNames;
    bool changed = false;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const EntryId child = children[i];
        if (m_result.dropped[child]) {
            if (!canEdit || pairs.size() != children.size()) {
                return wouldBreak(id, child);
            }
            decisions += '-';
            changed = true;
            continue;
        }
        CAIRN_ASSIGN(key, newKey(id, child));
        const bool isRenamed = key != m_rows.keyText(m_rows.entries()[child]);
        const bool isPair = canEdit && pairs.size() == children.size();
        const bool isTextKey = isPair && m_graph.isText(pairs[i].first);
        if (isRenamed && (!isTextKey || keyText(pairs[i].first).empty())) {
            return isPair && !isTextKey ? keyIsNoText(child) : wouldBreak(id, child);
        }
        decisions += isRenamed ? "=" + key : "+";
        if (!isPair) {
            continue;
        }
        left.push_back(pairs[i]);
        if (isRenamed) {
            left.back().first = m_edit.make().text(key);
            m_result.newKeys.emplace(child, key);
            changed = true;
        }
        if (isTextKey) {
            oldNames.push_back(m_names[child]);
            newNames.push_back(m_newNames[child]);
        }
    }
    CAIRN_TRY(keepAttributes(id, node));
    if (!canEdit) {
        return {};
    }
    CAIRN_ASSIGN(isNew, decide(node, id, changed ? decisions : std::string()));
    if (!changed || !isNew) {
        return {};
    }
    if (auto distinct = refuseNameCollisions(oldNames, newNames); !distinct) {
        return m_selection.averages() != nullptr ? averagesAreElsewhere(std::move(distinct.error().what)) : distinct;
    }
    replacePairs(node, left);
    editModuleMetadata(m_graph, node, m_names[id], m_newNames[id], left, m_selection, m_edit);
    return {};
}

/// False if the same was decided about that dictionary before.
Result<bool> TreeEditor::decide(NodeId dictionary, EntryId id, const std::string& decisions)
{
    const auto [known, isNew] = m_decisions.try_emplace(dictionary, id, decisions);
    if (!isNew && known->second.second != decisions) {
        const std::string& other = m_names[known->second.first];
        return fail(
            error(ErrorCode::UnmetRequest,
                  other.empty()
                      ? message("the whole and %1 are the same dictionary, but the rules treat them differently",
                                inQuotes(m_names[id]))
                      : message("%1 and %2 are the same dictionary, but the rules treat them differently",
                                inQuotes(other), inQuotes(m_names[id])))
                .fix(message("Choose or rename the same under both names")));
    }
    return isNew;
}

/// The dictionary that an object has its attributes from can be a row elsewhere, or the root.
Result<void> TreeEditor::keepAttributes(EntryId id, NodeId node)
{
    const NodeId state = node != kNoNode && m_graph.is(node, NodeKind::Call) ? m_graph.state(node) : kNoNode;
    std::vector<NodeId> parts;
    if (state != kNoNode && m_graph.is(state, NodeKind::Tuple)) { // __dict__ and slots
        std::ranges::copy(m_graph.tuple(state), std::back_inserter(parts));
    } else if (state != kNoNode) {
        parts.push_back(state);
    }
    for (const NodeId part : parts) {
        if (m_graph.is(part, NodeKind::Dict)) {
            CAIRN_TRY(decide(part, id, {}));
        }
    }
    return {};
}

void TreeEditor::replacePairs(NodeId node, const Pairs& pairs)
{
    std::vector<NodeId> flat;
    flat.reserve(pairs.size() * 2);
    for (const auto& [key, value] : pairs) {
        flat.push_back(key);
        flat.push_back(value);
    }
    auto& make = m_edit.make();
    if (m_graph.is(node, NodeKind::Dict)) {
        m_edit.replace(node, make.dict(flat, m_graph.whenFilled(node)));
        return;
    }
    const NodeId arguments = m_graph.arguments(node);
    const bool isList = m_graph.is(arguments, NodeKind::Tuple) && !m_graph.tuple(arguments).empty() &&
                        m_graph.is(m_graph.tuple(arguments)[0], NodeKind::List);
    m_edit.replace(node,
                   make.callInstead(m_graph, node, {.arguments = isList ? make.tuple({}) : kNoNode, .pairs = flat}));
}

/// A group that is shown elsewhere changes with what is shown there.
Result<void> TreeEditor::editReference(EntryId id) const
{
    const std::uint64_t shown = m_rows.entries()[id].payload;
    if (shown == kNoId) {
        return {};
    }
    for (EntryId above = m_rows.entries()[id].parent; above != kNoId; above = m_rows.entries()[above].parent) {
        if (above == shown) {
            return {}; // it holds itself
        }
    }
    const auto known = m_decisions.find(m_tree.node(id));
    if (known != m_decisions.end() && !known->second.second.empty()) {
        return fail(error(ErrorCode::UnmetRequest,
                          message("%1 is the same dictionary as %2, of which parts would be left out or renamed",
                                  inQuotes(m_names[id]), inQuotes(m_names[known->second.first]))));
    }
    return {};
}

} // namespace

std::vector<std::pair<NodeId, NodeId>> shownPairs(const PickleGraph& graph, NodeId node)
{
    std::vector<std::pair<NodeId, NodeId>> pairs;
    std::unordered_map<std::string_view, std::size_t> places;
    const auto take = [&](NodeId key, NodeId value) {
        const std::string_view text = textOfKey(graph, key);
        const auto [known, isNew] = places.try_emplace(text, pairs.size());
        if (!isNew && !text.empty()) {
            pairs[known->second].second = value;
        } else {
            pairs.emplace_back(key, value);
        }
    };
    graph.forEachPair(node, take);
    if (!graph.is(node, NodeKind::Call)) {
        return pairs;
    }
    const NodeId arguments = graph.arguments(node);
    const bool has = graph.is(arguments, NodeKind::Tuple) && !graph.tuple(arguments).empty();
    if (has && graph.is(graph.tuple(arguments)[0], NodeKind::List)) { // OrderedDict of Python 2: [[key, value], ...]
        graph.forEachElement(graph.tuple(arguments)[0], [&](NodeId element) {
            std::vector<NodeId> pair;
            graph.forEachElement(element, [&](NodeId part) { pair.push_back(part); });
            if (pair.size() == 2) {
                take(pair[0], pair[1]);
            }
        });
    }
    return pairs;
}

std::string TreeEdit::newName(const Checkpoint& rows, EntryId row) const
{
    std::string name;
    for (; row != root && row != 0; row = rows.entries()[row].parent) {
        const auto renamed = newKeys.find(row);
        const std::string key = renamed == newKeys.end() ? rows.keyText(rows.entries()[row]) : renamed->second;
        name = name.empty() ? key : key + "." + name;
    }
    return name;
}

Result<TreeEdit> editTree(const PickledTree& tree, Selection& selection, formats::GraphEdit& edit)
{
    if (selection.isEmpty()) {
        TreeEdit nothing;
        nothing.dropped.resize(tree.rows().entries().size());
        return nothing;
    }
    return TreeEditor(tree, selection, edit).run();
}

} // namespace cairn::convert
