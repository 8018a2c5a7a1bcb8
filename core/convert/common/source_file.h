#pragma once

#include "core/base/files/byte_source.h"
#include "core/checkpoint/checkpoint.h"

#include <memory>
#include <optional>
#include <string>

namespace cairn::remote {
class RemoteSource;
}

namespace cairn::convert {

/// The file that a checkpoint was read from, for what is copied as it lies there. One that is far away is read through
/// the checkpoint's own connection, which notices by itself if it changes.
class SourceFile {
public:
    SourceFile() = default;
    /// FileChanged if another one has its name now: places in the file must not be used with another.
    [[nodiscard]] static Result<SourceFile> open(const checkpoint::Checkpoint& source);

    [[nodiscard]] const SourcePtr& bytes() const noexcept { return m_bytes; }
    /// When it was opened; nothing of one that is far away.
    [[nodiscard]] const std::optional<FileStamp>& stamp() const noexcept { return m_stamp; }
    /// FileChanged if it was written to since: a copy may be half of this and half of that.
    [[nodiscard]] Result<void> requireUnchanged() const;

private:
    SourcePtr m_bytes;
    std::shared_ptr<const FileSource> m_here; ///< null: it is far away
    std::optional<FileStamp> m_stamp;
};

/// The file elsewhere that a checkpoint is read from, as long as that lives; null: it is here.
[[nodiscard]] const remote::RemoteSource* farFile(const checkpoint::Checkpoint& source);

/// Whether these are the bytes of a file as it lies somewhere; what was put together out of a damaged one has other
/// places.
[[nodiscard]] bool isFile(const ByteSource& source);

/// The file that a checkpoint is read from, if it is one, and here.
[[nodiscard]] const FileSource* openedFile(const checkpoint::Checkpoint& source);

[[nodiscard]] Error fileChanged(const std::string& path);

} // namespace cairn::convert
