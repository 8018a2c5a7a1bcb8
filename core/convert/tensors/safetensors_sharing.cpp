#include "core/convert/tensors/safetensors_sharing.h"

#include "core/base/text/text.h"
#include "core/values/value_layout.h"

#include <algorithm>
#include <tuple>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;

namespace {

/// The bytes between the first and the last value of a tensor.
struct Range {
    checkpoint::StorageId storage = checkpoint::kNoId;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::size_t index = 0; ///< of the tensor
};

bool isSameView(const Checkpoint& source, const NamedTensor& first, const NamedTensor& second)
{
    const Tensor& a = source.tensors()[first.tensor];
    const Tensor& b = source.tensors()[second.tensor];
    const auto sizes = source.shape(a);
    const auto scalesOf = [](const NamedTensor& named) {
        return named.scaling == nullptr ? checkpoint::kNoId : named.scaling->scales;
    };
    if (first.dtype != second.dtype || scalesOf(first) != scalesOf(second) || a.dtype != b.dtype ||
        a.offset != b.offset || !std::ranges::equal(sizes, source.shape(b))) {
        return false;
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (sizes[i] != 1 && source.stride(a)[i] != source.stride(b)[i]) {
            return false;
        }
    }
    return true;
}

std::unexpected<Error> overlapping(const std::vector<NamedTensor>& tensors,
                                   const std::vector<std::pair<std::size_t, std::size_t>>& pairs)
{
    constexpr std::size_t mostNamed = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(pairs.size(), mostNamed); ++i) {
        names += (i == 0 ? "" : ", ") + inQuotes(tensors[pairs[i].second].name) + " with " +
                 inQuotes(tensors[pairs[i].first].name);
    }
    if (pairs.size() > mostNamed) {
        names += " and " + countOf(pairs.size() - mostNamed, "more pair");
    }
    return fail(error(ErrorCode::Unsupported, message("tensors overlap in memory: %1", names))
                    .because(message("safetensors cannot express that they share values"))
                    .fix(message("Write each with a copy of its own: --clone")));
}

} // namespace

Result<AliasPairs> findAliases(const Checkpoint& source, const std::vector<NamedTensor>& tensors)
{
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        CAIRN_ASSIGN(layout, values::valueLayout(source, source.tensors()[tensors[i].tensor]));
        if (layout.elements != 0) {
            ranges.push_back({layout.storage, layout.begin, layout.end, i});
        }
    }
    std::ranges::sort(ranges, {},
                      [](const Range& range) { return std::tuple(range.storage, range.begin, range.index); });
    AliasPairs aliases;
    AliasPairs overlaps;
    const Range* kept = nullptr; // those that are kept do not overlap, so only the last can reach the next
    for (const Range& range : ranges) {
        if (kept == nullptr || range.storage != kept->storage || range.begin >= kept->end) {
            kept = &range;
        } else if (isSameView(source, tensors[kept->index], tensors[range.index])) {
            aliases.emplace_back(range.index, kept->index);
        } else {
            overlaps.emplace_back(kept->index, range.index);
            kept = range.end > kept->end ? &range : kept;
        }
    }
    if (!overlaps.empty()) {
        return overlapping(tensors, overlaps);
    }
    std::ranges::sort(aliases);
    return aliases;
}

} // namespace cairn::convert
