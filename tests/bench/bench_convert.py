"""Conversions beside `cp` of the same file and a sync of the copy, and beside PyTorch."""

from pathlib import Path

import inputs

CONVERT = Path(__file__).resolve().parent / "torch_convert.py"


class ConvertBench:
    def __init__(self, bench, table):
        self.bench, self.measure, self.cli = bench, bench.measure, bench.cli
        self.megabytes = 256 if bench.quick else 4096
        self.size = f"{self.megabytes} MB" if bench.quick else "4 GB"
        self.runs = 3 if bench.quick else 5
        self.copy = bench.folder / "copy"
        self.beside_cp, self.beside_torch = table("cp + sync"), table("PyTorch")

    def afresh(self, *command):
        """For commands that write the copy: none of them finds one."""
        self.copy.unlink(missing_ok=True)
        return self.measure.once(command)

    def in_turn(self, times, *commands):
        """As Measure.in_turn, each time without a copy; the best run of each, for the disk has moods."""
        runs = [[self.afresh(*command) for command in commands] for _ in range(times)]
        self.copy.unlink(missing_ok=True)
        return [min(mine, key=lambda run: run.seconds) for mine in zip(*runs)]

    def copies(self):
        """Device tags, and safetensors, against a copy that changes nothing."""
        source = inputs.filled(self.bench.folder, self.megabytes)
        cp = ["sh", "-c", f"cp '{source}' '{self.copy}' && sync '{self.copy}'"]
        retag = [self.cli, "convert", source, "-o", self.copy]
        safe = [*retag, "--to", "safetensors", "--drop-others"]
        self.bench.say(f"convert {self.size}")
        plain, tags, tensors = self.in_turn(self.runs, cp, retag, safe)
        seconds, megabytes = self.bench.seconds, self.bench.megabytes
        self.beside_cp.add(f"other tags for {self.size}, whole process, to the disk", tags.seconds, plain.seconds, seconds)
        self.beside_cp.add(f"other tags for {self.size}, peak memory", tags.peak, None, megabytes)
        self.beside_cp.add(f"{self.size} to safetensors, to the disk", tensors.seconds, plain.seconds, seconds)
        self.beside_cp.add(f"{self.size} to safetensors, peak memory", tensors.peak, None, megabytes)
        if self.bench.python:
            theirs, again = self.in_turn(1 if not self.bench.quick else 2, self.bench.torch(CONVERT, source, self.copy), retag)
            self.beside_torch.add(f"other tags for {self.size}, to the disk", again.seconds, theirs.seconds, seconds)
            self.beside_torch.add(f"other tags for {self.size}, peak memory", again.peak, theirs.peak, megabytes)

    def in_place(self):
        """To and fro, in a file that grows by its pickle each time."""
        for megabytes, name in ((64, "64 MB"), (self.megabytes, self.size)):
            file = inputs.filled(self.bench.folder, megabytes)
            before = file.stat().st_size
            self.bench.say(f"in place, {name}")
            runs = []
            for i in range(self.runs):
                tags = "cuda:0=cpu" if i % 2 == 0 else "cpu=cuda:0"
                runs.append(self.measure.once([self.cli, "convert", file, "--in-place", "--map", tags]))
            with open(file, "r+b") as grown:
                grown.truncate(before)
            runs.sort(key=lambda run: run.seconds)
            middle = runs[len(runs) // 2]
            self.beside_cp.add(f"other tags in place, {name}, median", middle.seconds, None, self.bench.seconds)

    def memory(self):
        """Ten gigabytes of holes need no more memory than a hundred megabytes."""
        if self.bench.quick:
            return
        self.bench.say("10 GB")
        run = self.afresh(self.cli, "convert", inputs.large(self.bench.folder), "-o", self.copy, "--map", "cpu=cuda:0")
        self.copy.unlink()
        self.beside_cp.add("other tags for 10 GB, peak memory", run.peak, None, self.bench.megabytes)

    def all(self):
        self.copies()
        self.in_place()
        self.memory()
        self.beside_cp.print()
        if self.bench.python:
            print()
            self.beside_torch.print()
