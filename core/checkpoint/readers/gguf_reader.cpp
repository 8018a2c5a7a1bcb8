#include "core/checkpoint/readers/gguf_reader.h"

#include "core/base/checked.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/formats/gguf/ggml_blocks.h"
#include "core/formats/gguf/gguf.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::GgmlType;
using formats::GgufHeader;
using formats::GgufTensor;

namespace {

/// What a tensor takes in the file, with a type that is known.
struct GgufPlace {
    const GgmlType* type = nullptr;
    std::uint64_t elements = 0;
    std::uint64_t bytes = 0;
};

Result<GgufPlace> placeOf(const GgufTensor& tensor, std::uint64_t fileBytes)
{
    const auto bad = [&](ErrorCode code, Message what) {
        return fail(error(code, std::move(what)).in("tensor " + inQuotes(tensor.name)));
    };
    GgufPlace place;
    place.type = formats::ggmlType(tensor.type);
    if (place.type == nullptr) {
        return bad(ErrorCode::Unsupported,
                   message("its type has the number %1, which is not known here", std::to_string(tensor.type)));
    }
    std::optional<std::uint64_t> elements = 1;
    for (const std::uint64_t size : tensor.shape) {
        elements = elements ? checkedMultiply(*elements, size) : std::nullopt;
    }
    if (!elements || *elements > std::numeric_limits<std::int64_t>::max() / 16) {
        return bad(ErrorCode::TensorHuge, message("the shape has more elements than a tensor can have"));
    }
    const std::uint64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
    if (row % place.type->blockNumbers != 0) {
        return bad(ErrorCode::TensorArguments, message("its rows of %1 are no whole number of blocks of %2",
                                                       std::to_string(row), place.type->name));
    }
    place.elements = *elements;
    const auto bytes = checkedMultiply<std::uint64_t>(*elements / place.type->blockNumbers, place.type->blockBytes);
    const auto end = bytes ? checkedAdd(tensor.offset, *bytes) : std::nullopt;
    if (!end || *end > fileBytes) {
        return fail(error(ErrorCode::Truncated, message("the file ends before the tensor %1", inQuotes(tensor.name)))
                        .at(fileBytes)
                        .fix(message("The file is incomplete: compare its size with the original and copy it again")));
    }
    place.bytes = *bytes;
    return place;
}

class GgufRows {
public:
    GgufRows(CheckpointBuilder& builder, const GgufHeader& header, const SourcePtr& source, const std::string& path)
        : m_builder(builder), m_header(header), m_source(source), m_file(builder.addSource({source, path, true})),
          m_cpu(builder.device("cpu")), m_tensorType(builder.type("Tensor"))
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
        std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
        for (std::uint32_t i = 0; i < tensors; ++i) {
            if (i % 4096 == 0) {
                CAIRN_TRY(checkStop(progress));
            }
            const GgufTensor& tensor = m_header.tensors[i];
            CAIRN_ASSIGN(place, placeOf(tensor, m_source->sizeBytes()));
            CAIRN_TRY(addTensor(tensor, place));
            ranges.emplace_back(tensor.offset, tensor.offset + place.bytes);
        }
        std::ranges::sort(ranges);
        for (std::size_t i = 1; i < ranges.size(); ++i) {
            if (ranges[i].first < ranges[i - 1].second) {
                return fail(
                    error(ErrorCode::TensorBounds, message("two of its tensors share bytes")).at(ranges[i].first));
            }
        }
        if (hasMetadata) {
            addMetadata();
        }
        tellTypes();
        return {};
    }

private:
    [[nodiscard]] Result<void> addTensor(const GgufTensor& saved, const GgufPlace& place)
    {
        const GgmlType& type = *place.type;
        ++m_counts[std::string(type.name)];
        Storage storage{.bytes = place.bytes, .offset = saved.offset, .source = m_file, .device = m_cpu};
        std::vector<std::int64_t> sizes(saved.shape.begin(), saved.shape.end());
        Tensor tensor;
        tensor.dtype = type.dtype;
        if (type.isBlocks()) {
            tensor.extra = m_builder.addExtra({.subclass = std::string(type.name), .quantizer = {}});
            if (type.decode != nullptr) {
                CAIRN_ASSIGN(blocks, SliceSource::make(m_source, saved.offset, place.bytes));
                storage.source = m_builder.addSource({formats::makeDequantizedSource(blocks, type), saved.name, false});
                storage.offset = 0;
                storage.bytes = place.elements * sizeof(float);
                tensor.dtype = formats::Dtype::Float32;
            } else { // the bytes of the blocks
                tensor.dtype = formats::Dtype::UInt8;
                if (!sizes.empty()) {
                    sizes.back() = sizes.back() / type.blockNumbers * type.blockBytes;
                }
                m_notDecoded.emplace(type.name, saved.name);
            }
        }
        storage.dtype = tensor.dtype;

        Entry entry;
        entry.parent = 0;
        entry.type = m_tensorType;
        entry.kind = EntryKind::Tensor;
        m_builder.setKey(entry, saved.name);
        const EntryId id = m_builder.addEntry(entry);
        rowMajorStrides(sizes, m_strides);
        tensor.entry = id;
        tensor.storage = m_builder.addStorage(storage, saved.name);
        tensor.device = m_cpu;
        m_builder.entry(id).payload = m_builder.addTensor(tensor, sizes, m_strides);
        return {};
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
        for (const formats::GgufValue& value : m_header.metadata) {
            Entry entry;
            entry.parent = id;
            entry.type = m_builder.type(value.type);
            entry.kind = EntryKind::Value;
            if (const auto* text = std::get_if<std::string>(&value.value)) {
                entry.valueKind = value.isText ? ValueKind::Text : ValueKind::Literal;
                entry.payload = m_builder.text(*text);
            } else if (const auto* flag = std::get_if<bool>(&value.value)) {
                entry.valueKind = ValueKind::Bool;
                entry.payload = *flag ? 1 : 0;
            } else if (const auto* real = std::get_if<double>(&value.value)) {
                entry.valueKind = ValueKind::Float;
                entry.payload = std::bit_cast<std::uint64_t>(*real);
            } else if (const auto* whole = std::get_if<std::int64_t>(&value.value)) {
                entry.valueKind = ValueKind::Int;
                entry.payload = std::bit_cast<std::uint64_t>(*whole);
            } else { // larger than a signed number can be
                entry.valueKind = ValueKind::Literal;
                entry.payload = m_builder.text(std::to_string(std::get<std::uint64_t>(value.value)));
            }
            m_builder.setKey(entry, value.key);
            (void)m_builder.addEntry(entry);
        }
    }

