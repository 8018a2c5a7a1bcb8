#include "core/formats/pickle/pickle_listing.h"

#include "core/base/progress.h"
#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::size_t kMostText = 100;

std::string argumentOf(const PickleInstruction& instruction)
{
    if (instruction.external) {
        return "<" + humanBytes(instruction.payloadBytes) + ">";
    }
    switch (pickleOpInfo(static_cast<std::byte>(instruction.op)).argument) {
    case PickleArgument::Invalid:
    case PickleArgument::None: return {};
    case PickleArgument::Unsigned1:
    case PickleArgument::Unsigned2:
    case PickleArgument::Unsigned4:
    case PickleArgument::Unsigned8: return std::to_string(instruction.number);
    case PickleArgument::Signed4: return std::to_string(static_cast<std::int64_t>(instruction.number));
    case PickleArgument::BigDouble: return pythonFloat(instruction.real);
    case PickleArgument::TwoLines:
        return pythonStringRepr(std::string(instruction.text) + ' ' + std::string(instruction.name), kMostText);
    case PickleArgument::Line: return pythonStringRepr(instruction.text, kMostText);
    default: break;
    }
    const bool isText = instruction.op == PickleOp::BinUnicode || instruction.op == PickleOp::ShortBinUnicode ||
                        instruction.op == PickleOp::BinUnicode8;
    const std::string_view text = instruction.text.substr(0, isText ? instruction.text.size() : kMostText);
    return isText ? pythonStringRepr(text, kMostText)
                  : pythonBytesRepr(text) + (text.size() < instruction.text.size() ? "..." : "");
}

} // namespace

std::string pythonOpName(PickleOp op)
{
    constexpr std::array<std::string_view, 8> heads{"Empty", "Short",    "LongB", "Stack",
                                                    "Next",  "ReadOnly", "Pop",   "NewObj"};
    const std::string_view name = pickleOpInfo(static_cast<std::byte>(op)).name;
    std::string text(name);
    for (const std::string_view head : heads) {
        if (name.starts_with(head) && name.size() > head.size()) {
            text.insert(head == "LongB" ? 4 : head.size(), 1, '_');
            break;
        }
    }
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return text;
}

Result<PickleListing> PickleListing::make(SourcePtr source, std::uint32_t pickles, Progress* progress)
{
    PickleListing listing;
    listing.m_source = source;
    beginStage(progress, "reading", source->sizeBytes());
    PickleScanner scanner(std::move(source));
    PickleInstruction instruction;
    std::uint64_t told = 0;
    while (pickles != 0) {
        const std::uint64_t offset = scanner.position();
        if (listing.m_count % kStep == 0) {
            CAIRN_TRY(checkStop(progress));
            addDone(progress, offset - std::exchange(told, offset));
        }
        if (const auto next = scanner.next(instruction); !next) {
            listing.m_error = next.error().what.text();
            break;
        }
        if (listing.m_count % kStep == 0) {
            listing.m_offsets.push_back(offset);
        }
        ++listing.m_count;
        listing.m_sizeBytes = scanner.position();
        pickles -= instruction.op == PickleOp::Stop ? 1 : 0;
    }
    return listing;
}

Result<std::vector<PickleLine>> PickleListing::lines(std::uint64_t step) const
{
    std::vector<PickleLine> lines;
    if (step >= m_offsets.size()) {
        return lines;
    }
    PickleScanner scanner(m_source, m_offsets[static_cast<std::size_t>(step)]);
    PickleInstruction instruction;
    const std::uint64_t count = std::min(kStep, m_count - step * kStep);
    for (std::uint64_t i = 0; i < count; ++i) {
        CAIRN_TRY(scanner.next(instruction));
        lines.push_back({instruction.offset, pythonOpName(instruction.op), argumentOf(instruction)});
    }
    return lines;
}

Result<std::uint64_t> PickleListing::instructionAt(std::uint64_t offset) const
{
    if (m_count == 0) {
        return std::uint64_t{0};
    }
    const auto after = std::ranges::upper_bound(m_offsets, offset);
    const auto step = static_cast<std::uint64_t>(std::max<std::ptrdiff_t>(after - m_offsets.begin() - 1, 0));
    CAIRN_ASSIGN(found, lines(step));
    std::uint64_t number = step * kStep;
    for (const PickleLine& line : found) {
        if (line.offset > offset) {
            break;
        }
        number = step * kStep + static_cast<std::uint64_t>(&line - found.data());
    }
    return number;
}

} // namespace cairn::formats
