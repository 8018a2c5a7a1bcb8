#pragma once

#include "core/checkpoint/extent.h"
#include "core/checkpoint/pickles/storage_table.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace cairn::checkpoint {

/// No file is as large. What a damaged one claims beyond that is not believed.
inline constexpr std::uint64_t kMostMendedBytes = std::uint64_t{1} << 56;

/// The storages that a pickle names, with the sizes that it says they have.
class NamedStorages {
public:
    struct Size {
        std::uint64_t elements = 0;
        std::uint64_t bytes = 0;
    };

    explicit NamedStorages(const formats::PickleGraph& graph)
    {
        PersistentIdReader reader;
        for (formats::NodeId node = 0; node < graph.nodeCount(); ++node) {
            if (!graph.is(node, formats::NodeKind::PersistentId)) {
                continue;
            }
            const auto storage = reader.read(graph, graph.persistentId(node));
            const auto bytes = storage ? storageBytesFor(storage->numel, storage->dtype) : std::nullopt;
            if (bytes && m_sizes.emplace(storage->key, Size{storage->numel, *bytes}).second) {
                m_keys.emplace_back(storage->key);
            }
        }
    }

    /// In the order of the pickle.
    [[nodiscard]] const std::vector<std::string>& keys() const noexcept { return m_keys; }
    [[nodiscard]] std::optional<Size> find(const std::string& key) const
    {
        const auto found = m_sizes.find(key);
        return found == m_sizes.end() ? std::nullopt : std::optional(found->second);
    }

private:
    std::vector<std::string> m_keys;
    std::unordered_map<std::string, Size> m_sizes;
};

} // namespace cairn::checkpoint
