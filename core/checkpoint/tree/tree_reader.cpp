#include "core/checkpoint/tree/tree_reader.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pickles/bytes_value.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/python/python_value.h"
#include "core/checkpoint/tree/held_tensors.h"
#include "core/formats/numpy/npy.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr std::size_t kLongBytes = 64; // a longer text is kept once, however often it is shared

} // namespace

Error tooManyRows()
{
    return error(ErrorCode::LimitExceeded, message("it has far more values than a file of this size should"))
        .because(message("Such files are made to fill the memory of whoever opens them"))
        .fix(message("Do not trust this file; ask for one written by torch.save"));
}

Result<void> TreeReader::read(NodeRef root, std::vector<Extra> extras)
{
    return readAll(root, {}, std::move(extras));
}

Result<void> TreeReader::readRows(std::string_view rootType, std::vector<Extra> rows)
{
    return readAll({}, rootType, std::move(rows));
}

Result<void> TreeReader::readAll(NodeRef root, std::string_view rootType, std::vector<Extra> extras)
{
    const auto readOnce = [&]() -> Result<void> {
        // The rows of nearly all files are what is in containers. Where there are more there may be very many, and room
        // for all of them is made at once: growing by and by would take twice the memory.
        constexpr std::size_t mostAtOnce = std::size_t{4} << 20;
        constexpr std::size_t mostText = 16; // for a row
        const std::size_t most = std::min<std::size_t>(m_builder.budget()->rows(), mostAtOnce);
        const std::size_t expected = std::min(m_documents.itemCount(), most);
        m_mostRows = std::min(m_documents.valueCount(), most) + 2; // the root, and the one that is too much
        reserveRows(expected + 2);
        m_builder.reserveText(expected * mostText);
        const EntryId first = m_builder.addEntry(Entry{});
        m_refs.push_back(root);
        m_pathBytes.push_back(0);
        if (root.valid()) {
            classify(first, root, TensorKind::Plain);
            keepFull(first, {.key = {}, .name = {}, .value = root});
        } else {
            setGroup(first, rootType);
        }
        return expandAll(extras);
    };
    CAIRN_TRY(readOnce());
    constexpr int mostRounds = 4; // what is shown now can have attributes that hold more
    for (int round = 0;; ++round) {
        std::vector<HeldTensor> held = heldTensors(m_documents, m_builder.current(), m_refs);
        if (held.empty()) {
            return {};
        }
        if (round == mostRounds) {
            m_builder.addIssue(ErrorCode::TreeTooDeep, Severity::Warning,
                               message("%1 inside of values that only other such tensors hold are not shown",
                                       countOf(held.size(), "tensor")));
            return {};
        }
        for (HeldTensor& tensor : held) {
            extras.push_back(
                {.key = std::move(tensor.name), .value = tensor.value, .type = {}, .text = {}, .attribute = true});
        }
        beginAgain();
        CAIRN_TRY(readOnce());
    }
}

void TreeReader::beginAgain()
{
    m_builder.budget()->giveBackRows(m_taken.rows, m_taken.shownBytes);
    m_taken = {};
    m_builder.beginAgain();
    m_refs.clear();
    m_pathBytes.clear();
    m_tensorParts.clear();
    m_extrasBelow.clear();
    m_extraAt.clear();
    m_known.clear();
    m_firstRows = m_repeatedRows = 0;
    m_depth = 0;
}

Result<void> TreeReader::expandAll(const std::vector<Extra>& extras)
{
    for (std::uint32_t i = 0; i < extras.size(); ++i) {
        m_extrasBelow.emplace(extras[i].parent, i);
    }
    if (!extras.empty()) {
        m_extraAt.emplace(0, kNoId);
    }
    EntryId levelEnd = 1;
    for (EntryId id = 0; id < m_builder.entryCount(); ++id) {
        if (id == levelEnd) {
            ++m_depth;
            levelEnd = static_cast<EntryId>(m_builder.entryCount());
        }
        constexpr EntryId askEvery = 1U << 14;
        if (id % askEvery == 0) {
            CAIRN_TRY(checkStop(m_documents.progress()));
        }
        constexpr std::size_t maxRows = 1U << 31;
        if (m_builder.entryCount() > maxRows) {
            return fail(ErrorCode::LimitExceeded, message("the checkpoint has more values than Cairn can show"));
        }
        expand(id);
        if (m_isTooMuch || !takeRows()) {
            return fail(tooManyRows());
        }
        if (const auto group = m_extraAt.find(id); group != m_extraAt.end()) {
            addExtras(id, group->second, extras);
        }
    }
    return {};
}

