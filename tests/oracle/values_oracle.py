#!/usr/bin/env python3
"""Has cairn-cli write values anew, and real PyTorch compare them with what Python would make of the source.

    values_oracle.py --cli CAIRN_CLI             both, with the PyTorch of this Python
    values_oracle.py --cli CAIRN_CLI --into DIR  only converts: sources, copies and what is needed to check
    values_oracle.py --check DIR                 only compares, for a PyTorch where cairn-cli does not run

Every fixture goes into the container of torch.save since 1.6, whole and compacted, and into the stream before it:
torch.load(copy) equals torch.load(source, map_location="cpu"), also with weights_only=True where PyTorch loads the
source so. Some are also selected, renamed and cast, and compared with the same done in Python.

Exit code 0: all agree; 1: some do not; 77: there is no PyTorch.
"""

import argparse
import collections
import json
import shutil
import sys
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

from convert_oracle import FOLDERS, convert_then_check, load, loads, run, to_cpu  # noqa: E402
from oracle import Report, fixtures  # noqa: E402

WAYS = {"pth": ["--to", "pth"], "compact": ["--to", "pth", "--compact"], "legacy": ["--to", "legacy"]}
REFUSED = ("cannot be written anew", "no checkpoint", "cannot be read by PyTorch before 1.6", "is a part of storage")
NOT_PICKLED = (".safetensors", ".index.json")


# --- what Python makes of an object --------------------------------------------------------------


def with_entries(old, pairs):
    new = type(old)(pairs)
    if hasattr(old, "__dict__"):
        new.__dict__.update(old.__dict__)
    return new


def without(*names):
    return lambda value: with_entries(value, [(key, item) for key, item in value.items() if key not in names])


def only_of_state_dict(fits, new_name=lambda name: name, drops=False):
    """Of a state_dict; its metadata keeps the modules that still have a tensor, and those that nobody drops."""

    def apply(value):
        pairs = [(new_name(key), item) for key, item in value.items() if fits(key)]
        new = with_entries(value, pairs)
        if hasattr(value, "_metadata"):
            names = {".".join(key.split(".")[:count]) for key, _ in pairs for count in range(1, key.count(".") + 1)}
            metadata = collections.OrderedDict()
            for module, item in value._metadata.items():
                name = new_name(module + ".")[:-1] if module else ""
                if not name or name in names or (drops and fits(module + ".")):
                    metadata[name] = item
            new._metadata = metadata
        return new

    return apply


def of(key, change):
    return lambda value: with_entries(value, [(name, change(item) if name == key else item) for name, item in value.items()])


def cast(old, new):
    """All tensors, storages and sharing kept."""

    def apply(value):
        import torch

        source, target = getattr(torch, old), getattr(torch, new)
        known = {}

        def tensor(before):
            if before.dtype != source:
                return before
            raw = before.detach()
            place = raw.storage().data_ptr()
            if place not in known:
                flat = torch.empty(0, dtype=source).set_(raw.storage())
                known[place] = flat, flat.to(target)
            view = known[place][1].as_strided(raw.size(), raw.stride(), raw.storage_offset())
            return torch.nn.Parameter(view, before.requires_grad) if isinstance(before, torch.nn.Parameter) else view

        def walk(item):
            if isinstance(item, torch.Tensor):
                if id(item) not in known:
                    known[id(item)] = item, tensor(item)
                return known[id(item)][1]
            if isinstance(item, dict):
                return with_entries(item, [(key, walk(child)) for key, child in item.items()])
            return type(item)(walk(child) for child in item) if type(item) in (list, tuple) else item

        return walk(value)

    return apply


def starts(*names):
    return lambda key: key.startswith(names)


CASES = [
    ("state_dict.pt", ["--drop", "fc.*"], only_of_state_dict(lambda key: not key.startswith("fc."), drops=True)),
    ("state_dict.pt", ["--keep", "norm.*", "--keep", "conv.bias"], only_of_state_dict(starts("norm.", "conv.bias"))),
    ("state_dict.pt", ["--cast", "float32=bfloat16"], cast("float32", "bfloat16")),
    ("state_dict.pt", ["--cast", "float32=float64"], cast("float32", "float64")),
    ("data_parallel.pt", ["--rename", "module.="], only_of_state_dict(lambda key: True, lambda key: key[len("module."):])),
    ("trainer.pt", ["--keep", "model.*", "--rename", "model.="], lambda value: value["model"]),
    ("trainer.pt", ["--drop", "best_acc", "--drop", "model.fc.*"],
     lambda value: without("best_acc")(of("model", only_of_state_dict(lambda key: not key.startswith("fc."), drops=True))(value))),
    ("lightning.ckpt", ["--drop", "optimizer_states", "--drop", "loops.*"], without("optimizer_states", "loops")),
    ("lightning.ckpt", ["--rename", "state_dict.model.=state_dict.net."],
     of("state_dict", lambda value: with_entries(value, [(key.replace("model.", "net."), item) for key, item in value.items()]))),
    ("lightning.ckpt", ["--cast", "float32=float16"], cast("float32", "float16")),
    ("shared.pt", ["--cast", "float32=float16"], cast("float32", "float16")),
    ("shared.pt", ["--compact", "--drop", "alone"], without("alone")),
    ("views.pt", ["--cast", "float32=bfloat16", "--keep", "base", "--keep", "transposed", "--keep", "slice", "--compact"],
     lambda value: cast("float32", "bfloat16")(with_entries(value, [(key, value[key]) for key in ("base", "slice", "transposed")]))),
    ("storage_larger.pt", ["--compact"], lambda value: value),
    ("requires_grad.pt", ["--cast", "float32=float64:*.nothing", "--lenient"], lambda value: value),
    ("tags_two_gpus.pt", ["--compact"], lambda value: value),
    ("thousands.pt", ["--compact"], lambda value: value),
    ("odd_floats.pt", ["--to", "pth"], lambda value: value),
    ("twin_keys.pt", ["--drop", "opt"], without("opt")),
    ("twin_keys.pt", ["--keep", "1"], without("opt", None, (1, 2), "None")),
    ("twin_keys.pt", ["--rename", "opt=z"], lambda value: {"z" if key == "opt" else key: item for key, item in value.items()}),
    ("twin_keys.pt", ["--cast", "float32=float64"], cast("float32", "float64")),
]  # fmt: skip


