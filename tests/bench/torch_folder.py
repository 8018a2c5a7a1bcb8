"""torch_folder.py FOLDER COPY: one file of a folder by PyTorch's own tool. The copy is on the disk at the end."""

import os
import sys

from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

dcp_to_torch_save(sys.argv[1], sys.argv[2])
with open(sys.argv[2], "rb") as copy:
    os.fsync(copy.fileno())
