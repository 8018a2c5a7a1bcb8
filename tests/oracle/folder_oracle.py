#!/usr/bin/env python3
"""Folder checkpoints made into one file by `cairn-cli convert`, against what torch makes of them.

    folder_oracle.py --cli CAIRN_CLI [NAME...]       the folders of tests/fixtures/folders, against their expected.json
    folder_oracle.py --cli CAIRN_CLI --random 40     random objects over random meshes, with the PyTorch of this Python

The first reads safetensors by hand, and .pth files too where this Python has PyTorch. Folders that lose a file or an end of one
must be refused by the name of that file. Exit code 0: all agree; 1: some do not; 77: this PyTorch cannot write such folders.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

try:
    import torch

    import folder_facts
except ImportError:
    torch = None

warnings.simplefilter("ignore")

DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32", "I16": "int16",
    "I8": "int8", "U8": "uint8", "U16": "uint16", "U32": "uint32", "U64": "uint64", "BOOL": "bool", "C64": "complex64",
    "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz",
    "F8_E8M0": "float8_e8m0fnu",
}  # fmt: skip
# Where in a folder the checkpoint is that expected.json tells of.
INSIDE = {"titan_steps": "step-20", "accelerate_fsdp": "pytorch_model_fsdp_0"}
# Sets of safetensors files with a list, which are no folder checkpoint to Cairn.
OTHER_SETS = ("hf_consolidated", "hf_two_files")
# What cannot be made into one file, and the word that says why.
REFUSED = {
    "dcp_unfinished": "never finished",
    "dcp_zstd": "stream.zstd/1",
    "dcp_quantized": "no plain elements",
    "ranks_partial": "sum",
}


class Failure(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failure(message)


class Cairn:
    def __init__(self, cli):
        self.cli = cli

    def run(self, *arguments):
        return subprocess.run([self.cli, *map(str, arguments)], capture_output=True, timeout=300)

    def inspect(self, folder):
        ran = self.run("inspect", "--json", folder)
        expect(ran.returncode in (0, 1), f"inspect: exit code {ran.returncode}: {ran.stderr.decode(errors='replace').strip()}")
        return json.loads(ran.stdout)

    def convert(self, folder, target, *options):
        ran = self.run("convert", folder, "-o", target, "--verify", *options)
        expect(ran.returncode == 0, f"convert: exit code {ran.returncode}: {ran.stderr.decode(errors='replace').strip()}")

    def refusal(self, folder, target, *options):
        ran = self.run("convert", folder, "-o", target, *options)
        expect(ran.returncode not in (0, 1), f"{Path(folder).name} was not refused")
        expect(not Path(target).exists(), "it was refused, and there is a file")
        return ran.stderr.decode(errors="replace")


def read_safetensors(path):
    """Name to [dtype, shape, digest]."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        raw = data[8 + length + begin : 8 + length + end]
        found[name] = [DTYPES[entry["dtype"]], entry["shape"], hashlib.sha256(raw).hexdigest()[:24]]
    return found


def name_of(path):
    return ".".join(map(str, path))


def compare(what, wanted, found):
    """Both are lists that begin with a path."""
    mine = {repr(one[0]): one for one in found}
    for one in wanted:
        other = mine.pop(repr(one[0]), None)
        expect(other is not None, f"{what}: {name_of(one[0])} is not there")
        expect(other[1:] == one[1:], f"{what}: {name_of(one[0])} is {other[1:]} instead of {one[1:]}")
    expect(not mine, f"{what}: {', '.join(mine)} should not be there")


def check_inspect(cairn, folder, wanted):
    document = cairn.inspect(folder)
    found = [[row["path"], row["dtype"], row["shape"]] for row in document["tensors"]]
    compare("inspect", [one[:3] for one in wanted["tensors"]], found)
    values = {json.dumps(row["path"]): row["type"] for row in document["values"]}
    for path, kind, _ in wanted.get("values", ()):
        expect(values.get(json.dumps(path)) == kind, f"inspect: {name_of(path)} is {values.get(json.dumps(path))}, not {kind}")


