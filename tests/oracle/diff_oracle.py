#!/usr/bin/env python3
"""Holds `cairn-cli diff` against pairs of objects of which Python says what differs.

    diff_oracle.py --cli CAIRN_CLI

Each pair is two values that are alike but for one thing: a number, a type, an argument of a constructor, a byte of a tensor.
They are saved by torch.save at random depth, among random others. diff has to find what differs, and nothing between two
files of the same value, also where another protocol of pickle wrote it.

Exit code 0: all as expected; 1: not; 77: there is no PyTorch.
"""

import argparse
import collections
import datetime
import decimal
import fractions
import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

try:
    import numpy
    import torch
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)


def sparse(values, size):
    return torch.sparse_coo_tensor([[0, 1]], values, size)


def parameter(requires_grad):
    return torch.nn.Parameter(torch.zeros(2), requires_grad=requires_grad)


def with_attribute(value, name, attribute):
    value.__dict__[name] = attribute
    return value


def strided(size, stride, offset=0):
    return torch.arange(12.0).as_strided(size, stride, offset)


def linear(bias=True, training=True):
    module = torch.nn.Linear(2, 2, bias=bias).train(training)
    for weight in module.parameters():
        torch.nn.init.zeros_(weight)
    return module


def utc(hours):
    return datetime.timezone(datetime.timedelta(hours=hours))


