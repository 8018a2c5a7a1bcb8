#!/usr/bin/env python3
"""Which of several readings of a file real torch takes, and whether Cairn takes the same.

    reading_oracle.py --cli CAIRN_CLI
    reading_oracle.py --record              prints the rows of reading.tsv, by the torch of this Python

Compares with what reading.tsv recorded; with the torch of this Python, if it has one; and with those that
CAIRN_TORCH_PYTHONS names: commands that act like python3, separated by colons. A file that torch reads and Cairn
refuses must be called ambiguous, or stand in STRICTER. Exit code 0: all agree; 1: some do not.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from reading_cases import write

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "reading.tsv"
# Of equal names torch takes the one that its search meets: Cairn shows the first, and says that there are two.
ACCIDENTS = {"twins_between", "triplets"}
# Refused outright, more strictly than by torch.
STRICTER = {"locator_astray": "zip.directory", "nul_in_name": "zip.bad-name", "comment_cut": "input.truncated",
            "count_small": "zip.directory"}


def torch_answers(python, folder):
    """Version and {file: letter or "refused: ..."}; nothing without torch."""
    ran = subprocess.run([*python, str(HERE / "reading_probe.py"), str(folder)], capture_output=True, text=True)
    if ran.returncode != 0:
        return None
    answer = json.loads(ran.stdout.splitlines()[-1])
    return answer["version"], answer["found"]


def recorded_answers():
    rows = [line.split("\t") for line in RECORDED.read_text().splitlines()]
    return "as recorded", {name: letter for name, letter in rows}


def cairn_answer(cli, path):
    """(letter or None, ambiguous, code of the error)"""
    ran = subprocess.run([cli, "inspect", "--json", str(path)], capture_output=True, text=True, timeout=120)
    document = json.loads(ran.stdout or ran.stderr)
    if "error" in document:
        code = document["error"]["code"]
        return None, code == "input.ambiguous", code
    letters = [row["value"] for row in document["values"] if row["path"] == ["which"]]
    codes = [issue["code"] for issue in document["issues"]]
    return (letters or [None])[0], "input.ambiguous" in codes, None


def converts(cli, path):
    """Whether any way of writing a copy leaves one."""
    written = False
    ways = ((".copy.pth", []), (".safetensors", ["--to", "safetensors"]), (".new.pth", ["--to", "pth"]))
    for ending, options in ways:
        copy = path.with_suffix(ending)
        subprocess.run([cli, "convert", str(path), "-o", str(copy), *options], capture_output=True, timeout=120)
        written |= copy.exists()
        copy.unlink(missing_ok=True)
    return written


def differences(name, ambiguous, cairn, answers):
    letter, told, code = cairn
    if told != ambiguous and (code is None or STRICTER.get(name) != code):
        yield f"ambiguous: {told}, should be {ambiguous}"
    for version, found in answers:
        theirs = found.get(f"{name}.pth", "nothing")
        may_refuse = ambiguous or STRICTER.get(name) == code
        if theirs.startswith("refused") or (letter is None and may_refuse) or name in ACCIDENTS:
            continue
        if letter != theirs:
            yield f"torch {version} reads {theirs}, Cairn {letter or code}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli")
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        table = write(folder)
        here = torch_answers([sys.executable, "-B"], folder)
        if asked.record:
            for file, letter in sorted(here[1].items()):
                print(file, "refused" if letter.startswith("refused") else letter, sep="\t")
            return 0
        answers = [recorded_answers()] + ([here] if here else [])
        for command in filter(None, os.environ.get("CAIRN_TORCH_PYTHONS", "").split(":")):
            answer = torch_answers(command.split(), folder)
            if answer is None:
                print(f"FAIL {command} has no torch")
                return 1
            answers.append(answer)
        failed = 0
        for name, ambiguous in sorted(table.items()):
            cairn = cairn_answer(asked.cli, folder / f"{name}.pth")
            wrong = list(differences(name, ambiguous, cairn, answers))
            if ambiguous and converts(asked.cli, folder / f"{name}.pth"):
                wrong.append("it is converted, though programs differ in what they read")
            for line in wrong:
                print(f"FAIL {name}: {line}")
            failed += bool(wrong)
        print(f"{len(table) - failed} of {len(table)} files as torch reads them: " + ", ".join(v for v, _ in answers))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
