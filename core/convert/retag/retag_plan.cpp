#include "core/convert/retag/retag_plan.h"

#include "core/base/text/glob.h"
#include "core/base/text/text.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/retag/script_devices.h"
#include "core/convert/retag/storage_targets.h"
#include "core/convert/retag/tag_rewriter.h"
#include "core/convert/retag/tar_tags.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_writer.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::FormatTraits;
using checkpoint::PickleForm;
using formats::EditedSource;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

std::unexpected<Error> cannotRetag(const Checkpoint& source, Message why, Message advice)
{
    return fail(error(ErrorCode::Unsupported,
                      message("device tags cannot be changed in a file of the format %1", source.traits().name))
                    .because(std::move(why))
                    .fix(std::move(advice))
                    .in(source.path()));
}

/// Records that torch unpickles with storages.
bool holdsStorages(const FormatTraits& traits, std::string_view record)
{
    return std::ranges::any_of(traits.storagePickles,
                               [&](std::string_view pattern) { return globMatches(pattern, record); });
}

Result<void> planZip(const Checkpoint& source, const StorageTargets& targets, DeviceObjects objects,
                     const Progress* progress, RetagPlan& plan)
{
    const ZipArchive& archive = *source.archive();
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        const ZipEntry& entry = archive.entries()[i];
        const std::string_view name = archive.recordName(entry);
        CAIRN_TRY(formats::checkReadable(entry, name)); // the copy would not say that it is encrypted
        if (archive.findRecord(name) != &entry) {
            continue; // outside the folder, where torch does not look
        }
        if (source.traits().loader == checkpoint::Loader::TorchJitLoad && name.starts_with("code/") &&
            name.ends_with(".py")) {
            CAIRN_ASSIGN(code, archive.readText(entry, formats::CrcCheck::Skip));
            findScriptDevices(name, code, plan.report.notes);
        }
        if (!holdsStorages(source.traits(), name)) {
            continue;
        }
        CAIRN_ASSIGN(record, archive.recordSource(entry));
        const TagOf tagOf = targets.tagsOf(name == "constants.pkl" ? "constants/" : "");
        auto edits = planTagEdits(record, 0, {tagOf, progress, objects});
        if (!edits) {
            return fail(std::move(edits).error().in("record " + inQuotes(name)));
        }
        addTagEdits(*edits, targets, plan.report);
        if (!edits->edits.empty()) {
            plan.records.emplace(i, std::make_shared<EditedSource>(record, std::move(edits->edits)));
        }
    }
    return {};
}

Result<TagEdits> planStreamEdits(const SourcePtr& file, const Checkpoint& source, const StorageTargets& targets,
                                 DeviceObjects objects, const Progress* progress)
{
    switch (source.traits().pickle) {
    case PickleForm::TarMember: return planTarTagEdits(file, source, targets, objects, progress);
    case PickleForm::Stream: return planLegacyTagEdits(file, {targets.tagsOf(""), progress, objects});
    default: return planTagEdits(file, 0, {targets.tagsOf(""), progress, objects});
    }
}

} // namespace

void addTagEdits(const TagEdits& edits, const StorageTargets& targets, RetagReport& report)
{
    for (const auto& [text, count] : edits.lookalikes) {
        report.lookalikes[text] += count;
    }
    for (const auto& [change, count] : edits.devices) {
        report.devices[change] += count;
    }
    for (const auto& [tag, count] : edits.calls) {
        report.tagsBefore[tag] += count;
        report.tagsAfter[std::string(targets.target(tag))] += count;
    }
}

Result<RetagPlan> planRetag(const Checkpoint& source, const TagMap& map, const Progress* progress)
{
    CAIRN_TRY(refuseAmbiguous(source));
    RetagPlan plan;
    CAIRN_ASSIGN(targets, StorageTargets::resolve(source, map.location));
    for (checkpoint::StorageId id = 0; id < source.storages().size(); ++id) {
        ++plan.report.tagsBefore[std::string(source.deviceTag(source.storages()[id].device))];
        ++plan.report.tagsAfter[std::string(targets.target(id))];
    }
    if (const FormatTraits& traits = source.traits(); !traits.whyTagsStay.empty()) {
        return cannotRetag(source, traits.whyTagsStay, traits.tagsAdvice);
    }
    if (source.archive() != nullptr && source.archive()->findRecord("model.json") != nullptr &&
        source.archive()->findRecord("data.pkl") == nullptr) {
        return cannotRetag(source, message("This is TorchScript of torch 1.0, whose tags are in model.json"),
                           message("Load it with torch 1.x and save it again"));
    }
    CAIRN_ASSIGN(file, SourceFile::open(source));
    if (file.bytes()->sizeBytes() != source.fileBytes()) {
        return fail(fileChanged(source.path()));
    }
    plan.file = std::move(file);
    if (source.archive() != nullptr) {
        if (auto planned = planZip(source, targets, map.objects, progress, plan); !planned) {
            Error failure = std::move(planned).error();
            const bool isNamed = failure.where.starts_with(source.path()); // by what reads the archive
            return fail(isNamed ? std::move(failure) : std::move(failure).in(source.path()));
        }
        plan.report.changesTags = !plan.records.empty();
        return plan;
    }
    auto edits = planStreamEdits(plan.file.bytes(), source, targets, map.objects, progress);
    if (!edits) {
        return fail(std::move(edits).error().in(source.path()));
    }
    addTagEdits(*edits, targets, plan.report);
    plan.report.changesTags = !edits->edits.empty();
    plan.stream = std::make_shared<EditedSource>(plan.file.bytes(), std::move(edits->edits));
    return plan;
}

std::uint32_t alignmentOf(const ZipArchive& archive)
{
    std::uint32_t alignment = 0;
    constexpr std::uint64_t maxDigits = 8;
    constexpr std::uint32_t maxAlignment = 32 * 1024;
    if (const ZipEntry* record = archive.findRecord(".storage_alignment");
        record != nullptr && record->plainBytes <= maxDigits) {
        const auto text = archive.readText(*record, formats::CrcCheck::Skip);
        if (text) {
            std::from_chars(text->data(), text->data() + text->size(), alignment);
        }
    }
    return alignment == 0 || alignment > maxAlignment ? formats::ZipWriter::kTorchAlignment : alignment;
}

} // namespace cairn::convert
