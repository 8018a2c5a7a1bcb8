#!/usr/bin/env python3
"""Runs a batch through packaging/cluster/ray_batch.py on a Ray of this machine.

    ray_batch.py CAIRN_CLI [--python PYTHON] [--files 20]

The driver is killed in the middle of the work and started again, and at the end every copy is, byte for byte, what one
`cairn-cli convert` writes. PYTHON is one that has Ray (default: CAIRN_RAY_PYTHON, else the one that runs this).
Exit code 77: it has none.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from batches import SKIPPED, Problems, cairn, compare, finish, make_tree

DRIVER = Path(__file__).resolve().parent.parent.parent / "packaging" / "cluster" / "ray_batch.py"


def state_of(cli, plan):
    return json.loads(cairn(cli, "batch", "status", plan, "--json").stdout)


def main():
    parser = argparse.ArgumentParser(description="Run a batch on Ray.")
    parser.add_argument("cli")
    parser.add_argument("--python", default=os.environ.get("CAIRN_RAY_PYTHON", sys.executable))
    parser.add_argument("--files", type=int, default=20)
    options = parser.parse_args()
    options.cli = str(Path(options.cli).resolve())
    if subprocess.run([options.python, "-c", "import ray"], capture_output=True, check=False).returncode != 0:
        print(f"{options.python} has no Ray")
        return SKIPPED
    problems = Problems()
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0"}
    with tempfile.TemporaryDirectory(prefix="cairn-ray-") as made:
        folder = Path(made)
        sources, single, out, plan = (folder / name for name in ("sources", "single", "out", "plan"))
        make_tree(sources, options.files, large=options.files // 2, megabytes=24)
        single_run = cairn(options.cli, "convert", "-r", sources, "--out-dir", single)
        problems.check(single_run.returncode == 0, f"convert: {single_run.stderr}")
        planned = cairn(options.cli, "batch", "plan", "-r", sources, "--out-dir", out, "--tasks", 8, "-o", plan)
        problems.check(planned.returncode == 0, f"plan: {planned.stderr}")
        command = [options.python, str(DRIVER), str(plan), "--cli", options.cli, "--cpus", "1"]
        first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while first.poll() is None and state_of(options.cli, plan)["done"] == 0:
            time.sleep(0.05)
        first.send_signal(signal.SIGTERM)
        first.wait()
        print(f"the driver was stopped after {state_of(options.cli, plan)['done']} of 8 tasks")
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        problems.check(second.returncode == 0, f"the driver: {second.returncode} {second.stdout} {second.stderr}")
        done = cairn(options.cli, "batch", "commit", plan)
        problems.check(done.returncode == 0, f"commit: {done.stderr}")
        compare(problems, out, single, "Ray")
    return finish(problems)


if __name__ == "__main__":
    sys.exit(main())