def check_pieces(cairn, folder, wanted):
    """Who holds which box of which tensor, as the metadata says. Tensors inside of other objects have no boxes in it."""
    tensors = {name_of(one[0]) for one in wanted["tensors"]}
    boxes = {
        (name, file, tuple(box[0]), tuple(box[1]))
        for name, pieces in wanted.get("pieces", {}).items()
        for file, *box in pieces
        if box and name in tensors
    }
    if not boxes:
        return
    named = {name for name, *_ in boxes}
    found = {
        (piece["tensor"], piece["file"], tuple(piece["origin"]), tuple(piece["size"]))
        for piece in cairn.inspect(folder)["pieces"]
        if piece["tensor"] in named
    }
    expect(found == boxes, f"pieces: {sorted(found ^ boxes)} are in one of the two alone")
    for file in {file for _, file, *_ in boxes}:
        ran = cairn.run("inspect", "--names", "--find", f"held:{file}", folder)
        held = named.intersection(ran.stdout.decode().splitlines())
        expect(held == {name for name, of, *_ in boxes if of == file}, f"held:{file} finds {sorted(held)}")


def check_safetensors(cairn, folder, wanted, scratch):
    target = scratch / "x.safetensors"
    held = [one for one in wanted["tensors"] if one[1] in DTYPES.values()]
    others = [one for one in wanted["tensors"] if one[1] not in DTYPES.values()]
    if not held:
        return
    drops = [option for one in others for option in ("--drop", name_of(one[0]))]
    cairn.convert(folder, target, "--to", "safetensors", "--drop-others", *drops)
    found = [[name, *facts] for name, facts in read_safetensors(target).items()]
    compare("safetensors", [[name_of(one[0]), *one[1:]] for one in held], found)


def check_pth(cairn, folder, wanted, scratch):
    target = scratch / "x.pth"
    cairn.convert(folder, target)
    if torch is None:
        return
    for _, dtype, *_ in wanted["tensors"]:
        if not hasattr(torch, dtype):
            return
    found = folder_facts.facts(torch.load(str(target), map_location="cpu", weights_only=False))
    compare("pth", wanted["tensors"], found["tensors"])
    compare("pth", wanted.get("values", []), found["values"])


class Model:
    """Stands for the model of whoever runs the Python that `check` writes: what is called so in the folder, or else lies at the
    top of it, or else in the first place. It is empty until it is filled."""

    def __init__(self, tensors):
        places = [tuple(one[0][:-1]) for one in tensors]
        named = [place for place in places if place and place[-1] == "model"]
        place = (named or sorted(places, key=len))[0]
        self.wanted = [[[one[0][-1]], *one[1:]] for one in tensors if tuple(one[0][:-1]) == place]
        self.loaded = None

    def state_dict(self):
        return {path[0]: torch.zeros(shape, dtype=getattr(torch, dtype)) for path, dtype, shape, _ in self.wanted}

    def load_state_dict(self, state):
        self.loaded = folder_facts.facts(state)["tensors"]


def check_python(cairn, folder, wanted):
    """Of a folder that one process can load, in this process."""
    ran = cairn.run("check", "--json", folder, "--torch", "latest" if has_hf_reader() else "2.6")
    document = json.loads(ran.stdout)
    python = document["python"]
    if torch is None or not document["loads"] or "dcp.load(" not in python or not hasattr(torch.distributed, "checkpoint"):
        return
    if not all(hasattr(torch, one[1]) for one in wanted["tensors"]):
        return
    model = Model(wanted["tensors"])
    try:
        exec(compile(python, "python", "exec"), {"model": model})
    except Exception as failure:
        raise Failure(f"the Python fails: {type(failure).__name__}: {str(failure)[-300:]}\n{python}") from failure
    compare("the Python", model.wanted, model.loaded)
    global ran_python
    ran_python += 1


ran_python = 0


def has_hf_reader():
    try:
        from torch.distributed.checkpoint import HuggingFaceStorageReader
    except ImportError:
        return False
    return HuggingFaceStorageReader is not None


