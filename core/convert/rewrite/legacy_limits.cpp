#include "core/convert/rewrite/legacy_limits.h"

#include "core/base/text/text.h"
#include "core/formats/pickle/pickle_decoder.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Tensor;

namespace {

constexpr std::array<std::string_view, 5> kKnown = {"_rebuild_tensor", "_rebuild_tensor_v2", "_rebuild_parameter",
                                                    "_rebuild_qtensor", "_rebuild_sparse_tensor"};

std::unexpected<Error> tooNew(Message what, Message why)
{
    return fail(error(ErrorCode::Unsupported, message("%1 cannot be read by PyTorch before 1.6", std::move(what)))
                    .because(std::move(why))
                    .fix(message("Leave it out, cast it, or write --to pth for newer readers")));
}

/// "1.6" and later.
bool cameLater(std::string_view since)
{
    constexpr std::array<std::string_view, 6> before = {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5"};
    return std::ranges::find(before, since) == before.end();
}

/// Empty if it is not.
Message whyTooNew(const Tensor& tensor)
{
    if (tensor.conj || tensor.neg) {
        return message("It is conjugated or negated when it is used");
    }
    if (!tensor.sinceTorch2) {
        return {};
    }
    if (tensor.layout == checkpoint::Layout::Strided) {
        return message("PyTorch 2 saved with it what older ones do not expect");
    }
    return tensor.layout == checkpoint::Layout::SparseCoo
               ? message("PyTorch 2 saved with it whether it is coalesced, which older ones do not expect")
               : message("Its layout %1 came later", std::string(layoutName(tensor.layout)));
}

} // namespace

Result<void> refuseForOldReaders(const Checkpoint& rows, const TreeEdit& edited, const StoragePlan& storages,
                                 const SourcePtr& pickle)
{
    for (const NewStorage& storage : storages.storages) {
        const auto& info = formats::dtypeInfo(storage.dtype);
        const Message name =
            storage.tensor.empty() ? message("a storage") : message("tensor %1", inQuotes(storage.tensor));
        if (storage.dtype == formats::Dtype::Unknown || cameLater(info.sinceTorch)) {
            return tooNew(name, storage.dtype == formats::Dtype::Unknown
                                    ? message("Its dtype has no storage class")
                                    : message("Its dtype %1 came with PyTorch %2", info.name, info.sinceTorch));
        }
        if (rows.storages()[storage.source].byteOrder == checkpoint::ByteOrder::Big) {
            return tooNew(name, message("Its numbers are big-endian, and the old stream is always little-endian"));
        }
    }
    for (const Tensor& tensor : rows.tensors()) {
        const Message why = edited.dropped[tensor.entry] ? Message() : whyTooNew(tensor);
        if (!why.empty()) {
            return tooNew(message("tensor %1", inQuotes(rows.entryName(tensor.entry))), why);
        }
    }
    CAIRN_ASSIGN(graph, formats::decodePickle(pickle));
    for (const formats::GlobalName& global : graph.globals()) {
        if (global.module == "torch._C" && global.name == "Generator") {
            return tooNew(message("a torch.Generator"), message("It looks at a tensor while it is made, and the stream "
                                                                "has the tensors' numbers only after the pickle"));
        }
        const bool rebuilds = global.name.starts_with("_rebuild_") && global.module.starts_with("torch");
        if (rebuilds && std::ranges::find(kKnown, global.name) == kKnown.end()) {
            return tooNew(message("what %1 makes", global.qualified()), message("That function came later"));
        }
    }
    return {};
}

} // namespace cairn::convert
