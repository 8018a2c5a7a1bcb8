"""What `cairn-cli load` does on a GPU, beside the PyTorch of this Python. Called by tests/gpu/run."""

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


def cairn(cli, *arguments):
    ran = subprocess.run([cli, "load", "--trusted", "--json", *map(str, arguments)], capture_output=True, text=True, timeout=500)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    return ran.returncode, lines[-1] if lines else {}, ran.stderr  # of the last file


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


def same_tensors(cli, folder):
    state = many_kinds()
    path = folder / "kinds.pt"
    torch.save(state, path)
    code, document, error = cairn(cli, path, "--check-values")
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


def to_and_fro(cli, folder):
    path = folder / "kinds.pt"
    for target in ("cpu", "cuda:0", "meta"):
        code, document, error = cairn(cli, path, "--map", f"*={target}", "--check-values")
        # Sparse tensors are not on meta in every version.
        assert code == 0 or (target == "meta" and document.get("loaded")), (target, code, document.get("not_loaded"), error)
        assert not document["check"]["different"], document["check"]
        assert {row["device"] for row in document["tensors"]} == {target}
    code, document, _ = cairn(cli, path, "--map", "*=cuda:99", "--fallback", "cpu", "--check-values")
    assert code == 0 and [device["device"] for device in document["devices"]] == ["cpu"]
    code, document, _ = cairn(cli, path, "--map", "*=cuda:99")
    assert code == 1 and not document["loads"]
    return "to cpu, cuda:0 and meta; a device that is not there is refused, or falls back"


def numbered(layer):
    """128 MiB in which every number says of which layer it is, and where in it."""
    return torch.arange(2**25, dtype=torch.int32, device=GPU).mul_(64).add_(layer % 64)


def large_file(folder, gigabytes):
    path = folder / "large.pt"
    parts = int(gigabytes * 8)
    torch.save({f"layer{i}": numbered(i) for i in range(parts)}, path)
    torch.cuda.empty_cache()
    return path


def large_values(cli, path):
    """Many batches, threads and uses of each buffer."""
    code, document, error = cairn(cli, path, "--check-values")
    assert code == 0 and not document["check"]["different"], (code, document.get("check"), error)
    assert document["check"]["bytes"] == document["bytes"], document["check"]
    return f"{document['bytes'] / 1e9:.1f} GB in many batches, as in the file"


def out_of_memory(cli, path, gigabytes):
    free, _ = torch.cuda.mem_get_info()
    hold = torch.empty(max(int(free - gigabytes * 2**30 / 2), 0), dtype=torch.uint8, device=GPU)
    torch.cuda.synchronize()
    before, _ = torch.cuda.mem_get_info()
    code, document, error = cairn(cli, path)
    told = json.dumps(document) + error
    # Refused before anything was moved, or, if memory went in between, by the allocator.
    assert code == 1 and ("device.memory" in told or "runtime.memory" in told), (code, told)
    end = time.monotonic() + 30  # the driver takes back the memory of a process that ended a moment later
    after, _ = torch.cuda.mem_get_info()
    while abs(before - after) >= 2**26 and time.monotonic() < end:
        after, _ = torch.cuda.mem_get_info()
    assert abs(before - after) < 2**26, (before, after)
    return "refused with the device, the need and what is free; nothing stays on the GPU"


def out_of_memory_midway(cli, path, folder):
    """The allocator refuses after some storages have their place."""
    part = folder / "part.pt"
    torch.save({f"layer{i}": numbered(i) for i in range(8)}, part)  # 1 GiB
    _, total = torch.cuda.mem_get_info()
    limited = {**os.environ, "PYTORCH_CUDA_ALLOC_CONF": f"per_process_memory_fraction:{1.5 * 2**30 / total:.6f}"}
    command = [cli, "load", "--json", "--map", "*=cuda:0", path, part]
    ran = subprocess.run(command, env=limited, capture_output=True, text=True, timeout=500)
    if "per_process_memory_fraction" in ran.stdout + ran.stderr:
        return "not asked: the allocator of this LibTorch takes no limit"
    first, second = (json.loads(line) for line in ran.stdout.splitlines())
    assert first["error"]["code"] == "runtime.memory", first
    assert second.get("loaded"), second
    return "the allocator's refusal is told, and the next file has the room again"


