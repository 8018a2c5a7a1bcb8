#include "core/base/text/text.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_sequence.h"
#include "tests/fuzz/fuzz_input.h"

#include <string>
#include <string_view>

using cairn::formats::ZipArchive;
using cairn::formats::ZipEntry;

namespace {

std::string folded(std::string_view name)
{
    std::string text;
    cairn::appendFolded(text, name);
    return text;
}

} // namespace

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
        // Records whose names differ in case alone are one for torch, which takes the first that it meets.
        const ZipEntry* found = (*archive)->find((*archive)->name(entry));
        if (found == nullptr || folded((*archive)->name(*found)) != folded((*archive)->name(entry))) {
            __builtin_trap();
        }
        static_cast<void>((*archive)->readText(entry));
    }
    return 0;
}
