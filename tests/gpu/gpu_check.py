"""What `cairn-cli` does on a GPU, beside the PyTorch of this Python: through Cairn's own module, and through this PyTorch
as it is installed. Called by tests/gpu/run."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import torch

GPU = torch.device("cuda:0")


class Cairn:
    """A cairn-cli that loads through one torch."""

    def __init__(self, cli, **settings):
        self.cli = cli
        self.environment = {**os.environ, **settings}

    def run(self, command, *arguments, **settings):
        """The exit code, the JSON of each file, and what was said beside it."""
        ran = subprocess.run([self.cli, command, *map(str, arguments), "--json"], capture_output=True, text=True, timeout=500,
                             env={**self.environment, **settings})  # fmt: skip
        return ran.returncode, [json.loads(line) for line in ran.stdout.splitlines()], ran.stderr

    def load(self, *arguments):
        """The JSON is that of the last file."""
        code, documents, error = self.run("load", "--trusted", *arguments)
        return code, documents[-1] if documents else {}, error


def crc(tensor):
    """Of the elements as they are stored, in row-major order."""
    bits = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64, 16: torch.complex128}[tensor.element_size()]
    plain = torch.empty(0, dtype=bits, device=tensor.device)
    plain.set_(tensor.untyped_storage(), tensor.storage_offset(), tensor.size(), tensor.stride())
    plain = plain.contiguous().cpu().clone()  # a storage of its own
    return zlib.crc32(bytes(plain.untyped_storage())[: plain.numel() * plain.element_size()])


def many_kinds():
    """Tensors of every kind, really on the GPU."""
    torch.manual_seed(1)
    base = torch.randn(64, 96, device=GPU)
    found = {
        "whole": base,
        "turned": base.t(),
        "row": base[7],
        "repeated": base[0, :1].expand(50),
        "channels_last": torch.randn(2, 3, 8, 8, device=GPU).to(memory_format=torch.channels_last),
        "complex": torch.randn(9, dtype=torch.complex64, device=GPU),
        "conj": torch.randn(9, dtype=torch.complex64, device=GPU).conj(),
        "empty": torch.empty(0, 3, device=GPU),
        "scalar": torch.tensor(4.5, device=GPU, dtype=torch.float64),
        "parameter": torch.nn.Parameter(torch.randn(5, device=GPU)),
        "on the cpu": torch.arange(10),
        "sparse": torch.eye(5, device=GPU).to_sparse(),
    }
    for name in ("float16", "bfloat16", "int8", "uint8", "int16", "int32", "int64", "bool"):
        found[name] = (torch.randn(1001, device=GPU) * 50).to(getattr(torch, name))
    for i in range(3000):  # many small ones go in one piece
        found[f"small.{i}"] = torch.full((i % 40,), float(i), device=GPU)
    return found


def same_tensors(cairn, folder):
    state = many_kinds()
    path = folder / "kinds.pt"
    torch.save(state, path)
    code, document, error = cairn.load(path, "--check-values")
    assert code == 0, (code, document.get("not_loaded"), error)
    rows = {tuple(row["path"]): row for row in document["tensors"]}
    loaded = torch.load(path, weights_only=False)
    groups, back = {}, {}
    for name, tensor in loaded.items():
        row = rows[(name,)]
        assert (row["device"], row["dtype"]) == (str(tensor.device), str(tensor.dtype)[6:]), row
        assert row["shape"] == list(tensor.shape) and row["requires_grad"] == tensor.requires_grad, row
        if tensor.layout is torch.strided:
            assert row["stride"] == list(tensor.stride()) and row["offset"] == tensor.storage_offset(), row
            assert row["conj"] == tensor.is_conj(), row
            assert row["crc32"] == crc(tensor), row
            address = tensor.untyped_storage().data_ptr()
            if address:
                assert groups.setdefault(address, row["storage"]) == row["storage"], row
                assert back.setdefault(row["storage"], address) == address, row
    return f"{len(loaded)} tensors, views, sharing and values as PyTorch's; devices {[d['device'] for d in document['devices']]}"


def to_and_fro(cairn, folder):
    path = folder / "kinds.pt"
    for target in ("cpu", "cuda:0", "meta"):
        code, document, error = cairn.load(path, "--map", f"*={target}", "--check-values")
        # Sparse tensors are not on meta in every version.
        assert code == 0 or (target == "meta" and document.get("loaded")), (target, code, document.get("not_loaded"), error)
        assert not document["check"]["different"], document["check"]
        assert {row["device"] for row in document["tensors"]} == {target}
    code, document, _ = cairn.load(path, "--map", "*=cuda:99", "--fallback", "cpu", "--check-values")
    assert code == 0 and [device["device"] for device in document["devices"]] == ["cpu"]
    code, document, _ = cairn.load(path, "--map", "*=cuda:99")
    assert code == 1 and not document["loads"]
    return "to cpu, cuda:0 and meta; a device that is not there is refused, or falls back"


def same_devices(cairn, _):
    """What `devices` says of the GPU is what this torch says of it."""
    properties = torch.cuda.get_device_properties(0)
    _, (machine,), _ = cairn.run("devices")
    found = next(backend for backend in machine["backends"] if backend["backend"] == "cuda")["devices"]
    assert len(found) == torch.cuda.device_count(), found
    gpu = found[0]
    assert gpu["name"] == properties.name, (gpu, properties)
    assert gpu["capability"] == f"{properties.major}.{properties.minor}", (gpu, properties)
    free, total = torch.cuda.mem_get_info()
    assert gpu["total_bytes"] == total, (gpu, total)
    assert abs(gpu["free_bytes"] - free) < 2**31, (gpu, free)  # each process takes some
    return f"{gpu['name']}, {gpu['capability']}, {gpu['free_bytes'] / 2**30:.1f} of {gpu['total_bytes'] / 2**30:.1f} GiB free, as torch says"


def torch_says(pairs, visible):
    """What torch.load makes of files and maps in a process that sees these GPUs: the words of its refusal, or nothing."""
    code = (
        "import json, sys, torch\n"
        "for path, device in json.loads(sys.argv[1]):\n"
        "    try:\n"
        "        torch.load(path, map_location=device or None)\n"
        "        print(json.dumps(''))\n"
        "    except Exception as failure:\n"
        "        print(json.dumps(f'{type(failure).__name__}: {failure}'))\n"
    )
    environment = {**os.environ, **seen(visible)}
    ran = subprocess.run([sys.executable, "-c", code, json.dumps(pairs)], capture_output=True, text=True, timeout=300, env=environment)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def seen(visible):
    return {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}


def same_verdicts(cairn, folder):
    """`check` foresees what torch.load does on this machine, in torch's own words."""
    first, eighth = folder / "first.pt", folder / "eighth.pt"
    torch.save({"weight": torch.ones(3, device=GPU)}, first)
    code, _, error = cairn.run("convert", first, "-o", eighth, "--map", "cuda:0=cuda:7", "--force")
    assert code == 0, error
    pairs = [(str(path), device) for path in (first, eighth) for device in ("", "cpu", "cuda", "cuda:0", "cuda:7")]

    def compare(visible):
        for (path, device), theirs in zip(pairs, torch_says(pairs, visible), strict=True):
            wish = ["--map", f"*={device}"] if device else []
            _, (document,), _ = cairn.run("check", path, *wish, **seen(visible))
            ours = [problem["torch_error"] for problem in document["problems"] if problem["severity"] == "error"]
            assert document["loads"] == (theirs == ""), (path, device, visible, ours, theirs)
            assert not theirs or theirs in ours, (path, device, visible, ours, theirs)
        return len(pairs)

    with ThreadPoolExecutor() as pool:
        told = sum(pool.map(compare, (None, "", "0", "7")))
    return f"{told} pairs of files and maps, with the GPU seen or hidden: the verdicts and words of torch.load"


