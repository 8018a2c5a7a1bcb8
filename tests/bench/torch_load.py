"""torch_load.py FILE: what Cairn is compared with. Prints the milliseconds of torch.load alone."""

import sys
import time

import torch

begin = time.perf_counter()
torch.load(sys.argv[1], map_location="cpu")
print((time.perf_counter() - begin) * 1000)
