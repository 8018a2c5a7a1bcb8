#!/usr/bin/env python3
"""Folders that `cairn-cli convert --to dcp` writes, against their sources.

    dcp_oracle.py --cli CAIRN_CLI --own     the fixtures, with Cairn's own reader alone: always possible
    dcp_oracle.py --cli CAIRN_CLI           random objects, loaded by the PyTorch of this Python: without processes, by
                                            two with sharded targets, and by dcp_to_torch_save

Exit code 0: all agree; 1: some do not; 77: this PyTorch is older than 2.6, or there is none.
"""

import argparse
import collections
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
FIXTURES = HERE.parent / "fixtures"
warnings.simplefilter("ignore")


def expect(condition, *what):
    if not condition:
        sys.exit("dcp_oracle: " + " ".join(map(str, what)))


def convert(cli, *arguments):
    return subprocess.run([cli, "convert", *map(str, arguments)], capture_output=True, text=True)


def check_own(cli, folder):
    """Each fixture of plain data becomes a folder whose copy has the same tensors; wrong options and names are refused."""
    written = 0
    for source in sorted(FIXTURES.glob("torch2*/*.pt")):
        target = folder / (source.parent.name + "_" + source.stem)
        done = convert(cli, source, "-o", target, "--to", "dcp", "--files", 2, "--verify")
        if done.returncode != 0:
            expect(not target.exists() and "differs" not in done.stderr, source, done.stderr)
            continue
        written += 1
        expect((target / ".metadata").is_file() and len(list(target.glob("__*_0.distcp"))) in (1, 2), target)
        back = convert(cli, target, "-o", folder / "back.pth", "--to", "pth", "--verify", "--force")
        expect(back.returncode == 0, source, back.stderr)
        again = convert(cli, target, "-o", str(target) + "2", "--to", "dcp", "--files", 2, "--verify")
        expect(again.returncode == 0, source, again.stderr)
        for file in target.iterdir():
            expect(file.read_bytes() == (Path(str(target) + "2") / file.name).read_bytes(), file, "differs when written again")
    expect(written >= 20, "only", written, "fixtures were written")
    expect(convert(cli, source, "-o", folder / "x.pth", "--files", 2).returncode != 0, "--files without --to dcp")
    first = next(path for path in folder.iterdir() if (path / ".metadata").exists())
    expect(convert(cli, first, "-o", first, "--to", "dcp", "--force").returncode != 0, "the source was replaced")
    other = folder / "other"
    expect(convert(cli, first, "-o", other, "--to", "dcp").returncode == 0, "no copy")
    expect(convert(cli, first, "-o", other, "--to", "dcp").returncode != 0, "a folder was replaced without --force")
    expect(convert(cli, first, "-o", other, "--to", "dcp", "--force").returncode == 0, "not replaced with --force")
    (other / "mine.txt").write_text("mine")
    expect(convert(cli, first, "-o", other, "--to", "dcp", "--force").returncode != 0, "a file of another was removed")
    expect((other / "mine.txt").read_text() == "mine", "a file of another is gone")
    expect(not [path for path in folder.iterdir() if path.name.startswith(".")], "something temporary is left")
    print(f"{written} fixtures as folders, read again")


def random_object(torch):
    model = torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.BatchNorm1d(3))
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.randn(5, 4)).sum().backward()
    optimizer.step()
    state = {
        "model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3, "big": 2**80, "name": "x", "none": None,
        "plain": [1, 2, [3, "four"]], "open": [torch.arange(3), 5, {"a": torch.ones(2, 2).t()}], "bytes": b"ab\0",
        "tuple": (torch.arange(6).view(2, 3).t(), 1), "set": {1}, "size": torch.Size([2, 3]), "dtype": torch.bfloat16,
        "a.b": {"c.d": torch.zeros(3)}, "list": [], "ordered": collections.OrderedDict(a=1), "scalar": torch.tensor(5.0),
        "empty": torch.zeros(0, 3), "view": torch.arange(12.0).view(3, 4).t(), "tied": model[0].weight,
        "grad": torch.ones(2, requires_grad=True), "rows": torch.randn(7, 5),
    }  # fmt: skip
    names = "bool uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex32 complex64 complex128 \
float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu"
    for name in names.split():
        if dtype := getattr(torch, name, None):
            raw = torch.randint(0, 2 if name == "bool" else 256, (6 * dtype.itemsize,), dtype=torch.uint8)
            state[name] = raw.view(dtype).view(2, 3)
    return state