bool TreeReader::takeRows()
{
    const Taken wanted = std::exchange(m_new, {});
    m_taken.rows += wanted.rows;
    m_taken.shownBytes += wanted.shownBytes;
    return m_builder.budget()->takeRows(wanted.rows, wanted.shownBytes);
}

void TreeReader::addExtras(EntryId group, std::uint32_t place, const std::vector<Extra>& extras)
{
    const auto [begin, end] = m_extrasBelow.equal_range(place);
    for (auto next = begin; next != end; ++next) {
        const Extra& extra = extras[next->second];
        const auto id = static_cast<EntryId>(m_builder.entryCount());
        addRow(group, {.key = {}, .name = extra.key, .value = extra.value, .attribute = extra.attribute});
        if (extra.tensor) {
            setTensor(id, *extra.tensor, TensorKind::Plain);
        } else if (!extra.value.valid() && extra.text.empty()) {
            setGroup(id, extra.type);
            m_extraAt.emplace(id, next->second);
        } else if (!extra.value.valid()) {
            setValue(id, extra.type, ValueKind::Literal, m_builder.text(extra.text));
        }
    }
}

// --- rows ---------------------------------------------------------------------------------------

void TreeReader::reserveRows(std::size_t rows)
{
    m_builder.reserveEntries(rows);
    m_refs.reserve(rows);
    m_pathBytes.reserve(rows);
}

void TreeReader::addRow(EntryId parent, const Child& child)
{
    if (m_refs.size() == m_refs.capacity()) {
        reserveRows(m_mostRows);
    }
    const std::size_t textBefore = m_builder.textBytes();
    Entry entry;
    entry.parent = parent;
    entry.attribute = child.attribute;
    setKey(entry, child);
    const EntryId id = m_builder.addEntry(entry);
    Entry& above = m_builder.entry(parent);
    if (above.childCount++ == 0) {
        above.firstChild = id;
    }
    m_refs.push_back(child.value);
    // Names are written out for each row: a long key above many of them would make gigabytes of a small file.
    constexpr std::uint64_t longest = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t path = std::uint64_t{m_pathBytes[parent]} + entry.keyLength + 1;
    m_pathBytes.push_back(static_cast<std::uint32_t>(std::min(path, longest)));
    ++m_new.rows;
    if (child.value.valid()) {
        classify(id, child.value, child.hint);
        keepFull(id, child);
    }
    m_new.shownBytes += path + m_builder.textBytes() - textBefore;
}

void TreeReader::keepFull(EntryId id, const Child& child)
{
    constexpr std::string_view cut = "...";
    const Checkpoint& current = m_builder.current();
    const Entry& entry = m_builder.entry(id);
    if (entry.keyKind == KeyRef::Kind::Other && current.keyView(entry).find(cut) != std::string_view::npos) {
        m_builder.setFullKey(id, full(child.key));
    }
    const NodeRef ref = m_refs[id];
    if (entry.kind != EntryKind::Value || entry.valueKind < ValueKind::Text) {
        return;
    }
    const PickleGraph& graph = document(ref).graph;
    const bool isCut = entry.valueKind == ValueKind::Text
                           ? graph.is(ref.node, NodeKind::String) && graph.isExternal(ref.node)
                           : current.valueText(entry).find(cut) != std::string_view::npos;
    if (isCut) {
        m_builder.setFullValue(id, full(ref));
    }
}

void TreeReader::keepArray(EntryId id, const PickleDocument& in, const NumpyArray& array)
{
    if (!array.mayHoldNumbers || m_builder.current().pickledArrays().size() >= kMostPickledArrays) {
        return;
    }
    auto bytes = array.code.empty() ? SourcePtr() : bytesSource(in, array.data).value_or(nullptr);
    m_builder.setPickledArray(id, {formats::npyHeader(array.code, array.fortran, array.shape), std::move(bytes)});
    m_new.rows += 4; // as much memory as so many
}

std::shared_ptr<const FullValue> TreeReader::full(NodeRef ref)
{
    constexpr std::size_t mostNodes = 10'000;
    constexpr std::size_t mostBytes = std::size_t{32} << 20; // of all outlines, and for each of their nodes some work
    std::shared_ptr<const FullValue>& known = m_full[hash(ref)];
    if (known == nullptr) {
        known =
            std::make_shared<FullValue>(fullValue(document(ref), ref.node, m_fullBytes < mostBytes ? mostNodes : 0));
        m_new.rows += 4; // as much memory as so many
        m_fullBytes += known->outline.size();
    }
    return known;
}

