#pragma once

#include "core/base/json/json_reader.h"
#include "core/formats/safetensors/safetensors.h"

#include <array>
#include <optional>

namespace cairn::formats {

/// Fills a header from the events of its JSON. Checks the form of every value; where the tensors lie is checked by
/// readSafetensors(). Lives for one header.
class SafetensorsParser final : public JsonHandler {
public:
    explicit SafetensorsParser(SafetensorsHeader& header) : m_header(&header) {}

    [[nodiscard]] Result<void> onJson(const JsonEvent& event) override;

private:
    enum class Place : std::uint8_t {
        Start,
        Top,           ///< in the header, at a name
        TensorStart,   ///< at the value of a name
        Field,         ///< in a tensor, at a field's name
        Value,         ///< at a field's value
        Shape,         ///< in the list
        Offsets,       ///< in the list
        Skipped,       ///< in the value of an unknown field
        MetadataStart, ///< at the value of __metadata__
        Metadata,      ///< in it, at a key
        MetadataValue,
    };
    /// In the order of a tensor that is written as a list instead of an object.
    enum Field : std::uint8_t { DtypeField, ShapeField, OffsetsField, OtherField };

    [[nodiscard]] Result<void> atTop(const JsonEvent& event);
    [[nodiscard]] Result<void> atTensorStart(const JsonEvent& event);
    [[nodiscard]] Result<void> atField(const JsonEvent& event);
    [[nodiscard]] Result<void> atValue(const JsonEvent& event);
    [[nodiscard]] Result<void> inShape(const JsonEvent& event);
    [[nodiscard]] Result<void> inOffsets(const JsonEvent& event);
    [[nodiscard]] Result<void> inSkipped(const JsonEvent& event);
    [[nodiscard]] Result<void> atMetadata(const JsonEvent& event);
    void endValue();
    [[nodiscard]] Result<void> endTensor();
    /// A failure about the tensor that is being read.
    [[nodiscard]] std::unexpected<Error> bad(Message what, ErrorCode code = ErrorCode::SafetensorsHeader) const;

    SafetensorsHeader* m_header;
    SafetensorsTensor m_tensor;
    Place m_place = Place::Start;
    std::uint8_t m_field = DtypeField;
    std::array<bool, OtherField> m_seen{};
    std::array<std::uint64_t, 2> m_offsets{};
    std::size_t m_offsetCount = 0;
    std::size_t m_skippedDepth = 0;
    bool m_isList = false;
    bool m_hasMetadata = false;
};

} // namespace cairn::formats
