#!/usr/bin/env python3
"""Runs the Python that cairn-cli writes for a map in real PyTorch and compares where each tensor goes.

    snippet_oracle.py --cli CAIRN_CLI [--editor EDITOR_MAPS]

PyTorch gets devices that it does not have: a registered package takes every location and notes it, while the bytes stay
on the CPU. What Cairn resolves itself is what `cairn-cli convert` with the same map writes as tags.
Also: the error that `cairn-cli check` foretells for a machine without accelerators is the one that PyTorch raises here.

With --editor: maps as the window's editor makes them, by the file that it saves, and where it says that tensors go.

Exit code 0: all agree; 1: some do not; 77: there is no PyTorch, or it sees a device.
"""

import argparse
import contextlib
import inspect
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
SAMPLES = HERE.parent.parent / "resources" / "samples"
sys.path[:0] = [str(HERE), str(FIXTURES), str(HERE.parent)]

from oracle import Report  # noqa: E402

FILES = [
    SAMPLES / "two_gpus.pth",
    *(
        FIXTURES / "torch113" / name
        for name in (
            *("state_dict.pt", "adam.pt", "shared.pt", "tags_every_device.pt", "many_storages.pt", "dtypes.pt", "module.pt"),
            *("legacy_state_dict.pt", "legacy_shared.pt", "lightning.ckpt", "storage_larger.pt", "containers.pt", "sparse.pt"),
        )
    ),
]


def rules(*list):
    return {"map": "rules", "rules": list}


MAPS = {
    "none": {"map": "none"},
    "cpu": {"map": "device", "device": "cpu"},
    "cuda": {"map": "device", "device": "cuda:1"},
    "table": {"map": "table", "table": {"cpu": "cuda:1", "cuda:0": "cuda:1", "cuda:1": "cpu", "cuda:*": "mps"}},
    "everything": rules({"from": "*", "to": "cuda:1"}),
    "one GPU": rules({"from": "cuda:*", "to": "cuda:0"}),
    "as saved": rules({"from": "cuda:1", "to": "saved"}, {"from": "*", "to": "cuda:3"}),
    "large": rules({"from": "*", "min_bytes": 24, "to": "cuda:1"}, {"from": "*", "max_bytes": 8, "to": "cuda:2"}),
    "names": rules({"from": "*", "path": "*weight*", "to": "cuda:1"}, {"from": "*", "path": "*.0", "to": "cuda:2"}),
    "dtypes": rules({"from": "*", "dtype": "int64", "to": "cuda:1"}, {"from": "cpu", "to": "cuda:0"}),
    "fallback": rules({"from": "*", "to": "cuda:2", "else": ["cuda:0", "cpu"]}),
}
RANDOM_MAPS = 6
EDITED_MAPS = 12


def any_rules(chance):
    """Rules as a person puts them together in the editor: by tag, name, dtype and size, in any order."""
    def rule():
        made = {"from": chance.choice(["*", "cuda:*", "cuda:0", "cuda:1", "cpu"])}
        if chance.random() < 0.5:
            made["path"] = chance.choice(["model.*", "*weight*", "*.0", "optimizer.*", "*b*", "state.?.*", "layer1.*"])
        if chance.random() < 0.2:
            made["dtype"] = chance.choice(["float32", "int64"])
        if chance.random() < 0.3:
            made["min_bytes"] = chance.choice([4, 16, 64])
        made["to"] = chance.choice(["saved", "cpu", "cuda:0", "cuda:1", "cuda:2"])
        return made

    return rules(*(rule() for _ in range(chance.randint(1, 5))))


class Model:
    """Stands for the model of the person who runs the snippet."""

    def __init__(self):
        self.device = None

    def load_state_dict(self, state, **more):
        known = inspect.signature(sys.modules["torch"].nn.Module.load_state_dict).parameters
        assert set(more) <= set(known), f"this torch has no {set(more) - set(known)}"
        assert all(hasattr(value, "dtype") for value in state.values()), "not a state_dict"

    def to(self, device):
        self.device = device
        return self


def with_model(code):
    """The snippet, and what it says in comments to do with the model."""
    head, mark, rest = code.partition("\n# With the model it is for:\n")
    return head + mark + rest.replace("# model", "model")


