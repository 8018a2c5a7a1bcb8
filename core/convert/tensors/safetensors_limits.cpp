#include "core/convert/tensors/safetensors_limits.h"

#include "core/formats/safetensors/safetensors_writer.h"
#include "core/values/value_layout.h"

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::kNoId;
using checkpoint::Layout;
using checkpoint::Tensor;

namespace {

Message whyNoValues(const Checkpoint& source, const Tensor& tensor)
{
    const std::string device(source.deviceTag(tensor.device));
    return device == "meta" ? message("a meta tensor: it has no values")
                            : message("a tensor without a storage of its own (saved on %1)", device);
}

Message whyNotInSafetensors(const Tensor& tensor, std::string_view name)
{
    const formats::DtypeInfo& dtype = formats::dtypeInfo(tensor.dtype);
    if (dtype.safetensors.empty()) {
        return message("safetensors has no dtype %1", dtype.name);
    }
    if (tensor.dtype == formats::Dtype::Float4E2M1FnX2 && tensor.rank == 0) {
        return message("safetensors has no scalar of two half-byte values");
    }
    if (!formats::isSafetensorsText(name)) {
        return message("its name is not valid text");
    }
    if (name == "__metadata__") {
        return message("safetensors keeps this name for itself");
    }
    return {};
}

Message whyNotInTorch(const Tensor& tensor)
{
    const formats::DtypeInfo& dtype = formats::dtypeInfo(tensor.dtype);
    return dtype.storageClass.empty() && dtype.sinceTorch.empty() ? message("PyTorch has no dtype %1", dtype.name)
                                                                  : Message();
}

} // namespace

Message whyNotWritten(const Checkpoint& source, const Tensor& tensor, std::string_view name, TensorFormat format)
{
    const checkpoint::TensorExtra* extra = source.extra(tensor);
    if (tensor.layout != Layout::Strided) {
        const bool isSparse = tensor.layout != Layout::Nested && tensor.layout != Layout::Other;
        const std::string_view layout = checkpoint::layoutName(tensor.layout);
        return isSparse ? message("a sparse tensor (%1)", layout) : message("a tensor of another layout (%1)", layout);
    }
    if (extra != nullptr && extra->quantizer) {
        return message("a quantised tensor (%1)", extra->quantizer->scheme);
    }
    if (tensor.storage == kNoId) {
        return whyNoValues(source, tensor);
    }
    if (tensor.conj || tensor.neg) {
        return tensor.conj ? message("a conjugated view (its conj bit is set)")
                           : message("a negated view (its neg bit is set)");
    }
    if (Message why = format == TensorFormat::Dcp ? whyNotInTorch(tensor) : whyNotInSafetensors(tensor, name);
        !why.empty()) {
        return why;
    }
    const auto layout = values::valueLayout(source, tensor);
    if (!layout) {
        return layout.error().what;
    }
    if (layout->elements != 0 && source.storages()[tensor.storage].source == kNoId) {
        return message("the file holds no bytes for its storage");
    }
    return {};
}

} // namespace cairn::convert
