#!/usr/bin/env python3
"""Runs a plan of `cairn-cli batch plan` on a Ray cluster.

    ray_batch.py PLAN [--cli cairn-cli] [--address auto] [--cpus 2] [--retries 3]

Each task is a run of the command, which every node has to have, on files that every node sees. The command decides what
is left to do, so this can be stopped and started again. A node that is lost is no error: Ray runs its task elsewhere.
What is printed last is `batch status`; the exit code is 1 when a task failed.
"""

import argparse
import json
import subprocess
import sys

import ray

STALE = 2  # running the task again does not help


def left(cli, plan):
    """The numbers of the tasks that are not done, and the bytes of memory that one takes."""
    listed = subprocess.run([cli, "batch", "retry", plan, "--list"], capture_output=True, text=True, check=True)
    known = subprocess.run([cli, "batch", "retry", plan, "--json"], capture_output=True, text=True, check=True)
    return [int(line) for line in listed.stdout.split()], json.loads(known.stdout)["memory"]


@ray.remote
def run(cli, plan, task, jobs):
    command = [cli, "batch", "run", plan, "--task", str(task), "--jobs", str(jobs), "--json"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main():
    parser = argparse.ArgumentParser(description="Run a plan of cairn-cli batch on Ray.")
    parser.add_argument("plan")
    parser.add_argument("--cli", default="cairn-cli")
    parser.add_argument("--address", help="of a cluster that is there: auto, or ray://HOST:PORT; else this machine")
    parser.add_argument("--cpus", type=int, default=2, help="for a task")
    parser.add_argument("--retries", type=int, default=3, help="when a node is lost")
    options = parser.parse_args()

    ray.init(address=options.address, log_to_driver=False)
    tasks, memory = left(options.cli, options.plan)
    remote = run.options(num_cpus=options.cpus, memory=memory, max_retries=options.retries)
    running = {remote.remote(options.cli, options.plan, task, options.cpus): task for task in tasks}
    while running:
        (done,), _ = ray.wait(list(running), num_returns=1)
        task = running.pop(done)
        ended = ray.get(done)
        if ended.returncode:
            print(f"task {task}: exit code {ended.returncode}\n{ended.stderr}", file=sys.stderr, end="")
            if ended.returncode == STALE:
                print(f"task {task}: make a new plan, the inputs have changed", file=sys.stderr)
    return subprocess.run([options.cli, "batch", "status", options.plan], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
