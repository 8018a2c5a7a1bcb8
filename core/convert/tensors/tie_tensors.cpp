#include "core/convert/tensors/tie_tensors.h"

#include "core/base/files/byte_blocks.h"
#include "core/base/progress.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "core/convert/tensors/tensor_set.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <unordered_map>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

bool areOfOneKind(const Checkpoint& source, const NamedTensor& a, const NamedTensor& b)
{
    return a.dtype == b.dtype &&
           std::ranges::equal(source.shape(source.tensors()[a.tensor]), source.shape(source.tensors()[b.tensor]));
}

/// Numbers that become codes are compared as they are: codes are alike where numbers are not.
NamedTensor asCompared(const Checkpoint& source, NamedTensor named)
{
    if (named.becomesCodes()) {
        named.scaling = nullptr;
        named.dtype = source.tensors()[named.tensor].dtype;
    }
    return named;
}

/// By the bytes that would be written.
Result<bool> areAlike(const Checkpoint& source, const NamedTensor& a, const NamedTensor& b, const Progress* progress)
{
    CAIRN_ASSIGN(first, TensorBytes::open(source, a));
    CAIRN_ASSIGN(second, TensorBytes::open(source, b));
    std::span<const std::byte> left;
    std::span<const std::byte> right;
    while (true) {
        CAIRN_TRY(checkStop(progress));
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
        if (!areSameBytes(left.first(count), right.first(count))) {
            return false;
        }
        left = left.subspan(count);
        right = right.subspan(count);
    }
}

/// The places of the tensors that are written, by their names.
std::unordered_map<std::string_view, std::size_t> placesOf(const TensorSet& set)
{
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < set.tensors.size(); ++i) {
        places.emplace(set.tensors[i].name, i);
    }
    return places;
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
    if (ties.empty()) {
        return {};
    }
    const auto places = placesOf(set);
    for (const Tie& wanted : ties) {
        const auto name = places.find(wanted.name);
        const auto same = places.find(wanted.same);
        if (name == places.end() || same == places.end()) {
            set.unusedRules.push_back(wanted.rule());
            continue;
        }
        const std::size_t kept = std::min(keptPlace(set, name->second), keptPlace(set, same->second));
        const std::size_t other = std::max(keptPlace(set, name->second), keptPlace(set, same->second));
        if (kept == other) {
            continue; // they are one already
        }
        const NamedTensor first = asCompared(source, set.tensors[kept]);
        const NamedTensor second = asCompared(source, set.tensors[other]);
        if (!areOfOneKind(source, first, second)) {
            return fail(cannotTie(wanted, message("Their dtypes or shapes are not the same")));
        }
        CAIRN_ASSIGN(alike, areAlike(source, first, second, progress));
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