# Makers of the two, each called for itself.
PAIRS = {
    "numbers": (lambda: 1, lambda: 2),
    "large numbers": (lambda: 2**70, lambda: 2**70 + 1),
    "an int and a bool": (lambda: 1, lambda: True),
    "an int and a float": (lambda: 1, lambda: 1.0),
    "the last digit of a float": (lambda: 0.1, lambda: 0.1 + 2**-56),
    "the sign of zero": (lambda: 0.0, lambda: -0.0),
    "a number and none": (lambda: float("nan"), lambda: 0.0),
    "None and False": (lambda: None, lambda: False),
    "None and a text": (lambda: None, lambda: "None"),
    "texts": (lambda: "a", lambda: "b"),
    "the end of a long text": (lambda: "x" * 100_000 + "a", lambda: "x" * 100_000 + "b"),
    "texts that look alike": (lambda: "\u00e9", lambda: "e\u0301"),
    "a text and bytes": (lambda: "a", lambda: b"a"),
    "bytes": (lambda: b"a\0", lambda: b"a\1"),
    "the end of many bytes": (lambda: bytes(100_000) + b"a", lambda: bytes(100_000) + b"b"),
    "bytes and a bytearray": (lambda: b"a", lambda: bytearray(b"a")),
    "complex numbers": (lambda: 1 + 2j, lambda: 1 - 2j),
    "a list and a tuple": (lambda: [1, 2], lambda: (1, 2)),
    "lengths": (lambda: [1, 2], lambda: [1, 2, 3]),
    "order": (lambda: [1, 2], lambda: [2, 1]),
    "no value and an empty list": (lambda: None, list),
    "empty containers": (list, dict),
    "sets": (lambda: {1, 2}, lambda: {1, 3}),
    "a set and a frozenset": (lambda: {1}, lambda: frozenset({1})),
    "keys": (lambda: {"a": 1}, lambda: {"b": 1}),
    "types of keys": (lambda: {1: "x"}, lambda: {"1": "x"}),
    "keys with dots": (lambda: {"a": {"b": 1}}, lambda: {"a.b": 1}),
    "keys that are tuples": (lambda: {(1, 2): 1}, lambda: {(1, 3): 1}),
    "a dict and an OrderedDict": (lambda: {"a": 1}, lambda: collections.OrderedDict(a=1)),
    "what an OrderedDict has beside its entries": (
        lambda: with_attribute(collections.OrderedDict(a=1), "_metadata", {"version": 1}),
        lambda: with_attribute(collections.OrderedDict(a=1), "_metadata", {"version": 2}),
    ),
    "Counters": (lambda: collections.Counter(a=1), lambda: collections.Counter(a=2)),
    "the factory of a defaultdict": (lambda: collections.defaultdict(int, a=1), lambda: collections.defaultdict(list, a=1)),
    "a defaultdict without a factory": (lambda: collections.defaultdict(int, a=1), lambda: collections.defaultdict(None, a=1)),
    "the length that a deque may have": (lambda: collections.deque([1], 2), lambda: collections.deque([1], 3)),
    "a deque of any length": (lambda: collections.deque([1], 2), lambda: collections.deque([1])),
    "namespaces": (lambda: argparse.Namespace(a=1), lambda: argparse.Namespace(a=2)),
    "a namespace and a dict": (lambda: argparse.Namespace(a=1), lambda: {"a": 1}),
    "dates": (lambda: datetime.date(2024, 1, 2), lambda: datetime.date(2024, 1, 3)),
    "microseconds": (lambda: datetime.datetime(2024, 1, 2, 3, 4, 5, 6), lambda: datetime.datetime(2024, 1, 2, 3, 4, 5, 7)),
    "zones": (lambda: datetime.datetime(2024, 1, 2, tzinfo=utc(1)), lambda: datetime.datetime(2024, 1, 2, tzinfo=utc(2))),
    "spans of time": (lambda: datetime.timedelta(1), lambda: datetime.timedelta(2)),
    "decimals": (lambda: decimal.Decimal("1.0"), lambda: decimal.Decimal("1.00")),
    "fractions": (lambda: fractions.Fraction(1, 3), lambda: fractions.Fraction(1, 2)),
    "paths": (lambda: pathlib.PurePosixPath("a/b"), lambda: pathlib.PurePosixPath("a/c")),
    "kinds of paths": (lambda: pathlib.PurePosixPath("a"), lambda: pathlib.PureWindowsPath("a")),
    "identifiers": (lambda: uuid.UUID(int=1), lambda: uuid.UUID(int=2)),
    "ranges": (lambda: range(3), lambda: range(0, 3, 2)),
    "slices": (lambda: slice(1), lambda: slice(2)),
    "classes": (lambda: int, lambda: float),
    "functions": (lambda: torch.nn.functional.relu, lambda: torch.nn.functional.gelu),
    "dtypes": (lambda: torch.float32, lambda: torch.float64),
    "devices": (lambda: torch.device("cuda:0"), lambda: torch.device("cuda:1")),
    "a device and a text": (lambda: torch.device("cpu"), lambda: "cpu"),
    "sizes": (lambda: torch.Size([1, 2]), lambda: torch.Size([2, 1])),
    "a size and a tuple": (lambda: torch.Size([1, 2]), lambda: (1, 2)),
    "NumPy's numbers": (lambda: numpy.float32(1), lambda: numpy.float64(1)),
    "arrays": (lambda: numpy.arange(4), lambda: numpy.arange(4) + 1),
    "shapes of arrays": (lambda: numpy.arange(4), lambda: numpy.arange(4).reshape(2, 2)),
    "dtypes of arrays": (lambda: numpy.zeros(2, "i4"), lambda: numpy.zeros(2, "f4")),
    "the end of a long array": (lambda: numpy.zeros(100_000), lambda: numpy.r_[numpy.zeros(99_999), 1]),
    "arrays of objects": (lambda: numpy.array([1, None]), lambda: numpy.array([2, None])),
    "fields of arrays": (lambda: numpy.zeros(1, [("a", "i4")]), lambda: numpy.zeros(1, [("b", "i4")])),
    "a value of a tensor": (lambda: torch.zeros(3), lambda: torch.tensor([0.0, 0.0, 1.0])),
    "the last bit of a tensor": (lambda: torch.ones(3), lambda: torch.tensor([1.0, 1.0, 1.0 + 2**-23])),
    "the sign of a zero in a tensor": (lambda: torch.zeros(1), lambda: -torch.zeros(1)),
    "dtypes of tensors": (lambda: torch.zeros(2), lambda: torch.zeros(2, dtype=torch.int32)),
    "shapes of tensors": (lambda: torch.zeros(2, 3), lambda: torch.zeros(3, 2)),
    "a tensor and its transpose": (lambda: strided((3, 4), (4, 1)), lambda: strided((4, 3), (1, 4))),
    "offsets in a storage": (lambda: strided((2,), (1,), 1), lambda: strided((2,), (1,), 2)),
    "a tensor that wants a gradient": (lambda: torch.zeros(2), lambda: torch.zeros(2, requires_grad=True)),
    "a tensor and a parameter": (lambda: torch.zeros(2, requires_grad=True), lambda: parameter(True)),
    "a frozen parameter": (lambda: parameter(True), lambda: parameter(False)),
    "an attribute of a parameter": (
        lambda: with_attribute(parameter(True), "tag", 1),
        lambda: with_attribute(parameter(True), "tag", 2),
    ),
    "values of sparse tensors": (lambda: sparse([1.0, 2.0], (3,)), lambda: sparse([1.0, 3.0], (3,))),
    "sizes of sparse tensors": (lambda: sparse([1.0, 2.0], (3,)), lambda: sparse([1.0, 2.0], (4,))),
    "a quantizer": (
        lambda: torch.quantize_per_tensor(torch.zeros(2), 0.5, 0, torch.qint8),
        lambda: torch.quantize_per_tensor(torch.zeros(2), 0.25, 0, torch.qint8),
    ),
    "a conjugate": (lambda: torch.tensor([1 + 2j]), lambda: torch.tensor([1 + 2j]).conj()),
    "a negative of a part": (lambda: torch.tensor([1 - 2j]).imag, lambda: torch.tensor([1 - 2j]).conj().imag),
    "tensors of other devices": (lambda: torch.zeros(2), lambda: torch.zeros(2, device="meta")),
    "storages": (lambda: torch.zeros(2).storage(), lambda: torch.ones(2).storage()),
    "modules": (linear, lambda: linear(bias=False)),
    "an attribute of a module": (linear, lambda: linear(training=False)),
}