def loaded(names):
    return names.get("checkpoint", names.get("state_dict"))


def run(*command):
    ran = subprocess.run([str(word) for word in command], capture_output=True, timeout=120)
    return ran.returncode, ran.stdout.decode(), ran.stderr.decode()


def check(cli, path, map_file, *options):
    # Of the maps some rules are made to fit nothing.
    code, out, err = run(cli, "check", path, "--map-file", map_file, "--lenient", "--json", *options)
    if code not in (0, 1):
        raise RuntimeError(f"check: exit code {code}: {err}")
    return json.loads(out)


@contextlib.contextmanager
def devices_of_every_name(torch, placed):
    """Takes every location, notes it by the address of the storage, and keeps the bytes on the CPU."""
    registry = torch.serialization._package_registry
    before = list(registry)

    def take(storage, location):
        placed[storage.data_ptr()] = location
        return storage

    torch.serialization.register_package(1, lambda storage: None, take)
    available, count = torch.cuda.is_available, torch.cuda.device_count
    torch.cuda.is_available, torch.cuda.device_count = lambda: True, lambda: 8
    try:
        yield
    finally:
        registry[:] = before
        torch.cuda.is_available, torch.cuda.device_count = available, count


def snippet_problems(torch, code, expected):
    from torch_side import Walk

    placed = {}
    names = {"model": Model()}
    with devices_of_every_name(torch, placed):
        exec(compile(with_model(code), "snippet", "exec"), names)
    walk = Walk(placed)
    walk.run(loaded(names))
    found = {json.dumps(list(fact.path)): fact.tag for fact in walk.facts if fact.tag is not None}
    problems = [f"{path}: {tag} instead of {expected.get(path)}" for path, tag in found.items() if tag != expected.get(path)]
    model = names.get("model")
    if isinstance(model, Model) and model.device and set(expected.values()) != {model.device}:
        problems.append(f"the model goes to {model.device}")
    return problems if found else ["no tensor was placed"]


def placement(cli, path, map_file, folder):
    """Tags by path, as Cairn resolves the map; or why it refuses to."""
    copy = folder / "copy"
    code, _, err = run(cli, "convert", path, "-o", copy, "--map-file", map_file, "--lenient", "--force")
    if code != 0:
        return None, err
    _, out, _ = run(cli, "inspect", "--json", copy)
    return {json.dumps(row["path"]): row["device"] for row in json.loads(out)["tensors"]}, None


def mixed(cli, folder):
    """Fixtures whose storages were saved here and there, by their size."""
    map_file = folder / "mixed.devicemap.json"
    map_file.write_text(json.dumps({"format": "cairn.devicemap", "version": 1, **MAPS["large"]}))
    for name in ("adam.pt", "shared.pt", "lightning.ckpt", "legacy_state_dict.pt", "module.pt"):
        path = folder / ("mixed_" + name if not name.startswith("legacy") else "legacy_mixed.pt")
        code, _, err = run(cli, "convert", FIXTURES / "torch113" / name, "-o", path, "--map-file", map_file, "--lenient", "--force")
        if code != 0:
            raise RuntimeError(f"convert: {err}")
        yield path


def error_problems(torch, path, location, foretold, weights_only=False):
    """What PyTorch says here, without accelerators, against the problems that check foretold."""
    texts = {problem["torch_error"] or "" for problem in foretold["problems"]}  # a warning has none
    options = {} if torch.__version__.startswith("1.") else {"weights_only": weights_only}
    try:
        if path.name.startswith("script"):
            torch.jit.load(str(path), map_location=location)
        else:
            torch.load(str(path), map_location=location, **options)
    except Exception as failure:
        said = str(failure)
        # The dispatcher goes on for pages; the type of the exception then is a subclass.
        agrees = any(said.startswith(text.split(": ", 1)[1]) for text in texts if "Could not run" in text or "aten::" in text)
        agrees = agrees or f"{type(failure).__name__}: {said}" in texts
        return [] if agrees and not foretold["loads"] else [f"PyTorch says {said[:300]}, Cairn {sorted(texts)}"]
    return [] if foretold["loads"] else [f"PyTorch loads it, Cairn says {sorted(texts)}"]


