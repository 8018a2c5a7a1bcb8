// bench_open FILE [RUNS]: opens a checkpoint again and again in one process. Prints the best and the median
// milliseconds.

#include "core/checkpoint/open.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: bench_open FILE [RUNS]\n", stderr);
        return 2;
    }
    const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
    std::vector<double> milliseconds;
    for (int run = 0; run < runs; ++run) {
        const auto begin = std::chrono::steady_clock::now();
        const auto opened = cairn::checkpoint::openCheckpoint(argv[1]);
        const auto end = std::chrono::steady_clock::now();
        if (!opened) {
            std::fprintf(stderr, "%s\n", opened.error().paragraph().c_str());
            return 3;
        }
        milliseconds.push_back(std::chrono::duration<double, std::milli>(end - begin).count());
    }
    std::ranges::sort(milliseconds);
    std::printf("%.3f %.3f\n", milliseconds.front(), milliseconds[milliseconds.size() / 2]);
    return 0;
}
