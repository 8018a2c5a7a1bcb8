#include "core/rows/row_text.h"

#include <algorithm>

namespace cairn::rows {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::Tensor;

std::string_view shortTypeName(const Checkpoint& checkpoint, const Entry& entry)
{
    const std::string_view name = checkpoint.typeName(entry);
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0: no dot, the whole name
}

Message valueMessage(const Checkpoint& checkpoint, const Entry& entry, std::size_t limit, std::string_view arrow)
{
    switch (entry.kind) {
    case EntryKind::Value: return verbatim(checkpoint.valueRepr(entry, limit));
    case EntryKind::Storage: return message("storage %1", checkpoint.storageKey(checkpoint.storages()[entry.payload]));
    case EntryKind::Reference:
        return entry.payload == kNoId ? message("nested too deep to show")
                                      : verbatim(std::string(arrow) + ' ' +
                                                 checkpoint.entryName(static_cast<checkpoint::EntryId>(entry.payload)));
    case EntryKind::Group:
    case EntryKind::Tensor: break;
    }
    return {};
}

std::string shapeText(const Checkpoint& checkpoint, const Tensor& tensor, std::string_view times)
{
    std::string text;
    for (const std::int64_t size : checkpoint.shape(tensor)) {
        if (!text.empty()) {
            text += times;
        }
        text += std::to_string(size);
    }
    return text;
}

TensorNotes notesOf(const Checkpoint& checkpoint, const Tensor& tensor)
{
    TensorNotes notes;
    notes.layout = tensor.layout == checkpoint::Layout::Strided ? "" : checkpoint::layoutName(tensor.layout);
    notes.isPart = tensor.part;
    notes.isConjugated = tensor.conj;
    notes.isNegated = tensor.neg;
    notes.isShared = tensor.storage != kNoId && checkpoint.tensorsOf(tensor.storage).size() > 1;
    if (const auto* extra = checkpoint.extra(tensor)) {
        notes.subclass = extra->subclass;
        notes.quantizer = extra->quantizer ? &*extra->quantizer : nullptr;
        for (std::size_t i = 0; extra->pieceOrigin && i < extra->pieceOrigin->size(); ++i) {
            notes.piece += (i == 0 ? "" : ", ") + std::to_string((*extra->pieceOrigin)[i]);
        }
        notes.piece = extra->pieceOrigin ? '[' + notes.piece + ']' : std::string();
    }
    return notes;
}

bool hasNotes(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.tensors(),
                               [&](const Tensor& tensor) { return notesOf(checkpoint, tensor) != TensorNotes(); });
}

} // namespace cairn::rows
