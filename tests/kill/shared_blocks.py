#!/usr/bin/env python3
"""Converts on file systems whose files can have blocks in common, with less room than a second file would need.

    shared_blocks.py CAIRN_CLI

On a btrfs and an XFS, each in a file and made for this: a copy is written where half of it would not fit, takes next to
no room, and differs from its source in nothing but the tags. One that is cut into other pieces is refused, for it needs the room.
Exit code 77: this user may not mount file systems, or their tools are missing.
"""

import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from kill_convert import make_checkpoint
from mounts import mounted, require

MEBI = 1 << 20
SOURCE_MEBIBYTES = 96


def new_disk(kind, folder):
    image = folder / f"{kind}.img"
    with image.open("wb") as file:
        file.truncate(400 * MEBI)
    require(f"mkfs.{kind}", "-q", image)
    return mounted(folder / kind, "-o", "loop", image)


def align(loose, aligned):
    """Where torch puts its records: each one's data begins at a multiple of 64."""
    with zipfile.ZipFile(loose) as old, zipfile.ZipFile(aligned, "w", zipfile.ZIP_STORED) as new:
        for record in old.infolist():
            padding = -(new.fp.tell() + 30 + len(record.filename) + 4) % 64
            entry = zipfile.ZipInfo(record.filename)
            entry.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
            new.writestr(entry, old.read(record))


def room(disk):
    os.sync()
    status = os.statvfs(disk)
    return status.f_bavail * status.f_frsize


def fill(disk, leave):
    """Takes room until `leave` bytes are left, or a little less."""
    count = 0
    while (surplus := room(disk) - leave) > 0:
        with (disk / f"filler{count}").open("wb") as file:
            with contextlib.suppress(OSError):
                os.posix_fallocate(file.fileno(), 0, max(surplus // 2, 4 * MEBI))
        count += 1


def shares(cli, kind, folder, check):
    def convert(*arguments):
        return subprocess.run([cli, "convert", *arguments], capture_output=True, text=True, check=False)

    with new_disk(kind, folder) as disk:
        source = disk / "source.pt"
        make_checkpoint(folder / "loose.pt", SOURCE_MEBIBYTES)
        align(folder / "loose.pt", source)
        fill(disk, SOURCE_MEBIBYTES * MEBI // 2)
        before = room(disk)
        check(4 * MEBI < before < source.stat().st_size, f"{before} bytes of room are not what this test wants")
        planned = convert(source, "-o", disk / "copy.pt", "--dry-run")
        check(planned.returncode == 0, f"--dry-run: {planned.returncode} {planned.stderr}")
        copied = convert(source, "-o", disk / "copy.pt", "--verify")
        check(copied.returncode == 0, f"copy: {copied.returncode} {copied.stderr}")
        taken = before - room(disk)
        check(taken < 4 * MEBI, f"the copy took {taken} bytes of the disk")
        slim = convert(source, "-o", disk / "slim.pt", "--drop", "part0")
        check(slim.returncode == 4 and "left" in slim.stderr, f"other pieces: {slim.returncode} {slim.stderr}")


def main():
    if not all(shutil.which(f"mkfs.{kind}", path="/usr/sbin:/sbin:/usr/bin") for kind in ("btrfs", "xfs")):
        print("skipped: mkfs.btrfs or mkfs.xfs is missing")
        return 77
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("btrfs", "xfs"):
            shares(sys.argv[1], kind, Path(folder), lambda fine, words, kind=kind: fine or problems.append(f"{kind}: {words}"))
    for problem in problems:
        print(f"FAIL {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
