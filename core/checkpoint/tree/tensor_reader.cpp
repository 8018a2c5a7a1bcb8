#include "core/checkpoint/tree/tensor_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/tensor_arguments.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/tree/document_set.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

using formats::Dtype;
using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

Result<Dtype> dtypeOf(const PickleDocument& document, NodeId node)
{
    std::string_view name = document.className(node);
    const bool inTorch = name.starts_with("torch.");
    name.remove_prefix(inTorch ? 6 : 0);
    const auto dtype = inTorch ? formats::dtypeByName(name) : std::nullopt;
    if (!dtype) {
        return badArguments(message("its dtype is not one of torch's"));
    }
    return *dtype;
}

bool isQuantized(Dtype dtype)
{
    const std::string_view name = formats::dtypeInfo(dtype).name;
    return name.starts_with("qint") || name.starts_with("quint");
}

Result<void> sizesAndStrides(const PickleDocument& document, NodeId sizes, NodeId strides, TensorSpec& spec)
{
    CAIRN_TRY(readIntegers(document, sizes, "size", spec.sizes));
    CAIRN_TRY(readIntegers(document, strides, "stride", spec.strides));
    if (spec.sizes.size() != spec.strides.size()) {
        return badArguments(message("its size has %1 dimensions, its stride %2", std::to_string(spec.sizes.size()),
                                    std::to_string(spec.strides.size())));
    }
    return {};
}

void checkGradDtype(TensorSpec& spec)
{
    const std::string_view dtype = formats::dtypeInfo(spec.dtype).name;
    if (!dtype.starts_with("float") && !dtype.starts_with("bfloat") && !dtype.contains("complex")) {
        spec.issues.push_back({ErrorCode::TensorGradFlag,
                               Severity::Warning,
                               message("requires_grad is set on %1, which torch refuses", dtype),
                               {}});
    }
}

} // namespace

std::optional<std::string> deviceText(const PickleDocument& document, NodeId node)
{
    const PickleGraph& graph = document.graph;
    if (graph.isText(node)) {
        return std::string(graph.text(node));
    }
    if (!graph.is(node, NodeKind::Call) || document.className(graph.callable(node)) != "torch.device") {
        return std::nullopt;
    }
    const auto parts = tupleOf(graph, graph.arguments(node));
    if (parts.empty() || !graph.isText(parts[0])) {
        return std::nullopt;
    }
    std::string text(graph.text(parts[0]));
    if (parts.size() > 1 && graph.is(parts[1], NodeKind::Int)) {
        text += ":" + std::to_string(graph.intValue(parts[1]));
    }
    return text;
}

Layout layoutOf(const PickleDocument& document, NodeId node)
{
    std::string_view name = document.className(node); // a Global, or _get_layout("torch.sparse_coo")
    if (document.graph.is(node, NodeKind::Call)) {
        const auto arguments = tupleOf(document.graph, document.graph.arguments(node));
        const bool isNamed = !arguments.empty() && document.graph.isText(arguments[0]);
        name = isNamed ? document.graph.text(arguments[0]) : std::string_view{};
    }
    for (const Layout layout : {Layout::Strided, Layout::SparseCoo, Layout::SparseCsr, Layout::SparseCsc,
                                Layout::SparseBsr, Layout::SparseBsc}) {
        if (name.starts_with("torch.") && name.substr(6) == layoutName(layout)) {
            return layout;
        }
    }
    return Layout::Other;
}

Result<void> readIntegers(const PickleDocument& document, NodeId node, std::string_view what,
                          std::vector<std::int64_t>& out)
{
    const PickleGraph& graph = document.graph;
    if (graph.is(node, NodeKind::Call)) { // torch.Size((2, 3))
        const auto arguments = tupleOf(graph, graph.arguments(node));
        const bool isSize = document.className(graph.callable(node)) == "torch.Size" && arguments.size() == 1;
        node = isSize ? arguments[0] : formats::kNoNode;
    }
    out.clear();
    if (!graph.is(node, NodeKind::Tuple) && !graph.is(node, NodeKind::List)) {
        return badArguments(message("its %1 is not a tuple", std::string(what)));
    }
    constexpr std::uint32_t maxRank = 255;
    if (graph.elementCount(node) > maxRank) {
        return badArguments(
            message("its %1 has %2 dimensions", std::string(what), std::to_string(graph.elementCount(node))));
    }
    bool good = true;
    const auto take = [&](NodeId element) {
        good = good && graph.is(element, NodeKind::Int);
        out.push_back(good ? graph.intValue(element) : 0);
    };
    graph.forEachElement(node, take);
    if (!good) {
        return badArguments(message("its %1 holds something that is not a number", std::string(what)));
    }
    return {};
}