def foretell(torch, cli, folder, report):
    """Files that have errors of their own: TorchScript reads tags first, blobs inside a pickle get no map_location."""
    scripts = [folder / f"script_{index}.pt" for index in range(2)]
    for path, tag in zip(scripts, ("cuda:0", "npu:0")):
        code, _, err = run(cli, "convert", FIXTURES / "torch113" / "script_plain.pt", "-o", path, "--map", f"*={tag}")
        if code != 0:
            raise RuntimeError(f"convert: {err}")
    blobs = [FIXTURES / "torch113" / name for name in ("tags_blob_in_zip.pt", "tags_blob_in_legacy.pt")]
    maps = {name: MAPS[name] for name in ("none", "cpu", "cuda", "table")}
    map_file = folder / "foretell.devicemap.json"
    for path in [FIXTURES / "torch113" / "script_plain.pt", *scripts, *blobs]:
        for name, entries in maps.items():
            map_file.write_text(json.dumps({"format": "cairn.devicemap", "version": 1, **entries}))
            found = check(cli, path, map_file, "--machine", "cpu", "--torch", torch_line(torch))
            location = entries.get("device", entries.get("table"))
            report.result(f"{path.name}, {name}: the error", error_problems(torch, path, location, found))


def on_meta(torch, cli, report):
    """Quantised, sparse and nested tensors, which PyTorch cannot make there; and others, which it can."""
    names = ("state_dict.pt", "dtypes.pt", "quantized.pt", "quantized_subbyte.pt", "sparse.pt", "sparse_compressed.pt")
    for folder in ("torch113", "torch26", "torch214"):
        for path in (FIXTURES / folder / name for name in (*names, "tags_quantized_sparse.pt", "nested_tensor.pt")):
            title = f"{folder}/{path.name} on meta"
            code, out, _ = run(cli, "check", path, "--map", "*=meta", "--machine", "cpu", "--torch", torch_line(torch), "--json")
            if code > 1 or not loads_here(torch, path):
                report.skip(title, "not there, or not for this PyTorch")
                continue
            foretold = json.loads(out)
            weights_only = ", weights_only=True)" in foretold["python"]
            report.result(title, error_problems(torch, path, "meta", foretold, weights_only))


def loads_here(torch, path, weights_only=False):
    options = {"weights_only": weights_only} if weights_only or not torch.__version__.startswith("1.") else {}
    try:
        torch.load(str(path), map_location="cpu", **options)
    except Exception:
        return False
    return True


def allowed_problems(torch, path, code):
    """Names that are allowed have to be needed, and to be enough."""
    problems = ["it loads without them"] if loads_here(torch, path, weights_only=True) else []
    try:
        exec(compile(code, "snippet", "exec"), {})
    except Exception as failure:
        problems.append(f"{type(failure).__name__}: {str(failure)[:300]}")
    return problems + (["names are left allowed"] if torch.serialization.get_safe_globals() else [])


def weights_only(torch, cli, report):
    """Whether weights_only=True loads a file, for every fixture that loads here at all."""
    for folder in ("torch113", "torch26", "torch214"):
        for path in sorted((FIXTURES / folder).glob("*.p*t*")):
            code, out, _ = run(cli, "check", path, "--map", "*=cpu", "--machine", "cpu", "--torch", torch_line(torch), "--json")
            if code > 1 or not loads_here(torch, path):
                continue
            code = json.loads(out)["python"]
            if ", weights_only=" not in code or path.name in ("dtensor.pt", "jagged_tensor.pt"):
                continue  # torch.jit.load and others; these load once somebody has imported their modules
            if "safe_globals" in code:
                report.result(f"{folder}/{path.name} with what is allowed", allowed_problems(torch, path, code))
                continue
            foretold = ", weights_only=True)" in code and "torch refuses it" not in code
            said = loads_here(torch, path, weights_only=True)
            report.result(f"{folder}/{path.name} with weights_only=True", [] if said == foretold else [f"PyTorch loads it: {said}"])


