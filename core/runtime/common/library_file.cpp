#include "core/runtime/common/library_file.h"

#include "core/base/files/byte_source.h"

#include <elf.h>
#include <link.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cairn::runtime {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);

constexpr unsigned char kOwnClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char kOwnOrder = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

#if defined(__x86_64__)
constexpr unsigned kOwnProcessor = EM_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kOwnProcessor = EM_AARCH64;
#else
constexpr unsigned kOwnProcessor = EM_NONE; // not compared
#endif

std::unexpected<Error> noLibrary()
{
    return fail(error(ErrorCode::RuntimeBroken, message("the LibTorch module cannot be opened"))
                    .because(message("It is no library: it does not begin as an ELF file does"))
                    .fix(message("Install cairn_torch.so again, or set CAIRN_RUNTIME to it")));
}

/// The system's loader says of some of them that there is no such file.
std::unexpected<Error> otherMachine()
{
    return fail(error(ErrorCode::RuntimeBroken, message("the LibTorch module is for another kind of machine"))
                    .because(message("It was built for another processor than this Cairn"))
                    .fix(message("Install the cairn_torch.so that was built for this machine")));
}

std::unexpected<Error> cutShort(Phrase part, std::uint64_t offset, std::uint64_t bytes, std::uint64_t fileBytes)
{
    return fail(error(ErrorCode::RuntimeBroken, message("the LibTorch module is incomplete"))
                    .because(message("%1 of %2 bytes at byte %3 reaches past the end of the file, which has %4 "
                                     "bytes: it was not copied to its end, or is damaged",
                                     part, std::to_string(bytes), std::to_string(offset), std::to_string(fileBytes)))
                    .fix(message("Install or copy cairn_torch.so again")));
}

bool fits(std::uint64_t offset, std::uint64_t bytes, std::uint64_t fileBytes)
{
    return offset <= fileBytes && bytes <= fileBytes - offset;
}

Result<void> checkSegments(const ByteSource& file, const Header& header)
{
    const std::uint64_t tableBytes = std::uint64_t{header.e_phnum} * sizeof(Segment); // 16 bits: at most 4 MB
    if (!fits(header.e_phoff, tableBytes, file.sizeBytes())) {
        return cutShort(phrase("Its table of segments"), header.e_phoff, tableBytes, file.sizeBytes());
    }
    std::vector<Segment> segments(header.e_phnum);
    CAIRN_TRY(file.readAt(header.e_phoff, std::as_writable_bytes(std::span(segments))));
    for (const Segment& segment : segments) {
        if (segment.p_type != PT_NULL && !fits(segment.p_offset, segment.p_filesz, file.sizeBytes())) {
            return cutShort(phrase("A segment"), segment.p_offset, segment.p_filesz, file.sizeBytes());
        }
    }
    return {};
}

Result<void> checkLibrary(const ByteSource& file)
{
    std::array<unsigned char, EI_NIDENT> ident{};
    if (file.sizeBytes() < ident.size()) {
        return noLibrary();
    }
    CAIRN_TRY(file.readAt(0, std::as_writable_bytes(std::span(ident))));
    if (std::memcmp(ident.data(), ELFMAG, SELFMAG) != 0) {
        return noLibrary();
    }
    if (ident[EI_CLASS] != kOwnClass || ident[EI_DATA] != kOwnOrder) {
        return otherMachine();
    }
    Header header{};
    if (file.sizeBytes() < sizeof(header)) {
        return cutShort(phrase("Its header"), 0, sizeof(header), file.sizeBytes());
    }
    CAIRN_TRY(file.readAt(0, std::as_writable_bytes(std::span(&header, 1))));
    if (kOwnProcessor != EM_NONE && header.e_machine != kOwnProcessor) {
        return otherMachine();
    }
    if (header.e_phentsize == sizeof(Segment)) { // another size is refused by the loader
        CAIRN_TRY(checkSegments(file, header));
    }
    const std::uint64_t sectionBytes = std::uint64_t{header.e_shnum} * sizeof(Section);
    if (!fits(header.e_shoff, sectionBytes, file.sizeBytes())) {
        return cutShort(phrase("Its table of sections"), header.e_shoff, sectionBytes, file.sizeBytes());
    }
    return {};
}

} // namespace

Result<void> checkLibraryFile(const std::string& path)
{
    const auto file = FileSource::open(path);
    if (!file) {
        return fail(error(ErrorCode::RuntimeBroken, message("the LibTorch module cannot be opened"))
                        .in(path)
                        .because(message("Reading it fails: %1", file.error().what))
                        .fix(message("Set CAIRN_RUNTIME to cairn_torch.so or to its folder, or unset it")));
    }
    auto checked = checkLibrary(**file);
    if (!checked) {
        return fail(std::move(checked).error().in(path));
    }
    return {};
}

} // namespace cairn::runtime
