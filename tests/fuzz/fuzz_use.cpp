#include "core/checkpoint/readers/open.h"
#include "tests/fuzz/use_checkpoint.h"

// Any file, and what people do with one that opens.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string path = cairn::fuzz::placeFor("input");
    cairn::fuzz::writeInput(path, data, size);
    const auto source = cairn::FileSource::open(path);
    cairn::fuzz::require(source.has_value(), "cannot open " + path);
    const auto opened = cairn::checkpoint::openCheckpoint(*source, path, nullptr, /*allowShards=*/false);
    if (opened) {
        cairn::fuzz::use(**opened);
    }
    return 0;
}
