#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

// Names of LoRA weights. kohya writes the path of a module with _ for each dot, and what the module is part of in
// front: "lora_unet_down_blocks_0_attentions_0_proj_in.lora_down.weight". diffusers writes "unet." and the path itself,
// and lora_A and lora_B for down and up.

/// Nothing for what is no such name, and for a path whose words are not known: a _ may be a dot or not.
[[nodiscard]] std::optional<std::string> kohyaToDiffusers(std::string_view name);

} // namespace cairn::checkpoint
