#!/usr/bin/env python3
"""Measures what cairn-cli takes for the worst files that are known: seconds of the processor, and memory.

    measure.py CAIRN_CLI [--commands inspect,check] [--only GLOB] [--sizes 40,3000] [--megabytes 9.9] [--taste N] [--list]
               [--keep FOLDER]

Each file is just under 10 MB and is made in a folder in memory, where there is one. What is said to be too much of a file
is fine: nothing may take more than 2 seconds of the processor or 500 MB. Prints what does; the exit code is 1 then.
A machine that has other work to do counts up to half as much again: repeat alone what is over. `--taste` takes every
Nth shape, with a tenth of the bytes. `--keep` writes the files into a folder and measures nothing.
"""

import argparse
import fnmatch
import os
import resource
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from limits import other_shapes, shared_shapes  # noqa: E402
from support import handmade as hm  # noqa: E402

SECONDS, MEGABYTES = 2, 500
KILLED_AFTER = 60  # seconds


def shapes(room, sizes):
    """Name and maker of every file."""
    for size in sizes:
        for big, make in shared_shapes.BIG.items():
            for use in shared_shapes.USES:
                yield f"{big}-{size}.{use}.pt", lambda make=make, size=size, use=use: other_shapes.zip_of(
                    shared_shapes.shared(make(size), use, room)
                )
    for name, make in other_shapes.ALL.items():
        yield name, lambda make=make: make(room)


def cost(command):
    """Seconds of the processor and megabytes of a command, and how it ended."""
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        resource.setrlimit(resource.RLIMIT_CPU, (KILLED_AFTER, KILLED_AFTER))
        os.execv(command[0], command)
    _, status, used = os.wait4(child, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def commands_for(words, cli, path, folder):
    if words[0] == "convert":
        return [cli, *words, path, "-o", str(folder / "copy.pth"), "--force"]
    return [cli, *words, path, path] if words[0] == "diff" else [cli, *words, path]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cli")
    parser.add_argument("--commands", default="inspect", help="separated by commas; words of one by blanks")
    parser.add_argument("--only", default="*", help="names of shapes, with * and ?")
    parser.add_argument("--sizes", default=",".join(map(str, shared_shapes.SIZES)), help="bytes of what is shared; '': none of it")
    parser.add_argument("--megabytes", type=float, default=9.9)
    parser.add_argument("--taste", type=int, default=0, metavar="N")
    parser.add_argument("--list", action="store_true", help="prints the names alone")
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    share = 10 if arguments.taste else 1
    room = int(arguments.megabytes * 1_000_000 / share)
    sizes = [size // share if arguments.taste else size for size in map(int, filter(None, arguments.sizes.split(",")))]
    chosen = [shape for shape in shapes(room, sizes) if fnmatch.fnmatch(shape[0], arguments.only)]
    if arguments.taste:
        chosen = chosen[:: arguments.taste]
    over = 0
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="cairn-limits-", dir=memory) as name:
        folder = Path(name)
        for shape, make in chosen:
            if arguments.list:
                print(shape)
                continue
            path = (arguments.keep or folder) / shape
            path.write_bytes(make())
            if arguments.keep:
                continue
            if path.stat().st_size > arguments.megabytes * 1_000_000 / share * 1.01:
                print(f"{shape} has {path.stat().st_size} bytes")
            for command in arguments.commands.split(","):
                seconds, megabytes, code = cost(commands_for(command.split(), arguments.cli, str(path), folder))
                is_over = seconds > SECONDS or megabytes > MEGABYTES or code < 0
                over += is_over
                mark = "  OVER" if is_over else ""
                print(f"{seconds:6.2f} s {megabytes:6.0f} MB  exit {code:3}  {command:8} {shape}{mark}", flush=True)
            path.unlink()
    print(f"{len(chosen)} shapes, {over} over {SECONDS} s or {MEGABYTES} MB")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
