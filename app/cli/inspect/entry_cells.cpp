#include "app/cli/inspect/entry_cells.h"

#include "app/cli/inspect/device_advice.h"
#include "core/rows/held_by.h"
#include "core/rows/row_text.h"

#include <array>
#include <charconv>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::Tensor;

namespace {

constexpr std::size_t kValueLimit = 200;

std::string numberText(double value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}

} // namespace

std::string shapeText(const Screen& screen, const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::string text = rows::shapeText(checkpoint, tensor, screen.glyphs().times);
    return text.empty() ? "scalar" : text;
}

std::string tensorNote(const Screen& screen, const Checkpoint& checkpoint, const Tensor& tensor)
{
    std::string note;
    const auto add = [&](bool is, std::string_view text) {
        if (is) {
            note += note.empty() ? "" : ", ";
            note += text;
        }
    };
    const rows::TensorNotes notes = rows::notesOf(checkpoint, tensor);
    add(!notes.layout.empty(), notes.layout);
    add(notes.isPart, "part");
    add(notes.isConjugated, "conj");
    add(notes.isNegated, "neg");
    add(notes.isShared, "shared");
    add(!notes.subclass.empty(), screen.safe(notes.subclass));
    if (notes.quantizer != nullptr) {
        add(true, notes.quantizer->perChannel ? "per channel"
                                              : "scale " + numberText(notes.quantizer->scale) + " zero " +
                                                    std::to_string(notes.quantizer->zeroPoint));
    }
    add(!notes.piece.empty(), "piece at " + notes.piece);
    return note;
}

std::string valueText(const Screen& screen, const Checkpoint& checkpoint, const Entry& entry)
{
    return screen.safe(rows::valueMessage(checkpoint, entry, kValueLimit, screen.glyphs().arrow).text());
}

void fillTensor(Table::Row& row, const Screen& screen, const Checkpoint& checkpoint, const Tensor& tensor)
{
    const std::string_view tag = checkpoint.deviceTag(tensor.device);
    row[1].set(screen.safe(tag), inkOfDevice(tag));
    row[2].set(std::string(formats::dtypeInfo(tensor.dtype).name));
    row[3].set(shapeText(screen, checkpoint, tensor));
    row[4].set(humanBytes(checkpoint.logicalBytes(tensor)));
    row[5].set(tensorNote(screen, checkpoint, tensor), Ink::Dim);
}

HolderCells::HolderCells(const Checkpoint& checkpoint)
{
    if (checkpoint.assembly() != nullptr) {
        m_pieces.emplace(checkpoint);
    }
}

void HolderCells::fill(Cell& cell, const Screen& screen, const Tensor& tensor) const
{
    constexpr std::size_t mostPieces = 4096;
    if (!m_pieces || m_pieces->holders().size() < 2) {
        cell.set({});
        return;
    }
    const rows::HeldBy heldBy = rows::heldBy(*m_pieces, tensor, mostPieces);
    std::string text;
    for (const Message& missing : heldBy.missing) {
        text += (text.empty() ? "" : ", ") + screen.safe(missing.text()) + " missing";
    }
    for (const Message& there : heldBy.there) {
        text += (text.empty() ? "" : ", ") + screen.safe(there.text());
    }
    cell.set(std::move(text), heldBy.missing.empty() ? Ink::Dim : Ink::Red);
}

} // namespace cairn::cli
