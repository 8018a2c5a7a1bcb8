#pragma once

#include "core/base/files/file_sink.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_record.h"
#include "core/formats/zip/zip_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn {
class Progress;
}

namespace cairn::convert {

/// A record with a note on the copy.
inline constexpr std::string_view kNoteRecord = "cairn.note.json";
/// Whether a copy has that note; an empty one is none.
[[nodiscard]] bool hasNote(const formats::ZipArchive* copy, std::string_view note);

/// Writes the records of a file of torch.save in their order: pickle, byte order, storages, version. The bytes of a
/// storage are written to the sink by the caller, between begin and end. Lives while one file is written.
class TorchZipWriter {
public:
    explicit TorchZipWriter(FileSink& sink) : m_sink(sink), m_zip(sink) {}

    [[nodiscard]] Result<void> begin(const ByteSource& pickle, bool isBigEndian);
    /// `copiedFrom`: where in a file the bytes are, if they are copied as they are.
    [[nodiscard]] Result<void> beginStorage(std::string_view key, std::uint64_t bytes,
                                            std::optional<std::uint64_t> copiedFrom = {});
    [[nodiscard]] Result<void> endStorage(std::uint32_t crc) { return m_zip.end(crc); }
    /// A record of another archive, byte for byte.
    [[nodiscard]] Result<void> copyRecord(std::string_view name, const formats::ZipEntry& entry, const ByteSource& file,
                                          Progress* progress);
    /// A record beside the values, which torch does not look at.
    [[nodiscard]] Result<void> addText(std::string_view name, std::string_view text)
    {
        return writeRecord(name, MemorySource(text));
    }
    [[nodiscard]] Result<void> finish();

    /// What a file weighs at most: what is between the records depends on where they come to lie.
    [[nodiscard]] static std::uint64_t mostBytes(std::size_t storages, std::uint64_t contentBytes);

private:
    [[nodiscard]] Result<void> writeRecord(std::string_view name, const ByteSource& content);

    FileSink& m_sink;
    formats::ZipWriter m_zip;
};

} // namespace cairn::convert
