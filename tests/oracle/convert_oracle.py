#!/usr/bin/env python3
"""Converts every fixture with cairn-cli and has real PyTorch compare the copy with its source.

    convert_oracle.py --cli CAIRN_CLI [FOLDER...]            both, with the PyTorch of this Python
    convert_oracle.py --cli CAIRN_CLI --into DIR [FOLDER...] only converts: sources, copies and what is needed to check
    convert_oracle.py --in-place ...                         the same for copies that are changed in place
    convert_oracle.py --check DIR                            only compares, for a PyTorch where cairn-cli does not run

For each fixture: torch.load(copy) without a map_location equals torch.load(source, map_location="cpu") in everything;
all tags of the copy are cpu or meta; what held no other tag is copied byte for byte; the same with weights_only=True
where PyTorch loads the source so; from PyTorch 2.1 on also with mmap=True and map_location="meta".

Exit code 0: all agree; 1: some do not; 77: there is no PyTorch.
"""

import argparse
import contextlib
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

from oracle import FOLDERS, Report, fixtures  # noqa: E402

NEEDED = [*HERE.glob("*.py"), *FIXTURES.glob("*.py")]
CPU = {"cpu", "meta"}
EVERY_TAG = ("cuda:0", "cuda:1", "cuda:2", "cuda:3", "mps", "xpu:1", "hpu:0", "mtia:0", "npu:0", "xla:1", "privateuseone:0")
REFUSED = ("device tags cannot be changed", "cannot be changed in place")


def run(*command):
    """None if it went well, else why not."""
    ran = subprocess.run(command, capture_output=True, timeout=120)
    return None if ran.returncode == 0 else f"exit code {ran.returncode}: {' '.join(ran.stderr.decode(errors='replace').split())}"


def convert_all(cli, folders, into, in_place=False):
    rows = []
    for folder, path in fixtures(folders):
        name = str(path.relative_to(folder.parent))
        if path.suffix == ".safetensors":  # has no tags; what becomes of it is compared in another way
            continue
        source = into / "sources" / name
        source.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, source)
        copy = into / "copies" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if in_place:
            shutil.copyfile(path, copy)
            problem = run(cli, "convert", copy, "--in-place", "--verify")
        else:
            problem = run(cli, "convert", source, "-o", copy, "--verify")
        no_checkpoint = problem and run(cli, "inspect", source)
        rows.append({"name": name, "problem": problem, "skip": no_checkpoint or (problem if problem and any(words in problem for words in REFUSED) else None)})
    (into / "converted.json").write_text(json.dumps(rows))


def load(path, location=None, **options):
    """torch.load as a person would call it; with `location` also for the blobs inside."""
    import torch
    import torch_side

    if path.name.startswith("script_"):
        return torch.jit.load(str(path), **({"map_location": location} if location else {}))
    if not options:
        with torch_side.inner_location(location) if location is not None else contextlib.nullcontext():
            return torch_side.load_any(path, location)
    if torch_side.VERSION >= (2, 0):
        options = {"weights_only": False, **options}
    if "python2" in path.name:
        options["encoding"] = "latin1"
    return torch.load(str(path), map_location=location, **options)


def tags_of(path):
    """Every tag in the file, as PyTorch gives them to a function; None where it does not tell."""
    found = set()

    def remember(storage, tag):
        found.add(tag)
        return storage

    if path.name.startswith("script_"):
        module = loads(path)
        return {str(value.device) for value in module.state_dict().values()} if module else None
    return found if loads(path, remember) is not None else None


def records(path):
    """Name and stored bytes of each record, in the order of the bytes; read without comparing checksums."""
    with zipfile.ZipFile(path) as archive, open(path, "rb") as file:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.header_offset):
            file.seek(entry.header_offset + 26)
            name_bytes, extra_bytes = struct.unpack("<HH", file.read(4))
            name = file.read(name_bytes)
            file.seek(extra_bytes, os.SEEK_CUR)
            yield name, file.read(entry.compress_size)


