#!/usr/bin/env python3
"""Compares the tensors that `cairn-cli load` makes with LibTorch to those of real PyTorch: dtypes, shapes, strides,
sharing, flags, quantisers, values. Every file is loaded on the CPU and on meta, or on the devices that are named.

    load_oracle.py --cli CAIRN_CLI            the fixtures
    load_oracle.py --cli CAIRN_CLI --corpus   the real checkpoints in the folder that CAIRN_CORPUS names
    load_oracle.py --cli CAIRN_CLI --installed   through the PyTorch of this Python, not through Cairn's own module
    load_oracle.py --cli CAIRN_CLI --device cuda:0   PyTorch loads there, too

Files that this PyTorch does not load must still end in an answer, and what was loaded must be as in the file.
Exit code 77: there is no PyTorch, no module, or no folder.
"""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import warnings
import zipfile
import zlib
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "fixtures"), str(HERE.parent)]

import facts  # noqa: E402
from facts import Fact, differences  # noqa: E402
from oracle import FOLDERS, NOT_COMPARED, Report, fixtures  # noqa: E402

warnings.simplefilter("ignore")  # what torch.load thinks of TorchScript and sparse tensors
facts.digest = lambda data: zlib.crc32(data)

BATCH = 40  # files for one process: starting LibTorch is most of the time
PACKED = ("quint4x2", "quint2x4")
OLDEST_INSTALLED = (2, 3)
# What LibTorch cannot have, in the words of Cairn; anything else that is missing is a failure.
EXCUSED = ["a constant of the code", "a class of Python", "has no dtype", "LibTorch has no tensor of this kind"]
# What the C interface of a PyTorch that is installed cannot make, and the version that can.
LACKING = [
    ("quantised tensors of dtype quint4x2", None),
    ("quantised tensors of dtype quint2x4", None),
    ("quantised", (2, 10)),
    ("sparse", (2, 10)),
    ("nested", (2, 7)),
    ("tensors that are conjugated", (2, 7)),
    ("tensors that are negated", (2, 7)),
]


