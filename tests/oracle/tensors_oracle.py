#!/usr/bin/env python3
"""Writes tensors anew with `cairn-cli convert` and reads them with real PyTorch: casts, .pth files, shards.

    tensors_oracle.py --cli CAIRN_CLI

Casts must give the bits of Tensor.to(). A .pth made of safetensors must load, also with weights_only and mmap, and hold
the same tensors, tied where they were. Shards must be what their index says, and merge into what they were cut from.
safetensors files are read by hand, and by the safetensors library too where this Python has it.
Exit code 0: all agree; 1: some do not; 77: this Python has no PyTorch.
"""

import argparse
import collections
import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

# NaNs differ between PyTorch's vector code for different processors; its plain code is the same everywhere.
os.environ["ATEN_CPU_CAPABILITY"] = "default"

try:
    import torch
except ImportError as missing:
    print(f"skip: {missing}")
    sys.exit(77)
try:
    import safetensors.torch as library
except ImportError:
    library = None

DTYPES = {
    "F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64,
    "I32": torch.int32, "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool,
    **{name: getattr(torch, dtype) for name, dtype in
       {"F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2"}.items() if hasattr(torch, dtype)},
}  # fmt: skip
NAMES = {dtype: name for name, dtype in DTYPES.items()}
VERSION = tuple(map(int, torch.__version__.split(".")[:2]))
INTEGERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


class Failure(Exception):
    pass


def bits(tensor):
    tensor = tensor.detach().contiguous()
    return bytes(tensor.view(INTEGERS[tensor.element_size()]).numpy().tobytes()) if tensor.numel() else b""


def read_safetensors(path):
    """Tensors and metadata of a file."""
    data = Path(path).read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        raw = bytearray(data[8 + length + begin : 8 + length + end])
        dtype = DTYPES[entry["dtype"]]
        flat = torch.frombuffer(raw, dtype=dtype) if raw else torch.empty(0, dtype=dtype)
        tensors[name] = flat.reshape(entry["shape"])
    if library is not None:
        theirs = library.load_file(str(path))
        expect(set(theirs) == set(tensors), "the safetensors library finds other names")
        expect(all(bits(theirs[name]) == bits(tensors[name]) for name in theirs), "the safetensors library reads other values")
    return tensors, metadata


def write_safetensors(path, tensors, metadata=None):
    header, data = ({"__metadata__": metadata} if metadata else {}), b""
    for name, tensor in tensors.items():
        raw = bits(tensor)
        header[name] = {"dtype": NAMES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}  # fmt: skip
        data += raw
    text = json.dumps(header).encode()
    Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)


def expect(condition, message):
    if not condition:
        raise Failure(message)


def same(theirs, ours, what):
    expect(list(theirs) == list(ours) or set(theirs) == set(ours), f"{what}: other names: {sorted(ours)}")
    for name, tensor in theirs.items():
        found = ours[name]
        expect(found.dtype == tensor.dtype and found.shape == tensor.shape, f"{what}: {name} is {found.dtype} {found.shape}")
        expect(bits(found) == bits(tensor), f"{what}: {name} has other values")


class Convert:
    def __init__(self, cli):
        self.cli = cli

    def __call__(self, source, target, *options):
        ran = subprocess.run([self.cli, "convert", str(source), "-o", str(target), "--verify", "--json", *options],
                             capture_output=True, timeout=300)  # fmt: skip
        expect(ran.returncode == 0, f"exit code {ran.returncode}: {ran.stderr.decode(errors='replace').strip()}")
        return json.loads(ran.stdout)

    def refused(self, source, target, *options):
        ran = subprocess.run([self.cli, "convert", str(source), "-o", str(target), *options], capture_output=True, timeout=300)
        expect(ran.returncode != 0, "it was not refused")
        return ran.stderr.decode(errors="replace")


def signed(values, bits_of):
    half = 1 << (bits_of - 1)
    return torch.where(values >= half, values - (1 << bits_of), values) if bits_of < 64 else values


