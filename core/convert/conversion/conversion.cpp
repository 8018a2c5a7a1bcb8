#include "core/convert/conversion/conversion.h"

#include "core/base/progress.h"
#include "core/base/stopwatch.h"
#include "core/base/text/text.h"
#include "core/checkpoint/folders/whole_of.h"
#include "core/checkpoint/readers/open.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/leftovers.h"
#include "core/convert/common/target.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/tensors/shard_files.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/formats/zip/zip_archive.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::convert {

using checkpoint::Checkpoint;

namespace {

namespace fs = std::filesystem;

/// One conversion, and what is known about it so far.
class Conversion {
public:
    Conversion(const Checkpoint& source, const ConversionRequest& request, Progress& progress)
        : m_source(source), m_request(request), m_recipe(request.recipe), m_location(request.recipe.mapOrCpu()),
          m_progress(progress)
    {
    }

    [[nodiscard]] Result<ConversionReport> run();

private:
    [[nodiscard]] Result<Ending> convert();

    [[nodiscard]] Result<void> plan(Route route);
    [[nodiscard]] Result<void> planTensors();
    [[nodiscard]] Result<void> planTensorsFor(const std::string& target);
    /// A safetensors file that is called .pth would become one in place, and the other way round.
    [[nodiscard]] Result<void> keepsFormat(Route route) const;
    [[nodiscard]] bool changesNothing() const;
    [[nodiscard]] bool changesNothingInPlace() const;

    [[nodiscard]] Result<Ending> writeUnderFreeName();
    [[nodiscard]] Result<void> writeAs(const std::string& name);
    [[nodiscard]] Result<void> tryToWrite();
    [[nodiscard]] Result<void> write(const std::monostate& /*plan*/)
    {
        m_report.bytes = 0;
        return {};
    }
    [[nodiscard]] Result<void> write(const RetagPlan& plan);
    [[nodiscard]] Result<void> write(const InPlacePlan& plan);
    [[nodiscard]] Result<void> write(const RewritePlan& plan);
    [[nodiscard]] Result<void> write(const TensorsPlan& plan);

    enum class Compare : std::uint8_t { Bytes, Checksums };
    /// The look at a copy before it has its name.
    [[nodiscard]] FileCheck check();
    [[nodiscard]] Result<void> checkInPlace();
    [[nodiscard]] Result<Difference> differenceOf(const Checkpoint& copy, Compare how = Compare::Bytes);
    /// Of what is there under a name.
    [[nodiscard]] Result<Difference> differenceAt(const std::string& name, Compare how);
    [[nodiscard]] Result<bool> isUpToDate();
    [[nodiscard]] bool findWritten();
    [[nodiscard]] Result<void> lookBesideStorages();
    [[nodiscard]] Result<void> lookAtRecords(Looked looked);
    /// Whether checksums of records are compared while writing, and not before: what is far away is fetched once.
    [[nodiscard]] bool looksWhileWriting() const
    {
        return std::holds_alternative<TensorsPlan>(m_report.plan) && isFarZip();
    }
    [[nodiscard]] bool isFarZip() const { return m_source.archive() && m_source.archive()->source()->isFarAway(); }
    [[nodiscard]] Result<void> requireIntact() const;
    [[nodiscard]] Result<void> findOverflows();

    /// Whether somebody wants to know, and a copy could.
    [[nodiscard]] bool mayRunCode() const
    {
        return m_request.reviewCode && m_report.trust.trust != checkpoint::Trust::DataOnly;
    }
    [[nodiscard]] Result<void> reviewOlderCopy();
    [[nodiscard]] Result<void> reviewCode(const checkpoint::TrustVerdict& copy) const
    {
        return m_request.reviewCode ? m_request.reviewCode(copy) : Result<void>();
    }
    [[nodiscard]] TagMap tagMap() const { return {m_location, deviceObjects(m_recipe)}; }
    [[nodiscard]] FileSink::Existing existing() const;

