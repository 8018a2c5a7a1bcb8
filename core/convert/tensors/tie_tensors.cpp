#include "core/convert/tensors/tie_tensors.h"

#include "core/base/progress.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/convert/tensors/tensor_set.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

bool areOfOneKind(const Checkpoint& source, const NamedTensor& a, const NamedTensor& b)
{
    return a.dtype == b.dtype &&
           std::ranges::equal(source.shape(source.tensors()[a.tensor]), source.shape(source.tensors()[b.tensor]));
}

/// By the bytes that would be written.
Result<bool> areAlike(const Checkpoint& source, const NamedTensor& a, const NamedTensor& b, const Progress* progress)
{
    CAIRN_ASSIGN(first, TensorBytes::open(source, a));
    CAIRN_ASSIGN(second, TensorBytes::open(source, b));
    std::span<const std::byte> left;
    std::span<const std::byte> right;
    while (true) {
        if (progress != nullptr && progress->stopRequested()) {
            return fail(ErrorCode::Cancelled, message("cancelled"));
        }
        if (left.empty()) {
            CAIRN_ASSIGN(next, first.next());
            left = next;
        }
        if (right.empty()) {
            CAIRN_ASSIGN(next, second.next());
            right = next;
        }
        const std::size_t count = std::min(left.size(), right.size());
        if (count == 0) {
            return left.empty() && right.empty();
        }
        if (std::memcmp(left.data(), right.data(), count) != 0) {
            return false;
        }
        left = left.subspan(count);
        right = right.subspan(count);
    }
}

/// Its place among the tensors that are written.
std::optional<std::size_t> placeOf(const TensorSet& set, std::string_view name)
{
    const auto found = std::ranges::find(set.tensors, name, &NamedTensor::name);
    return found == set.tensors.end() ? std::nullopt
                                      : std::optional(static_cast<std::size_t>(found - set.tensors.begin()));
}

std::size_t keptPlace(const TensorSet& set, std::size_t place)
{
    const std::size_t same = set.tensors[place].sameAs;
    return same == NamedTensor::kItself ? place : same;
}

} // namespace

Result<void> tieTensors(const Checkpoint& source, const std::vector<Tie>& ties, TensorSet& set,
                        const Progress* progress)
{
    for (const Tie& wanted : ties) {
        const auto name = placeOf(set, wanted.name);
        const auto same = placeOf(set, wanted.same);
        if (!name || !same) {
            set.unusedRules.push_back(wanted.rule());
            continue;
        }
        const std::size_t kept = std::min(keptPlace(set, *name), keptPlace(set, *same));
        const std::size_t other = std::max(keptPlace(set, *name), keptPlace(set, *same));
        if (kept == other) {
            continue; // they are one already
        }
        if (!areOfOneKind(source, set.tensors[kept], set.tensors[other])) {
            return fail(cannotTie(wanted, message("Their dtypes or shapes are not the same")));
        }
        CAIRN_ASSIGN(alike, areAlike(source, set.tensors[kept], set.tensors[other], progress));
        if (!alike) {
            return fail(cannotTie(wanted, message("Their values are not the same")));
        }
        for (NamedTensor& named : set.tensors) {
            named.sameAs = named.sameAs == other ? kept : named.sameAs;
        }
        set.tensors[other].sameAs = kept;
    }
    return {};
}

} // namespace cairn::convert
