"""The files that are measured. Made in processes of their own: a peak of memory counts from what its parent had."""

import filecmp
import itertools
import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHAPE = (2, 3)
SAVE = "import sys, torch; torch.save({f'layers.{i}.weight': torch.zeros(2, 3) for i in range(1000)}, sys.argv[1])"


def _make(path, count, shape, sparse=False):
    if not path.exists():
        unfinished = path.with_suffix(".part")
        call = f"import torch_zip, pathlib; torch_zip.save(pathlib.Path({str(unfinished)!r}), {count}, {shape}, {sparse})"
        subprocess.run([sys.executable, "-B", "-c", call], cwd=HERE, check=True)
        unfinished.rename(path)
    return path


def many_tensors(folder, count):
    return _make(folder / f"tensors_{count}.pt", count, SHAPE)


def many_layers(folder, count):
    """Names of five BERTs, each with more layers than any: a safetensors file without elements. No part of it is so large
    that it can be passed by, and each may be a model."""
    path = folder / f"layers_{count}.safetensors"
    layer = [f"{name}.{kind}" for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "attention.output.LayerNorm",
                                           "intermediate.dense", "output.dense", "output.LayerNorm") for kind in ("weight", "bias")]  # fmt: skip
    names = (f"{tower}.bert.encoder.layer.{number}.{name}" for tower in range(5) for number in range(-(-count // 5 // len(layer))) for name in layer)
    header = {name: {"dtype": "F32", "shape": [0, 768] if name.endswith("weight") else [0], "data_offsets": [0, 0]} for name in itertools.islice(names, count)}
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text)
    return path


def large(folder):
    """40 tensors of 256 MB: ten gigabytes of holes."""
    return _make(folder / "large.pt", 40, (8192, 8192), sparse=True)


def filled(folder, megabytes, each=64):
    """A checkpoint of so many megabytes of weights, saved on a GPU, in tensors of `each` megabytes."""
    path = folder / f"filled_{megabytes}_by_{each}.pt"
    if not path.exists():
        call = ("import torch_zip, pathlib; "
                f"torch_zip.save_filled(pathlib.Path({str(path)!r}), {megabytes // each}, {each}, 'cuda:0')")
        subprocess.run([sys.executable, "-B", "-c", call], cwd=HERE, check=True)
    return path


def compare_with_torch(python, folder):
    """Whether what is written here is what PyTorch would write; its layout changed a little after 1.13."""
    ours = many_tensors(folder, 1000)
    theirs = folder / "torch" / ours.name
    theirs.parent.mkdir(exist_ok=True)
    subprocess.run([python, "-c", SAVE, theirs], check=True)
    same = filecmp.cmp(ours, theirs, shallow=False)
    return "byte for byte what torch.save writes" if same else "laid out as torch.save 1.13 does, not as this version"
