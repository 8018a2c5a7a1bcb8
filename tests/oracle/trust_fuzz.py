#!/usr/bin/env python3
"""Whether Cairn's verdict on pickles changed and made at random is what real torch makes of them.

    trust_fuzz.py --cli CAIRN_CLI [--count N] [--first N] [--keep FOLDER] [FOLDER...]

Takes the pickles of the fixtures, or of the checkpoints in the folders, apart into instructions, and changes some:
other names, numbers, places in the memo, frames, instructions twice, left out or from another file. Others are composed
of harmless names with arguments of all kinds: see trust_composer.py. One in four is made of zips whose numbers do not
agree: see trust_zips.py. Each file comes from its number alone. Loads them
with the torch of this Python, and of those that CAIRN_TORCH_PYTHONS names, in processes that report what is looked up
and what starts: what does harm may not be called harmless, what ends the process may not be called data only, what is
looked up has to be listed, what weights_only says of a name has to be what Cairn says, and what `check` says that loads
has to load. --keep keeps the files that are told wrongly. Exit code 0: all agree; 1: some do not; 77: this Python has
no torch.
"""

import argparse
import io
import pickletools
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from trust_cases import listed, old_stream, text
from trust_composer import composed
from trust_oracle import CairnAnswer, pythons, torch_answers
from trust_zips import composed_zip

HERE = Path(__file__).resolve().parent
BATCH = 100
LONGEST = 20_000  # bytes of a pickle: small ones have as many ways to go wrong
REFUSED_NAME = re.compile(r"(?:GLOBAL|Unsupported (?:class|global:?(?: GLOBAL)?)) ([\w.]+)")

NOT_INSTALLED = (
    "ModuleNotFoundError",
    "ImportError",
    "AttributeError: Can't get attribute",
    "ValueError: <numpy.random.",  # older NumPy takes the name of a generator, newer NumPy the generator itself
    "ValueError: mutable default",  # torch 1.13 cannot import all of itself with Python 3.11
)

HARMLESS = [
    "collections OrderedDict", "collections defaultdict", "collections Counter", "collections deque", "builtins list",
    "builtins dict", "builtins set", "builtins bytearray", "builtins slice", "builtins frozenset", "_codecs encode",
    "argparse Namespace", "types SimpleNamespace", "datetime datetime", "decimal Decimal", "uuid UUID", "pathlib PosixPath",
    "copyreg _reconstructor", "copyreg __newobj_ex__", "re _compile", "torch FloatStorage", "torch Size", "torch device",
    "torch float32", "torch Generator", "torch Tensor", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_parameter",
    "torch._utils _rebuild_sparse_tensor", "torch._tensor _rebuild_from_type_v2", "torch.nn.parameter Parameter",
    "torch.storage _load_from_bytes", "torch.storage UntypedStorage", "numpy dtype", "numpy ndarray",
    "numpy.core.multiarray _reconstruct", "numpy.core.multiarray scalar", "torch.jit._pickle restore_type_tag",
]  # fmt: skip
HARMFUL = ["os mkdir", "posix mkdir", "builtins exec", "builtins eval", "builtins getattr", "functools partial",
           "operator methodcaller", "torch load", "torch.serialization load"]  # fmt: skip


def instructions(data):
    """The bytes of each instruction, without PROTO and STOP; None if they cannot be told apart."""
    try:
        ops = list(pickletools.genops(data))
    except Exception:
        return None
    places = [place for _, _, place in ops]
    ends = places[1:] + [places[-1] + 1]
    return [data[start:end] for (op, _, _), start, end in zip(ops, places, ends) if op.name not in ("PROTO", "STOP")]


def known_pickles(folders):
    """Lists of instructions, in the order of the files' names: the same for every Python, so without files of several
    zips, of which older ones read the last."""
    found = []
    for path in sorted(file for top in folders for file in top.rglob("*") if file.is_file() and file.suffix != ".distcp"):
        try:
            with zipfile.ZipFile(path) as archive:
                datas = [archive.read(name) for name in archive.namelist() if name.endswith("data.pkl")]
        except (zipfile.BadZipFile, OSError):
            datas = [path.read_bytes()] if path.stat().st_size < 10 * LONGEST else []
        for data in datas:
            parts = instructions(data) if data[:1] == b"\x80" and len(data) < LONGEST else None
            if parts:
                found.append(parts)
    return found


def name_in(rng):
    module, name = rng.choice(HARMFUL if rng.random() < 0.3 else HARMLESS).split()
    if rng.random() < 0.7:
        return b"c%s\n%s\n" % (module.encode(), name.encode())
    return b"".join(b"\x8c" + bytes([len(word)]) + word.encode() for word in (module, name)) + b"\x93"


def value_in(rng):
    return rng.choice([
        b"N", b"\x88", b"K" + bytes([rng.randrange(256)]), b"J" + struct.pack("<i", rng.randrange(-(2**31), 2**31)), b")",
        b"]", b"}", b"(", b"X\5\0\0\0PWNED", b"\x8c\5PWNED", b"U\5PWNED", b"B\3\0\0\0abc", b"G" + bytes(8), b"\x8f", b"\x85",
        b"\x86", b"R", b"b", b"\x81", b"0", b"2", b"1", b"t", b"l", b"d", b"a", b"e", b"s", b"u", b"Q", b"o", b"\x94", b"\x90",
        b"h" + bytes([rng.randrange(12)]), b"q" + bytes([rng.randrange(12)]), b"g%d\n" % rng.randrange(30),
        b"p%d\n" % rng.randrange(300), b"r" + struct.pack("<I", rng.choice([1, 5, 79, 80, 81, 300])), b"\x80\2", b"\x80\4",
        b"\x95" + struct.pack("<Q", rng.randrange(40)), b"I01\n", b"L5L\n", b"S'PWNED'\n", b"VPWNED\n",
    ])  # fmt: skip


