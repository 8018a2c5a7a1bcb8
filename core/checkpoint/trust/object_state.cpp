#include "core/checkpoint/trust/object_state.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/pickles/word_list.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::string_view kLists = "collections.deque list set"; ///< of their own append(), and without attributes
constexpr std::string_view kMesh = "torch.distributed.device_mesh.DeviceMesh";

/// Functions that give a tensor the attributes in one of their arguments, and which argument says of which class it is.
struct Rebuilder {
    std::string_view name;
    std::size_t stateAt;
    std::optional<std::size_t> classAt;
};
constexpr std::array kRebuilders = {
    Rebuilder{"torch._tensor._rebuild_from_type", 3, 1},
    Rebuilder{"torch._tensor._rebuild_from_type_v2", 3, 1},
    Rebuilder{"torch.tensor._rebuild_from_type", 3, 1},
    Rebuilder{"torch.tensor._rebuild_from_type_v2", 3, 1},
    Rebuilder{"torch._utils._rebuild_parameter_with_state", 3, std::nullopt},
};

/// Classes of tensors that files call: with a tensor, and before torch 0.4 with a state of three flags.
constexpr std::string_view kTensorClasses =
    "torch.autograd.Variable torch.autograd.variable.Variable torch.nn.Parameter torch.nn.parameter.Buffer "
    "torch.nn.parameter.Parameter";

/// Members of every tensor for which setting does more than keep a value: one of them copies into the tensor. No tensor
/// is saved with an attribute of such a name.
constexpr std::string_view kTensorMembers =
    "H T _backward_hooks _base _cdata _grad _grad_fn _has_grad_dtype_override _has_symbolic_sizes_strides "
    "_post_accumulate_grad_hooks _python_dispatch _version data device dtype grad grad_dtype grad_fn imag is_cpu "
    "is_cuda is_ipu is_leaf is_maia is_meta is_mkldnn is_mps is_mtia is_nested is_ort is_quantized is_sparse "
    "is_sparse_csr is_vulkan is_xla is_xpu itemsize layout mH mT name names nbytes ndim output_nr real requires_grad "
    "retains_grad shape volatile";

class Contents {
public:
    Contents(const PickleDocument& document, std::span<const NameTrust> trusts, RememberedKeys& keys, NodeId call)
        : m_document(document), m_graph(document.graph), m_trusts(trusts), m_keys(keys), m_call(call),
          m_arguments(tupleOf(m_graph, m_graph.arguments(call)))
    {
    }

    [[nodiscard]] std::optional<TrustFinding> strange() const
    {
        const std::string_view maker = m_document.className(m_graph.callable(m_call));
        const auto* const rebuilder = std::ranges::find(kRebuilders, maker, &Rebuilder::name);
        const bool rebuilds = rebuilder != kRebuilders.end() && m_arguments.size() > rebuilder->stateAt;
        const bool hasItems = m_graph.elementCount(m_call) != 0 || m_graph.pairCount(m_call) != 0;
        if ((!rebuilds && !hasItems && m_graph.state(m_call) == kNoNode) || !isHarmless(m_graph.callable(m_call))) {
            return std::nullopt;
        }
        NodeId type = m_graph.callable(m_call);
        if (rebuilds && rebuilder->classAt) {
            type = m_arguments[*rebuilder->classAt];
        } else if (maker.starts_with("copyreg.") && !m_arguments.empty()) {
            type = m_arguments[0];
        }
        if (!isHarmless(type)) {
            return std::nullopt;
        }
        const std::string_view name = m_document.className(type);
        const bool isFilledAsList = m_graph.elementCount(m_call) == 0 || isListed(kLists, name);
        const bool isFilledAsDictionary = m_graph.pairCount(m_call) == 0 || isListed(kDictionaries, name);
        if (!isFilledAsList || !isFilledAsDictionary) {
            return finding(name, phrase("It is filled like a list or a dictionary, though it is none"));
        }
        // torch gives a tensor its attributes as it puts it together. What comes later goes to a method of the tensor,
        // which calls others of them.
        if (isRebuilder(maker) && m_graph.state(m_call) != kNoNode) {
            return finding(maker, phrase("It is given a state, as no pickler does it"));
        }
        if (isListed(kTensorClasses, maker) && !m_arguments.empty() && !isStateOfVariable(m_graph.state(m_call))) {
            return finding(maker, phrase("It is given another tensor than the one that it was made of"));
        }
        bool isPlain = !rebuilds ||
                       (isPlainState(m_arguments[rebuilder->stateAt]) && !setsTensor(m_arguments[rebuilder->stateAt]));
        m_graph.forEachChange(m_call, [&](std::uint32_t index) {
            const PickleGraph::Change& change = m_graph.changes()[index];
            isPlain = isPlain && (change.what != PickleGraph::Change::What::State ||
                                  (name == kMesh ? isPlainMeshState(change.state) : isPlainState(change.state)));
        });
        return isPlain ? std::nullopt
                       : finding(name, phrase("It gets attributes that Python and NumPy call or read memory by"));
    }

private:
    [[nodiscard]] static std::optional<TrustFinding> finding(std::string_view what, Phrase why)
    {
        return TrustFinding{Trust::Dangerous, verbatim(what), why};
    }
    [[nodiscard]] bool isHarmless(NodeId type) const
    {
        const NodeId known = m_document.classBehind(type);
        return m_graph.is(known, NodeKind::Global) && m_trusts[m_graph.globalIndex(known)].trust == Trust::DataOnly;
    }

