#include "ui/queue/convert_file.h"

#include "core/base/progress.h"
#include "core/checkpoint/readers/open.h"
#include "core/checkpoint/trust.h"
#include "core/convert/common/compare.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/common/leftovers.h"
#include "core/convert/recipe/recipe_route.h"
#include "core/convert/tensors/shard_layout.h"
#include "core/convert/tensors/to_safetensors.h"
#include "ui/queue/conversion_text.h"
#include "ui/text/changed_records_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <system_error>
#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;
using convert::ExistingTarget;
using convert::Route;

namespace {

/// Says how a file differs from the copy that is wanted; nothing if it is that copy.
using Difference = std::function<Result<std::optional<std::string>>(const std::string& path)>;

/// One conversion, and what is known about it so far.
class Conversion {
    Q_DECLARE_TR_FUNCTIONS(ConvertFile)

public:
    Conversion(const ConvertSource& source, const convert::Recipe& recipe, convert::TargetNames& names,
               Progress& progress)
        : m_source(source), m_recipe(recipe), m_map(recipe.mapOrCpu()), m_names(names), m_progress(progress)
    {
    }

    QueueOutcome run()
    {
        const auto start = std::chrono::steady_clock::now();
        m_outcome.target = m_source.target.empty() ? convert::targetFor(m_recipe, m_source.path) : m_source.target;
        if (auto result = convert(); !result) {
            fail(result.error());
        }
        m_outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return std::move(m_outcome);
    }

private:
    Result<void> convert()
    {
        m_progress.setStage("opening");
        CAIRN_ASSIGN(source, checkpoint::openCheckpoint(m_source.path, &m_progress));
        m_outcome.format = source->traits().name;
        noteTrust(*source);
        for (const auto& [tag, usage] : source->usageByDevice()) {
            m_outcome.tags.emplace_back(tag, usage.storages);
        }
        const Route route = convert::routeFor(m_recipe, *source, m_outcome.target);
        CAIRN_TRY(convert::checkTarget(m_recipe, route, *source, m_outcome.target));
        switch (route) {
        case Route::Tags: return writeTags(*source);
        case Route::Values: return writeValues(*source);
        case Route::Tensors: return writeTensors(*source);
        case Route::HasNoTags: skip(tr("It loads anywhere as it is: safetensors stores no devices.")); break;
        case Route::ListOfShards:
            skip(tr("A list of shards has no tags of its own. Convert the shards: drop their folder."));
            break;
        }
        return {};
    }

    void noteTrust(const Checkpoint& source)
    {
        constexpr std::size_t mostNames = 8; // a file can have any number of them, and there is a tip for each row
        checkpoint::TrustVerdict run = checkpoint::trustOf(source);
        m_outcome.trust = {.verdict = run.trust, .count = run.names.size(), .names = {}};
        run.names.resize(std::min(run.names.size(), mostNames));
        m_outcome.trust->names = std::move(run.names);
    }

    Result<void> writeTags(const Checkpoint& source)
    {
        CAIRN_ASSIGN(plan, convert::planRetag(source, tagMap(), &m_progress));
        noteTags(plan.report);
        if (m_recipe.skipUnchanged && !plan.report.changesTags) {
            skip(unchangedWords(plan.report, m_recipe));
            return {};
        }
        std::vector<std::string> changedRecords;
        const Difference difference = [&](const std::string& path) -> Result<std::optional<std::string>> {
            CAIRN_ASSIGN(copy, checkpoint::openCheckpoint(path, &m_progress));
            changedRecords.clear();
            return convert::firstDifference(source, *copy, tagMap(), &m_progress, &changedRecords);
        };
        return write(difference, [&](const std::string& target) -> Result<void> {
            CAIRN_ASSIGN(report, convert::retag(source, plan, target, m_source.existing, &m_progress,
                                                checkOf(source, difference, target)));
            finish(target, report.bytes, retaggedWords(report, m_recipe) + changedRecordsWords(changedRecords));
            return {};
        });
    }

