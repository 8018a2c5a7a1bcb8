#include "core/base/text/text.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/tie.h"
#include "core/convert/common/torch_zip_writer.h"
#include "core/convert/retag/retag_plan.h"
#include "core/convert/rewrite/effect_limits.h"
#include "core/convert/rewrite/legacy_limits.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/formats/pickle/repickle.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::StorageId;

namespace {

/// The names of tensors that are left out, with all that share their storages.
std::unordered_set<std::string> namesLeftOut(const Checkpoint& rows, const TreeEdit& edit)
{
    const auto isDropped = [&](const checkpoint::Tensor& tensor) { return edit.dropped[tensor.entry]; };
    std::unordered_set<std::string> names;
    for (const checkpoint::Tensor& tensor : rows.tensors()) {
        const auto others = tensor.storage == checkpoint::kNoId ? std::span<const checkpoint::TensorId>()
                                                                : rows.tensorsOf(tensor.storage);
        if (isDropped(tensor) &&
            std::ranges::all_of(others, [&](checkpoint::TensorId other) { return isDropped(rows.tensors()[other]); })) {
            names.insert(rows.entryName(tensor.entry));
        }
    }
    return names;
}

/// What cannot be read right cannot be written right. Of a folder, what can be read is a copy that can be asked for.
Result<void> refuseErrors(const Checkpoint& rows, const TreeEdit& edit)
{
    if (rows.damage() == nullptr) {
        return {};
    }
    const auto leftOut = rows.traits().isFolder ? namesLeftOut(rows, edit) : std::unordered_set<std::string>();
    for (const Issue& issue : rows.issues()) {
        if (isDamage(issue) && !leftOut.contains(issue.path)) {
            return fail(error(ErrorCode::Unsupported, message("its values cannot be written anew"))
                            .because(withPlace(issue))
                            .fix(issue.code == ErrorCode::PiecePacked
                                     ? message("Load it with PyTorch, and save it again without compression")
                                 : rows.traits().isFolder
                                     ? message("Make the folder whole, or leave out what cannot be read: get its names "
                                               "with cairn-cli inspect")
                                     : message("Without --to, --keep, --drop, --rename, --cast and --compact its tags "
                                               "can be changed, and the rest is copied as it is")));
        }
    }
    return {};
}

/// Values of a folder that could not be read, and so are None in the pickle that stands for it.
Result<void> refuseUnreadValues(const Checkpoint& folder, const Checkpoint& rows, const TreeEdit& edit)
{
    if (folder.damage() == nullptr) {
        return {};
    }
    std::unordered_set<std::string> values;
    for (checkpoint::EntryId entry = 0; entry < rows.entries().size(); ++entry) {
        if (rows.entries()[entry].kind == checkpoint::EntryKind::Value && !edit.dropped[entry]) {
            values.insert(rows.entryName(entry));
        }
    }
    const auto lost = std::ranges::find_if(
        folder.issues(), [&](const Issue& issue) { return isDamage(issue) && values.contains(issue.path); });
    return lost == folder.issues().end()
               ? Result<void>()
               : fail(error(ErrorCode::Unsupported, message("one of its values cannot be read"))
                          .because(withPlace(*lost))
                          .fix(message("Make the folder whole, or leave it out with --drop")));
}

/// Tags by the keys of the new pickle.
class NewTags {
public:
    NewTags(const StoragePlan& plan, const StorageTargets& targets) : m_targets(targets), m_inBlobs(targets.tagsOf(""))
    {
        for (const NewStorage& storage : plan.storages) {
            m_byKey.emplace(storage.key, storage.source);
        }
    }

