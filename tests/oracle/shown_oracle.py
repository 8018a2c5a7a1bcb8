#!/usr/bin/env python3
"""Whether the tensors that Cairn shows are those that torch.load makes, where a pickle is written as no pickler does it.

    shown_oracle.py --cli CAIRN_CLI

Each file has two tensors. Either Cairn says that it cannot be told what torch makes of it, or its tensors are those of
the torch of this Python. What picklers write has to be shown. Exit code 0: all agree; 1: some do not; 77: no torch.
"""

import argparse
import datetime
import decimal
import fractions
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from trust_cases import as_bytes, call, long_name, name_of, old_stream, pickled, text, zip_of

NUMBERS = {"0": (1.0, 2.0, 3.0, 4.0), "1": (7.0, 7.0, 7.0, 7.0)}


def tensor(key):
    pid = b"(" + text("storage") + name_of("torch", "FloatStorage") + text(key) + text("cpu") + b"K\4tQ"
    return call(name_of("torch._utils", "_rebuild_tensor_v2"), pid, b"K\0", b"K\4\x85", b"K\1\x85", b"\x89", name_of("collections", "OrderedDict") + b")R")


A, B = tensor("0"), tensor("1")


def dictionary(*parts):
    return b"}(" + b"".join(parts) + b"u"


def tuples(*parts):
    return b"(" + b"".join(parts) + b"t"


def floating(number):
    return b"G" + struct.pack(">d", number)


def dtype(code, copies=b"\x88", state=b""):
    return call(name_of("numpy", "dtype"), text(code), b"\x89", copies) + state


def scalar(code, data):
    return call(name_of("numpy.core.multiarray", "scalar"), dtype(code), call(name_of("_codecs", "encode"), text(data), text("latin1")))


def keys(one, other):
    return dictionary(one, A, other, B)


W = text("w")
USER = call(name_of("collections", "UserString"), W)
SIZE = name_of("torch", "Size")
DECIMAL, FRACTION, COMPLEX = name_of("decimal", "Decimal"), name_of("fractions", "Fraction"), name_of("builtins", "complex")
PATH, DEVICE, FROZEN = name_of("pathlib", "PosixPath"), name_of("torch", "device"), name_of("builtins", "frozenset")
IDENTITY = name_of("torch.nn.modules.linear", "Identity")
WITH_STATE = name_of("torch._tensor", "_rebuild_from_type_v2")
TENSOR_CLASS = name_of("torch", "Tensor")
CLASS_IN_BYTES = call(name_of("torch.storage", "_load_from_bytes"), as_bytes(old_stream(value=TENSOR_CLASS)))


def module(extra=b""):
    """A module that is given a state, and what is done afterwards."""
    state = b"}q\1(" + text("_parameters") + b"}q\2(" + W + A + b"u" + text("_modules") + b"}" + text("_buffers") + b"}" + text("training") + b"\x88u"
    return name_of("torch.nn.modules.linear", "Identity") + b")\x81q\3" + state + b"b" + extra


def with_attributes(attributes, value=A, before=b""):
    """A tensor with attributes, as torch saves it; `before` is done with the dictionary of them first."""
    return call(WITH_STATE, name_of("torch._utils", "_rebuild_tensor_v2"), TENSOR_CLASS, value[value.index(b"(") : -1], attributes)


