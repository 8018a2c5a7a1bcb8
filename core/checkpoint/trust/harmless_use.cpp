#include "core/checkpoint/trust/harmless_use.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/remembered.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"
#include "core/checkpoint/trust/name_trust.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr int kMaxSteps = 8;          ///< of a chain of members; nothing real has more than three
constexpr std::size_t kMaxName = 256; ///< of a member: many calls can share one text

bool isCalledAsFunction(CallForm form)
{
    return form == CallForm::Reduce || form == CallForm::Instance;
}

/// One look at every node of a pickle: `Rule::allows` is asked of every call of the global, and nothing else may hold
/// the global, nor call what its calls give.
template <typename Rule>
class UseCheck {
public:
    UseCheck(const PickleDocument& document, std::uint32_t index)
        : m_document(document), m_graph(document.graph), m_index(index), m_allowed(m_graph.nodeCount())
    {
    }

    [[nodiscard]] bool isHarmless()
    {
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (!isFine(node)) {
                return false;
            }
        }
        return !isIt(m_graph.root());
    }
    [[nodiscard]] bool isIt(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Global) && m_graph.globalIndex(node) == m_index;
    }
    [[nodiscard]] bool isResult(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Call) && isIt(m_graph.callable(node));
    }

private:
    [[nodiscard]] bool isFine(NodeId node)
    {
        if (m_graph.is(node, NodeKind::Call)) {
            const bool callsResult = isResult(m_graph.callable(node)) && isCalledAsFunction(m_graph.callForm(node));
            // A state, or elements, would be given to what is read: to a class or function of torch itself.
            const bool changesResult = !Rule::kTakesState && isResult(node) &&
                                       (m_graph.state(node) != formats::kNoNode || m_graph.elementCount(node) != 0 ||
                                        m_graph.pairCount(node) != 0);
            if (callsResult || changesResult || (isResult(node) && !allows(node))) {
                return false;
            }
        }
        bool fine = true;
        m_graph.forEachPart(node, [&](NodeId part) { fine = fine && !isIt(part); });
        return fine;
    }

    /// Many calls can share their arguments, which tell all that a rule asks of a function.
    [[nodiscard]] bool allows(NodeId call)
    {
        constexpr std::size_t most = 100'000; // different ones: each is looked for in long lists
        const auto find = [this, call](NodeId) { return ++m_asked <= most && Rule::allows(*this, m_document, call); };
        const NodeId arguments = m_graph.arguments(call);
        const bool canShare = arguments != formats::kNoNode && m_graph.callForm(call) == CallForm::Reduce;
        return canShare ? m_allowed.of(arguments, find) : find(arguments);
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::uint32_t m_index;
    Remembered m_allowed; ///< by arguments of calls
    std::size_t m_asked = 0;
};

/// What getattr gives: a member of a class, or of a member of one.
struct Member {
    NodeId owner = formats::kNoNode; ///< the class
    std::string module;
    std::string name; ///< with those of the classes around it
};

/// Nothing where it is called in another way than Python saves such members.
template <typename IsGetter>
std::optional<Member> memberOf(const PickleDocument& document, NodeId call, const IsGetter& isGetter)
{
    const PickleGraph& graph = document.graph;
    std::string members;
    NodeId owner = call;
    for (int step = 0; isGetter(owner); ++step) {
        const auto arguments = tupleOf(graph, graph.arguments(owner));
        if (step == kMaxSteps || graph.callForm(owner) != CallForm::Reduce || arguments.size() != 2) {
            return std::nullopt;
        }
        const auto name = keptText(graph, arguments[1]);
        if (!name || name->size() > kMaxName || !graph.is(arguments[1], NodeKind::String) || name->starts_with("__")) {
            return std::nullopt;
        }
        members.insert(0, std::string(".").append(*name));
        owner = arguments[0];
    }
    const bool isObject = graph.is(owner, NodeKind::Call) && !isCalledAsFunction(graph.callForm(owner));
    const NodeId type = document.classBehind(isObject ? graph.callable(owner) : owner);
    const auto base = pythonName(graph, type);
    return base ? std::optional(Member{type, std::string(base->module), std::string(base->name) + members})
                : std::nullopt;
}

