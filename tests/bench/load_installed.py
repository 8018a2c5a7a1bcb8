#!/usr/bin/env python3
"""Loading through a PyTorch that is installed, beside torch.load of the same one, with and without mmap.

    PYTHON tests/bench/load_installed.py --cli CAIRN_CLI [--megabytes 4096] [--tensors 100000] [--runs 5] [--folder DIR]

PYTHON is one that has the PyTorch. Commands take turns, so that a busy moment of the machine meets all of them; what is
printed is the best of each: whole processes, and the load alone, in them. Files are in the system's cache then.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import inputs  # noqa: E402

THEIRS = """import sys, time, torch
begin = time.perf_counter()
loaded = torch.load(sys.argv[1], map_location="cpu", mmap=sys.argv[2] == "mmap")
# What mmap leaves for later is a part of the load for whoever uses the tensors.
total = sum(int(t.view(torch.uint8)[::4096].sum()) for t in loaded.values()) if sys.argv[2] == "mmap" else 0
print(time.perf_counter() - begin)
"""


def seconds_of(command):
    begin = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed with {done.returncode}:\n{done.stderr}{done.stdout[-2000:]}")
    return time.perf_counter() - begin, done.stdout


def measure(cli, torch_folder, path, runs):
    commands = {
        "cairn-cli load": [cli, "load", path, "--map", "*=cpu", "--torch-at", torch_folder, "--json"],
        "torch.load": [sys.executable, "-c", THEIRS, path, "plain"],
        "torch.load(mmap=True), every page read": [sys.executable, "-c", THEIRS, path, "mmap"],
    }
    best = {}
    for _ in range(runs):
        for name, command in commands.items():
            whole, printed = seconds_of(command)
            alone = json.loads(printed)["seconds"] if "cairn" in name else float(printed)
            before = best.get(name, (whole, alone))
            best[name] = (min(before[0], whole), min(before[1], alone))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, type=Path)
    parser.add_argument("--megabytes", type=int, default=4096)
    parser.add_argument("--tensors", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    import torch

    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        files = {f"{options.megabytes} MB": inputs.filled(folder, options.megabytes),
                 f"{options.tensors} tensors": inputs.many_tensors(folder, options.tensors)}
        print(f"PyTorch {torch.__version__}, load {os.getloadavg()[0]:.1f}")
        for what, path in files.items():
            for name, (whole, alone) in measure(options.cli, os.path.dirname(torch.__file__), path, options.runs).items():
                print(f"{what:16} {name:40} whole {whole:7.2f} s  alone {alone:7.2f} s")


if __name__ == "__main__":
    main()
