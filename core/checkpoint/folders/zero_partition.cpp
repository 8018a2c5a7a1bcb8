#include "core/checkpoint/folders/zero_partition.h"

#include "core/base/text/text.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/folders/member_file.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cairn::checkpoint {

namespace {

/// Not the same row in all stages.
EntryId baseOptimizer(const FileRows& rows)
{
    const EntryId zero = rows.child(0, "optimizer_state_dict");
    const EntryId inside = rows.child(zero, "base_optimizer_state");
    return inside != kNoId ? inside : rows.child(zero, "optimizer_state_dict");
}

Result<ZeroVector> vectorOf(const Checkpoint& from, const Tensor& tensor, std::uint32_t file)
{
    CAIRN_ASSIGN(elements, plainElements(from, tensor, tensor.dtype));
    const auto strides = from.stride(tensor);
    if (from.shape(tensor).size() != 1 || (strides[0] != 1 && from.elementCount(tensor) > 1)) {
        return fail(ErrorCode::PieceBroken, message("a rank's part of the weights is no vector"));
    }
    return ZeroVector{
        .file = file, .offset = elements.offset, .count = from.elementCount(tensor), .dtype = tensor.dtype};
}

/// The part of a vector that has the number of its group; what is there of others stays.
void put(std::vector<ZeroVector>& vectors, std::size_t group, const ZeroVector& vector)
{
    vectors.resize(std::max(vectors.size(), group + 1));
    vectors[group] = vector;
}

/// State that is a vector of the same elements as the weights. What is one number for all of them is no vector.
void readState(const Checkpoint& from, std::uint32_t file, ZeroPartition& partition)
{
    const FileRows rows(from);
    const std::size_t groups = partition.vectors[std::string(kMasters)].size();
    for (const FileRows::Pair& group : rows.pairs(zeroState(from))) {
        std::size_t number = 0;
        const char* const end = group.key.data() + group.key.size();
        const auto read = std::from_chars(group.key.data(), end, number);
        if (read.ec != std::errc() || read.ptr != end || number >= groups) {
            continue;
        }
        for (const FileRows::Pair& value : rows.pairs(group.row)) {
            const Tensor* tensor = rows.tensor(value.row);
            const bool isFlat = tensor != nullptr && from.shape(*tensor).size() == 1 && value.key != kMasters;
            const auto vector = isFlat ? vectorOf(from, *tensor, file) : Result<ZeroVector>();
            if (isFlat && vector) {
                put(partition.vectors[value.key], number, *vector);
            }
        }
    }
}

std::vector<std::vector<ZeroPartition::Slice>> readSlices(const FileRows& rows, EntryId groups)
{
    std::vector<std::vector<ZeroPartition::Slice>> slices;
    for (const EntryId group : rows.children(groups)) {
        slices.emplace_back();
        for (FileRows::Pair& slice : rows.pairs(group)) {
            slices.back().push_back({.parameter = std::move(slice.key),
                                     .start = rows.integer(rows.child(slice.row, "start")).value_or(-1),
                                     .count = rows.integer(rows.child(slice.row, "numel")).value_or(-1)});
        }
    }
    return slices;
}

/// A number, or since it is an enumeration "ZeroStageEnum(2)".
std::optional<std::int64_t> stageIn(const Checkpoint& from, EntryId row)
{
    const auto number = FileRows(from).integer(row);
    if (number || row == kNoId || from.entries()[row].kind != EntryKind::Value) {
        return number;
    }
    const std::string_view text = from.valueText(from.entries()[row]);
    const std::string_view digits = text.substr(std::min(text.find('(') + 1, text.size()));
    std::int64_t stage = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), stage);
    return read.ec == std::errc() ? std::optional(stage) : std::nullopt;
}

} // namespace

EntryId zeroState(const Checkpoint& from)
{
    const FileRows rows(from);
    return rows.child(baseOptimizer(rows), "state");
}

EntryId zeroParameterGroups(const Checkpoint& from)
{
    const FileRows rows(from);
    return rows.child(baseOptimizer(rows), "param_groups");
}

Result<ZeroPartition> readZeroPartition(const Checkpoint& from, std::uint32_t file)
{
    const FileRows rows(from);
    const EntryId zero = rows.child(0, "optimizer_state_dict");
    EntryId masters = rows.child(zero, "single_partition_of_fp32_groups");
    masters = masters != kNoId ? masters : rows.child(zero, "fp32_flat_groups");
    if (masters == kNoId) {
        return fail(error(ErrorCode::PieceBroken, message("it has no part of the weights"))
                        .because(message("Neither single_partition_of_fp32_groups nor fp32_flat_groups is in it")));
    }
    ZeroPartition partition;
    std::vector<ZeroVector>& vectors = partition.vectors[std::string(kMasters)];
    for (const EntryId group : rows.children(masters)) {
        const Tensor* tensor = rows.tensor(group);
        if (tensor == nullptr) {
            return fail(ErrorCode::PieceBroken, message("a rank's part of the weights is no vector"));
        }
        CAIRN_ASSIGN(vector, vectorOf(from, *tensor, file));
        put(vectors, vectors.size(), vector);
    }
    const EntryId count = rows.child(zero, "partition_count");
    const std::vector<std::int64_t> counts = rows.integers(count).value_or(std::vector<std::int64_t>());
    partition.ranks = counts.empty() ? rows.integer(count).value_or(0) : std::ranges::max(counts);
    partition.stage = stageIn(from, rows.child(zero, "zero_stage"));
    partition.slices = readSlices(rows, rows.child(zero, "param_slice_mappings"));
    partition.paddings = rows.integers(rows.child(zero, "group_paddings")).value_or(std::vector<std::int64_t>());
    for (const EntryId group : rows.children(rows.child(zero, "param_alignment_paddings"))) {
        partition.alignments.push_back(rows.integers(group).value_or(std::vector<std::int64_t>()));
    }
    readState(from, file, partition);
    return partition;
}

} // namespace cairn::checkpoint
