#!/usr/bin/env python3
"""Compares Cairn with real PyTorch over the fixtures: paths, dtypes, shapes, strides, sharing, tags, flags, values.

    oracle.py --cli CAIRN_CLI --dump CHECKPOINT_DUMP [FOLDER...]     with the PyTorch of this Python
    oracle.py --record FOLDER...                                     writes what PyTorch finds to FOLDER/expected.json
    oracle.py --recorded --cli ... --dump ... [FOLDER...]            compares with those files; needs no PyTorch

Exit code 0: all agree; 1: some do not; 77: there is no PyTorch.
"""

import argparse
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

from cairn_side import CairnRefuses, Tools, inspect  # noqa: E402
from facts import Fact, differences, value_differences  # noqa: E402

FOLDERS = ("torch113", "torch26", "torch214", "byhand")
SUFFIXES = {".pt", ".pth", ".ptl", ".pt2", ".pkl", ".ckpt", ".bin", ".safetensors"}

MOST_VALUES = 250  # a file, so that the recorded ones stay small

# Where PyTorch is known to be wrong, or its object says less than the file.
NOT_COMPARED = {
    "jagged_tensor.pt": "shown as the calls that make it: its shape is in no one place",
    "big_endian_untyped.pt": "PyTorch does not swap untyped storages",
}


def fixtures(folders):
    for name in folders:
        folder = Path(name) if Path(name).is_dir() else FIXTURES / name
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES or path.name.endswith(".index.json"):
                yield folder, path


class Report:
    def __init__(self, names_passed=True):
        self.passed = self.failed = self.skipped = 0
        self.names_passed = names_passed

    def skip(self, name, reason):
        self.skipped += 1
        print(f"skip {name}: {reason}")

    def result(self, name, problems):
        if problems:
            self.failed += 1
            print("\n     ".join([f"FAIL {name}:", *problems[:12]]))
        else:
            self.passed += 1
            if self.names_passed:
                print(f"ok   {name}")


def from_torch(path):
    """Facts of PyTorch as JSON, or the reason why there are none."""
    import torch_side

    if path.name in NOT_COMPARED:
        return {"skipped": NOT_COMPARED[path.name]}
    if path.name == "big_endian.pt" and torch_side.VERSION < (2, 1):
        return {"skipped": "this PyTorch ignores the byte order"}
    if path.name == "empty_of_two_dtypes.pt" and torch_side.VERSION < (2, 0):
        return {"skipped": "this PyTorch gives both the dtype of the first"}
    tags = {}
    try:
        root = torch_side.load(path, tags)
    except torch_side.CannotLoad as refusal:
        return {"skipped": str(refusal)}
    walk = torch_side.Walk(tags)
    tensors = [fact.to_json() for fact in walk.run(root)]
    values = {json.dumps(place): value for place, value in list(walk.values.items())[:MOST_VALUES]}
    if "python2" in path.name:  # its text has no encoding: Cairn shows what is not ASCII as bytes
        values = {place: value for place, value in values.items() if str(value[1]).isascii()}
    if "dtensor" in path.name:  # loading adds attributes
        values = {}
    if "device_tensor" in path.name:  # the bytes are those of its part
        tensors = [{**fact, "digest": None, "group": None} for fact in tensors]
    return {"tensors": tensors, "values": values}


def group_names(found):
    """Addresses become small numbers in order of appearance, so that a record can be compared with an older one."""
    names = {}
    for fact in found.get("tensors", ()):
        if "group" in fact:
            fact["group"] = names.setdefault(fact["group"], len(names))
    return found


def record(folders):
    found = {}
    for folder, path in fixtures(folders):
        found.setdefault(folder, {})[str(path.relative_to(folder))] = group_names(from_torch(path))
    for folder, files in found.items():
        lines = [f"{json.dumps(name)}: {json.dumps(files[name])}" for name in files]
        (folder / "expected.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
        skipped = [f"  {name}: {facts['skipped']}" for name, facts in files.items() if "skipped" in facts]
        print("\n".join([f"{folder.name}: {len(files)} files", *skipped]))


def expected(folder, path, recorded, cache={}):
    if not recorded:
        return from_torch(path)
    if folder not in cache:
        cache[folder] = json.loads((folder / "expected.json").read_text())
    return cache[folder].get(str(path.relative_to(folder)), {"skipped": "not recorded"})


def compare(folders, tools, recorded):
    report = Report()
    for folder, path in fixtures(folders):
        name = str(path.relative_to(folder.parent))
        theirs = expected(folder, path, recorded)
        if "skipped" in theirs:
            report.skip(name, theirs["skipped"])
            continue
        try:
            document, ours = inspect(tools, path)
        except CairnRefuses as refusal:
            report.result(name, [str(refusal)])
            continue
        facts = [Fact(**{**fact, "path": tuple(fact["path"])}) for fact in theirs["tensors"]]
        values = {json.dumps(row["path"]): [row["type"], row["value"]] for row in document["values"]}
        report.result(name, [*differences(facts, ours), *value_differences(theirs["values"], values)])
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    parser.add_argument("--cli")
    parser.add_argument("--dump")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--recorded", action="store_true")
    options = parser.parse_args()
    if not options.recorded:
        try:
            import torch  # noqa: F401
        except ImportError:
            print("skipped: this Python has no PyTorch")
            return 77
    if options.record:
        record(options.folders)
        return 0
    return compare(options.folders, Tools(options.cli, options.dump), options.recorded)


if __name__ == "__main__":
    sys.exit(main())
