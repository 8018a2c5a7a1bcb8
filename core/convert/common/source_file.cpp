#include "core/convert/common/source_file.h"

#include "core/formats/zip/zip_archive.h"
#include "core/remote/remote_source.h"

#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

/// All bytes of the file that a checkpoint was read from, or of what was put together out of a damaged one; null: they
/// are not known.
SourcePtr bytesOf(const Checkpoint& source)
{
    if (source.archive() != nullptr) {
        return source.archive()->source();
    }
    const checkpoint::StorageSource* own = source.ownSource();
    return own == nullptr ? nullptr : own->bytes;
}

} // namespace

bool isFile(const ByteSource& source)
{
    return source.isFarAway() || dynamic_cast<const FileSource*>(&source) != nullptr;
}

const FileSource* openedFile(const Checkpoint& source)
{
    return dynamic_cast<const FileSource*>(bytesOf(source).get());
}

const remote::RemoteSource* farFile(const Checkpoint& source)
{
    const SourcePtr bytes = bytesOf(source);
    return bytes == nullptr ? nullptr : dynamic_cast<const remote::RemoteSource*>(&bytes->origin());
}

Error fileChanged(const std::string& path)
{
    return error(ErrorCode::FileChanged, message("the file changed after it was opened"))
        .in(path)
        .fix(message("Wait until whatever writes it is done, then try again"));
}

Result<SourceFile> SourceFile::open(const Checkpoint& source)
{
    SourceFile file;
    if (SourcePtr bytes = bytesOf(source); bytes != nullptr && bytes->isFarAway()) {
        file.m_bytes = std::move(bytes);
        return file;
    }
    CAIRN_ASSIGN(here, FileSource::open(source.path()));
    const FileSource* opened = openedFile(source);
    const auto then = opened == nullptr ? std::nullopt : FileStamp::of(opened->descriptor());
    file.m_stamp = FileStamp::of(here->descriptor());
    if (!file.m_stamp || (opened != nullptr && (!then || !file.m_stamp->isSameFile(*then)))) {
        return fail(fileChanged(source.path()));
    }
    file.m_bytes = here;
    file.m_here = std::move(here);
    return file;
}

Result<void> SourceFile::requireUnchanged() const
{
    return m_here == nullptr || FileStamp::of(m_here->descriptor()) == m_stamp ? Result<void>()
                                                                               : fail(fileChanged(m_here->path()));
}

} // namespace cairn::convert
