#!/usr/bin/env python3
"""Lets the disk run full under cairn-cli convert, and looks at what is left.

    full_disk.py CAIRN_CLI [ENDLESS_DISK]

On small file systems in memory, made for this: a copy that does not fit leaves nothing behind and says how much room
there is; a change in place for which the room ends half-way leaves the file as it was, to the last byte; a folder that
cannot be written to is an error too. ENDLESS_DISK is a library that hides from cairn-cli how much room there is, so that
it is in the middle of its work when the disk is full. Exit code 77: this user may not mount file systems.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from kill_convert import make_checkpoint, make_many
from mounts import mounted

PAGE = 4096


def small_disk(folder, pages):
    return mounted(folder, "-t", "tmpfs", "-o", f"size={pages * PAGE}", "tmpfs")


def convert(cli, *arguments, preload=None):
    environment = {**os.environ, **({"LD_PRELOAD": preload} if preload else {})}
    return subprocess.run([cli, "convert", *arguments], capture_output=True, text=True, env=environment, check=False)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def copies(cli, preload, folder, check):
    source = folder / "source.pt"
    make_checkpoint(source, 8)
    with small_disk(folder / "small", 1024) as disk:
        refused = convert(cli, source, "-o", disk / "copy.pt")
        check(refused.returncode == 4 and "left" in refused.stderr, f"no room: {refused.returncode} {refused.stderr}")
        check(names(disk) == [], f"no room: {names(disk)} are left")
        (disk / "copy.pt").write_bytes(b"precious")
        refused = convert(cli, source, "-o", disk / "copy.pt", "--force", preload=preload)
        check("full" in refused.stderr or not preload, f"no room to replace a file: {refused.stderr}")
        check(refused.returncode == 4, f"no room to replace a file: {refused.returncode}")
        check((disk / "copy.pt").read_bytes() == b"precious", "no room: the old target is gone")
        check(names(disk) == ["copy.pt"], f"no room: {names(disk)} are left")
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        refused = convert(cli, source, "-o", disk / "other.pt")
        check(refused.returncode == 4 and str(disk) in refused.stderr, f"read-only: {refused.returncode} {refused.stderr}")
        refused = convert(cli, disk / "copy.pt", "--in-place")
        check(refused.returncode == 3, f"no checkpoint: {refused.returncode} {refused.stderr}")


def in_place(cli, preload, folder, check):
    source = folder / "many.pt"
    make_many(source, 3000)
    old = source.read_bytes()
    need = -(-len(old) // PAGE)
    outcomes = set()
    # The bridge and the pickle need about as much again; every few pages another write is the one that fails.
    for pages in range(need + 1, need + 120, 3):
        with small_disk(folder / f"disk{pages}", pages) as disk:
            file = disk / "file.pt"
            file.write_bytes(old)
            done = convert(cli, file, "--in-place", preload=preload)
            now = file.read_bytes()
            check(names(disk) == ["file.pt"], f"{pages} pages: {names(disk)} are left")
            if done.returncode == 0:
                check(now.startswith(old) and now != old, f"{pages} pages: changed, but not behind its end")
            else:
                check(done.returncode == 4, f"{pages} pages: exit code {done.returncode}: {done.stderr}")
                check(now == old, f"{pages} pages: the file is not as it was")
                check("as it was before" in done.stderr or not preload, f"{pages} pages: {done.stderr}")
            outcomes.add(done.returncode)
    check(outcomes == {0, 4}, f"the disk was never full, or always: {outcomes}")


def main():
    problems = []

    def check(condition, problem):
        if not condition:
            problems.append(problem)

    with tempfile.TemporaryDirectory() as folder:
        preload = sys.argv[2] if len(sys.argv) > 2 else None
        copies(sys.argv[1], preload, Path(folder), check)
        in_place(sys.argv[1], preload, Path(folder), check)
    for problem in problems:
        print(f"FAIL {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
