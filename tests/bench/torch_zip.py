"""Writes checkpoints as torch.save 1.13 does, byte for byte, but quickly and without PyTorch.

PyTorch needs minutes for a million tensors. Here the pickler meets stand-ins for its classes that bear their names, so
the pickle comes out the same; the zip around it follows the same rules of alignment, order and end records.
"""

import collections
import io
import pickle
import random
import struct
import sys
import types
import zlib

ALIGNMENT = 64
MAX32 = 0xFFFFFFFF


def _module(name, **members):
    module = sys.modules.setdefault(name, types.ModuleType(name))
    for key, value in members.items():
        value.__module__ = name
        setattr(module, key, value)
    return module


class FloatStorage:
    def __init__(self, key, numel):
        self.key = key
        self.numel = numel


def _rebuild_tensor_v2():
    raise NotImplementedError("only its name is needed")


class Tensor:
    """A contiguous float32 tensor that has a storage of its own."""

    def __init__(self, key, shape):
        self.key = key
        self.shape = shape

    def __reduce_ex__(self, protocol):
        strides, numel = [], 1
        for size in reversed(self.shape):
            strides.append(numel)
            numel *= size
        shape, stride = tuple(list(self.shape)), tuple(reversed(strides))
        storage = FloatStorage(str(self.key), numel)
        return _rebuild_tensor_v2, (storage, 0, shape, stride, False, collections.OrderedDict())


class _Pickler(pickle.Pickler):
    device = "cpu"

    def persistent_id(self, obj):
        if isinstance(obj, FloatStorage):
            return "storage", FloatStorage, obj.key, self.device, obj.numel
        return None


def pickled(state, device="cpu"):
    """The bytes of data.pkl. `state` maps names to Tensor."""
    _module("torch", FloatStorage=FloatStorage)
    _module("torch._utils", _rebuild_tensor_v2=_rebuild_tensor_v2)
    out = io.BytesIO()
    pickler = _Pickler(out, protocol=2)
    pickler.device = device
    pickler.dump(state)
    return out.getvalue()


class ZipWriter:
    """Records one after the other into a new file; data may be a hole of zeros that takes no room on the disk."""

    def __init__(self, out, folder):
        self.out = out
        self.folder = folder
        self.position = 0
        self.directory = []

    def add(self, name, data, crc=None):
        self._add(name, len(data), zlib.crc32(data) if crc is None else crc, data)

    def add_hole(self, name, size, crc):
        self._add(name, size, crc, None)

    def _add(self, name, size, crc, data):
        name = f"{self.folder}/{name}".encode()
        offset = self.position
        wide = size >= MAX32 or offset >= MAX32
        assert size < MAX32, "a record of four gigabytes is not needed here"
        zip64 = struct.pack("<HHQ", 1, 8, offset) if wide else b""
        padding = -(offset + 30 + len(name) + len(zip64) + 4) % ALIGNMENT
        extra = zip64 + b"FB" + struct.pack("<H", padding) + b"Z" * padding
        flags = 0x0808 if size else 0x0800
        self._write(struct.pack("<IHHHIIIIHH", 0x04034B50, 0, flags, 0, 0, 0, 0, 0, len(name), len(extra)))
        self._write(name + extra)
        if data is None:
            self.position += size
            self.out.seek(self.position)
        else:
            self._write(data)
        if size:
            self._write(struct.pack("<IIQQ" if wide else "<IIII", 0x08074B50, crc, size, size))
        zip64 = struct.pack("<HHQ", 1, 8, offset) if offset >= MAX32 else b""
        self.directory.append(
            struct.pack("<IHHHHIIIIHHHHHII", 0x02014B50, 0, 0, flags, 0, 0, crc, size, size, len(name), len(zip64), 0, 0,
                        0, 0, min(offset, MAX32)) + name + zip64)

    def _write(self, data):
        self.out.write(data)
        self.position += len(data)

    def finish(self):
        start, count = self.position, len(self.directory)
        for entry in self.directory:
            self._write(entry)
        size, end = self.position - start, self.position
        self._write(struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 0x031E, 0x2D, 0, 0, count, count, size, start))
        self._write(struct.pack("<IIQI", 0x07064B50, 0, end, 1))
        self._write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, min(count, 0xFFFF), min(count, 0xFFFF),
                                min(size, MAX32), min(start, MAX32), 0))


def save(path, count, shape, sparse=False):
    """`count` tensors named layers.N.weight. Their values are zeros; `sparse` leaves them out of the disk."""
    state = {f"layers.{i}.weight": Tensor(i, shape) for i in range(count)}
    size = 4
    for length in shape:
        size *= length
    crc, zeros = 0, bytes(min(size, 1 << 20))
    for done in range(0, size, 1 << 20):
        crc = zlib.crc32(zeros[:min(1 << 20, size - done)], crc)
    with open(path, "wb") as out:
        writer = ZipWriter(out, path.stem)
        writer.add("data.pkl", pickled(state))
        for key in sorted(str(i) for i in range(count)):
            if sparse:
                writer.add_hole(f"data/{key}", size, crc)
            else:
                writer.add(f"data/{key}", zeros)
        writer.add("version", b"3\n")
        writer.finish()


def weights(megabytes):
    """So many megabytes of float32 as in a model: small numbers of either sign, 64 MB of them again and again."""
    part = min(megabytes, 64)
    data = bytearray(random.Random(0).randbytes(part << 20))
    signs_and_exponents = bytes((0x3C, 0x3D, 0xBC, 0xBD)[byte % 4] for byte in range(256))
    data[3::4] = data[3::4].translate(signs_and_exponents)
    return bytes(data) * (megabytes // part)


def save_filled(path, count, megabytes, device):
    """`count` tensors of so many megabytes, saved on a device."""
    numel = megabytes * (1 << 18)
    data = weights(megabytes)
    crc = zlib.crc32(data)
    with open(path, "wb") as out:
        writer = ZipWriter(out, path.stem)
        writer.add("data.pkl", pickled({f"layers.{i}.weight": Tensor(i, (numel,)) for i in range(count)}, device))
        for key in sorted(str(i) for i in range(count)):
            writer.add(f"data/{key}", data, crc)
        writer.add("version", b"3\n")
        writer.finish()
