"""torch_stats.py FILE: the numbers of `cairn-cli stats` by PyTorch. Prints the seconds without starting and loading."""

import sys
import time

import torch

tensors = torch.load(sys.argv[1], map_location="cpu")
begin = time.perf_counter()
for tensor in tensors.values():
    finite = torch.isfinite(tensor)
    all_finite = bool(finite.all())
    numbers = tensor if all_finite else tensor[finite]
    for value in (numbers.min(), numbers.max(), numbers.mean(), numbers.std(), (tensor == 0).sum(),
                  tensor.isnan().sum(), tensor.isinf().sum()):
        value.item()
print(time.perf_counter() - begin)