void TreeReader::setKey(Entry& entry, const Child& child)
{
    if (!child.key.valid()) {
        if (child.name.empty()) {
            m_builder.setIndex(entry, child.index);
        } else {
            m_builder.setKey(entry, child.name);
        }
        return;
    }
    const PickleGraph& graph = document(child.key).graph;
    const NodeId node = child.key.node;
    if (graph.isText(node) && !graph.isExternal(node)) {
        m_builder.setPooledKey(entry, pooled(m_longKeys, child.key, graph.text(node)), KeyRef::Kind::Text);
    } else if (graph.is(node, NodeKind::Int) && graph.intValue(node) >= 0 && graph.intValue(node) < kNoId) {
        m_builder.setIndex(entry, static_cast<std::uint64_t>(graph.intValue(node)));
    } else {
        const auto repr = [&] { return shortRepr(graph, document(child.key).source, node); };
        m_builder.setPooledKey(entry, pooled(m_longKeys, child.key, repr), KeyRef::Kind::Other);
    }
}

template <typename MakeText>
std::uint64_t TreeReader::pooled(LongTexts& known, NodeRef ref, MakeText&& make)
{
    if (const auto found = known.find(hash(ref)); found != known.end()) {
        return found->second;
    }
    const std::uint64_t text = m_builder.text(make());
    if (static_cast<std::uint32_t>(text) > kLongBytes) {
        known.emplace(hash(ref), text);
    }
    return text;
}

std::uint64_t TreeReader::pooled(LongTexts& known, NodeRef ref, std::string_view text)
{
    return text.size() > kLongBytes ? pooled(known, ref, [&] { return text; }) : m_builder.text(text);
}

void TreeReader::setValue(EntryId id, std::string_view type, ValueKind kind, std::uint64_t payload)
{
    Entry& entry = m_builder.entry(id);
    entry.kind = EntryKind::Value;
    entry.valueKind = kind;
    entry.type = m_builder.type(type);
    entry.payload = payload;
}

void TreeReader::setGroup(EntryId id, std::string_view type)
{
    Entry& entry = m_builder.entry(id);
    entry.kind = EntryKind::Group;
    entry.type = m_builder.type(type);
}

void TreeReader::classify(EntryId id, NodeRef ref, TensorKind hint)
{
    auto resolved = m_documents.resolve(ref);
    if (!resolved) {
        m_builder.addIssue(resolved.error().code, Severity::Error, resolved.error().inFull(), id);
    } else {
        ref = *resolved;
        m_refs[id] = ref;
    }
    const PickleGraph& graph = document(ref).graph;
    switch (graph.kind(ref.node)) {
    case NodeKind::None: setValue(id, "NoneType", ValueKind::None, 0); return;
    case NodeKind::False: setValue(id, "bool", ValueKind::Bool, 0); return;
    case NodeKind::True: setValue(id, "bool", ValueKind::Bool, 1); return;
    case NodeKind::Int:
        setValue(id, "int", ValueKind::Int, static_cast<std::uint64_t>(graph.intValue(ref.node)));
        return;
    case NodeKind::Float:
        setValue(id, "float", ValueKind::Float, std::bit_cast<std::uint64_t>(graph.floatValue(ref.node)));
        return;
    case NodeKind::BigInt:
        setValue(id, "int", ValueKind::Literal,
                 pooled(m_longTexts, ref, [&] { return shortRepr(graph, document(ref).source, ref.node, 4400); }));
        return;
    case NodeKind::String:
    case NodeKind::Python2String:
    case NodeKind::Bytes:
    case NodeKind::ByteArray: classifyText(id, ref); return;
    case NodeKind::Tuple: setGroup(id, "tuple"); return;
    case NodeKind::List: setGroup(id, "list"); return;
    case NodeKind::Dict: setGroup(id, "dict"); return;
    case NodeKind::Set: setGroup(id, "set"); return;
    case NodeKind::FrozenSet: setGroup(id, "frozenset"); return;
    case NodeKind::Global:
        if (const auto value = pythonValue(graph, document(ref).source, ref.node)) {
            setValue(id, value->type, ValueKind::Literal, m_builder.text(value->text));
        } else {
            setValue(id, "type", ValueKind::Literal, pooled(m_longTexts, ref, document(ref).className(ref.node)));
        }
        return;
    case NodeKind::PersistentId:
    case NodeKind::Call:
        if (classifyTensor(id, ref, hint)) {
            return;
        }
        if (m_documents.isStorage(ref)) {
            classifyStorage(id, ref);
        } else if (graph.is(ref.node, NodeKind::Call)) {
            classifyCall(id, ref);
        } else {
            setValue(id, "persistent id", ValueKind::Literal, pooled(m_longTexts, ref, [&] {
                         return shortRepr(graph, document(ref).source, graph.persistentId(ref.node));
                     }));
        }
        return;
    }
}

