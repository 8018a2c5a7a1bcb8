#include "core/convert/rewrite/storage_casts.h"

#include "core/base/text/text.h"
#include "core/convert/scales/find_scales.h"

#include <optional>
#include <string>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::Constructor;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::PickledTree;
using checkpoint::Tensor;
using checkpoint::TensorId;
using formats::Dtype;
using formats::dtypeInfo;

namespace {

/// What a tensor that is made of this one would say against another dtype of it.
enum class Owner : std::uint8_t { Agrees, Quantized, SaysDtype };

Owner ownerOf(const Checkpoint& rows, const Tensor& tensor)
{
    for (EntryId above = rows.entries()[tensor.entry].parent; above != kNoId; above = rows.entries()[above].parent) {
        if (rows.entries()[above].kind != EntryKind::Tensor) {
            continue;
        }
        const Tensor& owner = rows.tensors()[rows.entries()[above].payload];
        const auto* extra = rows.extra(owner);
        if (tensor.part && extra != nullptr && extra->quantizer) {
            return Owner::Quantized;
        }
        const bool isSparse = owner.layout != checkpoint::Layout::Strided &&
                              owner.layout != checkpoint::Layout::Other && owner.layout != checkpoint::Layout::Nested;
        if (owner.storage == kNoId && !isSparse) {
            return Owner::SaysDtype;
        }
    }
    return Owner::Agrees;
}

/// Why the call that makes a tensor cannot make one of another dtype; empty if it can.
Message whyNot(const StorageView& view, Owner owner, Dtype to)
{
    if (owner == Owner::SaysDtype) {
        return message("It belongs to a tensor that says its dtype itself");
    }
    const bool isUntyped = dtypeInfo(to).storageClass.empty();
    switch (view.rebuild) {
    case Constructor::RebuildQTensor:
    case Constructor::RebuildTensorV3:
    case Constructor::TensorClass: return message("It is made by a call that says its dtype itself");
    default: break;
    }
    if (!isUntyped) {
        return {};
    }
    if (view.requiresGrad) {
        return message("It requires grad, and with this dtype torch.load could not make it");
    }
    return view.call == formats::kNoNode ? message("It is made by a call that cannot say this dtype") : Message();
}

/// Scales are multiplied in where tensor by tensor is written. Here they would stay beside weights that have them in.
Result<void> refuseScales(ScaleFinder& scales, const std::string& name, const Tensor& tensor, TensorId id)
{
    if (!isFloat8(tensor.dtype)) {
        return {};
    }
    CAIRN_ASSIGN(scaling, scales.find(id));
    if (scaling == nullptr) {
        return {};
    }
    return fail(
        error(ErrorCode::Unsupported, message("tensor %1 has to be cast by the scales beside it", inQuotes(name)))
            .because(message("Where all of a pickle is written anew Cairn does not do that"))
            .fix(message("Write the tensors alone: -o COPY.safetensors, or a .pth with --to pth and "
                         "--drop-others")));
}

std::unexpected<Error> cannotCast(const std::string& name, Dtype from, Dtype to, Message why)
{
    const std::string dtype(dtypeInfo(from).name);
    return fail(
        error(ErrorCode::Unsupported, message("tensor %1 cannot be cast to %2", inQuotes(name), dtypeInfo(to).name))
            .because(std::move(why))
            .fix(message("Leave it out, or keep its dtype with a rule in front of the others: --cast %1",
                         inQuotes(dtype + "=" + dtype + ":" + name))));
}

} // namespace

Result<std::vector<Dtype>> planCasts(const PickledTree& tree, const TreeEdit& rows, const StorageUses& uses,
                                     CastRules& casts)
{
    const Checkpoint& checkpoint = tree.rows();
    std::vector<Dtype> targets(checkpoint.storages().size(), Dtype::Unknown);
    if (casts.isEmpty()) {
        return targets;
    }
    std::vector<Dtype> ofView(uses.views.size(), Dtype::Unknown);
    std::vector<const Tensor*> firstOf(uses.views.size()); // of the names of one tensor
    std::vector<std::string> names(checkpoint.storages().size());
    ScaleFinder scales(checkpoint);
    for (const Tensor& tensor : checkpoint.tensors()) {
        const Owner owner = ownerOf(checkpoint, tensor);
        if (rows.dropped[tensor.entry] || owner == Owner::Quantized) {
            continue;
        }
        const std::string name = checkpoint.entryName(tensor.entry);
        const Dtype to = casts.target(tensor.dtype, name);
        const formats::NodeId node = tree.node(tensor.entry);
        const auto at = node == formats::kNoNode ? uses.viewAt.end() : uses.viewAt.find(viewOf(tree, node));
        if (at != uses.viewAt.end()) {
            const Tensor* first = std::exchange(firstOf[at->second], &tensor);
            if (first != nullptr && (ofView[at->second] == Dtype::Unknown ? tensor.dtype : ofView[at->second]) != to) {
                const std::string other = checkpoint.entryName(first->entry);
                return fail(
                    error(ErrorCode::Unsupported, message("tensors %1 and %2 are one, and cannot get two dtypes",
                                                          inQuotes(other), inQuotes(name)))
                        .fix(message("Let the rules give both the same dtype")));
            }
        }
        if (to == tensor.dtype) {
            continue;
        }
        CAIRN_TRY(refuseScales(scales, name, tensor, static_cast<TensorId>(&tensor - checkpoint.tensors().data())));
        if (at == uses.viewAt.end()) {
            return cannotCast(name, tensor.dtype, to, message("It has no storage of its own"));
        }
        const StorageView& view = uses.views[at->second];
        if (Message why = whyNot(view, owner, to); !why.empty()) {
            return cannotCast(name, tensor.dtype, to, std::move(why));
        }
        if (checkpoint.storages()[view.storage].byteOrder == checkpoint::ByteOrder::Big) {
            return cannotCast(name, tensor.dtype, to, message("Its numbers are big-endian"));
        }
        Dtype& target = targets[view.storage];
        const bool isOther = target != Dtype::Unknown && target != to;
        if (isOther || uses.bare[view.storage]) {
            return cannotCast(name, tensor.dtype, to,
                              isOther ? message("It shares memory with %1, which the rules give another dtype",
                                                inQuotes(names[view.storage]))
                                      : message("Its storage is also used without a tensor"));
        }
        target = to;
        names[view.storage] = name;
        ofView[at->second] = to;
    }
    for (std::size_t i = 0; i < uses.views.size(); ++i) {
        const auto storage = uses.views[i].storage;
        if (targets[storage] != ofView[i]) {
            return cannotCast(names[storage], checkpoint.storages()[storage].dtype, targets[storage],
                              message("It shares memory with a tensor that the rules leave as it is"));
        }
    }
    return targets;
}

} // namespace cairn::convert
