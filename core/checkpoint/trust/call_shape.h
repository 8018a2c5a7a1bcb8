#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/honest_calls.h"
#include "core/checkpoint/trust/name_trust.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// What is known of the calls of a name.
enum class CallShape : std::uint8_t {
    Foreign,     ///< of code that is not known to be harmless: it is judged by its name
    NeverCalled, ///< a constant, or a class that functions are given
    // From here to OnlyAllocated a call is harmless if it has the form that its HonestCall describes: see isByForm().
    ByForm,        ///< whatever is none of those below
    Container,     ///< list([...]), OrderedDict()
    Flat,          ///< slice(1, 2), struct_time((2024, ...), {...}): Python's C code goes down into what they hold
    Function,      ///< _rebuild_tensor_v2(...): called by the pickle itself, and never a value for others to call
    PassesOn,      ///< torch.jit._pickle.restore_type_tag(value, "..."): returns the value that it is given
    TensorClass,   ///< torch.nn.Parameter(tensor)
    OnlyAllocated, ///< by NEWOBJ alone, without __init__: that of DeviceMesh talks to other processes
    // The others have rules of their own.
    Dtype,       ///< dtype("f4", False, True), and a state with flags
    Ndarray,     ///< never called
    Reconstruct, ///< _reconstruct(ndarray, (0,), b"b"), and a state
    Scalar,      ///< scalar(dtype, b"...")
    FromBuffer,  ///< _frombuffer(b"...", dtype, (2,), "C")
    FromType,    ///< _rebuild_from_type_v2(_rebuild_..., class, (...), state)
    BareTensor,  ///< torch.FloatStorage, torch.Tensor: made empty, and given a state
    NewObject,   ///< copyreg.__newobj_ex__(class, (...), {})
    OldObject,   ///< copyreg._reconstructor(class, object, None), or what the class is made of and its value
    RandomMaker, ///< __generator_ctor("PCG64", __bit_generator_ctor)
    Identifier,  ///< uuid.UUID(), and a state
    Generator    ///< torch.Generator("cpu"), and a state: one that was not made whole has no memory
};

inline constexpr Phrase kForgedType =
    phrase("NumPy takes such a type for what it says it is, and then reads memory as Python objects");

inline constexpr Phrase kMadeClass = phrase("What it is becomes known only when it is called");

/// The shapes of what a pickle names, looked up once for each name. A view: the pickle outlives it.
class CallShapes {
public:
    /// `trusts` has what is known of each global. Those that are not data only are foreign.
    CallShapes(const formats::PickleGraph& graph, std::span<const NameTrust> trusts);

    /// Foreign for what is no Global.
    [[nodiscard]] CallShape of(formats::NodeId node) const
    {
        return m_graph->is(node, formats::NodeKind::Global) ? m_shapes[m_graph->globalIndex(node)] : CallShape::Foreign;
    }
    /// Null for what is no Global, is foreign, or never called.
    [[nodiscard]] const HonestCall* formOf(formats::NodeId node) const
    {
        return m_graph->is(node, formats::NodeKind::Global) ? m_forms[m_graph->globalIndex(node)] : nullptr;
    }
    [[nodiscard]] std::span<const CallShape> byGlobal() const { return m_shapes; }
    [[nodiscard]] const HonestCall* formByGlobal(std::uint32_t global) const { return m_forms[global]; }

private:
    const formats::PickleGraph* m_graph;
    std::vector<CallShape> m_shapes;
    std::vector<const HonestCall*> m_forms;
};

/// Whether the form of a name says all that is to be said of a call.
[[nodiscard]] constexpr bool isByForm(CallShape shape)
{
    return shape >= CallShape::ByForm && shape <= CallShape::OnlyAllocated;
}

class GivenValues;

/// What is wrong with a call of something that is harmless as picklers call it.
[[nodiscard]] std::optional<TrustFinding> strangeCall(const PickleDocument& document, const CallShapes& shapes,
                                                      GivenValues& given, formats::NodeId call);

} // namespace cairn::checkpoint
