#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/number_table.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// Where a container keeps the bytes of a storage.
struct StorageBytes {
    std::uint32_t source = kNoId;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
};

/// Finds storages in one container. Each format has its own; used while a file is being read.
class StorageLocator {
public:
    virtual ~StorageLocator() = default;
    StorageLocator() = default;
    StorageLocator(const StorageLocator&) = delete;
    StorageLocator& operator=(const StorageLocator&) = delete;

    [[nodiscard]] virtual Result<StorageBytes> locate(std::string_view key) = 0;
    [[nodiscard]] virtual ByteOrder byteOrder() const { return ByteOrder::Little; }
    /// How many parts torch unpacks a persistent id into. It stops at one of fewer or more.
    [[nodiscard]] virtual std::size_t partsOfId() const { return 5; } // kind, class, key, tag, size
};

/// The parts of a storage's persistent id, as found.
struct PersistentStorage {
    std::string_view key;
    std::string_view device;
    formats::Dtype dtype = formats::Dtype::Unknown; ///< Unknown: untyped, `numel` counts bytes
    std::uint64_t numel = 0;
    std::string_view viewKey; ///< legacy views: their own key, and which elements of the root storage they are
    std::uint64_t viewOffset = 0;
    std::uint64_t viewNumel = 0;
    bool isView = false;
    bool hasNumberKey = false; ///< an int, as no torch writes it
};

/// Reads the persistent ids of one pickle.
class PersistentIdReader {
public:
    /// Reads ("storage", class, key, location, numel[, view]). The result holds good until the next call.
    [[nodiscard]] Result<PersistentStorage> read(const formats::PickleGraph& graph, formats::NodeId pid);

private:
    [[nodiscard]] std::optional<formats::Dtype> storageClass(const formats::PickleGraph& graph, formats::NodeId node);

    std::string m_keyDigits;       ///< text of an integer key
    std::string m_viewDigits;      ///< that of a view's
    std::uint32_t m_class = kNoId; ///< the global looked up last, for the next is mostly the same
    std::optional<formats::Dtype> m_dtype;
};

/// A storage as one persistent id sees it.
struct StorageUse {
    StorageId storage = kNoId;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::uint64_t viewOffset = 0; ///< elements
};

/// torch makes no difference between an untyped storage and one of bytes.
[[nodiscard]] constexpr formats::Dtype asBytes(formats::Dtype dtype)
{
    return dtype == formats::Dtype::Unknown ? formats::Dtype::UInt8 : dtype;
}

/// The storages of one pickle: one entry for each key, however often it is named.
class StorageTable {
public:
    /// `prefix` goes before the keys that people see; inside shards and nested blobs it says where they are.
    StorageTable(CheckpointBuilder& builder, StorageLocator& locator, std::string prefix);

    /// Problems with the storage go to `issues`; an id that makes no sense is the error.
    [[nodiscard]] Result<StorageUse> resolve(const formats::PickleGraph& graph, formats::NodeId pid,
                                             std::vector<Issue>& issues);

private:
    struct Claim { ///< what the first persistent id said
        std::uint64_t numel = 0;
        formats::Dtype dtype = formats::Dtype::Unknown;
        bool hasNumberKey = false;
        bool hasBytes = false; ///< in the file, whatever it said
    };

    [[nodiscard]] StorageId add(const PersistentStorage& wanted, Claim& claim, std::vector<Issue>& issues);
    void compare(std::uint32_t slot, const PersistentStorage& wanted, std::vector<Issue>& issues) const;
    /// Whether torch 2 goes by the class that this reference names, whatever the first named: where there are no bytes.
    [[nodiscard]] bool isSeparate(std::uint32_t slot, const PersistentStorage& wanted) const;
    /// Place of the storage with this key in m_ids; the end if it is new, and it has that place from now on.
    [[nodiscard]] std::uint32_t slotOf(std::string_view key);
    [[nodiscard]] std::string_view keyOf(std::uint32_t slot) const;

    CheckpointBuilder& m_builder;
    StorageLocator& m_locator;
    std::string m_prefix;
    PersistentIdReader m_reader;
    NumberTable m_byNumber;
    TextIndex<ExactText> m_byKey; ///< of keys that are no small numbers
    LargeVector<StorageId> m_ids;
    LargeVector<Claim> m_claims;
};

} // namespace cairn::checkpoint
