#pragma once

#include "core/checkpoint/folders/deepspeed_state.h"

namespace cairn {
class Progress;
}

namespace cairn::formats {
class PickleWriter;
}

namespace cairn::checkpoint {

/// What a DeepSpeed folder holds, as the one object that is made of it:
///
///   module     the weights as they were used in training, where the folder has them whole
///   fp32       the weights as they were trained, with the buffers and what was frozen: a whole state_dict
///   ...        whatever else the file of the model has
///   optimizer  {"state": {name: {"exp_avg": ...}}, "param_groups": [...]}, as torch.distributed.checkpoint.state_dict
///   has it
struct DeepSpeedContent {
    const OpenedFile& model;
    const OpenedFile& optimizer; ///< empty without one
    const std::vector<ZeroGroup>& groups;
    const StateByName& states;
};

/// Writes it as the pickle of the assembly. True if there is a whole `module`.
[[nodiscard]] Result<bool> writeDeepSpeedPickle(const DeepSpeedContent& content, Assembly& assembly,
                                                CheckpointBuilder& builder, const Progress* progress);

} // namespace cairn::checkpoint
