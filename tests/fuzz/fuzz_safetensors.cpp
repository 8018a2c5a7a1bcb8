#include "core/checkpoint/readers/safetensors_reader.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/touch_checkpoint.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto opened = cairn::checkpoint::readSafetensors(cairn::fuzz::sourceOf(data, size), "input", nullptr);
    if (opened) {
        cairn::fuzz::touch(**opened);
    }
    return 0;
}
