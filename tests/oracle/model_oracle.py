#!/usr/bin/env python3
"""Saves models of libraries as people do, with real PyTorch, and asks cairn-cli which they are.

    model_oracle.py --cli CAIRN_CLI [--count 400] [--seed 1] [--run 40] [--changed 100] [--library NAME]...

Each model is made by its library with another number of classes, and saved bare, as a checkpoint of a training, behind
prefixes, half of it in bfloat16. --run executes the Python that was printed for so many of them. Of --changed ones a
tensor is of another shape, missing, or one too many: none of these may be named. What is no model of a library at all,
unknown_models.py asks. Needs the libraries that resources/models names; 77 without them.
"""

import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "resources" / "models"))

try:
    import torch

    import catalogue
    import make_models
    import model_database
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

SIZES = {"classes": (2, 10, 37, 101), "points": (5, 17, 40), "vocabulary": (40011,)}


def saved_as(state, how, pick):
    """What is given to torch.save."""
    prefix = {"module": "module.", "compiled": "_orig_mod.", "lightning": "model.", "both": "module._orig_mod."}.get(how, "")
    state = collections.OrderedDict((prefix + key, value) for key, value in state.items())
    if how == "lightning":
        return {"state_dict": state, "epoch": 3, "pytorch-lightning_version": "2.1", "optimizer_states": []}
    if how == "training":
        weights = [value for value in state.values() if value.dim() > 0][:40]
        optimizer = {"state": {i: {"step": 7, "exp_avg": value, "exp_avg_sq": value} for i, value in enumerate(weights)}, "param_groups": [{"lr": 0.1, "params": list(range(len(weights)))}]}
        return {"model": state, "optimizer": optimizer, "epoch": pick.randrange(99)}
    return state


def tensor(shape, is_half):
    """One number in memory, however large: torch.save keeps the strides."""
    return torch.zeros((), dtype=torch.bfloat16 if is_half else torch.float32).expand(shape)


class Run:
    def __init__(self, options):
        self.options = options
        self.pick = random.Random(options.seed)
        self.right = self.wrong = self.unnamed = self.ran = self.changed = 0
        self.failures = []

    def asked(self):
        return self.right + self.wrong + self.unnamed

    def ask(self, paths):
        ran = subprocess.run([self.options.cli, "inspect", "--model", "--json", *map(str, paths)], capture_output=True, timeout=600)
        return [json.loads(line) for line in ran.stdout.decode().splitlines()]

    def made(self, recipe):
        """Names and shapes of a model, with sizes that are not those of the database; nothing where that fails."""
        library, name, code, variables = recipe
        values = {key: self.pick.choice(SIZES[key]) if key in SIZES else value for key, value in variables.items()}
        values |= {"channels": 4 if library == "diffusers" else 3} if "channels" in values else {}
        try:
            shapes, _, _ = make_models.shapes_of(code, values)
        except Exception as error:
            print(f"not made: {library} {name}: {error}"[:150])
            return {}
        return shapes if len(shapes) >= 8 else {}

    def change(self, folder, recipe):
        """One tensor is not as the library makes it."""
        shapes = self.made(recipe)
        # A head may have another number of classes, and it may be missing: what is changed is in the first half.
        keys = [key for key in list(shapes)[: len(shapes) // 2] if not key.endswith(model_database.OPTIONAL) and shapes[key]]
        if len(keys) < 8:
            return
        key = self.pick.choice(keys)
        how = self.pick.choice(("shape", "rank", "missing", "more"))
        if how == "shape":
            shapes[key] = [size + 1 for size in shapes[key]]
        elif how == "rank":
            shapes[key] = [*shapes[key], 1]
        elif how == "missing":
            del shapes[key]
        else:
            shapes[key + "_more"] = [3]
        path = Path(folder) / "model.pth"
        torch.save({name: tensor(shape, False) for name, shape in shapes.items()}, path)
        answer = self.ask([path])[0]["model"]["recognised"]
        self.changed += 1
        # What is changed may be beside a model in a model, which is named.
        if answer and answer["fits"] and key.startswith(answer["prefix"]):
            self.wrong += 1
            self.failures.append(f"WRONG {recipe[:2]} with another {how} of {key}: {answer['text']}")

    def one(self, folder, recipe):
        library, name = recipe[:2]
        shapes = self.made(recipe)
        if not shapes:
            return
        how = self.pick.choice(("bare", "module", "compiled", "lightning", "both", "training", "half"))
        state = {key: tensor(shape, how == "half" and i % 2) for i, (key, shape) in enumerate(shapes.items())}
        path = Path(folder) / "model.pth"
        # With "model." before its keys a model of transformers is one of its own with a head that is left out or tied.
        if library == "transformers" and how == "lightning":
            state = {"backbone." + key: value for key, value in state.items()}
        torch.save(saved_as(state, how, self.pick), path)
        answer = self.ask([path])[0]["model"]["recognised"]
        names = {(one["library"], one["name"]) for one in answer["models"]} if answer else set()
        if answer and answer["fits"] and (library, name) in names:
            self.right += 1
            self.execute(answer)
        elif answer and answer["fits"]:
            self.wrong += 1
            self.failures.append(f"WRONG {library} {name} ({how}): {answer['text']}")
        else:
            self.unnamed += 1
            self.failures.append(f"{library} {name} ({how}): {answer['text'] if answer else 'nothing'} {answer['missing'][:2] + answer['unexpected'][:2] if answer else ''}")

    def execute(self, answer):
        large = answer["models"][0]["library"] in ("transformers", "diffusers", "open_clip", "esm")
        if self.ran >= self.options.run or not answer["python"] or large:
            return
        self.ran += 1
        # Made without values, and given the tensors themselves: the memory of hundreds of models is not there.
        code = answer["python"].replace("load_state_dict(state", "load_state_dict(state, assign=True")
        on_meta = code.replace("\nmodel = ", '\nwith torch.device("meta"): model = ')
        # What is no package is imported from where the catalogue has put it.
        found = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path))
        ran = subprocess.run([sys.executable, "-c", on_meta], capture_output=True, timeout=300, env=found)
        if ran.returncode != 0:  # a library may compute with what it makes
            ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=300, env=found)
        if ran.returncode != 0:
            self.failures.append(f"WRONG Python: {answer['text']}: {ran.stderr.decode()[-300:]}")
            self.wrong += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--run", type=int, default=40)
    parser.add_argument("--changed", type=int, default=100)
    parser.add_argument("--library", action="append", default=[])
    run = Run(parser.parse_args())
    make_models.without_values()
    recipes = list(catalogue.all_recipes(run.options.library))
    if not recipes:
        print("skipped: this Python has none of the libraries of resources/models")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        for recipe in run.pick.sample(recipes, len(recipes)):  # some are not made with other sizes
            if run.asked() == run.options.count:
                break
            run.one(folder, recipe)
        for recipe in run.pick.sample(recipes, min(run.options.changed, len(recipes))):
            run.change(folder, recipe)
    print("\n".join(run.failures))
    print(f"{run.asked()} models: {run.right} named right, {run.wrong} wrong, {run.unnamed} not; the Python of {run.ran} was run; {run.changed} changed ones")
    sys.exit(run.wrong != 0 or run.right < 0.97 * run.asked())


if __name__ == "__main__":
    main()
