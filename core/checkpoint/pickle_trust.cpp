#include "core/checkpoint/pickle_trust.h"

#include "core/base/text.h"
#include "core/checkpoint/harmless_use.h"
#include "core/checkpoint/pickle_call.h"
#include "core/checkpoint/tensor_arguments.h"
#include "core/checkpoint/weights_only.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::string_view kForgedType =
    "NumPy takes such a type for what it says it is, and then reads memory as Python objects";

bool isNumpyCore(std::string_view module)
{
    return module == "numpy.core.multiarray" || module == "numpy._core.multiarray";
}

/// The pickle calls `dtype("O8", False, True)` and gives it a state with flags. Flags that do not belong to the type
/// make NumPy read any bytes as addresses of objects.
bool isPlainDtype(const PickleGraph& graph, NodeId call)
{
    constexpr std::int64_t objectFlags = 63;    // what NumPy has for "O"
    constexpr std::int64_t valueFlags = 8 | 16; // and may have for values: to be cleared first, to need Python
    constexpr std::size_t flagsAt = 7;
    const auto arguments = tupleOf(graph, graph.arguments(call));
    const auto code = arguments.empty() ? std::nullopt : keptText(graph, arguments[0]);
    if (!code || code->empty() || graph.callForm(call) != CallForm::Reduce) {
        return false;
    }
    if (graph.state(call) == formats::kNoNode) {
        return true;
    }
    int changes = 0;
    graph.forEachChange(call, [&](std::uint32_t) { ++changes; });
    if (changes > 1) {
        return false; // only one state is looked at
    }
    // version, byte order, subarray, names, fields, size, alignment, flags, and for dates their unit
    const auto state = tupleOf(graph, graph.state(call));
    const bool isDate = code->front() == 'M' || code->front() == 'm';
    const bool isUsualSize = state.size() == flagsAt + 1 || (isDate && state.size() == flagsAt + 2);
    if (!isUsualSize ||
        !std::ranges::all_of(state.subspan(2, 3), [&](NodeId part) { return graph.is(part, NodeKind::None); }) ||
        !graph.is(state[flagsAt], NodeKind::Int)) {
        return false;
    }
    const std::int64_t flags = graph.intValue(state[flagsAt]);
    return code->front() == 'O' ? flags == objectFlags : (flags & ~valueFlags) == 0;
}

/// One look at every value of a pickle.
class PickleLook {
public:
    explicit PickleLook(const PickleDocument& document) : m_document(document), m_graph(document.graph)
    {
        for (const formats::GlobalName& global : m_graph.globals()) {
            const auto [module, name] = python3Name(global.module, global.name);
            m_roles.push_back(roleOf(module, name));
        }
    }

    std::vector<TrustFinding> findings()
    {
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.kind(node) == NodeKind::Call) {
                lookAtCall(node);
            }
        }
        if (std::ranges::any_of(m_roles, [](Role role) { return role != Role::Other; })) {
            lookForStrayTypes();
        }
        return std::move(m_findings);
    }