# What picklers write: Cairn has to show it.
HONEST = {
    "two_names": keys(text("a"), text("b")),
    "numbers": keys(b"K\1", floating(2.0)),
    "numpy_numbers": keys(scalar("i8", "\1\0\0\0\0\0\0\0"), scalar("i8", "\2\0\0\0\0\0\0\0")),
    "devices": keys(call(DEVICE, text("cpu")), call(DEVICE, text("meta"))),
    "paths": keys(call(PATH, text("a")), call(PATH, text("a"), text("b"))),
    "sizes": keys(call(SIZE, tuples(b"K\1")), call(SIZE, tuples(b"K\2"))),
    "tuples": keys(tuples(W, b"K\1"), tuples(W, b"K\2")),
    "tuples_with_objects": keys(tuples(call(DEVICE, text("cpu")), b"K\1"), tuples(call(DEVICE, text("cpu")), b"K\2")),
    "frozen_sets": keys(call(FROZEN, b"](K\1K\2e"), call(FROZEN, b"](K\1K\3e")),
    "text_and_number": keys(W, call(DECIMAL, text("1"))),
    "deque": dictionary(text("a"), call(name_of("collections", "deque"), b")", b"K\2") + b"(" + A + B + b"e"),
    "deque_that_is_full": dictionary(text("a"), call(name_of("collections", "deque"), b")", b"K\1") + b"(" + A + b"e", text("b"), B),
    "module": module(),
    "bytes_of_old_protocols": keys(call(name_of("builtins", "bytes")), call(name_of("_codecs", "encode"), text("k"), text("latin1"))),
    "complex_and_plain": keys(floating(1e300), call(COMPLEX, floating(1.0), floating(2.0))),
    "numbers_that_are_none": keys(floating(float("nan")), call(COMPLEX, floating(float("nan")), floating(0.0))),
    "decimals_that_differ": keys(call(DECIMAL, text("0.1")), call(DECIMAL, text("0.2"))),
    "decimal_and_plain": keys(b"K\1", call(DECIMAL, text("1.5"))),
    "fractions_of_numbers": keys(call(FRACTION, b"K\1", b"K\2"), call(FRACTION, b"K\3", b"K\2")),
    "fraction_and_plain": keys(b"K\1", call(FRACTION, text("1/2"))),
    "numpy_and_plain_that_differ": keys(b"K\2", scalar("i8", "\1\0\0\0\0\0\0\0")),
    "numpy_of_two_kinds": keys(scalar("i4", "\1\0\0\0"), scalar("i8", "\2\0\0\0\0\0\0\0")),
    "deltas": keys(call(name_of("datetime", "timedelta"), b"K\1", b"K\0", b"K\0"), call(name_of("datetime", "timedelta"), b"K\2", b"K\0", b"K\0")),
    "dtypes": keys(dtype("f4"), dtype("i4")),
}
# What no pickler writes: it is shown as torch makes it, or not at all.
OTHERS = {
    "user_string": keys(W, USER),
    "user_string_first": keys(USER, W),
    "user_strings": keys(USER, call(name_of("collections", "UserString"), W)),
    "numpy_text": keys(W, call(name_of("numpy", "str_"), W)),
    "complex": keys(b"K\0", call(COMPLEX, b"K\0")),
    "decimal": keys(b"K\1", call(DECIMAL, text("1"))),
    "deltas_alike": keys(call(name_of("datetime", "timedelta"), b"K\1"), call(name_of("datetime", "timedelta"), b"K\0", call(name_of("builtins", "int"), text("86400")))),
    "dtypes_alike": keys(dtype("f4"), dtype("float32")),
    "fraction_of_numbers": keys(floating(0.5), call(FRACTION, b"K\1", b"K\2")),
    "infinite": keys(floating(float("inf")), call(COMPLEX, floating(float("inf")), floating(0.0))),
    "complex_of_no_imaginary": keys(b"K\1", call(COMPLEX, floating(1.0), floating(0.0))),
    "odd_decimal": keys(b"K\1", call(DECIMAL, text(" 1_0e-1 "))),
    "bytes_alike": keys(as_bytes(b""), call(name_of("builtins", "bytes"))),
    "decimals": keys(call(DECIMAL, text("1")), call(DECIMAL, text("1.0"))),
    "fraction": keys(floating(0.5), call(FRACTION, text("1/2"))),
    "numpy_and_plain": keys(b"K\1", scalar("i8", "\1\0\0\0\0\0\0\0")),
    "numpy_and_numpy": keys(scalar("i4", "\1\0\0\0"), scalar("i8", "\1\0\0\0\0\0\0\0")),
    "same_device": keys(call(DEVICE, text("cpu")), call(DEVICE, text("cpu"))),
    "same_size": keys(call(SIZE, tuples(b"K\1")), call(SIZE, tuples(b"K\1"))),
    "size_and_tuple": keys(tuples(b"K\1"), call(SIZE, tuples(b"K\1"))),
    "same_path": keys(call(PATH, text("a/b")), call(PATH, text("a"), text("b"))),
    "absolute_path": keys(call(PATH, text("/b")), call(PATH, text("a"), text("/b/."))),
    "encoded": keys(as_bytes(b"w"), call(name_of("_codecs", "encode"), W, text("latin1"))),
    "sets_in_other_order": keys(call(FROZEN, b"](K\1K\2e"), call(FROZEN, b"](K\2K\1e")),
    "in_tuples": keys(tuples(W), tuples(USER)),
    "computed_in_tuples": keys(tuples(W), tuples(call(name_of("builtins", "str"), W))),
    "tuple_of_list": keys(tuples(b"K\1"), call(name_of("builtins", "tuple"), b"](K\1e")),
    "nested": dictionary(text("a"), keys(tuples(tuples(b"K\1")), tuples(call(SIZE, tuples(b"K\1"))))),
    "ordered": dictionary(text("a"), call(name_of("collections", "OrderedDict")) + b"(" + W + A + USER + B + b"u"),
    "deque_too_short": dictionary(text("a"), call(name_of("collections", "deque"), b"](" + A + B + b"e", b"K\1")),
    "deque_filled_over": dictionary(text("a"), call(name_of("collections", "deque"), b")", b"K\1") + b"(" + A + B + b"e"),
    "module_with_late_state": module(b"h\1(" + text("_buffers") + b"}(" + text("x") + B + b"uu0h\3"),
    "module_with_two_states": module(b"}(" + text("_buffers") + b"}(" + text("x") + B + b"uub"),
    "attribute_is_a_class": dictionary(text("a"), call(name_of("torch.nn.parameter", "Buffer"), with_attributes(dictionary(text("detach"), CLASS_IN_BYTES))), text("b"), B),
}