# What torch.save of older ones leaves out.
SINCE_2 = {"an attribute of a parameter", "a conjugate", "a negative of a part"}


def placed(rng, value, depth):
    """The value among others. What is around it is the same for the same random numbers."""
    for level in range(depth):
        others = [rng.randrange(100) for _ in range(rng.randrange(3))]
        kind = rng.choice(["dict", "list", "tuple", "ordered", "namespace", "default"])
        if kind in ("list", "tuple"):
            value = [*others, value] if kind == "list" else (*others, value)
            continue
        entries = {f"other{i}": other for i, other in enumerate(others)} | {f"level{level}": value}
        value = {
            "dict": entries,
            "ordered": collections.OrderedDict(entries),
            "namespace": argparse.Namespace(**entries),
            "default": collections.defaultdict(dict, entries),
        }[kind]
    return value


def saved(file, value, **options):
    torch.save(value, file, **options)
    return file


def diff(cli, a, b):
    done = subprocess.run([cli, "diff", str(a), str(b)], capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).strip()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    failures = 0
    with tempfile.TemporaryDirectory(prefix="cairn-diff-") as made:
        folder = pathlib.Path(made)
        for name, makers in PAIRS.items():
            if name in SINCE_2 and torch.__version__ < "2":
                print(f"not tried, as this PyTorch does not save it: {name}")
                continue
            for depth in (0, 1, 4):
                seed = f"{name} {depth}"
                old, new, again = (placed(random.Random(seed), make(), depth) for make in (*makers, makers[0]))
                files = saved(folder / "old.pth", old), saved(folder / "new.pth", new)
                other = saved(folder / "again.pth", again, pickle_protocol=4)
                for pair, wanted in ((files, 1), ((files[0], other), 0)):
                    code, text = diff(cli, *pair)
                    if code != wanted:
                        failures += 1
                        print(f"{name}, {depth} deep, {pair[1].name}: exit code {code} instead of {wanted}\n{text}\n")
    print(f"{len(PAIRS)} kinds of differences, {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
