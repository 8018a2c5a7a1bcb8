#pragma once

#include "core/checkpoint/trust.h"
#include "core/convert/conversion/untagged_devices.h"
#include "core/convert/retag/retag_in_place.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_output.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace cairn::convert {

/// How a conversion ended, if it did not fail.
enum class Ending : std::uint8_t {
    Written,
    Planned,      ///< nothing was to be written
    AlreadyThere, ///< an earlier run wrote the copy
    Unchanged,    ///< a copy would say what its source says
    HasNoTags,    ///< safetensors loads anywhere as it is
    NameTaken,    ///< another file has the name of the copy
    WouldLose     ///< the copy would lack something, and nobody has agreed to that
};

/// Named tensors, and the files that they go into.
struct TensorsPlan {
    TensorSet set;
    OutputPlan output;
    bool isRefused = false; ///< of a trial: values would be lost, and nobody has agreed to that

    /// Names of tensors that are the same memory as another, and the name of that.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> aliases() const;
    /// The files besides the index; none if there is no index.
    [[nodiscard]] std::vector<std::string> shards() const;
};

/// What will be written; the engine follows from it.
using ConversionPlan = std::variant<std::monostate, RetagPlan, InPlacePlan, RewritePlan, TensorsPlan>;

/// What rules for dtypes do to tensors.
struct Casts {
    std::map<std::string, std::uint64_t> changed; ///< how many of them, by "float32=bfloat16"
    std::uint64_t kept = 0;                       ///< those that no rule changes
};

/// Counts tensors, which `source` has.
[[nodiscard]] Casts castsOf(const checkpoint::Checkpoint& source, const ConversionPlan& plan);

/// What was planned for one file, and what became of that.
struct ConversionReport {
    Ending ending = Ending::Written;
    ConversionPlan plan;
    std::string target;                         ///< of the copy; a set of shards is named after it
    std::uint64_t bytes = 0;                    ///< of what was written; changed in place: of the whole file
    std::optional<std::uint64_t> bytesPlanned;  ///< of a trial: what would be written, at most
    std::optional<std::uint64_t> bytesFree;     ///< and what its disk has left, if it tells
    std::optional<std::uint64_t> bytesReplaced; ///< written anew in place: of the file that is gone
    std::uint64_t bytesResumed = 0;             ///< of a file elsewhere: those that an earlier run left here
    double seconds = 0;
    bool isVerified = false;
    bool hasSameBytes = false;               ///< the copy is the source, byte for byte, as no tag had to change
    checkpoint::TrustVerdict trust;          ///< of the source
    UntaggedDevices devices;                 ///< where tags are kept
    Casts casts;                             ///< none if no cast was asked for
    Overflows overflows;                     ///< that a cast made, or would make
    std::vector<std::string> changedRecords; ///< recordText() of those without their checksum, if they were looked at
    std::vector<std::string> removed;        ///< files of an earlier set, which would lie among the new ones
    std::vector<Message> warnings;

    /// Of the plan; empty where there are no tags.
    [[nodiscard]] const RetagReport& tags() const;
    /// What opens the copy: of a set of shards its index.
    [[nodiscard]] const std::string& opensAt() const;
    /// Whether the copy lacks something that a person may miss.
    [[nodiscard]] bool losesSomething() const;
};

} // namespace cairn::convert