def numbered(layer):
    """128 MiB in which every number says of which layer it is, and where in it."""
    return torch.arange(2**25, dtype=torch.int32, device=GPU).mul_(64).add_(layer % 64)


def large_file(folder, gigabytes):
    path = folder / "large.pt"
    parts = int(gigabytes * 8)
    torch.save({f"layer{i}": numbered(i) for i in range(parts)}, path)
    torch.cuda.empty_cache()
    return path


def large_values(cairn, path):
    """Many batches, threads and uses of each buffer."""
    code, document, error = cairn.load(path, "--check-values")
    assert code == 0 and not document["check"]["different"], (code, document.get("check"), error)
    assert document["check"]["bytes"] == document["bytes"], document["check"]
    return f"{document['bytes'] / 1e9:.1f} GB in many batches, as in the file"


def out_of_memory(cairn, path, gigabytes):
    free, _ = torch.cuda.mem_get_info()
    hold = torch.empty(max(int(free - gigabytes * 2**30 / 2), 0), dtype=torch.uint8, device=GPU)
    torch.cuda.synchronize()
    before, _ = torch.cuda.mem_get_info()
    code, document, error = cairn.load(path)
    told = json.dumps(document) + error
    # Refused before anything was moved, or, if memory went in between, by the allocator.
    assert code == 1 and ("device.memory" in told or "runtime.memory" in told), (code, told)
    end = time.monotonic() + 30  # the driver takes back the memory of a process that ended a moment later
    after, _ = torch.cuda.mem_get_info()
    while abs(before - after) >= 2**26 and time.monotonic() < end:
        after, _ = torch.cuda.mem_get_info()
    assert abs(before - after) < 2**26, (before, after)
    return "refused with the device, the need and what is free; nothing stays on the GPU"


