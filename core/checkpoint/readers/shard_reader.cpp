#include "core/checkpoint/readers/shard_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/join.h"
#include "core/checkpoint/readers/open.h"
#include "core/formats/safetensors/shard_index.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::ShardIndex;

namespace {

/// What became of one shard.
struct Shard {
    CheckpointPtr checkpoint;               ///< null: it did not open
    Error failure;                          ///< then this is why
    std::vector<std::string_view> expected; ///< tensors that the index says are in it
};

/// Stands in the tree for the tensors of a shard that did not open.
CheckpointPtr rowInstead(const std::string& name, const Shard& shard)
{
    CheckpointBuilder builder(name, Format::Sharded, 0);
    Entry root;
    root.type = builder.type("dict");
    root.firstChild = 1;
    root.childCount = 1;
    (void)builder.addEntry(root);
    Entry row;
    row.parent = 0;
    row.type = builder.type(shard.failure.code == ErrorCode::ShardMissing ? "missing shard" : "broken shard");
    row.kind = EntryKind::Value;
    row.valueKind = ValueKind::Literal;
    row.payload = builder.text(countOf(shard.expected.size(), "tensor") + " not shown");
    builder.setKey(row, name);
    (void)builder.addEntry(row);
    return builder.finish();
}

/// Opens what can be opened; only a cancelled read is an error.
Result<std::vector<Shard>> openShards(const ShardIndex& index, const std::string& path, const OpenShard& open)
{
    std::vector<Shard> shards(index.shards.size());
    for (const auto& [tensor, shard] : index.weights) {
        shards[shard].expected.emplace_back(tensor);
    }
    const std::string folder = path.substr(0, path.rfind('/') + 1); // nothing when there is no folder
    for (std::size_t i = 0; i < shards.size(); ++i) {
        auto opened = open(folder, index.shards[i]);
        if (opened) {
            shards[i].checkpoint = std::move(*opened);
            continue;
        }
        Error failure = std::move(opened).error();
        if (failure.code == ErrorCode::Cancelled) {
            return fail(std::move(failure));
        }
        failure.code = failure.code == ErrorCode::FileNotFound ? ErrorCode::ShardMissing : ErrorCode::ShardBroken;
        shards[i].failure = std::move(failure);
    }
    return shards;
}

/// Compares what shards hold with what the index says, and tells the first few differences.
class TensorCheck {
public:
    explicit TensorCheck(CheckpointBuilder& builder) : m_builder(builder) {}

    void compare(const std::string& name, const Shard& shard)
    {
        const Checkpoint& checkpoint = *shard.checkpoint;
        const Entry& root = checkpoint.entries()[0];
        std::vector<std::string> present;
        for (const Entry& row : checkpoint.entries().subspan(root.firstChild, root.childCount)) {
            if (row.kind == EntryKind::Tensor) {
                present.push_back(checkpoint.keyText(row));
            }
        }
        std::vector<std::string_view> expected = shard.expected;
        std::ranges::sort(present);
        std::ranges::sort(expected);
        std::vector<std::string_view> absent;
        std::vector<std::string_view> unlisted;
        std::ranges::set_difference(expected, present, std::back_inserter(absent));
        std::ranges::set_difference(present, expected, std::back_inserter(unlisted));
        for (const std::string_view tensor : absent) {
            report(Severity::Error,
                   message("the index says that this tensor is in %1, but it is not there", inQuotes(name)), tensor);
        }
        for (const std::string_view tensor : unlisted) {
            report(Severity::Warning, message("this tensor is in %1, but the index does not say so", inQuotes(name)),
                   tensor);
        }
    }

    void reportRest()
    {
        if (m_count > kShown) {
            m_builder.addIssue(
                ErrorCode::ShardTensor, Severity::Warning,
                message("%1 and the index differ in the same way", countOf(m_count - kShown, "more tensor")));
        }
    }

private:
    static constexpr std::uint64_t kShown = 10;

    void report(Severity severity, Message message, std::string_view tensor)
    {
        if (m_count++ < kShown) {
            m_builder.addIssue({ErrorCode::ShardTensor, severity, std::move(message), std::string(tensor)});
        }
    }

