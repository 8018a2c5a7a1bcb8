#include "core/convert/common/torch_zip_writer.h"

#include "core/convert/common/target.h"

namespace cairn::convert {

namespace {

constexpr std::string_view kFolder = "archive/";

} // namespace

Result<void> TorchZipWriter::begin(const ByteSource& pickle, bool isBigEndian)
{
    CAIRN_TRY(writeRecord("data.pkl", pickle));
    return writeRecord("byteorder", MemorySource(isBigEndian ? "big" : "little"));
}

Result<void> TorchZipWriter::beginStorage(std::string_view key, std::uint64_t bytes,
                                          std::optional<std::uint64_t> copiedFrom)
{
    constexpr std::uint64_t worthSharing = std::uint64_t{1} << 20; // its place in a block costs up to 4 kB
    const std::string name = std::string(kFolder).append("data/").append(key);
    return m_zip.begin({.name = name, .storedBytes = bytes, .plainBytes = bytes},
                       bytes >= worthSharing ? copiedFrom : std::nullopt);
}

Result<void> TorchZipWriter::copyRecord(std::string_view name, const formats::ZipEntry& entry, const ByteSource& file,
                                        Progress* progress)
{
    const std::string path = std::string(kFolder).append(name);
    CAIRN_TRY(m_zip.begin({path, entry.storedBytes, entry.plainBytes, entry.method}));
    CAIRN_TRY(copyRange(m_sink, file, entry.dataOffset, entry.storedBytes, progress));
    return m_zip.end(entry.crc);
}

Result<void> TorchZipWriter::finish()
{
    CAIRN_TRY(writeRecord("version", MemorySource("3\n")));
    return m_zip.finish();
}

std::uint64_t TorchZipWriter::mostBytes(std::size_t storages, std::uint64_t contentBytes)
{
    // A header with its padding, a descriptor and a line of the directory for each record.
    constexpr std::uint64_t perRecord = 512;
    constexpr std::uint64_t others = 4;
    constexpr std::uint64_t sharing = 256; // of what is worth it, for one place in a block
    return contentBytes + contentBytes / sharing + perRecord * (storages + others);
}

bool hasNote(const formats::ZipArchive* copy, std::string_view note)
{
    const formats::ZipEntry* const record = copy == nullptr ? nullptr : copy->findRecord(kNoteRecord);
    const auto found = record == nullptr ? Result<std::string>() : copy->readText(*record);
    return note.empty() || (found && *found == note);
}

Result<void> TorchZipWriter::writeRecord(std::string_view name, const ByteSource& content)
{
    const std::string path = std::string(kFolder).append(name);
    CAIRN_TRY(m_zip.begin({.name = path, .storedBytes = content.sizeBytes(), .plainBytes = content.sizeBytes()}));
    CAIRN_ASSIGN(crc, writeSource(m_sink, content));
    return m_zip.end(crc);
}

} // namespace cairn::convert
