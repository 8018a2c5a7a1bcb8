#include "core/checkpoint/folders/metadata_pickle.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/dcp_names.h"
#include "core/formats/dtype.h"

#include <algorithm>
#include <limits>

namespace cairn::checkpoint {

using formats::PickleInstruction;
using formats::PickleOp;

namespace {

using Class = MetadataPickle::Class;
using Kind = MetadataPickle::Kind;

struct ClassName {
    std::string_view name; ///< without the module, which changed between versions
    Class type;
};

constexpr std::array<ClassName, 8> kClasses = {{
    {dcp::kMetadata, Class::Metadata},
    {dcp::kTensor, Class::Tensor},
    {dcp::kBytes, Class::Bytes},
    {dcp::kChunk, Class::Chunk},
    {dcp::kProperties, Class::Properties},
    {dcp::kIndex, Class::Index},
    {dcp::kPlace, Class::Storage},
    {dcp::kStorageMeta, Class::StorageMeta},
}};

/// Of torch 2.0 and later. That of 1.12 and 1.13, `_shard.checkpoint`, has classes of the same names and other
/// contents.
constexpr std::array<std::string_view, 3> kModules = {dcp::kMetadataModule, dcp::kStorageModule,
                                                      "torch.distributed._shard.sharded_tensor.metadata"};

constexpr std::array<std::string_view, 6> kMetadataFields = {dcp::kStateDict, dcp::kPlanner, dcp::kPlaces,
                                                             "storage_meta",  "mcore_data",  "version"};
constexpr std::array<std::string_view, 3> kTensorFields = {"properties", "size", "chunks"};
constexpr std::array<std::string_view, 2> kChunkFields = {"offsets", "sizes"};
constexpr std::array<std::string_view, 2> kIndexFields = {"fqn", "offset"};
constexpr std::array<std::string_view, 4> kStorageFields = {"relative_path", "offset", "length",
                                                            "transform_descriptors"};
constexpr std::array<std::string_view, 1> kStorageMetaFields = {"checkpoint_id"};
constexpr std::array<std::string_view, 1> kState = {""};

Class classNamed(std::string_view module, std::string_view name)
{
    const auto* const known = std::ranges::find(kClasses, name, &ClassName::name);
    const bool isIt = known != kClasses.end() && std::ranges::find(kModules, module) != kModules.end();
    return isIt ? known->type : Class::Other;
}

/// Functions and classes that are called with plain values and give something that nobody asks for.
bool isPlainCall(std::string_view name)
{
    constexpr std::array<std::string_view, 4> plain = {
        "torch.distributed.checkpoint.metadata._MEM_FORMAT_ENCODING",
        "torch.distributed._shard.sharded_tensor.metadata.MEM_FORMAT_ENCODING", "torch.serialization._get_layout",
        "torch.Size"};
    return std::ranges::find(plain, name) != plain.end();
}

/// Of others there may be objects that have none.
bool alwaysHasState(Class type)
{
    return type != Class::Other && type != Class::Bytes;
}

bool isPath(std::string_view name)
{
    return name.starts_with("pathlib.") && name.ends_with("Path");
}

} // namespace

std::span<const std::string_view> MetadataPickle::fieldsOf(Class type)
{
    switch (type) {
    case Class::Metadata: return kMetadataFields;
    case Class::Tensor: return kTensorFields;
    case Class::Chunk: return kChunkFields;
    case Class::Index: return kIndexFields;
    case Class::Storage: return kStorageFields;
    case Class::StorageMeta: return kStorageMetaFields;
    case Class::Other:
    case Class::Bytes:
    case Class::Properties: break;
    }
    return kState;
}

Result<MetadataPickle> MetadataPickle::read(const SourcePtr& source, const Progress* progress)
{
    MetadataPickle pickle(source);
    CAIRN_TRY(pickle.run(progress));
    return pickle;
}

Result<void> MetadataPickle::broken(Phrase what) const
{
    return fail(error(ErrorCode::PickleStack, what).at(m_scanner.position()));
}

Result<void> MetadataPickle::run(const Progress* progress)
{
    // Growing step by step takes up to three times as much; what is not touched takes nothing.
    constexpr std::uint64_t bytesPerMemo = 8;
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    m_memo.reserve(std::min(m_sourceBytes, most) / bytesPerMemo);
    m_fields.reserve(std::min(m_sourceBytes, most) / bytesPerMemo);
    m_tuples.reserve(std::min(m_sourceBytes, most) / bytesPerMemo / 2);
    PickleInstruction instruction;
    for (std::uint64_t count = 0;; ++count) {
        constexpr std::uint64_t askEvery = 1U << 18;
        if (count % askEvery == 0) {
            CAIRN_TRY(checkStop(progress));
        }
        CAIRN_TRY(m_scanner.next(instruction));
        CAIRN_ASSIGN(goOn, step(instruction));
        if (!goOn) {
            break;
        }
    }
    m_memo = {};
    m_stack = {};
    return {};
}

bool MetadataPickle::has(std::size_t count) const
{
    return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()) >= count;
}

