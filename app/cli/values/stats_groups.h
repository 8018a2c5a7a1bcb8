#pragma once

#include "app/cli/common/json_writer.h"
#include "app/cli/common/screen.h"
#include "app/cli/common/table.h"
#include "core/values/statistics.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn::cli {

/// The members of a JSON object that tell the numbers.
void writeStatistics(JsonWriter& json, const values::Statistics& statistics);

/// The columns of a table of statistics: `first`, then the numbers and a note.
[[nodiscard]] std::vector<Column> withNumberColumns(std::vector<Column> first);
/// The cells of these columns but for the note. How exact `low` and `high` are depends on what was counted.
void setNumbers(std::span<Cell> cells, const values::Statistics& statistics, std::string low, std::string high);

/// The statistics of many tensors, one row for all whose names begin alike.
class StatsGroups {
public:
    /// `parts`: of a name between the dots, that make the group.
    explicit StatsGroups(std::size_t parts) : m_parts(parts) {}

    /// `statistics`: null for a tensor that cannot be read.
    void add(std::string_view tensor, const values::Statistics* statistics);

    /// With `isOnlyNotFinite` those that hold NaN or infinite numbers, or could not be read. False if there is none.
    [[nodiscard]] bool print(Screen& screen, bool isOnlyNotFinite) const;
    void write(JsonWriter& json, bool isOnlyNotFinite) const;

private:
    struct Group {
        std::string name;
        std::uint64_t tensors = 0;
        std::uint64_t unread = 0;
        values::Statistics statistics;
    };

    [[nodiscard]] std::vector<const Group*> shown(bool isOnlyNotFinite) const;

    std::size_t m_parts;
    std::vector<Group> m_groups; ///< in the order of the file
    std::unordered_map<std::string, std::size_t> m_places;
};

} // namespace cairn::cli
