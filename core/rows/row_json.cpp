#include "core/rows/row_json.h"

namespace cairn::rows {

using checkpoint::Checkpoint;
using checkpoint::kNoId;
using checkpoint::Quantizer;
using checkpoint::Storage;
using checkpoint::Tensor;

namespace {

void writeText(JsonWriter& json, JsonName key, std::string_view value)
{
    json.key(key).string(value);
}

void writeFlag(JsonWriter& json, JsonName key, bool value)
{
    json.key(key).boolean(value);
}

template <typename T>
void writeNumber(JsonWriter& json, JsonName key, T value)
{
    json.key(key).number(value);
}

void writeQuantizer(JsonWriter& json, const Quantizer& quantizer)
{
    json.key("quantizer");
    json.beginObject();
    writeText(json, "scheme", quantizer.scheme);
    if (quantizer.perChannel) {
        writeNumber(json, "axis", quantizer.axis);
    } else {
        writeNumber(json, "scale", quantizer.scale);
        writeNumber(json, "zero_point", quantizer.zeroPoint);
    }
    json.endObject();
}

} // namespace

void writeTensorMembers(JsonWriter& json, const Checkpoint& checkpoint, const Tensor& tensor)
{
    writeText(json, "dtype", formats::dtypeInfo(tensor.dtype).name);
    json.numbers("shape", checkpoint.shape(tensor));
    json.numbers("stride", checkpoint.stride(tensor));
    writeNumber(json, "offset", tensor.offset);
    writeText(json, "device", checkpoint.deviceTag(tensor.device));
    json.key("storage");
    if (tensor.storage == kNoId) {
        json.null();
        json.key("storage_bytes").null();
    } else {
        const Storage& storage = checkpoint.storages()[tensor.storage];
        json.string(checkpoint.storageKey(storage));
        writeNumber(json, "storage_bytes", storage.bytes);
    }
    writeFlag(json, "requires_grad", tensor.requiresGrad);
    writeText(json, "kind", tensor.part ? "part" : checkpoint::tensorKindName(tensor.kind));
    if (tensor.layout != checkpoint::Layout::Strided) {
        writeText(json, "layout", checkpoint::layoutName(tensor.layout));
    }
    if (tensor.conj) {
        writeFlag(json, "conj", true);
    }
    if (tensor.neg) {
        writeFlag(json, "neg", true);
    }
    const checkpoint::TensorExtra* extra = checkpoint.extra(tensor);
    if (extra != nullptr && !extra->subclass.empty()) {
        writeText(json, "subclass", extra->subclass);
    }
    if (extra != nullptr && extra->quantizer) {
        writeQuantizer(json, *extra->quantizer);
    }
    if (extra != nullptr && extra->pieceOrigin) {
        json.numbers("piece_origin", *extra->pieceOrigin);
    }
}

void writeStorageMembers(JsonWriter& json, const Checkpoint& checkpoint, checkpoint::StorageId id)
{
    const Storage& storage = checkpoint.storages()[id];
    writeText(json, "key", checkpoint.storageKey(storage));
    writeText(json, "device", checkpoint.deviceTag(storage.device));
    writeText(json, "dtype",
              storage.dtype == formats::Dtype::Unknown ? "untyped" : formats::dtypeInfo(storage.dtype).name);
    writeNumber(json, "bytes", storage.bytes);
    json.key("file_offset");
    if (const auto offset = checkpoint.fileOffset(id)) {
        json.number(*offset);
    } else {
        json.null();
    }
    writeNumber(json, "tensors", checkpoint.tensorsOf(id).size());
    writeNumber(json, "used_bytes", checkpoint.usedBytes(id));
}

} // namespace cairn::rows
