"""torch_cast.py FILE COPY: what people do today to halve a checkpoint. The copy is on the disk at the end."""

import os
import sys

import torch

tensors = torch.load(sys.argv[1], map_location="cpu")
torch.save({name: tensor.to(torch.bfloat16) for name, tensor in tensors.items()}, sys.argv[2])
with open(sys.argv[2], "rb") as copy:
    os.fsync(copy.fileno())
