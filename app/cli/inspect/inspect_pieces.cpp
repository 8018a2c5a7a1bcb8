#include "app/cli/common/table.h"
#include "app/cli/inspect/inspect_views.h"
#include "core/checkpoint/pieces/piece_list.h"
#include "core/rows/held_by.h"

#include <algorithm>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::kNoId;
using checkpoint::PieceList;
using checkpoint::PieceState;
using checkpoint::TensorPiece;

namespace {

void setState(Cell& cell, PieceState state, const Error* failure)
{
    cell.set(rows::pieceStateName(state, failure).words(), state == PieceState::Whole      ? Ink::Dim
                                                           : state == PieceState::Unplaced ? Ink::Yellow
                                                                                           : Ink::Red);
}

std::string rankText(const PieceList::File& file)
{
    return file.rank ? std::to_string(*file.rank) : std::string();
}

void printFiles(Screen& screen, const PieceList& pieces)
{
    screen.newLine();
    screen.line("Files", Ink::Bold);
    const Table table({{.title = "Rank", .align = Align::Right},
                       {.title = "File", .elide = Elide::Middle, .least = 16},
                       {.title = "Pieces", .align = Align::Right},
                       {.title = "Bytes of tensors", .align = Align::Right},
                       {.title = "File size", .align = Align::Right},
                       {.title = "State"}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(6);
        for (const PieceList::File& file : pieces.files()) {
            row[0].set(rankText(file));
            row[1].set(screen.safe(file.name));
            row[2].set(groupedDigits(file.pieces));
            row[3].set(humanBytes(file.bytes));
            row[4].set(file.state == PieceState::FileMissing ? std::string() : humanBytes(file.sizeBytes));
            setState(row[5], file.state, nullptr);
            sink(row);
        }
    });
}

std::string nameOf(const Checkpoint& checkpoint, const TensorPiece& piece)
{
    return piece.entry == kNoId ? std::string(piece.name) : checkpoint.entryName(piece.entry);
}

void writeSizes(JsonWriter& json, JsonName key, checkpoint::Boxes::Sizes sizes)
{
    json.key(key);
    json.beginArray();
    for (const std::int64_t size : sizes) {
        json.number(size);
    }
    json.endArray();
}

} // namespace

void printPieces(Screen& screen, const Checkpoint& checkpoint, const Found* found)
{
    const PieceList pieces(checkpoint);
    if (pieces.files().empty()) {
        screen.newLine();
        screen.line("Pieces", Ink::Bold);
        screen.line("none: it is one file", Ink::Dim);
        return;
    }
    printFiles(screen, pieces);
    screen.newLine();
    screen.line("Pieces", Ink::Bold);
    const Table table({{.title = "Tensor", .elide = Elide::Middle, .least = 16},
                       {.title = "Slice", .elide = Elide::Middle, .least = 12},
                       {.title = "Rank", .align = Align::Right},
                       {.title = "File", .elide = Elide::Middle, .least = 12},
                       {.title = "At byte", .align = Align::Right},
                       {.title = "Bytes", .align = Align::Right},
                       {.title = "State"}});
    table.print(screen, [&](const Table::Sink& sink) {
        Table::Row row(7);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const TensorPiece piece = pieces[i];
            if (found != nullptr && (piece.entry == kNoId || !isShownOf(checkpoint, *found, piece.entry))) {
                continue;
            }
            const PieceList::File* file = piece.file == kNoId ? nullptr : &pieces.files()[piece.file];
            row[0].set(screen.safe(nameOf(checkpoint, piece)));
            row[1].set(piece.origin.empty() ? "all of it" : checkpoint::boxText(piece.origin, piece.size));
            row[2].set(file == nullptr ? std::string() : rankText(*file));
            row[3].set(file == nullptr ? std::string() : screen.safe(file->name));
            row[4].set(file == nullptr ? std::string() : std::to_string(piece.offset));
            row[5].set(groupedDigits(piece.bytes));
            setState(row[6], piece.state, piece.failure);
            sink(row);
        }
    });
}

void writeFilesJson(JsonWriter& json, const PieceList& pieces)
{
    json.key("files");
    json.beginArray();
    for (const PieceList::File& file : pieces.files()) {
        json.beginObject();
        json.key("name").string(file.name);
        json.key("rank").numberOrNull(file.rank);
        json.key("pieces").number(file.pieces);
        json.key("piece_bytes").number(file.bytes);
        json.key("bytes").number(file.sizeBytes);
        json.key("state").string(rows::pieceStateName(file.state).words());
        json.endObject();
    }
    json.endArray();
}

void writePiecesJson(Output& output, JsonWriter& json, const Checkpoint& checkpoint, const PieceList& pieces)
{
    json.key("pieces");
    json.beginArray();
    for (std::size_t i = 0; i < pieces.size() && !output.done(); ++i) {
        const TensorPiece piece = pieces[i];
        json.beginObject();
        json.key("tensor").string(nameOf(checkpoint, piece));
        const std::vector<std::int64_t> begin(piece.origin.empty() ? piece.size.size() : 0);
        writeSizes(json, "origin", piece.origin.empty() ? checkpoint::Boxes::Sizes(begin) : piece.origin);
        writeSizes(json, "size", piece.size);
        if (piece.file != kNoId) {
            const PieceList::File& file = pieces.files()[piece.file];
            json.key("file").string(file.name);
            json.key("rank").numberOrNull(file.rank);
            json.key("offset").number(piece.offset);
        }
        json.key("bytes").number(piece.bytes);
        json.key("state").string(rows::pieceStateName(piece.state, piece.failure).words());
        json.endObject();
        output.drain();
    }
    json.endArray();
}

} // namespace cairn::cli
