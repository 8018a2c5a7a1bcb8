#!/usr/bin/env python3
"""Whether PyTorch has the names that Cairn says it has: the table of those that came or went between its versions.

    torch_names.py

Asks the PyTorch of this Python, and those of CAIRN_TORCH_PYTHONS; without one it ends with 77.
"""
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

from trust_oracle import pythons

SOURCE = Path(__file__).resolve().parents[2] / "core" / "checkpoint" / "trust" / "weights_only.cpp"
LINES = {"kNone": set(), "k113": {"1.13"}, "kSince26": {"2.6.", "2.14", "2.15"}, "kSince214": {"2.14", "2.15"}}
FEWEST = 40  # names that the table has at least: or it was not found


def table():
    """Each name, and the beginnings of the versions that have it."""
    text = SOURCE.read_text().split("constexpr auto kNotInAll")[1].split("\n});")[0]
    for lines, module, names in re.findall(r'Allowed\{(k\w+), "([\w.]+)",\s*((?:"[^"]*"\s*)+), ""\}', text):
        for name in "".join(re.findall(r'"([^"]*)"', names)).split():
            yield f"{module}.{name}", LINES[lines]


def ask(names):
    """Prints the version and which of the names are there: run by another Python."""
    import torch

    def has(path):
        module, name = path.rsplit(".", 1)
        try:
            return hasattr(importlib.import_module(module), name)
        except ImportError:
            return False

    print(json.dumps([torch.__version__, [name for name in names if has(name)]]))


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
        version, there = json.loads(ran.stdout.splitlines()[-1])
        asked += 1
        for name, versions in wanted.items():
            if (name in there) != (version[:4] in versions):
                print(f"FAIL torch {version}: {name} is {'there' if name in there else 'not there'}")
                wrong += 1
        print(f"torch {version}: {len(there)} of {len(wanted)} names")
    return 77 if asked == 0 else 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
