#pragma once

#include "core/formats/sources/spliced_source.h"
#include "core/formats/sources/zero_source.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

/// Puts a source together from stretches of a damaged file, texts, and zeros for what is lost.
class MendedSourceBuilder {
public:
    explicit MendedSourceBuilder(SourcePtr file) : m_file(std::move(file)) {}

    [[nodiscard]] std::uint64_t size() const noexcept { return m_bytes; }

    void addText(std::string_view text)
    {
        m_text += text;
        m_bytes += text.size();
    }
    void addFile(std::uint64_t offset, std::uint64_t bytes) { addSplice(m_file, offset, bytes); }
    void addZeros(std::uint64_t bytes) { addSplice(std::make_shared<formats::ZeroSource>(bytes), 0, bytes); }

    [[nodiscard]] SourcePtr build();

private:
    void addSplice(SourcePtr source, std::uint64_t offset, std::uint64_t bytes)
    {
        m_splices.push_back({m_text.size(), std::move(source), offset, bytes});
        m_bytes += bytes;
    }

    SourcePtr m_file;
    std::string m_text;
    std::vector<formats::Splice> m_splices;
    std::uint64_t m_bytes = 0;
};

/// What such a builder made. It holds as much as the file does, however large it looks.
class MendedSource final : public ByteSource {
public:
    MendedSource(std::uint64_t heldBytes, std::string text, std::vector<formats::Splice> splices)
        : m_heldBytes(heldBytes), m_whole(std::move(text), std::move(splices))
    {
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_whole.sizeBytes(); }
    [[nodiscard]] std::uint64_t heldBytes() const noexcept override { return m_heldBytes; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        return m_whole.readAt(offset, into);
    }

    std::uint64_t m_heldBytes;
    formats::SplicedSource m_whole;
};

inline SourcePtr MendedSourceBuilder::build()
{
    return std::make_shared<MendedSource>(m_file->sizeBytes(), std::move(m_text), std::move(m_splices));
}

} // namespace cairn::checkpoint
