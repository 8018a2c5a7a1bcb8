#include "core/formats/safetensors/shard_index.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/duplicate_name.h"
#include "core/base/text/text.h"
#include "core/formats/sniff/foreign.h"

#include <functional>
#include <map>
#include <optional>

namespace cairn::formats {

namespace {

std::unexpected<Error> badIndex(Message what, std::string_view place = {})
{
    Error failure = error(ErrorCode::ShardIndex, std::move(what));
    return fail(place.empty() ? std::move(failure) : std::move(failure).in(place));
}

/// Gives each shard name its number. Names that are not plain are counted, not numbered.
class ShardNames {
public:
    std::optional<std::uint32_t> numberOf(std::string_view name, ShardIndex& index)
    {
        if (!isPlainFileName(name)) {
            index.namesPicklesElsewhere = index.namesPicklesElsewhere || !name.ends_with(".safetensors");
            const auto place = m_refused.find(name);
            ++(place != m_refused.end() ? place : m_refused.emplace(name, 0).first)->second;
            return std::nullopt;
        }
        if (const auto place = m_numbers.find(name); place != m_numbers.end()) {
            return place->second;
        }
        const auto number = static_cast<std::uint32_t>(index.shards.size());
        index.shards.emplace_back(name);
        m_numbers.emplace(name, number);
        return number;
    }

    void reportRefused(std::vector<Issue>& issues) const
    {
        constexpr std::size_t most = 20;
        const auto report = [&](Message message) {
            issues.push_back({ErrorCode::ShardIndex, Severity::Error, std::move(message), "weight_map"});
        };
        for (const auto& [name, tensors] : m_refused) {
            if (issues.size() == most) {
                report(message("%1 like these", countOf(m_refused.size() - most, "more shard name")));
                return;
            }
            report(message("the shard name %1 is not a plain file name, so %2 in it cannot be opened", inQuotes(name),
                           countOf(tensors, "tensor")));
        }
    }

private:
    // Ordered maps: no choice of names makes them slow.
    std::map<std::string, std::uint32_t, std::less<>> m_numbers;
    std::map<std::string, std::uint64_t, std::less<>> m_refused;
};

/// The member of that name, which must be there once at most.
Result<std::optional<JsonValue>> findOnce(const JsonValue& object, std::string_view name)
{
    std::optional<JsonValue> found;
    for (const JsonValue member : object) {
        if (member.key() == name) {
            if (found) {
                return badIndex(message("it has two entries %1", name));
            }
            found = member;
        }
    }
    return found;
}

Result<void> readWeights(const JsonValue& map, ShardIndex& index)
{
    if (!map.isObject()) {
        return badIndex(message("it is not an object of tensor names and file names"), "weight_map");
    }
    ShardNames names;
    std::vector<std::string_view> tensors;
    for (const JsonValue weight : map) {
        if (!weight.isText()) {
            return badIndex(message("its shard is not a file name but something else"),
                            "weight_map, tensor " + inQuotes(weight.key()));
        }
        tensors.push_back(weight.key());
        if (const auto number = names.numberOf(weight.text(), index)) {
            index.weights.emplace_back(weight.key(), *number);
        }
        if (index.shards.size() > ShardIndex::kMaxShards) {
            return fail(
                error(ErrorCode::LimitExceeded,
                      message("it names more than %1 files", groupedDigits(ShardIndex::kMaxShards)))
                    .in("weight_map")
                    .because(message("Sets of shards have a few hundred, and each of them is opened"))
                    .fix(message("Do not trust this index; ask for one written by the program that saved the shards")));
        }
    }
    if (const auto twin = findDuplicateName(tensors.size(), [&](std::uint32_t i) { return tensors[i]; })) {
        return badIndex(message("it is in the index twice"), "weight_map, tensor " + inQuotes(tensors[*twin]));
    }
    names.reportRefused(index.issues);
    if (!index.shards.empty()) {
        return {};
    }
    return badIndex(index.issues.empty() ? message("it names no shard") : Message(index.issues.front().message),
                    "weight_map");
}

} // namespace

bool isPlainFileName(std::string_view name)
{
    constexpr std::size_t longest = 255;
    const bool hasDrive = name.size() >= 2 && name[1] == ':';
    return !name.empty() && name.size() <= longest && name != "." && name != ".." && !hasDrive &&
           name.find_first_of(std::string_view("/\\\0", 3)) == std::string_view::npos;
}

Result<ShardIndex> readShardIndex(const ByteSource& source)
{
    if (source.sizeBytes() > ShardIndex::kMaxBytes) {
        return fail(ErrorCode::LimitExceeded,
                    message("the JSON text has %1, more than %2", humanBytes(source.sizeBytes()),
                            humanBytes(ShardIndex::kMaxBytes)));
    }
    CAIRN_ASSIGN(bytes, source.readBytes(0, source.sizeBytes()));
    const std::string_view json(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    CAIRN_ASSIGN(tree, JsonTree::parse(json));

    ShardIndex index;
    if (json.starts_with("\xEF\xBB\xBF")) {
        index.issues.push_back(
            {.code = ErrorCode::ShardIndex,
             .severity = Severity::Error,
             .message = message("the index begins with a byte order mark, at which Python's json module stops"),
             .path = {}});
    }
    CAIRN_ASSIGN(map, findOnce(tree.root(), "weight_map"));
    if (!map) {
        return fail(explainForeign({FileKind::JsonObject, {}}));
    }
    CAIRN_TRY(readWeights(*map, index));
    if (const auto metadata = tree.root().find("metadata"); metadata && metadata->isObject()) {
        for (const JsonValue entry : *metadata) {
            if (auto text = entry.scalarText()) {
                index.metadata.emplace_back(entry.key(), std::move(*text));
            }
        }
    }
    return index;
}

} // namespace cairn::formats
