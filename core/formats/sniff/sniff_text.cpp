#include "core/formats/sniff/sniff_text.h"

#include "core/base/text/text.h"
#include "core/base/text/trimmed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace cairn::formats {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool startsWithAnyCase(std::string_view text, std::string_view lowerCase)
{
    return text.size() >= lowerCase.size() &&
           std::ranges::equal(text.substr(0, lowerCase.size()), lowerCase, {},
                              [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
}

/// What stands between two tags, or nothing. Tags are searched as they are usually written.
std::string_view between(std::string_view text, std::string_view open, std::string_view close)
{
    const auto begin = text.find(open);
    const auto end = begin == std::string_view::npos ? begin : text.find(close, begin);
    return end == std::string_view::npos
               ? std::string_view{}
               : trimmed(text.substr(begin + open.size(), end - begin - open.size()), kBlanks);
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        if (const auto line = trimmed(text.substr(0, end), kBlanks); !line.empty()) {
            lines.push_back(line);
        }
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return lines;
}

bool isLfsPointer(std::string_view text)
{
    constexpr std::array beginnings = {std::string_view("version https://git-lfs.github.com/spec/"),
                                       std::string_view("version https://hawser.github.com/spec/"),
                                       std::string_view("version http://git-media.io/v/")};
    return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

FileGuess lfsPointer(std::string_view text)
{
    std::string_view id;
    std::string_view size;
    for (const auto line : linesOf(text)) {
        if (line.starts_with("oid ")) {
            id = trimmed(line.substr(4), kBlanks);
        } else if (line.starts_with("size ")) {
            size = trimmed(line.substr(5), kBlanks);
        }
    }
    Message detail;
    if (!id.empty() && !size.empty() && std::ranges::all_of(size, isDigit)) {
        detail = message("The real file has %1 bytes and the id %2", size.substr(0, 20), id.substr(0, 80));
    }
    return {FileKind::LfsPointer, std::move(detail)};
}

bool isHex(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
}

/// Lines of a .pth file of site-packages: folders, or imports to run at start.
bool isPythonPaths(const std::vector<std::string_view>& lines)
{
    return !lines.empty() && std::ranges::all_of(lines, [](std::string_view line) {
        return line.starts_with("import ") || line.starts_with('#') ||
               (line.find_first_of(" \t,;{}()=<>\"") == std::string_view::npos &&
                (line.find('/') != std::string_view::npos || line.find('\\') != std::string_view::npos));
    });
}

FileGuess sniffMarkup(std::string_view text)
{
    const bool isHtml = startsWithAnyCase(text, "<!doctype html") || startsWithAnyCase(text, "<html") ||
                        startsWithAnyCase(text, "<head") || startsWithAnyCase(text, "<body");
    if (isHtml) {
        const auto title = between(text, "<title>", "</title>");
        return {FileKind::HtmlPage, title.empty() ? Message() : message("Its title is %1", quotedBeginning(title))};
    }
    const auto said = between(text, "<Message>", "</Message>");
    return {FileKind::XmlDocument, said.empty() ? Message() : message("It says %1", quotedBeginning(said))};
}

} // namespace

bool isPlainText(std::string_view head)
{
    constexpr std::string_view allowed = "\t\n\r\f\x1b";
    while (!head.empty()) {
        const Utf8Char next = decodeUtf8(head);
        const bool isControl = next.code < 0x20 || next.code == 0x7F;
        if (isControl && allowed.find(head.front()) == std::string_view::npos) {
            return false;
        }
        if (!next.valid) {
            // The last character may be cut off by the end of what was read.
            return head.size() < 4 && next.code >= 0xC2 && next.code <= 0xF4 &&
                   std::ranges::all_of(head.substr(1), [](char c) { return (c & 0xC0) == 0x80; });
        }
        head.remove_prefix(next.length);
    }
    return true;
}

std::string quotedBeginning(std::string_view text)
{
    constexpr std::size_t limit = 60;
    const std::string_view all = trimmed(text, kBlanks);
    const std::string_view line = all.substr(0, all.find_first_of("\r\n"));
    std::size_t end = std::min(line.size(), limit);
    while (end > 0 && end < line.size() && (line[end] & 0xC0) == 0x80) {
        --end;
    }
    return "\"" + printable(line.substr(0, end)) + (end < all.size() ? "...\"" : "\"");
}

std::optional<FileGuess> sniffText(std::string_view head, bool whole)
{
    std::string_view text = head;
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    if (!isPlainText(text)) {
        return std::nullopt;
    }
    const std::string_view body = trimmed(text, kBlanks);
    if (isLfsPointer(body)) {
        return lfsPointer(body);
    }
    if (body.starts_with('{') &&
        std::string_view("\"}").find(trimmed(body.substr(1), kBlanks).substr(0, 1)) != std::string_view::npos) {
        return FileGuess{FileKind::JsonObject, message("It begins with %1", quotedBeginning(body))};
    }
    if (body.starts_with('<')) {
        return sniffMarkup(body);
    }
    if (body.starts_with("outs:\n- md5:") || body.starts_with("md5: ")) {
        return FileGuess{FileKind::DvcPointer, {}};
    }
    const auto lines = linesOf(body);
    const bool oneLine = whole && lines.size() == 1;
    if (oneLine && body.find("annex/objects/") != std::string_view::npos) {
        return FileGuess{FileKind::AnnexPointer, {}};
    }
    if (oneLine && (body.size() == 40 || body.size() == 64) && isHex(body)) {
        return FileGuess{FileKind::GitObjectId, message("The id is %1", std::string(body))};
    }
    if (isPythonPaths(lines)) {
        // git writes a link's target without a line feed, pip ends every line with one.
        const bool isLink = oneLine && !text.ends_with('\n') && !body.starts_with("import ");
        return isLink ? FileGuess{FileKind::SymlinkText, message("The target is %1", quotedBeginning(body))}
                      : FileGuess{FileKind::PythonPaths, {}};
    }
    return FileGuess{FileKind::Text, body.empty() ? Message() : message("It begins with %1", quotedBeginning(body))};
}

} // namespace cairn::formats
