#include "app/cli/load/load_check.h"

#include "core/base/files/crc32.h"
#include "core/base/text/text.h"
#include "core/values/value_reader.h"

#include <set>

namespace cairn::cli {

using checkpoint::Checkpoint;

namespace {

struct BytesDigest {
    std::uint32_t crc = 0;
    std::uint64_t bytes = 0;

    void add(std::span<const std::byte> piece)
    {
        crc = crc32(piece, crc);
        bytes += piece.size();
    }
    bool operator==(const BytesDigest&) const = default;
};

Result<BytesDigest> digestOfFile(const Checkpoint& checkpoint, const values::ValueLayout& layout)
{
    BytesDigest digest;
    values::ValueReader reader(checkpoint, layout);
    while (true) {
        CAIRN_ASSIGN(piece, reader.next());
        if (piece.empty()) {
            return digest;
        }
        digest.add(piece);
    }
}

/// The tensor that a part belongs to, or itself.
std::uint32_t wholeOf(const Checkpoint& checkpoint, std::uint32_t id)
{
    checkpoint::EntryId entry = checkpoint.tensors()[id].entry;
    while (checkpoint.tensors()[id].part && checkpoint.entries()[entry].parent != checkpoint::kNoId) {
        entry = checkpoint.entries()[entry].parent;
        if (checkpoint.entries()[entry].kind == checkpoint::EntryKind::Tensor) {
            id = static_cast<std::uint32_t>(checkpoint.entries()[entry].payload);
        }
    }
    return id;
}

void countTensors(const Checkpoint& checkpoint, const runtime::LoadedTensors& loaded, ValueCheck& check)
{
    std::set<std::uint32_t> checked;
    std::set<std::uint32_t> different;
    std::set<std::uint32_t> onMeta;
    for (const ValueCheck::Tensor& tensor : check.tensors) {
        const std::uint32_t whole = wholeOf(checkpoint, tensor.tensor);
        if (!loaded.describe(whole)) {
            continue; // only its parts are there
        }
        if (tensor.crc) {
            checked.insert(whole);
        }
        if (!tensor.difference.empty()) {
            different.insert(whole);
        }
        if (tensor.isOnMeta) {
            onMeta.insert(whole);
        }
    }
    check.checked = checked.size();
    check.different = different.size();
    check.onMeta = onMeta.size();
}

Result<void> checkTensor(const Checkpoint& checkpoint, const runtime::LoadedTensors& loaded, ValueCheck& check,
                         std::uint32_t id, bool isScript)
{
    const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
    const auto facts = loaded.describe(id);
    ValueCheck::Tensor result{.tensor = id, .crc = {}, .difference = {}, .notChecked = {}, .isOnMeta = false};
    if (tensor.storage == checkpoint::kNoId || (!facts && !isScript)) {
        return {};
    }
    if (!facts) {
        result.notChecked = "a constant of the code, which LibTorch keeps to itself";
    } else if (std::string_view(facts->device) == "meta") {
        result.notChecked = "meta tensors have no values";
        result.isOnMeta = true;
    } else if (auto layout = values::valueLayout(checkpoint, tensor); !layout) {
        result.notChecked = layout.error().what.text();
    } else {
        BytesDigest theirs;
        CAIRN_ASSIGN(hasValues, loaded.values(id, [&theirs](std::span<const std::byte> piece) { theirs.add(piece); }));
        if (hasValues) {
            CAIRN_ASSIGN(ours, digestOfFile(checkpoint, *layout));
            result.crc = theirs.crc;
            result.difference = ours == theirs ? "" : "its values are not those in the file";
            check.bytes += theirs.bytes;
        }
    }
    check.tensors.push_back(std::move(result));
    return {};
}

} // namespace

Result<ValueCheck> checkValues(const Checkpoint& checkpoint, const runtime::LoadedTensors& loaded, bool isScript,
                               Progress& progress)
{
    ValueCheck check;
    progress.beginStage("checking", 0);
    for (std::uint32_t id = 0; id < checkpoint.tensors().size(); ++id) {
        CAIRN_TRY(checkStop(progress));
        CAIRN_TRY(checkTensor(checkpoint, loaded, check, id, isScript));
    }
    countTensors(checkpoint, loaded, check);
    return check;
}

} // namespace cairn::cli
