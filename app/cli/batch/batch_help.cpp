#include "app/cli/batch/batch_help.h"

namespace cairn::cli {

const char* const kBatchPlanDescription =
    R"(plan conversions for many machines
Makes a folder with a plan of many conversions, cut into tasks that Slurm, Ray, GNU parallel or a loop of the shell can run: `cairn-cli batch run`. Every machine has to see the inputs, the plan and the folder of copies under the same paths. There is no server and no daemon, and nothing is locked.

What is done to each input, and how it is said, is that of `cairn-cli convert`: its help has the options. Each copy is, byte for byte, what convert would have written.

Copies are written into a new folder beside the one that --out-dir names, and `cairn-cli batch commit` renames it when all are there: DIR must not be there yet, or be empty.)";

const char* const kBatchPlanFooter = R"(THE PLAN
    PLAN/plan.jsonl is lines of JSON: what all tasks share, the recipe, then one
    line for each input with its size and time of change, task by task, largest
    first, where the lines of each task begin, and the number of the plan, which
    follows from all that. The same inputs and options give the same plan.
    PLAN/results has a small file for each task that is over.
    An input that is another when its task begins, by its size or time of
    change, or with --sha256 by its bytes, is refused by its name: make a new
    plan. Of an index all its shards count, and of a folder all its files.
    `cairn-cli batch run`, `status`, `retry` and `commit` are what comes then.
    Inputs that cannot be looked at are told of, and are not in the plan. What
    comes through a pipe, or is elsewhere, cannot be in one.

ONE LARGE CHECKPOINT
    With --shard-size the copy of an input is several files and their index.
    With --by-shard each of these files can be the work of another task, which
    reads what it needs and keeps a few megabytes. Inputs are opened for that
    when the plan is made, and their description of tensors is read again by
    each task.

EXIT STATUS
    0    the plan was written
    1    an input does harm when it is loaded, and --no-dangerous was said
    2    the command line, or a map or recipe that it names, is wrong
    3    of some inputs: damaged, hostile, or no checkpoint; the plan is without
    4    a file could not be read or written; of an input: the plan is without
    130  cancelled

EXAMPLES
    cairn-cli batch plan -r runs --to safetensors --out-dir flat -o plan
        A tree of checkpoints as a tree of safetensors, up to 1000 tasks.
    cairn-cli batch plan a.pth --shard-size 5GB --by-shard --out-dir b -o plan
        A large one, a task for each file of its copy.
    cairn-cli batch plan --files-from list --task-bytes 200GB --out-dir b -o p
        Files from a list, in tasks of 200 GB.
)";

const char* const kBatchRunDescription =
    R"(run tasks of a plan
Does one task of a plan, or some, and writes what became of it beside the plan. Any scheduler may start it, on any machine, as often as it likes: a task that is done is not done again, two runs of one task at once write the same files, and one that is stopped leaves whole copies alone, with which the next goes on.

The number of the task is that of --task, or SLURM_ARRAY_TASK_ID. With --per-job a job is several tasks. Slurm's MaxArraySize bounds the numbers of an array; --offset goes beyond it.)";

const char* const kBatchRunFooter = R"(HOW IT ENDS
    The result of a task appears as a whole or not at all, and so does each
    copy. SIGTERM, which schedulers send before they kill, stops within a
    moment, and what was being written is removed. After SIGKILL a file with a
    temporary name may be left; the next run of the task, or commit, takes it
    away. Where the locks of files are not shared between machines, as with the
    localflock of Lustre, that may also hit a second run that is writing the
    same copy: that run fails, the first one counts, and nothing is lost.
    A task of which an input has changed since the plan was made does nothing at
    all, and names it. One input that fails does not stop the others, and when
    the task is run again only that one is converted.

EXIT STATUS
    0    the task is done, or was before
    1    some input got no copy; the result says which, and why
    2    the plan is stale, as an input has changed since, or is no plan, or the
         command line is wrong: running it again does not help
    4    the plan could not be read, or a result could not be written
    130  cancelled, as by SIGTERM: run it again
    With several tasks the highest one counts.

EXAMPLES
    cairn-cli batch run plan --task 0
        The first task, which is the largest.
    seq 0 99 | parallel -j 8 cairn-cli batch run plan --task {}
        A hundred tasks, eight at a time, by GNU parallel.
    cairn-cli batch run plan --next
        On each of a few machines, when there is no scheduler.
)";

const char* const kBatchStatusDescription =
    R"(say how far a batch is
Counts the results of a plan: tasks that are done, failed, stale, or begun without an end yet; bytes, rate and time left by those that are done; and what failed, with the reason.)";

const char* const kBatchStatusFooter = R"(JSON
    What --json prints is written down in cairn-cli.schema.json, a JSON Schema
    that the packages install in /usr/share/cairn. `schema`, the first key, is
    its number.

EXIT STATUS
    0    no task has failed so far
    1    some did, or found an input that has changed
    2    the command line, or the plan, is wrong
    4    the plan could not be read
    130  cancelled

EXAMPLES
    cairn-cli batch status plan
        How far is it, and what failed?
)";

const char* const kBatchRetryDescription =
    R"(print which tasks are left
Prints the tasks of a plan that are not done as an expression for sbatch --array, as 0-3,7,12-99: all of them before anything has run, and nothing, when all is done. With --sbatch it prints all options that sbatch needs.)";

const char* const kBatchRetryFooter = R"(EXIT STATUS
    0    fine, whether or not there is something left
    2    the command line, or the plan, is wrong
    4    the plan could not be read
    130  cancelled

EXAMPLES
    cairn-cli batch retry plan
        What is left?
    sbatch $(cairn-cli batch retry plan --sbatch) cairn-batch.sbatch plan
        Run that on Slurm; above 1000 jobs, once for each line.
    cairn-cli batch retry plan --list | parallel cairn-cli batch run plan --task
        Or here, by GNU parallel.
)";

const char* const kBatchCommitDescription =
    R"(give the copies of a batch their places
When every task is done and every copy is there as its task wrote it, the folder of unfinished copies becomes the folder of copies, by one renaming: at once, or not at all. Then PLAN/finished.json says so. Run again, it checks that the copies are still there.

Where inputs failed nothing is moved. --without-failed moves what there is, and names the others. If nothing is wrong with them, as where a disk was full, run the tasks that `cairn-cli batch retry` says: this command then adds their copies. An input that was mended needs a plan of its own.

Copies are looked at by name and size, and there may be none that no task wrote. Their bytes are not read again; --verify of `cairn-cli batch plan` has each compared with its source when it is written.)";

const char* const kBatchCommitFooter = R"(EXIT STATUS
    0    all copies have their places
    1    tasks are left, or a copy is not what its task wrote, and nothing was
         moved; or inputs have no copies, with --without-failed
    2    the command line, or the plan, is wrong
    4    a file could not be read or written, or the folder of copies is there
         already and is not empty
    130  cancelled

EXAMPLES
    cairn-cli batch commit plan
        The end of a batch.
    cairn-cli batch commit plan --without-failed
        The same, without what could not be converted.
)";

} // namespace cairn::cli