def out_of_memory_midway(cairn, path, folder):
    """The allocator refuses after some storages have their place."""
    part = folder / "part.pt"
    torch.save({f"layer{i}": numbered(i) for i in range(8)}, part)  # 1 GiB
    _, total = torch.cuda.mem_get_info()
    limit = f"per_process_memory_fraction:{1.5 * 2**30 / total:.6f}"
    _, documents, error = cairn.run("load", "--map", "*=cuda:0", path, part, PYTORCH_CUDA_ALLOC_CONF=limit, PYTORCH_ALLOC_CONF=limit)
    if "per_process_memory_fraction" in json.dumps(documents) + error:
        return "not asked: the allocator of this LibTorch takes no limit"
    first, second = documents
    assert first["error"]["code"] == "runtime.memory", first
    assert "CUDA out of memory. Tried to allocate" in json.dumps(first), first
    assert second.get("loaded"), second
    return "the allocator's refusal is told, and the next file has the room again"


def best(times, action):
    return min(action() for _ in range(times))


def timed(action):
    """Seconds until everything is on the GPU, and the memory is given back."""
    torch.cuda.synchronize()
    begin = time.perf_counter()
    kept = action()
    torch.cuda.synchronize()
    seconds = time.perf_counter() - begin
    del kept
    torch.cuda.empty_cache()
    return seconds


def read_part(path, begin, end):
    buffer = memoryview(bytearray(2**22))
    with open(path, "rb", buffering=0) as file:
        file.seek(begin)
        while begin < end and (count := file.readinto(buffer[: min(len(buffer), end - begin)])):
            begin += count