def same(torch, a, b, path=""):
    if isinstance(a, torch.Tensor):
        expect(isinstance(b, torch.Tensor) and a.dtype == b.dtype and a.shape == b.shape, path)
        raw = [t.detach().contiguous().reshape(-1).view(torch.uint8) for t in (a, b) if t.numel()]
        expect(not raw or torch.equal(*raw), path, "has other numbers")
    elif isinstance(a, dict):
        keys = {str(key): value for key, value in a.items()}
        others = {str(key): value for key, value in b.items()}
        expect(keys.keys() == others.keys(), path, keys.keys() ^ others.keys())
        for key, value in keys.items():
            same(torch, value, others[key], path + "." + key)
    elif isinstance(a, (list, tuple)):
        expect(type(a) is type(b) and len(a) == len(b), path)
        for i, (x, y) in enumerate(zip(a, b)):
            same(torch, x, y, f"{path}.{i}")
    else:
        expect(a == b and type(a) is type(b), path, a, b)


def blank(torch, value):
    if isinstance(value, torch.Tensor):
        return torch.zeros_like(value.detach(), memory_format=torch.contiguous_format)
    if isinstance(value, dict):
        return type(value)((key, blank(torch, below)) for key, below in value.items())
    if isinstance(value, list):
        return [blank(torch, below) for below in value]
    return None


def load_sharded(rank, folder, source):
    import torch
    import torch.distributed as dist
    import torch.distributed.checkpoint as dcp
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.tensor import Shard, distribute_tensor

    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=2)
    mesh = init_device_mesh("cpu", (2,))
    wanted = torch.load(source, weights_only=False)
    targets = {name: distribute_tensor(torch.zeros_like(wanted["rows"]), mesh, [Shard(dim)])
               for name, dim in (("rows", 0), ("turned", 1))}  # fmt: skip
    for name in targets:
        state = {"rows": targets[name], "model": blank(torch, wanted["model"]), "epoch": 0}
        dcp.load(state, checkpoint_id=f"{folder}/out")
        same(torch, wanted["rows"], state["rows"].full_tensor(), name)
        same(torch, wanted["model"], state["model"])
        expect(state["epoch"] == wanted["epoch"], "epoch")
    dist.destroy_process_group()


def check_torch(cli, folder, torch):
    import torch.distributed.checkpoint as dcp
    from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

    source = folder / "source.pth"
    if not source.exists():
        torch.save(random_object(torch), source)
    if cli:
        done = convert(cli, source, "-o", folder / "out", "--to", "dcp", "--files", 3, "--verify")
        expect(done.returncode == 0, done.stderr)
    wanted = torch.load(source, weights_only=False)
    dcp_to_torch_save(str(folder / "out"), str(folder / "back.pth"))
    same(torch, wanted, torch.load(folder / "back.pth", weights_only=False))
    state = blank(torch, wanted)
    dcp.load(state, checkpoint_id=str(folder / "out"))
    same(torch, wanted, state)
    torch.multiprocessing.spawn(load_sharded, (str(folder), str(source)), nprocs=2)
    print("torch", torch.__version__, "loads the folder: alone, by two processes, and as one file")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli")
    parser.add_argument("--own", action="store_true")
    parser.add_argument("--make", help="write the object to be converted into this folder, and end")
    parser.add_argument("--load", help="a folder with source.pth and the folder out that was made of it elsewhere")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(options.make or options.load or made)
        if options.own:
            check_own(options.cli, folder)
            return 0
        try:
            import torch
        except ImportError:
            torch = None
        if torch is None or tuple(map(int, torch.__version__.split(".")[:2])) < (2, 6):
            print("skipped: this needs PyTorch 2.6 or later")
            return 77
        torch.manual_seed(7)
        if options.make:
            torch.save(random_object(torch), folder / "source.pth")
            return 0
        check_torch(None if options.load else options.cli, folder, torch)
    return 0


if __name__ == "__main__":
    sys.exit(main())
