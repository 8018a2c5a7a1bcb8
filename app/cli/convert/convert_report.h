#pragma once

#include "app/cli/convert/convert_job.h"
#include "core/convert/conversion/conversion_report.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn::cli {

/// Says what became of an input, as text or as a line of JSON. `planned`: warnings of its plan.
void writeReport(const ConvertJob& job, convert::ConversionReport& report, const std::vector<std::string>& planned);

/// The report of a file that gets no copy, and why it needs none.
ExitCode skipFile(const ConvertJob& job, std::string_view why, std::vector<std::string> warnings = {});
/// The JSON object of a file whose conversion failed.
void writeFailure(const ConvertJob& job, const Error& error);

} // namespace cairn::cli