def float32_patterns():
    """Every sign, exponent and high mantissa with low bits around the ties of all formats, and a million others."""
    high = torch.arange(65536, dtype=torch.int64) << 16
    low = (0, 1, 0x0FFF, 0x1000, 0x1001, 0x2000, 0x3000, 0x5000, 0x7000, 0x7FFF, 0x8000, 0x8001, 0xFFFF)
    torch.manual_seed(5)
    values = torch.cat([*(high | part for part in low), torch.randint(0, 1 << 32, (1_000_000,), dtype=torch.int64)])
    return signed(values, 32).to(torch.int32).view(torch.float32)


def float64_patterns():
    wide = float32_patterns()[::3].to(torch.float64)
    nearby = wide.view(torch.int64) + torch.randint(-2, 3, wide.shape, dtype=torch.int64)
    any_bits = torch.randint(-(1 << 62), 1 << 62, (200_000,), dtype=torch.int64) * 2
    return torch.cat([wide, nearby.view(torch.float64), any_bits.view(torch.float64)])


def casts(convert, folder):
    every = torch.arange(-32768, 32768, dtype=torch.int32).to(torch.int16)
    sources = {
        "float32": float32_patterns(),
        "float64": float64_patterns(),
        "float16": every.view(torch.float16),
        "bfloat16": every.clone().view(torch.bfloat16),
    }
    targets = [*sources, *(["float8_e5m2"] if hasattr(torch, "float8_e5m2") else [])]
    if VERSION >= (2, 14):
        targets.append("float8_e4m3fn")  # before, what is too large became NaN
    source = folder / "numbers.pt"
    torch.save({**sources, "counter": torch.tensor(7)}, str(source))
    for name, tensor in sources.items():
        for target in targets:
            if target != name:
                out = folder / "cast.safetensors"
                report = convert(source, out, "--to", "safetensors", "--cast", f"{name}={target}", "--force")
                wanted = tensor.to(getattr(torch, target))
                found, _ = read_safetensors(out)
                expect(bits(found[name]) == bits(wanted), f"{name} to {target} has other bits")
                expect(found["counter"].dtype == torch.int64, "the counter was cast")
                if target != "float8_e4m3fn":
                    lost = int((torch.isfinite(tensor) & torch.isinf(wanted.float())).sum()) if target != "float64" else 0
                    expect(report["overflows"].get(name, 0) == lost, f"{name} to {target}: {lost} overflows, {report['overflows']}")


def state():
    torch.manual_seed(3)
    tensors = {f"layers.{i}.weight": torch.randn(40, 30) for i in range(5)}
    tensors |= {"scalar": torch.tensor(2.5), "empty": torch.empty(0, 3), "many": torch.arange(120).view(1, 2, 3, 4, 5),
                "half": torch.randn(9).half(), "brain": torch.randn(9).bfloat16(), "flags": torch.tensor([True, False]),
                "größe": torch.tensor([0x7FC00001, -1], dtype=torch.int32).view(torch.float32)}  # fmt: skip
    if hasattr(torch, "float8_e5m2"):
        tensors["small"] = torch.randn(7).to(torch.float8_e5m2)
    return tensors


def to_pth(convert, folder):
    tensors = state()
    source = folder / "state.safetensors"
    write_safetensors(source, tensors, {"format": "pt", "tied": "layers.0.weight"})
    out = folder / "state.pth"
    convert(source, out)
    loaders = {"plain": {}, "weights_only": {"weights_only": True}}
    if VERSION >= (2, 1):
        loaders["mmap"] = {"weights_only": True, "mmap": True}
        loaders["full"] = {"weights_only": False}
    for name, options in loaders.items():
        found = torch.load(str(out), **options)
        expect(type(found).__name__ == "OrderedDict", f"it is a {type(found)}")
        expect(list(found) == [*tensors, "tied"], f"{name}: other names or another order")
        expect(found["tied"].data_ptr() == found["layers.0.weight"].data_ptr(), f"{name}: what was tied is not")
        del found["tied"]
        same(tensors, found, name)
        expect(all(t.device.type == "cpu" and t.is_contiguous() for t in found.values()), "not on the CPU")
    tagged = folder / "tagged.pth"
    convert(source, tagged, "--map", "cpu=cuda:1")
    same(tensors, {k: v for k, v in torch.load(str(tagged), map_location="cpu").items() if k != "tied"}, "tagged")


def shards_of(index):
    content = json.loads(index.read_text())
    return content["metadata"]["total_size"], content["weight_map"]


