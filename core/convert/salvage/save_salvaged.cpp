#include "core/convert/salvage/save_salvaged.h"

#include "core/base/json/json_writer.h"
#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_output.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Salvage;
using checkpoint::SalvagedTensor;
using checkpoint::TensorState;

namespace {

using States = std::unordered_map<checkpoint::TensorId, const SalvagedTensor*>;

/// Keeps the tensors of a set for which `isWanted` holds.
template <typename Wanted>
void keepTensors(TensorSet& set, const Wanted& isWanted)
{
    std::vector<NamedTensor> kept;
    std::vector<std::size_t> newPlaces(set.tensors.size(), NamedTensor::kItself);
    for (std::size_t i = 0; i < set.tensors.size(); ++i) {
        if (isWanted(set.tensors[i])) {
            newPlaces[i] = kept.size();
            NamedTensor named = std::move(set.tensors[i]);
            named.sameAs = named.sameAs == NamedTensor::kItself ? named.sameAs : newPlaces[named.sameAs];
            kept.push_back(std::move(named));
        }
    }
    set.tensors = std::move(kept);
}

/// Which tensors of a copy are not what was saved, by the names that they have in it, for whoever opens it later.
std::string noteText(const std::vector<std::pair<std::string, const SalvagedTensor*>>& written)
{
    std::string text;
    JsonWriter json(text);
    json.beginObject();
    json.key("made_by").string("cairn-cli salvage --fill-zero");
    json.key("damaged");
    json.beginObject();
    for (const auto& [name, tensor] : written) {
        if (tensor->isSaved()) {
            continue;
        }
        json.key(name);
        json.beginObject();
        json.key("state").string(checkpoint::tensorStateName(tensor->state));
        json.key("rows").number(tensor->rows);
        json.key("rows_left");
        json.beginArray();
        for (const auto& [first, last] : tensor->rowsLeft) {
            json.beginArray();
            json.number(first);
            json.number(last);
            json.endArray();
        }
        json.endArray();
        json.endObject();
    }
    json.endObject();
    json.endObject();
    return text;
}

/// Whether a tensor is written: what there is a place for can be filled with zeros.
bool isWritten(const checkpoint::Checkpoint& source, const SalvagedTensor& tensor, Damaged damaged)
{
    const checkpoint::StorageId storage = source.tensors()[tensor.tensor].storage;
    const bool hasPlace = storage != checkpoint::kNoId && source.storages()[storage].source != checkpoint::kNoId;
    return tensor.isSaved() || (damaged == Damaged::FillZero && hasPlace && (tensor.rows == 0 || tensor.bytes != 0));
}

/// Tied tensors stay tied where that can be.
Result<TensorSet> planSet(const checkpoint::Checkpoint& source, const Progress* progress)
{
    auto set = planTensorSet(source, {.isWhatIsLeft = true}, progress);
    return set || set.error().code != ErrorCode::Unsupported
               ? std::move(set)
               : planTensorSet(source, {.sharing = Sharing::Clone, .isWhatIsLeft = true}, progress);
}

/// The object as it was saved, without the tensors that are not written: numbers, texts and other values stay. Nothing
/// where that cannot be, as where an element of a list is lost, or where the pickle is dangerous or changed.
std::optional<SavedTensors> saveObject(const Salvage& salvage, const std::string& target, Damaged damaged,
                                       FileSink::Existing existing, Progress* progress)
{
    constexpr std::size_t mostLost = 1000; // each is compared with each name
    const checkpoint::Checkpoint& source = *salvage.checkpoint;
    const checkpoint::TrustVerdict trust = checkpoint::trustOf(source);
    if (trust.trust == checkpoint::Trust::Dangerous || !salvage.isDescriptionWhole) {
        return std::nullopt;
    }
    SavedTensors saved;
    std::vector<std::string> lost;
    std::vector<std::pair<std::string, const SalvagedTensor*>> kept;
    for (const SalvagedTensor& tensor : salvage.tensors) {
        std::string name = source.entryName(source.tensors()[tensor.tensor].entry);
        if (isWritten(source, tensor, damaged)) {
            saved.damaged += tensor.isSaved() ? 0U : 1U;
            kept.emplace_back(std::move(name), &tensor);
        } else {
            lost.push_back(globEscaped(name));
        }
    }
    saved.tensors = salvage.tensors.size() - lost.size();
    if (saved.tensors == 0 || lost.size() > mostLost) {
        return std::nullopt;
    }
    const auto map = devices::MapLocation::everythingTo("cpu"); // as what is written of tensors alone
    auto selection = Selection::make({}, std::move(lost), {});
    auto plan = selection ? planRewrite(source, {.selection = std::move(*selection)}, map, progress)
                          : Result<RewritePlan>(fail(std::move(selection).error()));
    if (!plan) {
        return std::nullopt;
    }
    const auto stays = [&](const checkpoint::Tensor& tensor) { return !plan->rows.dropped[tensor.entry]; };
    const auto staying = std::ranges::count_if(plan->tree->rows().tensors(), stays);
    if (static_cast<std::uint64_t>(staying) != saved.tensors) { // a name that others begin with leaves them out, too
        return std::nullopt;
    }
    if (source.archive() != nullptr) { // what a copy of a damaged file says of that is not what this one has to say
        std::erase_if(plan->otherRecords, [&](std::size_t record) {
            return source.archive()->recordName(source.archive()->entries()[record]) == kNoteRecord;
        });
    }
    if (saved.damaged != 0) {
        plan->note = noteText(kept);
    }
    const FileCheck check = [&](const std::string& path) -> Result<void> {
        CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, progress));
        CAIRN_ASSIGN(difference, firstDifference(source, *plan, map, *copy, progress));
        if (difference) {
            return fail(copyDiffers(source, *difference, target));
        }
        if (saved.damaged != 0) {
            return {};
        }
        // What is whole must have its checksums to the end.
        CAIRN_ASSIGN(changed, findChangedRecords(source, *plan, Looked::All, progress));
        return changed.empty() ? Result<void>() : fail(ErrorCode::FileChanged, message("the file changed"));
    };
    const auto written = writeRewrite(source, *plan, target, existing, progress, check);
    if (!written) {
        return std::nullopt;
    }
    saved.bytes = written->bytes;
    if (trust.trust != checkpoint::Trust::DataOnly) {
        saved.warnings.push_back(message("loading it runs code of %1, as with the damaged file", someNames(trust)));
    }
    return saved;
}

} // namespace

