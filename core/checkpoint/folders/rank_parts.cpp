#include "core/checkpoint/folders/rank_parts.h"

#include "core/base/text/text.h"
#include "core/checkpoint/folders/file_rows.h"
#include "core/checkpoint/pieces/boxes.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cairn::checkpoint {

namespace {

using Numbers = std::vector<std::int64_t>;

constexpr std::string_view kDTensor = ".DTensor";
constexpr std::string_view kShardedTensor = ".ShardedTensor";

Error strange(Message what)
{
    return error(ErrorCode::Unsupported, std::move(what));
}

/// How many ranks there are along each dimension of the mesh, which may be a part of a larger one.
std::optional<Numbers> meshSizes(const Checkpoint& file, const FileRows& rows, EntryId mesh)
{
    if (const EntryId axes = rows.at(mesh, {"_layout", "axes"}); axes != kNoId) { // since torch 2.9 or so
        Numbers sizes;
        for (const EntryId axis : rows.children(axes)) {
            const auto shape = rows.integers(rows.child(axis, "shape"));
            std::int64_t size = 1;
            for (const std::int64_t part : shape.value_or(Numbers())) {
                constexpr std::int64_t most = 1 << 24; // ranks
                if (part <= 0 || part > most || size > most) {
                    return std::nullopt;
                }
                size *= part;
            }
            sizes.push_back(size);
        }
        return sizes;
    }
    const Tensor* ranks = rows.tensor(rows.child(mesh, "mesh"));
    if (ranks == nullptr) {
        return std::nullopt;
    }
    const auto shape = file.shape(*ranks);
    return Numbers(shape.begin(), shape.end());
}

/// A dimension of the mesh that a dimension of the tensor is split along.
struct Split {
    std::size_t meshDimension = 0;
    std::int64_t factor = 0; ///< of _StridedShard: how many parts there were before
};

/// The splits of each dimension of the tensor, the first one first.
class Splits {
public:
    Splits(std::size_t rank, const Numbers& mesh) : m_mesh(mesh), m_of(rank) {}

    [[nodiscard]] Result<void> read(const FileRows& rows, EntryId spec)
    {
        const std::vector<EntryId> all = rows.children(rows.child(spec, "placements"));
        if (all.size() != m_mesh.size()) {
            return fail(strange(message("it does not say how it is placed on the ranks")));
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            CAIRN_TRY(add(rows, all[i], i));
        }
        return order(rows, spec);
    }

    [[nodiscard]] const std::vector<Split>& of(std::size_t dimension) const { return m_of[dimension]; }

private:
    [[nodiscard]] Result<void> add(const FileRows& rows, EntryId placement, std::size_t meshDimension)
    {
        const std::string_view name = rows.className(placement);
        if (name == "Replicate") {
            return {};
        }
        if (name == "Partial" || name == "_Partial") {
            return fail(strange(
                message("it is a partial sum (Partial): no rank has its values, which come of adding up all of them")));
        }
        if (name != "Shard" && name != "_StridedShard") {
            return fail(
                strange(message("it is placed on the ranks in a way that is not known: %1", std::string(name))));
        }
        const auto rank = static_cast<std::int64_t>(m_of.size());
        std::int64_t dimension = rows.integer(rows.child(placement, "dim")).value_or(rank);
        dimension += dimension < 0 ? rank : 0;
        if (dimension < 0 || dimension >= rank) {
            return fail(strange(message("it is split along a dimension that it does not have")));
        }
        const std::int64_t factor =
            name == "Shard" ? 0 : rows.integer(rows.child(placement, "split_factor")).value_or(-1);
        m_of[static_cast<std::size_t>(dimension)].push_back({meshDimension, factor});
        return {};
    }

    /// Dimensions of the mesh split in their order, unless it is said otherwise: a _StridedShard comes after those
    /// behind it that split the same dimension of the tensor.
    [[nodiscard]] Result<void> order(const FileRows& rows, EntryId spec)
    {
        for (const EntryId entry : rows.children(rows.child(spec, "shard_order"))) {
            const auto parts = rows.children(entry);
            if (parts.size() != 2) {
                continue;
            }
            const auto dimension = rows.integer(parts[0]);
            const auto ranks = rows.integers(parts[1]);
            if (!dimension || !ranks || *dimension < 0 || static_cast<std::size_t>(*dimension) >= m_of.size()) {
                continue; // there is none
            }
            auto& splits = m_of[static_cast<std::size_t>(*dimension)];
            const auto place = [&](const Split& split) {
                return std::ranges::find(*ranks, static_cast<std::int64_t>(split.meshDimension)) - ranks->begin();
            };
            std::ranges::sort(splits, {}, place);
        }
        for (auto& splits : m_of) {
            std::vector<Split> ordered;
            for (auto split = splits.rbegin(); split != splits.rend(); ++split) {
                if (split->factor == 0) {
                    ordered.insert(ordered.begin(), *split); // before all that come later in the mesh
                    continue;
                }
                std::int64_t before = 1;
                std::size_t at = 0;
                while (at < ordered.size() && before < split->factor) {
                    before *= m_mesh[ordered[at++].meshDimension];
                }
                if (before != split->factor) {
                    return fail(
                        strange(message("it is split in strides (_StridedShard) that no order of the ranks explains")));
                }
                ordered.insert(ordered.begin() + static_cast<std::ptrdiff_t>(at), *split);
            }
            splits = std::move(ordered);
        }
        return {};
    }

