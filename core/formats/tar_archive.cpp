#include "core/formats/tar_archive.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::uint64_t kBlockBytes = 512;
constexpr std::uint64_t kMaxPaxBytes = 64 * 1024; // real ones have a few dozen
/// What extended headers of torch's tars say; none of it changes which member is which.
constexpr std::array<std::string_view, 8> kHarmlessKeys{"size", "mtime", "atime", "ctime",
                                                        "uid",  "gid",   "uname", "gname"};

using Block = std::array<std::byte, kBlockBytes>;

/// What a PAX header says about the member after it, where the plain header has too little room.
struct PaxOverrides {
    std::optional<std::string> name;
    std::optional<std::uint64_t> bytes;
    bool isOdd = false; ///< says more than size, times and owners: names, and what GNU says of sparse files
};

std::string_view fieldOf(const Block& block, std::size_t offset, std::size_t length)
{
    return std::string_view(reinterpret_cast<const char*>(block.data()), block.size()).substr(offset, length);
}

std::string_view textOf(const Block& block, std::size_t offset, std::size_t length)
{
    const std::string_view field = fieldOf(block, offset, length);
    return field.substr(0, field.find('\0'));
}

/// Octal digits between blanks, or GNU's binary form for numbers that need more digits than there are.
std::optional<std::uint64_t> numberOf(std::string_view field)
{
    constexpr unsigned char binaryMark = 0x80;
    if (static_cast<unsigned char>(field.front()) == binaryMark) {
        std::uint64_t value = 0;
        for (const char c : field.substr(1)) {
            if (value >> 55 != 0) {
                return std::nullopt;
            }
            value = (value << 8) | static_cast<unsigned char>(c);
        }
        return value;
    }
    field = field.substr(std::min(field.find_first_not_of(' '), field.size()));
    field = field.substr(0, field.find_first_of(std::string_view(" \0", 2)));
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), value, 8);
    const bool whole = failure == std::errc{} && end == field.data() + field.size();
    return field.empty() ? std::optional<std::uint64_t>(0) : whole ? std::optional(value) : std::nullopt;
}

/// The same as Python's tarfile reads it, whose int() also takes signs, "0o", "_" between digits and any kind of blank.
std::optional<std::int64_t> numberOfPython(std::string_view field)
{
    constexpr std::string_view blanks = " \t\n\r\v\f\x1c\x1d\x1e\x1f";
    constexpr char negativeMark = '\xFF';
    if (field.front() == negativeMark) { // two's complement; only checksums are asked for, which have room in it
        std::uint64_t value = ~std::uint64_t{0};
        for (const char c : field.substr(1)) {
            value = (value << 8) | static_cast<unsigned char>(c);
        }
        return static_cast<std::int64_t>(value);
    }
    if (static_cast<unsigned char>(field.front()) >= 0x80) {
        const auto number = numberOf(field);
        return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
    }
    field = field.substr(0, field.find('\0'));
    field = field.substr(std::min(field.find_first_not_of(blanks), field.size()));
    field = field.substr(0, field.find_last_not_of(blanks) + 1);
    if (field.empty()) {
        return 0;
    }
    const bool isNegative = field.front() == '-';
    field.remove_prefix(isNegative || field.front() == '+' ? 1 : 0);
    field.remove_prefix(field.starts_with("0o") || field.starts_with("0O") ? 2 : 0);
    std::string digits;
    std::ranges::remove_copy(field, std::back_inserter(digits), '_');
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
    const bool isWhole = failure == std::errc{} && end == digits.data() + digits.size();
    const auto number = static_cast<std::int64_t>(value);
    return isWhole ? std::optional(isNegative ? -number : number) : std::nullopt;
}

/// Numbers that every program reads in the same way; where one is something else, Python takes the file for no tar.
bool hasPlainNumbers(const Block& block)
{
    constexpr std::array<std::pair<std::size_t, std::size_t>, 8> fields{
        {{100, 8}, {108, 8}, {116, 8}, {124, 12}, {136, 12}, {148, 8}, {329, 8}, {337, 8}}};
    return std::ranges::all_of(fields, [&](const auto& field) {
        const std::string_view text = fieldOf(block, field.first, field.second);
        const bool isPlain = text.find_first_not_of(std::string_view("01234567 \0", 10)) == std::string_view::npos;
        const auto number = numberOf(text);
        const auto python = numberOfPython(text);
        return isPlain && number && python && std::cmp_equal(*number, *python);
    });
}

/// The sum of a header's bytes, its own field counted as blanks. Some old programs took bytes for signed.
bool checksumIsRight(const Block& block)
{
    constexpr std::size_t fieldBegin = 148;
    constexpr std::size_t fieldBytes = 8;
    const auto stated = numberOfPython(fieldOf(block, fieldBegin, fieldBytes));
    std::int64_t sum = 0;
    std::int64_t signedSum = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const bool isField = i >= fieldBegin && i < fieldBegin + fieldBytes;
        const auto byte = isField ? std::uint8_t{' '} : std::to_integer<std::uint8_t>(block[i]);
        sum += byte;
        signedSum += static_cast<std::int8_t>(byte);
    }
    return stated == sum || stated == signedSum;
}

