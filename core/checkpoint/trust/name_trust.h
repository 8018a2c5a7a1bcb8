#pragma once

#include "core/checkpoint/checkpoint.h"

#include <string_view>

namespace cairn::checkpoint {

/// What it means that a pickle names a class or function.
struct NameTrust {
    Trust trust = Trust::RunsCode;
    Phrase why; ///< a short sentence without its full stop
};

/// `module` and `name` as Python 3 has them, cut anywhere: what counts is the whole path.
///
/// Data only are the names of a list: calling them as picklers do, giving them a state or items runs nothing of a
/// file's choosing; other calls of them are found by findingsInPickle(). Everything else runs code. Dangerous is what
/// is known to do harm, what comes with Python itself and no checkpoint needs, and every way that leads to anything:
/// names with two underscores, operators, functions of torch and NumPy reached through other modules.
[[nodiscard]] NameTrust trustOfName(std::string_view module, std::string_view name);

} // namespace cairn::checkpoint
