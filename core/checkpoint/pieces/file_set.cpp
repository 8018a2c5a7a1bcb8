#include "core/checkpoint/pieces/file_set.h"

#include "core/base/platform/file.h"
#include "core/base/text/text.h"

#include <cerrno>
#include <cstring>
#include <utility>

namespace cairn::checkpoint {

namespace {

constexpr std::size_t kMostOpen = 128;

/// A range of a file that need not be open.
class SetFileSource final : public ByteSource {
public:
    SetFileSource(std::shared_ptr<const FileSet> set, std::uint32_t file) : m_set(std::move(set)), m_file(file) {}

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_set->files()[m_file].bytes; }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        CAIRN_ASSIGN(file, m_set->open(m_file));
        return file->readAt(offset, into);
    }

    std::shared_ptr<const FileSet> m_set;
    std::uint32_t m_file;
};

FileSet::File examine(const std::string& folder, const std::string& name)
{
    FileSet::File file{.path = folder + "/" + name, .bytes = 0, .problem = {}, .isMissing = name.empty()};
    const auto isLink = [&] {
        const auto named = platform::statusOf(file.path, platform::Links::Keep);
        return named && named->kind == platform::FileKind::Link;
    };
    if (name.empty()) {
        file.path.clear();
        file.problem = message("it is missing");
    } else if (name.contains('/') || isLink()) {
        if (const auto opened = FileSource::openNamed(folder, name)) {
            file.bytes = (*opened)->sizeBytes();
        } else {
            file.isMissing = opened.error().code == ErrorCode::FileNotFound;
            file.problem = file.isMissing ? message("it is missing") : opened.error().what;
        }
    } else if (const auto status = platform::statusOf(file.path, platform::Links::Follow); !status) {
        file.isMissing = errno == ENOENT || errno == ENOTDIR;
        file.problem =
            file.isMissing ? message("it is missing") : message("it cannot be examined: %1", systemReason(errno));
    } else if (status->kind != platform::FileKind::Regular) {
        file.problem = message("it is no regular file");
    } else {
        file.bytes = status->sizeBytes;
    }
    return file;
}

} // namespace

FileSet::FileSet(std::string folder, const std::vector<std::string>& names) : m_folder(std::move(folder))
{
    m_files.reserve(names.size());
    for (const std::string& name : names) {
        m_files.push_back(examine(m_folder, name));
    }
    m_open.resize(m_files.size());
}

std::string FileSet::nameOf(const File& file) const
{
    return file.path.substr(m_folder.size() + 1);
}

std::uint64_t FileSet::bytes() const noexcept
{
    std::uint64_t sum = 0;
    for (const File& file : m_files) {
        sum += file.bytes;
    }
    return sum;
}

Result<std::shared_ptr<const FileSource>> FileSet::open(std::uint32_t file) const
{
    const std::scoped_lock lock(m_mutex);
    if (m_open[file] != nullptr) {
        return m_open[file];
    }
    const File& wanted = m_files[file];
    if (!wanted.problem.empty()) {
        return fail(
            error(wanted.isMissing ? ErrorCode::ShardMissing : ErrorCode::ShardBroken, wanted.problem).in(wanted.path));
    }
    CAIRN_ASSIGN(opened, FileSource::openNamed(m_folder, nameOf(wanted)));
    if (opened->sizeBytes() != wanted.bytes) {
        return fail(error(ErrorCode::FileChanged, message("the file has %1 and had %2 when the folder was opened",
                                                          humanBytes(opened->sizeBytes()), humanBytes(wanted.bytes)))
                        .in(wanted.path)
                        .fix(message("Wait until whatever writes it is done, then open the folder again")));
    }
    if (m_order.size() == kMostOpen) {
        m_open[m_order.front()] = nullptr;
        m_order.erase(m_order.begin());
    }
    m_order.push_back(file);
    m_open[file] = opened;
    return opened;
}

SourcePtr FileSet::source(std::shared_ptr<const FileSet> set, std::uint32_t file)
{
    return std::make_shared<SetFileSource>(std::move(set), file);
}

} // namespace cairn::checkpoint
