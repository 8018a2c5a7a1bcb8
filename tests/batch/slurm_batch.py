#!/usr/bin/env python3
"""Runs a batch on a real Slurm, which this starts on this machine, and does to it what happens to batches.

    slurm_batch.py CAIRN_CLI [--files 40] [--tasks 12] [--folder DIR]

A node is lost in the middle of the work, tasks are cancelled, one is run twice at once, the disk is full, an input is no
checkpoint, and one changes. At the end every copy is, byte for byte, what one `cairn-cli convert` on one machine writes. Exit code 77: there is no Slurm here.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from batches import SKIPPED, Problems, cairn, compare, finish, make_tree
from slurm import Slurm, missing, wait_until

SCRIPT = Path(__file__).resolve().parent.parent.parent / "packaging" / "cluster" / "cairn-batch.sbatch"


class Batch:
    def __init__(self, options, slurm, folder, problems):
        self.cli, self.slurm, self.folder, self.problems = options.cli, slurm, folder, problems
        self.environment = {"CAIRN_CLI": options.cli}

    def plan(self, name, *words):
        made = cairn(self.cli, "batch", "plan", *words, "-o", self.folder / name)
        self.problems.check(made.returncode == 0, f"{name}: {made.returncode} {made.stderr}")
        return self.folder / name

    def submit(self, plan, *more):
        """What `batch retry` prints is what sbatch gets, as in the README."""
        listed = cairn(self.cli, "batch", "retry", plan, "--sbatch", *more).stdout.splitlines()
        return [self.slurm.submit(*line.replace("--export=ALL", f"--export=ALL,CAIRN_CLI={self.cli}").split(),
                                  f"--output={self.folder}/log-%A_%a", SCRIPT, plan) for line in listed]  # fmt: skip

    def status(self, plan):
        return json.loads(cairn(self.cli, "batch", "status", plan, "--json").stdout)

    def finish(self, plan, what):
        done = cairn(self.cli, "batch", "commit", plan)
        self.problems.check(done.returncode == 0, f"{what}: commit: {done.returncode} {done.stderr}")


def lose_a_node(batch, sources, single, options):
    """An array over three nodes; one node is killed with all it runs while it works, and comes back later."""
    slurm, problems = batch.slurm, batch.problems
    out = batch.folder / "out"
    plan = batch.plan("plan", "-r", sources, "--out-dir", out, "--verify", "--tasks", options.tasks)
    problems.check(not out.exists(), "the folder of copies is there before the commit")
    batch.submit(plan)
    wait_until("a task that is done", lambda: batch.status(plan)["done"] > 0)
    wait_until("a node at work", lambda: not slurm.queued() or slurm.of_node("n2"))
    slurm.kill_node("n2")
    print(f"a node was lost when {batch.status(plan)['done']} of {options.tasks} tasks were done; left: {len(slurm.queued())} jobs")
    early = cairn(batch.cli, "batch", "commit", plan)
    state = batch.status(plan)
    problems.check(early.returncode == 1 or state["done"] == state["tasks"], f"an early commit: {early.returncode}")
    slurm.start_node("n2")
    slurm.wait_for_jobs()
    for _ in range(3):  # what the queue lost, as a person would do it
        if batch.status(plan)["done"] < options.tasks:
            batch.submit(plan, "--clear")
            slurm.wait_for_jobs()
    state = batch.status(plan)
    problems.check(state["done"] == options.tasks, f"after a lost node: {state}")
    batch.finish(plan, "lost node")
    compare(problems, out, single, "lost node")
    again = batch.submit(plan)
    problems.check(not again, f"a finished batch has jobs left: {again}")


def cancel(batch, sources, single, options):
    """Several tasks a job; a job is cancelled (SIGTERM) while it works, and submitted again. One task runs twice."""
    slurm, problems = batch.slurm, batch.problems
    out = batch.folder / "out2"
    plan = batch.plan("plan2", "-r", sources, "--out-dir", out, "--tasks", options.tasks)
    jobs = batch.submit(plan, "--per-job", "3")
    wait_until("a running job", lambda: any("RUNNING" in line for line in slurm.queued()) or not slurm.queued())
    slurm.command("scancel", *jobs)
    slurm.wait_for_jobs()
    print(f"cancelled when {batch.status(plan)['done']} of {options.tasks} tasks were done")
    left = [str(path) for path in batch.folder.rglob(".*.part")]
    problems.check(not left, f"SIGTERM left {left}")
    ours = dict(os.environ, SLURM_CONF=slurm.environment["SLURM_CONF"])
    twice = [subprocess.Popen([batch.cli, "batch", "run", plan, "--task", "0"], env=ours, stdout=subprocess.DEVNULL) for _ in range(2)]
    codes = [one.wait() for one in twice]
    problems.check(codes == [0, 0], f"a task twice at once: {codes}")
    batch.submit(plan, "--per-job", "3", "--clear")
    slurm.wait_for_jobs()
    problems.check(batch.status(plan)["done"] == options.tasks, f"after cancelling: {batch.status(plan)}")
    batch.finish(plan, "cancelled")
    compare(problems, out, single, "cancelled")


def fill_the_disk(batch, sources, single, options):
    """The file system of the copies is full in the middle of the work, and has room later."""
    problems = batch.problems
    disk = batch.folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", disk], check=False).returncode != 0:
        print("no disk can be mounted here, so none is filled")
        return
    try:
        plan = batch.plan("plan4", "-r", sources, "--out-dir", disk / "out", "--tasks", options.tasks)
        batch.submit(plan)
        batch.slurm.wait_for_jobs()
        state = batch.status(plan)
        codes = {failure["code"] for failure in state["failures"]}
        print(f"the disk was full: {state['done']} of {options.tasks} tasks were done")
        problems.check(state["failed"] > 0 and codes == {"io.disk-full"}, f"a full disk: {state['failed']} failed, {codes}")
        problems.check(cairn(batch.cli, "batch", "commit", plan).returncode == 1, "a batch without its copies was finished")
        subprocess.run(["mount", "-o", "remount,size=4g", disk], check=True)
        batch.submit(plan, "--clear")
        batch.slurm.wait_for_jobs()
        batch.finish(plan, "full disk")
        compare(problems, disk / "out", single, "full disk")
    finally:
        subprocess.run(["umount", disk], check=True)


def fail_at_one(batch, sources, single):
    """A file that is no checkpoint costs nobody else a copy, where that is asked for."""
    problems = batch.problems
    bad = sources / "run1" / "notes.pt"
    bad.write_text("no checkpoint")
    plan = batch.plan("plan5", "-r", sources, "--out-dir", batch.folder / "out5", "--tasks", "4")
    batch.submit(plan)
    batch.slurm.wait_for_jobs()
    bad.unlink()
    problems.check(cairn(batch.cli, "batch", "commit", plan).returncode == 1, "a batch in which an input failed was finished")
    done = cairn(batch.cli, "batch", "commit", plan, "--without-failed")
    problems.check(done.returncode == 1 and "notes.pt" in done.stdout, f"without what failed: {done.returncode} {done.stdout}")
    compare(problems, batch.folder / "out5", single, "without what failed")


def change(batch, sources):
    """An input that changes makes its task stale, on the cluster, too, and by name."""
    problems = batch.problems
    plan = batch.plan("plan3", "-r", sources, "--out-dir", batch.folder / "out3", "--tasks", "4")
    changed = sources / "run0" / "model5.pt"
    changed.write_bytes(changed.read_bytes() + b"more")
    batch.submit(plan)
    batch.slurm.wait_for_jobs()
    state = batch.status(plan)
    problems.check((state["done"], state["stale"]) == (3, 1), f"a changed input: {state}")
    problems.check(any("model5.pt" in failure["file"] for failure in state["failures"]), f"not named: {state['failures']}")
    refused = cairn(batch.cli, "batch", "commit", plan)
    problems.check(refused.returncode == 1, f"a stale batch was finished: {refused.returncode}")


def main():
    parser = argparse.ArgumentParser(description="Run batches on a real Slurm.")
    parser.add_argument("cli")
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--folder", help="where to work")
    options = parser.parse_args()
    options.cli = str(Path(options.cli).resolve())
    if missing() or os.geteuid() != 0:
        print(f"there is no Slurm here that this user may start: {', '.join(missing()) or 'not root'}")
        return SKIPPED
    problems = Problems()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="cairn-slurm-") as made:
        folder = Path(made)
        sources, single = folder / "sources", folder / "single"
        make_tree(sources, options.files, large=min(options.files // 3, 13), megabytes=48)
        done = cairn(options.cli, "convert", "-r", sources, "--out-dir", single)
        problems.check(done.returncode == 0, f"convert: {done.stderr}")
        with Slurm(folder / "slurm") as slurm:
            batch = Batch(options, slurm, folder, problems)
            lose_a_node(batch, sources, single, options)
            cancel(batch, sources, single, options)
            fill_the_disk(batch, sources, single, options)
            fail_at_one(batch, sources, single)
            change(batch, sources)
    return finish(problems)


if __name__ == "__main__":
    sys.exit(main())
