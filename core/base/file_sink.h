#pragma once

#include "core/base/byte_source.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cairn {

/// A new file that exists under its name only when it is whole. Writes go to a temporary file beside the target
/// (".NAME.cairn-XXXXXX.part"); commit() syncs it and renames it. Destroyed without commit(), it leaves nothing.
class FileSink {
public:
    enum class Existing { Refuse, Replace };
    /// What file systems share between files, if source and copy have it at the same place in the block.
    static constexpr std::uint32_t kBlockBytes = 4096;

    /// Refuses a target that is a folder, a device or a FIFO, and an existing file unless told to replace it. A target
    /// that is a symbolic link stays one: the file it points to is replaced. Removes temporary files that a killed run
    /// left for the same target.
    [[nodiscard]] static Result<std::unique_ptr<FileSink>> create(const std::string& path, Existing existing);
    /// What create() would say to the name of a target, without making anything.
    [[nodiscard]] static Result<void> check(const std::string& path, Existing existing);
    /// Removes temporary files that killed runs left in a folder. `isWanted` gets the name of each one's target, of
    /// which long names have only the first 200 bytes.
    static void removeLeftovers(const std::string& folder,
                                const std::function<bool(std::string_view target)>& isWanted);
    ~FileSink();
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;

    [[nodiscard]] std::uint64_t position() const noexcept { return m_position; }
    [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> write(std::string_view text);
    /// Copies a range of a file inside the kernel where it can, which costs no memory and on some file systems no disk.
    [[nodiscard]] Result<void> copyFrom(const FileSource& file, std::uint64_t offset, std::uint64_t bytes);
    /// Returns when everything written so far is on the disk.
    [[nodiscard]] Result<void> sync();
    /// The file as it is before commit(), for a look at it.
    [[nodiscard]] const std::string& temporaryPath() const noexcept { return m_temporary; }
    [[nodiscard]] Result<void> commit();

private:
    FileSink(std::string target, std::string temporary, int descriptor, Existing existing);
    void advance(std::uint64_t written);
    [[nodiscard]] std::unexpected<Error> writeFailed(int reason) const;
    [[nodiscard]] Result<void> copyThroughMemory(const FileSource& file, std::uint64_t offset, std::uint64_t bytes);

    std::string m_target;
    std::string m_temporary;
    int m_descriptor;
    Existing m_existing;
    std::uint64_t m_position = 0;
    std::uint64_t m_begun = 0; ///< up to where the disk was told to write
    bool m_committed = false;
};

} // namespace cairn
