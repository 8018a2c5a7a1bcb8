#include "app/cli/inspect/entry_cells.h"

#include <array>
#include <charconv>

namespace cairn::cli {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::Layout;
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
    const auto shape = checkpoint.shape(tensor);
    if (shape.empty()) {
        return "scalar";
    }
    std::string text;
    for (const std::int64_t size : shape) {
        if (!text.empty()) {
            text += screen.glyphs().times;
        }
        text += std::to_string(size);
    }
    return text;
}

std::string tensorNote(const Screen& screen, const Checkpoint& checkpoint, const Tensor& tensor)
{
    std::string note;
    const auto add = [&](std::string_view text) {
        note += note.empty() ? "" : ", ";
        note += text;
    };
    if (tensor.layout != Layout::Strided) {
        add(checkpoint::layoutName(tensor.layout));
    }
    if (tensor.part) {
        add("part");
    }
    if (tensor.conj) {
        add("conj");
    }
    if (tensor.neg) {
        add("neg");
    }
    if (tensor.storage != checkpoint::kNoId && checkpoint.tensorsOf(tensor.storage).size() > 1) {
        add("shared");
    }
    if (const auto* extra = checkpoint.extra(tensor)) {
        if (!extra->subclass.empty()) {
            add(screen.safe(extra->subclass));
        }
        if (extra->quantizer) {
            add(extra->quantizer->perChannel ? "per channel"
                                             : "scale " + numberText(extra->quantizer->scale) + " zero " +
                                                   std::to_string(extra->quantizer->zeroPoint));
        }
    }
    return note;
}

std::string_view shortTypeName(const Checkpoint& checkpoint, const Entry& entry)
{
    const std::string_view name = checkpoint.typeName(entry);
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0: no dot, the whole name
}

std::string valueText(const Screen& screen, const Checkpoint& checkpoint, const Entry& entry)
{
    switch (entry.kind) {
    case EntryKind::Value: return screen.safe(checkpoint.valueRepr(entry, kValueLimit));
    case EntryKind::Storage: {
        const auto& storage = checkpoint.storages()[entry.payload];
        return "storage " + screen.safe(checkpoint.storageKey(storage));
    }
    case EntryKind::Reference:
        if (entry.payload == checkpoint::kNoId) {
            return "nested too deep to show";
        }
        return std::string(screen.glyphs().arrow) + ' ' +
               screen.safe(checkpoint.entryName(static_cast<checkpoint::EntryId>(entry.payload)));
    case EntryKind::Group:
    case EntryKind::Tensor: break;
    }
    return {};
}

} // namespace cairn::cli