    const Checkpoint& m_source;
    const ConversionRequest& m_request;
    const Recipe& m_recipe;
    const devices::MapLocation m_location;
    Progress& m_progress;
    ConversionReport m_report;
    std::vector<std::string> m_changedBeside; ///< see findChangedBesideStorages()
};

Result<ConversionReport> Conversion::run()
{
    const Stopwatch watch;
    m_report.target = m_request.target;
    m_report.trust = checkpoint::trustOf(m_source);
    CAIRN_ASSIGN(ending, convert());
    m_report.ending = ending;
    m_report.seconds = watch.seconds();
    m_report.changedRecords.insert(m_report.changedRecords.begin(), m_changedBeside.begin(), m_changedBeside.end());
    return std::move(m_report);
}

Result<Ending> Conversion::convert()
{
    const bool isPatched = m_request.inPlace && !m_recipe.selects();
    const Route route = isPatched ? Route::Tags : routeFor(m_recipe, m_source, m_request.target);
    if (!isPatched) {
        CAIRN_TRY(checkTarget(m_recipe, route, m_source, m_request.target));
        CAIRN_TRY(m_request.inPlace ? keepsFormat(route) : Result<void>());
    }
    if (route == Route::HasNoTags) {
        return Ending::HasNoTags;
    }
    if (auto whole = refuseDamagedFolder(m_source); !whole) {
        if (!m_request.takesDamagedFolder) {
            return fail(std::move(whole).error());
        }
        m_report.warnings.push_back(inARow(whole.error().what, whole.error().why));
    }
    CAIRN_TRY(lookBesideStorages());
    if (route == Route::Tags || (route == Route::Values && m_request.isTrial)) {
        CAIRN_TRY(reviewCode(m_report.trust)); // values written anew may have less, which is looked at
    }
    CAIRN_TRY(plan(route));
    m_report.casts = m_recipe.casts.empty() ? Casts() : castsOf(m_source, m_report.plan);
    if (m_recipe.skipUnchanged && changesNothing()) {
        return Ending::Unchanged;
    }
    if (const auto part = m_request.inPlace ? std::nullopt : checkpoint::wholeOf(m_source.path())) {
        m_report.warnings.push_back(
            message("%1: the copy has no more than that. The whole is %2", part->words, part->path));
    }
    if (m_request.losses == Losses::Ask) {
        CAIRN_TRY(findOverflows());
        const bool isAgreed = route == Route::Tensors && m_recipe.dropOthers && m_report.overflows.empty();
        if (m_report.losesSomething() && !isAgreed) {
            return Ending::WouldLose;
        }
    }
    if (const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan)) {
        m_report.devices = findUntaggedDevices(rewrite->tree->rows(), rewrite->rows.dropped, tagMap(), rewrite->report);
    } else if (route == Route::Tags) {
        m_report.devices = findUntaggedDevices(m_source, {}, tagMap(), m_report.tags());
    }
    if (m_request.review) {
        CAIRN_TRY(m_request.review(m_report));
    }
    if (m_request.inPlace && changesNothingInPlace()) {
        return Ending::Unchanged;
    }
    if (m_request.existing == ExistingTarget::Update) {
        CAIRN_ASSIGN(isThere, isUpToDate());
        if (isThere) {
            CAIRN_TRY(reviewOlderCopy());
            return Ending::AlreadyThere;
        }
    }
    if (!m_recipe.verify && route != Route::Tags && !looksWhileWriting()) {
        CAIRN_TRY(lookAtRecords(Looked::Changed));
        CAIRN_TRY(requireIntact());
    }
    if (m_request.mayBeWritten && findWritten()) {
        return Ending::AlreadyThere;
    }
    return writeUnderFreeName();
}

/// What an earlier run made runs code when it is loaded, too: of values written anew only the copy tells.
Result<void> Conversion::reviewOlderCopy()
{
    if (!std::holds_alternative<RewritePlan>(m_report.plan) || !mayRunCode()) {
        return {};
    }
    const auto copy = checkpoint::openCheckpoint(m_request.target, &m_progress);
    return copy ? reviewCode(checkpoint::trustOf(**copy)) : Result<void>();
}