    CheckpointBuilder& m_builder;
    std::uint64_t m_count = 0;
};

/// What the index says beside its map. Its total is a hint: real ones count bytes in more than one way.
void addFacts(CheckpointBuilder& builder, const ShardIndex& index, std::span<const Shard> shards)
{
    std::uint64_t opened = 0;
    std::uint64_t tensorBytes = 0;
    std::uint64_t storageBytes = 0;
    for (const Shard& shard : shards) {
        if (shard.checkpoint == nullptr) {
            continue;
        }
        ++opened;
        for (const Tensor& tensor : shard.checkpoint->tensors()) {
            tensorBytes += tensor.part ? 0 : shard.checkpoint->logicalBytes(tensor);
        }
        for (const Storage& storage : shard.checkpoint->storages()) {
            storageBytes += storage.bytes;
        }
    }
    const bool allOpened = opened == shards.size();
    builder.addFact(message("shards"), allOpened
                                           ? verbatim(groupedDigits(opened))
                                           : message("%1 of %2", groupedDigits(opened), groupedDigits(shards.size())));
    for (const auto& [name, value] : index.metadata) {
        Message text = verbatim(value);
        FactKey key = FactKey::Other;
        if (name == "total_size" && allOpened) {
            const bool matches = value == std::to_string(tensorBytes) || value == std::to_string(storageBytes);
            text = matches ? message("%1, as the shards have", value)
                           : message("%1, but the tensors have %2", value, std::to_string(tensorBytes));
            key = matches ? FactKey::Other : FactKey::OtherTotal;
        }
        builder.addFact(verbatim(name), std::move(text), key);
    }
}

} // namespace

Result<CheckpointPtr> readShards(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    CAIRN_ASSIGN(index, formats::readShardIndex(*source));
    const OpenShard open = [&](const std::string& folder, const std::string& name) -> Result<CheckpointPtr> {
        CAIRN_ASSIGN(file, FileSource::openNamed(folder.empty() ? "." : folder, name));
        return openCheckpoint(file, folder + name, progress, false);
    };
    return readShards(index, source->sizeBytes(), path, open);
}

Result<CheckpointPtr> readShards(const ShardIndex& index, std::uint64_t indexBytes, const std::string& path,
                                 const OpenShard& open)
{
    CAIRN_ASSIGN(shards, openShards(index, path, open));

    std::uint64_t bytes = indexBytes;
    std::vector<JoinPart> parts;
    for (std::size_t i = 0; i < shards.size(); ++i) {
        const Shard& shard = shards[i];
        bytes += shard.checkpoint == nullptr ? 0 : shard.checkpoint->fileBytes();
        parts.push_back(
            {shard.checkpoint == nullptr ? rowInstead(index.shards[i], shard) : shard.checkpoint, index.shards[i]});
    }
    if (std::ranges::all_of(shards, [](const Shard& shard) { return shard.checkpoint == nullptr; })) {
        const Error& first = shards.front().failure;
        return fail(error(first.code,
                          message("none of the %1 that the index names can be opened", countOf(shards.size(), "shard")))
                        .because(message("The first: %1", first.inFull()))
                        .fix(message("Put the shards beside the index, under the names it gives them")));
    }

    CheckpointBuilder builder(path, Format::Sharded, bytes);
    joinCheckpoints(builder, "sharded", parts, JoinLayout::OneTree);
    for (const Issue& issue : index.issues) {
        builder.addIssue(issue);
    }
    if (index.namesPicklesElsewhere) {
        builder.addTrustFinding({Trust::Dangerous, phrase("shards that are not beside the index"),
                                 phrase("They were not looked at here, and whoever joins folder and name runs them")});
    }
    TensorCheck check(builder);
    for (std::size_t i = 0; i < shards.size(); ++i) {
        const std::string& name = index.shards[i];
        const Error& failure = shards[i].failure;
        if (shards[i].checkpoint != nullptr) {
            check.compare(name, shards[i]);
            if (shards[i].checkpoint->holdsPieces()) {
                builder.addIssue({ErrorCode::ShardTensor, Severity::Error,
                                  message("its tensors are pieces of larger ones, and the index takes them for whole"),
                                  name});
            }
        } else if (failure.code == ErrorCode::ShardMissing || name.ends_with(".safetensors")) {
            builder.addIssue({failure.code, Severity::Error, failure.inFull(), name});
        } else {
            builder.addUnread(failure, name);
        }
    }
    check.reportRest();
    addFacts(builder, index, shards);
    return builder.finish();
}

} // namespace cairn::checkpoint