MetadataPickle::Value MetadataPickle::pop()
{
    const Value top = m_stack.back();
    m_stack.pop_back();
    return top;
}

void MetadataPickle::pushInteger(std::int64_t number)
{
    if (number >= 0 && static_cast<std::uint64_t>(number) < kLargeNumbers) {
        push({Kind::Int, static_cast<std::uint64_t>(number)});
        return;
    }
    push({Kind::Int, kLargeNumbers + m_numbers.size()});
    m_numbers.push_back(number);
}

std::uint32_t MetadataPickle::textIdOf(std::string_view text)
{
    const auto next = static_cast<std::uint32_t>(m_textBegins.size() - 1);
    const std::uint32_t id =
        m_textIds.findOrInsert(next, text, [this](std::uint32_t known) { return this->text(known); });
    if (id == next) {
        m_textPool.append(text);
        m_textBegins.push_back(static_cast<std::uint32_t>(m_textPool.size()));
    }
    return id;
}

Result<void> MetadataPickle::pushText(std::string_view text)
{
    if (!isValidUtf8(text)) {
        return broken(phrase("a text is no UTF-8"));
    }
    push({Kind::Text, textIdOf(text)});
    return {};
}

Result<void> MetadataPickle::pushGlobal(std::string_view module, std::string_view name)
{
    std::string full(module);
    full.append(".").append(name);
    auto known = std::ranges::find(m_globals, full, &Global::name);
    if (known == m_globals.end()) {
        constexpr std::size_t most = 1000; // torch writes some twenty
        if (m_globals.size() == most) {
            return broken(phrase("it names more classes than any metadata does"));
        }
        m_globals.push_back({std::move(full), 0});
        m_classes.push_back(classNamed(module, name));
        known = std::prev(m_globals.end());
        const bool isDtype = module == "torch" && formats::dtypeByName(name).has_value();
        const bool isKnown = m_classes.back() != Class::Other || isDtype || isPlainCall(known->name) ||
                             isPath(known->name) || known->name == "collections.OrderedDict";
        m_isPlain = m_isPlain && isKnown;
    }
    ++known->mentions;
    push({Kind::Global, static_cast<std::uint64_t>(known - m_globals.begin())});
    return {};
}

void MetadataPickle::pushTuple(std::size_t count)
{
    constexpr std::size_t most = 0xFFFF;
    const auto values = std::span(m_stack).last(count);
    Value made;
    if (count <= most) {
        made = {Kind::Tuple, std::uint64_t{m_tuples.size()} << 16 | count};
        m_tuples.append(values);
    }
    m_stack.resize(m_stack.size() - count);
    push(made);
}

void MetadataPickle::pushContainer(Kind kind)
{
    push({kind, m_containers.size()});
    m_containers.emplace_back();
}

Result<std::size_t> MetadataPickle::markedCount() const
{
    if (m_marks.empty()) {
        return fail(error(ErrorCode::PickleStack, message("an instruction needs a mark that is not there"))
                        .at(m_scanner.position()));
    }
    return m_stack.size() - m_marks.back();
}