    Result<void> writeValues(const Checkpoint& source)
    {
        CAIRN_ASSIGN(rules, convert::rewriteRules(m_recipe));
        CAIRN_ASSIGN(plan, convert::planRewrite(source, std::move(rules), tagMap(), &m_progress));
        noteTags(plan.report);
        if (m_recipe.skipUnchanged && convert::changesNothing(source, plan)) {
            skip(unchangedWords(plan.report, m_recipe));
            return {};
        }
        if (!m_source.answers.mayLose) {
            CAIRN_ASSIGN(overflows, findOverflows(plan));
            m_outcome.losses = lossesOf(plan, overflows);
            if (holdForLosses()) {
                return {};
            }
        }
        std::vector<std::string> changedRecords;
        if (!m_recipe.verify) {
            CAIRN_ASSIGN(changed, convert::findChangedRecords(source, plan, convert::Looked::Changed, &m_progress));
            changedRecords = std::move(changed);
        }
        const Difference difference = [&](const std::string& path) -> Result<std::optional<std::string>> {
            CAIRN_ASSIGN(found, convert::firstDifference(source, plan, tagMap(), path, &m_progress));
            if (!found) {
                CAIRN_ASSIGN(changed, convert::findChangedRecords(source, plan, convert::Looked::All, &m_progress));
                changedRecords = std::move(changed);
            }
            return std::move(found);
        };
        return write(difference, [&](const std::string& target) -> Result<void> {
            CAIRN_ASSIGN(report, convert::writeRewrite(source, plan, target, m_source.existing, &m_progress,
                                                       checkOf(source, difference, target)));
            m_outcome.losses = lossesOf(plan, report.overflows);
            finish(target, report.bytes, rewrittenWords(plan, report, m_recipe) + changedRecordsWords(changedRecords));
            return {};
        });
    }

    Result<void> writeTensors(const Checkpoint& source)
    {
        CAIRN_ASSIGN(rules, convert::tensorRules(m_recipe));
        CAIRN_ASSIGN(set, convert::planTensorSet(source, std::move(rules), &m_progress));
        CAIRN_TRY(convert::requireTensors(set));
        CAIRN_ASSIGN(plan, planOutput(source, set, m_outcome.target));
        if (m_recipe.skipUnchanged && convert::changesNothing(source, set, plan)) {
            skip(tr("It is safetensors already, with nothing to change."));
            return {};
        }
        const auto planFor = [&](const std::string& target) -> Result<void> { // most get the name that was wanted
            if (plan.target != target) {
                CAIRN_ASSIGN(other, planOutput(source, set, target));
                plan = std::move(other);
            }
            return {};
        };
        if (!m_source.answers.mayLose) {
            CAIRN_ASSIGN(overflows, findOverflows(source, set));
            m_outcome.losses = lossesOf(set, m_recipe.dropOthers, overflows);
            if (holdForLosses()) {
                return {};
            }
        }
        const Difference difference = [&](const std::string& path) -> Result<std::optional<std::string>> {
            CAIRN_TRY(planFor(path));
            return differenceOf(source, plan, path);
        };
        return write(difference, [&](const std::string& target) -> Result<void> {
            CAIRN_TRY(planFor(target));
            const auto verify = m_recipe.verify ? convert::Verify::Yes : convert::Verify::No;
            std::vector<std::string> changedRecords;
            if (!m_recipe.verify) {
                CAIRN_ASSIGN(changed, convert::findChangedRecords(source, plan, convert::Looked::Changed, &m_progress));
                changedRecords = std::move(changed);
            }
            CAIRN_ASSIGN(report, convert::writeOutput(source, plan, m_source.existing, verify, &m_progress));
            if (!report.difference.empty()) {
                return cairn::fail(convert::copyDiffers(source, report.difference, target));
            }
            m_outcome.losses = lossesOf(set, false, report.overflows);
            finish(plan.indexPath.empty() ? target : plan.indexPath, report.bytes,
                   tensorsWords(set, plan, report, m_recipe) +
                       changedRecordsWords(m_recipe.verify ? report.changedRecords : changedRecords));
            return {};
        });
    }

    Result<std::optional<std::string>> differenceOf(const Checkpoint& source, const convert::OutputPlan& plan,
                                                    const std::string& target)
    {
        const std::vector<std::string> files = plan.files();
        if (convert::filesThere(target, convert::shardsOf(m_recipe)).size() != files.size()) {
            return "it is not as many files";
        }
        return convert::firstDifference(source, plan, files, &m_progress);
    }

    [[nodiscard]] convert::TagMap tagMap() const { return {m_map, convert::deviceObjects(m_recipe)}; }

    [[nodiscard]] Result<convert::OutputPlan> planOutput(const Checkpoint& source, const convert::TensorSet& set,
                                                         const std::string& target) const
    {
        CAIRN_ASSIGN(rules, convert::outputRules(m_recipe, target));
        return convert::planOutput(source, set, rules);
    }

    // What a cast would make infinite. Reads all that is to be cast, so nobody asks without a cast.
    Result<convert::Overflows> findOverflows(const convert::RewritePlan& plan)
    {
        return m_recipe.casts.empty() ? convert::Overflows() : convert::findOverflows(plan, &m_progress);
    }
    Result<convert::Overflows> findOverflows(const Checkpoint& source, const convert::TensorSet& set)
    {
        return m_recipe.casts.empty() ? convert::Overflows() : convert::findOverflows(source, set.tensors, &m_progress);
    }

