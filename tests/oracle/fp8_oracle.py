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
import types
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
    from transformers import FineGrainedFP8Config
    from transformers.integrations.finegrained_fp8 import Fp8Dequantize, Fp8Quantize
except ImportError:
    Fp8Dequantize = Fp8Quantize = None
try:
    from compressed_tensors.quantization import QuantizationArgs, QuantizationConfig
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


# What their code makes codes and scales of.


def to_deepseek(weight):
    rows, columns = weight.shape
    padded = torch.zeros(-(-rows // 128) * 128, -(-columns // 128) * 128)
    padded[:rows, :columns] = weight.float()
    blocks = padded.reshape(padded.shape[0] // 128, 128, padded.shape[1] // 128, 128)
    largest = blocks.abs().amax((1, 3))
    factor = torch.where(largest > 0, 448.0 / torch.where(largest > 0, largest, 1.0), 1.0)
    scale = 1.0 / factor
    code = (blocks * factor[:, None, :, None]).clamp(-448, 448).to(E4M3).reshape(padded.shape)
    if Fp8Quantize is not None:
        config = types.SimpleNamespace(weight_block_size=[128, 128], scale_fmt="float")
        quantizer = Fp8Quantize(types.SimpleNamespace(quantization_config=config))
        theirs = quantizer._quantize_one("a.weight", padded.to(weight.dtype))
        same(theirs["a.weight"], code, "this oracle's codes and those of transformers")
        same(theirs["a.weight_scale_inv"], scale, "this oracle's scales and those of transformers")
    return {"weight": code[:rows, :columns].contiguous(), "weight_scale_inv": scale}


def to_compressed_tensors(weight):
    largest = weight.abs().amax(1, keepdim=True)
    scale = largest / torch.tensor(448.0, dtype=weight.dtype)
    scale = torch.where(scale == 0, torch.finfo(weight.dtype).eps, scale)
    code = (weight / scale).clamp(-448, 448).to(E4M3)
    if QuantizationArgs is not None:
        arguments = QuantizationArgs(num_bits=8, type="float", symmetric=True, strategy="channel")
        theirs, _ = calculate_qparams(weight.amin(1, keepdim=True), weight.amax(1, keepdim=True), arguments)
        same(scale, theirs, "this oracle's scales and those of compressed-tensors")
        same(code, quantize(weight, theirs, None, arguments, dtype=E4M3), "this oracle's codes and those of compressed-tensors")
    return {"weight": code, "weight_scale": scale}


def to_comfyui(weight):
    scale = (torch.amax(weight.abs()) / torch.finfo(E4M3).max).to(torch.float32)
    code = (weight * (1.0 / scale).to(weight.dtype)).clamp(-448, 448).to(E4M3)
    marker = torch.tensor(list(json.dumps({"format": "float8_e4m3fn"}).encode("utf-8")), dtype=torch.uint8)
    return {"weight": code, "weight_scale": scale, "comfy_quant": marker}


class Runner:
    def __init__(self, cli, folder):
        self.cli, self.folder, self.count = cli, folder, 0

    def convert(self, source, out, *options):
        done = subprocess.run([self.cli, "convert", str(source), "-o", str(out), "--json", "--verify", *options],
                              capture_output=True, text=True, timeout=300)  # fmt: skip
        expect(done.returncode == 0, f"{' '.join(options)}: {done.returncode} {done.stderr} {done.stdout}")
        return json.loads(done.stdout)

    def fails(self, source, part, *options, suffix=".safetensors"):
        out = self.folder / f"refused{suffix}"
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


def numbers(shape, dtype):
    """Of sizes that differ from row to row and from block to block, with rows and blocks of zeros."""
    rows, columns = shape
    size = torch.exp(torch.randn(rows, 1) * 2) * torch.exp(torch.randn(1, columns))
    weight = torch.randn(shape) * size * 10 ** float(torch.randint(-3, 3, ()))
    weight[: rows // 2, : columns // 2] *= 0.0 if rows > 200 else 1.0
    weight[rows // 3] = 0.0
    weight[-1, -1] = -0.0
    weight[0, 0] = 0.7  # of nothing but zeros ComfyUI makes NaN: see edges()
    return weight.clamp(-6e4, 6e4).to(dtype)


def says_config(warnings, convention):
    """What is to go into the config.json is what transformers and compressed-tensors take."""
    said = [text[text.index('"quantization_config"') :] for text in warnings if '"quantization_config"' in text]
    expect(len(said) == (convention != "comfyui"), f"{convention}: {warnings}")
    config = json.loads("{" + said[0] + "}")["quantization_config"] if said else {}
    if convention == "deepseek" and Fp8Quantize is not None:
        taken = FineGrainedFP8Config.from_dict(dict(config))
        expect(taken.weight_block_size == [128, 128], f"{config}")
    if convention == "compressed-tensors" and QuantizationArgs is not None:
        weights = QuantizationConfig.model_validate(config).config_groups["group_0"].weights
        expect(weights.num_bits == 8 and weights.type == "float" and weights.strategy == "channel", f"{weights}")


def encode(run):
    makers = {"deepseek": to_deepseek, "compressed-tensors": to_compressed_tensors, "comfyui": to_comfyui}
    for shape in [(128, 128), (2, 1), (129, 257), (576, 320), (3, 1000), (300, 2), (257, 4000)]:
        for dtype in WIDE:
            weight = numbers(shape, dtype)
            others = {"norm.weight": torch.randn(3).to(dtype), "conv.weight": torch.randn(2, 2, 3).to(dtype),
                      "table": torch.randn(2, 2).to(dtype), "steps.weight": torch.ones(2, 2, dtype=torch.int64),
                      "wide.weight": torch.randn(2, 2).double(), "none.weight": torch.zeros(0, 2).to(dtype)}  # fmt: skip
            for convention, make in makers.items():
                for suffix in (".safetensors", ".pth"):
                    what = f"{convention} {shape} {dtype} {suffix}"
                    wanted = {f"a.{name}": tensor for name, tensor in make(weight).items()}
                    found, report = run.cast({"a.weight": weight, **others}, "--cast", "float8_e4m3fn", "--fp8-scales",
                                             convention, suffix=suffix)  # fmt: skip
                    expect(set(found) == {*wanted, *others}, f"{what}: {sorted(found)}")
                    for name, tensor in {**wanted, **others}.items():
                        same(found[name], tensor, f"{what}: {name}")
                    expect(report["scales"]["made"] == {convention: 1} and report["verified"], f"{what}: {report}")
                    left = {name for name, tensor in others.items() if tensor.is_floating_point()}
                    expect(set(report["scales"]["not_made"]) == left, f"{what}: {report['scales']}")
                    expect(not report["overflows"], f"{what}: {report['overflows']}")
                    says_config(report["warnings"], convention)
            back, _ = run.cast(found, "--cast", f"float8_e4m3fn={WORDS[dtype]}")
            same(back["a.weight"], of_comfyui(found["a.weight"], found["a.weight_scale"], dtype), f"{shape} and back")
            expect(set(back) == {"a.weight", *others}, f"{shape} and back: {sorted(back)}")


def edges(run):
    """Where their code has NaN, which no weight is."""
    nothing = torch.zeros(3, 5)
    for convention in ("deepseek", "compressed-tensors", "comfyui"):
        for weight in (nothing, torch.full((2, 2), 1e-42), torch.tensor([[0.0, 1e-44]])):
            found, _ = run.cast({"a.weight": weight}, "--cast", "float8_e4m3fn", "--fp8-scales", convention)
            scale = found["a.weight_scale_inv" if convention == "deepseek" else "a.weight_scale"]
            back = found["a.weight"].float() * scale
            expect(bool((scale > 0).all() and scale.isfinite().all()), f"{convention}: {scale}")
            expect(bool(((back - weight).abs() <= 1e-40).all()), f"{convention}: {back} of {weight}")
        large = torch.tensor([[3e38, -3e38, 1.0, 0.0]])
        found, _ = run.cast({"a.weight": large}, "--cast", "float8_e4m3fn", "--fp8-scales", convention)
        back = found["a.weight"].float() * found["a.weight_scale_inv" if convention == "deepseek" else "a.weight_scale"]
        expect(torch.allclose(back, large, rtol=1e-3, atol=1e36), f"{convention}: {back}")
        half = torch.tensor([[1e-4, -3e-5, 0.0]]).half()
        found, _ = run.cast({"a.weight": half}, "--cast", "float8_e4m3fn", "--fp8-scales", convention)
        back = found["a.weight"].float() * found["a.weight_scale_inv" if convention == "deepseek" else "a.weight_scale"].float()
        expect(torch.allclose(back, half.float(), rtol=0.1), f"{convention}: {back}")
        for bad in (float("nan"), float("inf"), float("-inf")):
            source = run.folder / "bad.safetensors"
            save_file({"a.weight": torch.tensor([[1.0, bad]])}, source)
            run.fails(source, "infinite or not a number", "--cast", "float8_e4m3fn", "--fp8-scales", convention)


def pickles(run):
    """In a pickle that is written anew scales would stay beside weights that have them in: refused."""
    source = run.folder / "state.pth"
    code, scale = codes((4, 4)), scales((4, 1))
    torch.save({"model": {"a.weight": code, "a.weight_scale": scale}, "step": 3}, source)
    run.fails(source, "scales beside it", "--cast", "float8_e4m3fn=bf16", suffix=".pth")
    out = run.folder / "tensors.safetensors"
    run.convert(source, out, "--drop-others", "--cast", "float8_e4m3fn=bf16")
    same(load_file(out)["model.a.weight"], of_compressed_tensors(code, scale, torch.bfloat16), "out of a pickle")
    torch.save({"a.weight": torch.randn(4, 4)}, source)
    run.fails(source, "no scales are made", "--cast", "float8_e4m3fn", "--fp8-scales", "deepseek", suffix=".pth")
    out = run.folder / "tensors.pth"
    run.convert(source, out, "--to", "pth", "--drop-others", "--cast", "float8_e4m3fn", "--fp8-scales", "deepseek")
    expect(set(torch.load(out)) == {"a.weight", "a.weight_scale_inv"}, "a .pth of tensors alone")


def sets(run):
    """A scale may lie in another file than its weight."""
    folder = run.folder / "model"
    folder.mkdir()
    code, scale = codes((200, 300)), scales((2, 3))
    save_file({"a.weight": code, "b.bias": torch.ones(2)}, folder / "model-00001-of-00002.safetensors")
    save_file({"a.weight_scale_inv": scale}, folder / "model-00002-of-00002.safetensors")
    files = {"a.weight": 1, "b.bias": 1, "a.weight_scale_inv": 2}
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"metadata": {}, "weight_map": {
        name: f"model-0000{file}-of-00002.safetensors" for name, file in files.items()}}))  # fmt: skip
    rule = ("--cast", "float8_e4m3fn=bfloat16")
    run.fails(folder / "model-00001-of-00002.safetensors", "is a part of", *rule)
    wanted = of_deepseek(code, scale, torch.bfloat16)
    for config in (None, {"model_type": "x"}, {"quantization_config": {"weight_block_size": [128, 128]}}):
        if config is not None:
            (folder / "config.json").write_text(json.dumps(config))
        out = run.folder / "whole.safetensors"
        report = run.convert(index, out, *rule, "--force")
        same(load_file(out)["a.weight"], wanted, "out of a set")
        told = any("quantization_config" in warning for warning in report["warnings"])
        expect(told == (config is not None and "quantization_config" in config), f"{config}: {report['warnings']}")
    (folder / "config.json").write_text(json.dumps({"quantization_config": {"weight_block_size": [100, 100]}}))
    run.convert(index, out, *rule, "--force")
    same(load_file(out)["a.weight"], of_deepseek(code, scale, torch.bfloat16, (100, 100)), "blocks of a config")
    (folder / "config.json").unlink()
    out = run.folder / "cut.safetensors"
    run.convert(index, out, *rule, "--shard-size", "100KB")
    index = json.loads((run.folder / "cut.safetensors.index.json").read_text())
    expect(set(index["weight_map"]) == {"a.weight", "b.bias"}, f"{index}")


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
        for test in (plain, decode, encode, edges, pickles, sets):
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
