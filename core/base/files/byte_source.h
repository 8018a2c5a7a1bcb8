#pragma once

#include "core/base/error.h"
#include "core/base/files/file_stamp.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn {

class Descriptor;

using Bytes = std::vector<std::byte>;

/// Random access to bytes that can fail at any time. Const reads may run on any thread at once.
/// Shared by everything that was opened from it, so a checkpoint keeps its file open.
class ByteSource {
public:
    virtual ~ByteSource() = default;
    ByteSource() = default;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] virtual std::uint64_t sizeBytes() const noexcept = 0;
    /// How many of these bytes lie somewhere: fewer where a source stands for a file of which a part is lost. What may
    /// be spent on reading is measured by this.
    [[nodiscard]] virtual std::uint64_t heldBytes() const noexcept { return sizeBytes(); }

    /// Whether a read of a few bytes takes as long as reading megabytes of a file: then many places are not looked at.
    [[nodiscard]] virtual bool isFarAway() const noexcept { return &origin() != this && origin().isFarAway(); }
    /// What this one takes its bytes from as they are; itself, if that is nothing else.
    [[nodiscard]] virtual const ByteSource& origin() const noexcept { return *this; }

    /// Fills all of `into` from `offset`, or fails: a range past the end is Truncated.
    [[nodiscard]] Result<void> readAt(std::uint64_t offset, std::span<std::byte> into) const;

    /// Reads `count` bytes into a new buffer, checking the range before allocating.
    [[nodiscard]] Result<Bytes> readBytes(std::uint64_t offset, std::uint64_t count) const;

protected:
    /// The range was checked against sizeBytes().
    [[nodiscard]] virtual Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const = 0;
};

using SourcePtr = std::shared_ptr<const ByteSource>;

/// A regular file read with pread: no mapping, so a file that shrinks is an error and not a signal.
class FileSource final : public ByteSource {
public:
    [[nodiscard]] static Result<std::shared_ptr<const FileSource>> open(const std::string& path);
    /// For a name that a file names and not the user, with folders in it or without. In a folder of others each part of
    /// it may be a link of theirs to what only the user may read: it is followed if the user made it, or whoever made
    /// it owns what it leads to.
    [[nodiscard]] static Result<std::shared_ptr<const FileSource>> openNamed(const std::string& folder,
                                                                             const std::string& name);
    ~FileSource() override;

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] int descriptor() const noexcept { return m_descriptor; }
    /// Whether nobody has written to it since.
    [[nodiscard]] bool isAsOpened() const { return FileStamp::of(m_descriptor) == m_opened; }
    [[nodiscard]] const std::optional<FileStamp>& opened() const noexcept { return m_opened; }

private:
    FileSource(std::string path, int descriptor, std::uint64_t sizeBytes);
    static Result<std::shared_ptr<const FileSource>> openFrom(Descriptor opened, const std::string& path);
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    std::string m_path;
    int m_descriptor;
    std::uint64_t m_sizeBytes;
    std::optional<FileStamp> m_opened;
};

/// Bytes that are in memory already: inflated records, decoded blobs, test data.
class MemorySource final : public ByteSource {
public:
    explicit MemorySource(Bytes bytes) : m_bytes(std::move(bytes)) {}
    explicit MemorySource(std::string_view text);

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_bytes.size(); }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    Bytes m_bytes;
};

/// A range of another source, addressed from zero.
class SliceSource final : public ByteSource {
public:
    /// The range must lie inside `parent`.
    [[nodiscard]] static Result<SourcePtr> make(SourcePtr parent, std::uint64_t offset, std::uint64_t sizeBytes);

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_sizeBytes; }
    [[nodiscard]] const ByteSource& origin() const noexcept override { return m_parent->origin(); }

private:
    SliceSource(SourcePtr parent, std::uint64_t offset, std::uint64_t sizeBytes);
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override;

    SourcePtr m_parent;
    std::uint64_t m_offset;
    std::uint64_t m_sizeBytes;
};

} // namespace cairn