def made():
    """Objects that no fixture holds: a number is another key than its text."""
    import torch

    return {"twin_keys.pt": {1: torch.arange(3.0), "1": torch.arange(4.0), None: 1, "None": 2, (1, 2): [3], "opt": {0: torch.ones(2)}}}


# --- converting and comparing --------------------------------------------------------------------


def convert(cli, source, copy, options):
    """None if it went well, else why not."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    return run(cli, "convert", source, "-o", copy, "--verify", *options)


def convert_all(cli, into):
    rows = []
    try:
        import torch
    except ImportError:
        torch = None  # it only converts, for a PyTorch elsewhere
    for name, value in made().items() if torch else ():
        source = into / "sources" / "made" / name
        source.parent.mkdir(parents=True, exist_ok=True)
        torch.save(value, source)
        for i, (file, options, _) in enumerate(CASES):
            if file == name:
                problem = convert(cli, source, into / f"case{i}" / "made" / name, options)
                rows.append({"name": f"made/{name}", "way": f"case{i}", "options": options, "case": i, "problem": problem, "skip": None})
    for folder, path in fixtures(FOLDERS):
        name = str(path.relative_to(folder.parent))
        if name.endswith(NOT_PICKLED):
            continue
        source = into / "sources" / name
        source.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, source)
        jobs = [(way, options, None) for way, options in WAYS.items()]
        jobs += [(f"case{i}", options, i) for i, (file, options, _) in enumerate(CASES) if file == path.name and folder.name.startswith("torch")]
        for way, options, case in jobs:
            copy = into / way / name
            problem = convert(cli, source, copy, options)
            refused = problem if problem and case is None and any(text in problem for text in REFUSED) else None
            rows.append({"name": name, "way": way, "options": options, "case": case, "problem": problem, "skip": refused})
    (into / "converted.json").write_text(json.dumps(rows))


def load_copy(path):
    """What was written is always torch.save's, whatever the source was called."""
    import torch
    import torch_side

    if path.name == "dtensor.pt":
        return load(path)
    options = {} if torch_side.VERSION < (2, 0) else {"weights_only": False}
    if "python2" in path.name:
        options["encoding"] = "latin1"
    return torch.load(str(path), **options)


def problems_of(source, copy, case):
    from same_object import Comparison

    comparison = Comparison()
    comparison.ignored = comparison.ignored | {"offset"}  # of what was cut
    if source.name in ("legacy_views.pt", "tar_old.pt"):
        comparison.ignored |= {"group"}  # torch makes a storage of each view there, at another address
    if source.name == "shapes.pt" and copy.parts[-3] == "compact":
        comparison.ignored |= {"group"}  # a storage of no bytes has no address
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = load(source, to_cpu(source))
        if case is not None:
            wanted = CASES[case][2](wanted)
        try:
            found = load_copy(copy)
        except Exception as failure:
            return [f"PyTorch does not load the copy: {type(failure).__name__}: {failure}"]
        problems = comparison.run(wanted, found)
        strict = None if source.suffix == ".pkl" or case is not None else loads(source, to_cpu(source), weights_only=True)
        if strict is not None:
            try:
                load(copy, None, weights_only=True)
            except Exception as failure:
                problems.append(f"weights_only: {failure}")
    return problems


def check_all(folder):
    report = Report()
    for row in json.loads((folder / "converted.json").read_text()):
        label = f"{row['name']} {' '.join(row['options'])}"
        source, copy = folder / "sources" / row["name"], folder / row["way"] / row["name"]
        if row["skip"]:
            report.skip(label, row["skip"])
            continue
        if row["problem"]:
            report.result(label, [row["problem"]])
            continue
        try:
            problems = problems_of(source, copy, row["case"])
        except Exception as failure:
            report.skip(label, f"PyTorch does not load the source: {type(failure).__name__}: {str(failure).splitlines()[:1]}")
            continue
        report.result(label, problems)
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--check", type=Path)
    options = parser.parse_args()
    return convert_then_check(options, lambda folder: convert_all(options.cli, folder), check_all)


if __name__ == "__main__":
    sys.exit(main())