def without(folder, scratch, file, cut):
    """A copy of a folder that lost a file, or the second half of it."""
    hurt = scratch / "hurt"
    shutil.rmtree(hurt, ignore_errors=True)
    shutil.copytree(folder, hurt)
    if cut:
        os.truncate(hurt / file, (hurt / file).stat().st_size // 2)
    else:
        (hurt / file).unlink()
    return hurt


def needed_file(folder, wanted):
    """One that something is lost with: not each rank's file holds elements."""
    for name, pieces in sorted(wanted.get("pieces", {}).items()):
        for piece in reversed(pieces):
            if 0 not in (piece[2] if len(piece) > 1 else ()):
                return piece[0]
    return next((path.name for path in sorted(folder.glob("*rank*1.*")) if "model" in path.name), None)


def check_hurt(cairn, folder, wanted, scratch):
    """The file is named where the copy is refused, or where the folder is shown. Of a file that is not there the rank is, or
    what is lost with it: names of files do not tell how many ranks there were."""
    file = needed_file(folder, wanted)
    for cut in (False, True) if file else ():
        hurt = without(folder, scratch, file, cut)
        answer = cairn.refusal(hurt, scratch / "never.pth")
        shown = cairn.run("inspect", hurt)
        told = answer + (shown.stdout + shown.stderr).decode(errors="replace")
        lost = not cut and "rank" in file and ("rank 1:" in told or "there are pieces for" in answer)
        expect(file in told or lost, f"{file} is {'cut' if cut else 'gone'}, and is not named: {answer.strip()}")


def check_folder(cairn, folder, name, wanted, scratch):
    place = folder / INSIDE.get(name, "")
    if name in REFUSED:
        answer = cairn.refusal(place, scratch / "never.pth")
        expect(REFUSED[name] in answer, f"{REFUSED[name]} is not named: {answer.strip()}")
        return
    check_inspect(cairn, place, wanted)
    check_pieces(cairn, place, wanted)
    check_safetensors(cairn, place, wanted, scratch)
    check_pth(cairn, place, wanted, scratch)
    check_python(cairn, place, wanted)
    check_hurt(cairn, place, wanted, scratch)


def fixtures(cairn, names):
    passed = failed = 0
    for record in sorted((FIXTURES / "folders").glob("torch*/expected.json")):
        for name, wanted in json.loads(record.read_text()).items():
            if name.startswith(OTHER_SETS) or (names and name not in names):
                continue
            with tempfile.TemporaryDirectory() as scratch:
                try:
                    check_folder(cairn, record.parent / name, name, wanted, Path(scratch))
                    passed += 1
                except Failure as failure:
                    failed += 1
                    print(f"FAIL {record.parent.name}/{name}: {failure}", flush=True)
    print(f"{passed} passed, {failed} failed; the Python of {ran_python} ran")
    return 1 if failed or not passed else 0


# Random folders. Each rank runs `write` for all seeds; the ranks know the same of each object, and write their own part.

RANKS = (1, 2, 3, 4)


def random_state(rng, mesh):
    """(whole object, this rank's object)."""
    import folder_makers
    from folder_makers.dcp import DTYPES as dtypes
    from makers.tensors import from_bytes
    from torch.distributed.tensor import Replicate, Shard

    def tensor():
        dtype = getattr(torch, rng.choice([name for name in dtypes if hasattr(torch, name)] + ["float32"] * 9))
        shape = [rng.choice((0, 1, 1, 2, 3, 4, 5, 7, 9)) for _ in range(rng.choice((0, 1, 1, 2, 2, 2, 3)))]
        size = torch.empty(shape, dtype=dtype)
        if size.numel():
            size = from_bytes(rng.randbytes(size.numel() * size.element_size()), dtype).reshape(shape)
        return size.t() if len(shape) == 2 and rng.random() < 0.2 else size

    def value(depth):
        roll = rng.random()
        if roll < 0.6 or depth > 3:
            whole = tensor()
            if rng.random() < 0.2:
                return whole, whole
            placements = [rng.choice([Replicate(), *(Shard(dim) for dim in range(whole.dim()))]) for _ in range(mesh.ndim)]
            return whole, folder_makers.cut(whole, mesh, *placements)
        if roll < 0.7:
            plain = rng.choice((3, 2.5, "text", None, True, (1, 2), [1, "two"]))
            return plain, plain
        if roll < 0.85:
            names = [rng.choice(("weight", "a.b", "0", "bias", "x", "größe")) for _ in range(rng.randint(1, 4))]
            pairs = {name: value(depth + 1) for name in names}
            return {key: one[0] for key, one in pairs.items()}, {key: one[1] for key, one in pairs.items()}
        several = [value(depth + 1) for _ in range(rng.randint(1, 3))]
        return [one[0] for one in several], [one[1] for one in several]

    whole, mine = {}, {}
    for i in range(rng.randint(1, 8)):
        whole[f"part{i}"], mine[f"part{i}"] = value(0)
    return whole, mine


def write(rank, ranks, seeds, scratch):
    import folder_makers
    import torch.distributed as dist
    import torch.distributed.checkpoint as dcp

    dist.init_process_group("gloo", init_method=f"file://{scratch}/store", rank=rank, world_size=ranks)
    for seed in seeds:
        rng = random.Random(seed)
        folder = scratch / str(seed)
        at = folder_makers.At(folder / "ranks", rank, ranks)
        mesh = at.mesh(2, 2) if ranks == 4 and rng.random() < 0.6 else at.mesh()
        whole, mine = random_state(rng, mesh)
        at.path.mkdir(parents=True, exist_ok=True)
        torch.save(mine, at.path / f"model_world_size_{ranks}_rank_{rank}.pt")
        options = {"thread_count": rng.randint(1, 3), "single_file_per_rank": rng.random() < 0.7}
        dcp.save(mine, storage_writer=dcp.FileSystemWriter(folder / "dcp", sync_files=False, **options))
        if rank == 0:
            torch.save(whole, folder / "whole")
    dist.barrier()
    dist.destroy_process_group()


def random_folders(cairn, count):
    if torch is None or tuple(map(int, torch.__version__.split(".")[:2])) < (2, 6):
        print("skipped: this Python has no PyTorch that writes folders")
        return 77
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        for ranks in RANKS:
            scratch = Path(name) / str(ranks)
            scratch.mkdir()
            command = [sys.executable, "-B", str(HERE / "folder_oracle.py"), "--write", str(scratch), "--ranks", str(ranks)]
            around = {**os.environ, "USE_LIBUV": "0", "GLOO_SOCKET_IFNAME": "lo", "OMP_NUM_THREADS": "1"}
            seeds = [str(seed) for seed in range(ranks, count, len(RANKS))]
            running = [subprocess.Popen([*command, "--rank", str(rank), *seeds], env=around) for rank in range(ranks)]
            expect(not any([process.wait() for process in running]), f"torch fails to write with {ranks} ranks")
            for seed in seeds:
                failed += not same(cairn, scratch / seed, seed, ranks)
        print(f"torch {torch.__version__}: {count} random objects, {failed} of them wrong")
    return 1 if failed else 0


def same(cairn, folder, seed, ranks):
    whole = torch.load(folder / "whole", weights_only=False)
    for kind in ("dcp", "ranks"):
        wanted = folder_facts.facts(folder_facts.with_text_keys(whole) if kind == "dcp" else whole)
        try:
            for check in (check_safetensors, check_pth):
                check(cairn, folder / kind, wanted, folder)
        except Failure as failure:
            print(f"FAIL seed {seed}, {ranks} ranks, {kind}: {failure}", flush=True)
            return False
        for made in folder.glob("x.*"):
            made.unlink()
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--cli")
    parser.add_argument("--random", type=int, metavar="COUNT")
    parser.add_argument("--write", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--rank", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--ranks", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.write:
        write(asked.rank, asked.ranks, [int(seed) for seed in asked.names], asked.write)
        return 0
    if asked.random:
        return random_folders(Cairn(asked.cli), asked.random)
    return fixtures(Cairn(asked.cli), asked.names)


if __name__ == "__main__":
    sys.exit(main())