Result<bool> TensorReader::read(NodeRef ref, TensorSpec& spec)
{
    {
        const PickleDocument& document = m_documents[ref.document];
        const bool candidate = document.graph.is(ref.node, NodeKind::Call) ||
                               (document.tensors && document.graph.is(ref.node, NodeKind::PersistentId));
        if (!candidate) {
            return false;
        }
    }
    // Reused to spare the allocations of its vectors.
    spec.sizes.clear();
    spec.strides.clear();
    spec.device.clear();
    spec.subclass.clear();
    spec.quantizer.reset();
    spec.parts.clear();
    spec.issues.clear();
    spec.attributes = {};
    spec.storage = kNoId;
    spec.dtype = Dtype::Unknown;
    spec.offset = 0;
    spec.layout = Layout::Strided;
    spec.kind = TensorKind::Plain;
    spec.requiresGrad = spec.conj = spec.neg = spec.coalesced = spec.sinceTorch2 = false;

    Rebuild rebuild;
    CAIRN_ASSIGN(isTensor, unwrap(ref, rebuild, spec));
    if (!isTensor) {
        return false;
    }
    const std::uint32_t document = ref.document;
    switch (rebuild.constructor) {
    case Constructor::Other: return true; // came whole from the container
    case Constructor::RebuildTensor:
    case Constructor::RebuildTensorV2:
    case Constructor::RebuildTensorV3:
    case Constructor::RebuildQTensor: CAIRN_TRY(dense(rebuild, document, spec)); break;
    case Constructor::TensorClass: { // old: torch.FloatTensor(), then BUILD with (storage, offset, size, stride)
        const auto state = tupleOf(m_documents[document].graph, rebuild.state);
        if (state.size() != 4) {
            return badArguments(message("its state is not (storage, offset, size, stride)"));
        }
        CAIRN_TRY(strided(state, document, spec));
        break;
    }
    case Constructor::RebuildSparse:
    case Constructor::RebuildSparseCsr: CAIRN_TRY(sparse(rebuild, document, spec)); break;
    default: CAIRN_TRY(composite(rebuild, document, spec)); break;
    }
    if (spec.requiresGrad) {
        checkGradDtype(spec);
    }
    return true;
}

Result<void> TensorReader::storage(NodeRef ref, TensorSpec& spec)
{
    CAIRN_ASSIGN(use, m_documents.storage(ref, spec.issues));
    spec.storage = use.storage;
    spec.dtype = use.dtype;
    spec.offset = static_cast<std::int64_t>(use.viewOffset);
    return {};
}

/// (storage, offset, size, stride)
Result<void> TensorReader::strided(std::span<const NodeId> parts, std::uint32_t document, TensorSpec& spec)
{
    CAIRN_TRY(storage({document, parts[0]}, spec));
    const PickleDocument& in = m_documents[document];
    if (!in.graph.is(parts[1], NodeKind::Int)) {
        return badArguments(message("its storage offset is not a number"));
    }
    spec.offset += in.graph.intValue(parts[1]);
    return sizesAndStrides(in, parts[2], parts[3], spec);
}

Result<void> TensorReader::dense(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec)
{
    const auto parts = tupleOf(m_documents[document].graph, rebuild.arguments);
    const bool isV3 = rebuild.constructor == Constructor::RebuildTensorV3;
    const bool isQuantized = rebuild.constructor == Constructor::RebuildQTensor;
    const std::size_t needed = rebuild.constructor == Constructor::RebuildTensor ? 4 : isV3 || isQuantized ? 7 : 6;
    if (parts.size() < needed) {
        return badArguments(
            message("it has %1 arguments instead of %2", std::to_string(parts.size()), std::to_string(needed)));
    }
    CAIRN_TRY(strided(parts, document, spec));
    if (needed == 4) {
        return {};
    }
    gradFlag({document, parts[isQuantized ? 5 : 4]}, spec);
    if (isQuantized) {
        return quantizer({document, parts[4]}, spec);
    }
    if (isV3) {
        CAIRN_ASSIGN(dtype, dtypeOf(m_documents[document], parts[6]));
        spec.dtype = dtype;
    }
    if (parts.size() > needed) {
        const PickleGraph& graph = m_documents[document].graph;
        constexpr std::uint32_t mostKeys = 64; // torch writes two; many tensors can share the dictionary
        if (graph.is(parts[needed], NodeKind::Dict) && graph.pairCount(parts[needed]) > mostKeys) {
            return badArguments(message("what it says of itself has more than %1 keys", std::to_string(mostKeys)));
        }
        spec.sinceTorch2 = rebuild.constructor == Constructor::RebuildTensorV2;
        metadata({document, parts[needed]}, spec);
    }
    return {};
}

