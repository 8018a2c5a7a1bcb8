#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/folders/value_tree.h"
#include "core/convert/common/cast.h"
#include "core/convert/common/selection.h"
#include "core/convert/common/tie.h"
#include "core/convert/scales/scaling.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// A part of a checkpoint that a set of named tensors has no place for.
struct LeftOut {
    std::string path;
    Message why;
    bool harmless = false; ///< readers do without it, so nobody has to agree
};

/// A tensor that will be written.
struct NamedTensor {
    static constexpr std::size_t kItself = ~std::size_t{0};

    std::string name;
    checkpoint::TensorId tensor = checkpoint::kNoId;
    formats::Dtype dtype = formats::Dtype::Unknown; ///< that it will have; it is cast if it has another
    std::size_t sameAs = kItself;                   ///< place in the list of an earlier tensor that is the same memory
    ScalingPtr scaling = nullptr;                   ///< null: no scales have to do with it

    /// It is no tensor of the source, but made for one.
    [[nodiscard]] bool isMade() const { return scaling != nullptr && scaling->isMade(); }
    /// Its numbers are written as codes, which have scales.
    [[nodiscard]] bool becomesCodes() const { return scaling != nullptr && scaling->part == Scaling::Part::Codes; }
};

/// What a folder of torch.distributed.checkpoint holds under one name: a tensor, or a value with the tensors in it.
struct DcpItem {
    std::string name;
    std::vector<checkpoint::ValueTree::Step> path; ///< of the nested object
    SourcePtr pickle;                              ///< of a value
    std::vector<std::size_t> tensors;              ///< places in the set; of a value by the keys of their storages
    checkpoint::EntryId row = checkpoint::kNoId;   ///< of a value
    bool isTensor = false;
};

/// What to do with tensors that look into the same memory.
enum class Sharing : std::uint8_t {
    Alias, ///< the same elements: written once, under several names; overlapping views are refused
    Clone, ///< each gets a copy of its own
};

/// What the tensors are written to, which has its limits.
enum class TensorFormat : std::uint8_t {
    Safetensors,
    TorchZip,
    Dcp ///< a folder of torch.distributed.checkpoint, which has values beside its tensors
};

/// Which tensors are wanted, and how.
struct TensorRules {
    TensorFormat format = TensorFormat::Safetensors;
    Sharing sharing = Sharing::Alias;
    Selection selection = Selection();
    CastRules casts = CastRules();
    std::optional<ScaleConvention> fp8Scales = {}; ///< casts to float8_e4m3fn make scales
    std::vector<Tie> ties = {};
    bool isWhatIsLeft = false; ///< of a damaged checkpoint: files of a set may be missing
};

/// The tensors of a checkpoint under one flat list of names, as safetensors and state dicts have them, and what is not
/// among them. Found before anything is written.
struct TensorSet {
    static constexpr std::size_t kNamedValues = 10;

    std::vector<NamedTensor> tensors; ///< in the order of the checkpoint
    std::vector<DcpItem> items;       ///< of TensorFormat::Dcp: what is written, in the same order
    std::vector<std::pair<std::string, std::string>> metadata;
    std::vector<LeftOut> leftOut;    ///< values last, the first kNamedValues of them
    std::uint64_t valuesLeftOut = 0; ///< leaves that are no tensors
    /// How many of them are in which row at the top; the first kNamedValues of these rows.
    std::vector<std::pair<std::string, std::uint64_t>> valuesIn;
    std::uint64_t tensorsLeftOut = 0; ///< by the rules that say what to keep and to drop
    std::uint64_t renamed = 0;        ///< tensors that a rule gives another name
    ScaleReport scales;
    std::uint64_t atTop = 0;              ///< of these, what a copy back will not nest: see TreeText
    std::vector<std::string> unusedRules; ///< options that matched nothing

    /// What is left out and readers may miss.
    [[nodiscard]] std::uint64_t losses() const;
    /// Values that are not in `leftOut`.
    [[nodiscard]] std::uint64_t unnamedValues() const noexcept
    {
        return valuesLeftOut < kNamedValues ? 0 : valuesLeftOut - kNamedValues;
    }
};

/// Fails if two tensors would get one name, or overlap without being the same, or a shard is missing; what cannot be
/// carried is in the result.
[[nodiscard]] Result<TensorSet> planTensorSet(const checkpoint::Checkpoint& source, TensorRules rules,
                                              const Progress* progress);

/// Unsupported if a checkpoint that is not empty has no tensor that can be written.
[[nodiscard]] Result<void> requireTensors(const TensorSet& set);

/// The same, and Unsupported, with the list, if something is left out that readers may miss.
[[nodiscard]] Result<void> requireNothingLost(const TensorSet& set);

/// The sizes of a tensor as it will be written.
[[nodiscard]] std::span<const std::int64_t> writtenShape(const checkpoint::Checkpoint& source,
                                                         const NamedTensor& named);

/// Bytes of a tensor's values as they will be written.
[[nodiscard]] std::uint64_t writtenBytes(const checkpoint::Checkpoint& source, const NamedTensor& named);

} // namespace cairn::convert
