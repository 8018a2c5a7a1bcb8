#include "core/checkpoint/readers/safetensors_reader.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/formats/safetensors/sharding_info.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::SafetensorsHeader;
using formats::SafetensorsTensor;

namespace {

/// Turns a header into rows: one for each tensor, then one for the metadata and what is in it.
class Rows {
public:
    /// `origins`: of pieces, laid out as the sizes in the header; empty for whole tensors.
    Rows(CheckpointBuilder& builder, const SafetensorsHeader& header, std::uint32_t source,
         std::span<const std::int64_t> origins)
        : m_builder(builder), m_header(header), m_source(source), m_origins(origins), m_cpu(builder.device("cpu")),
          m_tensorType(builder.type("Tensor"))
    {
    }

    [[nodiscard]] Result<void> add(const Progress* progress)
    {
        const auto tensors = static_cast<std::uint32_t>(m_header.tensors.size());
        const bool hasMetadata = !m_header.metadata.empty();
        Entry root;
        root.type = m_builder.type("dict");
        root.firstChild = 1;
        root.childCount = tensors + (hasMetadata ? 1 : 0);
        (void)m_builder.addEntry(root);
        for (std::uint32_t i = 0; i < tensors; ++i) {
            constexpr std::uint32_t askEvery = 1U << 14;
            if (i % askEvery == 0) {
                CAIRN_TRY(checkStop(progress));
            }
            addTensor(m_header.tensors[i]);
        }
        if (hasMetadata) {
            addMetadata();
        }
        return {};
    }

private:
    void addTensor(const SafetensorsTensor& saved)
    {
        Storage storage;
        storage.bytes = saved.end - saved.begin;
        storage.offset = m_header.dataOffset + saved.begin;
        storage.source = m_source;
        storage.device = m_cpu;
        storage.dtype = saved.dtype;

        Entry entry;
        entry.parent = 0;
        entry.type = m_tensorType;
        entry.kind = EntryKind::Tensor;
        m_builder.setKey(entry, m_header.name(saved));
        const EntryId id = m_builder.addEntry(entry);

        const auto shape = m_header.shape(saved);
        m_sizes.assign(shape.begin(), shape.end());
        if (!formats::toTorchShape(saved.dtype, m_sizes)) {
            m_sizes = {static_cast<std::int64_t>(storage.bytes)};
            m_builder.addIssue(
                ErrorCode::Unsupported, Severity::Warning,
                message("an odd number of half-byte values in a row has no form in torch; shown as a row of bytes"),
                id);
        }
        rowMajorStrides(m_sizes, m_strides);
        Tensor tensor;
        tensor.entry = id;
        tensor.storage = m_builder.addStorage(storage, m_header.name(saved));
        tensor.device = m_cpu;
        tensor.dtype = saved.dtype;
        if (!m_origins.empty() && saved.rank != 0) { // one without dimensions is never cut
            const auto origin = m_origins.subspan(saved.dims, saved.rank);
            tensor.extra = m_builder.addExtra(
                {.subclass = {}, .quantizer = {}, .pieceOrigin = std::vector(origin.begin(), origin.end())});
        }
        m_builder.entry(id).payload = m_builder.addTensor(tensor, m_sizes, m_strides);
    }

    void addMetadata()
    {
        Entry group;
        group.parent = 0;
        group.type = m_builder.type("dict");
        group.attribute = true;
        m_builder.setKey(group, "__metadata__");
        const EntryId id = m_builder.addEntry(group);
        m_builder.entry(id).firstChild = id + 1;
        m_builder.entry(id).childCount = static_cast<std::uint32_t>(m_header.metadata.size());
        for (const auto& [key, value] : m_header.metadata) {
            Entry entry;
            entry.parent = id;
            entry.type = m_builder.type("str");
            entry.kind = EntryKind::Value;
            entry.valueKind = ValueKind::Text;
            entry.payload = m_builder.text(value);
            m_builder.setKey(entry, key);
            (void)m_builder.addEntry(entry);
        }
    }

    CheckpointBuilder& m_builder;
    const SafetensorsHeader& m_header;
    std::uint32_t m_source;
    std::span<const std::int64_t> m_origins;
    std::uint16_t m_cpu;
    std::uint16_t m_tensorType;
    std::vector<std::int64_t> m_sizes;
    std::vector<std::int64_t> m_strides;
};

/// Where the tensors begin in those that they are pieces of; empty if nothing says that they are pieces. What begins at
/// 0 may be whole: then the name that torch gives to files of ranks decides.
std::vector<std::int64_t> pieceOrigins(const SafetensorsHeader& header, const std::string& path,
                                       CheckpointBuilder& builder)
{
    if (formats::shardingText(header) == nullptr) {
        return {};
    }
    auto origins = formats::readOrigins(header);
    if (!origins) {
        builder.addIssue(ErrorCode::PieceBroken, Severity::Warning, origins.error().inFull());
        return {};
    }
    const bool isOfRank = path.substr(path.rfind('/') + 1).starts_with("shard-");
    const bool isCut = std::ranges::any_of(*origins, [](std::int64_t origin) { return origin != 0; });
    builder.addFact(message("pieces"),
                    isOfRank || isCut
                        ? message("its tensors are pieces: other files have the rest of them")
                        : message("all begin at 0: each tensor is whole, or other files have the rest of it"));
    return isOfRank || isCut ? std::move(*origins) : std::vector<std::int64_t>();
}

} // namespace

Result<CheckpointPtr> readSafetensors(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(header, formats::readSafetensors(*source));
    CheckpointBuilder builder(path, Format::Safetensors, source->heldBytes());
    builder.reserve(header.tensors.size());
    const std::uint32_t sourceId = builder.addSource({source, path, true});
    for (const Issue& issue : header.issues) {
        builder.addIssue(issue);
    }
    const std::vector<std::int64_t> origins = pieceOrigins(header, path, builder);
    Rows rows(builder, header, sourceId, origins);
    CAIRN_TRY(rows.add(progress));
    return builder.finish();
}

} // namespace cairn::checkpoint