void TreeReader::classifyText(EntryId id, NodeRef ref)
{
    const PickleGraph& graph = document(ref).graph;
    const NodeKind kind = graph.kind(ref.node);
    const bool isText =
        kind == NodeKind::String || (kind == NodeKind::Python2String && isValidUtf8(graph.text(ref.node)));
    if (isText && !graph.isExternal(ref.node)) {
        setValue(id, "str", ValueKind::Text, pooled(m_longTexts, ref, graph.text(ref.node)));
        return;
    }
    constexpr std::size_t headBytes = 256;
    const std::string_view type = kind == NodeKind::ByteArray ? "bytearray" : kind == NodeKind::Bytes ? "bytes" : "str";
    if (kind == NodeKind::String) { // too long to keep: its beginning
        const PickleGraph::Range range = graph.payload(ref.node);
        const auto begin = [&] {
            const auto head = document(ref).source->readBytes(range.offset, headBytes);
            if (!head) {
                m_builder.addIssue(head.error().code, Severity::Error, head.error().inFull(), id);
            }
            std::string text =
                head ? std::string(reinterpret_cast<const char*>(head->data()), head->size()) : std::string{};
            text += "... (" + std::to_string(range.bytes) + " bytes)";
            return text;
        };
        setValue(id, type, ValueKind::Text, pooled(m_longTexts, ref, begin));
        return;
    }
    setValue(id, type, ValueKind::Bytes, pooled(m_longTexts, ref, [&] {
                 const auto bytes = bytesValue(graph, document(ref).source, ref.node, headBytes);
                 return bytes ? bytesRepr(bytes->head, bytes->length) : std::string{};
             }));
}

bool TreeReader::classifyTensor(EntryId id, NodeRef ref, TensorKind hint)
{
    auto read = m_tensors.read(ref, m_spec);
    if (!read) {
        m_builder.addIssue(read.error().code, Severity::Error, read.error().inFull(), id);
        return false;
    }
    if (!*read) {
        return false;
    }
    m_spec.strides.resize(m_spec.sizes.size()); // sparse tensors have none
    setTensor(id, m_spec, hint);
    return true;
}

void TreeReader::setTensor(EntryId id, const TensorSpec& spec, TensorKind hint)
{
    Tensor tensor;
    tensor.entry = id;
    tensor.storage = spec.storage;
    tensor.offset = spec.offset;
    tensor.dtype = spec.dtype;
    tensor.layout = spec.layout;
    tensor.kind = spec.kind == TensorKind::Plain ? hint : spec.kind;
    tensor.requiresGrad = spec.requiresGrad;
    tensor.conj = spec.conj;
    tensor.neg = spec.neg;
    tensor.coalesced = spec.coalesced;
    tensor.sinceTorch2 = spec.sinceTorch2;
    tensor.device = spec.storage == kNoId ? m_builder.device(spec.device) : m_builder.storage(spec.storage).device;
    const EntryId parent = m_builder.entry(id).parent;
    tensor.part =
        parent != kNoId && m_builder.entry(parent).kind == EntryKind::Tensor && !m_builder.entry(id).attribute;
    std::string_view type = "Tensor";
    if (!spec.subclass.empty()) {
        type = spec.subclass;
    } else if (tensor.kind == TensorKind::Parameter) {
        type = "Parameter";
    }
    Entry& entry = m_builder.entry(id);
    entry.kind = EntryKind::Tensor;
    entry.type = m_builder.type(type);
    for (const Issue& issue : spec.issues) {
        m_builder.addIssue(issue.code, issue.severity, issue.message, id);
    }
    if (!spec.subclass.empty() || spec.quantizer) {
        tensor.extra = m_builder.addExtra({spec.subclass, spec.quantizer});
    }
    constexpr std::size_t dimsOfRow = 4; // take as much memory as a row
    const bool hasParts = !spec.parts.empty() || spec.attributes.valid();
    m_new.rows += 1 + spec.sizes.size() / dimsOfRow + (tensor.extra == kNoId ? 0 : 2) + (hasParts ? 2 : 0);
    const TensorId tensorId = m_builder.addTensor(tensor, spec.sizes, spec.strides);
    entry.payload = tensorId;
    m_builder.checkTensor(tensorId);

    if (hasParts) {
        m_tensorParts.emplace(id, TensorParts{.parts = spec.parts, .attributes = spec.attributes});
    }
}

