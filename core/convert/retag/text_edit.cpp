#include "core/convert/retag/text_edit.h"

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
    for (unsigned shift = 0; shift < (isShort ? 8U : 32U); shift += 8) {
        bytes.push_back(static_cast<char>(static_cast<unsigned char>(text.size() >> shift)));
    }
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
