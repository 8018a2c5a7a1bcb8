#!/usr/bin/env python3
"""Asks cairn-cli which models files are that are of no library: none of them may be named.

    unknown_models.py --cli CAIRN_CLI [--record]

200 nets as people write them, many of them nearly one of a library's: a ResNet with other blocks, a ViT of another width.
They are made of names and shapes alone, and need no PyTorch. CAIRN_CORPUS names a folder with real checkpoints, of which none
is a model that the database has. What is said of each stands in unknown_models.tsv, and has to be just that: who changes it
reads it. --record writes that list anew.
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

LIST = Path(__file__).with_suffix(".tsv")


def linear(inputs, outputs, bias=True):
    return {"weight": [outputs, inputs]} | ({"bias": [outputs]} if bias else {})


def conv(inputs, outputs, size, bias=True):
    return {"weight": [outputs, inputs, size, size]} | ({"bias": [outputs]} if bias else {})


def norm(width):
    return {"weight": [width], "bias": [width]}


def batch_norm(width):
    return norm(width) | {"running_mean": [width], "running_var": [width], "num_batches_tracked": []}


def lstm(inputs, width, layers):
    found = {}
    for i in range(layers):
        found |= {f"weight_ih_l{i}": [4 * width, inputs if i == 0 else width], f"weight_hh_l{i}": [4 * width, width], f"bias_ih_l{i}": [4 * width], f"bias_hh_l{i}": [4 * width]}
    return found


def module(**parts):
    """One module of others: "layer1__0" is "layer1.0"."""
    return {f"{name.replace('__', '.')}.{key}": shape for name, part in parts.items() for key, shape in part.items()}


def numbered(parts):
    return {f"{i}.{key}": shape for i, part in enumerate(parts) for key, shape in part.items()}


def basic_block(inputs, width):
    part = module(conv1=conv(inputs, width, 3, bias=False), bn1=batch_norm(width), conv2=conv(width, width, 3, bias=False), bn2=batch_norm(width))
    return part if inputs == width else part | module(downsample__0=conv(inputs, width, 1, bias=False), downsample__1=batch_norm(width))


def resnet(pick):
    """Names of torchvision, with other numbers of blocks or another width."""
    width = pick.choice([16, 24, 40, 48, 64, 72])
    counts = pick.choice([(3, 3, 3), (5, 5, 5), (9, 9, 9), (2, 2, 2, 3), (2, 3, 2, 2), (4, 4, 4, 4), (1, 2, 3, 4)])
    parts = {"conv1": conv(pick.choice([1, 3, 4]), width, pick.choice([3, 7]), bias=False), "bn1": batch_norm(width)}
    inputs = width
    for stage, count in enumerate(counts):
        blocks = []
        for _ in range(count):
            blocks.append(basic_block(inputs, width << stage))
            inputs = width << stage
        parts[f"layer{stage + 1}"] = numbered(blocks)
    return module(**parts, fc=linear(inputs, pick.choice([2, 10, 100])))


def vit(pick):
    """Names of timm, of a width that it has not."""
    width, depth = pick.choice([96, 128, 200, 224, 288, 320, 416]), pick.choice([3, 5, 7, 9])
    block = module(norm1=norm(width), attn__qkv=linear(width, 3 * width), attn__proj=linear(width, width), norm2=norm(width), mlp__fc1=linear(width, 4 * width), mlp__fc2=linear(4 * width, width))
    return {"cls_token": [1, 1, width], "pos_embed": [1, 197, width]} | module(patch_embed__proj=conv(3, width, 16), blocks=numbered([block] * depth), norm=norm(width), head=linear(width, pick.choice([3, 10])))


def gpt(pick):
    """Names of GPT-2, of nobody's width."""
    width, depth, words = pick.choice([48, 80, 144, 176, 272]), pick.choice([2, 3, 5]), pick.choice([65, 99, 5003])
    block = module(ln_1=norm(width), attn__c_attn=linear(width, 3 * width), attn__c_proj=linear(width, width), ln_2=norm(width), mlp__c_fc=linear(width, 4 * width), mlp__c_proj=linear(4 * width, width))
    return module(transformer__wte={"weight": [words, width]}, transformer__wpe={"weight": [pick.choice([64, 200, 300]), width]}, transformer__h=numbered([block] * depth), transformer__ln_f=norm(width), lm_head=linear(width, words, bias=False))


def bert(pick):
    """Names of transformers, of another width and depth."""
    width, depth = pick.choice([96, 160, 224, 352]), pick.choice([1, 2, 3, 5])
    attention = {f"self.{name}": linear(width, width) for name in ("query", "key", "value")} | {"output.dense": linear(width, width), "output.LayerNorm": norm(width)}
    layer = module(**{f"attention.{name}": part for name, part in attention.items()}, **{"intermediate.dense": linear(width, 3 * width), "output.dense": linear(3 * width, width), "output.LayerNorm": norm(width)})
    embeddings = {"word_embeddings.weight": [pick.choice([1000, 30522]), width], "position_embeddings.weight": [128, width], "token_type_embeddings.weight": [2, width]}
    return module(bert__embeddings=embeddings | module(LayerNorm=norm(width)), bert__encoder__layer=numbered([layer] * depth), classifier=linear(width, 2))


def transformer(pick):
    """torch.nn.TransformerEncoder with what is around it."""
    width, depth = pick.choice([32, 64, 128, 256]), pick.choice([1, 2, 4, 6])
    layer = {"self_attn.in_proj_weight": [3 * width, width], "self_attn.in_proj_bias": [3 * width]} | module(**{"self_attn.out_proj": linear(width, width), "linear1": linear(width, 2048), "linear2": linear(2048, width), "norm1": norm(width), "norm2": norm(width)})
    return module(embedding={"weight": [pick.choice([100, 5000]), width]}, encoder__layers=numbered([layer] * depth), decoder=linear(width, pick.choice([2, 100])))


