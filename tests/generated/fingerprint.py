"""Says in lines everything that a program could see of an object: types, values bit by bit, order, what is the same object,
which tensors share a storage. Two objects are the same exactly if their lines are.
"""

import collections
import ctypes
import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import struct
import types
import uuid
import zlib

import generated_classes as made
import numpy
import torch

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split("a")[0].split(".")[:2])
BY_REPR = (
    *(type(None), bool, int, complex, bytes, range, slice, type(...), type(NotImplemented)),
    *(decimal.Decimal, fractions.Fraction, datetime.datetime, datetime.timedelta, pathlib.PurePath, uuid.UUID, enum.Enum),
    *(torch.device, torch.dtype, torch.layout, torch.memory_format, torch.qscheme, torch.Size, numpy.dtype),
)
STORAGES = tuple(
    cls
    for cls in (torch.storage.TypedStorage, getattr(torch, "UntypedStorage", None), getattr(torch.storage, "_UntypedStorage", None))
    if cls
)
# What newer versions add to an object while they load it.
ADDED = {"_backward_pre_hooks", "_state_dict_pre_hooks", "_load_state_dict_post_hooks"}


class Fingerprint:
    """`tags`: the saved tag of a storage by its address, if that is to be said. `cast`: from dtype to dtype, as if all
    storages that tensors show had been cast. `compact`: storages say only what tensors reach."""

    def __init__(self, tags=None, cast=None, compact=False):
        self.tags, self.cast, self.compact = tags, cast or {}, compact
        self.lines = []
        self.seen = {}
        self.storages = {}
        self.shown = set()  # storages of tensors
        self.lowest = {}
        self.keep = []

    def run(self, *roots):
        if self.cast:
            plain = Fingerprint()
            plain.run(*roots)
            self.shown = plain.shown
        for root in roots:
            self.value("", root)
        if self.compact:
            self.lines = [line if type(line) is str else f"{line[0]} {line[1] - self.lowest[line[2]]}" for line in self.lines]
        return self.lines

    def say(self, path, text):
        self.lines.append(f"{path}: {text}")

    def value(self, path, value):
        cls = type(value)
        name = f"{cls.__module__}.{cls.__qualname__}"
        if cls is float or isinstance(value, float) and not isinstance(value, numpy.generic):
            self.say(path, f"{name} {struct.pack('>d', value).hex()}")
        elif cls is str:
            self.say(path, f"{name} {value!r}")
        elif isinstance(value, BY_REPR) and not (isinstance(value, tuple) and cls is not torch.Size):
            if isinstance(value, complex):
                self.say(path, f"{name} {struct.pack('>dd', value.real, value.imag).hex()}")
            else:
                self.say(path, f"{name} {value!r}")
        elif (
            isinstance(value, type)
            and value.__module__ != "made"
            or isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType))
        ):
            self.say(path, f"{name} {value.__module__ if hasattr(value, '__module__') else ''}.{value.__qualname__}")
        elif id(value) in self.seen and not (isinstance(value, tuple) and not value):
            self.say(path, f"is {self.seen[id(value)]}")
        else:
            self.seen[id(value)] = path or "the object"
            self.keep.append(value)
            self.inside(path, value, name)

    def inside(self, path, value, name):
        if isinstance(value, torch.Tensor):
            self.tensor(path, value)
        elif isinstance(value, STORAGES):
            storage = value if type(value) is not torch.storage.TypedStorage else raw(value)
            dtype = getattr(value, "dtype", None)
            self.say(path, f"{name} {self.cast_of(dtype) if storage._cdata in self.shown else dtype}")
            self.storage(path, storage, dtype)
            return
        elif isinstance(value, type):
            self.say(path, f"class {value.__module__}.{value.__qualname__} of {value.__bases__}")
            for key, item in value.__dict__.items():
                if not key.startswith("__"):
                    self.value(f"{path}.{key}", item)
            return
        elif isinstance(value, numpy.ndarray):
            self.say(path, f"array {value.dtype} {value.shape} {value.strides} {value.flags.writeable}")
            if value.dtype == object:
                for index, item in enumerate(value.ravel()):
                    self.value(f"{path}[{index}]", item)
            else:
                self.say(path, value.tobytes().hex())
            return
        elif isinstance(value, numpy.generic):
            self.say(path, f"{name} {value.dtype} {value.tobytes().hex()}")
            return
        elif isinstance(value, functools.partial):
            self.say(path, name)
            for index, item in enumerate((value.func, value.args, value.keywords)):
                self.value(f"{path}({index})", item)
        elif isinstance(value, dict):
            self.say(path, f"{name} of {len(value)}")
            if isinstance(value, collections.defaultdict):
                self.value(f"{path}(default)", value.default_factory)
            for index, (key, item) in enumerate(value.items()):
                shown = repr(key) if type(key) in (str, int) else f"#{index}"
                self.value(f"{path}{{{shown}}}", key)
                self.value(f"{path}[{shown}]", item)
        elif isinstance(value, (set, frozenset)):
            self.say(path, f"{name} of {len(value)}")
            for index, item in enumerate(sorted(value, key=order_of)):
                self.value(f"{path}{{{index}}}", item)
        elif isinstance(value, (list, tuple, collections.deque)):
            self.say(path, f"{name} of {len(value)} {getattr(value, 'maxlen', '')}")
            for index, item in enumerate(value):
                self.value(f"{path}[{index}]", item)
        elif isinstance(value, (str, bytearray)):
            self.say(path, f"{name} {str(value)!r}")
        else:
            self.say(path, name)
        self.attributes(path, value)

    def attributes(self, path, value):
        if isinstance(value, torch.Tensor) and hasattr(value, "_nested_tensor_size") and value.is_nested:
            return
        for key, item in list(getattr(value, "__dict__", {}).items()):
            if (
                key not in ADDED
                and not (isinstance(value, torch.nn.Module) and item is None)
                and not (isinstance(value, torch.optim.Optimizer) and key[0] == "_")
            ):
                self.value(f"{path}.{key}", item)
        for cls in type(value).__mro__:
            slots = cls.__dict__.get("__slots__", ())
            for key in (slots,) if isinstance(slots, str) else slots:
                if key not in ("__dict__", "__weakref__") and hasattr(value, key) and cls.__module__ == "generated_classes":
                    self.value(f"{path}.{key}", getattr(value, key))

    def tensor(self, path, value):
        cls = type(value)
        say = f"tensor {cls.__module__}.{cls.__qualname__} {self.cast_of(value.dtype)} {value.layout} {value.device} gradient={value.requires_grad} leaf={value.is_leaf}"
        if value.is_nested:
            self.say(path, f"{say} nested")
            for name in ("values", "_nested_tensor_size", "_nested_tensor_strides", "_nested_tensor_storage_offsets"):
                self.tensor(f"{path}<{name}>", getattr(value.detach(), name)())
            return
        self.say(path, f"{say} {tuple(value.shape)}")
        if value.layout != torch.strided:
            if value.layout == torch.sparse_coo:
                self.say(path, f"coalesced {value.is_coalesced()}")
                names = ("_indices", "_values")
            elif value.layout in (torch.sparse_csr, getattr(torch, "sparse_bsr", None)):
                names = ("crow_indices", "col_indices", "values")
            else:
                names = ("ccol_indices", "row_indices", "values")
            for name in names:
                self.tensor(f"{path}<{name}>", getattr(value.detach(), name)())
            return
        self.say(path, f"stride {value.stride()}")
        if isinstance(value, made.Wrapper) or value.device.type == "meta":
            return
        if value.is_quantized:
            if value.qscheme() == torch.per_tensor_affine:
                self.say(path, f"quantizer {value.q_scale()!r} {value.q_zero_point()}")
            else:
                self.say(path, f"axis {value.q_per_channel_axis()}")
                self.tensor(f"{path}<scales>", value.q_per_channel_scales())
                self.tensor(f"{path}<zeros>", value.q_per_channel_zero_points())
        self.say(path, f"conj={value.is_conj()} neg={value.is_neg()}")
        self.value(f"{path}<grad>", value.grad)
        storage = raw(value.storage()) if VERSION < (2, 0) else value.untyped_storage()
        if self.compact:
            if value.numel():
                shown = value.detach().as_subclass(torch.Tensor)
                shown = shown.int_repr() if value.is_quantized else shown
                self.say(path, f"bits {bytes_of_elements(shown).hex()}")
                number = self.storages.setdefault(storage._cdata, len(self.storages))
                self.lowest[number] = min(self.lowest.get(number, 1 << 60), value.storage_offset())
                self.lines.append((f"{path}: storage {number} at", value.storage_offset(), number))
            return
        self.say(path, f"offset {value.storage_offset()}")
        self.shown.add(storage._cdata)
        self.storage(path, storage, value.dtype)

    def cast_of(self, dtype):
        return self.cast.get(dtype, dtype)

    def storage(self, path, storage, dtype):
        number = self.storages.get(storage._cdata)
        if number is None:
            number = self.storages[storage._cdata] = len(self.storages)
            self.keep.append(storage)
            data = bytes_of(storage)
            if dtype in self.cast and storage._cdata in self.shown:
                flat = torch.frombuffer(bytearray(data), dtype=dtype) if data else torch.empty(0, dtype=dtype)
                cast = flat.to(self.cast[dtype])
                data = bytes_of(raw(cast.storage()) if VERSION < (2, 0) else cast.untyped_storage())[: cast.numel() * cast.element_size()]
            self.say(
                path, f"storage {number}, new: {storage.device} {len(data)} bytes {data.hex() if len(data) < 400 else zlib.crc32(data)}"
            )
        else:
            self.say(path, f"storage {number}")
        if self.tags is not None:
            self.say(path, f"tag {self.tags.get(storage._cdata)}")


def raw(storage):
    return storage.untyped() if hasattr(storage, "untyped") else getattr(storage, "_storage", storage)


def bytes_of_elements(value):
    """In the order of their indexes, as they are stored."""
    plain = torch.empty(0, dtype=value.dtype)
    plain.set_(value.storage() if VERSION < (2, 0) else value.untyped_storage(), value.storage_offset(), value.shape, value.stride())
    plain = plain.clone(memory_format=torch.contiguous_format)
    return bytes_of(raw(plain.storage()) if VERSION < (2, 0) else plain.untyped_storage())


def bytes_of(storage):
    return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""


def order_of(value):
    """An order for the elements of sets that does not change from load to load."""
    return "\n".join(map(str, Fingerprint().run(value)))


def fingerprint(*roots, **options):
    return Fingerprint(**options).run(*roots)


def first_difference(wanted, found):
    """In words, or None."""
    for before, after in zip(wanted, found):
        if before != after:
            return f"\n      source  {before[:400]}\n      copy    {after[:400]}"
    if len(wanted) != len(found):
        longer, who = (wanted, "source") if len(wanted) > len(found) else (found, "copy")
        return f"only the {who} has {longer[min(len(wanted), len(found))][:400]}"
    return None