private:
    enum class Role : std::uint8_t { Other, Dtype, Ndarray, Reconstruct };

    static Role roleOf(std::string_view module, std::string_view name)
    {
        if (module == "numpy") {
            return name == "dtype" ? Role::Dtype : name == "ndarray" ? Role::Ndarray : Role::Other;
        }
        return isNumpyCore(module) && name == "_reconstruct" ? Role::Reconstruct : Role::Other;
    }

    [[nodiscard]] Role roleOf(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Global) ? m_roles[m_graph.globalIndex(node)] : Role::Other;
    }

    void add(Trust trust, std::string_view what, std::string_view why)
    {
        TrustFinding finding{trust, std::string(what), std::string(why)};
        if (std::ranges::find(m_findings, finding) == m_findings.end()) {
            m_findings.push_back(std::move(finding));
        }
    }

    void lookAtCall(NodeId call)
    {
        const NodeId callable = m_document.classBehind(m_graph.callable(call));
        if (!m_graph.is(callable, NodeKind::Global)) {
            const CallForm form = m_graph.callForm(call);
            const bool isClass = form == CallForm::New || form == CallForm::NewEx;
            add(isClass ? Trust::RunsCode : Trust::Dangerous,
                isClass ? "a class that the file makes" : "a function that the file makes",
                "What it is becomes known only when it is called");
            return;
        }
        const Role role = roleOf(callable);
        if (role == Role::Ndarray) {
            add(Trust::Dangerous, "numpy.ndarray", "Called like this, it reads any bytes as Python objects");
        } else if (role == Role::Dtype && !isPlainDtype(m_graph, call)) {
            const bool isForged = m_graph.callForm(call) != CallForm::Reduce || !hasFields(call);
            add(isForged ? Trust::Dangerous : Trust::RunsCode, "numpy.dtype", kForgedType);
        }
    }

    /// A type made of others is honest more often than not, but nobody can tell by its flags.
    [[nodiscard]] bool hasFields(NodeId call) const
    {
        constexpr std::size_t namesAt = 3;
        const auto state = tupleOf(m_graph, m_graph.state(call));
        return state.size() > namesAt && m_graph.is(state[namesAt], NodeKind::Tuple);
    }

    /// `_reconstruct(ndarray, (0,), b"b")` is how arrays are saved. A type that goes elsewhere could be made, and given
    /// a state, by what it is handed to.
    void lookForStrayTypes()
    {
        const auto isStrayValue = [this](NodeId value) { return isStray(value); };
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) { // what a tuple holds comes before it
            if (m_graph.is(node, NodeKind::Tuple) && std::ranges::any_of(m_graph.tuple(node), isStrayValue)) {
                m_strayTuples.insert(node);
            }
        }
        bool found = isStray(m_graph.root());
        for (NodeId node = 0; node < m_graph.nodeCount() && !found; ++node) {
            found = m_graph.kind(node) > NodeKind::Tuple && passesStray(node);
        }
        if (found) {
            add(Trust::RunsCode, "a NumPy type that is handed on", kForgedType);
        }
    }

    [[nodiscard]] bool isStray(NodeId value) const
    {
        const Role role = roleOf(value);
        return role == Role::Dtype || role == Role::Ndarray || m_strayTuples.contains(value);
    }

    [[nodiscard]] bool passesStray(NodeId node) const
    {
        const auto stray = [this](NodeId value) { return isStray(value); };
        const bool isCall = m_graph.is(node, NodeKind::Call);
        const NodeId arguments = isCall ? m_graph.arguments(node) : formats::kNoNode;
        const auto parts = tupleOf(m_graph, arguments);
        const bool savesArray = isCall && roleOf(m_graph.callable(node)) == Role::Reconstruct && !parts.empty() &&
                                roleOf(parts[0]) == Role::Ndarray && std::ranges::none_of(parts.subspan(1), stray);
        bool found = false;
        m_graph.forEachPart(
            node, [&](NodeId value) { found = found || (stray(value) && (!savesArray || value != arguments)); });
        return found;
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::vector<Role> m_roles;                ///< by global
    std::unordered_set<NodeId> m_strayTuples; ///< that hold a type, or a tuple that does
    std::vector<TrustFinding> m_findings;
};

} // namespace

NameTrust trustInPickle(const PickleDocument& document, std::uint32_t global)
{
    const formats::GlobalName& raw = document.graph.globals()[global];
    const auto [module, name] = python3Name(raw.module, raw.name);
    if (module == "builtins" && name == "getattr" && onlyNamesMembers(document.graph, global)) {
        return {Trust::RunsCode,
                "It reads members here, as Python saves a class inside a class, a member of an enum and "
                "a method of an object, and nothing it gives is called"};
    }
    if ((module == "functools" || module == "_functools") && name == "partial" &&
        onlyBindsArguments(document.graph, global)) {
        return {Trust::RunsCode, "It keeps functions with some of their arguments here, and none of them is called"};
    }
    return trustOfName(module, name);
}

std::vector<TrustFinding> findingsInPickle(const PickleDocument& document)
{
    return PickleLook(document).findings();
}

Result<void> requirePlain(const PickleGraph& graph, std::string_view what, std::string_view classEnding)
{
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        const NodeKind kind = graph.kind(node);
        const bool isClass = kind == NodeKind::Global && !classEnding.empty() &&
                             graph.global(node).name.ends_with(classEnding) &&
                             trustOfName(graph.global(node).module, graph.global(node).name).trust == Trust::DataOnly;
        if (isClass || (kind != NodeKind::Global && kind != NodeKind::Call && kind != NodeKind::PersistentId)) {
            continue;
        }
        const std::string named = graph.globals().empty() ? "something" : inQuotes(graph.globals()[0].qualified());
        return fail(error(ErrorCode::DangerousGlobal, std::string(what) + " names " + named)
                        .because("It has only numbers and texts in a checkpoint; torch.load runs what it names, before "
                                 "anything else")
                        .fix("Do not load this file"));
    }
    return {};
}

} // namespace cairn::checkpoint
