#!/usr/bin/env python3
"""Holds `cairn-cli fit` against load_state_dict of real PyTorch.

    fit_oracle.py --cli CAIRN_CLI [--count 60] [--seed 1]

Random modules are made and their states saved as people do: wrapped, behind prefixes, beside other models, without a
head or with another one, with keys too many or too few. fit is given the model as a checkpoint, as a list of keys and as
keys with shapes. What it says torch raises must be what torch raises, word for word; the command that it prints must
make a copy of which torch says what fit says of it, and the Python that it prints must run and fill the model with the
numbers of the file.

Exit code 0: all as expected; 1: not; 77: there is no PyTorch.
"""

import argparse
import collections
import functools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import torch
    from torch import nn
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)


class Block(nn.Module):
    def __init__(self, pick, width):
        super().__init__()
        for name in pick.sample(["conv1", "conv2", "proj", "fc", "out"], pick.randint(1, 3)):
            setattr(self, name, nn.Linear(width, width, bias=pick.random() < 0.7))
        if pick.random() < 0.5:
            self.norm = nn.BatchNorm1d(width)
        if pick.random() < 0.2:
            self.scale = nn.Parameter(torch.rand(()))
        if pick.random() < 0.2:
            self.register_buffer("positions", torch.arange(width))


class Model(nn.Module):
    def __init__(self, pick, classes):
        super().__init__()
        width = pick.choice([3, 4, 6])
        self.stem = nn.Conv2d(3, width, 1)
        for name in pick.sample(["layers", "blocks", "encoder", "h"], pick.randint(1, 2)):
            setattr(self, name, nn.Sequential(*[Block(pick, width) for _ in range(pick.randint(1, 4))]))
        self.head = nn.Linear(width, classes)


