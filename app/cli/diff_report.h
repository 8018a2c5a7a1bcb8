#pragma once

#include "app/cli/screen.h"
#include "core/values/comparison.h"
#include "core/values/value_difference.h"

#include <span>
#include <string>

namespace cairn::cli {

/// How the numbers of a pair of tensors compare, or why they cannot be compared.
struct NumberRow {
    std::uint32_t row = 0;
    values::ValueDifference difference;
    std::string error;
};

struct DiffReport {
    const values::Comparison& comparison;
    std::span<const NumberRow> numbers; ///< in the order of rows
    bool withNumbers = false;
};

void printDiff(Screen& screen, const DiffReport& report);
void writeDiffJson(Output& output, const DiffReport& report);

} // namespace cairn::cli
