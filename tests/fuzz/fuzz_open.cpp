#include "core/checkpoint/readers/open.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/touch_checkpoint.h"

// Any file. Shards are left out: they would be other files.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto opened =
        cairn::checkpoint::openCheckpoint(cairn::fuzz::sourceOf(data, size), "input", nullptr, /*allowShards=*/false);
    if (opened) {
        cairn::fuzz::touch(**opened);
    }
    return 0;
}
