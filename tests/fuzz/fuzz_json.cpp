#include "core/formats/json_model.h"
#include "core/formats/safetensors/shard_index.h"
#include "tests/fuzz/fuzz_input.h"

// The index of a sharded set, and the model.json of early TorchScript.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto index = cairn::formats::readShardIndex(*cairn::fuzz::sourceOf(data, size));
    if (index) {
        for (const auto& [tensor, shard] : index->weights) {
            if (shard >= index->shards.size() || !cairn::formats::isPlainFileName(index->shards[shard])) {
                __builtin_trap();
            }
        }
    }
    const auto model = cairn::formats::readJsonModel(cairn::fuzz::textOf(data, size));
    if (model) {
        for (const auto& slot : model->slots) {
            const bool isTensor = slot.kind != cairn::formats::JsonModelSlot::Kind::Attribute;
            if (slot.module >= model->modules.size() ||
                (isTensor && static_cast<std::size_t>(slot.id) >= model->tensors.size())) {
                __builtin_trap();
            }
        }
    }
    return 0;
}
