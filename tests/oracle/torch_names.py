#!/usr/bin/env python3
"""Whether PyTorch has the names that Cairn says it has: the table of those that came or went between its versions. And
whether Cairn knows all members of a tensor for which setting does more than keep a value.

    torch_names.py

Asks the PyTorch of this Python, and those of CAIRN_TORCH_PYTHONS; without one it ends with 77.
"""
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

from trust_oracle import pythons

SOURCE = Path(__file__).resolve().parents[2] / "core" / "checkpoint" / "trust" / "weights_only.cpp"
MEMBERS = SOURCE.with_name("object_state.cpp")
LINES = {"kNone": set(), "k113": {"1.13"}, "kSince26": {"2.6.", "2.14", "2.15"}, "kSince214": {"2.14", "2.15"}}
FEWEST = 40  # names that the table has at least: or it was not found


def table():
    """Each name, and the beginnings of the versions that have it."""
    text = SOURCE.read_text().split("constexpr auto kNotInAll")[1].split("\n});")[0]
    for lines, module, names in re.findall(r'Allowed\{(k\w+), "([\w.]+)",\s*((?:"[^"]*"\s*)+), ""\}', text):
        for name in "".join(re.findall(r'"([^"]*)"', names)).split():
            yield f"{module}.{name}", LINES[lines]


def known_members():
    text = MEMBERS.read_text().split("kTensorMembers =")[1].split(";")[0]
    return set("".join(re.findall(r'"([^"]*)"', text)).split())


def ask(names):
    """Prints the version, which of the names are there, and the members of a tensor that are more than values: run by
    another Python."""
    import torch

    def is_more(name):
        member = inspect.getattr_static(torch.Tensor, name)
        return hasattr(type(member), "__set__") and not (name.startswith("__") and name.endswith("__"))

    def has(path):
        module, name = path.rsplit(".", 1)
        try:
            return hasattr(importlib.import_module(module), name)
        except ImportError:
            return False

    there = [name for name in names if has(name)]
    print(json.dumps([torch.__version__, there, [name for name in dir(torch.Tensor) if is_more(name)]]))


def main():
    wanted = dict(table())
    assert len(wanted) >= FEWEST, f"only {len(wanted)} names were found in {SOURCE}"
    wrong = asked = 0
    for python in pythons():
        code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import torch_names; torch_names.ask({list(wanted)!r})"
        ran = subprocess.run([*python, "-W", "ignore", "-c", code], capture_output=True, text=True)
        if ran.returncode != 0:
            print(f"skipped: {' '.join(python)} has no PyTorch")
            continue
        version, there, members = json.loads(ran.stdout.splitlines()[-1])
        asked += 1
        for name, versions in wanted.items():
            if (name in there) != (version[:4] in versions):
                print(f"FAIL torch {version}: {name} is {'there' if name in there else 'not there'}")
                wrong += 1
        unknown = set(members) - known_members()
        for name in sorted(unknown):
            print(f"FAIL torch {version}: to set Tensor.{name} is more than to keep a value")
        wrong += len(unknown)
        print(f"torch {version}: {len(there)} of {len(wanted)} names")
    return 77 if asked == 0 else 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
