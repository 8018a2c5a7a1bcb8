#!/usr/bin/env python3
"""Measures cairn-cli beside PyTorch and prints a table. Called by packaging/bench, which builds what is measured."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import inputs
from bench_convert import ConvertBench
from bench_folder import FolderBench
from bench_load import LoadBench
from bench_stats import StatsBench
from bench_tensors import TensorBench
from bench_window import WindowBench
from measure import Measure

HERE = Path(__file__).resolve().parent
LOAD = HERE / "torch_load.py"


class Table:
    def __init__(self, other="PyTorch"):
        self.rows = [("", "ours", other, "ratio")]

    def add(self, what, ours, theirs, show):
        ratio = f"{theirs / ours:.1f}x" if theirs and ours else "-"
        self.rows.append((what, show(ours), show(theirs) if theirs else "-", ratio))

    def print(self):
        widths = [max(len(row[column]) for row in self.rows) for column in range(4)]
        for row in self.rows:
            print(row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:])), sep="  ")


def seconds(value):
    return f"{value:.2f} s" if value >= 1 else f"{value * 1000:.1f} ms"


def megabytes(value):
    return f"{value / 1e6:.1f} MB"


def say(text):
    print(text, file=sys.stderr, flush=True)


def torch_python():
    """The command of a Python that has PyTorch, or nothing."""
    for python in dict.fromkeys((sys.executable, "/usr/bin/python3", "python3")):
        if subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def cpu_model():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def available_memory():
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        return 0


class Bench:
    def __init__(self, options, folder):
        build = options.build
        self.cli, self.opener = build / "app/cli/cairn-cli", build / "tests/bench/bench_open"
        self.recogniser = build / "tests/bench/bench_recognise"
        self.measure = Measure(build / "tests/bench/run_once")
        self.say, self.seconds, self.megabytes = say, seconds, megabytes
        self.folder, self.build = folder, build
        self.quick = options.quick
        self.runs = 3 if options.quick else 7
        self.python = torch_python()
        self.table = Table()

    def torch(self, *arguments):
        return [self.python, *arguments] if self.python else None

    def describe(self):
        print(self.measure.once([self.cli, "--version"]).output.splitlines()[0])
        print(f"{os.cpu_count()} cores, {cpu_model()}, {platform.system()} {platform.release()}, "
              f"load {os.getloadavg()[0]:.1f}")
        if self.python is None:
            print("no PyTorch here, so there is nothing to compare with")
            return
        script = "import sys, torch; print('PyTorch', torch.__version__, 'on Python', sys.version.split()[0])"
        print(self.measure.once(self.torch("-c", script)).output.strip())
        print(f"inputs are {inputs.compare_with_torch(self.python, self.folder)}")

    def tensors(self, count, ours_runs, torch_runs):
        """Whole processes over one file of many tiny tensors, and their memory."""
        say(f"{count:,} tensors")
        path = inputs.many_tensors(self.folder, count)
        ours, load = [self.cli, "inspect", path], self.torch(LOAD, path)
        both = min(ours_runs, torch_runs) if load else 0
        mine, theirs = self.measure.in_turn(both, ours, load) if both else (None, None)
        if ours_runs > both:
            mine = self.measure.in_turn(ours_runs, ours)[0]
        self.table.add(f"inspect {count:,} tensors, whole process", mine.seconds, theirs and theirs.seconds, seconds)
        self.table.add(f"inspect {count:,} tensors, peak memory", mine.peak, theirs and theirs.peak, megabytes)
        parsing, opening, judging = map(float, self.measure.once([self.opener, path, "5"]).output.split())
        alone = theirs and float(theirs.output) / 1000
        self.table.add(f"parse {count:,} tensors, in the process, best of 5", parsing / 1000, alone, seconds)
        self.table.add(f"open {count:,} tensors, in the process, best of 5", opening / 1000, alone, seconds)
        self.table.add(f"preflight of {count:,} tensors, with ways out, best of 5", judging / 1000, None, seconds)

    def recognition(self, count):
        """Which model it is: of a file that has the names of a known one, and is none."""
        say(f"{count:,} names of a model")
        reading, answering = map(float, self.measure.once([self.recogniser, inputs.many_layers(self.folder, count), "5"]).output.split())
        self.table.add("read the database of models, best of 5", reading / 1000, None, seconds)
        self.table.add(f"which model has {count:,} tensors, best of 5", answering / 1000, None, seconds)

    def large(self):
        """A file whose bytes are storages: what counts is that they are left alone."""
        say("10 GB")
        path = inputs.large(self.folder)
        mine = self.measure.in_turn(self.runs, [self.cli, "inspect", path])[0]
        fits = available_memory() > 2 * path.stat().st_size
        load = self.torch(LOAD, path) if fits and not self.quick else None
        theirs = self.measure.once(load) if load else None
        self.table.add("inspect 10 GB in 40 tensors, whole process", mine.seconds, theirs and theirs.seconds, seconds)
        self.table.add("inspect 10 GB in 40 tensors, peak memory", mine.peak, theirs and theirs.peak, megabytes)

    def program(self):
        say("start")
        mine, theirs = self.measure.in_turn(self.runs, [self.cli, "--version"], self.torch("-c", "import torch"))
        self.table.add("start (--version, import torch)", mine.seconds, theirs and theirs.seconds, seconds)
        stripped = self.folder / "stripped"
        shutil.copy(self.cli, stripped)
        subprocess.run(["strip", stripped], check=True)
        self.table.add("cairn-cli, stripped", stripped.stat().st_size, None, megabytes)

    def all(self):
        self.describe()
        if self.quick:
            self.tensors(10_000, self.runs, self.runs)
        else:
            self.tensors(100_000, self.runs, self.runs)
            self.tensors(1_000_000, self.runs, 1)
        self.recognition(100_000)
        self.large()
        self.program()
        print()
        self.table.print()
        print()
        ConvertBench(self, Table).all()
        print()
        FolderBench(self, Table).all()
        TensorBench(self, Table).all()
        print()
        StatsBench(self, Table).all()
        print()
        LoadBench(self, Table).all()
        print()
        WindowBench(self, Table).all()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build tree")
    parser.add_argument("--quick", action="store_true", help="a tenth of the tensors and fewer runs, in seconds")
    parser.add_argument("--folder", type=Path, help="keep the inputs here and use them again (default: a temporary one)")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
        Bench(options, options.folder).all()
        return
    with tempfile.TemporaryDirectory(prefix="cairn-bench-") as folder:
        Bench(options, Path(folder)).all()


if __name__ == "__main__":
    main()