def shards(convert, folder):
    tensors = state()
    source = folder / "whole.pt"
    torch.save({**tensors, "tied": tensors["layers.1.weight"]}, str(source))
    total = sum(t.numel() * t.element_size() for t in tensors.values())
    for suffix, to, load in ((".safetensors", "safetensors", lambda p: read_safetensors(p)[0]),
                             (".bin", "pth", lambda p: torch.load(str(p), weights_only=True))):  # fmt: skip
        target = folder / f"model{suffix}"
        convert(source, target, "--to", to, "--shard-size", "10KB")
        size, weights = shards_of(folder / f"model{suffix}.index.json")
        expect(size == total, f"total_size is {size} instead of {total}")
        names = sorted(set(weights.values()))
        count = len(names)
        expect(count > 2 and names == [f"model-{i + 1:05}-of-{count:05}{suffix}" for i in range(count)], f"shards {names}")
        expect(not target.exists(), "there is one file for all, too")
        found = {}
        for name in names:
            part = load(folder / name)
            expect(all(weights[tensor] == name for tensor in part), f"{name} holds what the index has elsewhere")
            found |= part
        wanted = dict(tensors) if to == "safetensors" else {**tensors, "tied": tensors["layers.1.weight"]}
        same(wanted, found, f"shards {suffix}")
        index = folder / f"model{suffix}.index.json"
        convert(index, folder / "merged.safetensors", "--force")
        merged, metadata = read_safetensors(folder / "merged.safetensors")
        same(tensors, merged, "merged safetensors")
        expect(metadata.get("tied") == "layers.1.weight", "the second name was lost")
        convert(index, folder / "merged.pth", "--force")
        again = torch.load(str(folder / "merged.pth"), weights_only=True)
        expect(again["tied"].data_ptr() == again["layers.1.weight"].data_ptr(), "merged: what was tied is not")
        same({**tensors, "tied": tensors["layers.1.weight"]}, again, "merged pth")
        (folder / names[1]).unlink()
        answer = convert.refused(index, folder / "never.pth", "--drop-others")
        expect(names[1] in answer and "missing" in answer, f"the missing shard is not named: {answer}")
        expect(not (folder / "never.pth").exists(), "something was written without a shard")


def chosen(convert, folder):
    """Keep, drop and rename."""
    source = folder / "run.pt"
    weights = {f"module.{name}": tensor for name, tensor in state().items()}
    torch.save({"model_ema": weights, "model": {"x": torch.ones(2)}, "optimizer": {"lr": 0.1, "m": torch.ones(3)}, "epoch": 4}, str(source))
    report = convert(source, folder / "ema.safetensors", "--to", "safetensors", "--keep", "model_ema.*", "--drop", "*.scalar",
                     "--rename", "model_ema.module.*=model.*", "--drop", "optimzer*", "--lenient")  # fmt: skip
    found, _ = read_safetensors(folder / "ema.safetensors")
    same({f"model.{name}": tensor for name, tensor in state().items() if name != "scalar"}, found, "chosen")
    expect(report["left_out"] == [], f"left out: {report['left_out']}")
    expect(any("optimzer" in warning for warning in report["warnings"]), "a rule without a match is not told")
    answer = convert.refused(source, folder / "twice.safetensors", "--to", "safetensors", "--drop-others",
                             "--rename", "model_ema.module.scalar=x", "--rename", "model.x=x")  # fmt: skip
    expect('"x"' in answer and "scalar" in answer, f"the names that collide are not told: {answer}")


class Averaged(torch.nn.Module):
    """A scalar parameter, and buffers that averages may have or not."""

    def __init__(self):
        super().__init__()
        self.input = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8))
        self.scale = torch.nn.Parameter(torch.tensor(2.5))


