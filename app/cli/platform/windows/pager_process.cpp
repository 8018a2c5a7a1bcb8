#include "app/cli/docs/pager_process.h"

namespace cairn::cli {

/// The pager of Windows, more, shows neither colours nor UTF-8: consoles scroll.
bool runPager(const std::string& /*command*/, const std::function<void(int descriptor)>& /*write*/)
{
    return false;
}

} // namespace cairn::cli
