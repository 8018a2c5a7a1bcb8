#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/folders/zero_layout.h"
#include "core/checkpoint/pieces/pieced_tensors.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace cairn::checkpoint {

// What the files of a DeepSpeed folder keep of a model's parameters, put together again.

/// A tensor as it goes into the new pickle.
struct StateTensor {
    std::uint32_t key = 0; ///< of its storage
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::vector<std::int64_t> shape;
    std::string tag = "cpu";
};

/// Something the optimizer keeps for one parameter.
struct StateValue {
    std::string name; ///< "exp_avg"
    std::variant<StateTensor, std::int64_t, double> value;
};

struct ParameterState {
    std::optional<StateTensor> master; ///< the weights that were trained, mostly in float32
    std::vector<StateValue> values;
};
using StateByName = std::map<std::string, ParameterState, std::less<>>;

/// Adds tensors out of files to an assembly.
class StateBuilder {
public:
    StateBuilder(PiecedTensors& tensors, CheckpointBuilder& builder) : m_tensors(tensors), m_builder(builder) {}

    /// A whole tensor of a file.
    [[nodiscard]] StateTensor addWhole(const Checkpoint& from, const Tensor& tensor, std::uint32_t file,
                                       const std::string& name);
    /// A part of a tensor's elements, as they follow one another.
    struct Part {
        std::uint32_t file = 0;
        std::uint64_t offset = 0;
        std::uint64_t begin = 0; ///< in the tensor
        std::uint64_t count = 0;
    };
    [[nodiscard]] StateTensor addParts(formats::Dtype dtype, std::vector<std::int64_t> shape,
                                       std::span<const Part> parts, const std::string& name,
                                       std::optional<Error> failure);
    /// A tensor without dimensions, or a number; nothing for anything else.
    [[nodiscard]] std::optional<StateValue> addScalar(const Checkpoint& from, EntryId row, std::uint32_t file,
                                                      const std::string& parameter, const std::string& name);
    /// Whether a tensor can have that shape. If not, that is told.
    [[nodiscard]] bool canBe(const std::vector<std::int64_t>& shape, const std::string& name);

private:
    PiecedTensors& m_tensors;
    CheckpointBuilder& m_builder;
};

/// A file of a folder that was opened, and its number there.
struct OpenedFile {
    CheckpointPtr file; ///< null where there is none
    std::uint32_t number = 0;
};

/// Of the vectors that ZeRO cut between the ranks. `first`: of the optimizer, for what is the same on all ranks.
[[nodiscard]] StateByName joinPartitions(const ZeroLayout& layout,
                                         const std::vector<std::optional<ZeroPartition>>& partitions,
                                         const OpenedFile& first, StateBuilder& state);

} // namespace cairn::checkpoint
