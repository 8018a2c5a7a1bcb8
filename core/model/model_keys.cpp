#include "core/model/model_keys.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/python_literal.h"
#include "core/base/text/text.h"
#include "core/base/text/trimmed.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>
#include <unordered_map>

namespace cairn::model {

using checkpoint::Checkpoint;
using checkpoint::StateKey;

namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kBehindName = " \t:,"; ///< between a name and its shape

/// "[64, 3]", "(64,)", "torch.Size([64, 3])"; nothing for what is no shape.
std::optional<std::vector<std::int64_t>> shapeIn(std::string_view text)
{
    constexpr std::string_view torch = "torch.Size(";
    if (text.starts_with(torch) && text.ends_with(')')) {
        text = text.substr(torch.size(), text.size() - torch.size() - 1);
    }
    const bool isList = text.starts_with('[') && text.ends_with(']');
    if (!isList && !(text.starts_with('(') && text.ends_with(')'))) {
        return std::nullopt;
    }
    std::vector<std::int64_t> shape;
    std::string_view rest = text.substr(1, text.size() - 2);
    while (!(rest = trimmed(rest, kBlanks)).empty()) {
        std::int64_t size = 0;
        const auto [end, failure] = std::from_chars(rest.data(), rest.data() + rest.size(), size);
        if (failure != std::errc() || size < 0) {
            return std::nullopt;
        }
        shape.push_back(size);
        rest = trimmed(rest.substr(static_cast<std::size_t>(end - rest.data())), kBlanks);
        if (!rest.empty() && rest.front() != ',') {
            return std::nullopt;
        }
        rest.remove_prefix(rest.empty() ? 0 : 1);
    }
    return shape;
}

/// A list as Python prints it, or odict_keys() of one: texts with commas between them.
Result<void> addQuoted(std::string_view text, std::vector<StateKey>& keys)
{
    constexpr std::string_view blanks = " \t\r\n";
    constexpr std::size_t shown = 40;
    text.remove_prefix(std::min(text.find('['), text.size() - 1) + 1);
    for (text = trimmed(text, blanks); !text.starts_with(']'); text = trimmed(text, blanks)) {
        if (text.empty()) {
            return fail(ErrorCode::Usage, message("the list ends without its %1: keys may be missing", inQuotes("]")));
        }
        const std::string_view here = text;
        auto name = takePythonText(text);
        text = trimmed(text, blanks);
        const bool isLast = text.starts_with(']') || text.empty();
        if (!name || (!isLast && !text.starts_with(','))) {
            return fail(ErrorCode::Usage, message("this is no list of keys: %1", inQuotes(here.substr(0, shown))));
        }
        text.remove_prefix(isLast ? 0 : 1);
        keys.push_back({.name = std::move(*name), .isShapeKnown = false});
    }
    text.remove_prefix(1);
    if (!text.empty() && text != ")") {
        return fail(ErrorCode::Usage, message("this is no list of keys: %1", inQuotes(text.substr(0, shown))));
    }
    return {};
}

/// Python and JSON write the same texts in other ways: what is a list of JSON is read as one.
Result<void> addList(std::string_view text, std::vector<StateKey>& keys)
{
    const auto tree = JsonTree::parse(text);
    if (!tree || !std::ranges::all_of(tree->root(), &JsonValue::isText)) {
        return addQuoted(text, keys);
    }
    for (const JsonValue name : tree->root()) {
        keys.push_back({.name = std::string(name.text()), .isShapeKnown = false});
    }
    return {};
}

Result<void> addMembers(const JsonValue& object, std::vector<StateKey>& keys)
{
    for (const JsonValue member : object) {
        StateKey key{.name = std::string(member.key())};
        for (const JsonValue size : member) {
            const auto number = size.integer();
            if (!member.isArray() || !number || *number < 0) {
                return fail(ErrorCode::Usage, message("the shape of %1 is no list of sizes", inQuotes(key.name)));
            }
            key.shape.push_back(*number);
        }
        key.isShapeKnown = member.isArray();
        keys.push_back(std::move(key));
    }
    return {};
}

Result<void> addKey(std::string_view name, std::string_view shapeText, std::string_view line, std::size_t number,
                    std::vector<StateKey>& keys)
{
    StateKey key{.name = std::string(name), .isShapeKnown = !shapeText.empty()};
    if (key.isShapeKnown) {
        auto shape = shapeIn(shapeText);
        if (!shape) {
            return fail(error(ErrorCode::Usage,
                              message("line %1 is no key with its shape: %2", std::to_string(number), inQuotes(line))));
        }
        key.shape = std::move(*shape);
    }
    keys.push_back(std::move(key));
    return {};
}

Result<void> addLine(std::string_view line, std::size_t number, std::vector<StateKey>& keys)
{
    const bool isPair = (line.starts_with("('") || line.starts_with("(\"")) && line.ends_with(')'); // of Python
    std::string_view rest = isPair ? line.substr(1, line.size() - 2) : line;
    const auto quoted = takePythonText(rest);
    if (quoted && (rest.empty() || kBehindName.contains(rest.front()))) {
        return addKey(*quoted, trimmed(rest.substr(std::min<std::size_t>(1, rest.size())), kBlanks), line, number,
                      keys);
    }
    const std::size_t end = std::min(line.find_first_of(kBehindName), line.size());
    rest = trimmed(line.substr(std::min(end + 1, line.size())), kBlanks);
    return addKey(line.substr(0, end), rest, line, number, keys);
}

/// A model has each key once, however often a list has it.
Result<void> dropRepeated(ModelKeys& found)
{
    std::unordered_map<std::string, StateKey> first;
    std::vector<StateKey> once;
    for (StateKey& key : found.state.keys) {
        const auto [known, isNew] = first.emplace(key.name, key);
        if (isNew) {
            once.push_back(std::move(key));
            continue;
        }
        if (known->second.isShapeKnown != key.isShapeKnown || known->second.shape != key.shape) {
            return fail(ErrorCode::Usage, message("%1 stands there twice, with other shapes", inQuotes(key.name)));
        }
        ++found.repeated;
    }
    found.state.keys = std::move(once);
    return {};
}

} // namespace

