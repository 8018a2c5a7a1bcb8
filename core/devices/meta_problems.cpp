#include "core/devices/meta_problems.h"

#include "core/base/text/text.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/devices/map/tensor_parts.h"

#include <algorithm>
#include <utility>

namespace cairn::devices {

using checkpoint::Checkpoint;
using checkpoint::kNoId;
using checkpoint::Layout;
using checkpoint::StorageId;
using checkpoint::Tensor;
using checkpoint::Verdict;

namespace {

std::vector<bool> storagesOnMeta(const Checkpoint& checkpoint, const LoadGroups& groups)
{
    std::vector<bool> found;
    for (const LoadGroup& group : groups.groups) {
        if (group.restored.device != "meta") {
            continue;
        }
        found.resize(checkpoint.storages().size());
        for (const StorageId id : group.storages) {
            found[id] = true;
        }
    }
    return found;
}

constexpr Phrase kNoSuchTensors = phrase("The meta device has no tensors of this kind");
constexpr Phrase kLooksInside = phrase("It looks at their values to do so, and meta has none");

/// What torch raises for one tensor whose values would be on meta. Without a text it makes the tensor.
struct Refusal {
    Message kind;
    Phrase cause;
    std::string text;
};

class MetaTensors {
public:
    MetaTensors(const Checkpoint& checkpoint, TorchLine line)
        : m_checkpoint(checkpoint), m_line(line),
          // Newer ones look into sparse tensors only while they trust nothing.
          m_looksInside(line < TorchLine::Torch214 ||
                        checkpoint::weightsOnlyVerdict(checkpoint, fieldOf(line)).verdict == Verdict::Allowed)
    {
    }

    /// The storage that holds the values.
    [[nodiscard]] StorageId valuesOf(const Tensor& tensor) const
    {
        if (tensor.layout == Layout::Strided) {
            return tensor.storage;
        }
        const auto values = partOf(m_checkpoint, tensor.entry, tensor.layout == Layout::Nested ? "buffer" : "values");
        return values == kNoIndex ? kNoId : m_checkpoint.tensors()[values].storage;
    }

    [[nodiscard]] Refusal refusal(const Tensor& tensor) const
    {
        switch (tensor.layout) {
        case Layout::Strided: return quantized(tensor);
        case Layout::SparseCoo:
            if (m_looksInside && count(tensor, "values", 0) != 0) {
                return {message("sparse %1", verbatim("COO")), kLooksInside,
                        "NotImplementedError: Cannot copy out of meta tensor; no data!"};
            }
            return {};
        case Layout::SparseCsr:
        case Layout::SparseBsr: return compressed(tensor, "col_indices");
        case Layout::SparseCsc:
        case Layout::SparseBsc: return compressed(tensor, "row_indices");
        case Layout::Nested:
            return {message("nested"), kNoSuchTensors,
                    "NotImplementedError: aten::_nested_view_from_buffer: attempted to run this operator with "
                    "Meta tensors, but there was no fake impl or Meta kernel registered."};
        case Layout::Other: break;
        }
        return {};
    }

private:
    /// One size of a part; from the end where negative.
    [[nodiscard]] std::int64_t count(const Tensor& tensor, std::string_view name, int dimension) const
    {
        const std::uint32_t part = partOf(m_checkpoint, tensor.entry, name);
        const auto shape =
            part == kNoIndex ? std::span<const std::int64_t>() : m_checkpoint.shape(m_checkpoint.tensors()[part]);
        return shape.empty() ? 0 : dimension < 0 ? shape.back() : shape.front();
    }

    [[nodiscard]] Refusal quantized(const Tensor& tensor) const
    {
        const checkpoint::TensorExtra* extra = m_checkpoint.extra(tensor);
        if (extra == nullptr || !extra->quantizer) {
            return {};
        }
        const bool perChannel = extra->quantizer->perChannel;
        return {perChannel ? message("per channel quantised") : message("quantised"), kNoSuchTensors,
                std::string("NotImplementedError: Could not run 'aten::_empty_") + (perChannel ? "per_channel_" : "") +
                    "affine_quantized' with arguments from the 'QuantizedMeta' backend."};
    }

    [[nodiscard]] Refusal compressed(const Tensor& tensor, std::string_view plainIndices) const
    {
        std::string name(layoutName(tensor.layout).substr(std::string_view("sparse_").size()));
        std::ranges::transform(name, name.begin(), [](char c) { return char(c - 'a' + 'A'); });
        if (m_line == TorchLine::Torch113) {
            return {message("sparse %1", name), kNoSuchTensors,
                    "NotImplementedError: Could not run 'new_compressed_tensor' from the 'meta' device.)"};
        }
        const std::int64_t stored = count(tensor, plainIndices, -1);
        if (stored == 0 || !m_looksInside) {
            return {};
        }
        return {message("sparse %1", name), kLooksInside,
                "RuntimeError: expected nnz to be 0 for sparse " + name + " meta tensor but got " +
                    std::to_string(stored)};
    }

    const Checkpoint& m_checkpoint;
    TorchLine m_line;
    bool m_looksInside;
};

} // namespace

void addMetaProblems(const Checkpoint& checkpoint, const LoadGroups& groups, TorchLine line, Preflight& result)
{
    std::vector<bool> onMeta = storagesOnMeta(checkpoint, groups);
    if (onMeta.empty() || !checkpoint.traits().usesTorchLoad()) {
        return;
    }
    const MetaTensors tensors(checkpoint, line);
    for (const Tensor& tensor : checkpoint.tensors()) {
        if (tensor.layout == Layout::Strided && tensor.extra == kNoId) {
            continue; // nearly all
        }
        const StorageId values = tensors.valuesOf(tensor);
        if (values == kNoId || !onMeta[values]) {
            continue;
        }
        const Refusal refusal = tensors.refusal(tensor);
        if (refusal.text.empty()) {
            continue;
        }
        const Message what = message("%1 cannot make %2 tensors on meta", spokenTorchLine(line), refusal.kind);
        auto known = std::ranges::find(result.problems, what, &LoadProblem::what);
        if (known == result.problems.end()) {
            known = result.problems.insert(known, LoadProblem());
            known->code = ProblemCode::MetaUnsupported;
            known->what = what;
            known->targets = {"meta"};
            known->torchError = refusal.text;
            known->cause = refusal.cause;
        }
        known->storages.push_back(values);
        known->bytes += checkpoint.storages()[values].bytes;
        onMeta[values] = false; // once is enough
    }
}

} // namespace cairn::devices
