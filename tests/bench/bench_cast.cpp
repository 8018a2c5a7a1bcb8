// bench_cast [RUNS]: casts 64 million float32 to bfloat16 in memory. Prints the best milliseconds of the cast, and of
// copying the same float32 with memcpy.

#include "core/convert/common/cast_loops.h"
#include "tests/bench/best_of.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace cairn;

} // namespace

int main(int argc, char** argv)
{
    constexpr std::size_t count = std::size_t{64} << 20;
    const int runs = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 5;
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(i % 4099) * 0.37F - 700.0F;
    }
    const auto in = std::as_bytes(std::span(values));
    std::vector<std::byte> out(in.size());
    const double cast = bench::bestOf(
        runs, [&] { (void)convert::castElements(formats::Dtype::Float32, formats::Dtype::BFloat16, in, out); });
    const double copy = bench::bestOf(runs, [&] { std::memcpy(out.data(), in.data(), in.size()); });
    std::printf("%.3f %.3f\n", cast, copy);
    return out.back() == std::byte{0x55} ? 1 : 0; // so that nothing above is thrown away
}
