#pragma once

#include "app/cli/convert/convert_report.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/retag/retag.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// Adds to the result what concerns the tags of the rows that are written: torch.device objects that follow them, and
/// rules that match nothing. `dropped` is by row and may be empty.
void describeTags(const ConvertJob& job, const checkpoint::Checkpoint& rows, const std::vector<bool>& dropped,
                  const convert::RetagReport& report, ConvertResult& result);

/// The same for copies that have no place for objects: only what is wrong with the map.
void describeMap(const ConvertJob& job, const checkpoint::Checkpoint& rows, const convert::RetagReport& report,
                 ConvertResult& result);

// The tags in the reports of conversions that keep them.
void writeTags(JsonWriter& json, const ConvertResult& result, const convert::RetagReport& report);
void writeTags(std::string& out, const ConvertResult& result, const convert::RetagReport& report);

} // namespace cairn::cli
