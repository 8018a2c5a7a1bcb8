#include "core/checkpoint/trust/pickle_trust.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/python3_name.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/trust/call_cost.h"
#include "core/checkpoint/trust/call_shape.h"
#include "core/checkpoint/trust/given_values.h"
#include "core/checkpoint/trust/harmless_use.h"
#include "core/checkpoint/trust/hashed_keys.h"
#include "core/checkpoint/trust/key_cost.h"
#include "core/checkpoint/trust/object_state.h"
#include "core/checkpoint/trust/storage_reference.h"
#include "core/checkpoint/trust/weights_only.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::checkpoint {

using formats::CallForm;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// Whether a function makes tensors of other tensors that say where their numbers are.
bool isSparseMaker(std::string_view function)
{
    constexpr std::array<std::string_view, 5> makers = {"_rebuild_sparse_tensor", "_rebuild_sparse_csr_tensor",
                                                        "_rebuild_nested_tensor", "_rebuild_njt",
                                                        "_rebuild_wrapper_subclass"}; // which has no memory at all
    return std::ranges::find(makers, lastName(function)) != makers.end();
}

/// How many values the longest way down leads through; from one that holds itself it goes on once.
std::uint32_t longestWay(const PickleGraph& graph)
{
    struct Step {
        NodeId node;
        bool isDone; ///< with all that it holds
    };
    std::vector<std::uint32_t> levels(graph.nodeCount());
    std::vector<bool> isBegun(graph.nodeCount());
    std::vector<Step> open;
    std::uint32_t longest = 0;
    for (NodeId start = static_cast<NodeId>(graph.nodeCount()); start-- > 0;) { // what holds others is mostly later
        open.push_back({start, false});
        while (!open.empty()) {
            const Step step = open.back();
            open.pop_back();
            if (step.isDone) {
                std::uint32_t below = 0;
                graph.forEachPart(step.node, [&](NodeId part) { below = std::max(below, levels[part]); });
                levels[step.node] = below + 1;
                longest = std::max(longest, below + 1);
            } else if (!isBegun[step.node]) {
                isBegun[step.node] = true;
                open.push_back({step.node, true});
                graph.forEachPart(step.node, [&](NodeId part) {
                    if (!isBegun[part]) {
                        open.push_back({part, false});
                    }
                });
            }
        }
    }
    return longest;
}

/// One look at every value of a pickle.
class PickleLook {
public:
    PickleLook(const PickleDocument& document, std::span<const NameTrust> trusts)
        : m_document(document), m_graph(document.graph), m_trusts(trusts), m_shapes(document.graph, trusts),
          m_given(document, m_shapes), m_keys(m_graph.nodeCount())
    {
        for (std::uint32_t global = 0; global < m_graph.globals().size(); ++global) {
            const CallShape shape = m_shapes.byGlobal()[global];
            const std::string_view name = m_document.globalName(global);
            m_known.push_back({
                .bareForm = isByForm(shape) && shape != CallShape::OnlyAllocated && !givesState(name)
                                ? m_shapes.formByGlobal(global)
                                : nullptr,
                .isSparse = isSparseMaker(name),
                .readsMembers = name == "getattr" && m_trusts[global].trust == Trust::RunsCode,
                .nests = shape == CallShape::Reconstruct || shape == CallShape::NewObject ||
                         shape == CallShape::OldObject || name == "collections.deque" ||
                         name == "collections.defaultdict",
            });
        }
    }

    std::vector<TrustFinding> findings()
    {
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.kind(node) == NodeKind::Call) {
                lookAtCall(node);
            } else if (m_graph.kind(node) == NodeKind::PersistentId) {
                take(strangeStorageReference(m_document, m_graph.persistentId(node)));
            }
        }
        if (std::ranges::any_of(m_shapes.byGlobal(), isType)) {
            lookForStrayTypes();
        }
        if (m_graph.mayHold([&](NodeId part) { return isFunction(m_shapes.of(part)); })) {
            lookForStrayFunctions();
        }
        const auto passesOn = [](CallShape shape) { return shape == CallShape::PassesOn; };
        if (std::ranges::any_of(m_shapes.byGlobal(), passesOn)) { // as what loads bytes does
            lookForSharedBytes();
        }
        lookAtNesting();
        lookAtFolders();
        if (std::ranges::any_of(m_known, &Known::isSparse)) {
            lookAtSparse();
        }
        if (std::ranges::any_of(m_known, &Known::nests)) {
            lookAtDepth();
        }
        take(strangeKeys(m_document, m_shapes));
        if (const auto costly = costlyCalls(m_document, m_trusts)) {
            take(costly);
        } else { // which goes through what calls are given
            take(costlyKeys(m_document));
        }
        lookForLongNumbers();
        lookAtOddities();
        return std::move(m_findings);
    }

