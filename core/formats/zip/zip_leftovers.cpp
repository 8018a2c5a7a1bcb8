#include "core/formats/zip/zip_leftovers.h"

#include "core/base/endian.h"
#include "core/base/progress.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::size_t kMostNames = 1'000;
constexpr std::uint64_t kBlockBytes = 256 * 1024;
constexpr std::uint64_t kMostNameBytes = 4'096;

std::uint32_t field(std::string_view header, std::size_t at)
{
    return loadLittle<std::uint32_t>(reinterpret_cast<const std::byte*>(header.data()) + at);
}

std::uint16_t shortField(std::string_view header, std::size_t at)
{
    return loadLittle<std::uint16_t>(reinterpret_cast<const std::byte*>(header.data()) + at);
}

/// The name that a header bears, if what begins there can be one: its bytes may also be those of numbers.
std::string_view nameIn(std::string_view header)
{
    if (header.size() < zip::kLocalHeaderBytes) {
        return {};
    }
    const auto method = shortField(header, 8);
    const std::string_view name = header.substr(zip::kLocalHeaderBytes, shortField(header, 26));
    const bool isWhole = name.size() == shortField(header, 26);
    const bool isText =
        std::ranges::none_of(name, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
    return isWhole && isText && (method == ZipEntry::kStored || method == ZipEntry::kDeflated) ? name
                                                                                               : std::string_view();
}

class LeftoverFinder {
public:
    LeftoverFinder(const ZipArchive& archive, const Progress* progress) : m_archive(archive), m_progress(progress) {}

    [[nodiscard]] Result<ZipLeftovers> run()
    {
        std::vector<const ZipEntry*> order;
        for (const ZipEntry& entry : m_archive.entries()) {
            order.push_back(&entry);
        }
        std::ranges::sort(order, {}, &ZipEntry::headerOffset);
        std::uint64_t next = 0; // where no record was so far
        for (const ZipEntry* entry : order) {
            CAIRN_TRY(checkStop(m_progress));
            CAIRN_TRY(lookBetween(next, entry->headerOffset));
            CAIRN_TRY(compareSizes(*entry));
            next = std::max(next, entry->dataOffset + entry->storedBytes);
        }
        CAIRN_TRY(lookBetween(next, m_archive.directoryOffset()));
        return std::move(m_found);
    }

private:
    [[nodiscard]] Result<void> compareSizes(const ZipEntry& entry)
    {
        constexpr std::size_t flagsAt = 6;
        constexpr std::size_t storedAt = 18;
        constexpr std::size_t plainAt = 22;
        CAIRN_ASSIGN(bytes, m_archive.source()->readBytes(entry.headerOffset, zip::kLocalHeaderBytes));
        const std::string_view header(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::uint32_t stored = field(header, storedAt);
        const std::uint32_t plain = field(header, plainAt);
        const bool isBehind = (shortField(header, flagsAt) & zip::kFlagDescriptor) != 0 && stored == 0 && plain == 0;
        const bool isElsewhere = stored == zip::kSaturated32 || plain == zip::kSaturated32;
        const bool isSame = stored == entry.storedBytes && plain == entry.plainBytes;
        if (!isBehind && !isElsewhere && !isSame && m_found.otherSizes.size() < kMostNames) {
            m_found.otherSizes.emplace_back(m_archive.name(entry));
        }
        return {};
    }

    /// Looks for headers of records.
    [[nodiscard]] Result<void> lookBetween(std::uint64_t begin, std::uint64_t end)
    {
        constexpr std::string_view signature("PK\3\4");
        constexpr std::size_t storedAt = 18;
        while (begin + zip::kLocalHeaderBytes <= end && m_found.unlisted.size() < kMostNames) {
            CAIRN_TRY(checkStop(m_progress));
            const std::uint64_t bytes = std::min(kBlockBytes + zip::kLocalHeaderBytes + kMostNameBytes, end - begin);
            CAIRN_ASSIGN(block, m_archive.source()->readBytes(begin, bytes));
            const std::string_view text(reinterpret_cast<const char*>(block.data()), block.size());
            const std::size_t at = text.substr(0, kBlockBytes + signature.size() - 1).find(signature);
            if (at == std::string_view::npos) {
                begin += std::min(kBlockBytes, bytes);
                continue;
            }
            const std::string_view name = nameIn(text.substr(at));
            begin += at + signature.size();
            if (!name.empty()) {
                m_found.unlisted.emplace_back(name);
                const std::uint64_t stored = field(text.substr(at), storedAt);
                begin += stored <= end - begin ? stored : 0; // a zip among its bytes has records of its own
            }
        }
        return {};
    }

    const ZipArchive& m_archive;
    const Progress* m_progress;
    ZipLeftovers m_found;
};

} // namespace

Result<ZipLeftovers> findLeftovers(const ZipArchive& archive, const Progress* progress)
{
    return LeftoverFinder(archive, progress).run();
}

} // namespace cairn::formats
