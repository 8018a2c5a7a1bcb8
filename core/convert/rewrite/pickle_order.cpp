#include "core/convert/rewrite/pickle_order.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace cairn::convert {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Calls, and changes of the objects that they made, side by side.
class Order {
public:
    explicit Order(const SamePickles& pickles)
        : m_a(pickles.source), m_b(pickles.copy), m_partner(pickles.partner), m_edited(pickles.edited)
    {
    }

    [[nodiscard]] std::optional<OtherOrder> compareEvents();
    /// What is in a container is there when it was in the source, or as soon as the copy has the container.
    [[nodiscard]] std::optional<OtherOrder> compareFillings() const;

private:
    using Change = PickleGraph::Change;
    using Moment = PickleGraph::Moment;
    struct Reached {
        std::uint32_t change = 0; ///< of the copy
        std::uint32_t items = 0;  ///< of it
    };

    [[nodiscard]] bool isNext(Moment inSource, Moment inCopy);
    [[nodiscard]] bool isNextChange(std::uint32_t index);
    [[nodiscard]] std::uint32_t changeFrom(std::uint32_t from, NodeId target, Change::What what) const;
    [[nodiscard]] bool isCall(NodeId x) const
    {
        return m_a.is(x, NodeKind::Call) && m_partner[x] != kNoNode && m_b.is(m_partner[x], NodeKind::Call) &&
               !m_edited.contains(x);
    }
    [[nodiscard]] bool isContainer(NodeId x) const
    {
        const NodeKind kind = m_a.kind(x);
        return (kind == NodeKind::List || kind == NodeKind::Dict || kind == NodeKind::Set) && m_partner[x] != kNoNode &&
               !m_edited.contains(x);
    }
    [[nodiscard]] bool isFilledInTime(NodeId x, NodeId y) const;
    /// How many of the events come before that.
    [[nodiscard]] static std::ptrdiff_t countBefore(const std::vector<Moment>& events, Moment moment)
    {
        return std::ranges::lower_bound(events, moment) - events.begin();
    }

    const PickleGraph& m_a;
    const PickleGraph& m_b;
    const std::vector<NodeId>& m_partner;
    const std::unordered_map<NodeId, checkpoint::EntryId>& m_edited;
    std::unordered_map<std::uint64_t, Reached> m_reached; ///< by object of the source and kind of change
    std::vector<Moment> m_events;                         ///< of the source
    std::vector<Moment> m_eventsOfCopy;                   ///< the same ones
};

bool Order::isNext(Moment inSource, Moment inCopy)
{
    const bool isLater = m_eventsOfCopy.empty() || inCopy >= m_eventsOfCopy.back();
    m_events.push_back(inSource);
    m_eventsOfCopy.push_back(inCopy);
    return isLater;
}

/// The next change of that kind. There are as many as in the source.
std::uint32_t Order::changeFrom(std::uint32_t from, NodeId target, Change::What what) const
{
    while (m_b.changes()[from].target != target || m_b.changes()[from].what != what) {
        from = m_b.changes()[from].next;
    }
    return from;
}

bool Order::isNextChange(std::uint32_t index)
{
    const Change& change = m_a.changes()[index];
    const NodeId target = m_partner[change.target];
    if (target == kNoNode || m_edited.contains(change.target)) {
        return true;
    }
    const std::uint64_t key = std::uint64_t{change.target} * 3 + static_cast<std::uint64_t>(change.what);
    const auto [known, isNew] = m_reached.try_emplace(key);
    Reached& at = known->second;
    std::uint32_t first = at.change;
    if (isNew) {
        m_b.forEachChange(target, [&, found = false](std::uint32_t i) mutable {
            first = found ? first : i;
            found = true;
        });
    }
    at.change = changeFrom(isNew || at.items != 0 ? first : m_b.changes()[first].next, target, change.what);
    if (change.what == Change::What::State) {
        return isNext(m_a.whenChanged(index), m_b.whenChanged(at.change));
    }
    for (std::size_t left = m_a.items(change).size(); left != 0;) {
        const std::size_t size = m_b.items(m_b.changes()[at.change]).size();
        const std::size_t taken = std::min(left, size - at.items);
        if (!isNext(m_a.whenChanged(index), m_b.whenChanged(at.change))) {
            return false;
        }
        left -= taken;
        at.items = (at.items + static_cast<std::uint32_t>(taken)) % static_cast<std::uint32_t>(size);
        if (left != 0) {
            at.change = changeFrom(m_b.changes()[at.change].next, target, change.what);
        }
    }
    return true;
}

std::optional<OtherOrder> Order::compareEvents()
{
    std::uint32_t change = 0;
    for (NodeId x = 0; x <= m_a.nodeCount(); ++x) {
        for (; change < m_a.changes().size() && m_a.changes()[change].at <= x; ++change) {
            if (!isNextChange(change)) {
                return OtherOrder{m_a.changes()[change].target, message("an object is changed in another order")};
            }
        }
        if (x < m_a.nodeCount() && isCall(x) &&
            !isNext(PickleGraph::whenMade(x), PickleGraph::whenMade(m_partner[x]))) {
            return OtherOrder{x, message("%1 is called in another order", inQuotes(m_a.globalText(m_a.callable(x))))};
        }
    }
    return std::nullopt;
}

bool Order::isFilledInTime(NodeId x, NodeId y) const
{
    std::vector<std::pair<std::size_t, std::ptrdiff_t>> fillings; // of the copy: items, and events before
    m_b.forEachFilling(y, [&](std::span<const NodeId> items, Moment when) {
        fillings.emplace_back(items.size(), countBefore(m_eventsOfCopy, when));
    });
    const std::ptrdiff_t made = countBefore(m_eventsOfCopy, PickleGraph::whenMade(y));
    bool inTime = true;
    std::size_t at = 0;
    m_a.forEachFilling(x, [&](std::span<const NodeId> items, Moment when) {
        const std::ptrdiff_t wanted = std::max(made, countBefore(m_events, when));
        for (std::size_t left = items.size(); left != 0;) {
            auto& [count, events] = fillings[at];
            inTime = inTime && events == wanted;
            const std::size_t taken = std::min(left, count);
            left -= taken;
            count -= taken;
            at += count == 0 ? 1 : 0;
        }
    });
    return inTime;
}

std::optional<OtherOrder> Order::compareFillings() const
{
    for (NodeId x = 0; x < m_a.nodeCount(); ++x) {
        if (isContainer(x) && !isFilledInTime(x, m_partner[x])) {
            return OtherOrder{x, message("what is in it is there earlier or later than a call that can take it")};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<OtherOrder> findOtherOrder(const SamePickles& pickles)
{
    Order order(pickles);
    auto other = order.compareEvents();
    return other ? other : order.compareFillings();
}

} // namespace cairn::convert