Result<void> Conversion::plan(Route route)
{
    if (route == Route::Tensors) {
        auto planned = planTensors();
        return planned ? planned : fail(std::move(planned).error().in(m_request.file));
    }
    if (route == Route::Values) {
        auto rules = rewriteRules(m_recipe, m_source);
        if (rules) {
            std::ranges::move(whatStaysTrained(rules->selection.averages()), std::back_inserter(m_report.warnings));
        }
        auto planned = rules ? planRewrite(m_source, std::move(*rules), tagMap(), &m_progress)
                             : Result<RewritePlan>(fail(std::move(rules).error()));
        if (!planned) {
            return fail(std::move(planned).error().in(m_request.file));
        }
        m_report.plan = std::move(*planned);
    } else if (m_request.inPlace) {
        CAIRN_ASSIGN(planned, planRetagInPlace(m_source, tagMap(), &m_progress));
        m_report.plan = std::move(planned);
    } else {
        CAIRN_ASSIGN(planned, planRetag(m_source, tagMap(), &m_progress));
        m_report.plan = std::move(planned);
    }
    return {};
}

Result<void> Conversion::planTensors()
{
    CAIRN_ASSIGN(rules, tensorRules(m_recipe, m_source));
    std::ranges::move(whatStaysTrained(rules.selection.averages()), std::back_inserter(m_report.warnings));
    CAIRN_ASSIGN(set, planTensorSet(m_source, std::move(rules), &m_progress));
    const bool mayLeaveOut = m_recipe.dropOthers || m_request.losses != Losses::Refuse;
    auto lossless = mayLeaveOut ? requireTensors(set) : requireNothingLost(set);
    if (!lossless && !m_request.isTrial) {
        return fail(withWayOut(std::move(lossless).error(), m_source, set, m_recipe));
    }
    m_report.plan = TensorsPlan{.set = std::move(set), .output = {}, .isRefused = !lossless};
    return planTensorsFor(m_request.target);
}

Result<void> Conversion::planTensorsFor(const std::string& target)
{
    auto* tensors = std::get_if<TensorsPlan>(&m_report.plan);
    if (tensors == nullptr || tensors->output.target == target) { // most get the name that was wanted
        return {};
    }
    CAIRN_ASSIGN(rules, outputRules(m_recipe, target));
    CAIRN_ASSIGN(output, planOutput(m_source, tensors->set, rules));
    if (m_request.part && *m_request.part >= output.parts.size()) {
        return fail(error(ErrorCode::UnmetRequest, message("the copy has %1, and not the one that is wanted",
                                                           countOf(output.parts.size(), "file")))
                        .in(m_request.file));
    }
    tensors->output = m_request.part ? onlyPart(std::move(output), *m_request.part) : std::move(output);
    return {};
}

Result<void> Conversion::keepsFormat(Route route) const
{
    CAIRN_ASSIGN(output, outputRules(m_recipe, m_request.target));
    const bool isSafetensors = route == Route::Tensors && output.format == TensorFormat::Safetensors;
    if (isSafetensors == (m_source.traits().kind == formats::FileKind::Safetensors)) {
        return {};
    }
    return fail(error(ErrorCode::Usage, message("the name of the file says another format than it has"))
                    .in(m_request.file)
                    .fix(message("Rename it first, or name a copy with -o")));
}

bool Conversion::changesNothing() const
{
    if (const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan)) {
        return convert::changesNothing(m_source, *rewrite);
    }
    if (const auto* tensors = std::get_if<TensorsPlan>(&m_report.plan)) {
        return convert::changesNothing(m_source, tensors->set, tensors->output);
    }
    return std::holds_alternative<RetagPlan>(m_report.plan) && !m_report.tags().changesTags;
}

bool Conversion::changesNothingInPlace() const
{
    const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan);
    return rewrite != nullptr ? changesNoValue(*rewrite) : changesNothing();
}

FileSink::Existing Conversion::existing() const
{
    if (m_request.inPlace) {
        return FileSink::Existing::ReplaceSource;
    }
    const bool replaces = m_request.existing == ExistingTarget::Replace || m_request.existing == ExistingTarget::Update;
    return replaces ? FileSink::Existing::Replace : FileSink::Existing::Refuse;
}

