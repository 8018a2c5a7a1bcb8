#!/usr/bin/env python3
"""Whether what Cairn calls data only is what torch's reader of zips takes, of zips whose numbers do not agree.

    zips_oracle.py --cli CAIRN_CLI [--count N]

Makes them by trust_zips.py, and asks the reader in this Python's torch, the one that torch.load has, for the pickle that
it would load. Exit code 0: no file is called data only whose pickle runs something; 1: one is, or too few files say
anything; 77: this Python has no torch.
"""

import argparse
import collections
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from trust_zips import EVIL, HONEST, composed_zip

try:
    import torch
except ImportError as missing:
    print(f"skip: {missing}")
    sys.exit(77)


def taken_by_torch(path):
    """The pickle that torch.load would read; None if it refuses the file."""
    try:
        return torch._C.PyTorchFileReader(str(path)).get_record("data.pkl")
    except RuntimeError:
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=1500)
    asked = parser.parse_args()
    seen = collections.Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "composed.pth"
        for number in range(asked.count):
            path.write_bytes(composed_zip(random.Random(number)))
            pickle = taken_by_torch(path)
            if pickle is None:
                continue
            said = subprocess.run([asked.cli, "inspect", "--json-summary", path], capture_output=True, text=True)
            verdict = json.loads(said.stdout).get("trust", {}).get("verdict", "refused")
            seen[pickle, verdict] += 1
            if pickle != HONEST and verdict == "data only":
                wrong.append(number)
                print(f"FAIL {number}: torch takes a pickle that runs something, and Cairn says {verdict}")
    for (pickle, verdict), count in sorted(seen.items()):
        print(f"{count} whose pickle {'runs something' if pickle == EVIL else 'is data'}: {verdict}")
    few = asked.count // 50
    if sum(seen[EVIL, verdict] for verdict in ("dangerous", "refused")) < few or seen[HONEST, "data only"] < few:
        print("FAIL too few files say anything")
        return 1
    print(f"{len(wrong)} are told wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
