#pragma once

#include "app/cli/common/screen.h"
#include "core/values/number_comparison.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::cli {

/// Weights that were not compared, and are what the other file has.
struct SamePart {
    char side = 'a'; ///< 'a' or 'b': where they are
    std::string name;
    bool isAverage = false; ///< of the weights that were compared
};

struct DiffReport {
    const values::Comparison& comparison;
    std::span<const values::NumberRow> numbers; ///< in the order of rows
    bool withNumbers = false;
    std::string order = "file";             ///< one of rowOrders()
    std::optional<std::uint64_t> most;      ///< rows to show; 0: all
    std::optional<SamePart> samePart;       ///< where the weights themselves are not the same
    std::vector<std::string> averagesLeftA; ///< moving averages of A that --same-weights did not compare
    std::vector<std::string> averagesLeftB;
    std::vector<std::string> weightsLeftA; ///< groups of A with weights that have no place in what is the same
    std::vector<std::string> weightsLeftB;
    bool isDamaged = false; ///< storages that were compared do not have the bytes that were saved

    [[nodiscard]] bool hasWeightsLeft() const { return !weightsLeftA.empty() || !weightsLeftB.empty(); }
    [[nodiscard]] bool isKnownSame() const { return comparison.isKnownSame() && !hasWeightsLeft() && !isDamaged; }
};

/// The orders in which rows can stand.
[[nodiscard]] std::vector<std::string> rowOrders();
/// Whether that takes the numbers in tensors.
[[nodiscard]] bool ordersByNumbers(std::string_view order);

void printDiff(Screen& screen, const DiffReport& report);
void writeDiffJson(Output& output, const DiffReport& report);

} // namespace cairn::cli
