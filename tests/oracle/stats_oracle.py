#!/usr/bin/env python3
"""Compares `cairn-cli stats` and `cairn-cli diff` with what PyTorch computes and raises. Exit code 77: no PyTorch here."""

import argparse
import collections
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

try:
    import numpy
    import torch
except ImportError:
    sys.exit(77)

FAILURES = []


def check(condition, *what):
    if not condition:
        FAILURES.append(" ".join(map(str, what)))


def close(ours, theirs, scale=1e-300):
    if ours is None or (isinstance(theirs, float) and math.isnan(theirs)):
        return ours is None and math.isnan(theirs)
    ours = float(ours)
    return ours == theirs or abs(ours - theirs) <= 1e-6 * max(abs(theirs), scale)


def run(cli, *arguments):
    done = subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=False)
    check(done.returncode in (0, 1), arguments, done.stderr)
    return json.loads(done.stdout), done.returncode


def numbers():
    torch.manual_seed(7)
    base = torch.randn(61, 47)
    tensors = {
        "float32": base,
        "large": torch.randn(3000, 1001),
        "far": base.double() * 1e-3 + 1e6,
        "float64": base.double() * 1e200,
        "ends of float64": torch.tensor([1.7e308, 1.6e308, 1.5e308, 1e155, 0.0], dtype=torch.float64),
        "float16": base.half(),
        "bfloat16": base.bfloat16(),
        "scalar": torch.tensor(2.5),
        "one": torch.ones(1),
        "constant": torch.full((7, 7), 3.0),
        "empty": torch.zeros(0, 3),
        "bool": base > 0.3,
        "transposed": base.t(),
        "steps": base[::3, ::5],
        "expanded": base[:, :1].expand(61, 9),
        "permuted": torch.randn(5, 6, 7, 8).permute(2, 0, 3, 1),
        "special": torch.tensor([float("nan"), 1.0, float("inf"), -2.0, float("-inf"), 0.0, -0.0, float("inf")]),
        "nothing finite": torch.tensor([float("nan"), float("inf")]),
        "subnormal": torch.tensor([1e-45, 0.0, -1e-40, 3e-39]),
        "complex64": torch.randn(33, 9, dtype=torch.complex64),
        "complex128": torch.randn(33, 9, dtype=torch.complex128),
        "conj": torch.randn(33, 9, dtype=torch.complex64).conj(),
        "neg": torch.randn(33, 9, dtype=torch.complex64).conj().imag,
        "per tensor": torch.quantize_per_tensor(base, 0.05, 3, torch.qint8),
        "per tensor unsigned": torch.quantize_per_tensor(base, 0.05, 100, torch.quint8),
        "per tensor int32": torch.quantize_per_tensor(base, 1e-4, 12, torch.qint32),
        "per channel": torch.quantize_per_channel(base, torch.rand(61) * 0.1 + 0.01, torch.arange(61), 0, torch.qint8),
        "per last channel": torch.quantize_per_channel(
            base, torch.rand(47) * 0.1 + 0.01, torch.arange(47), 1, torch.qint8
        ),
        "four bits": torch.quantize_per_channel(
            torch.randn(6, 10), torch.rand(6) + 0.05, torch.rand(6), 0, torch.quint4x2
        ),
    }
    for dtype in (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8):
        tensors[str(dtype)] = torch.randint(0, 100, (50, 60)).to(dtype) - (0 if dtype == torch.uint8 else 40)
    tensors["int64 ends"] = torch.tensor([-(2**63), 2**63 - 1, 2**62 + 1])
    return tensors


def plain(tensor):
    """The numbers that are counted: dequantised, absolute, in float64."""
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    if tensor.is_complex():
        tensor = tensor.to(torch.complex128).resolve_conj().abs()
    return tensor.resolve_neg().double().flatten()