    [[nodiscard]] convert::FileCheck checkOf(const Checkpoint& source, const Difference& difference,
                                             const std::string& target) const
    {
        if (!m_recipe.verify) {
            return {};
        }
        return [&source, &difference, target](const std::string& path) -> Result<void> {
            CAIRN_ASSIGN(found, difference(path));
            return found ? cairn::fail(convert::copyDiffers(source, *found, target)) : Result<void>{};
        };
    }

    /// Writes under a name that is free. Somebody else may take it meanwhile: then under another.
    template <typename Write>
    Result<void> write(const Difference& difference, const Write& work)
    {
        const std::string wanted = m_outcome.target;
        if (!m_source.target.empty()) {
            return work(wanted);
        }
        if (m_source.mayBeDone && isDone(difference)) {
            return {};
        }
        if (!m_recipe.folder.empty()) {
            std::error_code failure; // if it cannot be made, writing says so
            std::filesystem::create_directories(m_recipe.folder, failure);
        }
        const ExistingTarget answer = m_source.answers.existing;
        const ExistingTarget existing = answer == ExistingTarget::Refuse ? m_recipe.existing : answer;
        while (true) {
            const auto name = m_names.take(wanted, m_source.path, existing, convert::shardsOf(m_recipe));
            if (!name) {
                const QString words = tr("%1 is there already.").arg(shown(wanted.substr(wanted.rfind('/') + 1)));
                existing == ExistingTarget::Skip ? skip(words) : hold(QueueQuestion::Existing, words);
                return {};
            }
            m_outcome.target = *name;
            auto written = work(*name);
            if (!written) {
                m_names.giveBack(*name);
            }
            if (written || written.error().code != ErrorCode::TargetExists ||
                !convert::isThere(*name, convert::shardsOf(m_recipe))) {
                return written;
            }
        }
    }

    /// Whether one of the names that the copy may have is the copy.
    bool isDone(const Difference& difference)
    {
        const std::string wanted = m_outcome.target;
        std::string name = wanted;
        for (unsigned number = 2; !m_progress.stopRequested(); ++number) {
            std::vector<std::string> files = convert::filesThere(name, convert::shardsOf(m_recipe));
            if (files.empty()) {
                return false;
            }
            if (const auto found = difference(name); found && !*found) {
                std::uint64_t bytes = 0;
                std::error_code failure;
                for (const std::string& file : files) {
                    bytes += std::filesystem::file_size(file, failure);
                }
                finish(files.size() == 1 ? files.front() : convert::shardIndexPath(name), bytes,
                       tr("Was converted before the interruption; verified."));
                m_outcome.isVerified = true;
                convert::removeLeftovers({wanted}); // as writing it would have done
                return true;
            }
            name = convert::numberedPath(wanted, number);
        }
        return false;
    }

    void noteTags(const convert::RetagReport& report)
    {
        m_outcome.tags.assign(report.tagsBefore.begin(), report.tagsBefore.end());
    }

    void finish(const std::string& target, std::uint64_t bytes, const QString& words)
    {
        m_outcome.state = QueueState::Done;
        m_outcome.target = target;
        m_outcome.bytesWritten = bytes;
        m_outcome.words = words;
        m_outcome.isVerified = m_recipe.verify;
    }

    void skip(const QString& words)
    {
        m_outcome.state = QueueState::Skipped;
        m_outcome.words = words;
    }

    void hold(QueueQuestion question, const QString& words)
    {
        m_outcome.state = QueueState::Held;
        m_outcome.question = question;
        m_outcome.words = words;
    }

    [[nodiscard]] bool holdForLosses()
    {
        if (m_outcome.losses.isEmpty()) {
            return false;
        }
        const QString& first = m_outcome.losses.front();
        hold(QueueQuestion::Loss, m_outcome.losses.size() == 1 ? tr("The copy would lose %1").arg(first)
                                                               : tr("The copy would lose %1, and more").arg(first));
        return true;
    }

    void fail(const Error& error)
    {
        switch (error.code) {
        case ErrorCode::Cancelled:
            m_outcome.state = QueueState::Cancelled;
            m_outcome.words = tr("Nothing was left behind.");
            return;
        case ErrorCode::NotACheckpoint: m_outcome.state = QueueState::Skipped; break;
        default: m_outcome.state = QueueState::Failed;
        }
        m_outcome.words = errorWords(error, m_source.path);
    }

    const ConvertSource& m_source;
    const convert::Recipe& m_recipe;
    const devices::MapLocation m_map;
    convert::TargetNames& m_names;
    Progress& m_progress;
    QueueOutcome m_outcome;
};

} // namespace

QueueOutcome convertFile(const ConvertSource& source, const convert::Recipe& recipe, convert::TargetNames& names,
                         Progress& progress)
{
    return Conversion(source, recipe, names, progress).run();
}

} // namespace cairn::ui
