"""Recipes for models of repositories that are no packages; see catalogue.py. stand_ins/ has modules like theirs, which are
imported by the names that the repositories give them: what Cairn prints runs in a clone."""

import sys
from pathlib import Path

from variables import VOCABULARY

VERSIONS = {"nanoGPT": "of 2025-11-12", "minGPT": "of 2023-01-08"}
GPT2 = {"gpt2": (12, 12, 768), "gpt2-medium": (24, 16, 1024), "gpt2-large": (36, 20, 1280), "gpt2-xl": (48, 25, 1600)}


def stand_in(library):
    path = str(Path(__file__).parent / "stand_ins" / library)
    if path not in sys.path:
        sys.path.append(path)


def nano_gpt_recipes():
    stand_in("nanoGPT")
    sizes = {name: (1024, *size) for name, size in GPT2.items()}
    sizes |= {"shakespeare-char": (256, 6, 6, 384), "shakespeare-char for a CPU": (64, 4, 4, 128)}  # of its README
    for name, (positions, layers, heads, width) in sizes.items():
        for bias in (True, False):
            arguments = f"block_size={positions}, vocab_size={{vocabulary}}, n_layer={layers}, n_head={heads}, n_embd={width}, bias={bias}"
            yield "nanoGPT", name + ("" if bias else ", bias=False"), f"from model import GPT, GPTConfig; GPT(GPTConfig({arguments}))", VOCABULARY


def min_gpt_recipes():
    stand_in("minGPT")
    sizes = {name: (1024, *size) for name, size in GPT2.items()}
    sizes |= {"gpt-mini": (128, 6, 6, 192), "gpt-micro": (128, 4, 4, 128), "gpt-nano that adds": (6, 3, 3, 48), "gpt-nano that sorts": (11, 3, 3, 48)}  # of its projects
    for name, (positions, layers, heads, width) in sizes.items():
        dropped = "embd_pdrop=0.1, resid_pdrop=0.1, attn_pdrop=0.1"
        arguments = f"model_type=None, block_size={positions}, vocab_size={{vocabulary}}, n_layer={layers}, n_head={heads}, n_embd={width}, {dropped}"
        yield "minGPT", name, f"from mingpt.model import GPT; from mingpt.utils import CfgNode; GPT(CfgNode({arguments}))", VOCABULARY


SOURCES = {"nanoGPT": nano_gpt_recipes, "minGPT": min_gpt_recipes}
