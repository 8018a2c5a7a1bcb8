#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/files/write_place.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn::remote {

/// Parts of a file elsewhere, kept in a file here until what is made of it is done: what was cut short goes on from
/// them. Each has its checksum beside it, so that none is used that a crash left half written.
class KeptParts {
public:
    /// Which state of which file the parts are of.
    struct Origin {
        std::string address;
        std::string version;
        std::uint64_t fileBytes = 0;
        std::uint64_t blockBytes = 0;
    };

    /// Goes on with those of an earlier run, or begins anew where they are of another file or state. Refuses a file
    /// that holds anything else, one that others may have written to, and one that another run uses now.
    [[nodiscard]] static Result<std::unique_ptr<KeptParts>> open(const std::string& path, const Origin& origin);
    ~KeptParts() = default;
    KeptParts(const KeptParts&) = delete;
    KeptParts& operator=(const KeptParts&) = delete;

    [[nodiscard]] bool has(std::uint64_t block) const { return m_table[block] != 0; }
    /// Nothing, and it is forgotten, if it is not what was written.
    [[nodiscard]] std::optional<Bytes> read(std::uint64_t block);
    [[nodiscard]] Result<void> write(std::uint64_t block, std::span<const std::byte> bytes);
    [[nodiscard]] std::uint64_t keptBytes() const;
    /// Nobody needs them any more.
    void remove();

private:
    KeptParts(std::string path, WritePlace place, Origin origin);
    [[nodiscard]] Result<void> openFile();
    [[nodiscard]] Result<void> begin(const std::string& head);
    [[nodiscard]] Result<void> put(std::uint64_t offset, std::span<const std::byte> bytes);
    [[nodiscard]] Error failed(ErrorCode code, Message what) const;
    [[nodiscard]] std::uint64_t bytesOf(std::uint64_t block) const;
    [[nodiscard]] std::uint64_t placeOf(std::uint64_t block) const;

    std::string m_path;
    WritePlace m_place;
    Origin m_origin;
    Descriptor m_file;
    std::vector<std::uint64_t> m_table; ///< of each block 2^32 and its CRC-32; 0: it is not there
};

} // namespace cairn::remote
