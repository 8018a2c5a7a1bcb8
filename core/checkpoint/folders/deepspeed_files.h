#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {
struct FolderContent;
}

namespace cairn::checkpoint {

/// What the name of a file in a folder of DeepSpeed says.
struct DeepSpeedName {
    enum class Kind : std::uint8_t {
        Model,     ///< mp_rank_00_model_states.pt
        RankModel, ///< zero_pp_rank_3_mp_rank_00_model_states.pt: of stage 3, with a rank's parts
        Partition, ///< zero_pp_rank_3_mp_rank_00_optim_states.pt: what a rank keeps of the optimizer
        Layer,     ///< layer_02-model_00-model_states.pt, of a pipeline
        Expert,    ///< layer_0_expert_1_mp_rank_00_model_states.pt, expp_rank_0_mp_rank_00_optim_states.pt
    };
    Kind kind = Kind::Model;
    std::uint64_t rank = 0;      ///< among those that train on different data
    std::uint64_t modelRank = 0; ///< among those that share one model
};

/// Nothing for other files. The name may have folders before it.
[[nodiscard]] std::optional<DeepSpeedName> deepSpeedName(std::string_view path);

/// The folder below that a root's `latest` names, or else its `latest_universal`. Nothing if neither is there, or what
/// they name is not.
[[nodiscard]] std::optional<std::string> namedAsLatest(const FolderContent& root);

} // namespace cairn::checkpoint
