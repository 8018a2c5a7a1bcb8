#include "core/formats/sources/edited_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn::formats {

EditedSource::EditedSource(SourcePtr original, std::vector<ByteEdit> edits)
    : m_original(std::move(original)), m_edits(std::move(edits))
{
    std::uint64_t taken = 0; // of the original
    const auto add = [this](std::uint64_t bytes, std::uint64_t from, const std::string* inserted) {
        if (bytes != 0) {
            m_pieces.push_back({m_sizeBytes, bytes, from, inserted});
            m_sizeBytes += bytes;
        }
    };
    for (const ByteEdit& edit : m_edits) {
        add(edit.offset - taken, taken, nullptr);
        add(edit.inserted.size(), 0, &edit.inserted);
        taken = edit.offset + edit.removedBytes;
    }
    add(m_original->sizeBytes() - taken, taken, nullptr);
}

Result<void> EditedSource::doRead(std::uint64_t offset, std::span<std::byte> into) const
{
    auto piece = std::ranges::upper_bound(m_pieces, offset, {}, &Piece::begin) - 1;
    while (!into.empty()) {
        const std::uint64_t inside = offset - piece->begin;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(piece->bytes - inside, into.size()));
        if (piece->inserted != nullptr) {
            std::memcpy(into.data(), piece->inserted->data() + inside, count);
        } else {
            CAIRN_TRY(m_original->readAt(piece->original + inside, into.first(count)));
        }
        into = into.subspan(count);
        offset += count;
        ++piece;
    }
    return {};
}

} // namespace cairn::formats