void TreeReader::classifyStorage(EntryId id, NodeRef ref)
{
    std::vector<Issue> issues;
    auto use = m_documents.storage(ref, issues);
    for (Issue& issue : issues) {
        m_builder.addIssue(issue.code, issue.severity, std::move(issue.message), id);
    }
    if (!use) {
        m_builder.addIssue(use.error().code, Severity::Error, use.error().inFull(), id);
        setValue(id, "storage", ValueKind::Literal, m_builder.text("unreadable"));
        return;
    }
    const std::string_view storageClass = formats::dtypeInfo(use->dtype).storageClass;
    Entry& entry = m_builder.entry(id);
    entry.kind = EntryKind::Storage;
    entry.type = m_builder.type("torch." + std::string(storageClass));
    entry.payload = use->storage;
}

void TreeReader::classifyCall(EntryId id, NodeRef ref)
{
    const PickleDocument& in = document(ref);
    const PickleGraph& graph = in.graph;
    const Constructor constructor = in.constructor(graph.callable(ref.node));
    if (constructor == Constructor::Reconstructor && firstArgument(ref).valid()) {
        const NodeRef content = reconstructed(ref);
        const bool isPlain = content.valid() && !isContainer(graph.kind(content.node));
        if (const auto value = isPlain ? pythonValue(graph, in.source, ref.node) : std::nullopt) {
            setValue(id, value->type, ValueKind::Literal, m_builder.text(value->text));
        } else {
            setGroup(id, in.className(firstArgument(ref).node));
        }
        return;
    }
    std::string_view type = in.className(graph.callable(ref.node));
    if (constructor == Constructor::Other) {
        const std::optional<SharedCall> shared = sharedCall(ref);
        if (shared && showAgain(id, *shared)) {
            return;
        }
        constexpr std::size_t headBytes = 256;
        if (const auto bytes = bytesValue(graph, in.source, ref.node, headBytes)) {
            setValue(id, type == "bytearray" ? "bytearray" : "bytes", ValueKind::Bytes,
                     m_builder.text(bytesRepr(bytes->head, bytes->length)));
            return;
        }
        const auto array = numpyArray(graph, in.source, ref.node);
        if (array && !graph.is(array->data, NodeKind::List)) {
            std::string text = array->dtype + "[";
            for (std::size_t i = 0; i < array->shape.size(); ++i) {
                text += (i == 0 ? "" : ", ") + std::to_string(array->shape[i]);
            }
            setValue(id, "numpy.ndarray", ValueKind::Literal, m_builder.text(text + "] " + array->summary));
            keepArray(id, in, *array);
            return;
        }
        if (auto value = pythonValue(graph, in.source, ref.node)) {
            constexpr std::size_t mostRemembered = 1U << 16;
            const std::uint64_t text = m_builder.text(value->text);
            setValue(id, value->type, ValueKind::Literal, text);
            if (shared && m_plainCalls.size() < mostRemembered) {
                m_plainCalls.try_emplace(*shared, PlainText{.type = std::move(value->type), .text = text});
            }
            return;
        }
        if (array) {
            type = "numpy.ndarray";
            keepArray(id, in, *array);
        }
    }
    setGroup(id, type.empty() ? "object" : type.starts_with("collections.") ? type.substr(12) : type);
}

bool TreeReader::showAgain(EntryId id, const SharedCall& call)
{
    const auto known = m_plainCalls.find(call);
    if (known == m_plainCalls.end()) {
        return false;
    }
    setValue(id, known->second.type, ValueKind::Literal, known->second.text);
    return true;
}

std::optional<TreeReader::SharedCall> TreeReader::sharedCall(NodeRef call) const
{
    const PickleGraph& graph = document(call).graph;
    if (graph.state(call.node) != formats::kNoNode) {
        return SharedCall{call.document, call.node, formats::kNoNode};
    }
    // Picklers write arguments right before the call that takes them.
    const bool sharesArguments = graph.arguments(call.node) + 1 != call.node &&
                                 graph.callForm(call.node) == formats::CallForm::Reduce &&
                                 graph.keywords(call.node) == formats::kNoNode && graph.elementCount(call.node) == 0 &&
                                 graph.pairCount(call.node) == 0;
    return sharesArguments
               ? std::optional(SharedCall{call.document, graph.callable(call.node), graph.arguments(call.node)})
               : std::nullopt;
}

} // namespace cairn::checkpoint