def best(times, action):
    return min(action() for _ in range(times))


def read_part(path, begin, end):
    buffer = memoryview(bytearray(2**23))
    with open(path, "rb", buffering=0) as file:
        file.seek(begin)
        while begin < end and (count := file.readinto(buffer[: min(len(buffer), end - begin)])):
            begin += count


def read_seconds(path, threads=4):
    """With as many threads as cairn-cli has for it."""
    size = path.stat().st_size
    step = -(-size // threads)
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda i: read_part(path, i * step, min((i + 1) * step, size)), range(threads)))
    return time.perf_counter() - begin


def copy_seconds(size):
    source = torch.empty(2**26, dtype=torch.uint8, pin_memory=True)
    target = torch.empty(2**26, dtype=torch.uint8, device=GPU)
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(size // 2**26):
        target.copy_(source, non_blocking=True)
    torch.cuda.synchronize()
    return time.perf_counter() - begin


def torch_seconds(path):
    torch.cuda.synchronize()
    begin = time.perf_counter()
    loaded = torch.load(path, map_location="cuda:0", weights_only=True)
    torch.cuda.synchronize()
    seconds = time.perf_counter() - begin
    del loaded
    torch.cuda.empty_cache()
    return seconds


def cairn_seconds(cli, path):
    code, document, error = cairn(cli, path, path)  # the first wakes CUDA up, as it is awake in PyTorch
    assert code == 0, error
    return document["devices"][0]["seconds"], document


def benchmark(cli, path):
    size = path.stat().st_size
    read, copy = best(3, lambda: read_seconds(path)), best(3, lambda: copy_seconds(size))
    ours, document = min((cairn_seconds(cli, path) for _ in range(3)), key=lambda run: run[0])
    theirs = best(3, lambda: torch_seconds(path))
    for what, seconds in (("read the file", read), ("copy from pinned memory", copy), ("cairn-cli load", ours), ("torch.load", theirs)):
        print(f"    {what:26} {seconds:7.3f} s  {size / seconds / 1e9:6.2f} GB/s")
    slower = max(read, copy)
    print(f"    of the slower of disk and copy: {slower / ours:.0%} (wanted: 80%); beside torch.load: {theirs / ours:.2f}x (wanted: over 1)")
    print(f"    overlap: reading and copying one after the other would take {read + copy:.3f} s")
    print(f"    peak on the GPU {document['devices'][0]['peak_bytes'] / 1e9:.2f} GB of {size / 1e9:.2f} GB, in the process {document['peak_memory_bytes'] / 1e9:.2f} GB")
    return "measured"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--gigabytes", type=float, default=4)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        folder = Path(name)
        large = large_file(folder, options.gigabytes)
        checks = (
            ("tensors saved from CUDA", lambda: same_tensors(options.cli, folder)),
            ("maps", lambda: to_and_fro(options.cli, folder)),
            ("values of a large file", lambda: large_values(options.cli, large)),
            ("out of memory", lambda: out_of_memory(options.cli, large, options.gigabytes)),
            ("out of memory midway", lambda: out_of_memory_midway(options.cli, large, folder)),
            ("speed", lambda: benchmark(options.cli, large)),
        )
        for what, check in checks:
            try:
                print(f"ok   {what}: {check()}", flush=True)
            except Exception as failure:
                failed += 1
                print(f"FAIL {what}: {type(failure).__name__}: {failure}", flush=True)
            torch.cuda.empty_cache()  # what a check held is free here, also after a failure
    print(f"{len(checks) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
