"""Loading through LibTorch beside torch.load of the same file and beside reading it into memory."""

import json
import sys
from pathlib import Path

import inputs

HERE = Path(__file__).resolve().parent


class LoadBench:
    def __init__(self, bench, table):
        self.bench, self.measure = bench, bench.measure
        self.megabytes = 256 if bench.quick else 4096
        self.size = f"{self.megabytes} MB" if bench.quick else "4 GB"
        self.runs = 3 if bench.quick else 5
        self.beside_read, self.beside_torch = table("reading"), table("PyTorch")

    def ours(self, path):
        return [self.bench.cli, "load", path, "--map", "*=cpu", "--json"]

    def all(self):
        if not (self.bench.build / "app/lib/cairn/cairn_torch.so").exists():
            print("no LibTorch module here, so nothing is loaded")
            return
        self.bench.say(f"load {self.size}")
        path, little = inputs.filled(self.bench.folder, self.megabytes), inputs.filled(self.bench.folder, 64)
        theirs = self.bench.torch(HERE / "torch_load.py", path)
        commands = [self.ours(path), [sys.executable, HERE / "read_file.py", path], theirs]
        runs = [[self.measure.once(command) if command else None for command in commands] for _ in range(self.runs)]
        seconds, peak = min((json.loads(run[0].output)["seconds"], run[0].peak) for run in runs)
        read = min(float(run[1].output) / 1000 for run in runs)
        # What LibTorch itself weighs is in the load of a little file, too.
        base = self.measure.once(self.ours(little)).peak - 64 * 2**20
        show, megabytes = self.bench.seconds, self.bench.megabytes
        self.beside_read.add(f"load {self.size} to the CPU, in the process", seconds, read, show)
        self.beside_read.add("peak memory beyond LibTorch's own, beside the bytes", peak - base, path.stat().st_size, megabytes)
        self.beside_read.print()
        if theirs:
            torch = min(float(run[2].output) / 1000 for run in runs)
            print()
            self.beside_torch.add(f"load {self.size} to the CPU, in the process", seconds, torch, show)
            self.beside_torch.add("peak memory, whole process", peak, min(run[2].peak for run in runs), megabytes)
            self.beside_torch.print()