def unet(pick):
    """As a hundred repositories have it, from two convolutions in each step."""
    width, steps = pick.choice([8, 16, 24, 32, 64]), pick.choice([3, 4])

    def double(inputs, outputs):
        return module(double_conv__0=conv(inputs, outputs, 3), double_conv__1=batch_norm(outputs), double_conv__3=conv(outputs, outputs, 3), double_conv__4=batch_norm(outputs))

    parts = {"inc": double(pick.choice([1, 3]), width)}
    for i in range(steps):
        parts[f"down{i + 1}.maxpool_conv.1"] = double(width << i, width << (i + 1))
    for i in range(steps):
        inputs = width << (steps - i)
        parts |= {f"up{i + 1}.up": {"weight": [inputs, inputs // 2, 2, 2], "bias": [inputs // 2]}, f"up{i + 1}.conv": double(inputs, inputs // 2)}
    return module(**parts, outc__conv=conv(width, pick.choice([1, 2, 21]), 1))


def vgg(pick):
    """Names of torchvision, with other convolutions."""
    parts, inputs, place = {}, 3, 0
    for count, width in zip(pick.choice([(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 1, 2)]), (pick.choice([32, 64, 96]), 128, 256, 320), strict=False):
        for _ in range(count):
            parts[f"features.{place}"] = conv(inputs, width, 3)
            inputs, place = width, place + 2
        place += 1
    return module(**parts, classifier__0=linear(inputs * 49, 512), classifier__3=linear(512, 512), classifier__6=linear(512, 10))


def gan(pick):
    width, dim = pick.choice([32, 48, 64]), pick.choice([64, 100, 128])
    sizes = [dim, width * 8, width * 4, width * 2, width]
    parts = {}
    for i in range(4):
        parts |= {f"main.{3 * i}": {"weight": [sizes[i], sizes[i + 1], 4, 4]}, f"main.{3 * i + 1}": batch_norm(sizes[i + 1])}
    return module(**parts, main__12={"weight": [width, 3, 4, 4]})


def tagger(pick):
    width = pick.choice([64, 100, 128, 300])
    return module(embedding={"weight": [pick.choice([2000, 30000]), width]}, lstm=lstm(width, pick.choice([128, 256]), pick.choice([1, 2, 3])), fc1=linear(256, 64), fc2=linear(64, pick.choice([2, 5])))


def perceptron(pick):
    sizes = [pick.choice([4, 17, 84, 784]), *(pick.choice([32, 64, 128, 256, 512]) for _ in range(pick.randint(3, 8))), pick.choice([1, 2, 10])]
    return module(**{pick.choice(["net", "layers", "mlp"]): numbered([linear(a, b) for a, b in itertools.pairwise(sizes)])})


def actor_critic(pick):
    width = pick.choice([64, 128, 256])
    inputs, actions = pick.choice([3, 8, 24, 111]), pick.choice([1, 2, 4, 18])
    net = {"0": linear(inputs, width), "2": linear(width, width)}
    return {"log_std": [actions]} | module(actor=module(**net, **{"4": linear(width, actions)}), critic=module(**net, **{"4": linear(width, 1)}), target=module(**net))


MAKERS = [resnet, vit, gpt, bert, transformer, unet, vgg, gan, tagger, perceptron, actor_critic]


def write(path, shapes):
    """A safetensors file of zeros, which takes no room on a disk."""
    header, place = {}, 0
    for name, shape in shapes.items():
        size = 4
        for one in shape:
            size *= one
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [place, place + size]}
        place += size
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.truncate(8 + len(text) + place)


def said(cli, files):
    """What is said of each file that is a checkpoint, and whether that names it."""
    found = {}
    for begin in range(0, len(files), 50):
        ran = subprocess.run([cli, "inspect", "--model", "--json", *map(str, files[begin : begin + 50])], capture_output=True, timeout=300, check=False)
        for line in ran.stdout.decode().splitlines():
            answer = json.loads(line)
            if model := answer.get("model"):
                known = model["recognised"]
                text = known["text"] if known else (model["content"] or {"text": ""})["text"]
                found[answer["file"]] = (bool(known and known["fits"]), text)
    return found


def nets(cli):
    pick = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number in range(200):
            make = MAKERS[number % len(MAKERS)]
            files.append(Path(folder) / f"{make.__name__}-{number // len(MAKERS)}.safetensors")
            write(files[-1], make(pick))
        answers = said(cli, files)
        return {f"made/{file.name}": answers[str(file)] for file in files}


def corpus(cli):
    folder = os.environ.get("CAIRN_CORPUS")
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file()) if folder else []
    return {f"corpus/{Path(file).relative_to(folder)}": answer for file, answer in said(cli, files).items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    answers = nets(options.cli) | corpus(options.cli)
    if options.record:
        LIST.write_text("".join(f"{name}\t{text}\n" for name, (_, text) in sorted(answers.items())))
    rows = dict(line.split("\t", 1) for line in LIST.read_text().splitlines())
    failures = [f"NAMED {name}: {text}" for name, (is_named, text) in answers.items() if is_named]
    failures += [f"{name}: {text!r} is said, and {rows.get(name)!r} in the list" for name, (_, text) in answers.items() if rows.get(name) != text]
    failures += [f"{name} is in the list, and nothing is said of it" for name in rows if name not in answers and (name.startswith("made/") or os.environ.get("CAIRN_CORPUS"))]
    print("\n".join(failures))
    print(f"{len(answers)} files of no library, {sum(name.startswith('corpus/') for name in answers)} of them real ones: {len(failures)} failures")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
