"""Statistics of a tensor: beside reading the same file, and beside PyTorch."""

from pathlib import Path

import inputs

STATS = Path(__file__).resolve().parent / "torch_stats.py"


class StatsBench:
    def __init__(self, bench, table):
        self.bench, self.measure, self.cli = bench, bench.measure, bench.cli
        self.megabytes = 128 if bench.quick else 1024
        self.size = f"{self.megabytes} MB" if bench.quick else "1 GB"
        self.runs = 3 if bench.quick else 7
        self.beside_read, self.beside_torch = table("read (dd)"), table("PyTorch")

    def all(self):
        self.bench.say(f"statistics, {self.size}")
        path = inputs.filled(self.bench.folder, self.megabytes, each=self.megabytes)
        read = ["dd", f"if={path}", "of=/dev/null", "bs=4M", "status=none"]
        stats = [self.cli, "stats", path, "--json"]
        theirs = self.bench.torch(STATS, path)
        self.measure.once(read)  # what is measured is the page cache and the processor, not the disk
        reading, ours = self.measure.in_turn(self.runs, read, stats)
        torch = self.measure.in_turn(2, theirs)[0] if theirs else None
        seconds, megabytes = self.bench.seconds, self.bench.megabytes
        what = f"statistics of a float32 tensor of {self.size}"
        self.beside_read.add(f"{what}, whole process", ours.seconds, reading.seconds, seconds)
        self.beside_read.add(f"{what}, peak memory", ours.peak, None, megabytes)
        self.beside_read.print()
        if torch:
            print()
            self.beside_torch.add(f"{what}, whole process", ours.seconds, torch.seconds, seconds)
            self.beside_torch.add(f"{what}, the numbers alone", ours.seconds, float(torch.output), seconds)
            self.beside_torch.add(f"{what}, peak memory", ours.peak, torch.peak, megabytes)
            self.beside_torch.print()
