#!/usr/bin/env python3
"""Whether `check` says of sparse tensors with changed indices what torch.load does with them.

    sparse_oracle.py --cli CAIRN_CLI [--count N] [--first N]

Saves random sparse tensors of every layout that this Python's torch knows, in batches, in blocks and with dense
dimensions, and writes other numbers over some of their indices; each comes from its number alone. Exit code 0: all
agree; 1: some do not, or too few were refused or taken; 77: this Python has no torch.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

try:
    import torch
except ImportError as missing:
    print(f"skip: {missing}")
    sys.exit(77)

BATCH = 50
IS_OLD = torch.__version__.startswith("1.")  # its torch.load knows COO and CSR alone
LAYOUTS = ["coo", "csr"] if IS_OLD else ["coo", "csr", "csc", "bsr", "bsc"]


def dense(rng, shape):
    """With some zeros; whole numbers, which every layout keeps."""
    count = 1
    for size in shape:
        count *= size
    return torch.tensor([float(rng.choice([0, 0, 1, 2])) for _ in range(count)]).reshape(shape)


def coo(rng):
    shape = [rng.randint(1, 4) for _ in range(rng.randint(0, 3))]  # also of a single number
    count = rng.randint(0, 5)
    extra = [rng.randint(1, 3) for _ in range(rng.randint(0, 1))]
    indices = torch.tensor([[rng.randrange(size) for _ in range(count)] for size in shape], dtype=torch.long)
    made = torch.sparse_coo_tensor(indices.reshape(len(shape), count), torch.ones([count, *extra]), shape + extra)
    return made.coalesce() if rng.random() < 0.5 else made


def compressed(rng, layout):
    rows, columns = rng.randint(1, 3), rng.randint(1, 3)
    if layout in ("bsr", "bsc"):
        block = (rng.randint(1, 2), rng.randint(1, 2))
        whole = dense(rng, [rows * block[0], columns * block[1]])
        return whole.to_sparse_bsr(block) if layout == "bsr" else whole.to_sparse_bsc(block)
    if IS_OLD or rng.random() < 0.6:
        whole = dense(rng, [rows, columns])
        return whole.to_sparse_csr() if layout == "csr" else whole.to_sparse_csc()
    # A batch, in which all have as many values.
    pattern = dense(rng, [rows, columns])
    whole = torch.stack([pattern, pattern * 2])
    return whole.to_sparse_csr() if layout == "csr" else whole.to_sparse_csc()


def indices_of(tensor):
    if tensor.layout is torch.sparse_coo:
        return [tensor._indices()]
    if tensor.layout in (torch.sparse_csr, getattr(torch, "sparse_bsr", None)):
        return [tensor.crow_indices(), tensor.col_indices()]
    return [tensor.ccol_indices(), tensor.row_indices()]


def change(rng, indices):
    """In the storage: the tensor that torch saves has the new number, which nobody asks for."""
    numbers = rng.choice([part for part in indices if part.numel()] or [None])
    if numbers is None or (IS_OLD and indices[-1].numel() == 0):  # of which 1.13 looks at nothing; Cairn refuses them
        return
    for _ in range(rng.choice([1, 1, 2])):
        numbers[tuple(rng.randrange(size) for size in numbers.shape)] = rng.choice([-1, 0, 1, 2, 3, 4, 100, 2**40])


def made(number):
    rng = random.Random(number)
    layout = rng.choice(LAYOUTS)
    tensor = coo(rng) if layout == "coo" else compressed(rng, layout)
    if rng.random() < 0.7:
        change(rng, [part.detach() for part in indices_of(tensor)])
    return tensor


def torch_takes(path):
    """Whether it does, and what it says where it does not. In a process of its own: torch follows some indices before it
    has looked at them, and crashes."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            torch.load(path)
            os.write(write, b"taken")
        except Exception as refused:
            os.write(write, f"{type(refused).__name__}: {refused}".splitlines()[0].encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as said:
        answer = said.read() or "nothing: it crashed"
    os.waitpid(child, 0)
    return answer == "taken", answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    version = ".".join(torch.__version__.split(".")[:2])
    taken = refused = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        numbers = range(asked.first, asked.first + asked.count)
        for start in range(0, len(numbers), BATCH):
            files = {}
            for number in numbers[start : start + BATCH]:
                path = Path(name) / f"{number}.pth"
                torch.save({"sparse": made(number)}, path)
                files[str(path)] = torch_takes(path)
            said = subprocess.run([asked.cli, "check", "--json", "--torch", version, "--machine", "cpu", *files],
                                  capture_output=True, text=True, timeout=300)
            for line in said.stdout.splitlines():
                answer = json.loads(line)
                loads, why = files.pop(answer["file"])
                taken += loads
                refused += not loads
                if answer.get("loads") != loads:
                    wrong += 1
                    problems = [problem["what"] for problem in answer.get("problems", [])]
                    print(f"FAIL {answer['file']}: torch {'takes it' if loads else 'says ' + why}; Cairn: {problems}")
            wrong += len(files)
            for path in files:
                print(f"FAIL {path}: no answer")
    print(f"torch {version}: {taken} taken, {refused} refused, {wrong} told wrongly")
    few = asked.count // 8
    return 1 if wrong or taken < few or refused < few else 0


if __name__ == "__main__":
    sys.exit(main())
