#pragma once

#include "core/base/byte_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

struct ZipEntry {
    std::uint64_t headerOffset = 0; ///< of the local header
    std::uint64_t dataOffset = 0;
    std::uint64_t storedBytes = 0;
    std::uint64_t plainBytes = 0;
    std::uint32_t crc = 0;
    std::uint32_t nameOffset = 0;
    std::uint16_t nameLength = 0;
    std::uint16_t method = 0; ///< 0 stored, 8 deflated
};

/// A zip read from its central directory and checked harder than torch does: names, overlaps, sizes, local
/// headers. Records are byte ranges; nothing is read until asked for. Immutable, shared.
class ZipArchive {
public:
    static constexpr std::uint16_t kStored = 0;
    static constexpr std::uint16_t kDeflated = 8;
    /// No real pickle, code or text record comes near; a deflate bomb would.
    static constexpr std::uint64_t kMaxRecordInMemory = std::uint64_t(4) << 30;

    [[nodiscard]] static Result<std::shared_ptr<const ZipArchive>> open(SourcePtr source);

    [[nodiscard]] const SourcePtr& source() const noexcept { return m_source; }
    [[nodiscard]] std::span<const ZipEntry> entries() const noexcept { return m_entries; }
    [[nodiscard]] std::string_view name(const ZipEntry& entry) const;
    /// Folder of the first entry, what torch takes as the prefix of all ("archive"); empty if it has none.
    [[nodiscard]] std::string_view prefix() const noexcept { return m_prefix; }

    /// Exact name, prefix included.
    [[nodiscard]] const ZipEntry* find(std::string_view fullName) const;
    /// prefix + "/" + name, as torch looks records up.
    [[nodiscard]] const ZipEntry* findRecord(std::string_view name) const;

    /// The bytes of a record: a slice of the file if stored; inflated on first read if deflated.
    [[nodiscard]] Result<SourcePtr> recordSource(const ZipEntry& entry) const;
    /// A whole record in memory, inflated and checked against its CRC. For small records only.
    [[nodiscard]] Result<Bytes> read(const ZipEntry& entry) const;
    [[nodiscard]] Result<std::string> readText(const ZipEntry& entry) const;

    [[nodiscard]] std::span<const Issue> issues() const noexcept { return m_issues; }

private:
    friend class ZipDirectoryReader;
    ZipArchive() = default;

    SourcePtr m_source;
    std::vector<ZipEntry> m_entries;
    std::vector<char> m_names;
    std::vector<std::uint32_t> m_index; ///< open addressing by hash of the name; entry number + 1
    std::string m_prefix;
    std::vector<Issue> m_issues;
};

} // namespace cairn::formats
