#pragma once

#include <cstdint>
#include <string_view>

namespace cairn::checkpoint {

/// What a tensor of an adapter tells of the layer that it belongs to.
enum class AdapterSide : std::uint8_t {
    Down,   ///< rank × what the layer takes
    Up,     ///< what it gives × rank
    Number, ///< rank × words of an embedding
    Width,  ///< width of an embedding × rank
    Factor, ///< a factor of what it gives and of what it takes
    FactorUp,
    FactorDown,
    Scale, ///< of what it gives, or of what it takes
    Out,   ///< as many as it gives
    Rank,  ///< as many as its rank
    Other,
};

/// A key in the names of adapters' tensors.
struct AdapterWord {
    std::string_view name;
    std::string_view method; ///< empty where others have it, too, or it says nothing of layers
    AdapterSide side = AdapterSide::Other;
    /// What PEFT makes of it in a model, where each is there once for every adapter that is on it, and the first is
    /// called "default"; empty if PEFT has no such key.
    std::string_view inModel = {};
};

// In a file with several of them the method is that of the last one here.
inline constexpr AdapterWord kAdapterWords[] = {
    {"lora_A", "LoRA", AdapterSide::Down, "lora_A.default"},
    {"lora_B", "LoRA", AdapterSide::Up, "lora_B.default"},
    {"lora_embedding_A", "LoRA", AdapterSide::Number, "lora_embedding_A.default"},
    {"lora_embedding_B", "LoRA", AdapterSide::Width, "lora_embedding_B.default"},
    {"lora_down", "LoRA", AdapterSide::Down},
    {"lora_up", "LoRA", AdapterSide::Up},
    {"lora_mid", "LoRA", AdapterSide::Other},
    {"down", "LoRA", AdapterSide::Down}, // behind "lora", or what ends so
    {"up", "LoRA", AdapterSide::Up},
    {"alpha", "", AdapterSide::Other},
    {"lora_magnitude_vector", "DoRA", AdapterSide::Other, "lora_magnitude_vector.default.weight"},
    {"dora_scale", "DoRA", AdapterSide::Other},
    {"lora_E", "AdaLoRA", AdapterSide::Other, "lora_E.default"},
    {"hada_w1_a", "LoHa", AdapterSide::Up, "hada_w1_a.default"},
    {"hada_w1_b", "LoHa", AdapterSide::Down, "hada_w1_b.default"},
    {"hada_w2_a", "LoHa", AdapterSide::Other, "hada_w2_a.default"},
    {"hada_w2_b", "LoHa", AdapterSide::Other, "hada_w2_b.default"},
    {"hada_t1", "LoHa", AdapterSide::Other, "hada_t1.default"},
    {"hada_t2", "LoHa", AdapterSide::Other, "hada_t2.default"},
    {"lokr_w1", "LoKr", AdapterSide::Factor, "lokr_w1.default"},
    {"lokr_w2", "LoKr", AdapterSide::Factor, "lokr_w2.default"},
    {"lokr_w1_a", "LoKr", AdapterSide::FactorUp, "lokr_w1_a.default"},
    {"lokr_w1_b", "LoKr", AdapterSide::FactorDown, "lokr_w1_b.default"},
    {"lokr_w2_a", "LoKr", AdapterSide::FactorUp, "lokr_w2_a.default"},
    {"lokr_w2_b", "LoKr", AdapterSide::FactorDown, "lokr_w2_b.default"},
    {"lokr_t2", "LoKr", AdapterSide::Other, "lokr_t2.default"},
    {"ia3_l", "IA3", AdapterSide::Scale, "ia3_l.default"},
    {"vera_lambda_b", "VeRA", AdapterSide::Out, "vera_lambda_b.default"},
    {"vera_lambda_d", "VeRA", AdapterSide::Rank, "vera_lambda_d.default"},
    {"vera_A", "VeRA", AdapterSide::Other, "vera_A.default"},
    {"vera_B", "VeRA", AdapterSide::Other, "vera_B.default"},
    {"oft_R", "OFT", AdapterSide::Other, "oft_R.default"},
    {"boft_R", "BOFT", AdapterSide::Other, "boft_R.default"},
    {"boft_s", "BOFT", AdapterSide::Other, "boft_s.default"},
    {"hra_u", "HRA", AdapterSide::Other, "hra_u.default"},
    {"fourierft_spectrum", "FourierFT", AdapterSide::Other, "fourierft_spectrum.default"},
    {"ln_tuning_layers", "LN tuning", AdapterSide::Other, "ln_tuning_layers.default"},
    {"adaption_gate", "LLaMA-Adapter", AdapterSide::Other},
    {"adaption_prompt", "LLaMA-Adapter", AdapterSide::Other},
    {"prompt_embeddings", "", AdapterSide::Other, "prompt_encoder.default.embedding.weight"},
};

/// Null if it is none.
[[nodiscard]] const AdapterWord* adapterWord(std::string_view key);

/// Whether a key of a model of PEFT has one part for each adapter: "modules_to_save" and "prompt_encoder".
[[nodiscard]] bool holdsAdapters(std::string_view key);

/// The name of the adapter that a tensor in a model of PEFT is of: "other" of "q.lora_A.other.weight"; empty if the
/// name has none, as in files of adapters.
[[nodiscard]] std::string_view adapterNameIn(std::string_view name);

} // namespace cairn::checkpoint
