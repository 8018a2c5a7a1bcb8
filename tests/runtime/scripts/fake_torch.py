"""What an environment has in the place of the package torch, for tests of how code of TorchScript is run."""

import ctypes
import os
import socket
import subprocess
import time

strided = "torch.strided"


class Tensor:
    """Of two numbers that no file has."""

    dtype, layout, shape, device = "torch.float32", strided, (2,), "cpu"
    is_mkldnn = is_meta = is_quantized = requires_grad = False
    memory = (ctypes.c_float * 2)(-1234.5, 5432.1)

    def dim(self):
        return 1

    def stride(self):
        return (1,)

    def storage_offset(self):
        return 0

    def data_ptr(self):
        return ctypes.addressof(self.memory)

    def numel(self):
        return 2

    def element_size(self):
        return 4

    def is_conj(self):
        return False

    is_neg = is_conj

    def untyped_storage(self):
        return self

    detach = contiguous = cpu = untyped_storage


class Module:
    """Has every name."""

    def getattr(self, name):
        return Tensor()


def device(name):
    return name


def empty(count, device):
    return Tensor()


def what_is_allowed():
    def starts():
        subprocess.run(["true"], check=True)

    def writes():
        with open("written", "w") as file:
            file.write("by code of a file")

    allowed = []
    for attempt in (starts, writes, socket.socket, lambda: os.mkdir("written"), lambda: os.unlink("pyvenv.cfg")):
        try:
            attempt()
            allowed.append(attempt.__name__)
        except PermissionError:
            pass
    return "allowed: " + (", ".join(allowed) or "nothing")


class jit:
    @staticmethod
    def load(archive, map_location=None):
        assert archive.read(2) == b"PK" and map_location == "cpu"
        WHAT_IT_DOES