Result<void> TensorReader::quantizer(NodeRef parameters, TensorSpec& spec)
{
    const PickleDocument& document = m_documents[parameters.document];
    const PickleGraph& graph = document.graph;
    const auto parts = tupleOf(graph, parameters.node);
    Quantizer quantizer;
    std::string_view scheme = parts.empty() ? std::string_view{} : document.className(parts[0]);
    if (!scheme.starts_with("torch.per_")) {
        return fail(ErrorCode::TensorQuantizer, message("a quantised tensor names no quantisation scheme"));
    }
    scheme.remove_prefix(6);
    quantizer.scheme = scheme;
    quantizer.perChannel = scheme.starts_with("per_channel");
    if (scheme.ends_with("symmetric")) {
        spec.issues.push_back({ErrorCode::TensorQuantizer,
                               Severity::Error,
                               message("torch loads no tensors of the quantisation scheme %1", scheme),
                               {}});
    }
    if (quantizer.perChannel) {
        if (parts.size() < 4 || !graph.is(parts[3], NodeKind::Int)) {
            return fail(ErrorCode::TensorQuantizer, message("a quantised tensor has no scales, zero points and axis"));
        }
        quantizer.axis = graph.intValue(parts[3]);
        if (quantizer.axis < 0 || quantizer.axis >= static_cast<std::int64_t>(spec.sizes.size())) {
            spec.issues.push_back({ErrorCode::TensorQuantizer,
                                   Severity::Error,
                                   message("the quantisation axis %1 is not one of its %2 dimensions",
                                           std::to_string(quantizer.axis), std::to_string(spec.sizes.size())),
                                   {}});
        }
        checkChannels({parameters.document, parts[1]}, "scales", quantizer.axis, spec);
        checkChannels({parameters.document, parts[2]}, "zero points", quantizer.axis, spec);
        spec.parts.push_back({.name = "scales", .value = {parameters.document, parts[1]}});
        spec.parts.push_back({.name = "zero_points", .value = {parameters.document, parts[2]}});
    } else {
        if (parts.size() < 3 || !graph.is(parts[1], NodeKind::Float) || !graph.is(parts[2], NodeKind::Int)) {
            return fail(ErrorCode::TensorQuantizer, message("a quantised tensor has no scale and zero point"));
        }
        quantizer.scale = graph.floatValue(parts[1]);
        quantizer.zeroPoint = graph.intValue(parts[2]);
        if (!(quantizer.scale > 0)) {
            spec.issues.push_back({ErrorCode::TensorQuantizer,
                                   Severity::Warning,
                                   message("the quantisation scale is not a positive number"),
                                   {}});
        }
    }
    if (!isQuantized(spec.dtype)) {
        spec.issues.push_back({ErrorCode::TensorQuantizer,
                               Severity::Error,
                               message("a tensor with a quantisation scheme has numbers of %1, which are not quantised",
                                       formats::dtypeInfo(spec.dtype).name),
                               {}});
    }
    spec.quantizer = std::move(quantizer);
    return {};
}

void TensorReader::metadata(NodeRef ref, TensorSpec& spec) const
{
    const PickleGraph& graph = m_documents[ref.document].graph;
    if (graph.is(ref.node, NodeKind::Dict)) {
        // torch goes by whether they are there, even as False.
        spec.conj = graph.lookup(ref.node, "conj") != formats::kNoNode;
        spec.neg = graph.lookup(ref.node, "neg") != formats::kNoNode;
    }
    if (spec.conj && spec.dtype != Dtype::Unknown && !formats::dtypeInfo(spec.dtype).name.contains("complex")) {
        spec.issues.push_back({ErrorCode::TensorArguments,
                               Severity::Warning,
                               message("it is marked as conjugated, but its numbers are not complex"),
                               {}});
    }
}