/// Lines "LENGTH KEYWORD=VALUE\n", where the length counts the whole line.
Result<void> readPax(const ByteSource& source, const TarMember& header, PaxOverrides& overrides)
{
    const auto bad = [&] {
        return fail(
            error(ErrorCode::TarBroken, message("an extended header of the tar makes no sense")).at(header.offset));
    };
    if (header.bytes > kMaxPaxBytes) {
        return bad();
    }
    CAIRN_ASSIGN(bytes, source.readBytes(header.offset, header.bytes));
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    while (!text.empty() && text.front() != '\0') {
        std::size_t length = 0;
        const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), length);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (failure != std::errc{} || length > text.size() || length < digits + 2 || text[digits] != ' ' ||
            text[length - 1] != '\n') {
            return bad();
        }
        const std::string_view line = text.substr(digits + 1, length - digits - 2);
        text.remove_prefix(length);
        const std::size_t equals = std::min(line.find('='), line.size());
        const std::string_view value = line.substr(std::min(equals + 1, line.size()));
        const std::string_view key = line.substr(0, equals);
        overrides.isOdd |= std::ranges::find(kHarmlessKeys, key) == kHarmlessKeys.end();
        if (key == "path") {
            overrides.name = value;
        } else if (key == "size") {
            std::uint64_t size = 0;
            const auto [sizeEnd, sizeFailure] = std::from_chars(value.data(), value.data() + value.size(), size);
            if (sizeFailure != std::errc{} || sizeEnd != value.data() + value.size()) {
                return bad();
            }
            overrides.bytes = size;
        }
    }
    return {};
}

std::string nameOf(const Block& block)
{
    const std::string_view prefix =
        fieldOf(block, 257, 6) == std::string_view("ustar\0", 6) ? textOf(block, 345, 155) : std::string_view{};
    const std::string_view name = textOf(block, 0, 100);
    return prefix.empty() ? std::string(name) : std::string(prefix) + "/" + std::string(name);
}

} // namespace

bool isTarHeader(std::span<const std::byte> head)
{
    Block block{};
    if (head.size() < block.size()) {
        return false;
    }
    std::ranges::copy(head.first(block.size()), block.begin());
    return checksumIsRight(block);
}

bool TarArchive::isRepeated(std::string_view name) const
{
    const auto unpacked = [](const TarMember& member) { // where programs that unpack a tar put it
        const std::string_view path = member.name;
        return path.substr(std::min(path.find_first_not_of("./"), path.size()));
    };
    return std::ranges::count(m_members, name, unpacked) > 1;
}

const TarMember* TarArchive::find(std::string_view name) const
{
    const auto found = std::find_if(m_members.rbegin(), m_members.rend(),
                                    [&](const TarMember& member) { return member.name == name; });
    return found == m_members.rend() ? nullptr : &*found;
}

Result<TarArchive> TarArchive::open(const ByteSource& source)
{
    TarArchive archive;
    const std::uint64_t size = source.sizeBytes();
    PaxOverrides overrides;
    bool followsPax = false;
    std::uint64_t at = 0;
    const auto lookAtEnd = [&] {
        if (followsPax && archive.m_oddity.empty()) { // for which Python takes the whole file for no tar
            archive.m_oddity = message("an extended header that no member follows").text();
        }
    };
    for (int headers = 0; headers < kMaxHeaders && at < size; ++headers) {
        if (size - at < kBlockBytes) {
            return fail(error(ErrorCode::Truncated, message("the tar ends inside a header")).at(at));
        }
        Block block{};
        CAIRN_TRY(source.readAt(at, block));
        if (std::ranges::all_of(block, [](std::byte byte) { return byte == std::byte{0}; })) {
            archive.m_hasEnd = true;
            lookAtEnd();
            return archive;
        }
        const auto stated = numberOf(fieldOf(block, 124, 12));
        if (!stated || !checksumIsRight(block)) {
            return fail(error(ErrorCode::TarBroken, message("a header of the tar does not match its checksum")).at(at));
        }
        const char type = static_cast<char>(block[156]);
        const bool isPax = type == 'x';
        const bool isFile = type == '0' || type == '\0' || type == '7';
        const bool hasBytes = type < '1' || type > '6'; // not links, devices and folders
        TarMember member{nameOf(block), at + kBlockBytes, hasBytes ? *stated : 0};
        if (isFile) {
            member.name = std::exchange(overrides.name, std::nullopt).value_or(std::move(member.name));
            member.bytes = std::exchange(overrides.bytes, std::nullopt).value_or(member.bytes);
        }
        const std::uint64_t left = size - member.offset;
        if (member.bytes > left) {
            return fail(error(ErrorCode::Truncated,
                              message("the member %1 needs %2 bytes, but only %3 are left in the file",
                                      inQuotes(member.name), groupedDigits(member.bytes), groupedDigits(left)))
                            .at(member.offset));
        }
        if (isPax) {
            overrides = {};
            CAIRN_TRY(readPax(source, member, overrides));
        }
        const auto odd = [&](bool isOdd, const Message& what) {
            if (isOdd && archive.m_oddity.empty()) {
                archive.m_oddity = what.text();
            }
        };
        odd(!isFile && !isPax && type != '5', message("a header of the type %1", inQuotes(std::string_view(&type, 1))));
        odd(isPax && followsPax, message("two extended headers for one member"));
        odd(overrides.isOdd, message("an extended header that says more than sizes, times and owners"));
        odd(isFile && member.name.ends_with('/'), message("a file with the name of a folder"));
        odd(!hasPlainNumbers(block), message("a number that is written in an unusual way"));
        followsPax = isPax;
        const std::uint64_t padding = (kBlockBytes - member.bytes % kBlockBytes) % kBlockBytes;
        at = member.offset + member.bytes + std::min(padding, left - member.bytes);
        if (isFile) {
            archive.m_members.push_back(std::move(member));
        } else if (!isPax && type != 'g') {
            overrides = {}; // they were about this one
        }
    }
    if (at < size && archive.m_oddity.empty()) {
        archive.m_oddity = "more than " + std::to_string(kMaxHeaders) + " headers";
    }
    lookAtEnd();
    archive.m_hasEnd = at < size; // more than a checkpoint has: whatever it is, it goes on
    return archive;
}

} // namespace cairn::formats
