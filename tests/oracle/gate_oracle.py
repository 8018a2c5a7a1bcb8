#!/usr/bin/env python3
"""Whether `check --strict` finds in the numbers of a file what real torch and NumPy find there, and nothing else.

    gate_oracle.py --cli CAIRN_CLI

Saves objects with NaN, infinite numbers and zeros in every place that a checkpoint has for numbers, loads each again,
and asks torch and NumPy which of its values hold some. Where nothing in the file says that bytes are numbers, the gate
has to say that it did not look there. Its SARIF is read by sarif-tools, where this Python has that. Exit code 77: this
Python has no torch.
"""

import argparse
import io
import json
import math
import pickle
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import Counter
from pathlib import Path

try:
    import numpy as np
    import torch

    torch.zeros(1).numpy()
except (ImportError, RuntimeError) as missing:  # the second: this NumPy is too new for this torch
    print(f"skip: {missing}")
    sys.exit(77)

NAN, INF = math.nan, math.inf
GOOD = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
BAD = torch.tensor([[1.0, NAN], [3.0, 4.0]])


def saved(value, **options):
    file = io.BytesIO()
    torch.save(value, file, **options)
    return file.getvalue()


def cases():
    """Name and object. The names of what is wrong come from torch, see expected()."""
    for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
        for number in (NAN, INF, -INF):
            yield f"{dtype} {number}", {"w": torch.tensor([[1.0, number], [2.0, 3.0]]).to(dtype)}
    for dtype in (torch.complex64, torch.complex128):
        for number in (complex(NAN, 1), complex(1, NAN), complex(INF, 1), complex(1, -INF)):
            yield f"{dtype} {number}", {"w": torch.tensor([[1, number]], dtype=dtype)}
    for dtype in (torch.int64, torch.int32, torch.uint8, torch.bool):
        yield str(dtype), {"w": torch.tensor([[1, 0], [1, 1]]).to(dtype)}
    yield "transposed", {"w": BAD.t()}
    yield "every second", {"w": torch.tensor([1.0, NAN, 2.0, 3.0])[1::2]}
    yield "between", {"w": torch.tensor([1.0, NAN, 2.0, 3.0])[::2]}
    yield "repeated", {"w": torch.tensor([NAN]).expand(3, 4)}
    yield "negated", {"w": torch._neg_view(BAD)}
    yield "conjugated", {"w": torch.tensor([complex(1, NAN)]).conj()}
    yield "a scalar", {"w": torch.tensor(NAN)}
    yield "tied", {"a": BAD, "b": BAD, "c": BAD.view(4), "d": GOOD}
    yield "an optimizer", {"model": {"w": GOOD}, "optimizer": {"state": {0: {"exp_avg": BAD, "exp_avg_sq": GOOD * 0}}, "param_groups": [{"params": [0]}]}}
    yield "a parameter", {"w": torch.nn.Parameter(BAD)}
    yield "sparse", {"w": torch.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, NAN], (2, 2)).coalesce()}
    yield "quantised", {"w": torch.quantize_per_tensor(GOOD, 0.1, 0, torch.qint8)}
    scales = torch.tensor([0.1, NAN])
    yield "quantised by channels", {"w": torch.quantize_per_channel(GOOD, scales, torch.zeros(2, dtype=torch.long), 0, torch.qint8)}
    yield "zeros", {"w": torch.zeros(4, 4), "lora_B": torch.zeros(4, 1), "negative": -torch.zeros(2, 2), "conv": torch.zeros(2, 1, 3, 3)}
    yield "zeros that may be", {"bias": torch.zeros(4), "one": torch.zeros(1, 1), "row": torch.zeros(1, 1, 4), "count": torch.zeros(2, 2, dtype=torch.long), "w": GOOD}
    yield "an old stream", {"w": BAD}
    for code in ("f2", "f4", "f8", "c8", "c16", ">f4", ">f8"):
        yield f"an array of {code}", {"w": GOOD, "a": np.array([[1, NAN], [INF, 2]], dtype=code)}
    yield "an array of columns", {"a": np.asfortranarray([[1.0, NAN], [2.0, 3.0]])}
    yield "whole arrays", {"a": np.array([[1.0, 2.0]]), "b": np.array([1, 2]), "c": np.array(["nan", "inf"])}
    yield "numbers", {"w": GOOD, "loss": NAN, "best": INF, "deep": [1.0, (2.0, {"x": NAN})], "complex": complex(1, NAN), "text": "nan", "lr": 1e-3}
    yield "tuples", {"w": GOOD, "pair": (1.0, complex(NAN, 1)), "deep": [((complex(1, INF),),)]}
    yield "keys", {"w": GOOD, "by": {(1, (NAN, "x")): 1, complex(NAN, 0): 2, INF: 3, ("nan", 2): 4, (1, -INF): 5, NAN: 6, "inf": 7}}
    yield "an array of nothing", {"w": GOOD, "a": np.zeros((0, 3)), "b": np.zeros(0, dtype=[("x", "f4")])}
    yield "numbers of NumPy", {"a": np.float32(NAN), "b": np.float64(INF), "c": np.complex64(complex(NAN, 1)), "d": np.float16(1), "e": np.str_("nan")}
    yield "a storage", {"s": BAD.storage(), "t": GOOD.storage()}