def read_all(path):
    """With a thread for each core."""
    size, threads = path.stat().st_size, os.cpu_count()
    step = -(-size // threads)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda i: read_part(path, i * step, min((i + 1) * step, size)), range(threads)))


def copy_all(size):
    source = torch.empty(2**28, dtype=torch.uint8, pin_memory=True)
    target = torch.empty(2**28, dtype=torch.uint8, device=GPU)

    def copy():
        for _ in range(size // 2**28):
            target.copy_(source, non_blocking=True)

    timed(copy)
    return timed(copy)


def forget(path):
    """Out of the page cache, so that it is read from disk."""
    with open(path, "rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def load_seconds(cairn, path, small):
    """Of the load alone: CUDA is awake in PyTorch, too. Where each file has a process of its own, waking it takes what a
    small file takes."""
    code, documents, error = cairn.run("load", "--map", "*=cuda:0", small, path)
    assert code == 0, error
    waking = documents[0]["devices"][0]["seconds"] if documents[1]["torch_at"] == os.path.dirname(torch.__file__) else 0
    return documents[1]["devices"][0]["seconds"] - waking


def wall(command, **settings):
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, timeout=500, env={**os.environ, **settings})
    return time.perf_counter() - begin


def benchmark(ways, folder, path):
    from safetensors.torch import load_file, save_file

    tensors = folder / "large.safetensors"
    save_file(torch.load(path, map_location="cpu", mmap=True), tensors)
    small = folder / "small.pt"
    torch.save({"weight": torch.ones(3, device=GPU)}, small)
    size = path.stat().st_size
    pinned = best(3, lambda: copy_all(size))
    rows = [("copy from pinned memory", pinned), ("read the file, one thread a core", best(3, lambda: timed(lambda: read_all(path))))]
    for way, cairn in ways.items():
        rows.append((f"cairn-cli load, {way}", best(3, lambda cairn=cairn: load_seconds(cairn, path, small))))
        rows.append((f"  and of safetensors, {way}", best(3, lambda cairn=cairn: load_seconds(cairn, tensors, small))))
    theirs = {
        "torch.load": lambda: torch.load(path, map_location="cuda:0"),
        "torch.load, mmap=True": lambda: torch.load(path, map_location="cuda:0", mmap=True),
        "safetensors load_file": lambda: load_file(tensors, device="cuda:0"),
    }
    rows += [(name, best(2, lambda action=action: timed(action))) for name, action in theirs.items()]
    print("    from the page cache")
    for what, seconds in rows:
        print(f"    {what:42} {seconds:7.3f} s  {size / seconds / 1e9:6.2f} GB/s  {pinned / seconds:5.0%} of the pinned copy", flush=True)

    def cold(action):
        forget(path)
        forget(tensors)
        return action()

    rows = [("read the file, one thread a core", cold(lambda: timed(lambda: read_all(path))))]
    for way, cairn in ways.items():
        rows.append((f"cairn-cli load, {way}", cold(lambda cairn=cairn: load_seconds(cairn, path, small))))
    rows += [(name, cold(lambda action=action: timed(action))) for name, action in theirs.items()]
    print("    from disk")
    for what, seconds in rows:
        print(f"    {what:42} {seconds:7.3f} s  {size / seconds / 1e9:6.2f} GB/s", flush=True)

    code = "import sys, torch; torch.load(sys.argv[1], map_location='cuda:0')"
    rows = [(f"cairn-cli load, {way}", best(2, lambda cairn=cairn: wall([cairn.cli, "load", "--map", "*=cuda:0", path], **cairn.environment)))
            for way, cairn in ways.items()]  # fmt: skip
    rows.append(("python3 with torch.load", best(2, lambda: wall([sys.executable, "-c", code, path]))))
    print("    the whole program, from its start to its end")
    for what, seconds in rows:
        print(f"    {what:42} {seconds:7.3f} s", flush=True)
    return "measured"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--module", help="Cairn's own, for this torch")
    parser.add_argument("--gigabytes", type=float, default=4)
    parser.add_argument("--only", choices=("checks", "speed"))
    options = parser.parse_args()
    installed = os.path.dirname(torch.__file__)
    ways = {"installed torch": Cairn(options.cli, CAIRN_TORCH_AT=installed)}
    if options.module:
        ways["module"] = Cairn(options.cli, CAIRN_RUNTIME=options.module)
    failed = passed = 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        folder = Path(name)
        large = large_file(folder, options.gigabytes)
        checks = [
            check
            for way, cairn in ways.items()
            for check in (
                (f"devices, {way}", lambda cairn=cairn: same_devices(cairn, folder)),
                (f"verdicts, {way}", lambda cairn=cairn: same_verdicts(cairn, folder)),
                (f"tensors saved from CUDA, {way}", lambda cairn=cairn: same_tensors(cairn, folder)),
                (f"maps, {way}", lambda cairn=cairn: to_and_fro(cairn, folder)),
                (f"values of a large file, {way}", lambda cairn=cairn: large_values(cairn, large)),
                (f"out of memory, {way}", lambda cairn=cairn: out_of_memory(cairn, large, options.gigabytes)),
                (f"out of memory midway, {way}", lambda cairn=cairn: out_of_memory_midway(cairn, large, folder)),
            )
        ]
        if options.only != "checks":
            checks = checks if options.only is None else []
            checks.append(("speed", lambda: benchmark(ways, folder, large)))
        for what, check in checks:
            begin = time.monotonic()
            try:
                print(f"ok   {what}: {check()} ({time.monotonic() - begin:.0f} s)", flush=True)
                passed += 1
            except Exception as failure:
                failed += 1
                print(f"FAIL {what}: {type(failure).__name__}: {failure}", flush=True)
            torch.cuda.empty_cache()  # what a check held is free here, also after a failure
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
