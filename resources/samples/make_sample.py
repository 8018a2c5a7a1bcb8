#!/usr/bin/env python3
"""Makes two_gpus.pth: a small vision transformer as a run on two GPUs would leave it.

Needs PyTorch (the shipped file is from 2.6) but no GPU: a package registered with torch.serialization tags the
storages of the model cuda:0 and those of the optimizer cuda:1.
"""

import argparse
from pathlib import Path

import numpy
import torch
from torch import nn

WIDTH, HEADS, DEPTH, CLASSES = 16, 2, 3, 10


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.proj = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        batch, count, _ = x.shape
        q, k, v = self.qkv(x).reshape(batch, count, 3, HEADS, -1).permute(2, 0, 3, 1, 4)
        weights = (q @ k.transpose(-2, -1) * (WIDTH // HEADS) ** -0.5).softmax(-1)
        return self.proj((weights @ v).transpose(1, 2).reshape(batch, count, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attn = Attention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class TinyViT(nn.Module):
    def __init__(self):
        super().__init__()
        self.cls_token = nn.Parameter(torch.zeros(1, 1, WIDTH))
        self.pos_embed = nn.Parameter(torch.randn(1, 17, WIDTH) * 0.02)
        self.stem = nn.Sequential(nn.Conv2d(3, WIDTH, 4, 4, bias=False), nn.BatchNorm2d(WIDTH), nn.ReLU())
        self.blocks = nn.ModuleList(Block() for _ in range(DEPTH))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, CLASSES)

    def forward(self, images):
        patches = self.stem(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls_token.expand(len(images), -1, -1), patches], 1) + self.pos_embed
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x[:, 0]))


def train(model, optimizer, schedule):
    losses = []
    for _ in range(5):
        images, labels = torch.randn(8, 3, 16, 16), torch.randint(CLASSES, (8,))
        loss = nn.functional.cross_entropy(model(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
    return losses


def main():
    torch.manual_seed(2024)
    model = TinyViT()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-4, betas=(0.9, 0.98), weight_decay=0.05)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=90)
    losses = train(model, optimizer, schedule)
    checkpoint = {
        "model": model.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": {name: value for name, value in schedule.state_dict().items() if not name.startswith("_")},
        "epoch": 17,
        "best_acc": numpy.float64(0.8125),
        "args": argparse.Namespace(
            arch="tiny_vit", data="images", batch_size=256, lr=3e-4, device="cuda:0", gpus=[0, 1], amp=False, seed=2024, resume=None
        ),
        "history": {"loss": losses},
    }
    gpu = {value.data_ptr(): 0 for value in checkpoint["model"].values()}
    for state in checkpoint["optimizer"]["state"].values():  # Adam keeps its step counters on the CPU
        gpu.update((state[name].data_ptr(), 1) for name in ("exp_avg", "exp_avg_sq"))

    def tag(storage):
        index = gpu.get(storage.data_ptr())
        return None if index is None else "cuda:" + str(index)

    torch.serialization.register_package(0, tag, lambda storage, location: None)
    with open(Path(__file__).parent / "two_gpus.pth", "wb") as file:
        torch.save(checkpoint, file)


if __name__ == "__main__":
    main()