private:
    /// What the name of a global says.
    struct Known {
        const HonestCall* bareForm; ///< of which nothing is wrong with a bare call
        bool isSparse;              ///< see lookAtSparse()
        bool readsMembers;          ///< it is getattr, used as Python does it
        bool nests;                 ///< see lookAtDepth()
    };

    static bool isType(CallShape shape) { return shape == CallShape::Dtype || shape == CallShape::Ndarray; }

    /// Harmless only in the way that honest files call them, which can be seen only where they are called.
    static bool isFunction(CallShape shape)
    {
        switch (shape) {
        case CallShape::Function:
        case CallShape::Reconstruct:
        case CallShape::Scalar:
        case CallShape::FromBuffer:
        case CallShape::FromType:
        case CallShape::NewObject:
        case CallShape::OldObject:
        case CallShape::PassesOn: return true;
        default: return false;
        }
    }

    void add(Trust trust, const Message& what, const Message& why)
    {
        constexpr std::size_t enough = 100; // of each, as a checkpoint keeps: a file can have millions
        std::size_t& known = m_counts[static_cast<std::size_t>(trust)];
        std::string finding(trustName(trust));
        finding.append("\n").append(what.text()).append("\n").append(why.text());
        if (known < enough && m_said.insert(std::move(finding)).second) {
            m_findings.push_back({trust, what, why});
            ++known;
        }
    }

    void take(const std::optional<TrustFinding>& finding)
    {
        if (finding) {
            add(finding->trust, finding->what, finding->why);
        }
    }

    void lookAtCall(NodeId call)
    {
        const NodeId callable = m_document.classBehind(m_graph.callable(call));
        if (!m_graph.is(callable, NodeKind::Global)) {
            const CallForm form = m_graph.callForm(call);
            const bool isClass = form == CallForm::New || form == CallForm::NewEx;
            add(isClass ? Trust::RunsCode : Trust::Dangerous,
                isClass ? phrase("a class that the file makes") : phrase("a function that the file makes"), kMadeClass);
            return;
        }
        if (m_known[m_graph.globalIndex(callable)].readsMembers) {
            if (const auto member = namedMember(m_document, call)) {
                add(Trust::RunsCode, verbatim(*member), phrase("It is read from its class, for whoever calls it"));
            }
        }
        const HonestCall* const bareForm = m_known[m_graph.globalIndex(callable)].bareForm;
        if (bareForm != nullptr && m_graph.isBare(call) && m_graph.is(m_graph.arguments(call), NodeKind::Tuple) &&
            m_given.takes(*bareForm, m_graph.tuple(m_graph.arguments(call)), PickleGraph::whenMade(call))) {
            return; // as nearly all are
        }
        take(strangeCall(m_document, m_shapes, m_given, call));
        take(strangeContents(m_document, m_trusts, m_keys, call));
    }

    /// Tuples and frozensets are keys of dictionaries and members of sets. Python goes through all that is in them for
    /// their hash, calling itself for each level, and again for each place where one is shared.
    void lookAtNesting()
    {
        constexpr std::uint32_t deepest = 1000; // picklers stop before
        constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
        const auto isTuple = [this](NodeId node) {
            return m_graph.is(node, NodeKind::Tuple) || m_graph.is(node, NodeKind::FrozenSet);
        };
        std::vector<std::uint32_t> within(m_graph.nodeCount()); // how many tuples a tuple is, with those in it
        bool hasMany = false;
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) { // what is in one was made before
            if (isTuple(node)) {
                std::uint64_t sum = 1;
                for (const NodeId part : m_graph.tuple(node)) { // no more than 2^32 of less than 2^32
                    sum += within[part];
                }
                within[node] = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, most));
                hasMany = hasMany || sum > deepest;
            }
        }
        if (!hasMany) {
            return;
        }
        std::vector<std::uint32_t> levels(m_graph.nodeCount());
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (isTuple(node)) {
                for (const NodeId part : m_graph.tuple(node)) {
                    levels[node] = std::max(levels[node], levels[part] + (isTuple(part) ? 1 : 0));
                }
            }
            if (levels[node] > deepest || within[node] == most) {
                add(Trust::Dangerous, phrase("tuples in tuples"),
                    phrase("No pickler nests them so, and Python may crash or hang where it takes their hash"));
                return;
            }
        }
    }

    /// What describes a folder says where in its other files objects lie, and that may be anywhere in them.
    void lookAtFolders()
    {
        constexpr std::string_view objects = "torch.distributed.checkpoint.metadata.BytesStorageMetadata";
        for (std::uint32_t global = 0; global < m_graph.globals().size() && !m_document.isOfKnownFolder; ++global) {
            if (m_document.globalName(global) == objects) {
                add(Trust::RunsCode, verbatim(objects),
                    phrase(
                        "torch.distributed.checkpoint unpickles what lies at the places in other files that it names"));
            }
        }
    }

    /// torch looks at the indices of a sparse tensor, and at the sizes of a nested one, when all of the pickle has been
    /// read. What takes it apart before goes by numbers that may be anything.
    void lookAtSparse()
    {
        std::vector<NodeId> taken; // arguments and states of what is more than a tensor
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.is(node, NodeKind::Call) && takesApart(m_document.classBehind(m_graph.callable(node)))) {
                for (const NodeId part : {m_graph.arguments(node), m_graph.keywords(node)}) {
                    if (part != formats::kNoNode) {
                        taken.push_back(part);
                    }
                }
            }
        }
        for (const PickleGraph::Change& change : m_graph.changes()) {
            if (change.what == PickleGraph::Change::What::State && m_graph.is(change.target, NodeKind::Call)) {
                const NodeId maker = m_document.classBehind(m_graph.callable(change.target));
                const HonestCall* const form = m_shapes.formOf(maker); // these keep what they get as it is
                const bool keeps = m_shapes.of(maker) == CallShape::Reconstruct ||
                                   (form != nullptr && form->after == After::Attributes);
                if (!keeps && takesApart(maker)) {
                    taken.push_back(change.state);
                }
            }
        }
        const std::vector<bool> reached = m_graph.reachedFrom(taken);
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (reached[node] && m_graph.is(node, NodeKind::Global) && m_known[m_graph.globalIndex(node)].isSparse) {
                add(Trust::Dangerous, verbatim(m_graph.global(node).qualified()),
                    phrase("What it makes is handed to a function that may go by its numbers before torch has looked "
                           "at them"));
                return;
            }
        }
    }
    /// Harmless with what was looked at. What is no data only is judged by its name.
    [[nodiscard]] bool takesApart(NodeId callable) const
    {
        if (!m_graph.is(callable, NodeKind::Global) ||
            m_trusts[m_graph.globalIndex(callable)].trust != Trust::DataOnly) {
            return false;
        }
        switch (m_shapes.of(callable)) {
        case CallShape::Function:
        case CallShape::FromType:
        case CallShape::TensorClass:
        case CallShape::PassesOn: return false;
        default: return true;
        }
    }

    /// Python frees some containers of its C code, and NumPy arrays of objects, by calling itself for each level,
    /// without a limit.
    void lookAtDepth()
    {
        constexpr std::size_t few = 1000; // too few for a stack to end
        constexpr std::uint32_t deepest = 10'000;
        std::size_t count = 0;
        for (NodeId node = 0; node < m_graph.nodeCount() && count < few; ++node) {
            if (m_graph.is(node, NodeKind::Call)) {
                const NodeId maker = m_document.classBehind(m_graph.callable(node));
                count += m_graph.is(maker, NodeKind::Global) && m_known[m_graph.globalIndex(maker)].nests ? 1U : 0U;
            }
        }
        if (count == few && longestWay(m_graph) > deepest) {
            add(Trust::Dangerous, phrase("objects in objects"),
                phrase("No pickler nests them so, and Python may crash where it frees them"));
        }
    }

    /// As keys of the same hash a Decimal and a number are compared, for which the number becomes a Decimal. That takes
    /// the square of its length.
    void lookForLongNumbers()
    {
        constexpr std::uint64_t longest = 255; // bytes, as protocol 2 writes nearly all numbers
        const auto isDecimal = [](const formats::GlobalName& name) { return lastName(name.name) == "Decimal"; };
        if (std::ranges::none_of(m_graph.globals(), isDecimal)) {
            return;
        }
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.is(node, NodeKind::BigInt) &&
                (m_graph.isExternal(node) || m_graph.text(node).size() > longest)) {
                add(Trust::Dangerous, verbatim("decimal.Decimal"),
                    phrase("Python takes very long to compare it with numbers as long as there are in this file"));
                return;
            }
        }
    }

    void lookAtOddities()
    {
        const PickleGraph::Oddities& oddities = m_graph.oddities();
        if (oddities.straysState) {
            add(Trust::Dangerous, phrase("a class or function that the file changes"),
                phrase("It would be another one for the whole program, from then on"));
        }
        if (oddities.changesProtocol) {
            add(Trust::Dangerous, phrase("a pickle of several protocols"),
                phrase("Names mean other things in each of them"));
        }
        if (oddities.hasFarMemo) {
            add(Trust::Dangerous, phrase("memo entries of very large numbers"),
                phrase("No pickler writes them, and Python sets up a table as long as the largest"));
        }
        std::unordered_set<NodeId> hasState;
        std::unordered_set<std::uint32_t> made; // by which globals, those that got a second state
        for (const PickleGraph::Change& change : m_graph.changes()) {
            if (change.what == PickleGraph::Change::What::State && !hasState.insert(change.target).second) {
                const NodeId callable = m_document.classBehind(m_graph.callable(change.target));
                if (m_graph.is(callable, NodeKind::Global)) {
                    made.insert(m_graph.globalIndex(callable));
                }
            }
        }
        for (const std::uint32_t global : made) {
            if (m_trusts[global].trust == Trust::DataOnly) {
                add(Trust::Dangerous, verbatim(m_graph.globals()[global].qualified()),
                    phrase("It is given a state twice, as no pickler does it"));
            }
        }
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
            add(Trust::RunsCode, phrase("a NumPy type that is handed on"), kForgedType);
        }
    }

    void lookForStrayFunctions()
    {
        std::unordered_set<NodeId> ofRebuilders; // arguments that begin with the function that they are for
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (const NodeId arguments = rebuilderArguments(node); arguments != formats::kNoNode) {
                ofRebuilders.insert(arguments);
            }
        }
        const auto look = [&](NodeId value) {
            if (isFunction(m_shapes.of(value))) {
                addStray(value);
            } else if (ofRebuilders.contains(value)) {
                addStray(m_graph.tuple(value)[0]);
            }
        };
        look(m_graph.root());
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (ofRebuilders.contains(node)) {
                std::ranges::for_each(m_graph.tuple(node).subspan(1), look);
                continue;
            }
            const NodeId expected = rebuilderArguments(node);
            m_graph.forEachPart(node, [&](NodeId part) {
                if (part != expected) {
                    look(part);
                }
            });
        }
    }
    void addStray(NodeId function)
    {
        add(Trust::Dangerous, verbatim(m_graph.global(function).qualified()),
            phrase("It is handed on, and what it is called with cannot be seen"));
    }

    /// Of a call like _rebuild_from_type_v2(_rebuild_tensor_v2, ...), which is looked at itself; else kNoNode.
    [[nodiscard]] NodeId rebuilderArguments(NodeId node) const
    {
        if (!m_graph.is(node, NodeKind::Call) || m_shapes.of(m_graph.callable(node)) != CallShape::FromType) {
            return formats::kNoNode;
        }
        const NodeId arguments = m_graph.arguments(node);
        const auto parts = tupleOf(m_graph, arguments);
        return !parts.empty() && m_shapes.of(parts[0]) == CallShape::Function ? arguments : formats::kNoNode;
    }

    /// Bytes that torch.load reads again are judged as they are in the file. Who else has them could change them
    /// before, as an array of NumPy does that lies over them.
    void lookForSharedBytes()
    {
        std::unordered_map<NodeId, std::size_t> uses; // of bytes that are loaded
        for (NodeId node = 0; node < m_graph.nodeCount(); ++node) {
            if (m_graph.is(node, NodeKind::Call) &&
                m_document.constructor(m_graph.callable(node)) == Constructor::LoadFromBytes) {
                const auto arguments = tupleOf(m_graph, m_graph.arguments(node));
                if (!arguments.empty()) {
                    uses.try_emplace(arguments[0], 0);
                }
            }
        }
        for (NodeId node = 0; !uses.empty() && node < m_graph.nodeCount(); ++node) {
            m_graph.forEachPart(node, [&](NodeId part) {
                const auto used = uses.find(part);
                if (used != uses.end() && ++used->second == 2) {
                    add(Trust::Dangerous, verbatim("torch.storage._load_from_bytes"),
                        phrase("The bytes that it loads are used in another place too, where they can be changed"));
                }
            });
        }
    }

    [[nodiscard]] bool isStray(NodeId value) const
    {
        return isType(m_shapes.of(value)) || m_strayTuples.contains(value);
    }

    [[nodiscard]] bool passesStray(NodeId node) const
    {
        const auto stray = [this](NodeId value) { return isStray(value); };
        const bool isCall = m_graph.is(node, NodeKind::Call);
        const NodeId arguments = isCall ? m_graph.arguments(node) : formats::kNoNode;
        const auto parts = tupleOf(m_graph, arguments);
        const bool savesArray = isCall && m_shapes.of(m_graph.callable(node)) == CallShape::Reconstruct &&
                                parts.size() == 3 && m_shapes.of(parts[0]) == CallShape::Ndarray &&
                                std::ranges::none_of(parts.subspan(1), stray);
        bool found = false;
        m_graph.forEachPart(
            node, [&](NodeId value) { found = found || (stray(value) && (!savesArray || value != arguments)); });
        return found;
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::span<const NameTrust> m_trusts;
    CallShapes m_shapes;
    std::vector<Known> m_known;               ///< by global
    std::unordered_set<NodeId> m_strayTuples; ///< that hold a type, or a tuple that does
    GivenValues m_given;
    RememberedKeys m_keys; ///< see strangeContents()
    std::vector<TrustFinding> m_findings;
    std::unordered_set<std::string> m_said;
    std::array<std::size_t, 3> m_counts{}; ///< by their trust, how many
};

} // namespace

