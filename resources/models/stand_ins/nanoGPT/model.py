"""The modules of nanoGPT's model.py, under their names and of their shapes: it is a repository, and no package. What they
compute is left out."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class GPTConfig:
    block_size: int = 1024
    vocab_size: int = 50304
    n_layer: int = 12
    n_head: int = 12
    n_embd: int = 768
    dropout: float = 0.0
    bias: bool = True


class Norm(nn.Module):
    def __init__(self, width, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.bias = nn.Parameter(torch.zeros(width)) if bias else None


def named(**modules):
    found = nn.Module()
    for name, module in modules.items():
        found.add_module(name, module)
    return found


def block(config):
    width, bias = config.n_embd, config.bias
    return named(
        ln_1=Norm(width, bias),
        attn=named(c_attn=nn.Linear(width, 3 * width, bias=bias), c_proj=nn.Linear(width, width, bias=bias)),
        ln_2=Norm(width, bias),
        mlp=named(c_fc=nn.Linear(width, 4 * width, bias=bias), c_proj=nn.Linear(4 * width, width, bias=bias)),
    )


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.transformer = named(
            wte=nn.Embedding(config.vocab_size, config.n_embd),
            wpe=nn.Embedding(config.block_size, config.n_embd),
            h=nn.ModuleList([block(config) for _ in range(config.n_layer)]),
            ln_f=Norm(config.n_embd, config.bias),
        )
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
