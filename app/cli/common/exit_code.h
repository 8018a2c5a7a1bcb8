#pragma once

#include "core/base/error.h"

namespace cairn::cli {

/// What every command tells its caller. A larger one is worse: with several files the worst counts.
enum class ExitCode : int {
    Fine = 0,
    NegativeVerdict = 1,
    Usage = 2,
    BadInput = 3,
    Io = 4,
    Cancelled = 130,
};

[[nodiscard]] constexpr ExitCode exitCode(ErrorClass kind)
{
    switch (kind) {
    case ErrorClass::Usage: return ExitCode::Usage;
    case ErrorClass::Io: return ExitCode::Io;
    case ErrorClass::Cancelled: return ExitCode::Cancelled;
    case ErrorClass::Verdict: return ExitCode::NegativeVerdict;
    case ErrorClass::BadInput:
    case ErrorClass::Internal: break;
    }
    return ExitCode::BadInput;
}

[[nodiscard]] constexpr ExitCode worse(ExitCode a, ExitCode b)
{
    return a < b ? b : a;
}

} // namespace cairn::cli
