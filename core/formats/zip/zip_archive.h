#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/zip/inflated_source.h"
#include "core/formats/zip/zip_directory.h"
#include "core/formats/zip/zip_record.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::formats {

/// A zip read from its central directory and checked harder than torch does: names, overlaps, sizes, local
/// headers. Records are byte ranges; nothing is read until asked for. Immutable, shared.
class ZipArchive {
public:
    static constexpr std::uint16_t kStored = ZipEntry::kStored;
    static constexpr std::uint16_t kDeflated = ZipEntry::kDeflated;
    /// No real pickle, code or text record comes near; a deflate bomb would.
    static constexpr std::uint64_t kMaxRecordInMemory = std::uint64_t{4} << 30;

    /// Records that cannot be read (encrypted, foreign compression) do not matter until one is asked for.
    [[nodiscard]] static Result<std::shared_ptr<const ZipArchive>> open(SourcePtr source);

    [[nodiscard]] const SourcePtr& source() const noexcept { return m_source; }
    [[nodiscard]] std::span<const ZipEntry> entries() const noexcept { return m_directory.entries; }
    [[nodiscard]] std::string_view name(const ZipEntry& entry) const { return m_directory.name(entry); }
    /// Folder of the first entry, what torch takes as the prefix of all ("archive"); empty if it has none.
    [[nodiscard]] std::string_view prefix() const noexcept;

    /// By full name, prefix included. As PyTorch does, upper and lower case are taken for the same; of several entries
    /// with one name it gives the first.
    [[nodiscard]] const ZipEntry* find(std::string_view fullName) const;
    /// prefix + "/" + name, as torch looks records up; just the name if the archive has no folder.
    [[nodiscard]] const ZipEntry* findRecord(std::string_view name) const;
    /// The other entries of that name, if find() gave this one.
    [[nodiscard]] std::vector<const ZipEntry*> twinsOf(const ZipEntry& entry) const;
    /// Name of an entry as findRecord() takes it.
    [[nodiscard]] std::string_view recordName(const ZipEntry& entry) const;

    /// The bytes of a record: a slice of the file if stored (never compared with a checksum, for that means reading all
    /// of it); if deflated, unpacked as it is read, and compared whole before the first read unless `check` says
    /// otherwise.
    [[nodiscard]] Result<SourcePtr> recordSource(const ZipEntry& entry, CrcCheck check = CrcCheck::Verify) const;
    /// A whole record in memory, inflated and checked. For small records only.
    [[nodiscard]] Result<Bytes> read(const ZipEntry& entry, CrcCheck check = CrcCheck::Verify) const;
    [[nodiscard]] Result<std::string> readText(const ZipEntry& entry, CrcCheck check = CrcCheck::Verify) const;

    [[nodiscard]] std::span<const Issue> issues() const noexcept { return m_issues; }
    /// Where the directory begins: nothing behind it is of a record.
    [[nodiscard]] std::uint64_t directoryOffset() const noexcept { return m_directoryOffset; }
    [[nodiscard]] std::uint64_t commentBytes() const noexcept { return m_commentBytes; }
    /// Whether records bear other names in their own headers; an issue tells of it, too.
    [[nodiscard]] bool hasOtherNames() const noexcept { return m_directory.hasOtherNames; }

private:
    ZipArchive() = default;
    void findPrefix();

    SourcePtr m_source;
    std::shared_ptr<InflatedChunks> m_chunks = std::make_shared<InflatedChunks>();
    ZipDirectory m_directory;
    std::uint64_t m_directoryOffset = 0;
    std::uint64_t m_commentBytes = 0;
    std::string m_prefix; ///< with its slash; empty if the first entry lies in no folder
    std::vector<Issue> m_issues;
};

} // namespace cairn::formats
