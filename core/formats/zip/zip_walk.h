#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::formats {

/// A record of a zip as it is found without the directory: by its own header, and what follows its data.
struct WalkedRecord {
    std::string name; ///< without the folder that all records of torch are in
    std::uint64_t headerOffset = 0;
    std::uint64_t dataOffset = 0;
    std::uint64_t storedBytes = 0; ///< those that are there
    std::uint64_t plainBytes = 0;
    std::uint32_t crc = 0; ///< 0: none came with it, or it is lost
    std::uint16_t method = 0;
    bool isCut = false; ///< its end is lost: more bytes may have belonged to it
    bool isOdd = false; ///< what follows is not what must: bytes of it may be missing, or be too many
};

/// Finds the records of a zip whose directory is lost or wrong, from the first byte on. torch writes the sizes of a
/// record behind its data, so whoever knows them from elsewhere is asked first. No length is believed that the bytes do
/// not bear out. One use, on one thread.
class ZipWalker {
public:
    /// How many bytes a record holds that is not compressed; nothing if that is not known.
    using SizeOf = std::function<std::optional<std::uint64_t>(std::string_view name)>;

    /// `end`: where the bytes that are there end.
    ZipWalker(SourcePtr source, std::uint64_t end, Progress* progress);

    /// The next record; nothing after the last.
    [[nodiscard]] Result<std::optional<WalkedRecord>> next(const SizeOf& sizeOf);
    /// The record whose header begins there, from which next() goes on; nothing if there is none.
    [[nodiscard]] Result<std::optional<WalkedRecord>> at(std::uint64_t headerOffset, const SizeOf& sizeOf);
    /// Whether bytes were passed over that belong to no record that can be made out.
    [[nodiscard]] bool hasSkipped() const noexcept { return m_hasSkipped; }
    /// Where the archive ends, if its directory came behind the records; nothing if it is lost.
    [[nodiscard]] Result<std::optional<std::uint64_t>> endOfArchive() const;
    /// Where an archive ends whose directory ends at that place.
    [[nodiscard]] Result<std::optional<std::uint64_t>> endBehind(std::uint64_t directoryEnd) const;

private:
    struct Header;
    /// What follows the data of a record: its checksum and its sizes.
    struct Descriptor {
        std::uint64_t plainBytes = 0;
        std::uint32_t crc = 0;
        std::uint32_t bytes = 0; ///< of the descriptor itself
    };

    [[nodiscard]] Result<std::optional<Header>> headerAt(std::uint64_t offset) const;
    [[nodiscard]] Result<std::optional<Descriptor>> descriptorAt(std::uint64_t offset, std::uint64_t dataBytes) const;
    /// The first place from `from` on that begins with a signature and that `fits` takes; nothing if there is none.
    template <typename Fits>
    [[nodiscard]] Result<std::optional<std::uint64_t>> find(std::uint32_t signature, std::uint64_t from,
                                                            const Fits& fits) const;
    [[nodiscard]] Result<std::optional<std::uint64_t>> findHeader(std::uint64_t from) const;
    [[nodiscard]] Result<bool> isAt(std::uint32_t signature, std::uint64_t offset) const;
    /// Whether the data of a record ends there, by what comes behind its checksum and sizes; true where that is cut
    /// off.
    [[nodiscard]] Result<bool> mayEndAt(std::uint64_t dataEnd) const;
    /// Whether what is left from there on is the beginning of a header, or of what follows the data of a record.
    [[nodiscard]] Result<bool> isCutOffAt(std::uint64_t offset) const;
    [[nodiscard]] Result<WalkedRecord> recordOf(std::uint64_t offset, const Header& header, const SizeOf& sizeOf);

    SourcePtr m_source;
    std::uint64_t m_end;
    Progress* m_progress;
    std::uint64_t m_at = 0;
    std::string m_folder; ///< of the records so far, with its slash
    bool m_hasSkipped = false;
    bool m_hasDirectory = false;
};

} // namespace cairn::formats