/// getattr(CLASS or OBJECT, "member"), where the class or object may have been read the same way.
struct NamesMember {
    static constexpr bool kTakesState = false;

    template <typename Check>
    static bool allows(const Check& check, const PickleDocument& document, NodeId call)
    {
        const auto member = memberOf(document, call, [&](NodeId node) { return check.isResult(node); });
        return member && !check.isIt(member->owner) &&
               trustOfName(member->module, member->name).trust != Trust::Dangerous;
    }
};

/// partial(FUNCTION): the state that follows has the arguments. A method of an object in the file is a function too.
struct BindsArguments {
    static constexpr bool kTakesState = true;

    template <typename Check>
    static bool allows(const Check& check, const PickleDocument& document, NodeId call)
    {
        const PickleGraph& graph = document.graph;
        const auto arguments = tupleOf(graph, graph.arguments(call));
        if (!isCalledAsFunction(graph.callForm(call)) || arguments.empty() || check.isIt(arguments[0])) {
            return false;
        }
        return graph.is(arguments[0], NodeKind::Global) || graph.is(arguments[0], NodeKind::Call);
    }
};

/// getattr(torch._utils.torch, "channels_last")
bool givesMemoryFormat(const PickleGraph& graph, NodeId call)
{
    if (!graph.is(call, NodeKind::Call) || graph.callForm(call) != CallForm::Reduce ||
        graph.state(call) != formats::kNoNode || graph.elementCount(call) != 0 || graph.pairCount(call) != 0) {
        return false;
    }
    const auto getter = pythonName(graph, graph.callable(call));
    const auto arguments = tupleOf(graph, graph.arguments(call));
    if (!getter || !getter->is("builtins", "getattr") || arguments.size() != 2) {
        return false;
    }
    const auto owner = pythonName(graph, arguments[0]);
    return owner && owner->is("torch._utils", "torch") && graph.is(arguments[1], NodeKind::String) &&
           isMemoryFormat(keptText(graph, arguments[1]).value_or(""));
}

} // namespace

bool onlyNamesMemoryFormats(const PickleDocument& document, std::uint32_t index)
{
    const PickleGraph& graph = document.graph;
    std::unordered_set<NodeId> calls;
    std::unordered_set<NodeId> arguments;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (givesMemoryFormat(graph, node)) {
            calls.insert(node);
            arguments.insert(graph.arguments(node));
        }
    }
    const auto isIt = [&](NodeId node) { return graph.is(node, NodeKind::Global) && graph.globalIndex(node) == index; };
    bool fine = !calls.empty() && !isIt(graph.root()) && !arguments.contains(graph.root());
    for (NodeId node = 0; fine && node < graph.nodeCount(); ++node) {
        const bool isCall = graph.is(node, NodeKind::Call);
        fine =
            !isCall || (!calls.contains(graph.callable(node)) && (!isIt(graph.callable(node)) || calls.contains(node)));
        graph.forEachPart(node, [&](NodeId part) {
            fine = fine && (!isIt(part) || arguments.contains(node)) &&
                   (!arguments.contains(part) || calls.contains(node));
        });
    }
    return fine;
}

bool isMemoryFormat(std::string_view name)
{
    return isListed("channels_last channels_last_3d contiguous_format preserve_format", name);
}

std::optional<std::string> namedMember(const PickleDocument& document, NodeId call)
{
    const auto isGetter = [&document](NodeId node) {
        return document.graph.is(node, NodeKind::Call) && isGetAttr(document, document.graph.callable(node));
    };
    const auto member = isGetter(call) ? memberOf(document, call, isGetter) : std::nullopt;
    return member ? std::optional(member->module + '.' + member->name) : std::nullopt;
}

bool isGetAttr(const PickleDocument& document, NodeId callable)
{
    const auto name = pythonName(document.graph, callable);
    return name && name->is("builtins", "getattr");
}

bool onlyNamesMembers(const PickleDocument& document, std::uint32_t index)
{
    return UseCheck<NamesMember>(document, index).isHarmless();
}

bool onlyBindsArguments(const PickleDocument& document, std::uint32_t index)
{
    return UseCheck<BindsArguments>(document, index).isHarmless();
}

} // namespace cairn::checkpoint
