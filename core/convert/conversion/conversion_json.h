#pragma once

#include "core/base/json/json_writer.h"
#include "core/convert/conversion/conversion_report.h"

#include <string_view>

namespace cairn::convert {

/// What became of a file, as members of a JSON object that names the file already. `out`: what the copy is called.
void writeConversion(JsonWriter& json, const ConversionReport& report, std::string_view out);

} // namespace cairn::convert
