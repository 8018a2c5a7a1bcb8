#pragma once

#include "core/base/json_writer.h"

namespace cairn::cli {

using cairn::JsonWriter;

} // namespace cairn::cli