def load_all(cli, files, device):
    """The JSON of each file by its name, and the codes that are worse than a verdict."""
    batches = [[str(path) for path in files[begin : begin + BATCH]] for begin in range(0, len(files), BATCH)]

    def load(batch):
        options = ["--trusted", "--map", f"*={device}", "--check-values", "--json"]  # some objects look like attacks
        ran = subprocess.run([cli, "load", *options, *batch], capture_output=True, timeout=500)
        if b"runtime.missing" in ran.stdout:
            print("skipped: Cairn was built without the LibTorch module")
            sys.exit(77)
        if ran.returncode not in (0, 1, 3, 4):
            sys.exit(f"exit code {ran.returncode} for {batch}: {ran.stderr.decode(errors='replace')[-2000:]}")
        return {document["file"]: document for document in map(json.loads, ran.stdout.splitlines())}

    documents = {}
    with ThreadPoolExecutor(max(1, os.cpu_count() // 2)) as pool:
        for found in pool.map(load, batches):
            documents.update(found)
    return documents


def our_facts(document):
    found = []
    for row in document["tensors"]:
        fact = Fact(path=tuple(row["path"]), dtype=row["dtype"], shape=row["shape"], stride=row["stride"], offset=row["offset"])
        fact.group, fact.part, fact.digest = row["storage"], row["part"], row["crc32"]
        fact.requires_grad, fact.conj, fact.neg = row["requires_grad"], row["conj"], row["neg"]
        fact.quantizer = row.get("quantizer")
        found.append(fact)
    return found


def their_facts(path, corpus, device="cpu"):
    """PyTorch's facts, or the reason why there are none."""
    import torch_side

    if path.name in NOT_COMPARED:
        return None, NOT_COMPARED[path.name]
    if path.name == "empty_of_two_dtypes.pt" and torch_side.VERSION < (2, 0):
        return None, "this PyTorch gives both the dtype of the first"
    if path.name == "big_endian.pt" and torch_side.VERSION < (2, 1):
        return None, "this PyTorch ignores the byte order"
    tags = {}
    try:
        root = load_safely(path, torch_side) if corpus else torch_side.load(path, tags, device)
    except torch_side.CannotLoad as refusal:
        return None, str(refusal)
    is_module = corpus and hasattr(root, "named_parameters")
    if is_module:  # its code may lack what the walk looks for
        root = {**dict(root.named_parameters()), **dict(root.named_buffers())}
    found = torch_side.Walk(tags).run(root)
    for fact in found:
        fact.tag = None
        fact.path = tuple(fact.path[0].split(".")) if is_module else fact.path
        if fact.dtype in PACKED:
            fact.digest = None
        if "device_tensor" in path.name:  # the bytes are those of its part
            fact.digest = fact.group = None
    return found, None


class Aside:
    """PyTorch in a process of its own: on a GPU it crashes on some files, and CUDA is of no use to that process then."""

    def __init__(self):
        self.pool = None

    def their_facts(self, path, corpus, device):
        self.pool = self.pool or ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
        try:
            found, why = self.pool.submit(their_facts, path, corpus, device).result(timeout=120)
        except BrokenProcessPool:
            found, why = None, "it crashed"
        if why and ("it crashed" in why or "CUDA error" in why):
            print(f"PyTorch cannot go on after {path.parent.name}/{path.name}: {why}")
            self.pool.shutdown(wait=False)
            self.pool = None
        return found, why


def load_safely(path, torch_side):
    """Files from anywhere: TorchScript, and pickles without a call that is not known to be harmless."""
    import torch

    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as archive:
                if any(name.endswith("/constants.pkl") or name.endswith("model.json") for name in archive.namelist()):
                    return torch.jit.load(str(path), map_location="cpu")
        if path.suffix == ".safetensors":
            return torch_side.load_safetensors(str(path))
        return torch.load(str(path), map_location="cpu", weights_only=True)
    except Exception as failure:
        raise torch_side.CannotLoad(str(failure)) from failure


def excused(document):
    return {repr(tuple(row["path"])) for row in document["not_loaded"] if any(word in row["why"] for word in EXCUSED)}


def wanted_meta(row):
    """A wildcard leaves meta storages alone, for they have no bytes."""
    return "meta" if row.get("saved_on") == "meta" else None


def is_broken_set(path, document):
    """A set without one of its shards is refused as a whole; PyTorch knows no sets, and the oracle reads what there is."""
    damaged = any(problem["code"] == "file.damaged" for problem in document.get("problems") or [])
    return path.name.endswith(".index.json") and damaged and not document.get("loaded")


def own_problems(document, device):
    """What must hold of any file: it is loaded, or an error says why not; values are as in the file."""
    if "error" in document:
        return []
    if not document.get("loaded"):
        return [f"not loaded: {document.get('problems')}"]
    found = [f"{row['entry']}: {row['why']}" for row in document["check"]["different"]]
    return found + [f"{row['path']} is on {row['device']}" for row in document["tensors"] if row["device"] not in (device, wanted_meta(row))]


def refuses_on_meta(path):
    """PyTorch cannot have this TorchScript on meta either."""
    import torch

    try:
        torch.jit.load(str(path), map_location="meta")
    except Exception:
        return True
    return False


def is_script(path):
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as archive:
        return any("/code/" in name for name in archive.namelist())


def compare(path, document, wanted, device):
    if "error" in document:
        also = device == "meta" and document["error"]["code"] == "runtime.torch" and refuses_on_meta(path)
        return [] if also else [f"refused: {document['error']}"]
    if not document.get("loaded"):
        return [f"not loaded: {document.get('problems')}"]
    ours = our_facts(document)
    inside = {row["entry"] for row in document["check"]["not_checked"] if any(word in row["why"] for word in EXCUSED)}
    wanted = [fact for fact in wanted if ".".join(map(str, fact.path)) not in inside]
    missing = excused(document) if device != "meta" else {repr(tuple(row["path"])) for row in document["not_loaded"]}
    theirs = [fact for fact in wanted if repr(fact.path) not in missing]
    present = {repr(fact.path) for fact in theirs}
    if is_script(path):  # PyTorch's walk sees only some kinds of attributes
        ours = [fact for fact in ours if repr(fact.path) in present]
    without_bytes = {repr(tuple(row["path"])) for row in document["tensors"] if row["device"] == "meta"}
    for fact in [*theirs, *ours]:
        if repr(fact.path) in without_bytes:
            fact.digest = None
    for fact in ours:
        if fact.shape is None:  # nested: PyTorch says as little
            fact.shape = next((wish.shape for wish in theirs if wish.path == fact.path), None)
    return list(differences(theirs, ours))


def on_meta(path, cpu_facts):
    """PyTorch's own shapes and strides on meta where it can do that; elsewhere those on the CPU."""
    import torch
    import torch_side

    # PyTorch 2 turns the bytes of a big-endian file round where meta has none, and crashes.
    if torch_side.VERSION >= (2, 0) and "big_endian" in path.name:
        return cpu_facts
    options = {} if torch_side.VERSION < (2, 0) else {"weights_only": False}
    try:
        walk = torch_side.Walk({})
        found = {repr(fact.path): fact for fact in walk.run(torch.load(str(path), map_location="meta", **options))}
    except Exception:
        return cpu_facts
    for fact in cpu_facts:
        other = found.get(repr(fact.path))
        if other is not None and other.stride is not None:
            fact.shape, fact.stride = other.shape, other.stride
    return cpu_facts


def other_torch(document):
    import torch

    found = document.get("torch", torch.__version__)
    return [] if found == torch.__version__ else [f"loaded through PyTorch {found}"]


def forgive_requires_grad(wanted, document):
    """Old C interfaces cannot set it, and a note says so."""
    if any("without requires_grad" in note for note in document.get("notes", [])):
        for fact in wanted:
            fact.requires_grad = False


def run_scripts(cli, files, report):
    """What the python of the PyTorch makes of TorchScript when its code runs: the same values, or torch's own refusal."""
    import torch

    for path in files:
        if not is_script(path):
            continue
        try:
            torch.jit.load(path, map_location="cpu")
            reads = True
        except Exception:
            reads = False
        command = [cli, "load", "--run-script-code", "--check-values", "--map", "*=cpu", "--torch-at", sys.prefix, path]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        says = f"torch.jit.load {'reads' if reads else 'refuses'} it, exit {done.returncode}: {done.stderr.strip()}"
        report.result(f"code of {path.parent.name}/{path.name}", [] if (done.returncode == 0) == reads else [says])


def check(cli, files, corpus, installed=False, devices=("cpu", "meta")):
    report = Report(names_passed=False)
    aside = Aside()
    alone = 0
    for device in devices:
        documents = load_all(cli, files, device)
        for path in files:
            name = f"{path.parent.name}/{path.name} on {device}"
            document = documents.get(str(path))
            if document is None:
                report.result(name, ["no answer"])
                continue
            if is_broken_set(path, document):
                report.result(name, [])
                continue
            found = own_problems(document, device)
            if device.startswith("cuda"):
                wanted, _ = aside.their_facts(path, corpus, device)
            else:
                wanted, _ = their_facts(path, corpus)
            if wanted is None:
                alone += 1
            else:
                wanted = on_meta(path, wanted) if device == "meta" and not corpus else wanted
                if installed:
                    found += other_torch(document)
                    forgive_requires_grad(wanted, document)
                found += compare(path, document, wanted, device)
            report.result(name, found)
    if installed and not corpus and "cpu" in devices:
        run_scripts(cli, files, report)
    print(f"{report.passed} passed, {report.failed} failed; {alone} without PyTorch to compare with")
    return 1 if report.failed or report.passed <= alone else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--installed", action="store_true")
    parser.add_argument("--device", action="append")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("skipped: this Python has no PyTorch")
        return 77
    if options.installed:
        import torch_side

        if torch_side.VERSION < OLDEST_INSTALLED:
            print(f"skipped: PyTorch {torch.__version__} is older than what Cairn can load through")
            return 77
        EXCUSED.extend(f"has nothing for {kind}" for kind, since in LACKING if since is None or torch_side.VERSION < since)
        os.environ["CAIRN_TORCH_AT"] = os.path.dirname(torch.__file__)
        print(f"through PyTorch {torch.__version__} in {os.environ['CAIRN_TORCH_AT']}")
    files = options.files
    if options.corpus:
        folder = os.environ.get("CAIRN_CORPUS")
        if not folder:
            print("skipped: CAIRN_CORPUS is not set")
            return 77
        rows = [json.loads(line) for line in (Path(folder) / "listing.jsonl").read_text().splitlines()]
        files = [Path(folder) / row["file"] for row in rows if Path(row["file"]).name != ".metadata"]  # that is a folder
    elif not files:
        files = [path for _, path in fixtures(FOLDERS)]
    return check(options.cli, files, options.corpus, options.installed, options.device or ("cpu", "meta"))


if __name__ == "__main__":
    sys.exit(main())