    /// Made by code that the file is judged by, as the seed that NumPy 2 keeps beside the state of a generator.
    [[nodiscard]] bool isForeign(NodeId node) const
    {
        return m_graph.is(node, NodeKind::Call) && !isHarmless(m_graph.callable(node));
    }

    /// What unpickling takes attributes from: a dictionary, or two of them. Other states go to a class's own function.
    [[nodiscard]] bool isPlainState(NodeId state) const
    {
        const auto parts = tupleOf(m_graph, state);
        const auto isPlain = [this](NodeId part) { return isForeign(part) || hasPlainKeys(part); };
        return parts.size() == 2 ? std::ranges::all_of(parts, isPlain) : hasPlainKeys(state);
    }
    /// Its own function updates its attributes, for which a list of pairs does as well as a dictionary.
    [[nodiscard]] bool isPlainMeshState(NodeId state) const
    {
        return m_graph.is(state, NodeKind::Dict) && hasPlainKeys(state);
    }
    [[nodiscard]] bool hasPlainKeys(NodeId attributes) const
    {
        if (m_graph.is(attributes, NodeKind::PersistentId)) { // old streams give back what it holds
            return false;
        }
        const bool canHold = m_graph.is(attributes, NodeKind::Call) || m_graph.is(attributes, NodeKind::Dict);
        return !canHold || m_keys.arePlain.of(attributes, [this](NodeId node) { return findPlainKeys(node); });
    }
    [[nodiscard]] bool findPlainKeys(NodeId attributes) const
    {
        if (m_graph.is(attributes, NodeKind::Call)) {
            const bool isDictionary = isListed(kDictionaries, m_document.className(m_graph.callable(attributes)));
            const auto arguments = tupleOf(m_graph, m_graph.arguments(attributes));
            const bool isMadeEmpty = // but for what makes the values of a defaultdict
                arguments.empty() || (arguments.size() == 1 && m_graph.is(arguments[0], NodeKind::Global));
            const bool hasAttributes = m_graph.state(attributes) != kNoNode; // `items` hides the method that is called
            if (!isDictionary || !isMadeEmpty || hasAttributes) {
                return false;
            }
        } else if (!m_graph.is(attributes, NodeKind::Dict)) {
            return true;
        }
        bool arePlain = true;
        m_graph.forEachPair(attributes, [&](NodeId key, NodeId) {
            arePlain = arePlain && !m_graph.is(key, NodeKind::Call) && !m_graph.is(key, NodeKind::PersistentId) &&
                       !isReserved(keptText(m_graph, key).value_or(""));
            return arePlain;
        });
        return arePlain;
    }
    /// The attributes of a tensor are set one by one, as in Python, and not just kept.
    [[nodiscard]] bool setsTensor(NodeId state) const
    {
        const auto parts = tupleOf(m_graph, state);
        return parts.empty() ? setsMember(state)
                             : std::ranges::any_of(parts, [this](NodeId part) { return setsMember(part); });
    }
    [[nodiscard]] bool setsMember(NodeId attributes) const
    {
        const bool canHold = m_graph.is(attributes, NodeKind::Call) || m_graph.is(attributes, NodeKind::Dict);
        return canHold && m_keys.setTensor.of(attributes, [this](NodeId node) {
            bool found = false;
            m_graph.forEachPair(node, [&](NodeId key, NodeId value) {
                found = found || isListed(kTensorMembers, keptText(m_graph, key).value_or("")) || isFunction(value);
                return !found;
            });
            return found;
        });
    }
    /// An attribute hides the method of that name, and this would be called in its place. Constants of torch are none.
    [[nodiscard]] bool isFunction(NodeId value) const
    {
        if (m_graph.is(value, NodeKind::Call)) { // which hands on what it is given, or what its bytes hold
            const std::string_view maker = m_document.className(m_graph.callable(value));
            return maker.starts_with("torch.jit._pickle.") ||
                   isListed("_functools.partial functools.partial getattr torch.storage._load_from_bytes", maker);
        }
        if (m_graph.is(value, NodeKind::PersistentId)) { // of a class in an old stream, which gives it back
            const auto parts = tupleOf(m_graph, m_graph.persistentId(value));
            return !parts.empty() && keptText(m_graph, parts[0]) != "storage";
        }
        const std::string_view name = m_document.className(value);
        const bool isConstant = name.starts_with("torch.") && name == "torch." + std::string(lastName(name)) &&
                                std::islower(static_cast<unsigned char>(lastName(name).front())) != 0;
        return !name.empty() && isHarmless(value) && !isConstant;
    }
    [[nodiscard]] bool isStateOfVariable(NodeId state) const
    {
        constexpr std::size_t flags = 3; // requires_grad, volatile, hooks; longer ones have a tensor in them
        return state == kNoNode || tupleOf(m_graph, state).size() == flags || m_graph.is(state, NodeKind::Dict);
    }
    [[nodiscard]] static bool isReserved(std::string_view name)
    {
        return name.starts_with("__") && name.ends_with("__");
    }

    const PickleDocument& m_document;
    const PickleGraph& m_graph;
    std::span<const NameTrust> m_trusts;
    RememberedKeys& m_keys;
    NodeId m_call;
    std::span<const NodeId> m_arguments;
};

} // namespace

bool givesState(std::string_view function)
{
    return std::ranges::find(kRebuilders, function, &Rebuilder::name) != kRebuilders.end();
}

std::optional<TrustFinding> strangeContents(const PickleDocument& document, std::span<const NameTrust> trusts,
                                            RememberedKeys& keys, NodeId call)
{
    return Contents(document, trusts, keys, call).strange();
}

} // namespace cairn::checkpoint
