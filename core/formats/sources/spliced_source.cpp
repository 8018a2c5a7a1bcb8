#include "core/formats/sources/spliced_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn::formats {

SplicedSource::SplicedSource(std::string text, std::vector<Splice> splices)
    : m_text(std::move(text)), m_splices(std::move(splices))
{
    const auto add = [this](std::uint64_t bytes, const ByteSource* source, std::uint64_t offset) {
        if (bytes != 0) {
            m_pieces.push_back({m_sizeBytes, bytes, source, offset});
            m_sizeBytes += bytes;
        }
    };
    std::size_t taken = 0; // of the text
    for (const Splice& splice : m_splices) {
        add(splice.at - taken, nullptr, taken);
        add(splice.bytes, splice.source.get(), splice.offset);
        taken = splice.at;
    }
    add(m_text.size() - taken, nullptr, taken);
}

Result<void> SplicedSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    auto piece = std::ranges::upper_bound(m_pieces, offset, {}, &Piece::begin);
    while (!into.empty()) {
        const Piece& from = *(piece - 1);
        const std::uint64_t inside = offset - from.begin;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(from.bytes - inside, into.size()));
        if (from.source == nullptr) {
            std::memcpy(into.data(), m_text.data() + from.offset + inside, count);
        } else {
            CAIRN_TRY(from.source->readAt(from.offset + inside, into.first(count)));
        }
        into = into.subspan(count);
        offset += count;
        ++piece;
    }
    return {};
}

} // namespace cairn::formats