/// Of the top of the stack, to what instructions for a list or a dictionary are given.
Result<void> MetadataPickle::addItems(Kind kind, Value container, std::size_t count)
{
    const auto values = std::span(m_stack).last(count);
    if (container.is(kind) && count != 0) {
        Container& to = m_containers[container.payload()];
        const auto batch = static_cast<std::uint32_t>(m_batches.size());
        m_batches.push_back({static_cast<std::uint32_t>(m_items.size()), static_cast<std::uint32_t>(count), kNone});
        m_items.append(values);
        (to.first == kNone ? to.first : m_batches[to.last].next) = batch;
        to.last = batch;
    } else if (container.is(Kind::Opaque) || container.is(Kind::Object)) {
        opaque();
    } else if (!container.is(kind)) {
        return broken(phrase("a value gets items that it cannot hold"));
    }
    for (std::size_t i = 0; i < count && kind == Kind::Dict; i += 2) {
        if (count % 2 != 0 || values[i].is(Kind::List) || values[i].is(Kind::Dict)) {
            return broken(phrase("a dictionary gets a key that Python does not take"));
        }
    }
    m_stack.resize(m_stack.size() - count);
    return {};
}

/// Picklers number what they remember, one by one.
Result<void> MetadataPickle::remember(std::uint64_t index)
{
    if (!has(1) || index != m_memo.size()) {
        return fail(error(ErrorCode::PickleMemo, message("a value is remembered under a number that makes no sense"))
                        .at(m_scanner.position()));
    }
    const Value value = m_stack.back();
    m_memo.push_back(value);
    if (value.is(Kind::Dict) || value.is(Kind::List)) {
        Container& container = m_containers[value.payload()];
        container.isPinned = container.isPinned || container.memo != kNone || index >= kNone;
        container.memo = static_cast<std::uint32_t>(index);
    }
    return {};
}

Result<void> MetadataPickle::recall(std::uint64_t index)
{
    if (index >= m_memo.size() || m_memo[index].is(Kind::Stale)) {
        return fail(
            error(ErrorCode::PickleMemo, message("a value is used that was not remembered")).at(m_scanner.position()));
    }
    const Value value = m_memo[index];
    if (isOpen(value)) {
        return broken(phrase("an object is used before it has its state"));
    }
    if (value.is(Kind::Dict) || value.is(Kind::List)) {
        m_containers[value.payload()].isPinned = true; // in another place too
    }
    push(value);
    return {};
}

Result<void> MetadataPickle::reduce()
{
    const Value arguments = pop();
    const Value callable = pop();
    if (!callable.is(Kind::Global) || !arguments.is(Kind::Tuple)) { // as classes in others are fetched
        opaque();
        push({});
        return {};
    }
    const std::string_view name = global(callable);
    const auto parts = tuple(arguments);
    if (name == "torch.Size" && parts.size() == 1 && parts[0].is(Kind::Tuple)) {
        push({Kind::Size, parts[0].payload()});
    } else if (name == "collections.OrderedDict" && parts.empty()) {
        pushContainer(Kind::Dict);
    } else if (isPath(name)) {
        CAIRN_ASSIGN(path, pathText(parts));
        push(path);
    } else {
        const auto isSimple = [](Value part) { return part.is(Kind::Int) || part.is(Kind::Text); };
        m_isPlain = m_isPlain && isPlainCall(name) && std::ranges::all_of(parts, isSimple);
        push({});
    }
    return {};
}

Result<MetadataPickle::Value> MetadataPickle::pathText(std::span<const Value> parts)
{
    std::string path;
    for (const Value part : parts) {
        constexpr std::size_t longest = 4096;
        if (!part.is(Kind::Text) || path.size() + text(textId(part)).size() > longest) {
            opaque();
            return Value();
        }
        path += (path.empty() || path.ends_with('/') ? "" : "/") + std::string(text(textId(part)));
    }
    m_pathBytes += path.size();
    if (m_pathBytes > m_sourceBytes) { // many can be made of the same parts
        CAIRN_TRY(broken(phrase("its paths take more room than it has itself")));
    }
    return Value(Kind::Path, textIdOf(path));
}

bool MetadataPickle::isOpen(Value object) const
{
    return object.is(Kind::Object) &&
           std::ranges::any_of(m_open, [&](Value open) { return open.payload() == object.payload(); });
}

Result<void> MetadataPickle::newObject()
{
    const Value arguments = pop();
    const Value type = pop();
    const bool isKnown = type.is(Kind::Global) && arguments.is(Kind::Tuple) && tuple(arguments).empty() &&
                         m_classes[type.payload()] != Class::Other;
    m_isPlain = m_isPlain && isKnown;
    const Class made = isKnown ? m_classes[type.payload()] : Class::Other;
    push({Kind::Object, std::uint64_t{static_cast<std::uint8_t>(made)} << 48 | m_fields.size()});
    m_fields.resize(m_fields.size() + fieldsOf(made).size(), Value(Kind::None, 0));
    if (!alwaysHasState(made)) {
        return {};
    }
    constexpr std::size_t deepest = 16; // a piece in a tensor in the metadata is three
    if (m_open.size() == deepest) {
        return broken(phrase("objects are nested as no metadata nests them"));
    }
    m_open.push_back(m_stack.back());
    return {};
}

