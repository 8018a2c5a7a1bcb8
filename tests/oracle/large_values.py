#!/usr/bin/env python3
"""Large values of every kind that torch.save writes are data only: what is judged by sizes does not cry wolf.

    large_values.py --cli CAIRN_CLI

Exit code 0: none is called anything else, and torch.load reads each; 1: one is; 77: there is no PyTorch.
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

try:
    import torch
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)

warnings.simplefilter("ignore")  # what torch thinks of its own sparse tensors
N = 200_000


def with_attribute(tensor):
    tensor.name_of_layer = "a"
    return tensor


def sparse(values):
    return torch.sparse_coo_tensor(torch.arange(N).reshape(1, -1), values, (N, *values.shape[1:]))


def per_channel(axis):
    return torch.quantize_per_channel(torch.ones(N, 4).transpose(0, axis), torch.ones(N), torch.zeros(N), axis, torch.qint8)


def nested(**options):
    return torch.nested.nested_tensor([torch.ones(N), torch.ones(5)], **options)


KINDS = {
    "sparse": lambda: sparse(torch.ones(N)),
    "coalesced": lambda: sparse(torch.ones(N)).coalesce(),
    "hybrid": lambda: sparse(torch.ones(N, 3)),
    "csr": lambda: torch.ones(500, 500).to_sparse_csr(),
    "csc": lambda: torch.ones(500, 500).to_sparse_csc(),
    "bsr": lambda: torch.ones(512, 512).to_sparse_bsr((2, 2)),
    "bsc": lambda: torch.ones(512, 512).to_sparse_bsc((2, 2)),
    "per tensor": lambda: torch.quantize_per_tensor(torch.ones(N), 0.1, 0, torch.qint8),
    "per channel": lambda: per_channel(0),
    "per channel, the second": lambda: per_channel(1),
    "quantised and expanded": lambda: torch.quantize_per_tensor(torch.ones(1), 0.1, 0, torch.qint8).expand(1000, 1000),
    "a part of a quantised one": lambda: torch.quantize_per_tensor(torch.ones(N), 0.1, 0, torch.qint8)[10:],
    "parameter": lambda: with_attribute(torch.nn.Parameter(torch.ones(N))),
    "attribute": lambda: with_attribute(torch.ones(N)),
    "expanded": lambda: torch.zeros(1).expand(1_000_000),
    "expanded parameter": lambda: torch.nn.Parameter(torch.zeros(1).expand(1_000_000)),
    "expanded, with an attribute": lambda: with_attribute(torch.zeros(1).expand(1_000_000)),
    "nested": nested,
    "jagged": lambda: nested(layout=torch.jagged),
    "many in a jagged one": lambda: torch.nested.nested_tensor([torch.ones(2)] * N, layout=torch.jagged),
    "conjugated": lambda: torch.ones(N, dtype=torch.complex64).conj(),
    "negated": lambda: torch.ones(N, dtype=torch.complex64).conj().imag,
    "meta": lambda: torch.empty(N, N, device="meta"),
    "state of random numbers": torch.get_rng_state,
    "containers": lambda: [collections.Counter(range(N)), collections.OrderedDict.fromkeys(range(N)), set(range(N))],
    "a queue": lambda: collections.deque(range(N), maxlen=N),
    "bytes and texts": lambda: [b"x" * 3_000_000, bytearray(3_000_000), "y" * 3_000_000, 10**4000],
}


def verdict(cli, file):
    done = subprocess.run([cli, "inspect", "--json", str(file)], capture_output=True, check=False)
    return json.loads(done.stdout)["trust"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    everything = {} if torch.__version__ < "2" else {"weights_only": False}
    tried = failures = 0
    with tempfile.TemporaryDirectory(prefix="cairn-large-") as folder:
        for name, make in KINDS.items():
            file = pathlib.Path(folder, "large.pth")
            try:
                torch.save(make(), file)
                torch.load(file, **everything)
            except Exception as problem:  # of the kinds that this PyTorch has not
                print(f"not tried: {name}: {str(problem).splitlines()[0]}")
                continue
            tried += 1
            trust = verdict(cli, file)
            if trust["verdict"] != "data only":
                failures += 1
                print(f"{name}: {trust}")
    print(f"{tried} of {len(KINDS)} kinds, {failures} failures")
    sys.exit(1 if failures or tried < len(KINDS) // 2 else 0)


if __name__ == "__main__":
    main()
