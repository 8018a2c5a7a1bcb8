#!/usr/bin/env python3
"""Kills cairn-cli with SIGKILL at random moments, and looks at what is left.

    kill_convert.py CAIRN_CLI [--kills 200] [--megabytes 200] [--in-place | --shards | --replace] [--python PYTHON] [--seed N] [--folder DIR]

Writing a copy: after each kill the target is either absent or complete, and then the same as a copy that was not
disturbed. What the killed run left has the name of a temporary file, and the next run removes it.

A set of shards: each file that has its name is complete, and when the index is there all the shards are.

Another set in the place of one (--replace): when an index is there, all shards are of one set, the old or the new. The
moments are those in which files get their names.

In place: after each kill the file loads as before or as after, also in the PyTorch of PYTHON, if there is one. A run
after that ends as a run that was not disturbed. The moments are random, but most of them after the file began to grow,
for that is a small part of the run.
"""

import argparse
import json
import random
import shutil
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


def make_many(path, count):
    """Many storages of one float each, so that the pickle and the directory take a while to write."""
    storage = b"".join(
        pickled(f"layers.{i}.weight") + b"(" + pickled("storage") + b"ctorch\nFloatStorage\n" + pickled(str(i))
        + pickled(f"cuda:{i % 2}") + b"K\x01tQ" for i in range(count)
    )  # fmt: skip
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}(" + storage + b"u.")
        for i in range(count):
            archive.writestr(f"archive/data/{i}", struct.pack("<f", i))
        archive.writestr("archive/version", "3\n")


def run(*command):
    return subprocess.run([str(part) for part in command], capture_output=True)


def killed_after(seconds, *command):
    """True if the command was still running then."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    return process.wait() < 0


def killed_after_change(longest, fact, *command):
    """Kills the command at a random moment after a fact is another."""
    before = fact()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and fact() == before:
        pass
    time.sleep(random.uniform(0, longest))
    process.kill()
    return process.wait() < 0


def killed_while_writing(longest, file, *command):
    """After the file began to grow."""
    return killed_after_change(longest, lambda: file.stat().st_size, *command)


def killed_while_naming(longest, shard, *command):
    """After a shard is another file."""
    return killed_after_change(longest, lambda: shard.stat().st_ino, *command)


def same(a, b):
    return run("cmp", "-s", a, b).returncode == 0


class Tally:
    def __init__(self):
        self.killed = self.absent = self.complete = self.leftovers = 0
        self.before = self.after = self.half_way = 0
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
            tally.check(not left, f"kill {number} after {moment:.3f} s left the copy under two names")
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


def make_safetensors(path, megabytes, seed=0):
    """Tensors of 4 MB each."""
    count, numel = max(1, megabytes // 4), 1 << 20
    header = {
        f"part{i}": {"dtype": "F32", "shape": [numel], "data_offsets": [i * numel * 4, (i + 1) * numel * 4]}
        for i in range(count)
    }  # fmt: skip
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for i in range(count):
            file.write(random.Random(seed + i).randbytes(numel * 4))


def set_command(options, source):
    return (options.cli, "convert", source, "--to", "safetensors", "--shard-size", "9MB", "-o")


def kill_sets(options, folder, tally):
    """A set counts when its index is there: then every shard is there too, and complete."""
    source, good, out = folder / "source.safetensors", folder / "good", folder / "out"
    make_safetensors(source, options.megabytes)
    good.mkdir()
    command = set_command(options, source)
    start = time.monotonic()
    if run(*command, good / "copy.safetensors").returncode != 0:
        sys.exit("the set that nothing disturbs failed")
    whole = time.monotonic() - start
    wanted = sorted(path.name for path in good.iterdir())
    for number in range(options.kills * 10):
        if tally.killed >= options.kills:
            break
        out.mkdir()
        moment = random.uniform(0, whole)
        killed = killed_after(moment, *command, out / "copy.safetensors")
        tally.killed += killed
        whole *= 1.03 if killed else 0.9
        left = list(out.glob(".copy*.cairn-*.part"))
        tally.leftovers += len(left)
        found = sorted(path.name for path in out.iterdir() if path not in left)
        what = f"kill {number} after {moment:.3f} s"
        tally.check(set(found) <= set(wanted), f"{what} left {found}")
        for name in found:
            tally.check(same(out / name, good / name), f"{what} left {name}, which is not complete")
        if "copy.safetensors.index.json" in found:
            tally.complete += 1
            tally.check(found == wanted, f"{what} left an index without all its shards")
        else:
            tally.absent += 1
        if number % 5 == 0:
            again = run(*command, out / "copy.safetensors", "--force", "--verify")
            tally.check(again.returncode == 0, f"the run after {what} failed")
            tally.check(sorted(path.name for path in out.iterdir()) == wanted, f"the run after {what} left something")
        shutil.rmtree(out)


def kill_replaced_sets(options, folder, tally):
    """Two sets of shards with the same names, of which one takes the place of the other."""
    out, index = folder / "out" / "copy.safetensors", folder / "out" / "copy.safetensors.index.json"
    sets = []
    for name, seed in (("old", 1), ("new", 1000)):
        make_safetensors(folder / f"{name}.safetensors", options.megabytes, seed)
        sets.append(folder / name)
        sets[-1].mkdir()
        made = run(*set_command(options, folder / f"{name}.safetensors"), sets[-1] / "copy.safetensors")
        if made.returncode != 0:
            sys.exit("a set that nothing disturbs failed")
    command = (*set_command(options, folder / "new.safetensors"), out, "--force")
    names = sorted(path.name for path in sets[0].iterdir() if "-of-" in path.name)
    naming = 0.02
    for number in range(options.kills * 10):
        if tally.killed >= options.kills:
            break
        shutil.copytree(sets[0], out.parent)
        killed = killed_while_naming(naming, out.parent / names[0], *command)
        tally.killed += killed
        naming *= 1.03 if killed else 0.9
        what = f"kill {number}"
        tally.leftovers += len(list(out.parent.glob(".copy*.cairn-*.part")))
        kinds = {same(out.parent / name, sets[1] / name) for name in names}
        tally.half_way += len(kinds) == 2
        if index.exists():
            tally.complete += 1
            tally.check(len(kinds) == 1, f"{what} left an index over old and new shards")
        else:
            tally.absent += 1
            again = run(*command)
            tally.check(again.returncode == 0, f"the run after {what} failed")
            tally.check(all(same(path, sets[1] / path.name) for path in out.parent.iterdir()), f"{what} ends otherwise")
        shutil.rmtree(out.parent)
    tally.check(tally.half_way != 0, "no kill came between two shards")


LOAD = """
import sys, torch
for path in sys.stdin:
    tags = set()
    try:
        torch.load(path.strip(), map_location=lambda storage, tag: tags.add(tag) or storage)
    except Exception as failure:
        tags = {str(failure)}
    print(",".join(sorted(tags)), flush=True)
"""


class Torch:
    """A PyTorch that says which tags a file has; without one, nothing is asked."""

    def __init__(self, python):
        self.process = None
        if python and subprocess.run([python, "-c", "import torch"], capture_output=True, check=False).returncode == 0:
            self.process = subprocess.Popen([python, "-c", LOAD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tags(self, path):
        if self.process is None:
            return None
        self.process.stdin.write(f"{path}\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()


def tags_by_cairn(cli, path):
    shown = run(cli, "inspect", "--json", path)
    if shown.returncode != 0:
        return shown.stderr.decode(errors="replace")
    return ",".join(sorted(json.loads(shown.stdout)["devices"]))


def kill_in_place(options, folder, tally):
    source, file, good = folder / "source.pt", folder / "file.pt", folder / "good.pt"
    make_many(source, options.megabytes * 100)
    torch = Torch(options.python)
    print("PyTorch loads each file too" if torch.process else "there is no PyTorch here to load each file")
    shutil.copy(source, good)
    start = time.monotonic()
    if run(options.cli, "convert", good, "--in-place").returncode != 0:
        sys.exit("the run that nothing disturbs failed")
    whole = time.monotonic() - start
    old_bytes = source.read_bytes()
    writing = whole / 4
    for number in range(options.kills * 10):
        if tally.killed >= options.kills:
            break
        shutil.copy(source, file)
        command = (options.cli, "convert", file, "--in-place")
        if number % 4 == 0:
            killed = killed_after(random.uniform(0, whole), *command)
        else:
            killed = killed_while_writing(writing, file, *command)
            writing *= 1.03 if killed else 0.9
        if not killed:
            continue
        tally.killed += 1
        what = f"kill {number}"
        tags = tags_by_cairn(options.cli, file)
        tally.check(tags in ("cpu", "cuda:0,cuda:1"), f"{what}: {tags}")
        seen = torch.tags(file)
        tally.check(seen in (None, tags), f"{what}: PyTorch says {seen}")
        with open(file, "rb") as now:
            tally.check(now.read(len(old_bytes)) == old_bytes, f"{what}: the old bytes changed")
        tally.before += tags != "cpu"
        tally.after += tags == "cpu"
        tally.half_way += tags != "cpu" and file.stat().st_size != len(old_bytes)
        again = run(options.cli, "convert", file, "--in-place")
        tally.check(again.returncode == 0 and same(file, good), f"{what}: the next run does not end as it should")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--in-place", action="store_true")
    parser.add_argument("--shards", action="store_true")
    parser.add_argument("--replace", action="store_true")
    parser.add_argument("--python")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    random.seed(options.seed)
    tally = Tally()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        way = (
            kill_in_place if options.in_place
            else kill_replaced_sets if options.replace
            else kill_sets if options.shards
            else kill_copies
        )  # fmt: skip
        way(options, Path(folder), tally)
    for problem in tally.problems[:20]:
        print(f"FAIL {problem}")
    # A run in which nothing was ever killed, or always before anything was written, proves nothing.
    if options.in_place:
        print(
            f"{tally.killed} kills: the file as before {tally.before} times, {tally.half_way} of them with a part of the "
            f"change, as after {tally.after} times; {len(tally.problems)} problems"
        )
        proves = tally.half_way
    else:
        print(
            f"{tally.killed} kills: target absent {tally.absent} times, complete {tally.complete} times; "
            f"{tally.leftovers} temporary files left and cleaned; {len(tally.problems)} problems"
        )
        proves = tally.leftovers
    return 1 if tally.problems or not tally.killed or not proves else 0


if __name__ == "__main__":
    sys.exit(main())
