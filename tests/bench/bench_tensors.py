"""Tensors written anew: casts, safetensors to .pth, shards. Beside `cp` of the same file and a sync, and PyTorch."""

from pathlib import Path

import inputs

CAST = Path(__file__).resolve().parent / "torch_cast.py"


class TensorBench:
    def __init__(self, bench, table):
        self.bench, self.measure, self.cli = bench, bench.measure, bench.cli
        self.megabytes = 128 if bench.quick else 1024
        self.size = f"{self.megabytes} MB" if bench.quick else "1 GB"
        self.runs = 3 if bench.quick else 5
        self.copy = bench.folder / "anew"
        self.beside_cp, self.beside_torch, self.beside_memcpy = table("cp + sync"), table("PyTorch"), table("memcpy")

    def in_turn(self, *commands):
        """Commands that take turns and find no copy; the best run of each, for the disk has moods."""
        runs = [[] for _ in commands]
        for _ in range(self.runs):
            for mine, command in zip(runs, commands):
                self.copy.unlink(missing_ok=True)
                mine.append(self.measure.once(command))
        self.copy.unlink(missing_ok=True)
        return [min(mine, key=lambda run: run.seconds) for mine in runs]

    def loop(self):
        cast, copy = map(float, self.measure.once([self.bench.build / "tests/bench/bench_cast", "5"]).output.split())
        what = "float32 to bfloat16, 256 MB in memory, best of 5"
        self.beside_memcpy.add(what, cast / 1000, copy / 1000, self.bench.seconds)

    def files(self):
        source = inputs.filled(self.bench.folder, self.megabytes)
        plain, old = self.bench.folder / "plain.safetensors", self.bench.folder / "old.pth"
        self.bench.say(f"tensors, {self.size}")
        self.measure.once([self.cli, "convert", source, "-o", plain, "--to", "safetensors", "--force"])
        self.measure.once([self.cli, "convert", source, "-o", old, "--to", "legacy", "--force"])
        cp = ["sh", "-c", f"cp '{source}' '{self.copy}' && sync '{self.copy}'"]
        half = ["--cast", "float32=bfloat16"]
        ways = {
            "float32 to bfloat16, as safetensors": (source, "--to", "safetensors", *half),
            "float32 to bfloat16, as .pth": (source, *half),
            "safetensors to .pth": (plain, "--to", "pth"),
            "an old stream to the zip container": (old, "--to", "pth"),
        }
        ours = [[self.cli, "convert", way[0], "-o", self.copy, *way[1:]] for way in ways.values()]
        theirs = self.bench.torch(CAST, source, self.copy)
        copied, *found = self.in_turn(cp, *ours, *([theirs] if theirs else []))
        plain.unlink()
        old.unlink()
        seconds, megabytes = self.bench.seconds, self.bench.megabytes
        for what, run in zip(ways, found):
            self.beside_cp.add(f"{self.size} of {what}, to the disk", run.seconds, copied.seconds, seconds)
            self.beside_cp.add(f"{self.size} of {what}, peak memory", run.peak, None, megabytes)
        if theirs:
            what = f"{self.size} of float32 to bfloat16"
            self.beside_torch.add(f"{what}, to the disk", found[0].seconds, found[-1].seconds, seconds)
            self.beside_torch.add(f"{what}, peak memory", found[0].peak, found[-1].peak, megabytes)

    def all(self):
        self.loop()
        self.files()
        self.beside_memcpy.print()
        print()
        self.beside_cp.print()
        if self.bench.python:
            print()
            self.beside_torch.print()
