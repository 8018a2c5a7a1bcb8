#!/usr/bin/env python3
"""Makes the hostile files and expected.tsv. None of them would do harm if a reader obeyed it.

A file is named NN_what, NN being the row of the list of malformed inputs it stands for. The outcome is what Cairn owes
a person: "error" when nothing can be shown, "opens" when the rest can, with the issue that says what is wrong.
"""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import cases_pickle, cases_sets, cases_tensors, cases_zip  # noqa: E402, E401, F401
from hostile_case import CASES  # noqa: E402

HEAD = "# file\toutcome\tcode that must appear (- none)\trow\tmust still show (- nothing)\twhat it is\n"


def main():
    for old in HERE.iterdir():
        if old.name[:2].isdigit():
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    lines = [HEAD]
    for case in sorted(CASES, key=lambda case: case.file):
        (HERE / case.file).write_bytes(case.data)
        row = case.file[:2].lstrip("0")
        shows = "good" if case.outcome == "opens" and b"good" in case.data else "-"
        lines.append("\t".join((case.file, case.outcome, case.code, row, shows, case.note)) + "\n")
    (HERE / "expected.tsv").write_text("".join(lines))
    print(f"{len(CASES)} files, {sum(len(case.data) for case in CASES)} bytes")


if __name__ == "__main__":
    main()
