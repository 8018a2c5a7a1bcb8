#include "core/remote/kept_parts.h"

#include "core/base/endian.h"
#include "core/base/files/crc32.h"
#include "core/base/files/sha256.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace cairn::remote {

namespace {

// The file: a line that says what it is, and of what; the table; the blocks, each at its place, so that the file has
// holes where none came yet.
constexpr std::string_view kMagic = "cairn parts 1 ";
constexpr std::uint64_t kHeadBytes = 128;
constexpr std::uint64_t kTableEntryBytes = 8;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kIsThere = std::uint64_t{1} << 32;

std::string headOf(const KeptParts::Origin& origin)
{
    Sha256 sum;
    const std::string all = origin.address + '\n' + origin.version + '\n' + std::to_string(origin.fileBytes) + '\n' +
                            std::to_string(origin.blockBytes);
    sum.add(std::as_bytes(std::span(all)));
    std::string head = std::string(kMagic) + sum.finish();
    head.resize(kHeadBytes - 1, ' ');
    return head + '\n';
}

} // namespace

KeptParts::KeptParts(std::string path, WritePlace place, Origin origin)
    : m_path(std::move(path)), m_place(std::move(place)), m_origin(std::move(origin)),
      m_table((m_origin.fileBytes + m_origin.blockBytes - 1) / m_origin.blockBytes)
{
}

Result<std::unique_ptr<KeptParts>> KeptParts::open(const std::string& path, const Origin& origin)
{
    CAIRN_ASSIGN(place, findWritePlace(path));
    std::unique_ptr<KeptParts> parts(new KeptParts(path, std::move(place), origin));
    if (origin.version.empty()) {
        return fail(parts->failed(ErrorCode::Unsupported, message("parts of this file cannot be kept for later"))
                        .because(message("The server tells nothing by which one could see that the file changed")));
    }
    CAIRN_TRY(parts->openFile());
    const std::string head = headOf(origin);
    std::string found(kHeadBytes, '\0');
    const std::ptrdiff_t count = platform::readAt(parts->m_file.number(), found.data(), found.size(), 0);
    if (count > 0 && !found.starts_with(kMagic)) {
        return fail(parts->failed(ErrorCode::TargetExists, message("another file has the name that parts would get"))
                        .fix(message("Move it away, or choose another name for the copy")));
    }
    if (found != head) {
        CAIRN_TRY(parts->begin(head));
        return parts;
    }
    Bytes table(parts->m_table.size() * kTableEntryBytes);
    const std::ptrdiff_t got = platform::readAt(parts->m_file.number(), table.data(), table.size(), kHeadBytes);
    for (std::size_t i = 0; (i + 1) * kTableEntryBytes <= static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0));
         ++i) {
        parts->m_table[i] = loadLittle<std::uint64_t>(table.data() + i * kTableEntryBytes);
    }
    return parts;
}

Result<void> KeptParts::openFile()
{
    m_file = platform::openIn(m_place.folder, m_place.name,
                              m_place.status ? platform::Open::Change : platform::Open::MakeNew);
    if (!m_file.isOpen()) {
        return fail(failed(ErrorCode::WriteFailed, message("parts cannot be kept: %1", systemReason(errno))));
    }
    constexpr platform::FileMode othersWrite = 0022;
    const auto status = platform::statusOf(m_file.number());
    if (!status || status->kind != platform::FileKind::Regular || status->owner != platform::ownUser() ||
        status->names > 1 || (status->mode & othersWrite) != 0) {
        return fail(failed(ErrorCode::WriteFailed, message("others may write to the file that parts are kept in"))
                        .because(message("They could put anything into the copy"))
                        .fix(message("Remove it, or choose another folder for the copy")));
    }
    if (!platform::lock(m_file.number(), platform::Lock::OrLeave) && platform::isLockedByOther()) {
        return fail(failed(ErrorCode::WriteFailed, message("another run makes this copy now"))
                        .fix(message("Wait until it is done")));
    }
    return {};
}

Result<void> KeptParts::begin(const std::string& head)
{
    if (!platform::cut(m_file.number(), 0)) {
        return fail(failed(ErrorCode::WriteFailed, message("parts cannot be kept: %1", systemReason(errno))));
    }
    return put(0, std::as_bytes(std::span(head)));
}

Result<void> KeptParts::put(std::uint64_t offset, std::span<const std::byte> bytes)
{
    if (platform::writeWholeAt(m_file.number(), bytes.data(), bytes.size(), offset)) {
        return {};
    }
    const int reason = errno;
    return fail(failed(
        platform::isDiskFull(reason) ? ErrorCode::DiskFull : ErrorCode::WriteFailed,
        message("parts cannot be kept: %1", platform::isTooLarge(reason) ? kFileTooLarge : systemReason(reason))));
}

std::optional<Bytes> KeptParts::read(std::uint64_t block)
{
    Bytes bytes(bytesOf(block));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const std::ptrdiff_t count =
            platform::readAt(m_file.number(), bytes.data() + done, bytes.size() - done, placeOf(block) + done);
        if (count <= 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    if (done < bytes.size() || m_table[block] != (kIsThere | crc32(bytes))) {
        m_table[block] = 0;
        return std::nullopt;
    }
    return bytes;
}

Result<void> KeptParts::write(std::uint64_t block, std::span<const std::byte> bytes)
{
    CAIRN_TRY(put(placeOf(block), bytes));
    const std::uint64_t entry = kIsThere | crc32(bytes);
    std::string written;
    appendLittle(written, entry, kTableEntryBytes);
    CAIRN_TRY(put(kHeadBytes + block * kTableEntryBytes, std::as_bytes(std::span(written))));
    m_table[block] = entry;
    return {};
}

std::uint64_t KeptParts::keptBytes() const
{
    std::uint64_t bytes = 0;
    for (std::uint64_t block = 0; block < m_table.size(); ++block) {
        bytes += has(block) ? bytesOf(block) : 0;
    }
    return bytes;
}

void KeptParts::remove()
{
    m_file = Descriptor(); // some systems remove no file that is open
    (void)platform::removeIn(m_place.folder, m_place.name);
}

Error KeptParts::failed(ErrorCode code, Message what) const
{
    return error(code, std::move(what)).in(m_path);
}

std::uint64_t KeptParts::bytesOf(std::uint64_t block) const
{
    return std::min(m_origin.blockBytes, m_origin.fileBytes - block * m_origin.blockBytes);
}

std::uint64_t KeptParts::placeOf(std::uint64_t block) const
{
    const std::uint64_t tableEnd = kHeadBytes + m_table.size() * kTableEntryBytes;
    return (tableEnd + kPageBytes - 1) / kPageBytes * kPageBytes + block * m_origin.blockBytes;
}

} // namespace cairn::remote
