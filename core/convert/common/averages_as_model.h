#pragma once

#include "core/checkpoint/checkpoint.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn::convert {

/// What becomes of the entries of a training when the averaged weights (EMA) take the place of those that they follow.
struct AveragesAsModel {
    std::unordered_map<std::string, std::string> newNames; ///< of the averages and the groups they are in
    /// What they take the place of, and what belongs to neither: the state of the optimizer, counts of updates.
    std::unordered_set<std::string> leftOut;
    std::size_t averaged = 0; ///< tensors
    /// Second names of weights that are tied, which averages have none of: with the average of the first name, or left
    /// out.
    std::unordered_map<std::string, checkpoint::TensorId> tied;
    std::vector<std::string> untied;
    std::vector<std::string> notAverage; ///< weights among those that they follow, which stay as they were trained
};

/// What becomes of second names: a copy that is written from a list of tensors can hold one of them twice.
enum class SecondNames : std::uint8_t { Tie, LeaveOut };

/// UnmetRequest if there are no averages, or several: `isDropped` says which of them are not meant.
[[nodiscard]] Result<AveragesAsModel> averagesAsModel(const checkpoint::Checkpoint& source,
                                                      const std::function<bool(std::string_view)>& isDropped,
                                                      SecondNames secondNames);

/// What is to be told of weights without an average: a model of averages alone is what was asked for. `averages` may be
/// null.
[[nodiscard]] std::vector<Message> whatStaysTrained(const AveragesAsModel* averages);

} // namespace cairn::convert