    void tellTypes()
    {
        std::string types;
        for (const auto& [name, count] : m_counts) {
            types += (types.empty() ? "" : ", ") + name + " (" + groupedDigits(count) + ")";
        }
        m_builder.addFact(message("types"), verbatim(types));
        for (const auto& [type, tensor] : m_notDecoded) {
            m_builder.addIssue({ErrorCode::Unsupported, Severity::Warning,
                                message("blocks of the type %1 are not decoded; they are shown as bytes", type),
                                tensor});
        }
    }

    CheckpointBuilder& m_builder;
    const GgufHeader& m_header;
    const SourcePtr& m_source;
    std::uint32_t m_file;
    std::uint16_t m_cpu;
    std::uint16_t m_tensorType;
    std::vector<std::int64_t> m_strides;
    std::map<std::string, std::uint64_t> m_counts;   ///< tensors by type
    std::map<std::string, std::string> m_notDecoded; ///< types, and the first tensor of each
};

} // namespace

Result<CheckpointPtr> readGguf(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(header, formats::readGguf(source));
    CheckpointBuilder builder(path, Format::Gguf, source->heldBytes());
    if (!builder.budget()->takeRows(header.tensors.size() + header.metadata.size(), header.dataOffset)) {
        return fail(ErrorCode::LimitExceeded,
                    message("it has more tensors and values than a file of its size may have"));
    }
    builder.reserve(header.tensors.size());
    builder.addFact(message("version"), verbatim(std::to_string(header.version)));
    GgufRows rows(builder, header, source, path);
    CAIRN_TRY(rows.add(progress));
    return builder.finish();
}

} // namespace cairn::checkpoint
