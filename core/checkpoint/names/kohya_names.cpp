#include "core/checkpoint/names/kohya_names.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::checkpoint {

namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr std::array<Pair, 4> kParts = {{
    {"lora_unet_", "unet."},
    {"lora_te1_", "text_encoder."},
    {"lora_te2_", "text_encoder_2."},
    {"lora_te_", "text_encoder."},
}};

constexpr std::array<Pair, 3> kEnds = {{
    {".lora_down.weight", ".lora_A.weight"},
    {".lora_up.weight", ".lora_B.weight"},
    {".alpha", ".alpha"},
}};

/// The keys of a UNet and of CLIP's text encoder, as diffusers and transformers call them.
constexpr std::string_view kKeys[] = {
    "add_embedding",
    "attentions",
    "attn1",
    "attn2",
    "conv",
    "conv1",
    "conv2",
    "conv_in",
    "conv_out",
    "encoder",
    "fc1",
    "fc2",
    "ff",
    "conv_shortcut",
    "down_blocks",
    "k_proj",
    "layers",
    "linear_1",
    "downsamplers",
    "linear_2",
    "mid_block",
    "mlp",
    "net",
    "out_proj",
    "proj",
    "proj_in",
    "proj_out",
    "q_proj",
    "resnets",
    "self_attn",
    "to_k",
    "text_model",
    "to_out",
    "time_emb_proj",
    "time_embedding",
    "to_q",
    "to_v",
    "up_blocks",
    "upsamplers",
    "v_proj",
    "transformer_blocks",
};

bool isKey(std::string_view word)
{
    return std::ranges::find(kKeys, word) != std::end(kKeys) || (!word.empty() && std::ranges::all_of(word, isDigit));
}

/// "down_blocks.0.attentions.0.proj_in" of the same with _ for each dot: at each place the longest key that is known.
std::optional<std::string> withDots(std::string_view path)
{
    std::string text;
    while (true) {
        std::size_t end = std::string_view::npos; // of the longest key
        for (std::size_t next = path.find('_');; next = path.find('_', next + 1)) {
            end = isKey(path.substr(0, next)) ? std::min(next, path.size()) : end;
            if (next == std::string_view::npos) {
                break;
            }
        }
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        text += path.substr(0, end);
        if (end == path.size()) {
            return text;
        }
        text += '.';
        path.remove_prefix(end + 1);
    }
}

} // namespace

std::optional<std::string> kohyaToDiffusers(std::string_view name)
{
    for (const auto& [ending, newEnding] : kEnds) {
        if (!name.ends_with(ending)) {
            continue;
        }
        const std::string_view whole = name.substr(0, name.size() - ending.size());
        const std::size_t begin = whole.rfind('.') + 1; // npos + 1 is 0: nothing around it
        const std::string_view module = whole.substr(begin);
        for (const auto& [part, newPart] : kParts) {
            if (!module.starts_with(part)) {
                continue;
            }
            if (const auto path = withDots(module.substr(part.size()))) {
                return std::string(whole.substr(0, begin)).append(newPart).append(*path).append(newEnding);
            }
            return std::nullopt;
        }
    }
    return std::nullopt;
}

} // namespace cairn::checkpoint
