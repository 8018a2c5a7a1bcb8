#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// Looks for values that are known to be somewhere in a file. What is not there is kNoId, or nothing.
class FileRows {
public:
    explicit FileRows(const Checkpoint& file) : m_file(file) {}

    /// Linear.
    [[nodiscard]] EntryId child(EntryId id, std::string_view key) const;
    [[nodiscard]] EntryId at(EntryId id, std::initializer_list<std::string_view> keys) const;
    /// Containers that are shown elsewhere are the ones there.
    [[nodiscard]] std::vector<EntryId> children(EntryId id) const;
    /// The same with their keys.
    struct Pair {
        std::string key;
        EntryId row;
    };
    [[nodiscard]] std::vector<Pair> pairs(EntryId id) const;

    [[nodiscard]] std::optional<std::int64_t> integer(EntryId id) const;
    [[nodiscard]] std::optional<std::vector<std::int64_t>> integers(EntryId id) const;
    [[nodiscard]] std::string_view text(EntryId id) const;
    [[nodiscard]] const Tensor* tensor(EntryId id) const;
    /// The name of its class without the module.
    [[nodiscard]] std::string_view className(EntryId id) const;

private:
    /// A container that is shown elsewhere stands for that.
    [[nodiscard]] EntryId follow(EntryId id) const;

    const Checkpoint& m_file;
};

} // namespace cairn::checkpoint
