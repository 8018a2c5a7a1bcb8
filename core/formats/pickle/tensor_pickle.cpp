#include "core/formats/pickle/tensor_pickle.h"

#include <algorithm>
#include <array>

namespace cairn::formats {

void writeTuple(PickleWriter& pickle, std::span<const std::int64_t> numbers)
{
    if (numbers.empty()) {
        pickle.emptyTuple();
        return;
    }
    if (numbers.size() > 3) {
        pickle.mark();
    }
    for (const std::int64_t number : numbers) {
        pickle.integer(number);
    }
    pickle.tuple(numbers.size());
}

std::vector<std::int64_t> rowMajorStrides(std::span<const std::int64_t> sizes)
{
    std::vector<std::int64_t> strides(sizes.size());
    std::uint64_t stride = 1; // with a size of 0 beside others that are huge it means nothing, and may wrap around
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = static_cast<std::int64_t>(stride);
        stride *= static_cast<std::uint64_t>(std::max<std::int64_t>(sizes[i], 1));
    }
    return strides;
}

void writeTensor(PickleWriter& pickle, const RowMajorTensor& tensor)
{
    const DtypeInfo& dtype = dtypeInfo(tensor.dtype);
    const bool isTyped = !dtype.storageClass.empty();
    pickle.global("torch._utils", isTyped ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
    pickle.mark();
    if (isTyped) {
        pickle.storage("torch", dtype.storageClass, tensor.key, tensor.tag, tensor.bytes / dtype.storageBytes);
    } else {
        pickle.storage("torch.storage", "UntypedStorage", tensor.key, tensor.tag, tensor.bytes);
    }
    pickle.integer(0);
    writeTuple(pickle, tensor.sizes);
    writeTuple(pickle, rowMajorStrides(tensor.sizes));
    pickle.boolean(tensor.requiresGrad);
    pickle.emptyOrderedDict(); // of hooks
    if (!isTyped) {
        pickle.global("torch", dtype.name);
    }
    pickle.tuple(isTyped ? 6 : 7);
    pickle.reduce();
}

NodeId makeTensor(PickleGraphMaker& make, const RowMajorTensor& tensor)
{
    const DtypeInfo& dtype = dtypeInfo(tensor.dtype);
    const bool isTyped = !dtype.storageClass.empty();
    const auto sizes = [&](std::span<const std::int64_t> numbers) {
        std::vector<NodeId> nodes;
        for (const std::int64_t number : numbers) {
            nodes.push_back(make.integer(number));
        }
        return make.tuple(nodes);
    };
    const std::array<NodeId, 5> storage = {
        make.text("storage"),
        isTyped ? make.global("torch", dtype.storageClass) : make.global("torch.storage", "UntypedStorage"),
        make.text(tensor.key), make.text(tensor.tag),
        make.integer(static_cast<std::int64_t>(isTyped ? tensor.bytes / dtype.storageBytes : tensor.bytes))};
    std::vector<NodeId> arguments = {
        make.persistentId(make.tuple(storage)),
        make.integer(0),
        sizes(tensor.sizes),
        sizes(rowMajorStrides(tensor.sizes)),
        make.boolean(tensor.requiresGrad),
        make.call({.callable = make.global("collections", "OrderedDict"), .arguments = make.tuple({})})};
    if (!isTyped) {
        arguments.push_back(make.global("torch", dtype.name));
    }
    return make.call({.callable = make.global("torch._utils", isTyped ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3"),
                      .arguments = make.tuple(arguments)});
}

} // namespace cairn::formats
