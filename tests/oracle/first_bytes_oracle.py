#!/usr/bin/env python3
"""Whether Cairn calls a safetensors file ambiguous just where torch.load would get somewhere in it.

    first_bytes_oracle.py --cli CAIRN_CLI

The first bytes of such a file are the length of its header, and torch.load takes them for a pickle's. Makes files whose
headers have every length up to a kilobyte, with what would import something after the first line feed, and asks the
torch of this Python: it gets as far as a name that could be imported, or fails before. Nothing is: the attempt ends the
load.

Exit code 0: all agree; 1: some do not; 77: this Python has no torch.
"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

IMPORT = b"cos\nsystem\n."
MAGIC = b"\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."
LONG = 70_000  # more than is read of a line at once
DIGITS = b"1950a86a20f9469cfc6c"
# What torch takes after a line that is a text: numbers, names and lengths of any size.
TAKEN = {
    "blanks": b"I" + b" " * LONG + b"5\n0" + IMPORT,
    "a memo behind blanks": b"Np" + b" " * LONG + b"5\n0" + IMPORT,
    "a name": b"\x80\x04cos\n" + b"a" * LONG + b"\n" + IMPORT,
    "another module": b"cmy-module\nf\n.",
    "a number with zeros": b"I0x" + b"0" * LONG + DIGITS + b"\n." + IMPORT,
    "a number with an end": b"I0x" + DIGITS + b"\0" + b"x" * LONG + b"\n." + IMPORT,
    "a long number": b"\x8b" + struct.pack("<i", LONG) + MAGIC[2:-1].ljust(LONG, b"\0") + b"." + IMPORT,
}
PAYLOADS = {"import": b"\n" + IMPORT, "stream": b"\n" + MAGIC + IMPORT, "plain": b"\n" + b"." * 8, "long": b"x" * 70_000 + b"\n" + IMPORT}


class Imports(Exception):
    pass


def safetensors(length, payload):
    """A valid file with a header of this length, or None where none is so short."""
    fields = {"w": {"dtype": "U8", "shape": [len(payload)], "data_offsets": [0, len(payload)]}}
    text = json.dumps(fields, separators=(",", ":")).encode()
    return struct.pack("<Q", length) + text.ljust(length) + payload if len(text) <= length else None


def gets_somewhere(torch, path):
    """Whether it looks a name up: what comes then is up to the file."""
    options = {} if torch.__version__.startswith("1.") else {"weights_only": False}
    try:
        with open(path, "rb") as file:  # a path with that ending is another library's
            torch.load(file, map_location="cpu", **options)
    except Imports:
        return True
    except Exception:
        return False
    return False


def ambiguous(cli, paths):
    """For each file, whether Cairn calls it dangerous, for it could be read as something else."""
    shown = subprocess.run([cli, "inspect", "--json", *paths], capture_output=True, text=True, timeout=600)
    answers = []
    for document in map(json.loads, shown.stdout.splitlines()):
        if "error" in document:
            raise RuntimeError(f"{document['file']}: {document['error']}")
        answers.append(document["trust"]["verdict"] == "dangerous")
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    asked = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("skipped: this Python has no PyTorch")
        return 77

    def watch(event, arguments):
        if event == "pickle.find_class" and "\0" not in arguments[0]:  # no module has such a name
            raise Imports

    passed, failed, dangerous = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        files = []
        for length in range(1024):
            for kind, payload in PAYLOADS.items():
                content = safetensors(length, payload)
                if content is not None:
                    files.append(str(Path(name) / f"{length} bytes of header, {kind}.safetensors"))
                    Path(files[-1]).write_bytes(content)
        for kind, taken in TAKEN.items():
            files.append(str(Path(name) / f"{kind}.safetensors"))
            Path(files[-1]).write_bytes(safetensors(0x56, b"\n0" + taken))
        at_once = 500
        answers = [one for begin in range(0, len(files), at_once) for one in ambiguous(asked.cli, files[begin : begin + at_once])]
        sys.addaudithook(watch)
        for path, ours in zip(files, answers, strict=True):
            theirs = gets_somewhere(torch, path)
            dangerous += theirs
            if theirs == ours:
                passed += 1
            else:
                failed += 1
                print(f"FAIL {Path(path).stem}: torch {'looks names up' if theirs else 'fails at once'}, Cairn says the other")
    print(f"{passed} passed, {failed} failed; {dangerous} are more than tensors")
    return 1 if failed or not dangerous or dangerous == passed else 0


if __name__ == "__main__":
    sys.exit(main())
