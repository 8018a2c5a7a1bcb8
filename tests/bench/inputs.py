"""The files that are measured. Made in processes of their own: a peak of memory counts from what its parent had."""

import filecmp
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
