#!/usr/bin/env python3
"""Casts weights of float8 by their scales with `cairn-cli convert`, and weights to float8, and compares every bit with
what the code of those does whose scales they are.

    fp8_oracle.py --cli CAIRN_CLI [--seed N]

transformers (fine-grained FP8, which DeepSeek's files are) and compressed-tensors are asked themselves where this Python
has them; what DeepSeek's and ComfyUI's code does is written down here as PyTorch, a line each.
Exit code 0: all agree; 1: some do not; 77: this Python has no PyTorch with float8, or no safetensors.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# NaNs differ between PyTorch's vector code for different processors; its plain code is the same everywhere.
os.environ["ATEN_CPU_CAPABILITY"] = "default"

try:
    import torch
    from safetensors.torch import load_file, save_file

    E4M3, E5M2 = torch.float8_e4m3fn, torch.float8_e5m2
except (ImportError, AttributeError) as missing:
    print(f"skip: {missing}")
    sys.exit(77)
try:
    from transformers.integrations.finegrained_fp8 import Fp8Dequantize, Fp8Quantize
except ImportError:
    Fp8Dequantize = Fp8Quantize = None
try:
    from compressed_tensors.quantization import QuantizationArgs
    from compressed_tensors.quantization.lifecycle.forward import dequantize, quantize
    from compressed_tensors.quantization.utils import calculate_qparams
except ImportError:
    QuantizationArgs = None

INTEGERS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}
WORDS = {torch.float64: "float64", torch.float32: "float32", torch.float16: "float16", torch.bfloat16: "bfloat16",
         E4M3: "float8_e4m3fn", E5M2: "float8_e5m2"}  # fmt: skip
WIDE = [torch.bfloat16, torch.float16, torch.float32]


class Failure(Exception):
    pass


def expect(fine, what):
    if not fine:
        raise Failure(what)


def same(found, wanted, what):
    expect(found.dtype == wanted.dtype and found.shape == wanted.shape, f"{what}: {found.dtype} {list(found.shape)}")
    width = INTEGERS[wanted.element_size()]
    wrong = found.contiguous().view(width) != wanted.contiguous().view(width)
    if wanted.element_size() > 1:
        wrong &= ~(found.isnan() & wanted.isnan())  # a product of a NaN is one, and which depends on the processor
    if wrong.any():
        first = tuple(wrong.nonzero()[0].tolist()) if wanted.dim() else ()
        raise Failure(f"{what}: {int(wrong.sum())} differ, the first at {first}: {found[first]} is not {wanted[first]}")


def codes(shape, dtype=E4M3):
    """Every code there is, NaN, infinity, subnormal numbers and both zeros among them."""
    count = torch.Size(shape).numel()
    numbers = torch.randint(0, 256, (count,), dtype=torch.uint8)
    numbers[: min(count, 256)] = torch.arange(min(count, 256), dtype=torch.uint8)
    return numbers[torch.randperm(count)].view(dtype).reshape(shape)


def scales(shape, dtype=torch.float32):
    numbers = torch.exp(torch.randn(shape) * 4 - 6)
    if numbers.numel() > 3:
        flat = numbers.view(-1)
        flat[0], flat[1], flat[2] = 0.0, 1e-41, 1.5e36
    return numbers.to(dtype)


def spread(scale, rows, columns, block):
    """One scale for each element."""
    return scale.repeat_interleave(block[0], -2)[..., :rows, :].repeat_interleave(block[1], -1)[..., :columns]


# What their code does with codes.


def of_deepseek(code, scale, to, block=(128, 128)):
    each = spread(scale.float(), *code.shape[-2:], block) if scale.numel() > 1 else scale.float().reshape(())
    wanted = (code.float() * each).to(to)
    rows, columns = scale.shape[-2:] if scale.dim() > 1 else (1, 1)
    exact = code.shape[-2] == rows * block[0] and code.shape[-1] == columns * block[1]
    if Fp8Dequantize is not None and (scale.numel() == 1 or exact):
        same(Fp8Dequantize(None)._dequantize_one(code, scale, to), wanted, "this oracle and transformers")
    return wanted


def of_compressed_tensors(code, scale, to, block=None):
    if block:
        wanted = code.to(scale.dtype) * spread(scale, *code.shape, block)
    else:
        wanted = code.to(scale.dtype) * scale
    if QuantizationArgs is not None:
        strategy = {"strategy": "block", "block_structure": list(block)} if block else \
            {"strategy": "channel" if scale.numel() > 1 else "tensor"}  # fmt: skip
        arguments = QuantizationArgs(num_bits=8, type="float", symmetric=True, **strategy)
        same(dequantize(code, scale, args=arguments), wanted, "this oracle and compressed-tensors")
    return wanted.to(to)


def of_comfyui(code, scale, to):
    return code.to(to) * scale.to(to)


class Runner:
    def __init__(self, cli, folder):
        self.cli, self.folder, self.count = cli, folder, 0

    def convert(self, source, out, *options):
        done = subprocess.run([self.cli, "convert", str(source), "-o", str(out), "--json", "--verify", *options],
                              capture_output=True, text=True, timeout=300)  # fmt: skip
        expect(done.returncode == 0, f"{' '.join(options)}: {done.returncode} {done.stderr} {done.stdout}")
        return json.loads(done.stdout)

    def fails(self, source, part, *options):
        out = self.folder / "refused.safetensors"
        done = subprocess.run([self.cli, "convert", str(source), "-o", str(out), *options], capture_output=True,
                              text=True, timeout=300)  # fmt: skip
        expect(done.returncode != 0 and part in done.stderr, f"{part}: {done.returncode} {done.stderr}")
        expect(not out.exists(), f"{part}: there is a copy")

    def cast(self, tensors, *options, metadata=None, suffix=".safetensors"):
        self.count += 1
        source, out = self.folder / f"{self.count}.safetensors", self.folder / f"{self.count}-copy{suffix}"
        save_file(tensors, source, metadata)
        report = self.convert(source, out, *options)
        found = load_file(out) if suffix == ".safetensors" else torch.load(out, weights_only=True)
        source.unlink()
        out.unlink()
        return found, report


def plain(run):
    for dtype in (E4M3, E5M2):
        code = torch.arange(256, dtype=torch.uint8).view(dtype)
        for to in [*WIDE, torch.float64]:
            found, report = run.cast({"codes": code}, "--cast", f"{WORDS[dtype]}={WORDS[to]}")
            wanted = code.to(to)
            same(found["codes"], wanted, f"{dtype} to {to}")
            expect(report["scales"]["used"] == {} and not report["overflows"], "scales out of nothing")


def decode(run):
    shapes = [(128, 128), (1, 1), (129, 257), (576, 320), (3, 1000), (300, 2), (256, 384)]
    for rows, columns in shapes:
        grid = (-(-rows // 128), -(-columns // 128))
        for code in (codes((rows, columns)), codes((rows, columns), E5M2)):
            for to in WIDE:
                rule = ("--cast", f"{WORDS[code.dtype]}={WORDS[to]}")
                tensors, wanted = {"norm.weight": torch.randn(3)}, {}
                for name, scale in {"block": scales(grid), "brain": scales(grid, torch.bfloat16), "one": scales(())}.items():
                    tensors |= {f"{name}.weight": code.clone(), f"{name}.weight_scale_inv": scale}
                    wanted[f"{name}.weight"] = of_deepseek(code, scale, to)
                tensors |= {"experts.gate_up_proj": codes((2, rows, columns), code.dtype), "experts.gate_up_proj_scale_inv": scales((2, *grid))}
                wanted["experts.gate_up_proj"] = of_deepseek(
                    tensors["experts.gate_up_proj"], tensors["experts.gate_up_proj_scale_inv"], to
                )
                check(run, tensors, wanted, "deepseek", rule, f"DeepSeek {rows}x{columns} {code.dtype} to {to}")

                tensors, wanted = {"norm.weight": torch.randn(3)}, {}
                for dtype in (torch.float32, torch.bfloat16, torch.float16):
                    for shape, block in (((1,), None), ((), None), ((rows, 1), None), (grid, (128, 128))):
                        name = f"{WORDS[dtype]}.{len(tensors)}"
                        scale = scales(shape, dtype).nan_to_num(posinf=1.0)
                        tensors |= {f"{name}.weight": code.clone(), f"{name}.weight_scale": scale,
                                    f"{name}.input_scale": torch.ones(1)}  # fmt: skip
                        wanted[f"{name}.weight"] = of_compressed_tensors(code, scale, to, block)
                check(run, tensors, wanted, "compressed-tensors", rule, f"compressed-tensors {rows}x{columns} to {to}")

                scale = scales((4,))[3]
                tensors = {"norm.weight": torch.randn(3), "a.weight": code, "a.scale_weight": scale.clone(),
                           "scaled_fp8": torch.zeros(2, dtype=code.dtype), "b.weight": code.clone(),
                           "b.weight_scale": scale.clone(), "b.input_scale": torch.ones(()),
                           "b.comfy_quant": torch.tensor(list(b'{"format": "float8_e4m3fn"}'), dtype=torch.uint8)}  # fmt: skip
                wanted = {f"{name}.weight": of_comfyui(code, scale, to) for name in "ab"}
                check(run, tensors, wanted, "comfyui", rule, f"ComfyUI {rows}x{columns} to {to}")


def check(run, tensors, wanted, convention, rule, what):
    for suffix in (".safetensors", ".pth"):
        found, report = run.cast(tensors, *rule, suffix=suffix)
        expect(set(found) == {*wanted, "norm.weight"}, f"{what}: {sorted(found)}")
        for name, weights in wanted.items():
            same(found[name], weights, f"{what}: {name}")
        same(found["norm.weight"], tensors["norm.weight"], what)
        expect(report["scales"]["used"] == {convention: len(wanted)}, f"{what}: {report['scales']}")
        expect(set(report["scales"]["left_out"]) == set(tensors) - set(found), f"{what}: {report['scales']}")
        expect(report["verified"] is True, f"{what}: not verified")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in (plain, decode):
            try:
                test(Runner(arguments.cli, Path(folder)))
                print(f"ok    {test.__name__}")
            except Failure as failure:
                print(f"FAIL  {test.__name__}: {failure}")
                failed = 1
    asked = [name for name, there in (("transformers", Fp8Quantize), ("compressed-tensors", QuantizationArgs)) if there]
    print(f"torch {torch.__version__}, and {' and '.join(asked) or 'neither transformers nor compressed-tensors'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