def trainings():
    """By name: what a training saves, the names of the model in it, and whether a .pth can take the averages as they lie.
    The averaged numbers are half of the model's."""
    model = Averaged()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    model.input(torch.randn(3, 4)).sum().backward()
    optimizer.step()
    state = model.state_dict()
    parameters = dict(model.named_parameters())

    def half(tensors, prefix=""):
        return {prefix + name: tensor.detach() / 2 if tensor.is_floating_point() else tensor for name, tensor in tensors.items()}

    lit = {"model_ema." + name.replace(".", ""): tensor for name, tensor in half(parameters, "net.").items()}
    lit.update({"model_ema.decay": torch.tensor(0.9), "model_ema.num_updates": torch.tensor(3)})
    swa = torch.optim.swa_utils.AveragedModel(model).state_dict()
    swa.update(half({name: tensor for name, tensor in swa.items() if name != "n_averaged"}))
    beside = {"epoch": 3, "optimizer": optimizer.state_dict()}
    return {
        "latent diffusion": ({"state_dict": {**{f"model.net.{name}": tensor for name, tensor in state.items()}, **lit}, **beside}, "state_dict", "model.net.", True),
        "basicsr": ({"params": state, "params_ema": half(state), **beside}, "params", "", True),
        "swa": ({"model": state, "model_ema": collections.OrderedDict(swa), **beside}, "model", "", True),
        "without buffers": ({"model": state, "ema": half(parameters), **beside}, "model", "", False),
        "ema_pytorch": ({"model": state, "ema": {"initted": torch.tensor(True), "step": torch.tensor(3),
                         **{f"online_model.{name}": tensor for name, tensor in state.items()}, **half(state, "ema_model.")}}, "model", "", True),
        "decay in its name": ({"model": state, "ema_0.999": half(state), **beside}, "model", "", True),
        "torch_ema": ({"model": state, "ema": {"decay": 0.9, "num_updates": 3, "shadow_params": list(half(parameters).values()),
                       "collected_params": None}, **beside}, "model", "", False),
        "torch_ema in evaluation": ({"model": state, "ema": {"decay": 0.9, "num_updates": 3, "shadow_params": list(half(parameters).values()),
                                    "collected_params": [tensor.detach().clone() for tensor in parameters.values()]}, **beside}, "model", "", False),
        "polyak": ({"model": state, "model_polyak": half(state), **beside}, "model", "", True),
        "compiled": ({"model": {f"_orig_mod.{name}": tensor for name, tensor in state.items()}, "ema": half(state, "module._orig_mod."), **beside}, "model", "_orig_mod.", True),
        "nemo": ({"state_dict": state, "optimizer_states": [{"opt": optimizer.state_dict(), "ema": list(half(parameters).values()), "decay": 0.9}]},
                 "state_dict", "", False),
        "shadow": ({"model": state, "ema": {"decay": 0.9, "updates": 4, "shadow": half(parameters)}, **beside}, "model", "", False),
    }  # fmt: skip