def random_key(torch, numpy, rng, level=0):
    """Of every kind that Python and torch give a hash by value, so that some of one dictionary are equal."""
    kinds = [
        lambda: rng.choice([0, 1, 2, -1, 2**40, 2**70, 0.5, 1e300, -0.0, 7.25, True, None]),
        lambda: rng.choice(["a", "b", "", b"", b"k", b"w\xff"]),
        lambda: complex(rng.choice([0, 1, float("nan")]), rng.choice([0, 1])),
        lambda: decimal.Decimal(rng.choice(["0.1", "1", "1.5", "2E+3", "-7"])),
        lambda: fractions.Fraction(rng.randrange(5), rng.randrange(1, 5)),
        lambda: pathlib.PurePosixPath(rng.choice(["a", "a/b", "/a", "."])),
        lambda: uuid.UUID(int=rng.randrange(3)),
        lambda: datetime.date(2020, 1, rng.randrange(1, 4)),
        lambda: datetime.datetime(2020, 1, rng.randrange(1, 4), tzinfo=rng.choice([None, datetime.timezone.utc])),
        lambda: datetime.timedelta(rng.randrange(-3, 3), rng.randrange(3)),
        lambda: rng.choice([numpy.int64(1), numpy.int64(2), numpy.float32(0.5), numpy.float32(2), numpy.bool_(True)]),
        lambda: torch.device(rng.choice(["cpu", "cuda:0", "cuda:1"])),
        lambda: rng.choice([torch.float32, torch.int8, numpy.dtype("f4"), numpy.dtype("i8")]),
        lambda: torch.Size([rng.choice([0, 1, 2])]),
    ]
    if level < 2:
        kinds += [lambda: tuple(random_key(torch, numpy, rng, level + 1) for _ in range(rng.randrange(3)))] * 2
        kinds += [lambda: frozenset(random_key(torch, numpy, rng, level + 1) for _ in range(rng.randrange(3)))]
    return rng.choice(kinds)()


