#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace cairn::bench {

/// The fewest milliseconds that `work` takes, of so many runs.
template <typename Work>
double bestOf(int runs, Work&& work)
{
    double milliseconds = std::numeric_limits<double>::max();
    for (int run = 0; run < runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const auto end = std::chrono::steady_clock::now();
        milliseconds = std::min(milliseconds, std::chrono::duration<double, std::milli>(end - begin).count());
    }
    return milliseconds;
}

} // namespace cairn::bench
