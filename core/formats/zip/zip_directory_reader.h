#pragma once

#include "core/base/files/byte_window.h"
#include "core/formats/zip/zip_directory.h"
#include "core/formats/zip/zip_end.h"

#include <optional>
#include <span>

namespace cairn::formats {

/// Walks the central directory of a zip and checks every entry by itself and its name against all others.
/// Local headers are left to locateZipData(). One use, on one thread.
class ZipDirectoryReader {
public:
    ZipDirectoryReader(const SourcePtr& source, ZipEnd end);

    [[nodiscard]] Result<ZipDirectory> read();

private:
    [[nodiscard]] Result<void> readEntry();
    [[nodiscard]] Result<void> readZip64(ZipEntry& entry, std::span<const std::byte> extra, const std::byte* fixed);
    [[nodiscard]] Result<void> check(const ZipEntry& entry, std::string_view name, std::uint32_t attributes) const;
    void compareUnicodeName(std::string_view name, std::span<const std::byte> extra);
    void indexNames();
    [[nodiscard]] std::unexpected<Error> damaged(Message what) const;

    ZipEnd m_end;
    std::uint64_t m_directoryEnd;
    ByteWindow m_window;
    ZipDirectory m_directory;
    std::uint64_t m_entryOffset = 0; ///< of the directory entry at hand
};

} // namespace cairn::formats