def compare_statistics(name, tensor, ours):
    values = plain(tensor)
    finite = values[torch.isfinite(values)]
    check(ours.get("error") is None, name, ours.get("error"))
    if "error" in ours:
        return
    for key, theirs in (
        ("elements", tensor.numel()),
        ("finite", finite.numel()),
        ("zeros", int((values == 0).sum())),
        ("nan", int(values.isnan().sum())),
        ("positive_infinity", int((values == math.inf).sum())),
        ("negative_infinity", int((values == -math.inf).sum())),
    ):
        check(ours[key] == theirs, name, key, ours[key], theirs)
    if finite.numel() == 0:
        check(ours["min"] is None and ours["mean"] is None and ours["std"] is None, name, "nothing", ours)
        return
    exact = tensor.dtype == torch.int64
    for key, theirs in (("min", finite.min()), ("max", finite.max())):
        wanted = int(getattr(tensor, key)()) if exact else theirs.item()
        check(ours[key] == wanted if exact else close(ours[key], wanted), name, key, ours[key], wanted)
    wide = finite.numpy().astype(numpy.longdouble)  # torch's own squares of numbers over 1e154 are infinite
    spread = min(float(wide.max() - wide.min()), sys.float_info.max)
    mean, deviation = float(wide.mean()), float(wide.std(ddof=1)) if wide.size > 1 else math.nan
    check(close(ours["mean"], mean, spread), name, "mean", ours["mean"], mean)
    if name != "int64 ends":
        check(close(ours["std"], deviation), name, "std", ours["std"], deviation)
    if "histogram" in ours and "float64" not in name:
        histogram = ours["histogram"]["counts"]
        check(sum(histogram) == finite.numel(), name, "histogram", sum(histogram))
        theirs = torch.histc(finite, len(histogram)).tolist()
        off = max(abs(a - b) for a, b in zip(histogram, theirs))
        check(off <= max(2, finite.numel() // 100_000), name, "histogram", off, histogram, theirs)


def compare_all_statistics(cli, folder):
    tensors = numbers()
    path = folder / "numbers.pt"
    torch.save(tensors, path)
    tensors = torch.load(path)  # PyTorch before 2.0 does not save that a tensor is conjugated or negated
    document, code = run(cli, "stats", path, "--json", "--bins", 40)
    check(code == 0, "stats exit code", code)
    ours = {row["name"]: row for row in document["tensors"]}
    check(set(ours) == set(tensors), "names", set(ours) ^ set(tensors))
    for name, tensor in tensors.items():
        compare_statistics(name, tensor, ours[name])
    only, _ = run(cli, "stats", path, "float*", "--json")
    check({row["name"] for row in only["tensors"]} == {"float32", "float64", "float16"}, "glob", only)


def compare_near_numbers(cli, folder):
    """Numbers that doubles do not tell apart are counted by how far they are from the smallest."""
    least = 1_700_000_000_000_000_001
    tensor = torch.tensor([least + 1, least, least + 4, least + 1, least + 3])
    path = folder / "near.pt"
    torch.save(tensor, path)
    document, _ = run(cli, "stats", path, "--json", "--bins", 5)
    histogram = document["tensors"][0]["histogram"]
    check((histogram["low"], histogram["high"]) == (least, least + 4), "ends of near numbers", histogram)
    theirs = torch.histc((tensor - least).double(), 5).tolist()
    check(histogram["counts"] == theirs, "histogram of near numbers", histogram, theirs)
    text = subprocess.run([cli, "stats", path, "--bins", "5"], capture_output=True, text=True, check=True).stdout
    check(f"\n{least + 1}  " in text, "labels of near numbers", text)


def model():
    return torch.nn.Sequential(
        collections.OrderedDict(
            first=torch.nn.Conv2d(3, 8, 3),
            norm=torch.nn.BatchNorm2d(8),
            inner=torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU(), torch.nn.Linear(4, 2)),
            last=torch.nn.Linear(2, 2),
        )
    )


def edits():
    """How the state_dict that is loaded differs from the model's."""

    def without_metadata(state):
        plain_state = dict(state)
        del plain_state["norm.num_batches_tracked"]
        return plain_state

    def dropped(state):
        for key in ("last.bias", "first.weight", "inner.2.weight", "norm.num_batches_tracked"):
            del state[key]
        return state

    def added(state):
        for key in ("zzz", "inner.9.weight", "first.extra", "other.weight", "inner.extra", "inner.0.more.weight"):
            state[key] = torch.ones(2)
        return state

    def reshaped(state):
        state["first.weight"] = torch.ones(4, 3, 3, 3)
        state["last.bias"] = torch.tensor(1.0)
        state["norm.num_batches_tracked"] = torch.ones(3, dtype=torch.int64)
        return state

    def all_of_it(state):
        return reshaped(added(dropped(state)))

    def prefixed(state):
        return {"module." + key: value for key, value in state.items()}

    def no_tensor(state):
        state["last.weight"] = 5
        return state

    return [dict, without_metadata, dropped, added, reshaped, prefixed, no_tensor, all_of_it]


def compare_messages(cli, folder):
    torch.manual_seed(1)
    saved = folder / "saved.pt"
    torch.save(model().state_dict(), saved)
    for edit in edits():
        state = edit(model().state_dict())
        torch.save(state, folder / "other.pt")
        try:
            model().load_state_dict(torch.load(folder / "other.pt"))
            theirs = ""
        except RuntimeError as problem:
            theirs = str(problem).replace("for Sequential:", "for Model:")
        document, _ = run(cli, "diff", saved, folder / "other.pt", "--json")
        check(document["load_state_dict"] == theirs, edit.__name__, repr(document["load_state_dict"]), repr(theirs))


def compare_differences(cli, folder):
    first, second = numbers(), numbers()
    second["float32"] = first["float32"] + torch.randn(61, 47) * 1e-3
    second["complex64"] = first["complex64"] * 1j
    second["far"] = first["far"].float()
    second["int64 ends"] = first["int64 ends"] - torch.tensor([0, 1, 0])
    second["transposed"] = first["transposed"].contiguous()
    second["conj"] = first["conj"].resolve_conj()
    second["special"] = first["special"] * -1
    second["per channel"] = first["per channel"].dequantize()
    torch.save(first, folder / "a.pt")
    torch.save(second, folder / "b.pt")
    first, second = torch.load(folder / "a.pt"), torch.load(folder / "b.pt")
    document, code = run(cli, "diff", folder / "a.pt", folder / "b.pt", "--json")
    check(code == 1, "diff exit code", code)
    rows = {row["name"]: row for row in document["rows"]}
    for name in first:
        one, other = first[name], second[name]
        if one.is_quantized:
            one = one.dequantize()
        if other.is_quantized:
            other = other.dequantize()
        if one.dtype == torch.int64 and other.dtype == torch.int64:
            pairs = [(a, b) for a, b in zip(one.flatten().tolist(), other.flatten().tolist())]
            far = max((abs(a - b) for a, b in pairs), default=0)
            different = sum(a != b for a, b in pairs)
        else:
            view = lambda t: torch.view_as_real(t.resolve_conj()) if t.is_complex() else t.resolve_neg()
            a, b = view(one).double().flatten(), view(other).double().flatten()
            unequal = ~((a == b) | (a.isnan() & b.isnan()))
            different = int(unequal.sum())
            distances = (a - b).abs()[unequal]
            distances[~torch.isfinite(distances)] = math.inf
            far = distances.max().item() if different else 0
        row = rows.get(name, {})
        check(row.get("error") is None, name, row.get("error"))
        check(("numbers" in row.get("differences", [])) == (different != 0), name, row, different)
        if different:
            ours = float(row["max_abs"])
            check(ours == far or abs(ours - far) <= 1e-9 * far, name, "max_abs", row["max_abs"], far)
            check(row["different"] == different, name, "different", row["different"], different)
    same, code = run(cli, "diff", folder / "a.pt", folder / "a.pt", "--json")
    check(code == 0 and same["same"] and not same["rows"], "same file", same["rows"])


def compare_tolerances(cli, folder):
    """What is close by torch.allclose is no difference, element by element, and l2 is torch.dist."""
    torch.manual_seed(11)
    first = {"float64": torch.randn(40, 30).double(), "float16": torch.randn(500).half(), "int64": torch.arange(-50, 50)}
    second = {
        "float64": first["float64"] * (1 + 1e-3 * torch.randn(40, 30).double()),
        "float16": first["float16"] + (1e-2 * torch.randn(500)).half(),
        "int64": first["int64"] + torch.arange(100) % 3,
    }
    first["nan"] = second["nan"] = torch.tensor([math.nan, 1.0])
    first["zero"], second["zero"] = torch.tensor([0.0, -0.0]), torch.tensor([-0.0, 0.0])
    torch.save(first, folder / "near_a.pt")
    torch.save(second, folder / "near_b.pt")
    pair = (folder / "near_a.pt", folder / "near_b.pt")
    for atol, rtol in ((0, 0), (0, 1e-3), (1e-3, 0), (1e-2, 1e-2), (0.5, 0), (2, 0), (0, 0.1), (5, 5)):
        found, code = run(cli, "diff", *pair, "--json", "--atol", atol, "--rtol", rtol)
        rows = {row["name"]: row for row in found["rows"]}
        beyond = {
            name: int((~torch.isclose(first[name].double(), second[name].double(), rtol, atol, equal_nan=True)).sum())
            for name in first
        }
        check(code == (1 if any(beyond.values()) else 0), "tolerance", atol, rtol, code, beyond)
        check(set(rows) == {name for name in beyond if beyond[name]}, "tolerated", atol, rtol, sorted(rows), beyond)
        for name, row in rows.items():
            check(row["different"] == beyond[name], "beyond", name, atol, rtol, row["different"], beyond[name])
            apart = int((first[name] != second[name]).sum())
            check(row["different"] + row["tolerated"] == apart, "apart", name, row, apart)
            check(close(row["l2"], torch.dist(first[name].double(), second[name].double()).item()), "l2", name, row)
    farthest, _ = run(cli, "diff", *pair, "--json", "--sort", "l2", "--top", "2")
    distances = {name: torch.dist(first[name].double(), second[name].double()).item() for name in first if name != "nan"}
    expected = sorted(distances, key=distances.get, reverse=True)[:2]
    check([row["name"] for row in farthest["rows"]] == expected, "order", farthest["rows"], expected)
    check(farthest["rows_not_shown"] == 2, "not shown", farthest["rows_not_shown"])


def wrapped(state):
    """The same weights, as those who train save them."""
    network = model()
    network.load_state_dict(state)
    optimizer = torch.optim.Adam(network.parameters())
    compiled = torch.compile(network).state_dict() if hasattr(torch, "compile") else None
    return {
        "plain dict": dict(state),
        "the module's parameters": collections.OrderedDict(
            list(network.named_parameters()) + list(network.named_buffers())
        ),
        "DataParallel": torch.nn.DataParallel(network).state_dict(),
        "compiled": compiled or {"_orig_mod." + key: value for key, value in state.items()},
        "both": {"module._orig_mod." + key: value for key, value in state.items()},
        "Lightning": {
            "epoch": 3,
            "state_dict": {"net." + key: value for key, value in state.items()},
            "optimizer_states": [optimizer.state_dict()],
        },
        "other order": dict(reversed(list(state.items()))),
        "in storages of their own": {key: value.clone() for key, value in state.items()},
    }


def other_weights(state):
    """One thing changed, for each tensor: the name, and the state_dict."""
    for name, tensor in state.items():
        if tensor.is_floating_point():
            moved = tensor.clone()
            flat = moved.view(-1)
            flat[-1] = torch.nextafter(flat[-1], torch.tensor(math.inf))
            yield name, {**state, name: moved}
            yield name, {**state, name: tensor.double()}
        else:
            yield name, {**state, name: tensor + 1}
        yield name, {**state, name: tensor.unsqueeze(0)}
        yield name, {key: value for key, value in state.items() if key != name}
        yield "new", {**state, "new": tensor.clone()}


def compare_weights(cli, folder):
    torch.manual_seed(3)
    state = model().state_dict()
    saved = folder / "weights.pt"
    torch.save(state, saved)
    for name, again in wrapped(state).items():
        path = folder / "again.pt"
        torch.save(again, path)
        for pair in ((saved, path), (path, saved)):
            found, code = run(cli, "diff", *pair, "--same-weights", "--json")
            check(code == 0 and found["same"] and found["values_compared"], "same weights", name, found["rows"])
    torch.save({"teacher." + key: value.half() for key, value in state.items()}, folder / "half.pt")
    close_enough = ("--same-weights", "--rename", "teacher.=", "--ignore", "dtype", "--atol", "1e-3", "--rtol", "1e-3")
    found, code = run(cli, "diff", folder / "half.pt", saved, *close_enough, "--json")
    check(code == 0 and found["same"] and found["ignored"]["dtype"] > 0, "half", found["rows"])
    tagged = folder / "tagged.pt"
    subprocess.run(
        [cli, "convert", saved, "-o", tagged, "--map", "*=cuda:1", "--force"], check=True, capture_output=True
    )
    tensors = folder / "weights.safetensors"
    subprocess.run(
        [cli, "convert", saved, "-o", tensors, "--to", "safetensors", "--drop-others"], check=True, capture_output=True
    )
    for path in (tagged, tensors):
        check(run(cli, "diff", saved, path, "--same-weights", "--json")[1] == 0, "same weights", path.name)
    for name, other in other_weights(state):
        torch.save(other, folder / "other.pt")
        found, code = run(cli, "diff", saved, folder / "other.pt", "--same-weights", "--json")
        check(code == 1 and not found["same"], "other weights", name)
        check([row["name"] for row in found["rows"]] == [name], "the other weight", name, found["rows"])
    # Averages beside the weights, and a module that is saved whole: the model's own, after so many optimizer's tensors.
    averages = {key: value.double().mul(1.5).to(value.dtype) for key, value in state.items()}
    training = {"state_dict": state, "averages": averages, "sums": [torch.ones(2)] * (2 * len(state))}
    torch.save(training, folder / "training.pt")
    torch.save(averages, folder / "averages.pt")
    pair = (folder / "training.pt", folder / "averages.pt", "--same-weights", "--keep", "averages*")
    found, code = run(cli, "diff", *pair, "--json")
    check(code == 0 and found["same"] and found["root_a"] == "averages", "averages", found)
    network = model()
    network.load_state_dict(state)
    pair = (folder / "averages.pt", folder / "training.pt", "--same-weights", "--keep", "averages*")
    check(run(cli, "diff", *pair, "--json")[1] == 0, "averages in the second file")
    compare_groups(cli, folder, state)
    compare_layouts(cli, folder)
    numpy_arrays(cli, folder)
    compare_trainings(cli, folder, state)
    torch.save(network, folder / "whole.pt")
    torch.save({"net": network, "sums": training["sums"]}, folder / "inside.pt")
    for whole in (folder / "whole.pt", folder / "inside.pt"):
        for pair in ((saved, whole), (whole, saved)):
            found, code = run(cli, "diff", *pair, "--same-weights", "--json")
            check(code == 0 and found["same"], "a module", pair, found)
    torch.save({"epoch": 3}, folder / "none.pt")
    none = subprocess.run([cli, "diff", saved, folder / "none.pt", "--same-weights"], capture_output=True, check=False)
    check(none.returncode == 2, "no weights", none.returncode, none.stderr)


def compare_trainings(cli, folder, state):
    """Trainings of one model by different programs, and what libraries save once of weights that are tied."""
    other = {key: value + 1 if value.is_floating_point() else value for key, value in state.items()}
    distributed = {"model": {f"module.{key}": value for key, value in state.items()}, "rng": torch.get_rng_state()}
    count = {"decay": torch.tensor(0.9), "num_updates": torch.tensor(3)}
    average = {f"model_ema.{key.replace('.', '')}": value.double().mul(0.9).to(value.dtype) for key, value in state.items()}
    lightning = {f"model.{key}": value for key, value in state.items()}
    average.update({f"model_ema.{key}": value for key, value in count.items()})
    random = {"cpu_rng_state": torch.get_rng_state(), "random_state": {"torch": torch.get_rng_state()}, "state": state}
    tied = torch.randn(4, 4)
    both = {"embed.weight": tied, "layer.weight": torch.randn(4, 4), "head.weight": tied}
    files = {
        "plain": state,
        "distributed": distributed,
        "lightning": {"state_dict": lightning},
        "averaged": {"state_dict": {**lightning, **average}, "callbacks": {"best_model_score": torch.tensor(0.5)}},
        "random": random,
        "other": {"state_dict": {f"model.{key}": value for key, value in other.items()} | average},
        "tied": both,
        "untied": {key: value for key, value in both.items() if key != "head.weight"},
        "another head": {**both, "head.weight": torch.randn(4, 4)},
        "two attentions": {f"blocks.{kind}.weight": tied + at for at, kind in enumerate(("full", "swa", "cross"))},
        "one attention": {"blocks.full.weight": tied, "blocks.cross.weight": tied + 2},
        "numbers": {"decay": torch.tensor(0.5), "num_updates": torch.tensor(1), "weight": tied},
        "other numbers": {"decay": torch.tensor(0.25), "num_updates": torch.tensor(2), "weight": tied},
        "random of one": {"rng": torch.arange(16, dtype=torch.uint8), "weight": tied},
        "random of other": {"rng": torch.arange(1, 17, dtype=torch.uint8), "weight": tied},
        "without a layer": {"embed.weight": tied, "head.weight": tied},
    }
    for name, content in files.items():
        torch.save(content, folder / f"{name}.pt")
    same = ("plain", "distributed", "lightning", "averaged", "random")
    pairs = [(a, b, 0) for a in same for b in same]
    pairs += [(a, "other", 1) for a in same] + [("tied", "untied", 0), ("untied", "tied", 0)]
    pairs += [("two attentions", "one attention", 1), ("numbers", "other numbers", 1), ("random of one", "random of other", 1)]
    pairs += [("tied", "another head", 1), ("another head", "untied", 1), ("tied", "without a layer", 1)]
    for a, b, code in pairs:
        found, ended = run(cli, "diff", folder / f"{a}.pt", folder / f"{b}.pt", "--same-weights", "--json")
        check(ended == code, a, "and", b, found)
    found, _ = run(cli, "diff", folder / "tied.pt", folder / "untied.pt", "--same-weights", "--json")
    check(found["not_compared"]["tied_a"] == ["head.weight"], "the second name", found["not_compared"])
    student = {key: value for key, value in state.items()}
    torch.save({"student": student, "teacher": other, "epoch": 1}, folder / "distilled.pt")
    torch.save({f"{part}.{key}": value for part, one in (("student", student), ("teacher", other)) for key, value in one.items()}, folder / "both in one.pt")
    torch.save(other, folder / "teacher.pt")
    for pair, side in ((("distilled", "teacher"), "a"), (("teacher", "distilled"), "b"), (("both in one", "teacher"), "a")):
        found, ended = run(cli, "diff", *(folder / f"{name}.pt" for name in pair), "--same-weights", "--json")
        check(ended == 1 and found.get("same_part") == "teacher" and found.get("same_part_in") == side, "the teacher", pair, found)
    torch.save({"teacher": student, "student": other, "epoch": 1}, folder / "swapped.pt")
    torch.save({"teacher": student}, folder / "student as teacher.pt")
    for name in ("swapped", "student as teacher"):
        found, ended = run(cli, "diff", folder / "distilled.pt", folder / f"{name}.pt", "--same-weights", "--json")
        check(ended == 1, "other roles", name, found)
    wrapped = {**{f"model.net.{key}": value for key, value in state.items()}, "loss.weight": torch.ones(3)}
    torch.save({"state_dict": {**wrapped, "first.0.weight": torch.ones(3, 3)}}, folder / "deep.pt")
    found, ended = run(cli, "diff", folder / "deep.pt", folder / "plain.pt", "--same-weights", "--json")
    check(ended == 1 and found["prefix_a"] == "model.net." and found["counts"]["numbers"] == 0, "a wrapper of two parts", found)
    check(found["not_compared"]["weights_a"] == ["state_dict.loss", "state_dict.first"], "what is beside it", found["not_compared"])
    found, ended = run(cli, "diff", folder / "deep.pt", folder / "plain.pt", "--same-weights", "--keep", "state_dict.model.net", "--json")
    check(ended == 0, "a wrapper of two parts, kept alone", found)
    scores = {"callbacks": {"best_model_score": torch.tensor(0.5), "bins": torch.ones(3)}}
    torch.save({"state_dict": state, **scores}, folder / "scored.pt")
    torch.save({"state_dict": other, **scores}, folder / "scored later.pt")
    found, ended = run(cli, "diff", folder / "scored.pt", folder / "scored later.pt", "--same-weights", "--json")
    check(ended == 1 and "same_part" not in found, "scores are no weights", found)
    torch.save({"backbone": state, "head": {"weight": torch.ones(3)}}, folder / "with head.pt")
    torch.save({"backbone": state}, folder / "without head.pt")
    for pair, side in ((("with head", "without head"), "a"), (("without head", "with head"), "b"), (("with head", "plain"), "a")):
        files = [folder / f"{name}.pt" for name in pair]
        found, ended = run(cli, "diff", *files, "--same-weights", "--json")
        check(ended == 1 and not found["same"] and found["not_compared"][f"weights_{side}"] == ["head"], "a head", pair, found)
        found, ended = run(cli, "diff", *files, "--same-weights", "--keep", "backbone", "--json")
        check(ended == 0, "the backbone alone", pair, found)
    found, ended = run(cli, "diff", folder / "distilled.pt", folder / "another head.pt", "--same-weights", "--json")
    check("same_part" not in found, "no part", found)
    parameters = sum(value.numel() for key, value in state.items() if not key.endswith(("running_mean", "running_var", "num_batches_tracked")))
    for name in same:
        shown, _ = run(cli, "inspect", folder / f"{name}.pt", "--json-summary")
        check(shown["parameters"] == parameters, "parameters of", name, shown["parameters"], parameters)


def compare_groups(cli, folder, state):
    """Weights in several groups, what is beside them, and tensors that have two names."""
    other = {key: value + 1 if value.is_floating_point() else value for key, value in state.items()}
    few = {"weight": torch.randn(2, 2)}
    beside = {"optimizer": {"state": {0: {"exp_avg": torch.randn(9, 9)}}}, "rng": torch.get_rng_state(), "score": {"best": torch.rand(())}}
    files = {
        "both": {"generator": few, "critic": state},
        "beside": {"generator": few, "critic": state, **beside},
        "later": {"generator": few, "critic": state, **beside, "rng": torch.zeros(9, dtype=torch.uint8), "score": {"best": torch.ones(())}},
        "critic": {"generator": few, "critic": other},
        "generator": {"generator": {"weight": few["weight"] + 1}, "critic": state},
    }
    for name, content in files.items():
        torch.save(content, folder / f"group_{name}.pt")
    for a, b, wanted in (("both", "beside", 0), ("beside", "later", 0), ("both", "critic", 1), ("both", "generator", 1), ("generator", "beside", 1)):
        for first, second in ((a, b), (b, a)):
            pair = (folder / f"group_{first}.pt", folder / f"group_{second}.pt")
            found, code = run(cli, "diff", *pair, "--same-weights", "--keep", "*", "--json")
            kept = 1 if {first, second} == {"beside", "later"} else wanted  # the score, too
            check(code == kept, "groups, all of them kept", first, second, found["rows"])
            found, code = run(cli, "diff", *pair, "--same-weights", "--json")
            check(code == wanted and found["same"] == (wanted == 0), "groups", first, second, found["rows"])
            check((found["not_compared"]["rows_outside"] == 0) == ("beside" not in pair[0].name + pair[1].name), "outside", found)
    tied = torch.nn.ModuleDict({"in": torch.nn.Linear(3, 3), "out": torch.nn.Linear(3, 3)})
    tied["out"].weight = tied["in"].weight
    torch.save(tied.state_dict(), folder / "tied.pt")
    once = folder / "tied.safetensors"
    subprocess.run([cli, "convert", folder / "tied.pt", "-o", once, "--drop-others", "--force"], check=True, capture_output=True)
    for pair in ((folder / "tied.pt", once), (once, folder / "tied.pt"), (once, once)):
        found, code = run(cli, "diff", *pair, "--same-weights", "--json")
        check(code == 0 and found["same"], "two names", pair, found["rows"])
    wrong = {**tied.state_dict(), "out.weight": torch.zeros(3, 3)}
    torch.save(wrong, folder / "untied.pt")
    check(run(cli, "diff", once, folder / "untied.pt", "--same-weights", "--json")[1] == 1, "the second name has other numbers")


def some_training(random, depth=0):
    """Models in groups as trainings nest them, in dictionaries, lists and whole modules."""
    kind = random.choice(["state", "state", "module", "parameter"] if depth == 3 else ["state", "module", "groups", "groups", "list"])
    if kind == "state":
        return {f"layer{i}.{name}": torch.randn(random.randint(2, 4), 3) for i in range(random.randint(1, 3)) for name in ("weight", "mask")}
    if kind == "module":
        return torch.nn.Sequential(torch.nn.Linear(2, random.randint(1, 3)), torch.nn.Sequential(torch.nn.BatchNorm1d(2)))
    if kind == "parameter":
        return torch.nn.Parameter(torch.randn(random.randint(2, 9)))
    if kind == "list":
        return [some_training(random, depth + 1) for _ in range(random.randint(1, 3))]
    return {name: some_training(random, depth + 1) for name in random.sample(["net", "head", "lora", "critic", "actor", "norm"], random.randint(1, 4))}


def weights_in(value):
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, torch.nn.Module):
        yield from value.parameters()
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from weights_in(one)


