#include "ui/document/entry_json.h"

#include "core/rows/row_json.h"
#include "ui/text/display.h"

#include <string>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

constexpr std::size_t kMostOfValue = 64 * 1024;

void text(JsonWriter& json, std::string_view key, std::string_view value)
{
    json.key(key).string(value);
}

template <typename T>
void number(JsonWriter& json, std::string_view key, T value)
{
    json.key(key).number(value);
}

void addTensor(JsonWriter& json, const Checkpoint& checkpoint, const Tensor& tensor)
{
    rows::writeTensorMembers(json, checkpoint, tensor);
    if (tensor.storage != kNoId) {
        if (const auto offset = checkpoint.fileOffset(tensor.storage)) {
            number(json, "file_offset", *offset);
        }
        number(json, "tensors_of_storage", checkpoint.tensorsOf(tensor.storage).size());
    }
}

void addGroup(JsonWriter& json, const rows::EntrySum& sum, std::uint64_t items)
{
    number(json, "items", items);
    number(json, "tensors", sum.tensors);
    number(json, "elements", sum.elements);
    number(json, "bytes", sum.bytes);
}

} // namespace

QString entryJson(const Document& document, const RowTree& tree, NodeId node)
{
    const Checkpoint& checkpoint = *document.checkpoint;
    const RowNode& row = tree[node];
    const Entry& entry = checkpoint.entries()[row.entry];
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    text(json, "name", tree.fullNameOf(document, node));
    if (!tree.isLevel(node) && entry.kind == EntryKind::Tensor) {
        addTensor(json, checkpoint, checkpoint.tensors()[entry.payload]);
    } else if (!tree.isLevel(node)) {
        text(json, "type", checkpoint.typeName(entry));
    }
    if (row.childCount != 0) {
        addGroup(json, tree.sumOf(document, node), row.childCount);
    } else if (entry.kind == EntryKind::Storage) {
        rows::writeStorageMembers(json, checkpoint, static_cast<StorageId>(entry.payload));
    } else if (entry.kind == EntryKind::Value) {
        text(json, "value", checkpoint.valueRepr(entry, kMostOfValue));
    }
    json.endObject();
    return fromUtf8(out);
}

} // namespace cairn::ui
