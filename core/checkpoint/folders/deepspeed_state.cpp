#include "core/checkpoint/folders/deepspeed_state.h"

#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/folders/member_file.h"

#include <array>
#include <bit>
#include <set>
#include <utility>

namespace cairn::checkpoint {

namespace {

using Partitions = std::vector<std::optional<ZeroPartition>>;

/// One vector of all ranks, cut at the ends of a parameter.
class VectorJoiner {
public:
    VectorJoiner(const Partitions& partitions, std::string_view key) : m_partitions(partitions), m_key(key) {}

    [[nodiscard]] StateTensor join(const ZeroParameter& parameter, const Result<std::vector<ZeroLayout::Run>>& runs,
                                   const std::string& name, StateBuilder& state)
    {
        std::vector<StateBuilder::Part> parts;
        std::optional<Error> failure = runs ? std::nullopt : std::optional(runs.error());
        m_dtype = formats::Dtype::Unknown;
        std::uint64_t begin = 0;
        for (std::size_t i = 0; runs && i < runs->size() && !failure; ++i) {
            failure = add((*runs)[i], begin, parts);
            begin += (*runs)[i].count;
        }
        const formats::Dtype dtype = m_dtype == formats::Dtype::Unknown ? formats::Dtype::Float32 : m_dtype;
        return state.addParts(dtype, parameter.shape, parts, name, std::move(failure));
    }

private:
    /// What is wrong, if anything is. A rank that is missing leaves a gap.
    [[nodiscard]] std::optional<Error> add(const ZeroLayout::Run& run, std::uint64_t begin,
                                           std::vector<StateBuilder::Part>& parts)
    {
        const auto& partition = m_partitions[run.rank];
        if (!partition) {
            return std::nullopt;
        }
        const auto vectors = partition->vectors.find(m_key);
        const bool isThere = vectors != partition->vectors.end() && run.group < vectors->second.size();
        const ZeroVector vector = isThere ? vectors->second[run.group] : ZeroVector();
        const std::string rank = std::to_string(run.rank);
        if (run.start > vector.count || run.count > vector.count - run.start) {
            return error(ErrorCode::PieceBroken,
                         message("the part of rank %1 has %2 elements, and should have %3 at least", rank,
                                 groupedDigits(vector.count), groupedDigits(run.start + run.count)));
        }
        if (m_dtype != formats::Dtype::Unknown && vector.dtype != m_dtype) {
            return error(ErrorCode::PieceBroken,
                         message("the ranks do not agree on its dtype, rank %1 among them", rank));
        }
        m_dtype = vector.dtype;
        const std::uint64_t item = formats::dtypeInfo(m_dtype).storageBytes;
        parts.push_back(
            {.file = vector.file, .offset = vector.offset + run.start * item, .begin = begin, .count = run.count});
        return std::nullopt;
    }