def byte_problems(source, copy, all_cpu):
    """Pickles may differ where tags had to change; nothing else may."""
    if not zipfile.is_zipfile(source):
        return [] if not all_cpu or source.read_bytes() == copy.read_bytes() else ["the bytes differ, but no tag had to change"]
    before, after = list(records(source)), list(records(copy))
    if copy.read_bytes().startswith(source.read_bytes()):  # in place: the new pickles lie behind the others
        before, after = sorted(before), sorted(after)
    if [name for name, _ in before] != [name for name, _ in after]:
        return [f"records {[name for name, _ in after]} instead of {[name for name, _ in before]}"]
    changed = [name for (name, old), (_, new) in zip(before, after) if old != new]
    return [f"record {name} changed" for name in changed if all_cpu or not name.endswith(b".pkl")]


def to_cpu(path):
    """What the copy is made for. Storages on meta stay there, which only a table can say."""
    return {tag: "cpu" for tag in EVERY_TAG} if "every_device" in path.name else "cpu"


def loads(path, *arguments, **options):
    """The object, or None where PyTorch refuses the file."""
    try:
        return load(path, *arguments, **options)
    except Exception:
        return None


def option_problems(source, copy, version):
    """The same under the options of torch.load, where they work for the source: which ones did, and what differs."""
    from same_object import differences

    ways = [("weights_only", to_cpu(source), {"weights_only": True}, True)]
    if version >= (2, 1):
        if "big_endian" not in source.name:  # PyTorch 2.14 crashes
            ways += [("meta", "meta", {"weights_only": False}, False)]
        if "deflated" not in source.name:  # PyTorch would take the deflated bytes for the storage
            ways += [("mmap", to_cpu(source), {"mmap": True}, True)]
    if source.suffix == ".pkl" or source.name.startswith("script_"):
        ways = []
    used = []
    problems = []
    for name, location, options, has_data in ways:
        wanted = loads(source, location, **options)
        if wanted is None:
            continue
        try:
            found = load(copy, location if location == "meta" else None, **options)
        except Exception as failure:
            problems.append(f"{name}: {failure}")
            continue
        used.append(name)
        problems += [f"{name}: {problem}" for problem in differences(wanted, found, has_data)]
    return used, problems


def problems_of(source, copy):
    """How the copy differs from the source, and which options were tried; raises if PyTorch cannot load the source."""
    import torch_side
    from same_object import differences

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = load(source, to_cpu(source))
        try:
            found = load(copy)
        except Exception as failure:
            return [], [f"PyTorch does not load the copy: {type(failure).__name__}: {failure}"]
        before, after = tags_of(source), tags_of(copy)
        used, more = option_problems(source, copy, torch_side.VERSION)
    problems = differences(wanted, found) + more + byte_problems(source, copy, before is not None and before <= CPU)
    if after is not None and not after <= CPU:
        problems.append(f"the copy has the tags {sorted(after)}")
    return used, problems


def check_all(folder):
    report = Report()
    options = {}
    for row in json.loads((folder / "converted.json").read_text()):
        name = row["name"]
        if row["skip"]:
            report.skip(name, row["skip"])
            continue
        if row["problem"]:
            report.result(name, [row["problem"]])
            continue
        try:
            used, problems = problems_of(folder / "sources" / name, folder / "copies" / name)
        except Exception as failure:
            report.skip(name, f"PyTorch does not load the source: {type(failure).__name__}: {str(failure).splitlines()[:1]}")
            continue
        for option in used:
            options[option] = options.get(option, 0) + 1
        report.result(name, problems)
    tried = ", ".join(f"{count} with {name}" for name, count in options.items())
    print(f"{report.passed} passed ({tried}), {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


def convert_then_check(options, convert_into, check_all):
    """Both halves here, or the one that the options ask for: the check may be for a Python elsewhere."""
    if options.into:
        convert_into(options.into)
        for file in NEEDED:
            shutil.copy(file, options.into)
        return 0
    try:
        import torch  # noqa: F401
    except ImportError:
        print("skipped: this Python has no PyTorch")
        return 77
    if options.check:
        return check_all(options.check)
    with tempfile.TemporaryDirectory() as folder:
        convert_into(Path(folder))
        return check_all(Path(folder))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    parser.add_argument("--cli")
    parser.add_argument("--in-place", action="store_true")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--check", type=Path)
    options = parser.parse_args()
    return convert_then_check(
        options, lambda folder: convert_all(options.cli, options.folders, folder, options.in_place), check_all
    )


if __name__ == "__main__":
    sys.exit(main())