def compare_layouts(cli, folder):
    """However weights are nested, files of one layout are the same if all of them are, and only then."""
    random = Random(17)
    torch.manual_seed(17)
    for _ in range(40):
        training = {"model": some_training(random), **({"critic": some_training(random)} if random.random() < 0.3 else {})}
        keeps = [text for name in training for text in ("--keep", f"*{name}.*")]
        beside = {"epoch": 3, "optimizer": torch.optim.Adam([torch.zeros(2)]).state_dict()}
        first, second, inner = folder / "layout_a.pt", folder / "layout_b.pt", folder / "layout_c.pt"
        torch.save({**training, **beside}, first)
        torch.save({"state": {**training, **beside}}, inner)
        for other in (first, inner):
            for pair in ((first, other), (other, first)):
                found, code = run(cli, "diff", *pair, "--same-weights", "--json")
                check(code == 0 and found["same"], "one layout", [path.name for path in pair], training, found["rows"], found["not_compared"])
        for weight in random.sample(list(weights_in(training)), 1):
            with torch.no_grad():
                weight.view(-1)[random.randrange(weight.numel())] += 1
            torch.save({**training, **beside}, second)
            for pair in ((first, second), (second, first), (inner, second)):
                for keep in ((), keeps):
                    found, code = run(cli, "diff", *pair, "--same-weights", *keep, "--json")
                    check(code == 1 and not found["same"], "another weight", [path.name for path in pair], keep, training, found)
            found, code = run(cli, "diff", first, second, "--state-dicts", "--json")
            check(code == 1, "another weight in the state_dicts", training, found)
        for extra in (torch.ones(3), {"w": torch.ones(3)}):
            torch.save(training, first)
            torch.save({**training, "head": extra}, second)
            for pair in ((first, second), (second, first)):
                found, code = run(cli, "diff", *pair, "--same-weights", "--json")
                check(code == 1 and found["not_compared"]["weights_a"] + found["not_compared"]["weights_b"] == ["head"], "a head", training, found)
        if isinstance(training["model"], dict):
            more = {**training, "model": {**training["model"], "extra": {"weight": torch.ones(3)}}}
            torch.save(training, first)
            torch.save(more, second)
            for pair in ((first, second), (second, first)):
                for keep in ((), keeps):
                    found, code = run(cli, "diff", *pair, "--same-weights", *keep, "--json")
                    check(code == 1, "one weight more", [path.name for path in pair], keep, training, found)