def as_it_stands(torch, cli, folder, report):
    """The Python as a person runs it: with a real model, on devices that are here, for files of any name."""
    names = [b"plain.pth", b"it's.pth", b'both \'"quotes".pth', b"new\nline.pth", b"latin\xe9\xff.pth", "日本.pth".encode()]
    for path in (folder / os.fsdecode(name) for name in names):
        with open(path, "wb") as file:
            torch.save(torch.nn.Linear(3, 2).state_dict(), file)
        for target in ("cpu", "meta"):
            _, out, _ = run(cli, "check", path, "--map", f"*={target}", "--json", "--torch", torch_line(torch))
            code = json.loads(out)["python"]
            made = {"model": torch.nn.Linear(3, 2)}
            try:
                exec(compile(with_model(code), "snippet", "exec"), made)
                found = {str(value.device) for value in made["model"].state_dict().values()}
                problems = [] if found == {target} else [f"the model is on {found}"]
            except Exception as failure:
                problems = [f"{type(failure).__name__}: {str(failure)[:300]}", code]
            report.result(f"{ascii(path.name)} as it stands, on {target}", problems)


def casts(torch, cli, folder, report):
    """--dtype: numbers as .to() gives them, whole numbers as they are, and what is one tensor stays one."""
    tied = torch.rand(20, 8)
    states = {
        "plain": {"weight": torch.rand(3, 2), "ids": torch.arange(3)},
        "tied": {"embed.weight": tied, "layer.weight": torch.rand(8, 8), "head.weight": tied, "transposed": tied.t(), "ids": torch.arange(3)},
        "parts": {"q": tied[:10], "k": tied[10:]},
    }
    for name, state in states.items():
        path = folder / f"cast_{name}.pth"
        torch.save({"state_dict": state}, path)
        _, out, _ = run(cli, "check", path, "--dtype", "bf16", "--json", "--torch", torch_line(torch))
        names = {}
        exec(compile(json.loads(out)["python"], "snippet", "exec"), names)
        made = names["state_dict"]
        problems = []
        for key, value in state.items():
            if not torch.equal(made[key], value.to(torch.bfloat16) if value.is_floating_point() else value) or made[key].dtype == torch.float32:
                problems.append(f"{key} is {made[key]}")
        if name == "tied" and made["embed.weight"] is not made["head.weight"]:
            problems.append("the weights are not tied any more")
        report.result(f"{name} in another dtype", problems)


def cast_models(torch, cli, folder, report):
    """Of several models all that are counted are cast; groups beside more tensors than they have are none."""
    path = folder / "two_models.pth"
    nets = {name: {"weight": torch.rand(3, 2), "bias": torch.rand(3)} for name in ("G", "D")}
    tied = torch.rand(4)
    nets["D"].update({"a": tied, "b": tied})
    torch.save({**nets, "epoch": 3}, path)
    for options in ((), ("--machine", "2 x 24 GB", "--split"), ("--machine", "1 x 24 GB")):
        _, out, _ = run(cli, "check", path, "--dtype", "bf16", "--json", "--torch", torch_line(torch), *options)
        made = {}
        with devices_of_every_name(torch, {}):
            exec(compile(json.loads(out)["python"], "snippet", "exec"), made)
        dtypes = {str(tensor.dtype) for name in nets for tensor in made["checkpoint"][name].values()}
        report.result(f"two models {options} in another dtype", [] if dtypes == {"torch.bfloat16"} else [str(dtypes), out])
    path = folder / "odd_keys.pth"
    torch.save({"a": torch.rand(2), 1: torch.rand(2), None: torch.rand(1), "p": {"q": torch.rand(1)}, "b": torch.rand(1)}, path)
    _, out, _ = run(cli, "check", path, "--dtype", "bf16", "--json", "--machine", "cpu")
    found = json.loads(out)
    held = found["training"]["devices"][0]["weights_bytes"]
    report.result("a group of one tensor beside others", [] if held == 14 and '["p"]' not in found["python"] else [out])


