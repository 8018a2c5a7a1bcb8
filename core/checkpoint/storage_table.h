#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/formats/pickle_graph.h"

#include <cstdint>
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
};

/// The parts of a storage's persistent id, as found.
struct PersistentStorage {
    std::string_view key;
    std::string_view device;
    formats::Dtype dtype = formats::Dtype::Unknown; ///< Unknown: untyped, `numel` counts bytes
    std::uint64_t numel = 0;
    std::string_view viewKey; ///< legacy views: their own key, and where they begin in the root storage
    std::uint64_t viewOffset = 0;
    bool isView = false;
};

/// Reads ("storage", class, key, location, numel[, view]). `keyDigits` keeps the text of an integer key.
[[nodiscard]] Result<PersistentStorage> parsePersistentStorage(const formats::PickleGraph& graph, formats::NodeId pid,
                                                               std::string& keyDigits);

/// A storage as one persistent id sees it.
struct StorageUse {
    StorageId storage = kNoId;
    formats::Dtype dtype = formats::Dtype::Unknown;
    std::uint64_t viewOffset = 0; ///< elements
};

/// The storages of one pickle: one entry for each key, however often it is named.
class StorageTable {
public:
    /// `prefix` goes before the keys that people see; inside shards and nested blobs it says where they are.
    StorageTable(CheckpointBuilder& builder, StorageLocator& locator, std::string prefix);

    /// Problems with the storage go to `issues`; an id that makes no sense is the error.
    [[nodiscard]] Result<StorageUse> resolve(const formats::PickleGraph& graph, formats::NodeId pid,
                                             std::vector<Issue>& issues);

private:
    [[nodiscard]] StorageId add(const PersistentStorage& wanted, std::vector<Issue>& issues);
    [[nodiscard]] std::string_view keyOf(StorageId id) const;

    struct Claim { ///< what the first persistent id said
        std::uint64_t numel = 0;
        formats::Dtype dtype = formats::Dtype::Unknown;
    };

    CheckpointBuilder& m_builder;
    StorageLocator& m_locator;
    std::string m_prefix;
    FlatIndex m_byKey;
    std::vector<StorageId> m_ids;
    std::vector<Claim> m_claims;
};

} // namespace cairn::checkpoint
