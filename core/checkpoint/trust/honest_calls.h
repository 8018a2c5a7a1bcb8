#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace cairn::checkpoint {

/// What a pickler gives a call in one place of its arguments. Whatever a function does with anything else is not known
/// to be harmless, so it is refused: see GivenValues.
enum class Given : std::uint8_t {
    End,
    MayEnd,   ///< no argument: those that follow can be left out
    Anything, ///< it is kept, or handed back, as it is
    Flag,     ///< True, False, None, or a number for one of them
    Int,
    Number, ///< whole or not
    Text,
    Texts,   ///< all that follow are texts
    Literal, ///< a number, a text, bytes, None, a truth value
    Plain,   ///< a literal or a few of them: ("D", 1)
    Flat,    ///< the same, or a small dictionary of them
    Bytes,   ///< as they stand in the pickle
    TextOrBytes,
    Latin1,  ///< the name of that codec
    Pattern, ///< of a regular expression that is prepared at once, see isQuickPattern()
    Ratio,   ///< "3/4", or a whole number
    Ints,    ///< a size or a stride
    Offsets, ///< a tensor of them, or a list
    List,
    Items,   ///< a container that the pickle wrote, whatever is in it
    Pairs,   ///< a dictionary, or a list of pairs
    Factory, ///< a class or function, which is kept
    Class,   ///< one, or a type
    Name,    ///< "channels_last"
    Storage,
    Tensor,
    Dense,       ///< a tensor that has all its numbers in one storage: its parts can be asked for
    Array,       ///< of NumPy, with elements that torch has
    TorchType,   ///< torch.float32
    NumberType,  ///< the same, of numbers that are not quantised
    Layout,      ///< torch.serialization._get_layout("torch.sparse_coo")
    Device,      ///< "cuda:0", torch.device("cuda", 0)
    Duration,    ///< a datetime.timedelta
    Zone,        ///< None, a datetime.timezone
    Hooks,       ///< none, or functions by their numbers
    Metadata,    ///< {"conj": True}
    Quantizer,   ///< (torch.per_tensor_affine, 0.5, 10), or tensors of them and an axis
    SparseParts, ///< (indices, values, size), with more indices or a flag
    NestedParts  ///< {"values": a tensor, "offsets": a tensor, ...}
};

/// What picklers do to an object after it was made.
enum class After : std::uint8_t {
    Nothing,
    Attributes, ///< a dictionary of them; of an object that had none, it holds nothing
    Placement,  ///< the same, and always there: newer torch makes these in C++, without values
    Random,     ///< a dictionary of numbers, texts and arrays, and of such dictionaries
    Fields,     ///< the same, or a list of plain values
    Properties, ///< five plain values
    Mesh,       ///< a dictionary of attributes, among which are lists of names
    Parameter,  ///< (requires_grad, volatile, hooks), as torch 0.3 wrote it
    Tensor,     ///< (storage, offset, size, stride), as torch 0.1 wrote it
    Other       ///< looked at elsewhere: see strangeCall()
};

/// How picklers make an object of a class.
enum class Made : std::uint8_t {
    Called,
    MayBeBare ///< without its __init__, too; what C code sets up there is missing from one that was made so
};

/// How picklers call a harmless name.
struct HonestCall {
    static constexpr std::size_t kMost = 12;
    std::array<Given, kMost> arguments{};
    After after = After::Nothing;
    Made made = Made::Called;
};

/// Null for names that no pickler calls. `module` and `name` as Python 3 has them.
[[nodiscard]] const HonestCall* honestCallOf(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
