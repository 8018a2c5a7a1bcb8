#!/usr/bin/env python3
"""Saves what trainings keep beside a model, with real PyTorch, and asks cairn-cli what it is.

    content_oracle.py --cli CAIRN_CLI

Exit code 0: all as expected; 1: not; 77: there is no PyTorch.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import torch
    from torch import nn
except ImportError as problem:
    print(f"skipped: {problem}")
    sys.exit(77)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.last = nn.Linear(4, 2)

    def forward(self, x):
        return self.last(self.norm(self.first(x)).mean((2, 3)))


class Settings:
    def __init__(self):
        self.rate = 0.1


def trained(make):
    """An optimizer after one step."""
    net = Net()
    optimizer = make(net.parameters())
    net(torch.rand(2, 3, 8, 8)).sum().backward()
    optimizer.step()
    return optimizer


def cases():
    """What is saved, the kind of it, and how the line begins."""
    optimizers = {
        "Adam(W)": lambda p: torch.optim.AdamW(p, lr=0.1),
        "RMSprop": lambda p: torch.optim.RMSprop(p, lr=0.1, momentum=0.9),
        "SGD": lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9),
        "Adagrad": lambda p: torch.optim.Adagrad(p, lr=0.1),
    }
    for name, make in optimizers.items():
        yield trained(make).state_dict(), "optimizer", f"The state of an optimizer such as {name}, of 6 parameters"
    plain = torch.optim.SGD(Net().parameters(), lr=0.1)
    yield plain.state_dict(), "optimizer", "The state of an optimizer that has not begun"
    adam = trained(optimizers["Adam(W)"])
    yield {"epoch": 3, "optimizer": adam.state_dict()}, "optimizer", "The state of a training, without its model"
    for schedule in (torch.optim.lr_scheduler.StepLR(adam, 3), torch.optim.lr_scheduler.CosineAnnealingLR(adam, 9)):
        yield schedule.state_dict(), "schedule", "The state of a schedule of the learning rate"
    yield {"python": random.getstate(), "cpu": torch.get_rng_state()}, "random state", "The state of generators of random numbers"
    yield torch.get_rng_state(), "random state", "The state of generators of random numbers"
    layers = "1 Conv, 1 BatchNorm and 1 Linear"
    yield Net().state_dict(), "model", f"No model that is known by name: {layers}"
    yield {"model": Net().state_dict(), "optimizer": adam.state_dict()}, "model", f"No model that is known by name: {layers}"
    yield Net(), "model", f"A model of the class __main__.Net, none that is known by name: {layers}"
    yield torch.jit.script(Net()), "model", f"A program of the class Net, none that is known by name: {layers}"
    yield Settings(), "object", "An object of the class __main__.Settings, without weights"
    yield torch.rand(3, 4), "tensor", "One tensor by itself: 3 x 4"
    yield {"<cat>": torch.rand(768)}, "embedding", 'A textual inversion, "<cat>": 1 vector of width 768, that of Stable Diffusion 1.x'
    automatic = {"string_to_token": {"*": 265}, "string_to_param": {"*": torch.rand(2, 1024)}, "name": "cat", "step": 3}
    yield automatic, "embedding", 'A textual inversion, "*": 2 vectors of width 1024, that of Stable Diffusion 2.x'
    yield {"epoch": 3, "loss": 0.1}, "nothing", "There is no tensor of a model in it"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    cli = parser.parse_args().cli
    failures = []
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "saved.pt"
        for saved, kind, text in cases():
            saved.save(path) if isinstance(saved, torch.jit.ScriptModule) else torch.save(saved, path)
            ran = subprocess.run([cli, "inspect", "--model", "--json", path], capture_output=True, timeout=120, check=True)
            content = json.loads(ran.stdout)["model"]["content"]
            checked += 1
            if content["kind"] != kind or content["text"] != text:
                failures.append(f"{kind}, {text}\n    said: {content['kind']}, {content['text']}")
    print("\n".join(failures))
    print(f"{checked} files, {len(failures)} failures; torch {torch.__version__}")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