def averages(convert, folder):
    """The averages of a training in the place of its weights."""
    for name, (training, group, prefix, fits) in trainings().items():
        source = folder / f"{name}.ckpt"
        torch.save(training, str(source))
        own = {key[len(prefix) :]: value for key, value in training[group].items() if key.startswith(prefix)}
        averaged = {key: value / 2 if key in dict(Averaged().named_parameters()) else value for key, value in own.items()}
        convert(source, folder / "ema.safetensors", "--ema", "--drop-others", "--force", "--verify")
        found, _ = read_safetensors(folder / "ema.safetensors")
        named = {f"{group}.{prefix}{key}": value for key, value in averaged.items()}
        hold = {key: found.get(key) for key in named if not key.endswith(("running_mean", "running_var"))}
        same({key: named[key] for key in hold}, hold, name)
        expect(set(found) == set(named), f"{name}: the names {sorted(set(found) ^ set(named))}")
        if fits:
            convert(source, folder / "ema.pth", "--ema", "--force", "--verify")
        else:
            for options in ((), ("--keep", group, "--rename", f"{group}.=")):
                answer = convert.refused(source, folder / "never.pth", "--ema", *options)
                expect("--drop-others" in answer, f"{name}: {answer}")
                expect(not (folder / "never.pth").exists(), f"{name}: something was written")
            convert(source, folder / "flat.pth", "--ema", "--drop-others", "--keep", group, "--rename", f"{group}.=", "--force", "--verify")
            Averaged().load_state_dict(torch.load(str(folder / "flat.pth")))
            convert(source, folder / "ema.pth", "--ema", "--drop-others", "--force", "--verify")
        loaded = torch.load(str(folder / "ema.pth"))
        expect("optimizer" not in loaded and list(loaded)[0] == group, f"{name}: {list(loaded)}")
        state = {key[len(prefix) :]: value for key, value in loaded[group].items()}
        Averaged().load_state_dict(state)
        same({key: value for key, value in averaged.items() if "running" not in key}, {key: value for key, value in state.items() if "running" not in key}, name)
        answer = convert.refused(folder / "ema.pth", folder / "never.pth", "--ema")
        expect("no averaged weights" in answer, f"{name}: {answer}")
    model = {f"{name}.weight": torch.ones(2) for name in "abc"}
    part = {name: tensor / 2 for name, tensor in model.items() if not name.startswith("b")}
    torch.save({"model": model, "model_ema": part}, str(folder / "part.pth"))
    report = convert(folder / "part.pth", folder / "part.safetensors", "--ema")
    expect(any("2 of 3 weights" in warning and "model.b.weight" in warning for warning in report["warnings"]), report["warnings"])
    counted = {"initted": torch.tensor(True), "step": torch.tensor(3), **{f"online_model.{name}": tensor for name, tensor in model.items()},
               **{f"ema_model.{name}": tensor / 2 for name, tensor in model.items()}}  # fmt: skip
    torch.save(counted, str(folder / "counted.pth"))
    convert(folder / "counted.pth", folder / "counted.safetensors", "--ema")
    found, _ = read_safetensors(folder / "counted.safetensors")
    same({f"online_model.{name}": tensor / 2 for name, tensor in model.items()}, found, "ema_pytorch alone")
    tied = {"embed.weight": torch.ones(4, 4), "fc.weight": torch.ones(4, 4)}
    tied["head.weight"] = tied["embed.weight"]
    torch.save({"model": tied, "ema": {name: tied[name] / 2 for name in ("embed.weight", "fc.weight")}}, str(folder / "tied_ema.pth"))
    convert(folder / "tied_ema.pth", folder / "tied_ema.out.pth", "--ema", "--drop-others", "--verify")
    loaded = torch.load(str(folder / "tied_ema.out.pth"))["model"]
    same({name: tensor / 2 for name, tensor in tied.items()}, loaded, "tied weights, of which the average has one")
    expect(loaded["head.weight"].data_ptr() == loaded["embed.weight"].data_ptr(), "the average is not tied")
    report = convert(folder / "tied_ema.pth", folder / "tied_ema.safetensors", "--ema", "--verify")
    found, _ = read_safetensors(folder / "tied_ema.safetensors")
    same({name: tied[name.removeprefix("model.")] / 2 for name in found}, found, "tied weights in safetensors")
    expect(len(found) == 2, f"a tied weight is written twice: {list(found)}")
    expect(not report["warnings"], report["warnings"])
    convert(folder / "tied_ema.safetensors", folder / "tied_ema.back.pth", "--verify")
    same({name: tensor / 2 for name, tensor in tied.items()}, torch.load(str(folder / "tied_ema.back.pth"))["model"], "tied weights and back")
    report = convert(folder / "tied_ema.pth", folder / "tied_ema.rewritten.pth", "--ema")
    expect(any("model.head.weight" in warning for warning in report["warnings"]), report["warnings"])
    deep = {"callbacks": {"EMA": {"ema_state_dict": {name: tensor / 2 for name, tensor in tied.items()}}}, "state_dict": tied, "epoch": 3}
    torch.save(deep, str(folder / "deep.pth"))
    path = "callbacks.EMA.ema_state_dict"
    convert(folder / "deep.pth", folder / "deep.out.pth", "--keep", path, "--rename", f"{path}.=", "--verify")
    same({name: tensor / 2 for name, tensor in tied.items()}, torch.load(str(folder / "deep.out.pth")), "a dictionary three levels down")
    # Of several models with the same names and shapes, in any order, the average is of the one that it is named after.
    others = {"teacher": 3, "student": 5, "initial": 7}
    for order in itertools.permutations(others):
        for top in (False, True):
            groups = {name: {key: value * others[name] for key, value in model.items()} for name in order}
            groups["student_ema"] = {key: value / 2 for key, value in model.items()}
            nested = groups if top else {"state_dict": {f"{name}.{key}": value for name, one in groups.items() for key, value in one.items()}}
            torch.save(nested, str(folder / "several.pth"))
            convert(folder / "several.pth", folder / "several.safetensors", "--ema", "--force", "--verify")
            found, _ = read_safetensors(folder / "several.safetensors")
            wanted = {f"{'' if top else 'state_dict.'}{name}.{key}": value / 2 if name == "student" else value * others[name]
                      for name in others for key, value in model.items()}  # fmt: skip
            same(wanted, found, f"several models: {order}")
            torch.save({"ema" if name == "student_ema" else name: one for name, one in groups.items()}, str(folder / "unclear.pth"))
            answer = convert.refused(folder / "unclear.pth", folder / "never.pth", "--ema")
            expect("may be the average" in answer, f"an average of nobody knows what: {answer}")
            convert(folder / "unclear.pth", folder / "clear.safetensors", "--ema", "--drop", "teacher", "--drop", "initial", "--force")
            found, _ = read_safetensors(folder / "clear.safetensors")
            same({f"student.{key}": value / 2 for key, value in model.items()}, found, "of what is left")
    torch.save({"model": model, "ema": {**model, "b.weight": torch.ones(3)}}, str(folder / "other.pth"))
    answer = convert.refused(folder / "other.pth", folder / "never.pth", "--ema")
    expect("ema.b.weight" in answer, f"an average of another shape: {answer}")
    # Some have the averages in the place of the model when they save, and the model elsewhere.
    own = Averaged().state_dict()
    for trained, beside, wrapper in (("ema_state_dict", "message_hub", "module."), ("current_model_state", "averaging_state", "")):
        swapped = {"state_dict": own, trained: {wrapper + name: tensor + 1 for name, tensor in own.items()}, beside: {"n": torch.tensor(3)}, "epoch": 3}
        torch.save(swapped, str(folder / "swapped.pth"))
        convert(folder / "swapped.pth", folder / "swapped.safetensors", "--ema", "--drop", beside, "--drop-others", "--force", "--verify")
        found, _ = read_safetensors(folder / "swapped.safetensors")
        same({f"state_dict.{name}": tensor for name, tensor in own.items()}, found, f"averages beside {trained}")
        convert(folder / "swapped.pth", folder / "swapped_out.pth", "--ema", "--drop", beside, "--force", "--verify")
        loaded = torch.load(str(folder / "swapped_out.pth"))
        expect(list(loaded) == ["state_dict", "epoch"], f"averages beside {trained}: {list(loaded)}")
        same(own, loaded["state_dict"], f"averages beside {trained}")


