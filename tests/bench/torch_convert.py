"""torch_convert.py FILE COPY: what people do today to move a checkpoint to the CPU. The copy is on the disk at the end."""

import os
import sys

import torch

torch.save(torch.load(sys.argv[1], map_location="cpu"), sys.argv[2])
with open(sys.argv[2], "rb") as copy:
    os.fsync(copy.fileno())
