#!/usr/bin/env python3
"""Holds the rows that `cairn-cli inspect` shows of random pickles against what Python's own unpickler makes of them.

    pickle_oracle.py --cli CAIRN_CLI [--count N] [--seed S]

The pickles are programs that no pickler writes: containers that are made of others, filled before and after they were
copied, asked for again from the memo, with keys that are equal. What cannot be told without running them has to be called
dangerous; of all others every row has to be what Python has.

Exit code 0: all as expected; 1: not.
"""

import argparse
import collections
import io
import json
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import types

CALLED = ["builtins dict", "builtins list", "builtins set", "builtins tuple", "builtins frozenset",
          "collections OrderedDict", "collections Counter", "collections deque", "collections defaultdict",
          "types SimpleNamespace"]
FILES_A_CALL = 100


class Unpickler(pickle.Unpickler):
    """Calls nothing but what the programs may call."""

    def find_class(self, module, name):
        if f"{module} {name}" not in CALLED:
            raise pickle.UnpicklingError("not one of them")
        return super().find_class(module, name)


def constant(rng):
    return rng.choice([b"K\0", b"K\1", b"K\2", b"\x88", b"\x89", b"G\x3f\xf0" + bytes(6), b"X\1\0\0\0a", b"X\1\0\0\0b",
                       b"N", b"K\1X\1\0\0\0a\x86", b"\x88X\1\0\0\0a\x86", b"K\1N\x86\x85",
                       b"G\x3f\xf0" + bytes(6) + b"N\x86\x85", b"G\x3f\xe0" + bytes(6), b"J\xff\xff\xff\xff"])


def program(rng):
    """A pickle of a tuple with all that is left on the stack. Not all of them can be run."""
    out = bytearray(b"\x80\2(")
    saved = 0
    for _ in range(rng.randrange(2, 14)):
        kind = rng.randrange(12)
        if kind < 4:
            out += rng.choice([b"}", b"]", b"\x8f"]) + b"q" + bytes([saved])
            saved += 1
        elif kind < 5 and saved != 0:
            out += b"h" + bytes([rng.randrange(saved)])
        elif kind < 6:
            out += b"(" + constant(rng) + constant(rng) + rng.choice([b"u", b"e", b"\x90"])
        elif kind < 7:
            out += constant(rng) + rng.choice([constant(rng) + b"s", b"a"])
        elif kind < 8 and saved != 0:
            out += b"X\1\0\0\0" + rng.choice([b"a", b"b"]) + b"h" + bytes([rng.randrange(saved)]) + b"s"
        elif kind < 11:
            module, name = rng.choice(CALLED).split()
            call = b"c" + module.encode() + b"\n" + name.encode() + b"\n"
            arguments = rng.choice([b")", b"h" + bytes([rng.randrange(saved)]) + b"\x85" if saved != 0 else b")",
                                    constant(rng) + b"\x85", b"]" + constant(rng) + constant(rng) + b"\x86a\x85"])
            out += call + arguments + rng.choice([b"R", b"R", b"R", b"\x81"]) + b"q" + bytes([saved])
            saved += 1
        elif saved != 0:
            out += b"h" + bytes([rng.randrange(saved)]) + b"b"
    return bytes(out + b"t.")


def rows(path, value, above=()):
    """What inspect lists: the path, the type, and the value of what holds nothing."""
    if id(value) in above:
        raise RecursionError("it holds itself")
    above += (id(value),)
    kind = type(value).__name__
    if isinstance(value, dict):
        yield path, kind, None
        if isinstance(value, collections.defaultdict) and value.default_factory is not None:
            yield from rows(path + ["default_factory"], value.default_factory, above)
        for key, part in value.items():
            yield from rows(path + [key], part, above)
        for name, part in getattr(value, "__dict__", {}).items():
            yield from rows(path + [name], part, above)
    elif isinstance(value, types.SimpleNamespace):
        yield path, kind, None
        for name, part in vars(value).items():
            yield from rows(path + [name], part, above)
    elif isinstance(value, (list, tuple, collections.deque)):
        yield path, kind, None
        for index, part in enumerate(value):
            yield from rows(path + [index], part, above)
    elif isinstance(value, (set, frozenset)):
        yield path, kind, None
        for part in value:
            yield from rows(path + ["element"], part, above)
    else:
        yield path, kind, value if isinstance(value, (int, float, str)) else None


def shown(document):
    """The same of what the program printed."""
    sets = set()
    for row in document["values"]:
        path = row["path"]
        if row["type"] in ("set", "frozenset"):
            sets.add(repr(path))
        if path and path[-1] == "default_factory" and row["type"] == "NoneType":
            continue
        is_empty = row["value"] == "SimpleNamespace()"
        yield ([("element" if repr(path[:at]) in sets else key) for at, key in enumerate(path)],
               row["type"].rsplit(".", 1)[-1], None if is_empty else row["value"])


def comparable(listed):
    """1, 1.0 and True are one key, and one element of a set, which has no order and holds it once."""
    def plain(value):
        if isinstance(value, tuple):
            return repr(value)
        words = {"True": 1, "False": 0, "1.0": 1, "0.5": 0.5, True: 1, False: 0, "None": None}
        return words.get(value, value) if isinstance(value, (str, bool)) else value

    return {(repr([float(plain(key)) if isinstance(plain(key), (int, float)) else plain(key) for key in path]),
             "" if "element" in path and kind in ("int", "float", "bool") else kind,
             repr(plain(value) if "element" not in path or value is None or isinstance(value, str)
                  else float(value))) for path, kind, value in listed}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    made = {}
    with tempfile.TemporaryDirectory(prefix="cairn-pickle-oracle-") as folder:
        while len(made) < options.count:
            bytes_ = program(rng)
            try:
                value = Unpickler(io.BytesIO(bytes_)).load()
                expected = comparable(rows([], value))
            except Exception:  # what cannot be loaded has no values
                continue
            path = pathlib.Path(folder, f"{len(made)}.pkl")
            path.write_bytes(bytes_)
            made[str(path)] = expected
        names = list(made)
        wrong = dangerous = same = 0
        for at in range(0, len(names), FILES_A_CALL):
            run = subprocess.run([options.cli, "inspect", "--json", *names[at : at + FILES_A_CALL]], capture_output=True,
                                 text=True, check=False)
            for line in run.stdout.splitlines():
                document = json.loads(line)
                if document.get("trust", {}).get("verdict", "dangerous") != "data only":
                    dangerous += 1
                    continue
                expected = made[document["file"]]
                found = comparable(shown(document))
                same += found == expected
                if found != expected:
                    wrong += 1
                    print(f"FAIL: {pathlib.Path(document['file']).read_bytes()!r}\n  Python: {sorted(expected - found)}"
                          f"\n  Cairn:  {sorted(found - expected)}")
    print(f"{same} pickles as Python reads them, {dangerous} called dangerous, {wrong} wrong; seed {options.seed}")
    if wrong + dangerous + same != options.count or same < options.count // 4:
        print("FAIL: not all were read, or too few")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
