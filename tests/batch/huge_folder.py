#!/usr/bin/env python3
"""Cuts a folder of torch.distributed.checkpoint of terabytes into tasks by the files of its copy, and runs some of them.

    huge_folder.py CAIRN_CLI [--gigabytes 2000] [--run 10] [--folder DIR]

The folder is holes, so that no disk has to hold it; what a task writes is not, and is looked at and taken away before the
next. The plan and each task must do with 64 MB of memory.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from batches import Problems, cairn, finish

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
import dcp_files  # noqa: E402

MOST = 64 << 20
SHARD = 5 * 10**9  # bytes of a file of the copy


def peak_of(problems, *words):
    """The most memory that a command had; it must end well."""
    process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    problems.check(process.returncode == 0, f"{words[1:4]}: {process.returncode}")
    return usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description="Run tasks of a folder of terabytes.")
    parser.add_argument("cli")
    parser.add_argument("--gigabytes", type=int, default=2000)
    parser.add_argument("--run", type=int, default=10, help="how many tasks")
    parser.add_argument("--folder", help="where to work")
    options = parser.parse_args()
    problems = Problems()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="cairn-huge-") as made:
        source, plan, out = Path(made) / "source", Path(made) / "plan", Path(made) / "out"
        dcp_files.save(source, options.gigabytes, 16384, 16384, sparse=True)  # each tensor a GiB
        words = ["batch", "plan", source, "--to", "safetensors", "--drop-others", "--shard-size", "5GB", "--by-shard"]
        peaks = {"plan": peak_of(problems, options.cli, *words, "--out-dir", out, "--tasks", "400", "-o", plan)}
        for task in range(options.run):
            peaks[f"task {task}"] = peak_of(problems, options.cli, "batch", "run", plan, "--task", task)
            copies = list(Path(made).glob("out.unfinished-*/**/*.safetensors"))
            sizes = [copy.stat().st_size for copy in copies]
            problems.check(sizes and all(4 << 30 <= size <= SHARD for size in sizes), f"task {task} wrote {sizes}")
            for copy in copies:
                checked = cairn(options.cli, "verify", copy)
                problems.check(checked.returncode == 0, f"{copy.name}: {checked.stdout}")
                copy.unlink()
        for what, peak in peaks.items():
            print(f"{what}: at most {peak / 1e6:.0f} MB")
            problems.check(peak < MOST, f"{what} took {peak / 1e6:.0f} MB")
    return finish(problems)


if __name__ == "__main__":
    sys.exit(main())
