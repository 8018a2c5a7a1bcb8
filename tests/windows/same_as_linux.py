#!/usr/bin/env python3
"""Runs cairn-cli for Windows under Wine, and holds it against the one for this system.

    same_as_linux.py CAIRN_CLI CAIRN_CLI_EXE

What both print, how they end and the bytes that they write are to be the same: for every fixture, for copies of all kinds,
in place, through pipes, with names in other scripts and paths longer than Windows used to allow. Then what Windows has alone:
Ctrl+C, what is not available there. Exit code 77: there is no Wine, or no
CAIRN_CLI_EXE (`packaging/windows/build` makes it).
"""

import contextlib
import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
FIXTURES = TOP / "tests" / "fixtures"
SAMPLE = TOP / "resources" / "samples" / "two_gpus.pth"
MACHINE = ["--machine", "1 x 24 GB"]
# What differs from run to run.
MOVING = re.compile(r"\b[\d.]+ (?:ms|s)\b|, [\d.]+ [kMG]?B/s")


class Programs:
    """The two, each in a folder of its own with the same files in it."""

    def __init__(self, cli, exe, folder):
        self.folder = folder
        self.linux, self.windows = folder / "linux", folder / "windows"
        self.linux.mkdir()
        self.windows.mkdir()
        # One encoding and width for both; no module, and no PyTorch.
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "100", "CAIRN_TORCH_AT": "none",
                            "WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}  # fmt: skip
        self.cli, self.exe = [str(cli)], ["wine", str(exe)]
        self.failures = []
        self.runs = 0

    def check(self, good, what):
        if not good:
            self.failures.append(what)
            print("FAILED:", what, flush=True)

    def wine(self, *arguments, **options):
        options = {"capture_output": True, "cwd": self.windows, "check": False, **options}
        return subprocess.run([*self.exe, *map(str, arguments)], env=self.environment, **options)

    def same(self, *arguments, code=None, data=None):
        """One command line in both folders."""
        self.runs += 1
        words = [str(word) for word in arguments]
        here = subprocess.run([*self.cli, *words], env=self.environment, cwd=self.linux, capture_output=True, check=False, input=data)
        there = self.wine(*words, input=data)
        name = " ".join(words)[:120]
        if code is not None:
            self.check(here.returncode == code, f"{name}: exit code {here.returncode} on Linux: {here.stderr[-300:]}")
        self.check(here.returncode == there.returncode, f"{name}: exit code {there.returncode}, not {here.returncode}: {there.stderr[-500:]}")
        for stream, a, b in (("output", here.stdout, there.stdout), ("errors", here.stderr, there.stderr)):
            a, b = (MOVING.sub("TIME", text.decode("utf-8", "surrogateescape")) for text in (a, b))
            if a != b:
                lines = [f"    - {x}\n    + {y}" for x, y in zip(a.split("\n"), b.split("\n")) if x != y][:3]
                self.check(False, f"{name}: other {stream}, {len(a)} and {len(b)} characters\n" + "\n".join(lines))
        return there

    def same_trees(self, what):
        """Every file that either made, to the last byte; nothing else is left."""
        trees = []
        for folder in (self.linux, self.windows):
            trees.append({str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()})
        self.check(sorted(trees[0]) == sorted(trees[1]), f"{what}: {sorted(set(trees[0]) ^ set(trees[1]))[:5]} on one side alone")
        for name in sorted(set(trees[0]) & set(trees[1])):
            self.check(filecmp.cmp(trees[0][name], trees[1][name], shallow=False), f"{what}: {name} has other bytes")

    def put(self, source, name):
        for folder in (self.linux, self.windows):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copyfile)(source, target)


