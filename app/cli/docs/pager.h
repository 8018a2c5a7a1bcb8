#pragma once

#include "app/cli/common/command.h"

#include <string_view>

namespace cairn::cli {

/// Prints a page of help. On a terminal that has fewer lines it goes through PAGER, or less; anywhere else, and if
/// there is no such program, it is printed as it is.
void showPage(Session& session, std::string_view page);

} // namespace cairn::cli