    [[nodiscard]] std::string operator()(std::string_view key, std::string_view tag) const
    {
        const auto storage = m_byKey.find(std::string(key));
        return storage == m_byKey.end() ? m_inBlobs(key, tag) : std::string(m_targets.target(storage->second));
    }

private:
    const StorageTargets& m_targets;
    TagOf m_inBlobs; ///< and of tensors that have no storage
    std::unordered_map<std::string, StorageId> m_byKey;
};

/// Records beside the values, such as files that PyTorch is told to carry: they go along where there is room for them.
void findOtherRecords(const Checkpoint& source, RewritePlan& plan)
{
    const formats::ZipArchive* archive = source.archive();
    // Records are copied as they lie in the file; what was put together out of a damaged one has other places.
    const bool areInFile = archive != nullptr && isFile(*archive->source());
    for (std::size_t i = 0; areInFile && i < archive->entries().size(); ++i) {
        constexpr std::array<std::string_view, 6> own = {
            "data.pkl", "byteorder", "version", ".format_version", ".storage_alignment", ".data/serialization_id"};
        const formats::ZipEntry& entry = archive->entries()[i];
        const std::string_view name = archive->recordName(entry);
        const bool isOwn = name.starts_with("data/") || std::ranges::find(own, name) != own.end();
        if (isOwn || name.empty() || name.ends_with('/') || archive->findRecord(name) != &entry) {
            continue;
        }
        if (plan.container == PickleContainer::Zip) {
            plan.otherRecords.push_back(i);
            plan.otherBytes += entry.storedBytes;
        } else {
            plan.lostRecords.emplace_back(name);
        }
    }
}

} // namespace

std::uint64_t RewritePlan::fileBytes() const noexcept
{
    return TorchZipWriter::mostBytes(storages.storages.size() + otherRecords.size() + 1,
                                     storages.dataBytes + otherBytes + pickle->sizeBytes() + note.size());
}

Result<RewritePlan> planRewrite(const Checkpoint& source, RewriteRules rules, const TagMap& map,
                                const Progress* progress)
{
    CAIRN_TRY(refuseAmbiguous(source));
    RewritePlan plan;
    if (source.assembly() == nullptr) {
        CAIRN_ASSIGN(file, SourceFile::open(source));
        plan.file = std::move(file);
    }
    CAIRN_ASSIGN(tree, checkpoint::PickledTree::read(source, progress));
    const Checkpoint& rows = tree->rows();
    auto resolved = StorageTargets::resolve(rows, map.location);
    if (!resolved) {
        resolved.error().where.clear(); // whoever asked knows the file
        return fail(std::move(resolved).error());
    }
    StorageTargets& targets = *resolved;

    formats::GraphEdit edit(tree->graph());
    CAIRN_ASSIGN(edited, editTree(*tree, rules.selection, edit));
    CAIRN_TRY(refuseErrors(rows, edited));
    if (source.assembly() != nullptr) {
        CAIRN_TRY(refuseUnreadValues(source, rows, edited));
    }
    CAIRN_TRY(refuseSeparatedEffects(*tree, edited, edit));
    CAIRN_ASSIGN(storages, planStorages(*tree, edited, rules.storages, edit, progress));
    for (std::size_t i = 0; i < storages.tied.size(); ++i) {
        const auto& [tied, kept] = storages.tied[i];
        if (targets.target(tied) != targets.target(kept)) {
            return fail(cannotTie(storages.ties[i], message("The device map sends them to different devices")));
        }
    }
    CAIRN_ASSIGN(pickle, formats::repickle(edit, tree->document().source, progress));
    plan.container = rules.storages.container;
    if (plan.container == PickleContainer::Legacy) {
        CAIRN_TRY(refuseForOldReaders(rows, edited, storages, pickle));
    }

    const auto countTag = [&](StorageId id) {
        ++plan.report.tagsBefore[std::string(rows.deviceTag(rows.storages()[id].device))];
        ++plan.report.tagsAfter[std::string(targets.target(id))];
    };
    std::ranges::for_each(storages.nested, countTag);
    for (const NewStorage& storage : storages.storages) {
        plan.isBigEndian = plan.isBigEndian || rows.storages()[storage.source].byteOrder == checkpoint::ByteOrder::Big;
        countTag(storage.source);
    }
    CAIRN_ASSIGN(edits, planTagEdits(pickle, 0, {NewTags(storages, targets), progress, map.objects}));
    addTagEdits(edits, targets, plan.report);
    plan.report.changesTags = !edits.edits.empty();
    plan.pickle = std::make_shared<formats::EditedSource>(pickle, std::move(edits.edits));
    findOtherRecords(source, plan);
    plan.rows = std::move(edited);
    plan.storages = std::move(storages);
    plan.targets = std::move(targets);
    plan.tree = std::move(tree);
    return plan;
}

} // namespace cairn::convert