    const Partitions& m_partitions;
    std::string m_key;
    formats::Dtype m_dtype = formats::Dtype::Unknown; ///< of the parameter that is joined
};

/// The names of what some rank has a vector of for a group, but for the weights.
std::set<std::string> stateVectors(const Partitions& partitions, std::size_t group)
{
    std::set<std::string> names;
    for (const auto& partition : partitions) {
        if (!partition) {
            continue;
        }
        for (const auto& [name, vectors] : partition->vectors) {
            if (name != kMasters && group < vectors.size() && vectors[group].dtype != formats::Dtype::Unknown) {
                names.insert(name);
            }
        }
    }
    return names;
}

} // namespace

bool StateBuilder::canBe(const std::vector<std::int64_t>& shape, const std::string& name)
{
    const auto elements = productOf(shape);
    constexpr std::uint64_t most = std::uint64_t{1} << 60;
    if (elements && *elements <= most && shape.size() <= 255) {
        return true;
    }
    m_builder.addIssue(
        {ErrorCode::TensorHuge, Severity::Error, message("the shape has more elements than a tensor can have"), name});
    return false;
}

StateTensor StateBuilder::addWhole(const Checkpoint& from, const Tensor& tensor, std::uint32_t file,
                                   const std::string& name)
{
    const auto shape = from.shape(tensor);
    const std::vector<std::int64_t> zero(shape.size(), 0);
    auto elements = plainElements(from, tensor, tensor.dtype);
    m_tensors.begin(tensor.dtype, shape, name);
    if (elements) {
        m_tensors.add({.offset = elements->offset, .bytes = elements->bytes, .file = file}, zero, shape,
                      elements->strides);
    }
    return {.key = m_tensors.finish(elements ? std::nullopt : std::optional(std::move(elements).error())),
            .dtype = tensor.dtype,
            .shape = {shape.begin(), shape.end()},
            .tag = std::string(from.deviceTag(tensor.device))};
}

/// The elements of a tensor are one row here, whatever its shape is: a run of them is no box of anything else.
StateTensor StateBuilder::addParts(formats::Dtype dtype, std::vector<std::int64_t> shape, std::span<const Part> parts,
                                   const std::string& name, std::optional<Error> failure)
{
    const std::uint64_t item = formats::dtypeInfo(dtype).storageBytes;
    const std::array<std::int64_t, 1> all = {static_cast<std::int64_t>(productOf(shape).value_or(0))};
    m_tensors.begin(dtype, all, name);
    for (const Part& part : parts) {
        const std::array<std::int64_t, 1> begin = {static_cast<std::int64_t>(part.begin)};
        const std::array<std::int64_t, 1> count = {static_cast<std::int64_t>(part.count)};
        m_tensors.add({.offset = part.offset, .bytes = part.count * item, .file = part.file}, begin, count);
    }
    return {.key = m_tensors.finish(std::move(failure)), .dtype = dtype, .shape = std::move(shape)};
}

std::optional<StateValue> StateBuilder::addScalar(const Checkpoint& from, EntryId row, std::uint32_t file,
                                                  const std::string& parameter, const std::string& name)
{
    const FileRows rows(from);
    if (const Tensor* tensor = rows.tensor(row); tensor != nullptr && from.shape(*tensor).empty()) {
        return StateValue{name, addWhole(from, *tensor, file, parameter)};
    }
    if (const auto number = rows.integer(row)) {
        return StateValue{name, *number};
    }
    const Entry& entry = from.entries()[row];
    if (entry.kind == EntryKind::Value && entry.valueKind == ValueKind::Float) {
        return StateValue{name, std::bit_cast<double>(entry.payload)};
    }
    return std::nullopt;
}

StateByName joinPartitions(const ZeroLayout& layout, const Partitions& partitions, const OpenedFile& first,
                           StateBuilder& state)
{
    std::map<std::string, std::vector<FileRows::Pair>> groups;
    if (first.file != nullptr) {
        const FileRows rows(*first.file);
        for (const FileRows::Pair& group : rows.pairs(zeroState(*first.file))) {
            groups.emplace(group.key, rows.pairs(group.row));
        }
    }
    StateByName all;
    for (std::size_t group = 0; group < layout.groups().size(); ++group) {
        const std::set<std::string> vectors = stateVectors(partitions, group);
        const std::vector<FileRows::Pair> values = groups[std::to_string(group)];
        for (std::size_t i = 0; i < layout.groups()[group].size(); ++i) {
            const ZeroParameter& parameter = layout.groups()[group][i];
            if (!state.canBe(parameter.shape, parameter.name)) {
                continue;
            }
            ParameterState& found = all[parameter.name];
            const auto runs = layout.runsOf(group, i);
            found.master = VectorJoiner(partitions, kMasters).join(parameter, runs, parameter.name, state);
            for (const std::string& vector : vectors) {
                found.values.push_back(
                    {vector, VectorJoiner(partitions, vector).join(parameter, runs, parameter.name, state)});
            }
            for (const FileRows::Pair& value : values) {
                if (auto scalar = state.addScalar(*first.file, value.row, first.number, parameter.name, value.key)) {
                    found.values.push_back(std::move(*scalar));
                }
            }
        }
    }
    return all;
}

} // namespace cairn::checkpoint