Result<Ending> Conversion::writeUnderFreeName()
{
    const Ending ending = m_request.isTrial ? Ending::Planned : Ending::Written;
    if (m_request.makesFolder && !m_request.isTrial) {
        std::error_code failure; // if it cannot be made, writing says so
        fs::create_directories(m_recipe.folder, failure);
    }
    if (m_request.names == nullptr) {
        CAIRN_TRY(writeAs(m_request.target));
        return ending;
    }
    while (true) { // somebody else may take the name meanwhile
        const Shards shards = shardsOf(m_recipe);
        const auto name = m_request.names->take(m_request.target, m_request.file, m_request.existing, shards);
        if (!name) {
            CAIRN_TRY(reviewOlderCopy());
            return Ending::NameTaken;
        }
        auto written = writeAs(*name);
        if (written) {
            return ending;
        }
        m_request.names->giveBack(*name);
        if (written.error().code != ErrorCode::TargetExists || !isThere(*name, shards)) {
            return fail(std::move(written).error());
        }
    }
}

Result<void> Conversion::writeAs(const std::string& name)
{
    m_report.target = name;
    CAIRN_TRY(planTensorsFor(name));
    if (m_request.inPlace && !std::holds_alternative<InPlacePlan>(m_report.plan)) {
        m_report.bytesReplaced = m_source.fileBytes();
    }
    if (m_request.isTrial) {
        return tryToWrite();
    }
    CAIRN_TRY(std::visit([this](const auto& plan) { return write(plan); }, m_report.plan));
    m_report.isVerified = m_recipe.verify;
    return {};
}

/// What writing would say to the names of its files, and to the room on their disk.
Result<void> Conversion::tryToWrite()
{
    if (const auto* inPlace = std::get_if<InPlacePlan>(&m_report.plan)) {
        m_report.bytes = inPlace->report.retag.bytes;
        return {};
    }
    const std::string& target = m_report.target;
    const auto* tensors = std::get_if<TensorsPlan>(&m_report.plan);
    const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan);
    m_report.bytesPlanned = tensors != nullptr   ? tensors->output.fileBytes
                            : rewrite != nullptr ? rewrite->fileBytes()
                                                 : m_source.fileBytes();
    m_report.bytesFree = freeSpaceFor(target);
    std::error_code failure;
    const bool hasFolder = !m_request.makesFolder || fs::exists(fs::path(target).parent_path(), failure);
    if (hasFolder && tensors != nullptr) {
        CAIRN_TRY(checkTargets(m_source, tensors->output, existing()));
    } else if (hasFolder) {
        CAIRN_TRY(refuseOwnSource(m_source, target, existing()));
        CAIRN_TRY(FileSink::check(target, existing()));
    }
    const bool isCopied = tensors == nullptr && rewrite == nullptr;
    CAIRN_TRY(requireSpace(target, isCopied ? spaceToRetag(m_source, target) : *m_report.bytesPlanned));
    if (tensors != nullptr) {
        CAIRN_TRY(checkOlderFiles(m_source, tensors->output, existing()));
    }
    return findOverflows();
}

Result<void> Conversion::write(const RetagPlan& plan)
{
    CAIRN_ASSIGN(report, retag(m_source, plan, m_report.target, existing(), &m_progress, check()));
    m_report.bytes = report.bytes;
    return {};
}

Result<void> Conversion::write(const InPlacePlan& plan)
{
    if (m_recipe.verify) { // the bytes of storages stay as they are, so they are looked at before anything is written
        CAIRN_ASSIGN(changed, findChangedRecords(m_source, &m_progress));
        m_report.changedRecords = std::move(changed);
        CAIRN_TRY(requireIntact());
    }
    const bool isForced = m_request.existing == ExistingTarget::Replace;
    const auto links = isForced ? FilePatch::HardLinks::Allow : FilePatch::HardLinks::Refuse;
    CAIRN_ASSIGN(done, retagInPlace(m_source, plan, links, &m_progress));
    m_report.bytes = done.retag.bytes;
    if (auto checked = m_recipe.verify ? checkInPlace() : Result<void>(); !checked) {
        CAIRN_TRY(undoRetagInPlace(m_source.path(), done));
        return checked;
    }
    return {};
}

