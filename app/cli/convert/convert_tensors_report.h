#pragma once

#include "app/cli/convert/convert_report.h"
#include "core/convert/tensors/tensor_output.h"

namespace cairn::cli {

/// All there is to say about tensors that were written, or would be.
struct TensorsReport {
    const convert::TensorSet& set;
    const convert::OutputPlan& plan;
    const convert::OutputReport& written;
    bool refused = false; ///< by a --dry-run
};

/// As text, or as one line of JSON if that was asked for.
void writeTensorsReport(const ConvertJob& job, const ConvertResult& result, const TensorsReport& report);

} // namespace cairn::cli