Result<SavedTensors> saveSalvaged(const Salvage& salvage, const std::string& target, Damaged damaged,
                                  FileSink::Existing existing, Progress* progress)
{
    const NamedFormat named = formatOfName(target);
    const TensorFormat format = named == NamedFormat::Safetensors ? TensorFormat::Safetensors : TensorFormat::TorchZip;
    if (auto checked = checkCopyName(target, format == TensorFormat::Safetensors ? named : NamedFormat::Torch);
        !checked) {
        return fail(std::move(checked).error().fix(message("Let the name end in .pth or .safetensors")));
    }
    if (format == TensorFormat::TorchZip) {
        if (auto saved = saveObject(salvage, target, damaged, existing, progress)) {
            return std::move(*saved);
        }
    }
    const checkpoint::Checkpoint& source = *salvage.checkpoint;
    States states;
    for (const SalvagedTensor& tensor : salvage.tensors) {
        states.emplace(tensor.tensor, &tensor);
    }
    CAIRN_ASSIGN(set, planSet(source, progress));
    keepTensors(set, [&](const NamedTensor& tensor) { return isWritten(source, *states.at(tensor.tensor), damaged); });
    if (set.tensors.empty()) {
        const bool canFill =
            damaged == Damaged::LeaveOut && std::ranges::any_of(salvage.tensors, [&](const SalvagedTensor& tensor) {
                return isWritten(source, tensor, Damaged::FillZero);
            });
        return fail(error(ErrorCode::Unsupported, message("no tensor is left that could be written"))
                        .in(target)
                        .fix(canFill
                                 ? message("Look at what there is without -o; --fill-zero also writes what is damaged")
                                 : message("Get the file again from where it came from")));
    }
    SavedTensors saved;
    saved.tensors = set.tensors.size();
    saved.valuesLeftOut = set.valuesLeftOut - std::min(set.valuesLeftOut, salvage.shardsLost);
    saved.damaged = static_cast<std::uint64_t>(std::ranges::count_if(
        set.tensors, [&](const NamedTensor& tensor) { return !states.at(tensor.tensor)->isSaved(); }));
    std::unordered_set<checkpoint::TensorId> written;
    for (const NamedTensor& tensor : set.tensors) {
        written.insert(tensor.tensor);
    }
    for (const SalvagedTensor& tensor : salvage.tensors) {
        if (tensor.isSaved() && !written.contains(tensor.tensor)) {
            saved.notWritten.push_back(source.entryName(source.tensors()[tensor.tensor].entry));
        }
    }
    if (saved.damaged != 0) {
        std::vector<std::pair<std::string, const SalvagedTensor*>> names;
        names.reserve(set.tensors.size());
        for (const NamedTensor& tensor : set.tensors) {
            names.emplace_back(tensor.name, states.at(tensor.tensor));
        }
        set.metadata.emplace_back(kNoteKey, noteText(names));
    }
    CAIRN_ASSIGN(plan, planOutput(source, set, {.format = format, .target = target}));
    // What is whole must have its checksums to the end.
    const Verify verify = saved.damaged == 0 ? Verify::Intact : Verify::Yes;
    CAIRN_ASSIGN(report, writeOutput(source, plan, existing, verify, progress));
    if (!report.difference.empty()) {
        return fail(
            error(ErrorCode::Internal, message("the copy differs from what it should be: %1", report.difference))
                .in(target)
                .because(message("It was removed; nothing was left under that name")));
    }
    if (verify == Verify::Intact && !report.changedRecords.empty()) {
        return fail(
            error(ErrorCode::FileChanged, message("the file changed after it was looked at")).in(source.path()));
    }
    saved.bytes = report.bytes;
    saved.warnings = std::move(report.warnings);
    return saved;
}

} // namespace cairn::convert