Result<void> Conversion::write(const RewritePlan& plan)
{
    CAIRN_ASSIGN(report, writeRewrite(m_source, plan, m_report.target, existing(), &m_progress, check()));
    m_report.bytes = report.bytes;
    m_report.overflows = std::move(report.overflows);
    return {};
}

Result<void> Conversion::write(const TensorsPlan& plan)
{
    const bool isStrict = m_request.requiresIntact;
    const Verify verify = m_recipe.verify       ? (isStrict ? Verify::Intact : Verify::Yes)
                          : looksWhileWriting() ? (isStrict ? Verify::IntactRecords : Verify::Records)
                                                : Verify::No;
    CAIRN_ASSIGN(report, writeOutput(m_source, plan.output, existing(), verify, &m_progress));
    if (!report.difference.empty()) {
        return fail(copyDiffers(m_source, report.difference, m_report.target));
    }
    if (verify != Verify::No) {
        m_report.changedRecords = std::move(report.changedRecords);
        CAIRN_TRY(requireIntact());
    }
    m_report.bytes = report.bytes;
    m_report.overflows = std::move(report.overflows);
    m_report.removed = std::move(report.removed);
    std::ranges::move(report.warnings, std::back_inserter(m_report.warnings));
    return {};
}

FileCheck Conversion::check()
{
    const bool isNewPickle = std::holds_alternative<RewritePlan>(m_report.plan);
    const bool isReviewed = isNewPickle && mayRunCode();
    if (!m_recipe.verify && !isReviewed) {
        return {};
    }
    return [this, isNewPickle, isReviewed](const std::string& path) -> Result<void> {
        CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, &m_progress));
        if (isReviewed) {
            CAIRN_TRY(reviewCode(checkpoint::trustOf(*copy)));
        }
        if (!m_recipe.verify) {
            return {};
        }
        CAIRN_ASSIGN(difference, differenceOf(*copy));
        if (difference) {
            return fail(copyDiffers(m_source, *difference, m_report.target));
        }
        if (isNewPickle) {
            CAIRN_TRY(lookAtRecords(Looked::All));
        }
        return requireIntact();
    };
}

Result<void> Conversion::checkInPlace()
{
    CAIRN_ASSIGN(changed, checkpoint::openCheckpoint(m_source.path(), &m_progress));
    CAIRN_ASSIGN(difference, firstDifference(m_source, *changed, tagMap(), &m_progress));
    if (!difference) {
        return {};
    }
    return fail(error(ErrorCode::Internal, message("the changed file differs from what it should be: %1", *difference))
                    .in(m_request.file)
                    .because(message("The change was undone: the file is as it was before"))
                    .fix(message("Please report this with `cairn-cli inspect --json` of the input")));
}

Result<Difference> Conversion::differenceOf(const Checkpoint& copy, Compare how)
{
    if (const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan)) {
        return firstDifference(m_source, *rewrite, tagMap(), copy, &m_progress);
    }
    m_report.changedRecords.clear();
    if (how == Compare::Bytes && isFarZip()) { // nothing is fetched again: the copy is held against its checksums
        CAIRN_ASSIGN(changed, findChangedRecords(copy, &m_progress));
        m_report.changedRecords = std::move(changed);
        how = Compare::Checksums;
    }
    if (how == Compare::Checksums) {
        return firstDifferenceByChecksums(m_source, copy, tagMap(), &m_progress);
    }
    return firstDifference(m_source, copy, tagMap(), &m_progress, &m_report.changedRecords);
}

Result<Difference> Conversion::differenceAt(const std::string& name, Compare how)
{
    CAIRN_TRY(planTensorsFor(name));
    if (const auto* tensors = std::get_if<TensorsPlan>(&m_report.plan)) {
        const std::vector<std::string> files = tensors->output.files();
        if (!m_request.part && filesThere(name, shardsOf(m_recipe)).size() != files.size()) {
            return Difference(message("it is not as many files"));
        }
        return firstDifference(m_source, tensors->output, files, &m_progress);
    }
    CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(name, &m_progress));
    return differenceOf(*copy, how);
}

