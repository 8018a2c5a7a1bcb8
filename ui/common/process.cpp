#include "ui/common/process.h"

#include <cerrno>
#include <csignal>

namespace cairn::ui {

bool isGone(qint64 process)
{
    return process > 0 && ::kill(static_cast<pid_t>(process), 0) != 0 && errno == ESRCH;
}

} // namespace cairn::ui