def numbers_in(key):
    """The numbers with a point that a key is, or holds."""
    if isinstance(key, (float, complex)):
        return [key]
    return [number for one in key for number in numbers_in(one)] if isinstance(key, (tuple, frozenset)) else []


def keys_in(value, path=()):
    """The keys of all dicts in an object, each with the name of what it leads to."""
    if isinstance(value, (dict, list, tuple)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield ".".join((*path, str(key))), key
            yield from keys_in(one, (*path, str(key)))


def walk(value, path=()):
    """Every value in an object, with its name."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from walk(one, (*path, str(key)))
    elif isinstance(value, (list, tuple)):
        for i, one in enumerate(value):
            yield from walk(one, (*path, str(i)))
    else:
        yield ".".join(path), value


def array_of(value):
    """The numbers of a value, or None; and whether it is a tensor, or at least no single number of Python."""
    if isinstance(value, torch.Tensor):
        value = value.detach()
        value = value.coalesce().values() if value.is_sparse else value.dequantize() if value.is_quantized else value
        value = value.resolve_conj().resolve_neg()
        return (value.float() if value.dtype == torch.bfloat16 else value).numpy(), True
    if isinstance(value, np.ndarray):
        return (value if value.dtype.kind in "fciub" else None), True
    if type(value).__name__.endswith("Storage"):
        return np.array(value.tolist()), True
    if isinstance(value, (float, complex, np.floating, np.complexfloating)):
        return np.array(value), False
    return None, False


def expected(loaded):
    """The findings that shut the gate or are about infinite numbers, as (rule, name)."""
    found = set()
    for name, value in walk(loaded):
        array, is_tensor = array_of(value)
        if array is None:
            continue
        is_weight = isinstance(value, torch.Tensor) and not name.startswith("optimizer")
        name += ".values" if isinstance(value, torch.Tensor) and value.is_sparse else ""
        if np.isnan(array).any():
            found.add(("nan" if is_tensor else "nan-value", name))
        if np.isinf(array).any() and (is_tensor or not np.isnan(array).any()):
            found.add(("infinite" if is_tensor else "infinite-value", name))
        sizes = [size for size in array.shape]
        while sizes and sizes[0] == 1:
            sizes.pop(0)
        is_floating = array.dtype.kind in "fc"
        if is_weight and is_floating and array.size > 1 and len(sizes) > 1 and not array.any():
            found.add(("all-zero", name))
    for name, key in keys_in(loaded):
        numbers = np.array(numbers_in(key))
        if np.isnan(numbers).any():
            found.add(("nan-value", name))
        elif np.isinf(numbers).any():
            found.add(("infinite-value", name))
    return found


RULES = {"nan", "nan-value", "infinite", "infinite-value", "all-zero"}


def strict(cli, *arguments):
    ran = subprocess.run([cli, "check", "--strict", "--machine", "cpu", *map(str, arguments)], capture_output=True, timeout=120)
    return ran.returncode, ran.stdout


def report_of(cli, file):
    code, out = strict(cli, "--json", file)
    return code, json.loads(out)["strict"]


def hidden_numbers(folder):
    """Files with NaN where nothing says that there are numbers, and which count says that it was not looked at."""
    view = torch.tensor([[1.0, 2.0], [NAN, NAN]])[:1]
    yield "beyond the view", saved({"w": view}), "unreached_bytes"
    untyped = getattr(BAD.storage(), "_storage", None)
    if untyped is not None:
        yield "untyped", saved({"s": untyped}), "not_decoded"
    yield "bytes", saved({"w": GOOD, "b": pickle.dumps([NAN], protocol=0)}), "bytes_values"
    for kind in ("datetime64[D]", "timedelta64[s]"):
        yield kind, saved({"w": GOOD, "a": np.array(["NaT"], dtype=kind)}), "date_arrays"
    yield "a masked array", saved({"w": GOOD, "a": np.ma.array([1.0, NAN], mask=[0, 1])}), "bytes_values"
    for options in ({}, {"_use_new_zipfile_serialization": False}):
        yield "a checkpoint in a value", saved({"w": GOOD, "b": saved({"w": BAD}, **options)}), "bytes_values"
    target = folder / "extra.pt"
    torch.save({"w": GOOD}, target)
    with zipfile.ZipFile(target, "a") as archive:
        archive.writestr("extra/data/99", BAD.numpy().tobytes())
    yield "a record of nothing", target.read_bytes(), "unnamed_records"


def check_case(cli, folder, name, value, failures):
    file = folder / "case.pt"
    torch.save(value, file, _use_new_zipfile_serialization=name != "an old stream")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = expected(torch.load(file))
    code, report = report_of(cli, file)
    found = {(one["rule"], one["name"]) for one in report["findings"] if one["rule"] in RULES | {"unread"}}
    if found != wanted:
        failures.append(f"{name}: found {sorted(found - wanted)} too many, and {sorted(wanted - found)} too few")
    shuts = any(one["level"] != "note" for one in report["findings"])
    if code != int(shuts) or report["passes"] == shuts:
        failures.append(f"{name}: the exit code is {code}")
    return Counter(rule for rule, _ in found)


def check_sarif(cli, files, failures):
    """What sarif-tools counts is what the findings are."""
    ran = subprocess.run([cli, "check", "--sarif", "--machine", "cpu", *map(str, files)], capture_output=True, timeout=300)
    document = json.loads(ran.stdout)
    levels = Counter(result["level"] for result in document["runs"][0]["results"])
    wanted = Counter()
    for file in files:
        wanted.update(one["level"] for one in report_of(cli, file)[1]["findings"])
    if levels != wanted:
        failures.append(f"SARIF has {levels}, JSON {wanted}")
    try:
        from sarif import loader
    except ImportError as missing:
        print(f"skip: {missing}, so nothing else reads the SARIF")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.sarif"
        path.write_bytes(ran.stdout)
        log = loader.load_sarif_file(str(path))
        records = Counter(one["Severity"] for one in log.get_records())
        if records != wanted or log.get_distinct_tool_names() != ["cairn-cli"]:
            failures.append(f"sarif-tools reads {records} of {log.get_distinct_tool_names()}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    failures, rules, count = [], Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for name, value in cases():
            rules += check_case(cli, folder, name, value, failures)
            count += 1
        for name, content, said in hidden_numbers(folder):
            file = folder / "hidden.pt"
            file.write_bytes(content)
            if report_of(cli, file)[1]["not_looked_at"][said] == 0:
                failures.append(f"{name}: it does not say that it did not look there")
            count += 1
        files = []
        for number, (_, value) in enumerate(cases()):
            if number % 5 == 0:
                files.append(folder / f"{number}.pt")
                torch.save(value, files[-1])
        check_sarif(cli, files, failures)
    missing = [rule for rule in RULES if rules[rule] == 0]
    failures += [f"nothing was found by the rule {rule}" for rule in missing]
    print("\n".join(failures))
    print(f"{count} files, {len(failures)} failures; findings: {dict(rules)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