void TensorReader::gradFlag(NodeRef ref, TensorSpec& spec) const
{
    const PickleGraph& graph = m_documents[ref.document].graph;
    if (graph.is(ref.node, NodeKind::True)) {
        spec.requiresGrad = true;
    } else if (!graph.is(ref.node, NodeKind::False)) {
        spec.issues.push_back(
            {ErrorCode::TensorGradFlag, Severity::Warning, message("requires_grad is neither True nor False"), {}});
    }
}

/// `numbers` is a tensor or a list with one number for each channel.
void TensorReader::checkChannels(NodeRef numbers, std::string_view what, std::int64_t axis, TensorSpec& spec)
{
    if (axis < 0 || axis >= static_cast<std::int64_t>(spec.sizes.size())) {
        return;
    }
    const PickleGraph& graph = m_documents[numbers.document].graph;
    std::int64_t count = graph.is(numbers.node, NodeKind::List) ? graph.elementCount(numbers.node) : 0;
    if (const auto tensor = readPart(numbers); tensor && tensor->sizes.size() == 1) {
        count = tensor->sizes[0];
    }
    const std::int64_t channels = spec.sizes[static_cast<std::size_t>(axis)];
    if (count != channels) {
        spec.issues.push_back({ErrorCode::TensorQuantizer,
                               Severity::Error,
                               message("a quantised tensor has %1 %2 for %3 channels", std::to_string(count), what,
                                       std::to_string(channels)),
                               {}});
    }
}

Result<TensorSpec> TensorReader::readPart(NodeRef ref)
{
    constexpr int maxDepth = 4; // a sparse tensor of sparse tensors does not exist
    if (m_depth >= maxDepth) {
        return badArguments(message("its parts are nested too deeply"));
    }
    TensorSpec part;
    ++m_depth;
    auto read = this->read(ref, part);
    --m_depth;
    if (!read) {
        return fail(std::move(read).error());
    }
    if (!*read) {
        return badArguments(message("one of its parts is not a tensor"));
    }
    return part;
}

void TensorReader::addReadsMemory(Phrase what)
{
    m_documents.builder().addTrustFinding({Trust::Dangerous, what, kReadsMemory});
}

/// torch takes the numbers of nested tensors as they lie in memory: a row of sizes and one of strides for each tensor
/// in it, and the offsets, which older versions have in a list.
bool TensorReader::areNestedTables(NodeRef sizes, NodeRef strides, NodeRef offsets)
{
    const auto table = [this](NodeRef ref, std::size_t dimensions) -> std::optional<std::vector<std::int64_t>> {
        auto part = readPart(ref);
        if (!part || part->layout != Layout::Strided || part->dtype != formats::Dtype::Int64) {
            return std::nullopt;
        }
        std::uint64_t next = 1; // sizes that it cannot count lie outside of any storage
        bool isDense = part->sizes.size() == dimensions && part->strides.size() == dimensions;
        for (std::size_t at = dimensions; isDense && at-- > 0;) {
            isDense = static_cast<std::uint64_t>(part->strides[at]) == next || part->sizes[at] <= 1;
            next *= static_cast<std::uint64_t>(std::max<std::int64_t>(part->sizes[at], 1));
        }
        return isDense ? std::optional(std::move(part->sizes)) : std::nullopt;
    };
    const auto rows = table(sizes, 2);
    if (!rows || rows != table(strides, 2)) {
        return false;
    }
    const formats::PickleGraph& graph = m_documents[offsets.document].graph;
    if (graph.is(offsets.node, NodeKind::List) || graph.is(offsets.node, NodeKind::Tuple)) {
        return graph.elementCount(offsets.node) == static_cast<std::uint64_t>(rows->front());
    }
    const auto starts = table(offsets, 1);
    return starts && starts->front() == rows->front();
}