def cast_for_one_device(torch, cli, folder, report):
    """What has room in another dtype alone is never on the device as it was saved."""
    plain = torch.nn.Sequential(torch.nn.Linear(100, 100), torch.nn.Linear(100, 100)).state_dict()
    path = folder / "too_large.pth"
    torch.save(plain, path)
    for options in (("--map", "*=cuda:0"), ()):
        line = ("--machine", "1 x 60 kB", "--dtype", "bf16", "--torch", torch_line(torch))
        code, out, _ = run(cli, "check", path, *line, *options, "--json")
        found = json.loads(out)
        model = torch.nn.Sequential(torch.nn.Linear(100, 100), torch.nn.Linear(100, 100))
        devices = []
        plain_to = model.to
        model.to = lambda target: devices.append(target) if isinstance(target, str) else plain_to(target)
        made = {"model": model}
        exec(compile(with_model(found["python"]), "snippet", "exec"), made)
        problems = [] if code == 0 and found["met"] else [f"exit code {code}"]
        problems += [] if devices == ["cuda:0"] else [f"the model goes to {devices}"]
        state = model.state_dict()
        problems += [] if all(torch.equal(state[name], tensor.bfloat16()) for name, tensor in plain.items()) else ["other numbers"]
        problems += ["it speaks of several devices"] if "several devices" in found["python"] else []
        report.result(f"cast for one device {options}", problems and [*problems, found["python"]])


def wrapped(torch, cli, folder, report):
    """What wrappers put before all names is taken off, for the model that was wrapped."""
    for wrapper in ("module.", "_orig_mod.", "_orig_mod.module.", "module._orig_mod."):
        path = folder / "wrapped.pth"
        torch.save({"model": {wrapper + key: value for key, value in torch.nn.Linear(3, 2).state_dict().items()}}, path)
        _, out, _ = run(cli, "check", path, "--map", "*=cpu", "--json", "--torch", torch_line(torch))
        made = {"model": torch.nn.Linear(3, 2)}
        problems = []
        try:
            exec(compile(with_model(json.loads(out)["python"]), "snippet", "exec"), made)
        except Exception as failure:
            problems = [f"{type(failure).__name__}: {str(failure)[:300]}", out]
        report.result(f"names that begin with {wrapper}", problems)


class Interpreter:
    """One that has nothing but what a person pastes into it; each piece starts anew."""

    def __init__(self):
        self.pieces = []

    def paste(self, title, code, *checks):
        self.pieces.append((title, code + "\n" + "\n".join(checks)))

    def tell(self, report):
        """Runs all of them: importing torch takes longer than they do."""
        each = "import json, sys, traceback\nfor piece in json.load(sys.stdin):\n    try:\n        exec(piece, {})\n"
        each += "        print('null')\n    except BaseException:\n        print(json.dumps(traceback.format_exc()[-500:]))\n"
        given = json.dumps([code for _, code in self.pieces])
        ran = subprocess.run([sys.executable, "-c", each], input=given, capture_output=True, text=True, timeout=120)
        failures = [json.loads(line) for line in ran.stdout.splitlines()]
        if len(failures) != len(self.pieces):
            report.result("the interpreter", [ran.stderr[-500:]])
            return
        for (title, code), failure in zip(self.pieces, failures):
            report.result(title, [failure, code] if failure else [])


def layers(torch):
    """A state_dict of six layers, which are not alike in all, between two other modules."""
    sizes = {"embed.weight": (20, 8)}
    for layer in range(6):
        sizes.update({f"layers.{layer}.{name}": (8, 8) for name in ("attention.weight", "mlp.0.weight", "mlp.2.weight")})
    sizes.update({"layers.3.extra": (8,), "head.weight": (20, 8), "head.bias": (20,)})
    return {name: torch.rand(size) for name, size in sizes.items()}


def cut_layers(state, device_of):
    """What is wrong with a split over two devices."""
    places = {}
    for name, tensor in state.items():
        module = ".".join(name.split(".")[:2]) if name.startswith("layers.") else name.split(".")[0]
        places.setdefault(module, set()).add(device_of(tensor))
    problems = [f"{module} is cut: {sorted(found)}" for module, found in places.items() if len(found) > 1]
    devices = set().union(*places.values())
    return problems if devices == {"cuda:0", "cuda:1"} else [*problems, f"it went to {sorted(devices)}"]


