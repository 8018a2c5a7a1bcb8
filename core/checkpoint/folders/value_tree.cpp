#include "core/checkpoint/folders/value_tree.h"

#include "core/formats/pickle/pickle_writer.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace cairn::checkpoint {

using formats::PickleBatches;
using formats::PickleOp;
using formats::PickleWriter;

bool ValueTree::add(std::span<const Step> path, std::uint32_t leaf)
{
    constexpr std::size_t deepest = 500; // what Python's own pickler can write
    if (path.empty() || path.size() > deepest) {
        return false;
    }
    // Where it would go is looked at first, so that nothing is left of what does not fit.
    std::uint32_t at = 0;
    std::size_t there = 0;
    for (; there < path.size(); ++there) {
        const Node& node = m_nodes[at];
        const auto next = node.known.find(path[there].key);
        if (node.leaf != kNoLeaf || (!node.children.empty() && node.isList != path[there].index.has_value())) {
            return false;
        }
        if (next == node.known.end()) {
            break;
        }
        at = next->second;
    }
    if (there == path.size()) {
        return false;
    }
    for (; there < path.size(); ++there) {
        const auto made = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes[at].isList = path[there].index.has_value();
        m_nodes[at].children.push_back(made);
        m_nodes[at].known.emplace(path[there].key, made);
        m_nodes.push_back({.step = path[there], .leaf = kNoLeaf, .isList = false, .children = {}, .known = {}});
        at = made;
    }
    m_nodes[at].leaf = leaf;
    return true;
}

std::optional<std::vector<std::uint32_t>> ValueTree::places(const Node& node) const
{
    constexpr std::int64_t mostGaps = 1000;
    const auto most = static_cast<std::int64_t>(node.children.size()) + mostGaps;
    std::vector<std::uint32_t> places;
    for (const std::uint32_t child : node.children) {
        const std::int64_t index = m_nodes[child].step.index.value_or(-1);
        if (index < 0 || index >= most) {
            return std::nullopt;
        }
        if (static_cast<std::size_t>(index) >= places.size()) {
            places.resize(static_cast<std::size_t>(index) + 1, kNoLeaf);
        }
        places[static_cast<std::size_t>(index)] = child;
    }
    return places;
}

Result<void> ValueTree::write(PickleWriter& pickle, const std::function<Result<void>(std::uint32_t)>& write) const
{
    struct Open {
        std::vector<std::uint32_t> children;
        bool isList;
        PickleBatches batches;
        std::size_t next = 0;
    };
    std::deque<Open> open;
    const auto begin = [&](const Node& node) -> Result<void> {
        auto list = node.isList ? places(node) : std::nullopt;
        const bool isList = list.has_value();
        if (node.isList && !isList) {
            return fail(error(ErrorCode::PieceBroken, message("a list would have far more places than values"))
                            .because(message("No program saves such a list; torch makes it, with None in the gaps")));
        }
        isList ? pickle.emptyList() : pickle.emptyDict();
        Open next{.children = {},
                  .isList = isList,
                  .batches = PickleBatches(pickle, isList ? PickleOp::Appends : PickleOp::SetItems)};
        next.children = node.children;
        if (isList) {
            next.children = std::move(*list);
        }
        open.push_back(std::move(next));
        return {};
    };
    CAIRN_TRY(begin(m_nodes.front()));
    while (!open.empty()) {
        Open& top = open.back();
        if (top.next == top.children.size()) {
            top.batches.close();
            open.pop_back();
            continue;
        }
        const std::uint32_t child = top.children[top.next++];
        top.batches.item();
        if (child == kNoLeaf) {
            pickle.none();
            continue;
        }
        const Node& node = m_nodes[child];
        if (!top.isList) {
            node.step.index ? pickle.integer(*node.step.index) : pickle.text(node.step.key);
        }
        if (node.leaf == kNoLeaf) {
            CAIRN_TRY(begin(node));
        } else {
            CAIRN_TRY(write(node.leaf));
        }
    }
    return {};
}

} // namespace cairn::checkpoint
