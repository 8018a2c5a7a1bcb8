"""The modules of minGPT's model.py, under their names and of their shapes: it is a repository, and no package. What they
compute is left out."""

import torch
from torch import nn


def named(**modules):
    found = nn.Module()
    for name, module in modules.items():
        found.add_module(name, module)
    return found


def block(config):
    width, positions = config.n_embd, config.block_size
    attention = named(c_attn=nn.Linear(width, 3 * width), c_proj=nn.Linear(width, width))
    attention.register_buffer("bias", torch.ones(1, 1, positions, positions))  # which positions see which
    return named(
        ln_1=nn.LayerNorm(width),
        attn=attention,
        ln_2=nn.LayerNorm(width),
        mlp=named(c_fc=nn.Linear(width, 4 * width), c_proj=nn.Linear(4 * width, width)),
    )


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.transformer = named(
            wte=nn.Embedding(config.vocab_size, config.n_embd),
            wpe=nn.Embedding(config.block_size, config.n_embd),
            h=nn.ModuleList([block(config) for _ in range(config.n_layer)]),
            ln_f=nn.LayerNorm(config.n_embd),
        )
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
