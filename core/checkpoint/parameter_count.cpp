#include "core/checkpoint/parameter_count.h"

#include "core/checkpoint/own_elements.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn::checkpoint {

bool namesOptimizer(std::string_view key)
{
    std::string folded(key);
    std::ranges::transform(folded, folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return folded.find("optimizer") != std::string::npos || folded.find("optimiser") != std::string::npos ||
           folded.starts_with("optim_") || folded.ends_with("optim");
}

LargeVector<std::uint8_t> optimizerRows(const Checkpoint& checkpoint)
{
    const auto entries = checkpoint.entries();
    LargeVector<std::uint8_t> rows(entries.size()); // parents come before their children
    for (EntryId id = 0; id < entries.size(); ++id) {
        const Entry& entry = entries[id];
        const bool isNamed =
            entry.kind == EntryKind::Group && entry.childCount != 0 && namesOptimizer(checkpoint.keyView(entry));
        rows[id] = isNamed || (id != 0 && rows[entry.parent] != 0) ? 1 : 0;
    }
    return rows;
}

bool isBuffer(const Checkpoint& checkpoint, const Tensor& tensor)
{
    constexpr std::array<std::string_view, 6> names = {"running_mean", "running_var", "num_batches_tracked",
                                                       "position_ids", "n_averaged",  "relative_position_index"};
    const std::string_view key = checkpoint.keyView(checkpoint.entries()[tensor.entry]);
    const std::string_view name = key.substr(key.rfind('.') + 1);
    return tensor.kind == TensorKind::Buffer || std::ranges::find(names, name) != names.end();
}

ParameterCount countParameters(const Checkpoint& checkpoint)
{
    ParameterCount count;
    OwnElements own(checkpoint);
    const LargeVector<std::uint8_t> ofOptimizer = optimizerRows(checkpoint);
    for (const Entry& entry : checkpoint.entries()) {
        if (entry.kind != EntryKind::Tensor || checkpoint.tensors()[entry.payload].part) {
            continue;
        }
        const Tensor& tensor = checkpoint.tensors()[entry.payload];
        if (ofOptimizer[static_cast<std::size_t>(&entry - checkpoint.entries().data())] != 0) {
            count.optimizerElements += own.of(tensor);
        } else if (!isBuffer(checkpoint, tensor)) {
            count.parameters += own.of(tensor);
        }
    }
    return count;
}

} // namespace cairn::checkpoint