def numpy_arrays(cli, folder):
    """Arrays of NumPy among the values: `get` gives them whole, and `stats --nan` passes over none."""
    arrays = {
        "rows": numpy.arange(6000.0).reshape(60, 100),
        "columns": numpy.asfortranarray(numpy.random.rand(7, 5).astype("f4")),
        "big": numpy.arange(5, dtype=">i4"),
        "bytes": numpy.arange(9, dtype="u1"),
        "complex": numpy.array([1 + 2j, 3 - 1j], dtype="c8"),
        "half": numpy.random.rand(3, 2, 2).astype("f2"),
        "truth": numpy.array([True, False]),
        "scalar": numpy.array(2.5),
    }
    for protocol in (2, 4, 5):
        torch.save({"a": arrays}, folder / "arrays.pt", pickle_protocol=protocol)
        for name, array in arrays.items():
            written = folder / "array.npy"
            subprocess.run([cli, "get", folder / "arrays.pt", f"a.{name}", "-o", written, "--force"], check=True, capture_output=True)
            found = numpy.load(written)
            check(found.shape == array.shape and found.dtype == array.dtype.newbyteorder("<") and (found == array).all(), "array", protocol, name, found)
        printed = subprocess.run([cli, "get", folder / "arrays.pt", "a.rows[59, -1]"], capture_output=True, text=True, check=True).stdout
        check(float(printed) == 5999, "part of an array", printed)
        check(run(cli, "stats", folder / "arrays.pt", "--nan", "--json")[1] == 0, "arrays without NaN")
        for other in (numpy.array([None, 2.5]), numpy.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f4")])):
            torch.save({"a": {**arrays, "other": other}}, folder / "other.pt", pickle_protocol=protocol)
            found, code = run(cli, "stats", folder / "other.pt", "--nan", "--json")
            check(code == 1 and found["not_read"] == ["a.other"], "an array that is not looked at", found)
        for name in ("rows", "columns", "complex", "half"):
            spoiled = {**arrays, name: arrays[name].copy("K")}
            spoiled[name].flat[1] = numpy.nan
            torch.save({"a": spoiled}, folder / "spoiled.pt", pickle_protocol=protocol)
            found, code = run(cli, "stats", folder / "spoiled.pt", "--nan", "--json")
            check(code == 1 and [row["name"] for row in found["tensors"]] == [f"a.{name}"], "NaN in an array", name, found)


def some_slices(shape, random):
    """Texts that stand for a part of a tensor, as Python reads them."""

    def axis(size):
        bound = lambda: random.choice(["", str(random.randint(-size - 1, size + 1))])
        step = random.choice(["", "", ":", ":2", ":3"])
        return random.choice([str(random.randint(-size, size - 1)), bound() + ":" + bound() + step])

    yield ""
    for _ in range(20):
        yield ", ".join(axis(size) for size in shape[: random.randint(0, len(shape))])


def compare_parts(cli, folder):
    """What `get` prints and writes, beside the same part in PyTorch."""
    tensors = {
        "scalar": torch.tensor(-1.5),
        "vector": torch.randn(7),
        "matrix": torch.randn(5, 6).double(),
        "cube": torch.arange(60).reshape(3, 4, 5),
        "turned": torch.randn(4, 5, 6, 2).permute(3, 1, 0, 2),
        "bool": torch.tensor([[True, False], [False, True]]),
        "half": torch.randn(3, 3).half(),
        "name[0]": torch.tensor([1.0, 2.0]),
    }
    scales, zeros = torch.tensor([0.5, 1.0, 0.25, 2.0]), torch.tensor([1, -2, 0, 3])
    channels = torch.quantize_per_channel(torch.randn(3, 4, 5) * 9, scales, zeros, 1, torch.qint8)
    torch.save({"epoch": 7, "note": "a\tb", **tensors, "channels": channels}, folder / "parts.pt")
    tensors["channels"] = channels.dequantize()
    random = Random(11)
    for name, tensor in tensors.items():
        for part in some_slices(tensor.shape, random):
            wanted = eval(f"tensor[{part}]") if part else tensor  # noqa: S307
            named = f"{name}[{part}]" if part else name
            done = subprocess.run([cli, "get", folder / "parts.pt", named], capture_output=True, text=True, check=False)
            check(done.returncode == 0, "get", named, done.stderr)
            words = [float({"True": 1, "False": 0}.get(word, word)) for word in done.stdout.split()]
            printed = torch.tensor(words, dtype=torch.float64).to(wanted.dtype)
            check(printed.tolist() == wanted.flatten().tolist(), "get", named, done.stdout, wanted)
            rows = wanted.numel() // wanted.shape[-1] if wanted.dim() and wanted.numel() else wanted.numel()
            check(sum(bool(line) for line in done.stdout.splitlines()) == rows, "rows of", named, done.stdout)
            written = folder / "part.npy"
            subprocess.run([cli, "get", folder / "parts.pt", named, "-o", written, "--force"], check=True, capture_output=True)
            check(torch.equal(torch.from_numpy(numpy.load(written)), wanted), "npy", named)
    values = [subprocess.run([cli, "get", folder / "parts.pt", key], capture_output=True, text=True).stdout
              for key in ("epoch", "note")]  # fmt: skip
    check(values[0] == "7\n", "a number", values)


def compare_sums(cli, folder):
    """Tensors that have one name, since keys can hold dots and 1 and "1" are two, have their own sums all the same."""
    ones, zeros = torch.ones(2), torch.zeros(2)
    torch.save({"a.b": ones, "a": {"b": zeros}, 1: ones + 1, "1": zeros - 1, None: ones, "None": zeros}, folder / "twins.pt")
    torch.save({"a.b": ones, "a": {"b": zeros}, 1: ones + 1, "1": zeros - 1, None: zeros, "None": ones}, folder / "swapped_none.pt")
    torch.save({"a.b": zeros, "a": {"b": ones}, 1: zeros - 1, "1": ones + 1, None: ones, "None": zeros}, folder / "swapped.pt")
    subprocess.run([cli, "sum", folder / "twins.pt", "-o", folder / "twins.sums"], check=True)
    for file, code in (("twins.pt", 0), ("swapped.pt", 1), ("swapped_none.pt", 1)):
        done = subprocess.run([cli, "sum", "--check", folder / "twins.sums", folder / file], capture_output=True, text=True)
        check(done.returncode == code, "sum --check", file, done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        compare_all_statistics(cli, folder)
        compare_near_numbers(cli, folder)
        compare_differences(cli, folder)
        compare_tolerances(cli, folder)
        compare_messages(cli, folder)
        compare_weights(cli, folder)
        compare_parts(cli, folder)
        compare_sums(cli, folder)
    for failure in FAILURES:
        print(failure)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
