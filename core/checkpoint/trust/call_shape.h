#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/pickles/remembered.h"
#include "core/checkpoint/trust/name_trust.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// Names that are harmless in the way honest files call them, and in no other.
enum class CallShape : std::uint8_t {
    Any,
    Container, ///< list([...]), OrderedDict(): of anything but a tensor, which it would take apart
    Flat,      ///< slice(1, 2), struct_time((2024, ...), {...}): of numbers and texts; Python's C goes down into others
    Function,  ///< _rebuild_tensor_v2(...): with any arguments, but called by the pickle itself
    Dtype,     ///< dtype("f4", False, True), and a state with flags
    Ndarray,   ///< never called
    Reconstruct,  ///< _reconstruct(ndarray, (0,), b"b"), and a state
    Scalar,       ///< scalar(dtype, b"...")
    FromBuffer,   ///< _frombuffer(b"...", dtype, (2,), "C")
    FromType,     ///< _rebuild_from_type_v2(_rebuild_..., class, (...), state)
    BareTensor,   ///< torch.FloatStorage, torch.Tensor: made empty, and given a state
    NewObject,    ///< copyreg.__newobj_ex__(class, (...), {})
    RandomMaker,  ///< __generator_ctor("PCG64", __bit_generator_ctor)
    PassesOn,     ///< torch.jit._pickle.restore_type_tag(value, "..."): what it gives is what it was given
    OldObject,    ///< copyreg._reconstructor(class, object, None), or what the class is made of and its value
    NoArguments,  ///< argparse.Namespace(), and a state
    PlainValues,  ///< numpy.float64(1.5), UUID("..."): of an object it would read the memory, or call its methods
    Enumeration,  ///< SafeUUID(0): one object for all of the program, which a state would change
    Generator,    ///< torch.Generator("cpu"), and a state: one that was not made whole has no memory
    OnlyAllocated ///< DeviceMesh: its __init__ talks to other processes
};

inline constexpr std::string_view kForgedType =
    "NumPy takes such a type for what it says it is, and then reads memory as Python objects";

inline constexpr std::string_view kMadeClass = "What it is becomes known only when it is called";

/// The shapes of what a pickle names, looked up once for each name. A view: the pickle outlives it.
class CallShapes {
public:
    explicit CallShapes(const formats::PickleGraph& graph);

    /// Any for what is no Global.
    [[nodiscard]] CallShape of(formats::NodeId node) const
    {
        return m_graph->is(node, formats::NodeKind::Global) ? m_byGlobal[m_graph->globalIndex(node)] : CallShape::Any;
    }
    [[nodiscard]] std::span<const CallShape> byGlobal() const { return m_byGlobal; }

private:
    const formats::PickleGraph* m_graph;
    std::vector<CallShape> m_byGlobal;
};

/// What is wrong with a call of something that has a shape. `plainValues` are the arguments of a pickle that were
/// looked at and found to be PlainValues or not.
[[nodiscard]] std::optional<TrustFinding> strangeCall(const PickleDocument& document, const CallShapes& shapes,
                                                      Remembered& plainValues, formats::NodeId call);

} // namespace cairn::checkpoint
