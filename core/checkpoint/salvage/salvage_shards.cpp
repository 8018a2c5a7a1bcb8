#include "core/checkpoint/salvage/salvage_shards.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/shard_reader.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// By name, as the index has them; of a name in two shards the worse.
using States = std::unordered_map<std::string, SalvagedTensor>;

void addStates(const Salvage& shard, States& states)
{
    const Checkpoint& checkpoint = *shard.checkpoint;
    for (const SalvagedTensor& tensor : shard.tensors) {
        const auto [known, isNew] =
            states.emplace(checkpoint.entryName(checkpoint.tensors()[tensor.tensor].entry), tensor);
        if (!isNew && known->second.state < tensor.state) {
            known->second = tensor;
        }
    }
}

} // namespace

Result<Salvage> salvageShards(const formats::ShardIndex& index, std::uint64_t indexBytes, const std::string& path,
                              Progress* progress)
{
    Salvage whole;
    States states;
    const OpenShard open = [&](const std::string& folder, const std::string& name) -> Result<CheckpointPtr> {
        auto file = FileSource::openNamed(folder.empty() ? "." : folder, name);
        auto shard = file ? salvage(*file, folder + name, progress) : Result<Salvage>(fail(std::move(file).error()));
        if (!shard) {
            ++whole.shardsLost;
            whole.notes.push_back(shard.error().code == ErrorCode::FileNotFound
                                      ? message("%1 is missing", inQuotes(name))
                                      : message("nothing can be saved of %1: %2", inQuotes(name), shard.error().what));
            return fail(std::move(shard).error());
        }
        for (const Message& note : shard->notes) {
            whole.notes.push_back(message("%1: %2", inQuotes(name), note));
        }
        whole.isDescriptionWhole = whole.isDescriptionWhole && shard->isDescriptionWhole;
        addStates(*shard, states);
        return std::move(shard->checkpoint);
    };
    CAIRN_ASSIGN(joined, readShards(index, indexBytes, path, open));
    joined->walk([&](EntryId id, std::size_t) {
        const Entry& entry = joined->entries()[id];
        if (entry.kind == EntryKind::Tensor && !joined->tensors()[entry.payload].part) {
            SalvagedTensor tensor = states[joined->entryName(id)];
            tensor.tensor = static_cast<TensorId>(entry.payload);
            whole.tensors.push_back(std::move(tensor));
        }
    });
    for (const Issue& issue : index.issues) {
        whole.notes.push_back(issue.message);
    }
    for (const auto& [name, shard] : index.weights) {
        if (!states.contains(name)) {
            whole.lost.push_back(name);
        }
    }
    whole.checkpoint = std::move(joined);
    return whole;
}

} // namespace cairn::checkpoint
