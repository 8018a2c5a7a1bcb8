#include "app/cli/batch/batch.h"
#include "app/cli/batch/batch_help.h"
#include "app/cli/common/help_formatter.h"
#include "app/cli/common/usage_error.h"

#include <CLI/CLI.hpp>

#include <limits>
#include <memory>

namespace cairn::cli {

namespace {

constexpr unsigned kMostBatchWorkers = 64; ///< as of convert
constexpr unsigned kMost = std::numeric_limits<unsigned>::max();

void addPlan(CLI::App& command, std::string& plan)
{
    command.add_option("PLAN", plan, "The folder that `cairn-cli batch plan` made.")->option_text("PLAN")->required();
}

void addPlanCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("batch-plan", kBatchPlanDescription);
    command->footer(kBatchPlanFooter);
    auto options = std::make_shared<BatchPlanOptions>();
    addFileInputs(*command, options->copies.inputs, "A checkpoint, or several.");
    command->add_option("-o,--out", options->plan, "Make this folder, with the plan in it.")->option_text("PLAN");
    auto* tasks = command
                      ->add_option("--tasks", options->request.tasks,
                                   "How many tasks to make (default: one for each input, and 1000 at most).")
                      ->option_text("N")
                      ->check(wholeNumber(1, kMost));
    command->add_option("--task-bytes", options->request.taskBytes, "Make tasks of about so many bytes, as 50GB.")
        ->option_text("SIZE")
        ->excludes(tasks);
    command->add_flag("--by-shard", options->request.byShard,
                      "With --shard-size: let tasks write single files of a set, for checkpoints that are too large "
                      "for one machine.");
    command->add_flag("--sha256", options->request.sums,
                      "Note the SHA-256 of each input, and not only its size and time; reads all of them, now and "
                      "when a task begins.");
    addCopyOptions(*command, options->copies);
    command->add_flag("--json", options->copies.json, "Print one line of JSON instead.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return makeBatch(session, *options); }; });
}

void addRunCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("batch-run", kBatchRunDescription);
    command->footer(kBatchRunFooter);
    auto options = std::make_shared<BatchRunOptions>();
    addPlan(*command, options->plan);
    auto* task =
        command->add_option("--task", options->task, "Which job this is (default: SLURM_ARRAY_TASK_ID), from 0.")
            ->option_text("N")
            ->check(wholeNumber(0, kMost));
    command
        ->add_flag("--next", options->next,
                   "Run tasks that nobody has begun, one after the other, until there is none.")
        ->excludes(task);
    command->add_option("--per-job", options->perJob, "A job is so many tasks: job 2 of 4 each has tasks 8 to 11.")
        ->option_text("K")
        ->check(wholeNumber(1, kMost));
    command->add_option("--offset", options->offset, "Add this to the number of the job.")
        ->option_text("N")
        ->check(wholeNumber(0, kMost));
    command->add_option("-j,--jobs", options->workers, "Convert N inputs of a task at a time (default: 1).")
        ->option_text("N")
        ->check(wholeNumber(1, kMostBatchWorkers));
    command->add_flag("--json", options->json, "Print one line of JSON for each task instead.");
    command->add_flag("-q,--quiet", options->quiet, "Print only warnings and errors.");
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return runBatch(session, *options); }; });
}

void addRetryCommand(CLI::App& app, Command& chosen)
{
    CLI::App* command = app.add_subcommand("batch-retry", kBatchRetryDescription);
    command->footer(kBatchRetryFooter);
    auto options = std::make_shared<BatchRetryOptions>();
    addPlan(*command, options->plan);
    command->add_option("--per-job", options->perJob, "A job is so many tasks, as for `batch run`.")
        ->option_text("K")
        ->check(wholeNumber(1, kMost));
    command
        ->add_option("--max-array", options->maxArray,
                     "Print a line for each N jobs: what to give `batch run` as --offset, and the expression.")
        ->option_text("N")
        ->check(wholeNumber(1, kMost));
    auto* list = command->add_flag("--list", options->isList, "Print the numbers of jobs, one a line.");
    auto* sbatch =
        command
            ->add_flag("--sbatch", options->isSbatch,
                       "Print options of sbatch: the array, the memory that a task should have, and what the "
                       "script of Cairn's packages reads; a line for each 1000 jobs.")
            ->excludes(list);
    command->add_flag("--clear", options->clears,
                      "Forget the results of tasks that failed, and who has begun one, so that `batch run --next` "
                      "takes them again. Not while tasks run.");
    command->add_flag("--json", options->json, "Print one line of JSON instead.")->excludes(list)->excludes(sbatch);
    command->callback(
        [options, &chosen] { chosen = [options](Session& session) { return retryBatch(session, *options); }; });
}

std::shared_ptr<BatchViewOptions> addView(CLI::App& app, Command& chosen, const char* name, const char* description,
                                          const char* footer, ExitCode (*run)(Session&, const BatchViewOptions&))
{
    CLI::App* command = app.add_subcommand(name, description);
    command->footer(footer);
    auto options = std::make_shared<BatchViewOptions>();
    addPlan(*command, options->plan);
    command->add_flag("--json", options->json, "Print one line of JSON instead.");
    command->callback(
        [options, run, &chosen] { chosen = [options, run](Session& session) { return run(session, *options); }; });
    return options;
}

} // namespace

void addBatchCommands(CLI::App& app, Command& chosen)
{
    addPlanCommand(app, chosen);
    addRunCommand(app, chosen);
    addView(app, chosen, "batch-status", kBatchStatusDescription, kBatchStatusFooter, showBatch);
    addRetryCommand(app, chosen);
    const auto commit = addView(app, chosen, "batch-commit", kBatchCommitDescription, kBatchCommitFooter, finishBatch);
    app.get_subcommand("batch-commit")
        ->add_flag("--without-failed", commit->withoutFailed,
                   "Do it although inputs failed, without copies of those; exit status 1.");
}

} // namespace cairn::cli