class Holder(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.net = model


def model_of(seed, classes=5):
    return Model(random.Random(seed), classes)


def behind(prefix, state):
    return collections.OrderedDict((prefix + key, value) for key, value in state.items())


def with_metadata(state, prefix):
    """As a module that holds the model saves it: versions are named after the modules, too."""
    found = behind(prefix, state)
    found._metadata = collections.OrderedDict([("", {"version": 1})])
    found._metadata.update((prefix + key if key else prefix[:-1], dict(value)) for key, value in state._metadata.items())
    return found


def in_the_middle(state):
    names = {key: key.replace(".0.", ".0._checkpoint_wrapped_module.", 1) for key in state}
    return collections.OrderedDict((names[key], value) for key, value in state.items())


def numbered(state):
    """Blocks that count from one, and have no dot before their number."""
    return collections.OrderedDict((re.sub(r"^(layers|blocks|encoder|h)\.(\d+)", lambda found: f"{found[1]}{int(found[2]) + 1}", key), value) for key, value in state.items())


def around_blocks(state):
    return collections.OrderedDict((re.sub(r"^((layers|blocks|encoder|h)\.\d+)\.", r"\1.inner.", key), value) for key, value in state.items())


def other_words(state, pick):
    """Some of the words of modules, each with another one everywhere."""
    words = sorted({word for key in state for word in key.split(".")[:-1] if not word.isdigit()})
    others = {word: word + pick.choice(["_x", "2", ".m"]) if pick.random() < 0.5 else "m" + str(i) for i, word in enumerate(words) if pick.random() < 0.6}
    return collections.OrderedDict((".".join([*(others.get(word, word) for word in key.split(".")[:-1]), key.split(".")[-1]]), value) for key, value in state.items())


def kinds(model, pick):
    """Name, and what is saved of the state."""
    state = model.state_dict()
    other = model_of(pick.randrange(10**6)).state_dict()
    fewer = collections.OrderedDict((key, value) for key, value in state.items() if pick.random() < 0.8 or key == "stem.weight")
    more = collections.OrderedDict(state)
    more["queue"] = torch.rand(3)
    more["loss.weight"] = torch.rand(2)
    two = behind("student.backbone.", state)
    two.update(behind("teacher.backbone.", {key: value + 1 for key, value in state.items()}))
    beside = behind("net.", state)
    beside["criterion.weight"] = torch.rand(4)
    heads = collections.OrderedDict(("encoder_q." + key if not key.startswith("head.") else "classifier." + key[5:], value) for key, value in state.items())
    yield "as it is", state
    yield "in a training", {"model": state, "epoch": 3, "optimizer": {"state": {}, "param_groups": []}}
    yield "DistributedDataParallel", with_metadata(state, "module.")
    yield "Lightning", {"state_dict": behind("model.", state), "epoch": 1, "pytorch-lightning_version": "2.1"}
    yield "compiled in DistributedDataParallel", {"model": behind("module._orig_mod.", state)}
    yield "two models", {"model": two}
    yield "beside a criterion", {"state_dict": beside}
    yield "checkpointed blocks", in_the_middle(state)
    yield "numbers from one", {"model": numbered(state)}
    yield "a word in each block", around_blocks(state)
    yield "other words", other_words(state, pick)
    yield "two prefixes", {"state_dict": heads}
    yield "fewer keys", fewer
    yield "more keys", more
    yield "another head", model_of(pick.model_seed, 7).state_dict()
    yield "another head in a training", {"state_dict": behind("model.", model_of(pick.model_seed, 7).state_dict())}
    yield "another model", other
    for name, make in (("meta", lambda value: value.to("meta")), ("sparse", torch.Tensor.to_sparse), ("quantised", lambda value: torch.quantize_per_tensor(value, 0.1, 0, torch.qint8))):
        yield "a " + name + " tensor", collections.OrderedDict((key, make(value) if key == "stem.weight" else value) for key, value in state.items())
    yield "a whole module", model
    yield "a whole module in another", Holder(model)
    yield "a whole module in a training", {"model": Holder(model), "epoch": 3}
    larger = collections.OrderedDict(state, **{f"more.{i}": torch.rand(2) for i in range(3)})
    yield "a generator and a discriminator", {"disc": larger, "gen": state, "epoch": 1}
    yield "a larger one and a wrapped one", {"teacher": larger, "student": behind("module.", state)}
    for key in (5, 2.5, None, True, (1, 2), b"x"):
        yield f"the key {key!r}", collections.OrderedDict({key: torch.rand(2)}, **state) if pick.random() < 0.5 else {"model": {**state, key: torch.rand(2), 7: 1}}
    yield "an odd key behind a prefix", {"model": {5: torch.rand(2), **behind("module.", state)}}
    yield "a list", [state, {"lr": 1}]
    yield "numbers in place of tensors", collections.OrderedDict((key, value if i != 1 else 3) for i, (key, value) in enumerate(state.items()))


# Names are text for whatever reads them: a regular expression, Python, a shell.
ODD = ["a", 'a"b', "a'b", "\u00e9", "\u6a21\u578b", "a#", "a#1", "a\\", "\\1", "a\\g<0>", "x\ny", "x\ry", "a)(", "[a]", "\u2028", "\U0001f600", "{x}",
       "a b", "$a", "`a`", "-a", "^a|b", '"); raise SystemExit(9); ("', '", k): 0 for k in state} or {sub(r"^a", r"b', "a\tb", "\x1b[1m", "a=b", "=", "a*", "*", "@a", "@bert-old-to-new", "\\=", "\\*", "=>", ">a", "a?"]


def called(name, model):
    """A model with the other under that name."""
    found = type("Model", (nn.Module,), {})()
    found.add_module(name, model)
    return found


class Adapted(nn.Module):
    """A layer as PEFT makes it, with an adapter of that name on it."""

    def __init__(self, name):
        super().__init__()
        self.base_layer = nn.Linear(6, 6)
        self.lora_A = nn.ModuleDict({name: nn.Linear(6, 2, bias=False)})
        self.lora_B = nn.ModuleDict({name: nn.Linear(2, 6, bias=False)})
        self.ia3_l = nn.ParameterDict({name: nn.Parameter(torch.rand(6, 1))})


def adapted(name):
    return type("Model", (nn.Sequential,), {})(*[Adapted(name) for _ in range(3)])


def in_adapter_file(state, name):
    """As get_peft_model_state_dict() takes it from a model. A key that is the name of a module is none that is
    unexpected in older versions of torch: one such as ia3_l is not among them."""
    keys = [key for key in state if ".base_layer." not in key and ".ia3_l." not in key]
    return collections.OrderedDict(((key + ".").replace("." + name + ".", ".", 1)[:-1], state[key]) for key in keys)


class Oracle:
    def __init__(self, options, folder):
        self.cli = options.cli
        self.folder = Path(folder)
        self.checked = 0
        self.failures = []

    def expect(self, condition, title, detail=""):
        self.checked += 1
        if not condition:
            self.failures.append(f"{title}: {detail}")

    def run(self, words):
        return subprocess.run(words, capture_output=True, timeout=120, cwd=self.folder, check=False)

    def words(self, command):
        """As a shell has them."""
        return self.run(["sh", "-c", "printf '%s\\0' " + command]).stdout.decode().split("\0")[:-1]

    @staticmethod
    def raised(model, state):
        try:
            model.load_state_dict(state, strict=True)
        except (RuntimeError, AttributeError, TypeError) as error:
            return str(error)
        return ""

    @staticmethod
    def place(saved, path):
        for key in path.split(".") if path else []:
            saved = saved[int(key) if isinstance(saved, list) else key]
        return saved

    def answer(self, file, wanted, title):
        ran = self.run([self.cli, "fit", file, wanted, "--json"])
        try:
            answer = json.loads(ran.stdout)
        except ValueError:
            self.failures.append(f"{title}: {ran.stderr.decode()}")
            return None
        self.expect(ran.returncode == (0 if answer["loads"] else 1), title, f"exit code {ran.returncode}")
        return answer

    def one(self, title, saved, make, wanted):
        torch.save(saved, self.folder / "file.pth")
        answer = self.answer("file.pth", wanted, title)
        if answer is None:
            return
        state = self.place(saved, answer["place"])
        state = state.state_dict() if isinstance(state, nn.Module) else state
        said = self.raised(make(), state)
        knows_shapes = wanted not in ("keys.txt", "odd.txt")
        if knows_shapes or "startswith" in said:
            self.expect(answer["message"] == said, title, f"fit: {answer['message']}\n  torch: {said}")
        else:
            # Odd names cannot be told from what torch writes between them.
            keys = [*map(list, make().load_state_dict(state, strict=False))] if wanted == "odd.txt" else self.keys_in(said)
            self.expect([answer["missing"], answer["unexpected"]] == keys, title, said)
        renaming = answer["renaming"]
        if renaming:
            self.copy(title, answer, make(), knows_shapes)
        if answer["python"] and knows_shapes:
            self.python(title, answer, make(), saved)
        if renaming and title.startswith(("numbers from one", "a word in", "other words")):
            self.right_tensors(title, renaming["renames"], answer["place"], state, wanted)
        if title.startswith(("DistributedData", "Lightning", "compiled", "two models", "beside", "checkpointed", "two prefixes", "a whole module in", "odd names")) or (knows_shapes and title.startswith(("numbers from one", "a word in"))):
            self.expect(renaming and renaming["loads"], title, "no names were found")
        if title.startswith("an adapter's file"):
            self.expect(renaming and renaming["taken"] == 6, title, f"{renaming and renaming['taken']} are taken")
        if title.startswith("an adapter,"):
            self.expect(answer["loads"] or renaming["loads"], title, "no names were found")
        if title.startswith(("a generator", "a list")):
            self.expect(answer["loads"] and answer["python"], title, "it was not found")
        if title.startswith(("a larger one", "the key", "an odd key")):
            self.expect(renaming and renaming["loads"], title, "no way was found")

    def right_tensors(self, title, renames, place, state, wanted):
        """Modules are of the same shapes: each tensor of the copy has to be the one that the model has under its name."""
        if wanted != "model.pth" or not renames:
            return
        ran = self.run([self.cli, "convert", "file.pth", "-o", "right.pth", *(word for rule in renames for word in ("--rename", rule))])
        self.expect(ran.returncode == 0, title, ran.stderr.decode())
        model = torch.load(self.folder / "model.pth")
        copy = self.place(torch.load(self.folder / "right.pth"), place)
        (self.folder / "right.pth").unlink()
        wrong = [key for key, value in copy.items() if key in model and not torch.equal(value, model[key])]
        self.expect(not wrong, title, f"{renames}\n  wrong tensors: {wrong}")

    def lists(self, title, pick):
        """Lists of keys as Python prints them, one by one and as pairs with shapes."""
        signs = ["'", '"', "\\", "\n", "\r", "\t", "\x00", "\x1b", "\x7f", "\xa0", "\u00e9", "\u2028", "\u6a21", "\U0001f600", "\U000e0001", "a", "n", "x", "u", " ", ",", ":", "(", ")", "[", "]", "{", "#", "."]
        keys = list({"k." + "".join(pick.choices(signs, k=pick.randint(1, 8))): 0 for _ in range(20)})
        torch.save({"other": torch.rand(2)}, self.folder / "other.pth")
        for text in (str(keys), str(dict.fromkeys(keys).keys()), str(collections.OrderedDict.fromkeys(keys).keys()), json.dumps(keys), "\n".join(str((key, torch.Size([3, 4]))) for key in keys)):
            (self.folder / "list.txt").write_text(text)
            answer = self.answer("other.pth", "list.txt", title)
            self.expect(answer and sorted(answer["missing"]) == sorted(keys), title, f"{text}\n  fit: {answer and answer['missing']}")

    @staticmethod
    def keys_of(path):
        """Tensors of the names and shapes that a safetensors file has."""
        content = path.read_bytes()
        header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
        return {name: torch.zeros(one["shape"]) for name, one in header.items() if name != "__metadata__"}

    @staticmethod
    def keys_in(said):
        found = []
        for title in ("Missing key(s) in state_dict: ", "Unexpected key(s) in state_dict: "):
            line = said.partition(title)[2].partition("\n")[0]
            found.append(line.replace('"', "").rstrip(". ").split(", ") if line else [])
        return found

    def copy(self, title, answer, model, knows_shapes):
        words = self.words(answer["renaming"]["command"])
        ran = self.run([self.cli, *words[1:]])
        self.expect(ran.returncode == 0, title, f"{words}: {ran.stderr.decode()}")
        copy = self.folder / words[words.index("-o") + 1]
        if ran.returncode != 0:
            return
        said = self.raised(model, self.keys_of(copy) if copy.suffix == ".safetensors" else self.place(torch.load(copy), answer["place"]))
        copy.unlink()
        if knows_shapes:
            self.expect(answer["renaming"]["message"] == said, title + ", copy", f"fit: {answer['renaming']['message']}\n  torch: {said}")

    def python(self, title, answer, model, saved):
        """Fills the model, and every tensor of it that it says has its numbers."""
        before = {key: value.clone() for key, value in model.state_dict().items()}
        scope = {"model": model}
        here = os.getcwd()
        os.chdir(self.folder)
        try:
            exec(answer["python"].replace(", weights_only=True", ""), scope)
        except Exception as error:  # of what is tested
            self.expect(False, title + ", Python", f"{error}\n{answer['python']}")
            return
        finally:
            os.chdir(here)
        values = {value.flatten().tolist().__repr__() for value in self.tensors(saved)}
        report = answer["renaming"] or answer
        filled = sum(value.flatten().tolist().__repr__() in values for value in model.state_dict().values())
        self.expect(filled >= report["taken"], title + ", Python", f"{filled} of {report['taken']} are filled")
        for key, value in model.state_dict().items():
            if key in report["missing"] or key in report["wrong"]:
                self.expect(torch.equal(before[key], value), title + ", Python", f"{key} is another one")

    def tensors(self, saved):
        if isinstance(saved, torch.Tensor) and not (saved.is_meta or saved.is_sparse or saved.is_quantized):
            yield saved
        elif isinstance(saved, (dict, list)):
            for value in saved.values() if isinstance(saved, dict) else saved:
                yield from self.tensors(value)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.cli = str(Path(options.cli).resolve())
    with tempfile.TemporaryDirectory() as folder:
        oracle = Oracle(options, folder)
        for number in range(options.count):
            pick = random.Random(options.seed * 100_000 + number)
            pick.model_seed = pick.randrange(10**6)
            torch.manual_seed(pick.model_seed)
            model = model_of(pick.model_seed)
            state = model.state_dict()
            for value in state.values():  # each of its own: what is filled with another's is found
                value.copy_(torch.rand(value.shape) * 1000)
            torch.save(state, oracle.folder / "model.pth")
            (oracle.folder / "keys.txt").write_text(str(list(state)))
            (oracle.folder / "keys.json").write_text(json.dumps({key: list(value.shape) for key, value in state.items()}))
            (oracle.folder / "lines.txt").write_text("".join(f"{key} {value.shape}\n" for key, value in state.items()))
            for title, saved in kinds(model, pick):
                wanted = pick.choice(["model.pth", "keys.txt", "keys.json", "lines.txt"])
                oracle.one(f"{title}, {wanted}, {number}", saved, functools.partial(model_of, pick.model_seed), wanted)
            old, new = pick.sample(ODD, 2)
            wanted = called(new, model).state_dict()
            torch.save(wanted, oracle.folder / "odd.pth")
            (oracle.folder / "odd.json").write_text(json.dumps({key: list(value.shape) for key, value in wanted.items()}))
            make = functools.partial(lambda name, seed: called(name, model_of(seed)), new, pick.model_seed)
            saved = called(old, model_of(pick.model_seed)).state_dict()
            (oracle.folder / "odd.txt").write_text(str(list(wanted)))
            oracle.one(f"odd names, {old!r} to {new!r}, {number}", saved, make, pick.choice(["odd.pth", "odd.json", "odd.txt"]))
            oracle.lists(f"lists, {number}", pick)
            old, new = pick.choice(["default", "other", "a=b"]), pick.choice(["other", "default", "a*", "\\1"])
            torch.save(adapted(new).state_dict(), oracle.folder / "adapted.pth")
            make = functools.partial(adapted, new)
            for title, saved in (("an adapter's file", in_adapter_file(adapted(old).state_dict(), old)), ("an adapter", adapted(old).state_dict())):
                oracle.one(f"{title}, {old} to {new}, {number}", saved, make, "adapted.pth")
    print("\n".join(oracle.failures[:40]))
    print(f"PyTorch {torch.__version__}: {oracle.checked} checked, {len(oracle.failures)} failed")
    sys.exit(bool(oracle.failures))


if __name__ == "__main__":
    main()