def in_groups(state):
    """A group for each module, as in a model that was saved whole; right under the root one alone has tensors."""
    top = {}
    for name, tensor in state.items():
        group = top
        *modules, own = name.replace("embed.", "embed.tokens.").split(".")
        for module in modules:
            group = group.setdefault(module, {})
        group[own] = tensor
    return top


def names_in(groups, before=""):
    flat = {}
    for key, value in groups.items():
        flat.update(names_in(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value})
    return flat


def splits(torch, cli, folder, report):
    """--split, for two GPUs that are not here: the Python of a .pth, plain and nested, and of a .safetensors."""
    state = layers(torch)
    moments = {index: {"exp_avg": torch.rand_like(tensor)} for index, tensor in enumerate(state.values())}
    files = {
        "plain": (state, lambda names: names["state_dict"]),
        "in groups": (in_groups(state), lambda names: names_in(loaded(names))),
        "nested": ({"state_dict": state, "optimizer_states": [{"state": moments}]}, lambda names: names["state_dict"]),
    }
    two = ("--machine", "2 x 24 GB", "--split", "--trusted", "--torch", torch_line(torch))
    for name, (content, pick) in files.items():
        path, map_file = folder / f"split_{name}.pth", folder / f"split_{name}.devicemap.json"
        torch.save(content, path)
        code, out, err = run(cli, "check", path, *two, "--write-map", map_file, "--json")
        if code != 0:
            report.result(f"a split, {name}", [err or out])
            continue
        python = json.loads(out)["python"]
        expected, refusal = placement(cli, path, map_file, folder)
        report.result(f"a split, {name}: as its map file", [refusal] if refusal else snippet_problems(torch, python, expected))
        placed, made = {}, {}
        with devices_of_every_name(torch, placed):
            exec(compile(python, "snippet", "exec"), made)
        report.result(f"a split, {name}: layers", cut_layers(pick(made), lambda tensor: placed[tensor.storage().data_ptr()]))
        again, _, err = run(cli, "check", path, *two, "--write-map", map_file)
        report.result(f"a split, {name}: the file stays", [] if again == 4 else [f"exit code {again}: {err}"])
    split_of_safetensors(torch, cli, folder, report, two)
    cast_and_split(torch, cli, folder, report)
    second_name(torch, cli, folder, report)


def second_name(torch, cli, folder, report):
    """What is tied is in a .safetensors once, and load_state_dict wants all names."""
    tied = torch.rand(4, 3)
    torch.save({"embed.weight": tied, "head.weight": tied}, folder / "tied.pth")
    run(cli, "convert", folder / "tied.pth", "-o", folder / "tied.safetensors")
    standing_in = type(sys)("safetensors.torch")
    standing_in.load_file = lambda path: {"embed.weight": tied}
    before = {name: sys.modules.get(name) for name in ("safetensors", "safetensors.torch")}
    sys.modules.update({"safetensors": type(sys)("safetensors"), "safetensors.torch": standing_in})
    try:
        _, out, _ = run(cli, "check", folder / "tied.safetensors", "--json")
        made = {}
        exec(compile(json.loads(out)["python"], "snippet", "exec"), made)
    finally:
        for name, module in before.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module
    same = made["state_dict"].get("head.weight") is tied and made["state_dict"]["embed.weight"] is tied
    report.result("a second name in .safetensors", [] if same else [json.loads(out)["python"]])


def cast_and_split(torch, cli, folder, report):
    """What has room on two GPUs in bfloat16 alone is cast on the CPU, and then goes where its layer belongs."""
    state = {f"module.layers.{layer}.weight": torch.rand(64, 64) for layer in range(12)}
    state["module.tied"] = state["module.layers.0.weight"]
    moved = {}
    plain_to = torch.Tensor.to

    def to_device(tensor, device, dtype):
        made = plain_to(tensor, dtype)
        moved[id(made)] = device
        return made

    for name, content in {"flat": state, "nested": {"state_dict": state}}.items():
        path = folder / f"cast_and_split_{name}.pth"
        torch.save(content, path)
        code, out, err = run(cli, "check", path, "--machine", "2 x 0.08 MB", "--split", "--dtype", "bf16", "--json", "--torch", torch_line(torch))
        found = json.loads(out)
        made = {}
        torch.Tensor.to = to_device
        try:
            exec(compile(found["fix_python"], "snippet", "exec"), made)
        finally:
            torch.Tensor.to = plain_to
        result = made["state_dict"]
        problems = [] if code == 0 and not found["loads"] else [f"exit code {code}: {err}"]
        if set(result) != {key[len("module.") :] for key in state}:
            problems.append(f"other names: {sorted(result)}")
        elif result["tied"] is not result["layers.0.weight"]:
            problems.append("the weights are not tied any more")
        elif not all(torch.equal(result[key[len("module.") :]], value.to(torch.bfloat16)) for key, value in state.items()):
            problems.append("other numbers")
        elif {moved[id(tensor)] for tensor in result.values()} != {"cuda:0", "cuda:1"}:
            problems.append(f"it went to {set(moved.values())}")
        report.result(f"cast, then split: {name}", problems)