def tensors_alone(value):
    """What safetensors can hold of a value: its tensors where they are, None in a list for what is no tensor."""
    if isinstance(value, dict):
        held = {key: tensors_alone(one) for key, one in value.items()}
        held = {key: one for key, one in held.items() if one is not None}
        return type(value)(held) if held else None
    if isinstance(value, (list, tuple)):
        held = [tensors_alone(one) for one in value]
        while held and held[-1] is None:
            held.pop()
        return type(value)(held) if held else None
    return value if isinstance(value, torch.Tensor) else None


def expect_equal(wanted, found, place="the root"):
    expect(type(wanted) is type(found), f"{place} is {type(found).__name__} instead of {type(wanted).__name__}")
    if isinstance(wanted, dict):
        expect(list(wanted) == list(found), f"{place} has the keys {list(found)} instead of {list(wanted)}")
        expect([type(key) for key in wanted] == [type(key) for key in found], f"{place} has keys of other types")
        for key in wanted:
            expect_equal(wanted[key], found[key], f"{place}[{key!r}]")
    elif isinstance(wanted, (list, tuple)):
        expect(len(wanted) == len(found), f"{place} has {len(found)} instead of {len(wanted)}")
        for index, one in enumerate(wanted):
            expect_equal(one, found[index], f"{place}[{index}]")
    elif wanted is not None:
        same({"it": wanted}, {"it": found}, place)


