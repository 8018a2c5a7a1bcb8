#include "core/checkpoint/salvage/salvage.h"

#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/salvage/file_notes.h"
#include "core/checkpoint/salvage/mended_file.h"
#include "core/checkpoint/salvage/salvage_shards.h"
#include "core/checkpoint/salvage/tensor_states.h"
#include "core/formats/safetensors/shard_index.h"
#include "core/formats/sniff/foreign.h"
#include "core/formats/sniff/sniff.h"
#include "core/formats/zip/zip_end.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

namespace {

using formats::FileKind;

Result<MendedFile> mend(const SourcePtr& source, Progress* progress)
{
    CAIRN_ASSIGN(guess, formats::sniff(*source));
    switch (guess.kind) {
    case FileKind::Zip: return mendZip(source, progress);
    case FileKind::Safetensors: return mendSafetensors(source, progress);
    case FileKind::Pickle: {
        auto mended = mendStream(source, progress);
        if (!mended && mended.error().code == ErrorCode::LegacyHeader && mended.error().offset == 0) {
            return fail(error(ErrorCode::Unsupported, message("this is a pickle that no torch.save has written"))
                            .because(message("Its numbers lie between its instructions, so where one is lost, nothing "
                                             "tells where the next begins")));
        }
        return mended;
    }
    case FileKind::Gguf:
    case FileKind::Numpy:
    case FileKind::JsonObject:
    case FileKind::Tar:
        return fail(error(ErrorCode::Unsupported, message("nothing can be saved of a file of this format"))
                        .fix(message("Of a sharded set, save each shard by itself")));
    case FileKind::Gzip: {
        Error packed = formats::explainForeign(guess);
        packed.advice = message("Unpack it with `gzip -dc FILE > OUT`, which also gives what is left of one that is "
                                "cut off, and then save what is in OUT");
        return fail(std::move(packed));
    }
    default: break;
    }
    if (formats::findZipEnd(*source)) { // whose beginning is lost
        return mendZip(source, progress);
    }
    return fail(formats::explainForeign(guess));
}

Result<Salvage> look(const SourcePtr& source, const std::string& path, Progress* progress)
{
    CAIRN_ASSIGN(mended, mend(source, progress));
    CAIRN_ASSIGN(opened, openCheckpoint(mended.source, path, progress));
    Salvage salvage;
    salvage.notes = std::move(mended.notes);
    salvage.isDescriptionWhole = mended.description != ByteState::Changed;
    salvage.tensors = tensorStates(*opened, mended);
    if (!salvage.isDescriptionWhole) {
        salvage.notes.push_back(
            salvage.tensors.empty()
                ? message("what names the tensors and their shapes is not what was saved, and names none any more: "
                          "which there were, nothing tells. Get the file again from where it came from")
                : message("what names the tensors and their shapes is not what was saved: so no tensor can be told "
                          "from another with certainty"));
    }
    salvage.checkpoint = std::move(opened);
    return salvage;
}

} // namespace

std::string_view tensorStateName(TensorState state)
{
    switch (state) {
    case TensorState::Whole: return "whole";
    case TensorState::Complete: return "complete";
    case TensorState::Changed: return "changed";
    case TensorState::Partial: return "partial";
    case TensorState::Missing: return "missing";
    }
    return "";
}

std::array<std::uint64_t, kTensorStates> Salvage::counts() const
{
    std::array<std::uint64_t, kTensorStates> counts{};
    for (const SalvagedTensor& tensor : tensors) {
        ++counts[static_cast<std::size_t>(tensor.state)];
    }
    counts[static_cast<std::size_t>(TensorState::Missing)] += lost.size();
    return counts;
}

bool Salvage::hasLosses() const
{
    return !isDescriptionWhole || !lost.empty() || !std::ranges::all_of(tensors, &SalvagedTensor::isSaved);
}

Result<Salvage> salvage(const std::string& path, Progress* progress)
{
    CAIRN_ASSIGN(file, FileSource::open(path));
    const auto index = formats::readShardIndex(*file);
    CAIRN_ASSIGN(found,
                 index ? salvageShards(*index, file->sizeBytes(), path, progress) : salvage(file, path, progress));
    std::vector<Message> notes = downloadNotes(path);
    found.notes.insert(found.notes.begin(), notes.begin(), notes.end());
    return std::move(found);
}

Result<Salvage> salvage(const SourcePtr& source, const std::string& path, Progress* progress)
{
    auto found = look(source, path, progress);
    if (!found || !found->notes.empty()) {
        const auto isBinary = refuseTextMode(*source, progress);
        found = isBinary ? std::move(found) : fail(Error(isBinary.error()));
    }
    return found ? std::move(found) : fail(std::move(found).error().in(path));
}

Message rowsLeftText(const SalvagedTensor& tensor)
{
    if (tensor.state != TensorState::Partial) {
        return {};
    }
    constexpr std::size_t mostRanges = 3;
    std::string ranges;
    for (std::size_t i = 0; i < tensor.rowsLeft.size() && i < mostRanges; ++i) {
        const auto& [first, last] = tensor.rowsLeft[i];
        ranges += (i == 0 ? "" : ", ") + groupedDigits(first);
        ranges += last - first == 1 ? "" : "-" + groupedDigits(last - 1);
    }
    ranges += tensor.rowsLeft.size() > mostRanges ? ", ..." : "";
    return message("rows %1 of %2", ranges, groupedDigits(tensor.rows));
}

bool isWorthSalvage(const Error& failure)
{
    switch (failure.code) {
    case ErrorCode::Truncated:
    case ErrorCode::ZipBroken:
    case ErrorCode::ZipDirectory:
    case ErrorCode::ZipOverlap:
    case ErrorCode::ZipHeaderMismatch:
    case ErrorCode::ZipBadName:
    case ErrorCode::LegacyStorage:
    case ErrorCode::SafetensorsOffsets: return true;
    default: return false;
    }
}

} // namespace cairn::checkpoint
