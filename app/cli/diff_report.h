#pragma once

#include "app/cli/screen.h"
#include "core/values/number_comparison.h"

#include <span>

namespace cairn::cli {

struct DiffReport {
    const values::Comparison& comparison;
    std::span<const values::NumberRow> numbers; ///< in the order of rows
    bool withNumbers = false;
};

void printDiff(Screen& screen, const DiffReport& report);
void writeDiffJson(Output& output, const DiffReport& report);

} // namespace cairn::cli