/// Each object gets its state once, before anything refers to it: keys would change in their dictionaries.
Result<void> MetadataPickle::build()
{
    const Value state = pop();
    const Value object = m_stack.back();
    if (!object.is(Kind::Object)) {
        opaque(); // as with the attributes of an OrderedDict
        return object.is(Kind::Opaque) || object.is(Kind::Dict)
                   ? Result<void>()
                   : broken(phrase("a value gets a state that it cannot have"));
    }
    const Class type = classOf(object);
    if (alwaysHasState(type)) {
        if (m_open.empty() || m_open.back().payload() != object.payload()) {
            return broken(phrase("an object gets a state when it has one"));
        }
        m_open.pop_back();
    }
    const auto fields = fieldsOf(type);
    if (fields.data() == kState.data()) {
        m_fields[object.payload() & 0xFFFF'FFFF'FFFF] = state;
        return {};
    }
    if (!state.is(Kind::Dict)) {
        return broken(phrase("an object gets a state of another kind"));
    }
    setFields(object, state);
    takeBack(state);
    return {};
}

void MetadataPickle::setFields(Value object, Value state)
{
    const auto fields = fieldsOf(classOf(object));
    const std::uint64_t first = object.payload() & 0xFFFF'FFFF'FFFF;
    forEachBatch(state, [&](std::span<const Value> pairs) {
        for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
            if (!pairs[i].is(Kind::Text)) {
                opaque();
                continue;
            }
            const auto field = std::ranges::find(fields, text(textId(pairs[i])));
            if (field != fields.end()) {
                m_fields[first + static_cast<std::uint64_t>(field - fields.begin())] = pairs[i + 1];
            }
        }
    });
}

/// The room of a dictionary that nothing needs any more, if it is the last that took any.
void MetadataPickle::takeBack(Value container)
{
    const Container& last = m_containers[container.payload()];
    const bool isLast = container.payload() + 1 == m_containers.size() && last.first == last.last &&
                        (last.first == kNone || last.first + 1 == m_batches.size());
    if (!isLast || last.isPinned) {
        return;
    }
    if (last.memo != kNone) {
        m_memo[last.memo] = {Kind::Stale, 0};
    }
    if (last.first != kNone) {
        m_items.resize(m_batches.back().begin);
        m_batches.pop_back();
    }
    m_containers.pop_back();
}

