#!/usr/bin/env python3
"""Kills cairn-cli with SIGKILL at random moments of writing a copy, and looks at what is left.

    kill_convert.py CAIRN_CLI [--kills 200] [--megabytes 200] [--seed N] [--folder DIR]

After each kill the target is either absent or complete, and then the same as a copy that was not disturbed. What the
killed run left has the name of a temporary file, and the next run removes it.
"""

import argparse
import random
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

LEFTOVER = ".copy.pt.cairn-*.part"


def pickled(text):
    return b"X" + struct.pack("<I", len(text)) + text.encode()


def make_checkpoint(path, megabytes):
    """A dict of bare storages of 4 MB on two devices, as torch lays a zip out; the values are never looked at."""
    count, numel = max(1, megabytes // 4), 1 << 20
    storage = b"".join(
        pickled(f"part{i}") + b"(" + pickled("storage") + b"ctorch\nFloatStorage\n" + pickled(str(i)) + pickled(f"cuda:{i % 2}")
        + b"J" + struct.pack("<i", numel) + b"tQ" for i in range(count)
    )  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}(" + storage + b"u.")
        for i in range(count):
            archive.writestr(f"archive/data/{i}", random.Random(i).randbytes(numel * 4))
        archive.writestr("archive/version", "3\n")


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True)


def killed_after(seconds, *command):
    """True if the command was still running then."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    return process.wait() < 0


def same(a, b):
    return run("cmp", "-s", a, b).returncode == 0


class Tally:
    def __init__(self):
        self.killed = self.absent = self.complete = self.leftovers = 0
        self.problems = []

    def check(self, condition, problem):
        if not condition:
            self.problems.append(problem)


def kill_copies(options, folder, tally):
    source, target, good = folder / "source.pt", folder / "out" / "copy.pt", folder / "good.pt"
    target.parent.mkdir()
    make_checkpoint(source, options.megabytes)
    command = (options.cli, "convert", source, "-o", target)
    start = time.monotonic()
    if run(options.cli, "convert", source, "-o", good).returncode != 0:
        sys.exit("the copy that nothing disturbs failed")
    whole = time.monotonic() - start
    number = 0
    while tally.killed < options.kills and number < options.kills * 10:
        number += 1
        moment = random.uniform(0, whole)
        killed = killed_after(moment, *command)
        tally.killed += killed
        whole *= 1.03 if killed else 0.9  # the machine may be busier or less busy now
        left = list(target.parent.glob(LEFTOVER))
        tally.leftovers += len(left)
        others = set(target.parent.iterdir()) - set(left) - {target}
        tally.check(not others, f"kill {number} after {moment:.3f} s left {[path.name for path in others]}")
        if target.exists():
            tally.complete += 1
            tally.check(same(target, good), f"kill {number} after {moment:.3f} s left a target that is not complete")
            target.unlink()
        else:
            tally.absent += 1
        if left and number % 10 == 0:
            again = run(*command)
            tally.check(again.returncode == 0 and same(target, good), f"the run after kill {number} failed")
            tally.check(not list(target.parent.glob(LEFTOVER)), f"the run after kill {number} left the leftovers")
            target.unlink(missing_ok=True)
    tally.check(run(*command, "--verify").returncode == 0, "the last run failed")
    tally.check([path.name for path in target.parent.iterdir()] == ["copy.pt"], "leftovers are not cleaned")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    random.seed(options.seed)
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        kill_copies(options, Path(folder), tally)
    for problem in tally.problems[:20]:
        print(f"FAIL {problem}")
    print(
        f"{tally.killed} kills: target absent {tally.absent} times, complete {tally.complete} times; "
        f"{tally.leftovers} temporary files left and cleaned; {len(tally.problems)} problems"
    )
    # A run in which nothing was ever killed, or always before anything was written, proves nothing.
    return 1 if tally.problems or not tally.killed or not tally.leftovers else 0


if __name__ == "__main__":
    sys.exit(main())
