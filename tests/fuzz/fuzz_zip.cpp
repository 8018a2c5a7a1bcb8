#include "core/formats/zip_archive.h"
#include "core/formats/zip_sequence.h"
#include "tests/fuzz/fuzz_input.h"

using cairn::formats::ZipArchive;
using cairn::formats::ZipEntry;

// The directory, every record by its name, and what deflated ones unpack to.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = cairn::fuzz::sourceOf(data, size);
    static_cast<void>(cairn::formats::splitZipSequence(source));
    const auto archive = ZipArchive::open(source);
    if (!archive) {
        return 0;
    }
    for (const ZipEntry& entry : (*archive)->entries()) {
        if ((*archive)->find((*archive)->name(entry)) != &entry) {
            __builtin_trap();
        }
        static_cast<void>((*archive)->readText(entry));
    }
    return 0;
}