NameTrust trustInPickle(const PickleDocument& document, std::uint32_t global)
{
    const formats::GlobalName& raw = document.graph.globals()[global];
    const auto [module, name] = python3Name(raw, document.graph.protocol());
    const bool isGetter = module == "builtins" && name == "getattr";
    if ((isGetter || (module == "torch._utils" && name == "torch")) && onlyNamesMemoryFormats(document, global)) {
        return {Trust::DataOnly, phrase("It is there for a memory format of torch, and for nothing else")};
    }
    if (isGetter && onlyNamesMembers(document, global)) {
        return {Trust::RunsCode,
                phrase("It reads members here, as Python saves a class inside a class, a member of an enum and "
                       "a method of an object; which ones is told beside it")};
    }
    if ((module == "functools" || module == "_functools") && name == "partial" &&
        onlyBindsArguments(document, global)) {
        return {Trust::RunsCode,
                phrase("It keeps functions with some of their arguments here, which are told beside it")};
    }
    return trustOfName(module, name);
}

std::vector<TrustFinding> findingsInPickle(const PickleDocument& document, std::span<const NameTrust> trusts)
{
    return PickleLook(document, trusts).findings();
}

Result<void> requirePlain(const PickleGraph& graph, std::string_view what, std::string_view classEnding)
{
    if (graph.oddities().straysState || graph.oddities().changesProtocol || graph.oddities().hasFarMemo) {
        return fail(error(ErrorCode::DangerousGlobal, message("%1 changes what it names", what))
                        .because(message("It has only numbers and texts in a checkpoint"))
                        .fix(message("Do not load this file")));
    }
    constexpr std::uint32_t mostKeys = 100; // the record of a system has three
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        const NodeKind kind = graph.kind(node);
        if (kind == NodeKind::Dict && graph.pairCount(node) > mostKeys) {
            return fail(error(ErrorCode::DangerousGlobal, message("%1 has more keys than any program writes", what))
                            .because(message("They can take Python very long"))
                            .fix(message("Do not load this file")));
        }
        const bool isClass = kind == NodeKind::Global && !classEnding.empty() &&
                             graph.global(node).name.ends_with(classEnding) &&
                             trustOfName(graph.global(node).module, graph.global(node).name).trust == Trust::DataOnly;
        if (isClass || (kind != NodeKind::Global && kind != NodeKind::Call && kind != NodeKind::PersistentId)) {
            continue;
        }
        const std::string named = graph.globals().empty() ? "something" : inQuotes(graph.globals()[0].qualified());
        return fail(error(ErrorCode::DangerousGlobal, message("%1 names %2", what, named))
                        .because(message("It has only numbers and texts in a checkpoint; torch.load runs what it "
                                         "names, before anything else"))
                        .fix(message("Do not load this file")));
    }
    return {};
}

} // namespace cairn::checkpoint
