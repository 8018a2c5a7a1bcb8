#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::checkpoint {

/// The classes and functions whose calls mean something to Cairn. Everything else is an object with a class,
/// arguments, state and items.
enum class Constructor : std::uint8_t {
    Other,
    // tensors
    RebuildTensor,
    RebuildTensorV2,
    RebuildTensorV3,
    RebuildQTensor,
    RebuildParameter,
    RebuildParameterWithState,
    RebuildSparse,
    RebuildSparseCsr,
    RebuildMeta,
    RebuildFromCpu,
    RebuildFromNumpy,
    RebuildWrapper,
    RebuildNested,
    RebuildFromType,
    RebuildFromTypeV2,
    ParameterClass,
    VariableClass,
    TensorClass,
    TensorFromId, ///< TorchScript of torch 1.0 to 1.3: a row of a table outside the pickle
    // storages inside bytes
    LoadFromBytes,
    // containers and stand-ins
    DictLike,    ///< OrderedDict, dict: pairs, or one argument that is a list of pairs
    DefaultDict, ///< one argument, the factory
    Counter,     ///< one argument, a dict
    ListLike,    ///< deque, list: elements, or one argument that is a sequence
    SetLike,
    TypedList,     ///< TorchScript: build_intlist(list) stands for its argument
    TypeTag,       ///< TorchScript: restore_type_tag(object, type)
    Reconstructor, ///< copyreg._reconstructor(cls, base, state), protocols 0 and 1
};

/// By name as Python 3 has it.
[[nodiscard]] Constructor constructorOf(std::string_view module, std::string_view name);

[[nodiscard]] constexpr bool makesTensor(Constructor constructor)
{
    return constructor >= Constructor::RebuildTensor && constructor <= Constructor::TensorFromId;
}

} // namespace cairn::checkpoint
