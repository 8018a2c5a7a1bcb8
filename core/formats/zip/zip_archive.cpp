#include "core/formats/zip/zip_archive.h"

#include "core/base/text/text.h"
#include "core/formats/zip/zip_directory_reader.h"
#include "core/formats/zip/zip_end.h"
#include "core/formats/zip/zip_local_headers.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace cairn::formats {

Result<std::shared_ptr<const ZipArchive>> ZipArchive::open(SourcePtr source)
{
    std::shared_ptr<ZipArchive> archive(new ZipArchive());
    CAIRN_ASSIGN(end, findZipEnd(*source));
    CAIRN_ASSIGN(directory, ZipDirectoryReader(source, end).read());
    CAIRN_ASSIGN(unread, locateZipData(*source, directory, end.directoryOffset));
    archive->m_source = unread.empty() ? std::move(source) : checkHeadersLate(std::move(source), std::move(unread));
    archive->m_directory = std::move(directory);
    archive->m_directoryOffset = end.directoryOffset;
    archive->m_commentBytes = end.commentBytes;
    archive->m_issues = std::move(end.issues);
    std::ranges::move(archive->m_directory.issues, std::back_inserter(archive->m_issues));
    archive->findPrefix();
    return archive;
}

/// torch.load lists all records first and gives up at one that is not in the folder of the first.
void ZipArchive::findPrefix()
{
    if (entries().empty()) {
        return;
    }
    const auto report = [&](Message what, std::string_view name) {
        m_issues.push_back(Issue{.code = ErrorCode::ZipForeignRecord,
                                 .severity = Severity::Warning,
                                 .message = message("%1. torch.load refuses such a file", std::move(what)),
                                 .path = std::string(name)});
    };
    const std::string_view first = name(entries().front());
    m_prefix = first.substr(0, first.find('/') + 1);
    if (m_prefix.empty()) {
        report(message("The records of the zip do not lie in a folder"), first);
        return;
    }
    std::uint64_t foreign = 0;
    std::string_view example;
    for (const ZipEntry& entry : entries()) {
        if (!name(entry).starts_with(m_prefix) && foreign++ == 0) {
            example = name(entry);
        }
    }
    if (foreign > 0) {
        report(foreign == 1 ? message("%1 lies outside the folder %2 of the zip, first %3", countOf(foreign, "record"),
                                      inQuotes(prefix()), inQuotes(example))
                            : message("%1 lie outside the folder %2 of the zip, first %3", countOf(foreign, "record"),
                                      inQuotes(prefix()), inQuotes(example)),
               example);
    }
}

std::string_view ZipArchive::prefix() const noexcept
{
    return std::string_view(m_prefix).substr(0, m_prefix.empty() ? 0 : m_prefix.size() - 1);
}

const ZipEntry* ZipArchive::find(std::string_view fullName) const
{
    const std::uint32_t id = m_directory.index.find(fullName, m_directory.nameById());
    return id == TextIndex<FoldedText>::kNotFound ? nullptr : &entries()[id];
}

std::vector<const ZipEntry*> ZipArchive::twinsOf(const ZipEntry& entry) const
{
    const auto id = static_cast<std::uint32_t>(&entry - entries().data());
    std::vector<const ZipEntry*> twins;
    for (const auto& pair : m_directory.twins) {
        if (pair.first == id) {
            twins.push_back(&entries()[pair.second]);
        }
    }
    return twins;
}

const ZipEntry* ZipArchive::findRecord(std::string_view name) const
{
    std::string fullName;
    fullName.reserve(m_prefix.size() + name.size());
    return find(fullName.append(m_prefix).append(name));
}

std::string_view ZipArchive::recordName(const ZipEntry& entry) const
{
    std::string_view full = name(entry);
    if (!m_prefix.empty() && full.size() > m_prefix.size() && full.starts_with(m_prefix)) {
        full.remove_prefix(m_prefix.size());
    }
    return full;
}

Result<SourcePtr> ZipArchive::recordSource(const ZipEntry& entry, CrcCheck check) const
{
    CAIRN_TRY(checkReadable(entry, name(entry)));
    if (entry.method == kStored) {
        return SliceSource::make(m_source, entry.dataOffset, entry.plainBytes);
    }
    return makeInflatedSource(m_source, entry, std::string(name(entry)), check, m_chunks);
}

Result<Bytes> ZipArchive::read(const ZipEntry& entry, CrcCheck check) const
{
    CAIRN_TRY(checkReadable(entry, name(entry)));
    return readRecord(*m_source, entry, name(entry), check);
}

Result<std::string> ZipArchive::readText(const ZipEntry& entry, CrcCheck check) const
{
    CAIRN_ASSIGN(bytes, read(entry, check));
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

} // namespace cairn::formats
