"""Makes the TorchScript archives of this folder, whose code runs as soon as torch::jit::load has them.

    python3 make_scripts.py FOLDER      (with torch 1.13)

writes.pt writes a file into the current folder, through a tensor that is mapped to it. hangs.pt never ends.
"""

import sys
from pathlib import Path
from typing import Tuple

import torch


class Writes(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))

    @torch.jit.export
    def __getstate__(self) -> Tuple[torch.Tensor, bool]:
        return (self.weight, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]) -> None:
        mapped = torch.from_file("written_by_code", True, 16, dtype=torch.uint8)
        self.weight = state[0] + 0 * mapped.fill_(33).sum()  # used, or the compiler leaves it out
        self.training = state[1]

    def forward(self, x):
        return x * self.weight


class Hangs(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([4.0, 5.0]))

    @torch.jit.export
    def __getstate__(self) -> Tuple[torch.Tensor, bool]:
        return (self.weight, self.training)

    @torch.jit.export
    def __setstate__(self, state: Tuple[torch.Tensor, bool]) -> None:
        turn = 0
        while turn >= 0:
            turn = (turn + 1) % 7
        self.weight = state[0]
        self.training = state[1]

    def forward(self, x):
        return x * self.weight


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, module in (("writes.pt", Writes()), ("hangs.pt", Hangs())):
        torch.jit.save(torch.jit.script(module), str(folder / name))