Result<void> TensorReader::likePart(NodeRef ref, TensorSpec& spec)
{
    CAIRN_ASSIGN(part, readPart(ref));
    spec.dtype = part.dtype;
    spec.device = part.storage == kNoId ? part.device
                                        : std::string(m_documents.builder().current().deviceTag(
                                              m_documents.builder().current().storages()[part.storage].device));
    if (spec.sizes.empty()) {
        spec.sizes = std::move(part.sizes);
    }
    return {};
}

/// Tensors that own no storage here: meta, wrapper subclasses, other backends, nested.
Result<void> TensorReader::composite(const Rebuild& rebuild, std::uint32_t document, TensorSpec& spec)
{
    const PickleDocument& in = m_documents[document];
    const auto parts = tupleOf(in.graph, rebuild.arguments);
    const auto need = [&](std::size_t count) -> Result<void> {
        return parts.size() >= count ? Result<void>{}
                                     : badArguments(message("it has %1 arguments instead of %2",
                                                            std::to_string(parts.size()), std::to_string(count)));
    };
    const auto takeDtype = [&](NodeId node) -> Result<void> {
        CAIRN_ASSIGN(dtype, dtypeOf(in, node));
        spec.dtype = dtype;
        return {};
    };
    switch (rebuild.constructor) {
    case Constructor::RebuildMeta: // dtype, size, stride, requires_grad
        CAIRN_TRY(need(4));
        CAIRN_TRY(takeDtype(parts[0]));
        CAIRN_TRY(sizesAndStrides(in, parts[1], parts[2], spec));
        gradFlag({document, parts[3]}, spec);
        if (isQuantized(spec.dtype) || std::ranges::any_of(spec.sizes, [](std::int64_t size) { return size < 0; })) {
            return badArguments(message("torch has no such tensors without numbers"));
        }
        spec.device = "meta";
        break;
    case Constructor::RebuildWrapper: // class, dtype, size, stride, offset, layout, device, requires_grad
        CAIRN_TRY(need(8));
        CAIRN_TRY(takeDtype(parts[1]));
        CAIRN_TRY(sizesAndStrides(in, parts[2], parts[3], spec));
        spec.layout = layoutOf(in, parts[5]);
        spec.device = deviceText(in, parts[6]).value_or("unknown");
        gradFlag({document, parts[7]}, spec);
        if (spec.subclass.empty()) {
            spec.subclass = in.className(parts[0]);
        }
        break;
    case Constructor::RebuildFromCpu: { // cpu tensor, dtype, device, requires_grad
        CAIRN_TRY(need(4));
        CAIRN_ASSIGN(part, readPart({document, parts[0]}));
        if (part.layout != Layout::Strided) { // it is read before torch has looked at its indices
            addReadsMemory(phrase("a copy of a tensor that is not dense"));
        }
        spec.sizes = std::move(part.sizes);
        spec.strides = std::move(part.strides);
        CAIRN_TRY(takeDtype(parts[1]));
        spec.device = deviceText(in, parts[2]).value_or("unknown");
        gradFlag({document, parts[3]}, spec);
        spec.parts = {{"cpu_tensor", {document, parts[0]}}};
        break;
    }
    case Constructor::RebuildFromNumpy: { // array, dtype, device, requires_grad
        CAIRN_TRY(need(4));
        const auto array = numpyArray(in.graph, in.source, parts[0]);
        if (!array) {
            return badArguments(message("its data is not a numpy array"));
        }
        spec.sizes = array->shape;
        CAIRN_TRY(takeDtype(parts[1]));
        spec.device = deviceText(in, parts[2]).value_or("unknown");
        gradFlag({document, parts[3]}, spec);
        spec.parts = {{"data", {document, parts[0]}}};
        break;
    }
    case Constructor::RebuildNested: // buffer, sizes, strides, offsets
        CAIRN_TRY(need(4));
        CAIRN_TRY(likePart({document, parts[0]}, spec));
        if (!areNestedTables({document, parts[1]}, {document, parts[2]}, {document, parts[3]})) {
            addReadsMemory(phrase("a nested tensor with odd sizes, strides or offsets"));
        }
        spec.layout = Layout::Nested;
        spec.parts = {{"buffer", {document, parts[0]}},
                      {"sizes", {document, parts[1]}},
                      {"strides", {document, parts[2]}},
                      {"offsets", {document, parts[3]}}};
        break;
    default: return fail(ErrorCode::Internal, message("a rebuild function without a reader"));
    }
    return {};
}

} // namespace cairn::checkpoint