    const Numbers& m_mesh;
    std::vector<std::vector<Split>> m_of;
};

Result<std::vector<RankPart>> readDTensor(const Checkpoint& file, const Tensor& tensor)
{
    const FileRows rows(file);
    const EntryId spec = rows.child(tensor.entry, "_spec");
    const EntryId mesh = rows.child(spec, "mesh");
    const EntryId local = rows.child(tensor.entry, "_local_tensor");
    const Tensor* values = rows.tensor(local);
    if (mesh == kNoId || values == nullptr) {
        return fail(strange(message("the parts of a DTensor are not there")));
    }
    const auto sizes = meshSizes(file, rows, mesh);
    const auto place = rows.integers(rows.child(mesh, "_coordinate_on_dim"));
    if (!sizes || !place || place->size() != sizes->size()) {
        return fail(strange(message("it does not say which of the ranks this is")));
    }
    const auto shape = file.shape(tensor);
    RankPart part{.tensor = static_cast<TensorId>(file.entries()[local].payload),
                  .origin = Numbers(shape.size(), 0),
                  .size = Numbers(shape.begin(), shape.end())};
    Splits splits(shape.size(), *sizes);
    CAIRN_TRY(splits.read(rows, spec));
    for (std::size_t i = 0; i < shape.size(); ++i) {
        for (const Split& split : splits.of(i)) {
            const std::int64_t parts = (*sizes)[split.meshDimension];
            const std::int64_t mine = (*place)[split.meshDimension];
            if (parts <= 0 || mine < 0 || mine >= parts) {
                return fail(strange(message("it does not say which of the ranks this is")));
            }
            // As torch.chunk: all of one size, and what is left for the last ones.
            const std::int64_t each = part.size[i] / parts + (part.size[i] % parts != 0 ? 1 : 0);
            const std::int64_t begin = std::min(each * mine, part.size[i]);
            part.origin[i] += begin;
            part.size[i] = std::min(each, part.size[i] - begin);
        }
    }
    if (!std::ranges::equal(file.shape(*values), part.size)) {
        const auto found = file.shape(*values);
        const Numbers zero(found.size(), 0);
        return fail(strange(message("its part has the shape %1, and should be %2", boxText(zero, found),
                                    boxText(part.origin, part.size))));
    }
    return std::vector{std::move(part)};
}

Result<std::vector<RankPart>> readShardedTensor(const Checkpoint& file, const Tensor& tensor)
{
    const FileRows rows(file);
    const EntryId shards = rows.at(tensor.entry, {"state", "0"});
    if (shards == kNoId) {
        return fail(strange(message("the parts of a ShardedTensor are not there")));
    }
    std::vector<RankPart> parts;
    for (const EntryId shard : rows.children(shards)) {
        const EntryId local = rows.child(shard, "tensor");
        const Tensor* values = rows.tensor(local);
        auto origin = rows.integers(rows.at(shard, {"metadata", "shard_offsets"}));
        auto size = rows.integers(rows.at(shard, {"metadata", "shard_sizes"}));
        const bool isWhole = values != nullptr && origin && size && origin->size() == file.shape(tensor).size() &&
                             std::ranges::equal(file.shape(*values), *size);
        if (!isWhole) {
            return fail(strange(message("a part of a ShardedTensor does not say where it belongs")));
        }
        parts.push_back({.tensor = static_cast<TensorId>(file.entries()[local].payload),
                         .origin = std::move(*origin),
                         .size = std::move(*size)});
    }
    return parts;
}

} // namespace

bool isInParts(const Checkpoint& file, const Tensor& tensor)
{
    const TensorExtra* extra = file.extra(tensor);
    return extra != nullptr && extra->subclass.starts_with("torch.distributed.") &&
           (extra->subclass.ends_with(kDTensor) || extra->subclass.ends_with(kShardedTensor));
}

Result<std::vector<RankPart>> readRankParts(const Checkpoint& file, const Tensor& tensor)
{
    return file.extra(tensor)->subclass.ends_with(kDTensor) ? readDTensor(file, tensor)
                                                            : readShardedTensor(file, tensor);
}

} // namespace cairn::checkpoint
