#!/usr/bin/env python3
"""What torch.serialization.default_restore_location makes of a location on a machine without accelerators.

    restore_oracle.py            compares restore_location.tsv with the PyTorch of this Python
    restore_oracle.py --record   prints the rows of this PyTorch

A row: line of PyTorch, location, "ok" or the exception, device or message. tst_torch_restore holds Cairn against them.
Exit code 0: all agree; 1: some do not; 77: there is no PyTorch, or it sees a device.
"""

import sys
from pathlib import Path

ROWS = Path(__file__).resolve().parent / "restore_location.tsv"


def line_of(version):
    major, minor = (int(part) for part in version.split(".")[:2])
    if (major, minor) == (1, 13):
        return "1.13"
    return "2.6" if (major, minor) <= (2, 6) else "latest"


def answer(torch, location):
    try:
        storage = torch.serialization.default_restore_location(torch.UntypedStorage(4), location)
        return ["ok", str(storage.device)]
    except Exception as failure:
        return [type(failure).__name__, str(failure)]


def main():
    try:
        import torch
    except ImportError:
        print("skipped: this Python has no PyTorch")
        return 77
    if torch.cuda.is_available():
        print("skipped: this machine has a CUDA device")
        return 77
    rows = [row.split("\t") for row in ROWS.read_text().splitlines()]
    line = line_of(torch.__version__)
    if "--record" in sys.argv[1:]:
        for location in dict.fromkeys(row[1] for row in rows):
            print("\t".join([line, location, *answer(torch, location)]))
        return 0
    passed = failed = 0
    for row in rows:
        if row[0] != line:
            continue
        found = answer(torch, row[1])
        if found == row[2:]:
            passed += 1
        else:
            failed += 1
            print(f"FAIL {row[1]!r}: recorded {row[2:]}, PyTorch says {found}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