def reading(both):
    both.put(FIXTURES, "fixtures")
    both.put(SAMPLE, "sample.pth")
    files = sorted(str(path.relative_to(both.linux)) for path in (both.linux / "fixtures").glob("*/*") if path.is_file())
    files = [name for name in files if Path(name).suffix not in {".py", ".tsv", ".md"}]
    folders = sorted(str(path.relative_to(both.linux)) for path in (both.linux / "fixtures/folders").glob("*/*") if path.is_dir())
    both.check(len(files) > 150 and len(folders) > 50, f"only {len(files)} fixtures and {len(folders)} folders of them")
    everything = files + folders
    both.same("inspect", *everything)
    both.same("inspect", "--json", *everything)
    both.same("check", "--json", *MACHINE, *everything)
    # The C library of Windows rounds the length of a complex number otherwise, in its last digit.
    both.same("stats", "--json", *(name for name in everything if not name.endswith("array_c16.npy")))
    both.same("sum", *files)
    both.same("inspect", "--tree", *everything)
    both.same("inspect", "-r", "fixtures/folders/torch26")
    both.same("inspect", "--find", "device:cuda:1 size>100", "sample.pth", code=0)
    both.same("inspect", "--model", "sample.pth", code=0)
    both.same("check", *MACHINE, "--map", "cuda:*=cuda:0", "--trusted", "sample.pth", code=0)
    both.same("check", "--python", *MACHINE, "sample.pth")
    both.same("get", "sample.pth", "model.stem.0.weight", code=0)
    both.same("diff", "sample.pth", "fixtures/torch26/state_dict.pt", code=1)
    both.same("verify", "sample.pth", code=0)
    both.same("formats", code=0)
    both.same("convert", "--help", code=0)


def mistakes(both):
    for words, code in (
        ([], 2), (["inspekt"], 2), (["inspect"], 2), (["inspect", "--nothing", "sample.pth"], 2), (["inspect", "sample.pt"], 4),
        (["inspect", "nowhere/sample.pth"], 4), (["inspect", "fixtures"], None), (["inspect", ""], None),
        (["inspect", "fixtures/README.md"], 3), (["convert", "sample.pth"], 2), (["convert", "sample.pth", "-o", "sample.pth"], 4),
        (["convert", "sample.pth", "-o", "nowhere/copy.pth"], 4), (["convert", "sample.pth", "-o", "fixtures"], 2),
        (["get", "sample.pth", "no.such.tensor"], None), (["convert", "sample.pth", "-o", "x.pth", "--map", "cuda:0"], 2),
        (["inspect", "--json", "sample.pt"], 4),
    ):  # fmt: skip
        both.same(*words, code=code)
    for folder in (both.linux, both.windows):
        (folder / "cut.pth").write_bytes(SAMPLE.read_bytes()[:120000])
    both.same("inspect", "cut.pth", code=3)
    both.same("salvage", "cut.pth", "-o", "left.pth")


def copies(both):
    convert = ["convert", "sample.pth", "--verify"]
    both.same(*convert, "-o", "cpu.pth", code=0)
    both.same(*convert, "-o", "cpu.pth", code=4)
    both.same(*convert, "-o", "cpu.pth", "--force", "--map", "cuda:*=cuda:0", code=0)
    both.same(*convert, "-o", "small.pth", "--drop", "optimizer*", "--cast", "float32=bfloat16", code=0)
    both.same(*convert, "-o", "model.safetensors", "--drop-others", code=0)
    both.same(*convert, "-o", "parts.safetensors", "--drop-others", "--shard-size", "20kB", code=0)
    both.same("inspect", "parts.safetensors.index.json", code=0)
    both.same("convert", "fixtures/folders/torch26/dcp_four_ranks", "-o", "whole.pth", "--verify", code=0)
    both.same("convert", "-r", "fixtures/torch26", "--out-dir", "out/of/tree", "--lenient")
    both.same("verify", "cpu.pth", "--against", "sample.pth")
    both.put(SAMPLE, "changed.pth")
    both.same("convert", "changed.pth", "--in-place", "--verify", code=0)
    both.put(SAMPLE, "replaced.pth")
    both.same("convert", "replaced.pth", "-o", "replaced.pth", "--force")
    piped = both.same("convert", "-", "-o", "-", code=0, data=SAMPLE.read_bytes())
    both.check(piped.stdout == (both.linux / "cpu.pth").read_bytes() or len(piped.stdout) > 100_000, "nothing came through the pipe")
    both.same_trees("copies")


def names(both):
    for name in ("Müller/模型 🐦.pth", "with space & 100%.pth", "a'b;c.pth", ".hidden.pth"):
        both.put(SAMPLE, f"names/{name}")
        both.same("inspect", f"names/{name}", code=0)
        both.same("convert", f"names/{name}", "-o", f"names/{name}.cpu.pth", "--verify", code=0)
    both.same("convert", "-r", "names", "--out-dir", "names-out", code=0)
    deep = "/".join(["deep", *["0123456789" * 5] * 7])
    both.put(SAMPLE, f"{deep}/model.pth")
    both.same("inspect", f"{deep}/model.pth", code=0)
    both.same("convert", f"{deep}/model.pth", "-o", f"{deep}/copy.pth", "--verify", code=0)
    both.same("convert", f"{deep}/copy.pth", "--in-place", "--map", "*=cuda:3", code=0)
    both.same("convert", "-r", "deep", "--out-dir", "deep-out", code=0)
    both.same_trees("names")
    back = both.wine("inspect", "names\\Müller\\模型 🐦.pth")
    both.check(back.returncode == 0, f"a path with backslashes: {back.stderr}")
    (both.windows / "list").write_text("sample.pth\ncpu.pth\n")
    shutil.copyfile(both.windows / "list", both.linux / "list")
    both.same("inspect", "--files-from", "list", code=0)
    both.same("inspect", "--files-from", "-", code=0, data=b"sample.pth\0cpu.pth\0")


