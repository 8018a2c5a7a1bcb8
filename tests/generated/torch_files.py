"""Writes what a program builds as torch.save does, with the device tags that the program wants, and loads files with
PyTorch: as they are, on the CPU, or with every storage left on the CPU and its tag remembered."""

import contextlib
import io
import random
import struct
import sys
import warnings
import zipfile

import generated_classes as made
import torch
import wild_pickler
from programs import VERSION, Builder

warnings.simplefilter("ignore")  # what PyTorch thinks of sparse and quantised tensors


class Tags:
    """Between PyTorch and its devices: says which tag a storage gets, and takes storages with any."""

    def __init__(self):
        self.writing = None
        self.reading = None
        self.keep = []
        self.filled = set()  # those with bytes
        torch.serialization.register_package(0, self.tag, self.restore)

    def tag(self, storage):
        return self.writing.get(storage.data_ptr()) if self.writing else None

    def restore(self, storage, location):
        if self.reading is None:
            return None
        self.reading[storage._cdata] = location
        self.keep.append(storage)
        if storage.nbytes() != 0:
            self.filled.add(storage._cdata)
        return storage


TAGS = Tags()


class CannotSave(Exception):
    """PyTorch does not save such an object."""


def write(program, path):
    options = program["file"]
    chance = random.Random(f"file {options['seed']}")
    pickler = {"pickle_module": wild_pickler.module(chance)} if options["pickler"] == "wild" or has_effects(program) else {}
    try:
        builder = Builder(program)
        value = builder.build()
        TAGS.writing = builder.tags
        torch.save(
            value, str(path), pickle_protocol=options["protocol"], _use_new_zipfile_serialization=options["form"] == "zip", **pickler
        )
    except RecursionError as failure:
        raise CannotSave(str(failure)) from failure
    except (RuntimeError, TypeError, ValueError, NotImplementedError, AttributeError, KeyError, IndexError, AssertionError) as failure:
        raise CannotSave(f"{type(failure).__name__}: {failure}") from failure
    finally:
        TAGS.writing = None
    if options["big endian"]:
        turn_round(path)


def has_effects(program):
    return any(name == "effect" for name, _, _ in program["nodes"].values())


def turn_round(path):
    """The same file as a big-endian machine writes it; those without numbers of one width stay as they are."""
    with zipfile.ZipFile(path) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    order = next((name for name in records if name.endswith("/byteorder")), None)
    dtypes = dtypes_of_records(path)
    if order is None or any(dtype is None for dtype in dtypes.values()):
        return
    records[order] = b"big"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in records.items():
            key = name.rpartition("/data/")[2]
            if "/data/" in name and key in dtypes:
                width = torch.empty(0, dtype=dtypes[key]).element_size() // (2 if dtypes[key].is_complex else 1)
                data = b"".join(data[at : at + width][::-1] for at in range(0, len(data), width))
            archive.writestr(name, data)


def dtypes_of_records(path):
    """By key; None for storages without a dtype."""
    found = {}
    plain = torch.storage.TypedStorage.__init__

    class Unpickler(wild_pickler.pickle.Unpickler):
        def persistent_load(self, identity):
            cls = identity[1]
            found[identity[2]] = getattr(cls, "dtype", None)
            return torch.storage.TypedStorage(0, dtype=torch.uint8) if cls is not torch.UntypedStorage else torch.UntypedStorage(0)

        def find_class(self, module, name):
            if module == "torch._utils" or name in ("set_state", "fill_class", "log"):
                return lambda *arguments: None
            if module == "torch" and name.endswith("Storage") and name != "UntypedStorage":
                return torch.serialization.StorageType(name)
            return super().find_class(module, name)

    with zipfile.ZipFile(path) as archive:
        name = next(name for name in archive.namelist() if name.endswith("data.pkl"))
        try:
            Unpickler(io.BytesIO(archive.read(name))).load()
        except Exception:
            return {"": None}
    assert plain is torch.storage.TypedStorage.__init__
    return found


def load(path, location=None, tags=None, weights_only=False):
    """The object, and what popped calls left behind. `tags` gets the tag of each storage by its address in PyTorch; no
    device needs to be there then."""
    made.LOG.clear()
    getattr(torch._utils, "_sparse_tensors_to_validate", []).clear()  # of a file that failed before it came to them
    TAGS.reading = tags
    options = {"weights_only": weights_only} if VERSION >= (1, 13) else {}
    try:
        value = torch.load(str(path), map_location=location, **options)
        return value, list(made.LOG)
    finally:
        TAGS.reading = None


@contextlib.contextmanager
def traced(found):
    """Appends every tensor that PyTorch's own functions make while it loads."""
    names = [name for name in vars(torch._utils) if name.startswith("_rebuild_") and callable(getattr(torch._utils, name))]
    plain = {name: getattr(torch._utils, name) for name in names}

    def wrap(name, function):
        def call(*arguments, **named):
            value = function(*arguments, **named)
            if isinstance(value, torch.Tensor):
                found.append((name, value))
            return value

        return call

    for name, function in plain.items():
        setattr(torch._utils, name, wrap(name, function))
    try:
        yield
    finally:
        for name, function in plain.items():
            setattr(torch._utils, name, function)


def flip_bit(path, out, place):
    """A copy of a file with another lowest bit at a place."""
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    out.write_bytes(data)


def torch_name():
    return f"{VERSION[0]}.{VERSION[1]}"


assert struct.pack("=H", 1)[0] == 1 or sys.byteorder == "big"
