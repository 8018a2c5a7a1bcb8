#pragma once

#include "core/formats/zip/zip_directory.h"
#include "core/formats/zip/zip_walk.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// The directory of a damaged zip, and what it says of records that are found in the file one by one. Each is described
/// in its own header and here; where the two differ, the checksums tell which of them is right.
class ListedRecords {
public:
    /// Whether an archive like this has a record of that name.
    using IsMeant = std::function<bool(std::string_view name)>;

    /// Has none if the directory cannot be read. `end`: where the bytes that are there end.
    ListedRecords(SourcePtr source, std::uint64_t end, Progress* progress);

    /// Whether it has a record that was found in the file, which then is told what it should be. Each is found once.
    [[nodiscard]] Result<bool> complete(formats::WalkedRecord& record, const IsMeant& isMeant);
    /// Those whose own headers are lost, if their bytes have the checksum that is said here.
    [[nodiscard]] Result<std::vector<formats::WalkedRecord>> others();

private:
    /// The entry of a record that was found in the file.
    [[nodiscard]] std::optional<std::size_t> take(const formats::WalkedRecord& record);
    [[nodiscard]] Result<bool> tellRight(formats::WalkedRecord& record, std::size_t index, const IsMeant& isMeant);
    [[nodiscard]] std::string_view nameOf(const formats::ZipEntry& entry) const;
    /// Where the next record begins, or what follows the last one.
    [[nodiscard]] std::uint64_t endBehind(const formats::ZipEntry& entry) const;
    [[nodiscard]] Result<bool> hasChecksum(std::uint64_t offset, std::uint64_t bytes, std::uint32_t crc);
    /// Where the bytes of a record lie, by its checksum; `own`: where it says so itself.
    [[nodiscard]] Result<std::optional<std::uint64_t>> provenPlace(const formats::ZipEntry& entry, std::uint64_t own);

    SourcePtr m_source;
    Progress* m_progress;
    std::uint64_t m_left; ///< bytes that may still be read for checksums
    formats::ZipDirectory m_directory;
    std::vector<bool> m_areTwins; ///< by entry: another one has the same name
    std::uint64_t m_endOfRecords = 0;
    std::vector<std::uint64_t> m_headers;                 ///< where they begin, in ascending order
    std::set<std::uint64_t> m_found;                      ///< where the data of records begins
    std::multimap<std::uint64_t, std::size_t> m_notFound; ///< entries, by where their headers begin
};

} // namespace cairn::checkpoint
