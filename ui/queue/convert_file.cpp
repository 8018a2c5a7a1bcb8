#include "ui/queue/convert_file.h"

#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/stopwatch.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/salvage/salvage.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/conversion/resumed_conversion.h"
#include "core/convert/recipe/recipe_route.h"
#include "ui/queue/conversion_text.h"
#include "ui/text/changed_records_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <utility>

namespace cairn::ui {

using convert::ConversionReport;
using convert::Ending;
using convert::ExistingTarget;

namespace {

/// The context of these texts for translators.
class ConvertFile {
    Q_DECLARE_TR_FUNCTIONS(ConvertFile)
};

void noteSource(const checkpoint::Checkpoint& source, QueueOutcome& outcome)
{
    constexpr std::size_t mostNames = 8; // a file can have any number of them, and there is a tip for each row
    outcome.format = source.traits().name;
    const checkpoint::TrustVerdict run = checkpoint::trustOf(source);
    outcome.trust = {.verdict = run.trust, .count = run.names.size(), .names = {}};
    for (const Message& name : std::span(run.names).first(std::min(run.names.size(), mostNames))) {
        outcome.trust->names.push_back(name.text());
    }
    auto devices = source.usageByDevice(); // the one with most bytes first, as in the tree
    stableSort(devices, [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
    for (const auto& [tag, usage] : devices) {
        outcome.tags.emplace_back(tag, usage.storages);
    }
}

QString heldWords(const QStringList& losses)
{
    return losses.size() == 1 ? ConvertFile::tr("The copy would lose %1").arg(losses.front())
                              : ConvertFile::tr("The copy would lose %1, and more").arg(losses.front());
}

/// `existing`: what was wanted where the name of the copy is taken.
void noteReport(const ConversionReport& report, const convert::Recipe& recipe, ExistingTarget existing,
                QueueOutcome& outcome)
{
    const auto end = [&](QueueState state, const QString& words) {
        outcome.state = state;
        outcome.words = words;
    };
    if (!report.tags().tagsBefore.empty() && !std::holds_alternative<convert::TensorsPlan>(report.plan)) {
        outcome.tags.assign(report.tags().tagsBefore.begin(), report.tags().tagsBefore.end());
    }
    switch (report.ending) {
    case Ending::Written:
    case Ending::AlreadyThere:
        outcome.target = report.opensAt();
        outcome.bytesWritten = report.bytes;
        outcome.isVerified = report.isVerified;
        if (report.ending == Ending::Written) {
            outcome.losses = lossesOf(report, false);
            end(QueueState::Done, convertedWords(report, recipe));
        } else {
            end(QueueState::Done, ConvertFile::tr("Was converted before the interruption; verified."));
        }
        outcome.hasDamage = !report.changedRecords.empty();
        if (outcome.hasDamage) { // before all else, as the column may be narrow
            outcome.words = changedRecordsWords(report.changedRecords) + u' ' + outcome.words;
        }
        break;
    case Ending::Planned:
    case Ending::Unchanged: end(QueueState::Skipped, unchangedWords(report, recipe)); break;
    case Ending::HasNoTags:
        end(QueueState::Skipped, ConvertFile::tr("It loads anywhere as it is: its format stores no devices."));
        break;
    case Ending::NameTaken:
        end(existing == ExistingTarget::Skip ? QueueState::Skipped : QueueState::Held,
            ConvertFile::tr("%1 is there already.").arg(shown(report.target.substr(report.target.rfind('/') + 1))));
        outcome.question = existing == ExistingTarget::Skip ? QueueQuestion::None : QueueQuestion::Existing;
        break;
    case Ending::WouldLose:
        outcome.losses = lossesOf(report, recipe.dropOthers);
        outcome.question = QueueQuestion::Loss;
        end(QueueState::Held, heldWords(outcome.losses));
        break;
    }
    const bool isDangerous = report.trust.trust == checkpoint::Trust::Dangerous;
    if (isDangerous && !std::holds_alternative<convert::TensorsPlan>(report.plan)) {
        outcome.runsHarm = outcome.state == QueueState::Done;
        outcome.words = // before that, too
            (outcome.runsHarm ? ConvertFile::tr("The copy runs harmful code when it is loaded, as its source does.")
                              : ConvertFile::tr("It runs harmful code when it is loaded.")) +
            u' ' + outcome.words;
    }
}

void noteError(const Error& error, const std::string& path, QueueOutcome& outcome)
{
    if (error.code == ErrorCode::Cancelled) {
        outcome.state = QueueState::Cancelled;
        outcome.words = ConvertFile::tr("Nothing was left behind.");
        return;
    }
    outcome.state = error.code == ErrorCode::NotACheckpoint ? QueueState::Skipped : QueueState::Failed;
    outcome.words = errorWords(error, path);
    outcome.isOfPlace = isOfPlace(error);
    if (outcome.format.empty() && checkpoint::isWorthSalvage(error)) { // it did not open
        outcome.isSalvageable = true;
        outcome.words += u' ' + ConvertFile::tr("What is whole in it can be rescued: open it from here.");
    }
}

Result<void> convert(const ConvertSource& source, const convert::Recipe& recipe, convert::TargetNames& names,
                     Progress& progress, QueueOutcome& outcome)
{
    progress.setStage("opening");
    checkpoint::CheckpointPtr checkpoint = source.opened;
    if (checkpoint == nullptr) {
        CAIRN_ASSIGN(opened, checkpoint::openCheckpoint(source.path, &progress));
        checkpoint = std::move(opened);
    }
    noteSource(*checkpoint, outcome);
    const bool isChosen = !source.target.empty();
    const ExistingTarget answer = source.answers.existing;
    const ExistingTarget existing =
        isChosen ? source.existing == FileSink::Existing::Replace ? ExistingTarget::Replace : ExistingTarget::Refuse
        : answer == ExistingTarget::Refuse ? recipe.existing
                                           : answer;
    const convert::ConversionRequest request{.recipe = recipe,
                                             .file = source.path,
                                             .target = outcome.target,
                                             .names = isChosen ? nullptr : &names,
                                             .existing = existing,
                                             .losses = source.answers.mayLose ? convert::Losses::Accept
                                                                              : convert::Losses::Ask,
                                             .makesFolder = !isChosen && !recipe.folder.empty(),
                                             .mayBeWritten = !isChosen && source.mayBeDone};
    auto report = convert::isResumable(*checkpoint, outcome.target)
                      ? convert::convertResumably(*checkpoint, request, convert::WhenStopped::RemoveParts, progress)
                      : convert::convertCheckpoint(*checkpoint, request, progress);
    if (!report) {
        return fail(std::move(report).error());
    }
    noteReport(*report, recipe, existing, outcome);
    return {};
}

} // namespace

QueueOutcome convertFile(const ConvertSource& source, const convert::Recipe& recipe, convert::TargetNames& names,
                         Progress& progress)
{
    const Stopwatch watch;
    QueueOutcome outcome;
    outcome.target = source.target.empty() ? convert::targetFor(recipe, source.path) : source.target;
    if (auto converted = convert(source, recipe, names, progress, outcome); !converted) {
        noteError(converted.error(), source.path, outcome);
    }
    outcome.seconds = watch.seconds();
    return outcome;
}

QueueOutcome saveMapped(const checkpoint::CheckpointPtr& opened, const devices::MapLocation& map,
                        const std::string& target, FileSink::Existing existing, Progress& progress)
{
    const ConvertSource source{
        .path = opened->path(), .answers = {}, .target = target, .existing = existing, .opened = opened};
    convert::Recipe recipe;
    recipe.map = map;
    recipe.skipUnchanged = opened->traits().hasOnlyTensors;
    const auto format = opened->traits().hasOnlyTensors ? convert::NamedFormat::Any : convert::NamedFormat::Torch;
    if (const auto named = convert::checkCopyName(target, format, source.path); !named) {
        QueueOutcome refused;
        noteError(named.error(), source.path, refused);
        return refused;
    }
    convert::TargetNames names;
    return convertFile(source, recipe, names, progress);
}

} // namespace cairn::ui