FoundState stateOf(const Checkpoint& checkpoint)
{
    return stateOf(findWeights(checkpoint));
}

FoundState stateOf(const ModelWeights& weights)
{
    const Checkpoint& checkpoint = *weights.checkpoint;
    FoundState found;
    found.group = weights.group;
    for (const Beside& other : weights.beside) {
        found.beside.push_back(other.name);
    }
    const auto isRightBelow = [&](const Weight& weight) {
        return checkpoint.entries()[weight.entry].parent == weights.group;
    };
    if (std::ranges::all_of(weights.weights, isRightBelow)) {
        found.state = checkpoint::stateKeysOf({&checkpoint, weights.group});
        return found;
    }
    for (const Weight& weight : weights.weights) { // a module, or dictionaries in one another
        const auto shape = weights.shape(weight);
        found.state.keys.push_back(
            {.name = weights.prefix + std::string(weight.name), .shape = {shape.begin(), shape.end()}});
    }
    return found;
}

ModelKeys keysOfCheckpoint(const Checkpoint& checkpoint)
{
    const ModelWeights weights = findWeights(checkpoint);
    ModelKeys found{.title = verbatim(checkpoint.path()), .state = stateOf(weights).state};
    // A model that has one tensor under two names needs to be given it under one of them alone.
    std::set<std::tuple<checkpoint::StorageId, std::int64_t, std::vector<std::int64_t>>> tensors;
    for (const Weight& weight : weights.weights) {
        const checkpoint::Tensor& tensor = weights.tensor(weight);
        const auto shape = weights.shape(weight);
        const bool isSecond =
            !tensors.emplace(tensor.storage, tensor.offset, std::vector(shape.begin(), shape.end())).second;
        if (isSecond && tensor.storage != checkpoint::kNoId) {
            found.spare.insert(weights.prefix + std::string(weight.name));
        }
    }
    return found;
}

Result<ModelKeys> keysOfText(std::string_view text, std::string_view title)
{
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF"; // of Windows
    text.remove_prefix(text.starts_with(byteOrderMark) ? byteOrderMark.size() : 0);
    ModelKeys found{.title = verbatim(title)};
    std::vector<StateKey>& keys = found.state.keys;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::string_view all = first == std::string_view::npos ? std::string_view() : text.substr(first);
    if (all.starts_with('{')) {
        CAIRN_ASSIGN(tree, JsonTree::parse(all));
        CAIRN_TRY(addMembers(tree.root(), keys));
    } else if (all.starts_with('[')) {
        CAIRN_TRY(addList(all, keys));
    } else if (all.starts_with("odict_keys(") || all.starts_with("dict_keys(")) {
        CAIRN_TRY(addQuoted(all, keys));
    } else {
        std::size_t number = 0;
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string_view line = trimmed(text.substr(begin, end - begin), kBlanks);
            ++number;
            begin = end + 1;
            if (!line.empty()) {
                CAIRN_TRY(addLine(line, number, keys));
            }
        }
    }
    if (keys.empty()) {
        return fail(ErrorCode::Usage, message("there is no key in it"));
    }
    CAIRN_TRY(dropRepeated(found));
    found.isList = true;
    return found;
}

Result<ModelKeys> keysOfFile(const std::string& path, Result<checkpoint::CheckpointPtr> opened)
{
    if (opened) {
        auto why = whyNoModel(**opened);
        return why ? Result<ModelKeys>(fail(std::move(*why).in(path))) : keysOfCheckpoint(**opened);
    }
    constexpr std::uint64_t mostBytes = 64'000'000;
    const auto file = FileSource::open(path);
    if (errorClass(opened.error().code) != ErrorClass::BadInput || !file || (*file)->sizeBytes() > mostBytes) {
        return fail(std::move(opened).error());
    }
    CAIRN_ASSIGN(bytes, (*file)->readBytes(0, (*file)->sizeBytes()));
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size()); // NOLINT
    if (!isValidUtf8(text) || text.find('\0') != std::string::npos) {
        return fail(std::move(opened).error());
    }
    auto keys = keysOfText(text, path);
    if (!keys) {
        return fail(std::move(keys).error().in(path).fix(message(
            "Give a checkpoint of the model, or a file with a key of it in each line, and its shape behind it")));
    }
    return keys;
}

} // namespace cairn::model
