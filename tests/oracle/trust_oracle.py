#!/usr/bin/env python3
"""Whether Cairn calls dangerous what runs something in real torch.load, and lists every name that it looks up.

    trust_oracle.py --cli CAIRN_CLI [FOLDER...]
    trust_oracle.py --record > trust.tsv

Loads the files of trust_cases.py with the torch of this Python, which runs them, and with those that
CAIRN_TORCH_PYTHONS names: commands that act like python3, separated by colons. What the others did when they were here
stands in trust.tsv, which --record writes: whether a program ran, or the process ended. The checkpoints in the folders are only loaded with torch to
hear which names it looks up: take those that do no harm. Exit code 0: all agree; 1: some do not; 77: this Python has no
torch.
"""

import _compat_pickle
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from trust_cases import write
from trust_probe import ENDED

HERE = Path(__file__).resolve().parent
# The headers of tars name types of storages and tensors, each checked to be one.
STORAGE_TYPES = re.compile(r"torch\.\w+(Storage|Tensor)")
ENDINGS = (".pt", ".pth", ".bin", ".ckpt", ".tar", ".t7", ".pkl")


def torch_answers(python, folder, *options):
    ran = subprocess.run([*python, str(HERE / "trust_probe.py"), str(folder), *options], capture_output=True, text=True)
    if ran.returncode != 0:
        return None
    answer = json.loads(ran.stdout.splitlines()[-1])
    return answer["version"], answer["found"]


class CairnAnswer:
    def __init__(self, cli, path):
        shown = subprocess.run([cli, "inspect", "--json", str(path)], capture_output=True, text=True, timeout=300)
        document = json.loads(shown.stdout or shown.stderr)
        self.refused = document.get("error", {}).get("code")
        self.verdict = document.get("trust", {}).get("verdict")
        self.weights_only = {asked["name"]: asked["weights_only"] for asked in document.get("globals", [])}
        self.names = set(self.weights_only)
        checked = subprocess.run(
            [cli, "check", "--trusted", "--machine", "cpu", str(path)], capture_output=True, text=True, timeout=300
        )
        self.passes = checked.returncode == 0

    def problems(self, theirs):
        if theirs["runs"] and self.passes:
            yield "it runs a program, but check --trusted ends with 0"
        if theirs["runs"] and not self.refused and self.verdict != "dangerous":
            yield f"it runs a program, but is called {self.verdict}"
        if self.verdict == "data only" and theirs["failure"] == ENDED:
            yield "it ends the process, or never comes to an end, but is called data only"
        if self.refused or self.verdict == "dangerous":
            return
        for module, name in theirs["names"]:
            known = {f"{module}.{name}", ".".join(in_python_3(module, name))}
            if not known & self.names and not STORAGE_TYPES.fullmatch(f"{module}.{name}"):
                yield f"torch looks up {module}.{name}, which is not listed"


def in_python_3(module, name):
    """As torch and unpickling rename what old files name."""
    module = "torch._tensor" if module == "torch.tensor" else module
    module, name = _compat_pickle.NAME_MAPPING.get((module, name), (module, name))
    return _compat_pickle.IMPORT_MAPPING.get(module, module), name


def recorded_answers():
    """(version, what it found) of each torch in trust.tsv."""
    head, *rows = [line.split("\t") for line in (HERE / "trust.tsv").read_text().splitlines()]
    for column, version in enumerate(head[1:], start=1):
        said = {row[0]: row[column] for row in rows}
        yield version, {
            file: {"runs": word == "runs", "names": [], "failure": ENDED if word == "ends" else None}
            for file, word in said.items()
        }


def does_harm(found):
    return found["runs"] or found["failure"] == ENDED


def word_of(found):
    """For trust.tsv."""
    return "runs" if found["runs"] else "ends" if does_harm(found) else "does not"


def record(files, answers):
    print("file", *(version for version, _ in answers), sep="\t")
    for file in files:
        print(file, *(word_of(found[file]) for _, found in answers), sep="\t")


def pythons():
    yield [sys.executable, "-B"]
    yield from (command.split() for command in os.environ.get("CAIRN_TORCH_PYTHONS", "").split(":") if command)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("folders", nargs="*", type=Path)
    asked = parser.parse_args()
    if subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode != 0:
        print("skipped: this Python has no PyTorch")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        attacks = write(folder)
        if asked.record:
            record(attacks, [torch_answers(python, folder) for python in pythons()])
            return 0
        for at, path in enumerate(sorted(file for top in asked.folders for file in top.rglob("*") if file.is_file())):
            if path.name.endswith(ENDINGS):
                shutil.copy(path, folder / f"given_{at}_{path.name}")
        files = sorted(path.name for path in folder.iterdir())
        cairn = {file: CairnAnswer(asked.cli, folder / file) for file in files}
        failed = set()
        recorded = dict(recorded_answers())
        # A case that does no harm anywhere shows nothing.
        for file in attacks:
            if not any(does_harm(found[file]) for found in recorded.values()):
                print(f"FAIL {file}: it does no harm in any torch of trust.tsv")
                failed.add(file)
        for version, found in recorded.items():
            for file in attacks:
                for problem in cairn[file].problems(found[file]):
                    print(f"FAIL {file}: torch {version}: {problem}")
                    failed.add(file)
        for python in pythons():
            answer = torch_answers(python, folder)
            if answer is None:
                print(f"FAIL {' '.join(python)} has no torch")
                return 1
            version, found = answer
            for file in files:
                for problem in cairn[file].problems(found[file]):
                    print(f"FAIL {file}: torch {version}: {problem}")
                    failed.add(file)
            once = recorded.get(version, found)
            asleep = [file for file in attacks if does_harm(once[file]) and not does_harm(found[file])]
            for file in asleep:
                print(f"FAIL {file}: torch {version}: it did harm once, and now not: {found[file]['failure']}")
                failed.add(file)
            ran = sum(found[file]["runs"] for file in files)
            looked_up = sum(len(found[file]["names"]) for file in files)
            print(f"torch {version}: {ran} of {len(files)} files run a program; it looked up {looked_up} names")
    print(f"{len(failed)} of {len(files)} files are told wrongly")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