/// Whether what has the name is the copy already. What is older than its source is not, nor what cannot be read.
Result<bool> Conversion::isUpToDate()
{
    const auto* tensors = std::get_if<TensorsPlan>(&m_report.plan);
    const auto files = tensors != nullptr ? tensors->output.files() : std::vector<std::string>{m_request.target};
    std::error_code failure;
    const auto changed = fs::last_write_time(m_request.file, failure);
    for (const std::string& file : files) {
        CAIRN_TRY(refuseOwnSource(m_source, file));
        if (failure || fs::last_write_time(file, failure) < changed || failure) {
            return false;
        }
    }
    const auto difference = differenceAt(m_request.target, m_recipe.verify ? Compare::Bytes : Compare::Checksums);
    if (!difference && difference.error().code == ErrorCode::Cancelled) {
        return fail(Error(difference.error()));
    }
    if (!difference || *difference) {
        return false;
    }
    if (m_recipe.verify) { // comparing tags looks at the records too, comparing values does not
        CAIRN_TRY(std::holds_alternative<RetagPlan>(m_report.plan) ? Result<void>() : lookAtRecords(Looked::All));
        CAIRN_TRY(requireIntact());
        m_report.isVerified = true;
    }
    return true;
}

/// Whether what has one of the names that the copy may have got is the copy.
bool Conversion::findWritten()
{
    std::string name = m_request.target;
    for (unsigned number = 2; !m_progress.stopRequested(); ++number) {
        const std::vector<std::string> files = filesThere(name, shardsOf(m_recipe));
        if (files.empty()) {
            return false;
        }
        if (const auto difference = differenceAt(name, Compare::Bytes); difference && !*difference) {
            m_report.target = name;
            for (const std::string& file : files) {
                std::error_code failure;
                m_report.bytes += fs::file_size(file, failure);
            }
            m_report.isVerified = true;
            removeLeftovers({m_request.target}); // as writing it would have done
            return true;
        }
        name = numberedPath(m_request.target, number);
    }
    return false;
}

/// What all values come from, and what is copied as it is: these records are small.
Result<void> Conversion::lookBesideStorages()
{
    CAIRN_ASSIGN(changed, findChangedBesideStorages(m_source, &m_progress));
    m_changedBeside = std::move(changed);
    if (m_request.requiresIntact && !m_changedBeside.empty()) {
        return fail(otherRecordsChanged(m_changedBeside, m_request.file));
    }
    return {};
}

Result<void> Conversion::lookAtRecords(Looked looked)
{
    const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan);
    CAIRN_ASSIGN(changed, rewrite != nullptr
                              ? findChangedRecords(m_source, *rewrite, looked, &m_progress)
                              : findChangedRecords(m_source, std::get<TensorsPlan>(m_report.plan).output, &m_progress));
    m_report.changedRecords = std::move(changed);
    return {};
}

Result<void> Conversion::requireIntact() const
{
    const std::vector<std::string>& changed = m_report.changedRecords;
    const bool hidesDamage = m_request.inPlace && std::holds_alternative<RewritePlan>(m_report.plan);
    if (changed.empty() || !(hidesDamage || m_request.requiresIntact)) {
        return {};
    }
    return fail(hidesDamage ? damageHidden(changed, m_request.file) : recordsChanged(changed, m_request.file));
}

/// Reads all that is to be cast.
Result<void> Conversion::findOverflows()
{
    if (m_recipe.casts.empty()) {
        return {};
    }
    if (const auto* rewrite = std::get_if<RewritePlan>(&m_report.plan)) {
        CAIRN_ASSIGN(found, convert::findOverflows(*rewrite, &m_progress));
        m_report.overflows = std::move(found);
    } else if (const auto* tensors = std::get_if<TensorsPlan>(&m_report.plan)) {
        CAIRN_ASSIGN(found, convert::findOverflows(m_source, tensors->set.tensors, &m_progress));
        m_report.overflows = std::move(found);
    }
    return {};
}

} // namespace

Result<ConversionReport> convertCheckpoint(const Checkpoint& source, const ConversionRequest& request,
                                           Progress& progress)
{
    return Conversion(source, request, progress).run();
}

} // namespace cairn::convert