def split_of_safetensors(torch, cli, folder, report, two):
    path = folder / "split.safetensors"
    code, _, err = run(cli, "convert", folder / "split_plain.pth", "-o", path)
    code, out, err = run(cli, "check", path, *two, "--json") if code == 0 else (code, "", err)
    if code != 0:
        report.result("a split, safetensors", [err])
        return
    python = json.loads(out)["python"]
    state = layers(torch)
    asked = {}

    class File:
        """Stands for safetensors, which would need the devices."""

        def __init__(self, name, framework, device):
            assert framework == "pt" and name == str(path)
            self.device = device

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def keys(self):
            return list(state)

        def get_tensor(self, name):
            asked[name] = self.device
            return state[name]

    standing_in = type(sys)("safetensors")
    standing_in.safe_open = File
    before = sys.modules.get("safetensors")
    sys.modules["safetensors"] = standing_in
    try:
        made = {}
        exec(compile(python, "snippet", "exec"), made)
        problems = [] if list(made["state_dict"]) and set(made["state_dict"]) == set(state) else ["tensors are missing"]
        problems += cut_layers({name: name for name in asked}, asked.get)
    except Exception as failure:
        problems = [f"{type(failure).__name__}: {failure}", python]
    finally:
        del sys.modules["safetensors"]
        if before is not None:
            sys.modules["safetensors"] = before
    report.result("a split, safetensors: layers", problems)


def in_an_interpreter(torch, cli, folder, report):
    """The Python of files on the CPU, on nothing but what a person pastes it into."""
    interpreter = Interpreter()
    for name in ("split_plain.pth", "split_nested.pth"):
        for options in (("--map", "*=cpu"), ("--map", "*=cuda:0,cpu"), ()):
            _, out, _ = run(cli, "check", folder / name, *options, "--torch", torch_line(torch), "--json")
            check = "assert state_dict['head.bias'].shape == (20,)"
            interpreter.paste(f"{name} {' '.join(options)} as it is", json.loads(out)["python"], check)
    try:
        import safetensors  # noqa: F401
    except ImportError:
        report.skip("a .safetensors as it is", "this Python has no safetensors")
        interpreter.tell(report)
        return
    path = folder / "split.safetensors"
    same = f"import torch\nassert torch.equal(state_dict['head.bias'], torch.load({str(folder / 'split_plain.pth')!r})['head.bias'])"
    map_file = folder / "fallbacks.devicemap.json"
    rule = {"from": "*", "path": "layers.1.*", "to": "cuda:1", "else": ["cpu"]}
    map_file.write_text(json.dumps({"format": "cairn.devicemap", "version": 1, **rules(rule)}))
    for options in (("--map", "*=cpu"), ("--map", "*=cuda:0,cpu"), ("--map-file", map_file), ()):
        _, out, _ = run(cli, "check", path, *options, "--json")
        title = f"split.safetensors {options} as it is"
        interpreter.paste(title, json.loads(out)["python"], "assert len(state_dict) == 22", same)
    interpreter.tell(report)


def torch_line(torch):
    version = tuple(int(part) for part in torch.__version__.split(".")[:2])
    return "1.13" if version < (2, 0) else "2.6" if version <= (2, 6) else "latest"


