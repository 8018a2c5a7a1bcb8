#!/usr/bin/env python3
"""Runs a batch by GNU parallel, by the line of the README.

    parallel_batch.py CAIRN_CLI [--files 60]

At the end every copy is, byte for byte, what one `cairn-cli convert` writes. Exit code 77: there is no GNU parallel here.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from batches import SKIPPED, Problems, cairn, compare, finish, make_tree


def main():
    parser = argparse.ArgumentParser(description="Run a batch by GNU parallel.")
    parser.add_argument("cli")
    parser.add_argument("--files", type=int, default=60)
    options = parser.parse_args()
    cli = str(Path(options.cli).resolve())
    version = subprocess.run(["parallel", "--version"], capture_output=True, text=True, check=False) if shutil.which("parallel") else None
    if version is None or "GNU parallel" not in version.stdout:
        print("there is no GNU parallel here")
        return SKIPPED
    problems = Problems()
    with tempfile.TemporaryDirectory(prefix="cairn-parallel-") as made:
        folder = Path(made)
        sources, single, out, plan = (folder / name for name in ("sources", "single", "out", "plan"))
        make_tree(sources, options.files)
        single_run = cairn(cli, "convert", "-r", sources, "--out-dir", single)
        problems.check(single_run.returncode == 0, f"convert: {single_run.stderr}")
        planned = cairn(cli, "batch", "plan", "-r", sources, "--out-dir", out, "--tasks", 12, "-o", plan)
        problems.check(planned.returncode == 0, f"plan: {planned.stderr}")
        line = f"'{cli}' batch retry '{plan}' --list | parallel -j 4 \"'{cli}'\" batch run \"'{plan}'\" --task {{}}"
        ran = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, check=False)
        problems.check(ran.returncode == 0 and ran.stdout.count("converted") == 12, f"parallel: {ran.stdout} {ran.stderr}")
        done = cairn(cli, "batch", "commit", plan)
        problems.check(done.returncode == 0, f"commit: {done.stderr}")
        compare(problems, out, single, "GNU parallel")
    return finish(problems)


if __name__ == "__main__":
    sys.exit(main())