def changed(parts, others, rng):
    parts = list(parts)
    for _ in range(rng.choice([1, 1, 2, 3, 6])):
        at = rng.randrange(len(parts))
        way = rng.randrange(8)
        if way == 0:
            names = [i for i, part in enumerate(parts) if part[:1] in b"c\x93"]
            parts[rng.choice(names) if names else at] = name_in(rng)
        elif way == 1:
            parts[at] = value_in(rng)
        elif way == 2:
            parts.insert(at, value_in(rng))
        elif way == 3:
            del parts[at : at + rng.choice([1, 1, 2, 5])]
        elif way == 4:
            parts[at:at] = parts[rng.randrange(len(parts)) :][: rng.choice([1, 2, 8, 30])]
        elif way == 5:
            other = rng.choice(others)
            start = rng.randrange(len(other))
            parts[at:at] = other[start : start + rng.choice([1, 3, 10, 40])]
        elif way == 6:
            parts[at:at] = [name_in(rng), b"X\5\0\0\0PWNED", b"\x85", rng.choice([b"R", b"\x81"])]
        else:
            parts[at:at] = [b"\x95" + struct.pack("<Q", len(b"".join(parts[at : at + rng.randrange(1, 30)])))]
        if not parts:
            parts = [b"N"]
    return b"".join(parts)


def made(number, known):
    rng = random.Random(number)
    protocol = rng.choice([2, 2, 2, 3, 4])
    is_stream = rng.random() < 0.3
    if rng.random() < 0.4:
        body = composed(rng, is_stream)
    elif rng.random() < 0.3:
        body = changed([name_in(rng) if rng.random() < 0.2 else value_in(rng) for _ in range(rng.randrange(1, 40))], known, rng)
    else:
        body = changed(rng.choice(known), known, rng)
    return body, protocol, is_stream


def file_of(number, known):
    if number % 4 == 3:
        return composed_zip(random.Random(number))
    body, protocol, is_stream = made(number, known)
    if is_stream:
        keys = [str(key) for key in range(4) if text(str(key)) in body]
        storages = b"".join(struct.pack("<q", 64) + bytes(512) for _ in keys)
        return old_stream(value=body, keys=listed(*map(text, keys)), protocol=protocol) + storages
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80" + bytes([protocol]) + body + b".")
        for key in range(4):
            archive.writestr(f"archive/data/{key}", bytes(64))
        archive.writestr("archive/version", b"3\n")
    return out.getvalue()


def line_of(version):
    return version[:4] if version.startswith("1.13") else "2.6" if version.startswith("2.6") else "latest"


def load_problems(cli, path, theirs, line):
    """Whether what is said to load does: without weights_only, and with it."""
    for asks, failure in (["--trusted"], theirs["failure"]), ([], theirs.get("weights_only")):
        if failure is None or failure.startswith(NOT_INSTALLED) or (line == "1.13" and not asks):  # that does not ask
            continue
        said = subprocess.run([cli, "check", *asks, "--torch", line, "--machine", "cpu", path], capture_output=True)
        if said.returncode == 0:
            yield f"check {' '.join(asks)} says that it loads: {failure}"


def weights_only_problems(cairn, theirs, line):
    """Whether what torch refuses by its name is blocked for Cairn too."""
    refused = REFUSED_NAME.search(theirs.get("weights_only") or "")
    if cairn.refused or not refused:
        return
    said = cairn.weights_only.get(refused.group(1), {}).get(line)
    if said == "allowed":
        yield f"weights_only refuses {refused.group(1)}, which is called allowed"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("folders", nargs="*", type=Path)
    asked = parser.parse_args()
    if subprocess.run([sys.executable, "-c", "import torch"], capture_output=True).returncode != 0:
        print("skipped: this Python has no PyTorch")
        return 77
    known = known_pickles(asked.folders or [HERE.parent / "fixtures"])
    wrong = 0
    told = {}  # verdicts, and what ran in each torch
    for first in range(asked.first, asked.first + asked.count, BATCH):
        numbers = range(first, min(first + BATCH, asked.first + asked.count))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for number in numbers:
                (folder / f"{number}.pth").write_bytes(file_of(number, known))
            cairn = {path.name: CairnAnswer(asked.cli, path) for path in folder.iterdir()}
            for answer in cairn.values():
                verdict = answer.verdict or "refused"
                told[verdict] = told.get(verdict, 0) + 1
            for python in pythons():
                answers = torch_answers(python, folder, "--weights-only")
                if answers is None:
                    print(f"FAIL {' '.join(python)} has no torch")
                    return 1
                version, found = answers
                for file, theirs in found.items():
                    ran = f"ran something in torch {version}"
                    told[ran] = told.get(ran, 0) + theirs["runs"]
                    line = line_of(version)
                    problems = [*cairn[file].problems(theirs), *weights_only_problems(cairn[file], theirs, line),
                                *load_problems(asked.cli, folder / file, theirs, line)]
                    for problem in problems:
                        print(f"FAIL {file}: torch {version}: {problem}", flush=True)
                    wrong += bool(problems)
                    if problems and asked.keep:
                        asked.keep.mkdir(parents=True, exist_ok=True)
                        shutil.copy(folder / file, asked.keep)
    print(f"{asked.count} files: " + ", ".join(f"{count} {what}" for what, count in sorted(told.items())))
    print(f"{wrong} are told wrongly")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