def compare(torch, cli, folder):
    report = Report()
    chance = random.Random(7)  # the same maps every time
    maps = {**MAPS, **{f"any {index}": any_rules(chance) for index in range(RANDOM_MAPS)}}
    map_file = folder / "map.devicemap.json"
    for path in [*FILES, *mixed(cli, folder)]:
        for name, entries in maps.items():
            map_file.write_text(json.dumps({"format": "cairn.devicemap", "version": 1, **entries}))
            title = f"{path.name}, {name}"
            expected, refusal = placement(cli, path, map_file, folder)
            if expected is None:
                found = check(cli, path, map_file, "--machine", "8 x 80 GB")
                conflicts = [problem for problem in found["problems"] if problem["code"] == "map.conflict"]
                report.result(title, [] if conflicts else [f"refused: {refusal}"])
                continue
            foretold = check(cli, path, map_file, "--machine", "cpu", "--torch", torch_line(torch), "--trusted")
            code = check(cli, path, map_file, "--machine", "8 x 80 GB", "--torch", torch_line(torch))["python"]
            if "No map_location" in code:
                report.result(title, [] if path.name.startswith("legacy") else ["the snippet gives up"])
                continue
            try:
                problems = snippet_problems(torch, code, expected)
            except (ImportError, AttributeError) as missing:  # of what the file names, in this Python
                report.skip(title, str(missing))
                continue
            except Exception as failure:
                problems = [f"the snippet fails: {type(failure).__name__}: {str(failure)[:200]}"]
            location = {"none": None, "device": entries.get("device"), "table": entries.get("table")}.get(entries["map"], "rules")
            if location != "rules":
                problems += error_problems(torch, path, location, foretold)
            report.result(title, problems and [*problems, code])
    foretell(torch, cli, folder, report)
    on_meta(torch, cli, report)
    weights_only(torch, cli, report)
    as_it_stands(torch, cli, folder, report)
    splits(torch, cli, folder, report)
    casts(torch, cli, folder, report)
    cast_models(torch, cli, folder, report)
    cast_for_one_device(torch, cli, folder, report)
    wrapped(torch, cli, folder, report)
    in_an_interpreter(torch, cli, folder, report)
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


def edited_problems(torch, cli, path, map_file, folder):
    said = dict(line.split(" ", 1)[::-1] for line in map_file.with_name(map_file.name.split(".")[0] + ".targets").read_text().splitlines())
    expected, refusal = placement(cli, path, map_file, folder)
    if expected is None:
        return [] if "two devices" in refusal else [f"refused: {refusal}"]
    named = {".".join(str(key) for key in json.loads(keys)): tag for keys, tag in expected.items()}
    problems = [f"{name}: the editor says {tag}, convert {named.get(name)}" for name, tag in said.items() if named.get(name) != tag]
    code = check(cli, path, map_file, "--machine", "8 x 80 GB", "--torch", torch_line(torch))["python"]
    return problems + snippet_problems(torch, code, expected)


def compare_edited(torch, cli, editor, folder):
    """The editor, the file that it saves, what convert makes of that, and PyTorch with the Python for it."""
    report = Report()
    for path in mixed(cli, folder):
        if path.name.startswith("legacy"):
            continue
        maps = folder / f"maps of {path.name}"
        maps.mkdir()
        code, _, err = run(editor, path, maps, EDITED_MAPS)
        if code != 0:
            raise RuntimeError(f"the editor: {err}")
        for index in range(EDITED_MAPS):
            title = f"{path.name}, edited map {index}"
            try:
                report.result(title, edited_problems(torch, cli, path, maps / f"{index}.devicemap.json", folder))
            except (ImportError, AttributeError) as missing:  # of what the file names, in this Python
                report.skip(title, str(missing))
    print(f"{report.passed} passed, {report.failed} failed, {report.skipped} skipped")
    return 1 if report.failed or not report.passed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--editor")
    options = parser.parse_args()
    try:
        import torch
    except ImportError:
        print("skipped: this Python has no PyTorch")
        return 77
    if torch.cuda.is_available():
        print("skipped: this machine has a CUDA device")
        return 77
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(), contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        if options.editor:
            return compare_edited(torch, options.cli, options.editor, Path(folder))
        return compare(torch, options.cli, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