def pickled_by_python(torch, folder):
    """Files of dictionaries with random keys."""
    import numpy

    for seed in range(100):
        rng = random.Random(seed)
        made = {random_key(torch, numpy, rng): torch.full((1,), float(i)) for i in range(rng.randrange(1, 7))}
        path = folder / f"random{seed}.pth"
        torch.save(made, path, pickle_protocol=rng.randrange(2, 6))
        yield path


def tensors_of(torch, value, seen):
    """All tensors in a value, with their attributes, once each."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, torch.Tensor):
        yield tuple(value.detach().reshape(-1).tolist())
        yield from tensors_of(torch, getattr(value, "__dict__", {}), seen)
    elif isinstance(value, torch.nn.Module):
        for part in (value._parameters, value._buffers):
            yield from tensors_of(torch, part, seen)
    elif isinstance(value, dict):
        for part in value.values():
            yield from tensors_of(torch, part, seen)
    elif hasattr(value, "__iter__") and not isinstance(value, (str, bytes)):
        for part in value:
            yield from tensors_of(torch, part, seen)


def loaded(torch, path):
    """None: it does not load."""
    import inspect

    more = {"weights_only": False} if "weights_only" in inspect.signature(torch.load).parameters else {}
    try:
        return sorted(tensors_of(torch, torch.load(path, **more), set()))
    except Exception:  # whatever it raises
        return None


def shown(cli, path):
    """None: Cairn says that it cannot be told, or that the file is dangerous."""
    document = json.loads(subprocess.run([cli, "inspect", "--json", path], capture_output=True, text=True, timeout=60).stdout)
    codes = {issue["code"] for issue in document.get("issues", [])}
    if "error" in document or document["trust"]["verdict"] == "dangerous" or "input.ambiguous" in codes:
        return None
    stats = json.loads(subprocess.run([cli, "stats", "--json", path], capture_output=True, text=True, timeout=60).stdout)
    return sorted((one["min"],) + (one["mean"],) + (one["max"],) for one in stats["tensors"])


def summary(tensors):
    return None if tensors is None else sorted((min(one), sum(one) / len(one), max(one)) if one else () for one in tensors)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    try:
        import torch
    except ImportError:
        print("SKIPPED: this Python has no torch")
        return 77
    failures = 0
    with tempfile.TemporaryDirectory(prefix="cairn-shown.") as name:
        for honest, cases in ((True, HONEST), (False, OTHERS)):
            for case, body in cases.items():
                path = Path(name) / f"{case}.pth"
                data = {f"data/{key}": struct.pack("<4f", *numbers) for key, numbers in NUMBERS.items()}
                path.write_bytes(zip_of({"data.pkl": pickled(body, 3), **data, "version": b"3\n"}))
                theirs, ours = summary(loaded(torch, path)), shown(cli, path)
                wrong = (ours is None or theirs is None) if honest else ours is not None and theirs is not None
                if (honest and theirs is None) or (wrong and ours != theirs):
                    failures += 1
                    print(f"FAILED: {case}: torch has {theirs}, Cairn {ours}")
                elif not honest and ours is not None:
                    print(f"{case}: shown as torch has it")
        files = list(pickled_by_python(torch, Path(name)))
        for path in files:
            theirs, ours = summary(loaded(torch, path)), shown(cli, path)
            if theirs is None or ours != theirs:
                failures += 1
                print(f"FAILED: {path.stem}: torch has {theirs}, Cairn {ours}")
    print(f"{len(HONEST) + len(OTHERS) + len(files)} files, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
