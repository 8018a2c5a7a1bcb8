#include "core/formats/safetensors/safetensors_parser.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <limits>

namespace cairn::formats {

namespace {

constexpr std::string_view kMetadataName = "__metadata__";
constexpr std::array<std::string_view, 3> kFieldNames = {"dtype", "shape", "data_offsets"};

std::unexpected<Error> badHeader(Message what)
{
    return fail(ErrorCode::SafetensorsHeader, std::move(what));
}

} // namespace

Result<void> SafetensorsParser::onJson(const JsonEvent& event)
{
    switch (m_place) {
    case Place::Start:
        if (event.token != JsonToken::ObjectBegin) {
            return badHeader(message("the header is not a JSON object"));
        }
        m_place = Place::Top;
        return {};
    case Place::Top: return atTop(event);
    case Place::TensorStart: return atTensorStart(event);
    case Place::Field: return atField(event);
    case Place::Value: return atValue(event);
    case Place::Shape: return inShape(event);
    case Place::Offsets: return inOffsets(event);
    case Place::Skipped: return inSkipped(event);
    case Place::MetadataStart:
        if (event.token == JsonToken::Null) {
            m_place = Place::Top;
            return {};
        }
        if (event.token != JsonToken::ObjectBegin) {
            return badHeader(message("__metadata__ is not an object"));
        }
        m_place = Place::Metadata;
        return {};
    case Place::Metadata: return atMetadata(event);
    case Place::MetadataValue:
        if (event.token != JsonToken::Text) {
            return badHeader(
                message("a value of __metadata__ is not text: %1", inQuotes(m_header->metadata.back().first)));
        }
        m_header->metadata.back().second = event.text;
        m_place = Place::Metadata;
        return {};
    }
    return fail(ErrorCode::Internal, message("unknown place in a safetensors header"));
}

Result<void> SafetensorsParser::atTop(const JsonEvent& event)
{
    if (event.token != JsonToken::Key) {
        return {}; // the end of the header: the JSON reader lets nothing else through
    }
    if (event.text == kMetadataName) {
        if (m_hasMetadata) {
            return fail(ErrorCode::SafetensorsDuplicate, message("the header has two entries __metadata__"));
        }
        m_hasMetadata = true;
        m_place = Place::MetadataStart;
        return {};
    }
    m_tensor = {};
    m_tensor.nameOffset = static_cast<std::uint32_t>(m_header->names.size());
    m_tensor.nameLength = static_cast<std::uint32_t>(event.text.size());
    m_tensor.dims = static_cast<std::uint32_t>(m_header->dims.size());
    m_header->names += event.text;
    m_seen = {};
    m_place = Place::TensorStart;
    return {};
}

Result<void> SafetensorsParser::atTensorStart(const JsonEvent& event)
{
    m_isList = event.token == JsonToken::ArrayBegin;
    if (!m_isList && event.token != JsonToken::ObjectBegin) {
        return bad(message("its entry is neither an object nor a list"));
    }
    m_field = DtypeField;
    m_place = m_isList ? Place::Value : Place::Field;
    return {};
}

Result<void> SafetensorsParser::atField(const JsonEvent& event)
{
    if (event.token == JsonToken::ObjectEnd) {
        return endTensor();
    }
    const auto field = std::ranges::find(kFieldNames, event.text) - kFieldNames.begin();
    m_field = static_cast<std::uint8_t>(field);
    if (m_field != OtherField && m_seen.at(m_field)) {
        return bad(message("it has two fields %1", event.text), ErrorCode::SafetensorsDuplicate);
    }
    m_place = Place::Value;
    return {};
}

Result<void> SafetensorsParser::atValue(const JsonEvent& event)
{
    if (m_isList && event.token == JsonToken::ArrayEnd) {
        return endTensor();
    }
    switch (m_field) {
    case DtypeField: {
        const auto dtype = event.token == JsonToken::Text ? dtypeBySafetensorsName(event.text) : std::nullopt;
        if (!dtype) {
            return bad(event.token == JsonToken::Text ? message("its dtype %1 is unknown", inQuotes(event.text))
                                                      : message("its dtype is not text"));
        }
        m_tensor.dtype = *dtype;
        endValue();
        return {};
    }
    case ShapeField:
        m_place = Place::Shape;
        return event.token == JsonToken::ArrayBegin ? Result<void>{} : bad(message("its shape is not a list"));
    case OffsetsField:
        m_offsetCount = 0;
        m_place = Place::Offsets;
        return event.token == JsonToken::ArrayBegin ? Result<void>{} : bad(message("its data_offsets are not a list"));
    default: break;
    }
    if (m_isList) {
        return bad(message("its entry has more than the three values dtype, shape and data_offsets"));
    }
    m_place = Place::Skipped;
    m_skippedDepth = 0;
    return inSkipped(event);
}

Result<void> SafetensorsParser::inShape(const JsonEvent& event)
{
    if (event.token == JsonToken::ArrayEnd) {
        m_tensor.rank = static_cast<std::uint8_t>(m_header->dims.size() - m_tensor.dims);
        endValue();
        return {};
    }
    if (event.token != JsonToken::Unsigned) {
        return bad(message("its shape has something in it that is not a whole number from 0 up"));
    }
    if (event.number > std::uint64_t(std::numeric_limits<std::int64_t>::max())) {
        return bad(message("its shape has a dimension of %1, which is over 2^63", std::to_string(event.number)),
                   ErrorCode::SafetensorsOffsets);
    }
    if (m_header->dims.size() - m_tensor.dims == SafetensorsHeader::kMaxRank) {
        return bad(message("it has more than %1 dimensions", std::to_string(SafetensorsHeader::kMaxRank)));
    }
    m_header->dims.push_back(static_cast<std::int64_t>(event.number));
    return {};
}

Result<void> SafetensorsParser::inOffsets(const JsonEvent& event)
{
    const bool isEnd = event.token == JsonToken::ArrayEnd;
    if (isEnd ? m_offsetCount != m_offsets.size() : m_offsetCount == m_offsets.size()) {
        return bad(message("its data_offsets are not two numbers"));
    }
    if (isEnd) {
        m_tensor.begin = m_offsets[0];
        m_tensor.end = m_offsets[1];
        endValue();
        return {};
    }
    if (event.token != JsonToken::Unsigned) {
        return bad(message("its data_offsets have something in them that is not a whole number from 0 up"));
    }
    m_offsets.at(m_offsetCount++) = event.number;
    return {};
}

Result<void> SafetensorsParser::inSkipped(const JsonEvent& event)
{
    const bool begins = event.token == JsonToken::ObjectBegin || event.token == JsonToken::ArrayBegin;
    const bool ends = event.token == JsonToken::ObjectEnd || event.token == JsonToken::ArrayEnd;
    m_skippedDepth += begins ? 1U : 0U;
    m_skippedDepth -= ends ? 1U : 0U;
    if (m_skippedDepth == 0) {
        endValue();
    }
    return {};
}

Result<void> SafetensorsParser::atMetadata(const JsonEvent& event)
{
    if (event.token == JsonToken::ObjectEnd) {
        m_place = Place::Top;
        return {};
    }
    m_header->metadata.emplace_back(event.text, std::string());
    m_place = Place::MetadataValue;
    return {};
}

void SafetensorsParser::endValue()
{
    if (m_field != OtherField) {
        m_seen.at(m_field) = true;
    }
    if (m_isList) {
        ++m_field;
    }
    m_place = m_isList ? Place::Value : Place::Field;
}

Result<void> SafetensorsParser::endTensor()
{
    const auto missing = std::ranges::find(m_seen, false);
    if (missing != m_seen.end()) {
        return bad(message("its entry has no %1", kFieldNames.at(static_cast<std::size_t>(missing - m_seen.begin()))));
    }
    m_header->tensors.push_back(m_tensor);
    m_place = Place::Top;
    return {};
}

std::unexpected<Error> SafetensorsParser::bad(Message what, ErrorCode code) const
{
    return fail(error(code, std::move(what)).in("tensor " + inQuotes(m_header->name(m_tensor))));
}

} // namespace cairn::formats
