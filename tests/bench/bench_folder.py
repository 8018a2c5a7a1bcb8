"""Folders of torch.distributed.checkpoint made into one file, beside `cp` and a sync of the folder, and beside torch's own tool.

CAIRN_DCP_PYTHON is the command of a Python whose PyTorch has that tool (2.3 or later), where the one at hand has not.
"""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import dcp_files

TORCH = Path(__file__).resolve().parent / "torch_folder.py"
HAS_TOOL = "import torch.distributed.checkpoint.format_utils"


class FolderBench:
    def __init__(self, bench, table):
        self.bench, self.measure, self.cli = bench, bench.measure, bench.cli
        self.side = 2048 if bench.quick else 8192
        self.size = "256 MB" if bench.quick else "4 GB"
        self.runs = 3 if bench.quick else 5
        self.copy = bench.folder / "copy"
        self.beside_cp, self.beside_torch, self.alone = table("cp + sync"), table("PyTorch"), table("")
        candidates = [shlex.split(os.environ.get("CAIRN_DCP_PYTHON", "")), bench.torch()]
        self.python = next((python for python in candidates if python and self.has_tool(python)), None)

    @staticmethod
    def has_tool(python):
        return subprocess.run([*python, "-c", HAS_TOOL], capture_output=True, check=False).returncode == 0

    def afresh(self, command):
        shutil.rmtree(self.copy, ignore_errors=True)
        self.copy.unlink(missing_ok=True)
        return self.measure.once(command)

    def in_turn(self, times, *commands):
        """The best run of each, for the disk has moods; none finds a copy."""
        runs = [[self.afresh(command) for command in commands] for _ in range(times)]
        shutil.rmtree(self.copy, ignore_errors=True)
        self.copy.unlink(missing_ok=True)
        return [min(mine, key=lambda run: run.seconds) for mine in zip(*runs)]

    def made(self, name, *arguments, **options):
        folder = self.bench.folder / name
        if not folder.exists():
            unfinished = folder.with_suffix(".part")
            shutil.rmtree(unfinished, ignore_errors=True)
            dcp_files.save(unfinished, *arguments, **options)
            unfinished.rename(folder)
        return folder

    def one_file(self):
        """8 ranks in 4 rows and 2 columns, so that each row of a tensor is in two files."""
        source = self.made(f"dcp_{self.side}", 16, self.side, self.side)
        self.bench.say(f"folder of {self.size}")
        cp = ["sh", "-c", f"cp -r '{source}' '{self.copy}' && sync '{self.copy}'/*"]
        pth = [self.cli, "convert", source, "-o", self.copy]
        safe = [*pth, "--to", "safetensors"]
        plain, one, tensors = self.in_turn(self.runs, cp, pth, safe)
        seconds, megabytes = self.bench.seconds, self.bench.megabytes
        what = f"{self.size} of 8 ranks to one"
        self.beside_cp.add(f"{what} .pth, to the disk", one.seconds, plain.seconds, seconds)
        self.beside_cp.add(f"{what} .pth, peak memory", one.peak, None, megabytes)
        self.beside_cp.add(f"{what} .safetensors, to the disk", tensors.seconds, plain.seconds, seconds)
        self.beside_cp.add(f"{what} .safetensors, peak memory", tensors.peak, None, megabytes)
        if self.python:
            theirs, again = self.in_turn(2, [*self.python, TORCH, source, self.copy], pth)
            self.beside_torch.add(f"{what} .pth, to the disk", again.seconds, theirs.seconds, seconds)
            self.beside_torch.add(f"{what} .pth, peak memory", again.peak, theirs.peak, megabytes)
        else:
            print("no PyTorch here that makes one file of a folder; CAIRN_DCP_PYTHON can name one")

    def large(self):
        """Holes, so that no disk has to hold them. What is written of them is."""
        count = 20 if self.bench.quick else 200
        source = self.made(f"dcp_sparse_{count}", count, 16384, 16384, sparse=True)
        self.bench.say(f"folder of {count} GB")
        inspect = self.afresh([self.cli, "inspect", source])
        self.alone.add(f"inspect {count} GB of 8 ranks", inspect.seconds, None, self.bench.seconds)
        self.alone.add(f"inspect {count} GB of 8 ranks, peak memory", inspect.peak, None, self.bench.megabytes)
        if not self.bench.quick:
            stats = self.afresh([self.cli, "stats", source])
            self.alone.add(f"statistics of {count} GB of 8 ranks", stats.seconds, None, self.bench.seconds)
            self.alone.add(f"statistics of {count} GB of 8 ranks, peak memory", stats.peak, None, self.bench.megabytes)
        kept = ["--keep", "layers.1.weight"] if self.bench.quick else ["--keep", "layers.1?.weight"]
        part = self.afresh([self.cli, "convert", source, "-o", self.copy, *kept])
        self.alone.add(f"{self.copy.stat().st_size / 1e9:.0f} GB of {count} GB to one .pth, peak memory", part.peak, None,
                       self.bench.megabytes)
        self.copy.unlink()

    def all(self):
        self.one_file()
        self.large()
        for table in (self.beside_cp, self.beside_torch, self.alone):
            if len(table.rows) > 1:
                table.print()
                print()
