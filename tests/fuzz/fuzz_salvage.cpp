#include "core/checkpoint/salvage/salvage.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/touch_checkpoint.h"

// What is left of any file, which is mostly damaged here.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto found = cairn::checkpoint::salvage(cairn::fuzz::sourceOf(data, size), "input", nullptr);
    if (found) {
        cairn::fuzz::touch(*found->checkpoint);
    }
    return 0;
}