Result<bool> MetadataPickle::step(const PickleInstruction& instruction)
{
    const auto needs = [&](std::size_t count) {
        return has(count) ? Result<void>() : broken(phrase("the stack is too short"));
    };
    switch (instruction.op) {
    case PickleOp::Proto: {
        constexpr std::uint64_t newest = 5;
        if (instruction.number > newest) {
            return fail(error(ErrorCode::PickleOpcode, message("Python has no such protocol")).at(instruction.offset));
        }
        return true;
    }
    case PickleOp::Frame: return true;
    case PickleOp::Stop:
        CAIRN_TRY(needs(1));
        if (!m_open.empty()) {
            return fail(error(ErrorCode::PickleStack, message("an object has no state")).at(instruction.offset));
        }
        m_root = m_stack.back();
        return false;
    case PickleOp::Mark: m_marks.push_back(m_stack.size()); return true;
    case PickleOp::Pop:
        CAIRN_TRY(needs(1));
        m_stack.pop_back();
        return true;
    case PickleOp::None: push({Kind::None, 0}); return true;
    case PickleOp::NewTrue: push({Kind::True, 0}); return true;
    case PickleOp::NewFalse: push({Kind::False, 0}); return true;
    case PickleOp::BinInt:
    case PickleOp::BinInt1:
    case PickleOp::BinInt2: pushInteger(static_cast<std::int64_t>(instruction.number)); return true;
    case PickleOp::Long1: {
        constexpr std::size_t most = 8;
        if (instruction.external || instruction.text.size() > most) { // no size of a tensor
            push({});
            return true;
        }
        std::uint64_t number = 0;
        for (std::size_t i = instruction.text.size(); i-- > 0;) {
            number = number << 8 | static_cast<unsigned char>(instruction.text[i]);
        }
        const std::size_t bits = 8 * instruction.text.size();
        if (bits != 0 && bits < 64 && (number >> (bits - 1) & 1) != 0) {
            number |= ~std::uint64_t{0} << bits;
        }
        pushInteger(static_cast<std::int64_t>(number));
        return true;
    }
    case PickleOp::BinFloat: push({}); return true;
    case PickleOp::BinUnicode:
    case PickleOp::ShortBinUnicode:
    case PickleOp::BinUnicode8:
        if (instruction.external) {
            push({});
        } else {
            CAIRN_TRY(pushText(instruction.text));
        }
        return true;
    case PickleOp::ShortBinBytes:
    case PickleOp::BinBytes:
    case PickleOp::BinBytes8: push({}); return true;
    case PickleOp::EmptyTuple: pushTuple(0); return true;
    case PickleOp::Tuple1:
    case PickleOp::Tuple2:
    case PickleOp::Tuple3: {
        const std::size_t count = instruction.op == PickleOp::Tuple1 ? 1 : instruction.op == PickleOp::Tuple2 ? 2 : 3;
        CAIRN_TRY(needs(count));
        pushTuple(count);
        return true;
    }
    case PickleOp::Tuple: {
        CAIRN_ASSIGN(count, markedCount());
        pushTuple(count);
        m_marks.pop_back();
        return true;
    }
    case PickleOp::EmptyList: pushContainer(Kind::List); return true;
    case PickleOp::EmptyDict: pushContainer(Kind::Dict); return true;
    case PickleOp::Append:
        CAIRN_TRY(needs(2));
        CAIRN_TRY(addItems(Kind::List, m_stack[m_stack.size() - 2], 1));
        return true;
    case PickleOp::SetItem:
        CAIRN_TRY(needs(3));
        CAIRN_TRY(addItems(Kind::Dict, m_stack[m_stack.size() - 3], 2));
        return true;
    case PickleOp::Appends:
    case PickleOp::SetItems: {
        CAIRN_ASSIGN(count, markedCount());
        m_marks.pop_back();
        CAIRN_TRY(needs(count + 1));
        CAIRN_TRY(addItems(instruction.op == PickleOp::Appends ? Kind::List : Kind::Dict,
                           m_stack[m_stack.size() - count - 1], count));
        return true;
    }
    case PickleOp::Global: CAIRN_TRY(pushGlobal(instruction.text, instruction.name)); return true;
    case PickleOp::StackGlobal: {
        CAIRN_TRY(needs(2));
        const Value name = pop();
        const Value module = pop();
        if (!name.is(Kind::Text) || !module.is(Kind::Text)) {
            return fail(error(ErrorCode::PickleStack, message("a name is no text")).at(instruction.offset));
        }
        CAIRN_TRY(pushGlobal(std::string(text(textId(module))), std::string(text(textId(name)))));
        return true;
    }
    case PickleOp::Reduce:
        CAIRN_TRY(needs(2));
        CAIRN_TRY(reduce());
        return true;
    case PickleOp::NewObj:
        CAIRN_TRY(needs(2));
        CAIRN_TRY(newObject());
        return true;
    case PickleOp::Build:
        CAIRN_TRY(needs(2));
        CAIRN_TRY(build());
        return true;
    case PickleOp::Memoize: CAIRN_TRY(remember(m_memo.size())); return true;
    case PickleOp::BinPut:
    case PickleOp::LongBinPut: CAIRN_TRY(remember(instruction.number)); return true;
    case PickleOp::BinGet:
    case PickleOp::LongBinGet: CAIRN_TRY(recall(instruction.number)); return true;
    case PickleOp::EmptySet:
        opaque();
        push({});
        return true;
    case PickleOp::AddItems: {
        CAIRN_ASSIGN(count, markedCount());
        m_stack.resize(m_stack.size() - count);
        m_marks.pop_back();
        return true;
    }
    default:
        return fail(
            error(ErrorCode::PickleOpcode, message("an instruction that torch.distributed.checkpoint does not write"))
                .at(instruction.offset));
    }
}

} // namespace cairn::checkpoint
