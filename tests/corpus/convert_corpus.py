#!/usr/bin/env python3
"""Converts every checkpoint of a folder of real ones and compares what Cairn sees in the copy and in its source.

    CAIRN_CORPUS=FOLDER convert_corpus.py CAIRN_CLI

`convert --verify` must succeed for every file that `inspect` opens, and `inspect --json` of the copy must say the same
but for tags, names and places in the file. Formats that cannot be retagged are listed by name. Exit code 77 without
CAIRN_CORPUS.
"""

import json
import sys
import tempfile
from pathlib import Path

from check_corpus import corpus, run

# Of what has no tags, and of what is no torch.save file and goes to a name that says no format.
REFUSED = ("device tags cannot be changed", "the name of the copy does not say its format")

# What a copy may have different: its name and size, its tags, and places in the file.
MAY_DIFFER = {".file", ".bytes", ".devices", "device", "file_offset"}


def difference(before, after, place=""):
    """The first place where two documents differ, in words."""
    if type(before) is not type(after):
        return f"{place}: {before!r:.100} became {after!r:.100}"
    if isinstance(before, dict):
        for key in before.keys() | after.keys():
            if not {key, f"{place}.{key}"} & MAY_DIFFER and (found := difference(before.get(key), after.get(key), f"{place}.{key}")):
                return found
        return None
    if isinstance(before, list):
        if len(before) != len(after):
            return f"{place}: {len(before)} items became {len(after)}"
        found = (difference(x, y, f"{place}[{i}]") for i, (x, y) in enumerate(zip(before, after)))
        return next(filter(None, found), None)
    return None if before == after else f"{place}: {before!r:.100} became {after!r:.100}"


def problem_of(cli, source, copy):
    """None: converted, and the same; else what is wrong; a refusal begins with the words for one."""
    code, out, error = run(cli, "inspect", "--json", "--storages", source)
    if code != 0:
        return "not opened"
    code, _, error = run(cli, "convert", source, "-o", copy, "--verify")
    if code != 0:
        refused = next((words for words in REFUSED if words in error), None)
        return error[error.index(refused) :] if refused else f"convert: exit code {code}: {error}"
    again, copied, error = run(cli, "inspect", "--json", "--storages", copy)
    if again != 0:
        return f"inspect of the copy: exit code {again}: {error}"
    before, after = json.loads(out), json.loads(copied)
    if left := {storage["device"] for storage in after["storages"]} - {"cpu", "meta"}:
        return f"the copy has the tags {sorted(left)}"
    return difference(before, after)


def main():
    folder, rows = corpus()
    passed, failed, refused, unopened = 0, 0, 0, 0
    for file in (row["file"] for row in rows):
        with tempfile.TemporaryDirectory() as place:
            problem = problem_of(sys.argv[1], folder / file, Path(place) / "copy")
        if problem is None:
            passed += 1
        elif problem == "not opened":
            unopened += 1
        elif problem.startswith(REFUSED):
            refused += 1
            print(f"skip {file}: {problem}")
        else:
            failed += 1
            print(f"FAIL {file}: {problem}")
    print(f"{passed} passed, {failed} failed, {refused} of formats that have no tags or are not written, {unopened} no checkpoints")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
