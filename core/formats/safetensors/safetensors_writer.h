#pragma once

#include "core/base/error.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cairn::formats {

/// Place of a dtype in the order of the safetensors library, which writes tensors with the highest place first, and
/// those of one dtype by name. Larger elements have higher places, so every tensor is aligned. The dtype must have a
/// safetensors name.
[[nodiscard]] std::uint8_t safetensorsPlace(Dtype dtype);

/// True for text that can stand in a header: UTF-8 without lone surrogates.
[[nodiscard]] bool isSafetensorsText(std::string_view text);

/// Writes the head of a safetensors file: its length and JSON text, byte for byte as the safetensors library does.
/// First all metadata, then the tensors in the order of their bytes, then finish().
class SafetensorsHeaderWriter {
public:
    void addMetadata(std::string_view key, std::string_view value);
    /// The shape is torch's; the one of the file differs for F4 alone, see toTorchShape().
    void addTensor(std::string_view name, Dtype dtype, std::span<const std::int64_t> shape, std::uint64_t bytes);

    /// Bytes of the tensors so far.
    [[nodiscard]] std::uint64_t dataBytes() const noexcept { return m_dataBytes; }
    /// The head, after which the tensors' bytes begin on a multiple of 8. Too long a header is refused.
    [[nodiscard]] Result<std::string> finish();

private:
    void beginMember(std::string_view key);
    void endMetadata();

    std::string m_text = std::string(8, '\0') + '{'; ///< begins with room for the length
    std::uint64_t m_dataBytes = 0;
    bool m_inMetadata = false;
};

} // namespace cairn::formats