def nesting(convert, folder):
    """A Lightning checkpoint and others, through safetensors and back: keys, nesting, order, tensors."""
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4))
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.rand(5, 3)).sum().backward()
    optimizer.step()
    lightning = {
        "epoch": 3,
        "state_dict": collections.OrderedDict((f"model.{name}", tensor) for name, tensor in model.state_dict().items()),
        "optimizer_states": [optimizer.state_dict()],
        "lr_schedulers": [],
        "hyper_parameters": {"lr": 0.1},
    }
    tied = torch.rand(2, 3)
    others = {
        "z": {"b": torch.ones(1), "a": {2: torch.ones(2), "3": torch.zeros(2), -1: torch.ones(3)}},
        "a.b": {"c": torch.rand(2)},
        "list": [1, torch.ones(1), None, (torch.ones(2), {"x": torch.ones(3)}), [torch.ones(4)] * 2],
        "tuple": tuple(torch.full((1,), float(i)) for i in range(5)),
        "tied": tied,
        "again": [tied],
        "large": {2**62: torch.ones(1)},
        "none": {},
    }
    for name, value in (("lightning", lightning), ("others", others)):
        source = folder / f"{name}.ckpt"
        torch.save(value, str(source))
        report = convert(source, folder / f"{name}.safetensors", "--drop-others")
        expect(report["nested"] is True, "the report does not tell that it is nested")
        expect(report["values_left_out"] > 0, "what safetensors cannot hold is not counted")
        report = convert(folder / f"{name}.safetensors", folder / f"{name}.pth", "--verify")
        expect(report["nested"] is True and not report["warnings"], f"the way back: {report}")
        expect_equal(tensors_alone(value), torch.load(str(folder / f"{name}.pth")))
        torch.load(str(folder / f"{name}.pth"), weights_only=True)
        # Shards and back: an index has no nesting of its own.
        convert(source, folder / f"{name}-cut.safetensors", "--drop-others", "--shard-size", "40B")
        convert(folder / f"{name}-cut.safetensors.index.json", folder / f"{name}-whole.pth", "--verify")
        expect_equal(tensors_alone(value), torch.load(str(folder / f"{name}-whole.pth")))
    # What is left of it, and what got another name.
    convert(folder / "lightning.safetensors", folder / "weights.pth", "--keep", "state_dict.*", "--rename", "state_dict.model.=")
    same(dict(model.state_dict()), torch.load(str(folder / "weights.pth")), "the weights alone")
    found = torch.load(str(folder / "others.pth"))
    expect(found["tied"].data_ptr() == found["again"][0].data_ptr(), "what was tied is not")


def damaged(convert, folder):
    """One byte of any record is another one: no way of converting calls its copy verified, and none leaves a file there."""
    training = {"model": Averaged().state_dict(), "epoch": 3}
    torch.save(training, str(folder / "training.pth"))
    torch.jit.save(torch.jit.script(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU())), str(folder / "script.pt"))
    anew = (("pth", "--cast", "bf16"), ("pth", "--compact"), ("pth", "--to", "legacy"), ("pth", "--rename", "*=x.*"))
    routes = {"training.pth": (("pth",), ("safetensors", "--drop-others"), *anew), "script.pt": (("pt",), ("safetensors", "--drop-others"))}
    for name, ways in routes.items():
        whole = (folder / name).read_bytes()
        with zipfile.ZipFile(folder / name) as archive:
            records = [record for record in archive.infolist() if record.compress_size]
        for record in records:
            begin = record.header_offset + 30 + sum(struct.unpack_from("<HH", whole, record.header_offset + 26))
            changed = bytearray(whole)
            changed[begin + record.compress_size // 2] ^= 0x10
            source = folder / f"damaged{Path(name).suffix}"
            source.write_bytes(changed)
            for suffix, *options in ways:
                target = folder / f"never.{suffix}"
                convert.refused(source, target, *options, "--verify")
                expect(not target.exists(), f"{record.filename} is damaged, and {options} left a file")
                if suffix == "safetensors" or "legacy" in options:  # nothing in these would tell
                    convert.refused(source, target, *options)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    convert = Convert(parser.parse_args().cli)
    warnings.simplefilter("ignore")
    failed = 0
    for check in (casts, to_pth, shards, chosen, averages, nesting, damaged):
        with tempfile.TemporaryDirectory() as name:
            try:
                check(convert, Path(name))
                print(f"ok   {check.__name__}", flush=True)
            except Failure as failure:
                failed += 1
                print(f"FAIL {check.__name__}: {failure}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
