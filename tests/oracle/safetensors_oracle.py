#!/usr/bin/env python3
"""Converts checkpoints with `cairn-cli convert --to safetensors` and reads the results with the real safetensors library.

    safetensors_oracle.py --cli CAIRN_CLI [FOLDER...]

Every tensor must equal the one that torch.load gives for the source: name, dtype, shape and values bit for bit. What is
not in the file must be in the report. A file without second names must be the library's own, byte for byte.
Exit code 0: all agree; 1: some do not; 77: this Python has no PyTorch or no safetensors.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

try:
    import safetensors
    import torch
    from safetensors import safe_open
    from safetensors.torch import save_file
except ImportError as missing:
    print(f"skip: {missing}")
    sys.exit(77)

import oracle  # noqa: E402
import torch_side  # noqa: E402

# Files whose objects PyTorch builds into something else than what is saved, so that the rows have other names.
OTHER_NAMES = {"jagged_tensor.pt", "torch_objects.pt", "script_tagged.pt", "script_traced_constants.pt"}
NOT_COMPARED = {
    **oracle.NOT_COMPARED,
    "script_lite.ptl": "its code is needed to load it",
    "torch_objects_2x.pt": "its only tensor becomes the state of a generator",
}
if torch_side.VERSION < (2, 1):
    NOT_COMPARED["big_endian.pt"] = "this PyTorch ignores the byte order"
NO_SET = {"sharded_one_broken", "sharded_one_missing"}  # without one of its files it must be refused, and name it
NEW_DTYPES = {"C64", "F4", "F8_E8M0", "F8_E4M3FNUZ", "F8_E5M2FNUZ"}  # unknown to safetensors before 0.6

OLD_LIBRARY = tuple(map(int, safetensors.__version__.split(".")[:2])) < (0, 6)

# The fixtures of this PyTorch, and those it has to understand.
OWN = {(2, 6): ("torch113", "torch26", "byhand"), (2, 14): ("torch113", "torch26", "torch214", "byhand")}


class Tensors(torch_side.Walk):
    """The tensors themselves, by the name Cairn gives them."""

    def __init__(self):
        super().__init__({})
        self.by_name = {}

    def tensor(self, path, value):
        if isinstance(value, torch.nn.parameter.UninitializedTensorMixin):
            return
        self.by_name[".".join(map(str, path)) if path else "tensor"] = value


def tensors_of(path):
    walk = Tensors()
    walk.run(torch_side.load(path, {}))
    return walk.by_name


def raw(tensor):
    """The values as bytes, whatever the dtype."""
    plain = tensor.detach().contiguous().clone()
    return bytes(torch_side.storage_bytes(torch_side.untyped(plain)))[: plain.numel() * plain.element_size()]


def convert(cli, source, target, *options):
    command = [cli, "convert", str(source), "-o", str(target), "--to", "safetensors", "--verify", "--json", "--force"]
    ran = subprocess.run([*command, *options], capture_output=True, timeout=300)
    return ran.returncode, (json.loads(ran.stdout) if ran.returncode == 0 else ran.stderr.decode(errors="replace"))


def read_back(path):
    """Tensors of the file, and its metadata. A dtype that this library does not know gives None."""
    found = {}
    with safe_open(str(path), framework="pt") as file:
        for name in file.keys():
            try:
                found[name] = file.get_tensor(name)
            except Exception:
                found[name] = None
        return found, dict(file.metadata() or {})


def dtypes_in(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    return {entry["dtype"] for name, entry in header.items() if name != "__metadata__"}


def problems_of(expected, report, path, same_names):
    try:
        found, metadata = read_back(path)
    except Exception as failure:
        yield f"the library does not open it: {failure}"
        return
    if not same_names:
        values = {(str(tensor.dtype), tensor.shape, raw(tensor)) for tensor in expected.values() if not tensor.is_nested}
        known = sum((str(tensor.dtype), tensor.shape, raw(tensor)) in values for tensor in found.values())
        if not known:
            yield "none of its tensors is in the checkpoint"
        return
    left_out = {part["path"] for part in report["left_out"] if "values are written" not in part["why"]}
    aliases = report["aliases"]
    for alias, kept in aliases.items():
        if metadata.get(alias) != kept:
            yield f"{alias} is no second name of {kept} in the metadata"
    if metadata.get("format") is None:
        yield "the metadata has no format"
    for name, theirs in expected.items():
        if name in left_out or (name == "tensor" and "" in left_out):
            continue
        place = aliases.get(name, name)
        if place not in found:
            yield f"{name} is missing, and nobody says so"
        elif found[place] is not None:
            ours = found[place]
            if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
                yield f"{name} is {ours.dtype} {list(ours.shape)} instead of {theirs.dtype} {list(theirs.shape)}"
            elif raw(ours) != raw(theirs):
                yield f"{name} has other values"
    for name in found:
        if name not in expected:
            yield f"{name} is in the file, but not in the checkpoint"
    if not aliases and metadata == {"format": "pt"} and None not in found.values():
        yield from library_differs(found, path)


def library_differs(found, path):
    theirs = path.with_suffix(".theirs")
    try:
        save_file({name: tensor.contiguous().clone() for name, tensor in found.items()}, str(theirs), {"format": "pt"})
    except Exception:
        return  # a dtype that it reads, but does not write
    if theirs.read_bytes() != path.read_bytes():
        yield "the library writes another file"


def made_here():
    """Sharing and strides that no fixture has, by name, with the options they need."""
    base = torch.arange(60, dtype=torch.float32)
    yield "tied", {"a": base, "b": base, "c.d": base.view(60)}, ()
    yield "halves", {"low": base[:30], "high": base[30:]}, ()
    yield "views", {"all": base, "row": base.view(6, 10)[2], "turned": base.view(6, 10).t()}, ("--clone",)
    yield "turned", {"t": torch.arange(7000 * 900, dtype=torch.int32).view(7000, 900).t()}, ()
    yield "permuted", {"t": torch.arange(90 * 110 * 130, dtype=torch.int16).view(90, 110, 130).permute(2, 0, 1)}, ()
    yield "steps", {"t": torch.arange(3_000_000)[::3], "u": torch.arange(4_000_000.0).view(2000, 2000)[:, ::7]}, ()
    yield "column", {"t": torch.arange(2_000_000.0).view(2000, 1000)[:, 17]}, ()
    yield "expanded", {"t": torch.arange(5.0).expand(1000, 5), "u": torch.arange(900).view(900, 1).expand(900, 800)}, ()
    yield "windows", {"t": torch.arange(5000).unfold(0, 700, 3)}, ()
    yield "last", {"t": torch.randn(2, 3, 40, 50).to(memory_format=torch.channels_last)}, ()
    yield "names", {'quote" \\ \n\t\x01': base[:1], "größe": base[1:2], "日本": base[2:3], "": base[3:4]}, ()
    yield "empty", {}, ()
    yield "nan", {"t": torch.tensor([0x7FC00001, -1, 0x7F800001], dtype=torch.int32).view(torch.float32)}, ()


def check(report, cli, name, source, folder, options):
    out = folder / "out.safetensors"
    try:
        expected = tensors_of(source)
    except torch_side.CannotLoad as refusal:
        report.skip(name, refusal)
        return
    code, answer = convert(cli, source, out, *options)
    if source.parent.name in NO_SET and source.suffix == ".json":
        named = code == 3 and "model-00002-of-00003.safetensors" in answer
        report.result(name, [] if named else [f"it is not refused by the name of its shard: {answer}"])
    elif code != 0 and "has no tensor" in answer:
        report.skip(name, "no tensor that safetensors can hold")
    elif code != 0:
        report.result(name, [f"exit code {code}: {answer.strip()}"])
    else:
        if OLD_LIBRARY and dtypes_in(out) & NEW_DTYPES:
            report.skip(name, "this safetensors library is too old for its dtypes")
        else:
            report.result(name, list(problems_of(expected, answer, out, source.name not in OTHER_NAMES)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("folders", nargs="*", default=OWN.get(torch_side.VERSION, ("torch113", "byhand")))
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    report = oracle.Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for case, value, options in made_here():
            for legacy in (False, True):
                source = folder / f"{case}.pt"
                torch.save(value, str(source), _use_new_zipfile_serialization=not legacy)
                check(report, arguments.cli, f"made {case}{' legacy' * legacy}", source, folder, options)
        for top, path in oracle.fixtures(arguments.folders):
            shown = str(path.relative_to(top.parent))
            if path.name in NOT_COMPARED:
                report.skip(shown, NOT_COMPARED[path.name])
            else:
                check(report, arguments.cli, shown, path, folder, ("--drop-others", "--clone"))
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


if __name__ == "__main__":
    sys.exit(main())
