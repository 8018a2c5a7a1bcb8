#include "core/checkpoint/readers/pickle_reader.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/touch_checkpoint.h"

// What torch.save wrote before 1.6, and plain pickles, whatever the bytes look like.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto opened = cairn::checkpoint::readPickleFile(cairn::fuzz::sourceOf(data, size), "input", nullptr);
    if (opened) {
        cairn::fuzz::touch(**opened);
    }
    return 0;
}
