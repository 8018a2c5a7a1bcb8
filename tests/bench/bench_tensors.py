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
        self.copy = bench.folder / "anew.safetensors"
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
        plain = self.bench.folder / "plain.safetensors"
        self.bench.say(f"tensors, {self.size}")
        self.measure.once([self.cli, "convert", source, "-o", plain, "--to", "safetensors", "--force"])
        cp = ["sh", "-c", f"cp '{source}' '{self.copy}' && sync '{self.copy}'"]
        cast = [self.cli, "convert", source, "-o", self.copy, "--to", "safetensors", "--cast", "float32=bfloat16"]
        pth = [self.cli, "convert", plain, "-o", self.copy, "--to", "pth"]
        theirs = self.bench.torch(CAST, source, self.copy)
        found = self.in_turn(cp, cast, pth, *([theirs] if theirs else []))
        plain.unlink()
        seconds, megabytes = self.bench.seconds, self.bench.megabytes
        self.beside_cp.add(f"{self.size} of float32 to bfloat16, to the disk", found[1].seconds, found[0].seconds, seconds)
        self.beside_cp.add(f"{self.size} of float32 to bfloat16, peak memory", found[1].peak, None, megabytes)
        self.beside_cp.add(f"{self.size} of safetensors to .pth, to the disk", found[2].seconds, found[0].seconds, seconds)
        self.beside_cp.add(f"{self.size} of safetensors to .pth, peak memory", found[2].peak, None, megabytes)
        if theirs:
            self.beside_torch.add(f"{self.size} of float32 to bfloat16, to the disk", found[1].seconds, found[3].seconds, seconds)
            self.beside_torch.add(f"{self.size} of float32 to bfloat16, peak memory", found[1].peak, found[3].peak, megabytes)

    def all(self):
        self.loop()
        self.files()
        self.beside_memcpy.print()
        print()
        self.beside_cp.print()
        if self.bench.python:
            print()
            self.beside_torch.print()
