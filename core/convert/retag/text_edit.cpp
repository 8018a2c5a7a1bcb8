#include "core/convert/retag/text_edit.h"

#include "core/base/endian.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <string>

namespace cairn::convert {

using formats::NodeKind;

namespace {

/// SHORT_BINSTRING for a str of Python 2, BINUNICODE for all others.
std::string literalOf(NodeKind kind, std::string_view text)
{
    constexpr std::size_t maxShort = 255;
    const bool isPython2 = kind == NodeKind::Python2String;
    const bool isShort = isPython2 && text.size() <= maxShort;
    std::string bytes = isShort ? "U" : isPython2 ? "T" : "X";
    appendLittle(bytes, text.size(), isShort ? 1 : 4);
    return bytes.append(text);
}

} // namespace

Result<formats::ByteEdit> replaceText(const SourcePtr& source, std::uint64_t offset, NodeKind kind,
                                      std::string_view text)
{
    formats::PickleScanner scanner(source, offset);
    formats::PickleInstruction instruction;
    CAIRN_TRY(scanner.next(instruction));
    return formats::ByteEdit{offset, scanner.position() - offset, literalOf(kind, text)};
}

} // namespace cairn::convert