def protected(both):
    both.put(SAMPLE, "protected.pth")
    for folder in (both.linux, both.windows):
        (folder / "protected.pth").chmod(0o444)
    done = both.wine("convert", "protected.pth", "--in-place")
    both.check(done.returncode == 4 and b"protected.pth" in done.stderr, f"a protected file: {done.returncode} {done.stderr}")
    both.same("inspect", "protected.pth", code=0)
    both.same_trees("a protected file")


def interrupted(both):
    """Ctrl+C while the program waits for the rest of what comes through a pipe, which never ends.

    The pipe is one of Linux, and Wine cannot tell what waits in those (PeekNamedPipe is not supported): the program sees
    the wish to stop when the next bytes come.
    """
    running = subprocess.Popen([*both.exe, "inspect", "-"], env=both.environment, cwd=both.windows, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)  # fmt: skip
    for _ in range(64):  # more than a pipe holds: it is reading
        running.stdin.write(bytes(1 << 15))
    running.send_signal(signal.SIGINT)
    for _ in range(1200):
        with contextlib.suppress(BrokenPipeError):
            running.stdin.write(b"\0")
        with contextlib.suppress(subprocess.TimeoutExpired):
            running.wait(timeout=0.05)
            break
    running.kill()
    errors = running.stderr.read()
    both.check(running.wait() == 130, f"Ctrl+C: exit code {running.returncode} {errors}")


def not_there(both):
    for words, text in (
        (["load", "sample.pth"], b"not available on this system"),
        (["load", "--run-script-code", "fixtures/torch26/script_plain.pt"], b"not available on this system"),
        (["inspect", "https://example.invalid/x.pth"], b"cannot read files elsewhere"),
    ):
        done = both.wine(*words)
        both.check(done.returncode != 0 and text in done.stderr, f"{words}: {done.returncode} {done.stderr}")
    done = both.wine("devices", "--json")
    both.check(done.returncode == 0 and b'"cpu"' in done.stdout, f"devices: {done.returncode} {done.stderr}")


def full_disk(both):
    """Only root can make a small disk; others do without."""
    if os.geteuid() != 0:
        return
    disks = [both.linux / "disk", both.windows / "disk"]
    for disk in disks:
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True, check=False).returncode != 0:
            print("a disk that is full: not tried, as no file system can be mounted")
            return
    try:
        both.same("convert", "sample.pth", "-o", "disk/copy.pth", code=4)
        both.check([list(disk.iterdir()) for disk in disks] == [[], []], "a full disk: something is left on it")
    finally:
        for disk in disks:
            subprocess.run(["umount", disk], check=False)


def main():
    cli, exe = (Path(name).resolve() for name in sys.argv[1:3])
    if shutil.which("wine") is None or not exe.is_file():
        print(f"skipped: {'there is no ' + str(exe) if shutil.which('wine') else 'Wine is not installed'}")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="cairn-windows-") as made:
        both = Programs(cli, exe, Path(made))
        version = subprocess.run(["wine", "--version"], env=both.environment, capture_output=True, text=True, check=False)
        # As long as one program runs, so do Wine's own: they start with the first, and what they say is not the others'.
        quiet = {"env": both.environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        keeper = subprocess.Popen(["wine", "cmd"], stdin=subprocess.PIPE, **quiet)
        subprocess.run(["wineboot", "--init"], check=False, **quiet)
        try:
            for part in (reading, mistakes, copies, names, protected, interrupted, not_there, full_disk):
                part(both)
        finally:
            keeper.stdin.close()
            keeper.wait()
            subprocess.run(["wineserver", "-k"], env=both.environment, capture_output=True, check=False)
        print(f"{version.stdout.strip()}: {both.runs} command lines as on Linux, {len(both.failures)} failures")
        sys.exit(1 if both.failures else 0)


if __name__ == "__main__":
    main()
