#include "core/checkpoint/names/key_maps.h"

#include "core/base/text/text.h"
#include "core/checkpoint/names/adapter_words.h"
#include "core/checkpoint/names/kohya_names.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <vector>

namespace cairn::checkpoint {

namespace {

constexpr std::array<KeyRun, 2> kOldBert = {{
    {"LayerNorm.gamma", "LayerNorm.weight"},
    {"LayerNorm.beta", "LayerNorm.bias"},
}};

constexpr std::array<KeyRun, 2> kWeightNorm = {{
    {"weight_g", "parametrizations.weight.original0"},
    {"weight_v", "parametrizations.weight.original1"},
}};

constexpr std::array<KeyRun, 4> kOldDenseNet = {{
    {"norm.1", "norm1"},
    {"conv.1", "conv1"},
    {"norm.2", "norm2"},
    {"conv.2", "conv2"},
}};

constexpr auto kIsOfPeft = [](const AdapterWord& word) { return !word.inModel.empty(); };

/// Of adapters that are called "default".
constexpr auto kAdapter = [] {
    std::array<KeyRun, std::ranges::count_if(kAdapterWords, kIsOfPeft)> runs;
    auto* next = runs.begin();
    for (const AdapterWord& word : kAdapterWords) {
        if (kIsOfPeft(word)) {
            *next++ = {word.name, word.inModel};
        }
    }
    return runs;
}();

constexpr std::array<KeyRun, 18> kWhisper = {{
    {"blocks", "layers"},
    {"attn.query", "self_attn.q_proj"},
    {"attn.key", "self_attn.k_proj"},
    {"attn.value", "self_attn.v_proj"},
    {"attn.out", "self_attn.out_proj"},
    {"attn_ln", "self_attn_layer_norm"},
    {"cross_attn.query", "encoder_attn.q_proj"},
    {"cross_attn.key", "encoder_attn.k_proj"},
    {"cross_attn.value", "encoder_attn.v_proj"},
    {"cross_attn.out", "encoder_attn.out_proj"},
    {"cross_attn_ln", "encoder_attn_layer_norm"},
    {"mlp.0", "fc1"},
    {"mlp.2", "fc2"},
    {"mlp_ln", "final_layer_norm"},
    {"encoder.ln_post", "encoder.layer_norm"},
    {"decoder.ln", "decoder.layer_norm"},
    {"token_embedding", "embed_tokens"},
    {"positional_embedding", "embed_positions.weight"},
}};

constexpr std::array<KeyRun, 7> kEsrgan = {{
    {"RRDB_trunk.#.RDB1", "body.#.rdb1"},
    {"RRDB_trunk.#.RDB2", "body.#.rdb2"},
    {"RRDB_trunk.#.RDB3", "body.#.rdb3"},
    {"trunk_conv", "conv_body"},
    {"upconv1", "conv_up1"},
    {"upconv2", "conv_up2"},
    {"HRconv", "conv_hr"},
}};

/// Modules by their places in a Sequential: what comes behind the blocks is of a model that makes four times as large.
constexpr std::array<KeyRun, 15> kNumberedEsrgan = {{
    {"model.1.sub.#.weight", "conv_body.weight"}, // behind the last block
    {"model.1.sub.#.bias", "conv_body.bias"},
    {"model.1.sub.#.RDB1", "body.#.rdb1"},
    {"model.1.sub.#.RDB2", "body.#.rdb2"},
    {"model.1.sub.#.RDB3", "body.#.rdb3"},
    {"conv1.0", "conv1"},
    {"conv2.0", "conv2"},
    {"conv3.0", "conv3"},
    {"conv4.0", "conv4"},
    {"conv5.0", "conv5"},
    {"model.0", "conv_first"},
    {"model.3", "conv_up1"},
    {"model.6", "conv_up2"},
    {"model.8", "conv_hr"},
    {"model.10", "conv_last"},
}};

constexpr std::array<KeyRun, 4> kOldAttention = {{
    {"attentions.#.query", "attentions.#.to_q"},
    {"attentions.#.key", "attentions.#.to_k"},
    {"attentions.#.value", "attentions.#.to_v"},
    {"attentions.#.proj_attn", "attentions.#.to_out.0"},
}};

/// Of CLIP what has the same tensors in both; visual.proj and text_projection are transposed, q, k and v are in one.
constexpr std::array<KeyRun, 15> kClip = {{
    {"visual.transformer.resblocks", "vision_model.encoder.layers"},
    {"visual.class_embedding", "vision_model.embeddings.class_embedding"},
    {"visual.positional_embedding", "vision_model.embeddings.position_embedding.weight"},
    {"visual.conv1", "vision_model.embeddings.patch_embedding"},
    {"visual.ln_pre", "vision_model.pre_layrnorm"}, // as transformers writes it
    {"visual.ln_post", "vision_model.post_layernorm"},
    {"transformer.resblocks", "text_model.encoder.layers"},
    {"token_embedding", "text_model.embeddings.token_embedding"},
    {"positional_embedding", "text_model.embeddings.position_embedding.weight"},
    {"ln_final", "text_model.final_layer_norm"},
    {"attn.out_proj", "self_attn.out_proj"},
    {"ln_1", "layer_norm1"},
    {"ln_2", "layer_norm2"},
    {"mlp.c_fc", "mlp.fc1"},
    {"mlp.c_proj", "mlp.fc2"},
}};

constexpr std::array kMaps = {
    KeyMap{.name = "bert-old-to-new",
           .title = phrase("BERT, from the names of its first versions (gamma, beta) to those of today"),
           .runs = kOldBert},
    KeyMap{.name = "weight-norm-old-to-new",
           .title = phrase("torch.nn.utils.weight_norm to torch.nn.utils.parametrizations.weight_norm"),
           .runs = kWeightNorm},
    KeyMap{.name = "weight-norm-new-to-old",
           .title = phrase("torch.nn.utils.parametrizations.weight_norm to torch.nn.utils.weight_norm"),
           .runs = kWeightNorm,
           .isBackwards = true},
    KeyMap{.name = "densenet-old-to-new",
           .title = phrase("DenseNet of torchvision, from the names of its first files to those of today"),
           .sign = "denselayer1",
           .runs = kOldDenseNet},
    KeyMap{.name = "peft-file-to-model",
           .title = phrase("adapters of PEFT, from the names in its files to those in a model that has them"),
           .runs = kAdapter},
    KeyMap{.name = "peft-model-to-file",
           .title = phrase("adapters of PEFT, from the names in a model that has them to those in its files"),
           .runs = kAdapter,
           .isBackwards = true},
    KeyMap{.name = "kohya-to-diffusers",
           .title = phrase("LoRA of Stable Diffusion, from kohya's names to those of diffusers"),
           .note =
               phrase("kohya multiplies by alpha / rank; diffusers has no alpha among the weights and multiplies by 1"),
           .renamed = kohyaToDiffusers},
    KeyMap{.name = "diffusers-attention-old-to-new",
           .title = phrase("attention in VAEs of diffusers, from its first names to those of today"),
           .runs = kOldAttention},
    KeyMap{.name = "whisper-to-transformers",
           .title = phrase("Whisper, from OpenAI's names to those of transformers"),
           .sign = "attn_ln",
           .runs = kWhisper},
    KeyMap{.name = "transformers-to-whisper",
           .title = phrase("Whisper, from the names of transformers to OpenAI's"),
           .sign = "self_attn_layer_norm",
           .runs = kWhisper,
           .isBackwards = true},
    KeyMap{.name = "clip-to-transformers",
           .title = phrase("CLIP, from the names of OpenAI and open_clip to those of transformers"),
           .sign = "visual",
           .runs = kClip,
           .note =
               phrase("visual.proj and text_projection have to be transposed, and each attn.in_proj split into q, k "
                      "and v: names alone do neither, and these tensors keep theirs")},
    KeyMap{.name = "transformers-to-clip",
           .title = phrase("CLIP, from the names of transformers to those of OpenAI and open_clip"),
           .sign = "vision_model",
           .runs = kClip,
           .isBackwards = true,
           .note =
               phrase("visual_projection and text_projection have to be transposed, and q, k and v of each attention "
                      "joined: names alone do neither, and these tensors keep theirs")},
    KeyMap{.name = "esrgan-old-to-new",
           .title = phrase("ESRGAN, from the names of its first files to those of BasicSR"),
           .sign = "RRDB_trunk",
           .runs = kEsrgan},
    KeyMap{.name = "esrgan-numbered-to-new",
           .title = phrase("ESRGAN (x4), from names that are numbers (model.1.sub) to those of BasicSR"),
           .sign = "model.1.sub",
           .runs = kNumberedEsrgan},
    KeyMap{.name = "esrgan-new-to-old",
           .title = phrase("ESRGAN, from the names of BasicSR to those of its first files"),
           .sign = "rdb1",
           .runs = kEsrgan,
           .isBackwards = true},
};

std::vector<std::string_view> keysOf(std::string_view name)
{
    std::vector<std::string_view> keys;
    for (const auto part : std::views::split(name, '.')) {
        keys.emplace_back(part);
    }
    return keys;
}

bool isNumber(std::string_view key)
{
    return !key.empty() && std::ranges::all_of(key, isDigit);
}

/// Puts a run in the place of another wherever that stands. What is given to `keys` lives as long as the map and name.
bool replaceRuns(std::vector<std::string_view>& keys, std::string_view from, std::string_view to)
{
    const std::vector<std::string_view> old = keysOf(from);
    bool isChanged = false;
    for (std::size_t begin = 0; begin + old.size() <= keys.size(); ++begin) {
        std::string_view number;
        bool fits = true;
        for (std::size_t i = 0; i < old.size() && fits; ++i) {
            const std::string_view key = keys[begin + i];
            fits = old[i] == "#" ? isNumber(key) : old[i] == key;
            number = old[i] == "#" ? key : number;
        }
        if (!fits) {
            continue;
        }
        std::vector<std::string_view> now = keysOf(to);
        std::ranges::replace(now, std::string_view("#"), number);
        const auto place = keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                                      keys.begin() + static_cast<std::ptrdiff_t>(begin + old.size()));
        keys.insert(place, now.begin(), now.end());
        begin += now.size() - 1;
        isChanged = true;
    }
    return isChanged;
}

} // namespace

std::span<const KeyMap> keyMaps()
{
    return kMaps;
}

const KeyMap* keyMapNamed(std::string_view name)
{
    const auto found = std::ranges::find(kMaps, name, &KeyMap::name);
    return found == kMaps.end() ? nullptr : &*found;
}

std::optional<std::string> renamedByMap(const KeyMap& map, std::string_view name)
{
    if (map.renamed != nullptr) {
        return map.renamed(name);
    }
    std::vector<std::string_view> keys = keysOf(name);
    bool isChanged = false;
    for (const auto& [one, other] : map.runs) {
        isChanged |= map.isBackwards ? replaceRuns(keys, other, one) : replaceRuns(keys, one, other);
    }
    if (!isChanged) {
        return std::nullopt;
    }
    std::string text;
    for (const std::string_view key : keys) {
        text += text.empty() ? "" : ".";
        text += key;
    }
    return text;
}

} // namespace cairn::checkpoint
