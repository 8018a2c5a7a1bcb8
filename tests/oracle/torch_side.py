"""What real PyTorch finds in a checkpoint: every tensor with its place in the object, its view and its bytes."""

import collections
import contextlib
import ctypes
import enum
import fractions
import importlib
import io
import json
import pathlib
import pickle
import re
import uuid
import warnings
import zipfile

import numpy
import torch
from facts import Fact, element_bytes

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split("a")[0].split(".")[:2])
SUBBYTE = {torch.quint4x2, torch.quint2x4}
LEAVES = (
    *(str, bytes, bytearray, int, float, complex, bool, type(None), type),
    *(pathlib.PurePath, uuid.UUID, fractions.Fraction, enum.Enum, numpy.generic, numpy.dtype, torch.dtype, torch.device, torch.Size),
    torch.storage.TypedStorage,
)
PARTS = {
    torch.sparse_coo: ("_indices", "_values"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
}
if VERSION >= (2, 0):
    PARTS[torch.sparse_bsr] = PARTS[torch.sparse_csr]
    PARTS[torch.sparse_csc] = PARTS[torch.sparse_bsc] = ("ccol_indices", "row_indices", "values")


class Joined(dict):
    """Several objects of one file or set, by their names."""


UNLIKE = (torch.storage.TypedStorage, torch.jit.ScriptModule, Joined)  # not of the class that the file names


class CannotLoad(Exception):
    """PyTorch itself refuses the file."""


def load(path, tags, device="cpu"):
    """The object in the file, all on one device. `tags` gets the saved tag of each storage by its address, on the CPU."""

    def remember(storage, tag):
        tags[storage.data_ptr()] = tag
        return storage

    # Tensors without a storage of their own want a name, not a function.
    is_named = device != "cpu" or any(word in path.name for word in ("wrapper", "device_tensor", "dtensor"))
    location = device if is_named else remember
    try:
        with warnings.catch_warnings(), inner_location(location):
            warnings.simplefilter("ignore")
            return load_any(path, location)
    except Exception as failure:
        raise CannotLoad(f"{type(failure).__name__}: {str(failure).splitlines()[0][:150]}") from failure


def load_any(path, location):
    if path.suffix == ".safetensors":
        return load_safetensors(str(path))
    if path.suffix == ".pkl":
        with open(path, "rb") as file:
            return pickle.load(file)
    if path.name.endswith(".index.json"):
        return load_shards(path, location)
    if path.suffix == ".pt2":
        return load_export(path, location)
    if path.name.startswith("script_"):
        return torch.jit.load(str(path), map_location="cpu")
    if path.name == "package.pt":
        importer = torch.package.PackageImporter(str(path))
        places = {"model/model.pkl": ("model", "model.pkl"), "extra/state.pkl": ("extra", "state.pkl")}
        return Joined((name, importer.load_pickle(*place, map_location=location)) for name, place in places.items())
    if path.name == "dtensor.pt":
        importlib.import_module("torch.distributed.tensor")
    options = {} if VERSION < (2, 0) else {"weights_only": False}
    if "python2" in path.name:
        options["encoding"] = "latin1"
    return torch.load(str(path), map_location=location, **options)


def load_shards(path, location):
    """All shards that load, as one state_dict. (PyTorch has no function for it.)"""
    merged, failure = Joined(), None
    for shard in sorted(set(json.loads(path.read_text())["weight_map"].values())):
        try:
            merged.update(load_any(path.parent / shard, location))
        except Exception as error:
            failure = error
    if failure and not merged:
        raise failure
    return merged


def load_export(path, location):
    """The checkpoints inside an exported program, by the names of their records; what torch.export.load finds in records
    without a pickle, by the names of their folders."""
    with zipfile.ZipFile(path) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    options = {"map_location": location, "weights_only": False}
    nested = {name: data for name, data in found.items() if data.startswith(b"PK\3\4")}
    joined = Joined((name.removeprefix("archive/"), torch.load(io.BytesIO(data), **options)) for name, data in nested.items())
    for name, folder, reader in (("weights", "data/weights", "_load_state_dict"), ("constants", "data/constants", "_load_constants")):
        if f"archive/{folder}/model_{name}_config.json" in found:
            from torch.export.pt2_archive import _package

            with _package.PT2ArchiveReader(str(path)) as archive:
                joined[f"{folder}/model"] = getattr(_package, reader)(archive, "model")
    return joined


@contextlib.contextmanager
def inner_location(location):
    """Blobs inside a pickle are loaded by a torch.load that knows no map_location: it gets ours."""
    plain = torch.load

    def with_location(*args, **options):
        return plain(*args, **{"map_location": location, **options})

    torch.load = with_location
    try:
        yield
    finally:
        torch.load = plain


def load_safetensors(name):
    from safetensors.torch import load_file

    return load_file(name)


def join_overlapping(facts):
    """Views of legacy files are storages inside another one: PyTorch has one object for each, Cairn the root."""
    roots = []
    for begin, size, _ in sorted({fact.group for fact in facts if fact.group}, key=lambda group: (group[0], -group[1])):
        if not roots or begin >= roots[-1][0] + roots[-1][1]:
            roots.append((begin, size))
    for fact in facts:
        if fact.group:
            begin, _, item_size = fact.group
            root = next(root for root, size in roots if root <= begin < root + size)
            fact.group = root
            fact.offset += (begin - root) // item_size


def untyped(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage().untyped()


def storage_bytes(storage):
    storage = storage.cpu() if storage.device.type == "cuda" else storage
    return ctypes.string_at(storage.data_ptr(), storage.nbytes()) if storage.nbytes() else b""


class Walk:
    """Goes through the object as the rows of Cairn's tree do: a value that is met twice is there twice, but what
    holds itself is a reference."""

    def __init__(self, tags):
        self.tags = tags
        self.facts = []
        self.values = {}
        self.keep = []  # an id must stay taken

    def run(self, root):
        queue = collections.deque([((), root, frozenset())])
        if isinstance(root, torch.jit.ScriptModule):
            queue.extend((("constants", index), tensor, frozenset()) for index, tensor in enumerate(script_constants(root)))
        while queue:
            path, value, above = queue.popleft()
            if isinstance(value, torch.Tensor):
                self.tensor(path, value)
            elif id(value) in above:
                continue
            elif not isinstance(value, UNLIKE):
                self.values[path] = described(value)
            self.keep.append(value)
            inside = above if isinstance(value, torch.Tensor) else above | {id(value)}
            queue.extend(((*path, key), child, inside) for key, child in self.children(value))
        join_overlapping(self.facts)
        return self.facts

    def children(self, value):
        if isinstance(value, LEAVES):
            return []
        if isinstance(value, torch.Tensor):
            return attributes(value)
        if isinstance(value, torch.nn.Module) and not isinstance(value, torch.jit.ScriptModule):
            return [*value._parameters.items(), *value._buffers.items(), *value._modules.items(), *module_attributes(value)]
        if isinstance(value, torch.jit.ScriptModule):
            return script_children(value)
        if isinstance(value, torch.optim.Optimizer):
            groups = [{"params": group["params"]} for group in value.param_groups]
            return [("state", value.state), ("param_groups", groups)]  # newer versions add to the rest as they load it
        if isinstance(value, torch.Generator):
            return [("state", value.__reduce__()[2])] if VERSION >= (2, 0) else []
        if type(value).__module__ == "torch.return_types":
            return [(0, tuple(value)), (1, {})]  # what it was called with
        if isinstance(value, dict):
            return [(key_of(key), child) for key, child in value.items()] + attributes(value)
        if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
            return list(enumerate(value)) + attributes(value)
        if isinstance(value, numpy.ndarray) and value.dtype == object:
            return list(enumerate(value.ravel()))
        return attributes(value)

    def tensor(self, path, value):
        if isinstance(value, torch.nn.parameter.UninitializedTensorMixin):
            return  # an object that will make a tensor some day
        if value.layout in PARTS:
            self.sparse(path, value)
            return
        shape = None if value.is_nested else list(value.shape)
        fact = Fact(path=path, dtype=str(value.dtype)[6:], shape=shape, requires_grad=value.requires_grad)
        self.facts.append(fact)
        if value.is_nested or value.device.type == "meta" or storage_less(value):
            fact.stride = list(value.stride()) if value.device.type == "meta" else None
            return
        storage = untyped(value)
        fact.stride, fact.offset = list(value.stride()), value.storage_offset()
        fact.group = (storage.data_ptr(), storage.nbytes(), value.element_size()) if storage.nbytes() else None
        fact.tag = self.tags.get(storage.data_ptr()) if storage.nbytes() else None
        fact.conj, fact.neg = bits(value)
        data = storage_bytes(storage)
        fact.digest = element_bytes(data, fact, None if value.dtype in SUBBYTE else value.element_size())
        self.quantizer(fact, value)

    def sparse(self, path, value):
        fact = Fact(path=path, dtype=str(value.dtype)[6:], shape=list(value.shape), requires_grad=value.requires_grad)
        self.facts.append(fact)
        for name in PARTS[value.layout]:
            self.tensor((*path, name.strip("_")), getattr(value.detach(), name)())
            self.facts[-1].part = True

    def quantizer(self, fact, value):
        if not value.is_quantized or value.dtype in SUBBYTE and value.qscheme() == torch.per_tensor_affine:
            return
        if value.qscheme() == torch.per_tensor_affine:
            fact.quantizer = {"scale": value.q_scale(), "zero_point": value.q_zero_point()}
        else:
            fact.quantizer = {"axis": value.q_per_channel_axis()}


def storage_less(value):
    try:
        return untyped(value).device.type == "meta" or value.data_ptr() == 0 and value.numel() != 0
    except (RuntimeError, NotImplementedError):
        return True


def bits(value):
    return (value.is_conj(), value.is_neg()) if VERSION >= (2, 0) else (False, False)


def described(value):
    """Type, and the value itself where JSON has a word for it."""
    cls = type(value)
    bare = cls.__module__ in ("builtins", "collections")
    name = cls.__qualname__ if bare else f"{cls.__module__}.{cls.__qualname__}".replace("pathlib._local", "pathlib")
    name = re.sub(r"^<torch_package_\d+>\.", "", name)
    if isinstance(value, numpy.dtype):
        name = "numpy.dtype"
    elif cls is numpy.bool_:
        name = "numpy.bool_"
    return [name, plain(value)]


def plain(value):
    """As it must appear in JSON; None for what has no form of its own there."""
    if type(value) is float and not numpy.isfinite(value):
        return {"inf": "Infinity", "-inf": "-Infinity"}.get(str(value), "NaN")
    if type(value) is str:
        return re.sub("[\ud800-\udfff]", "\ufffd", value)
    if type(value) is int:
        return value if abs(value) < 2**63 else None
    return value if type(value) in (bool, float) else None


def key_of(key):
    if type(key) is frozenset:
        return f"frozenset({list(key)})"
    return key if type(key) in (str, int) else repr(key)


def attributes(value):
    found = [pair for pair in getattr(value, "__dict__", {}).items() if isinstance(pair[0], str)]
    if isinstance(value, torch.nn.Module):
        return found
    for cls in type(value).__mro__:
        slots = cls.__dict__.get("__slots__", ())
        if isinstance(slots, (tuple, list)):
            found += [(name, getattr(value, name)) for name in slots if hasattr(value, name)]
    return found


def module_attributes(module):
    """Without hooks: newer versions add theirs as they load a module."""
    hidden = {"_parameters", "_buffers", "_modules"}
    return [(name, value) for name, value in module.__dict__.items() if name not in hidden and "hooks" not in name]


def script_children(module):
    """Submodules, parameters and buffers, and those attributes of the fixtures that TorchScript writes in its own way."""
    found = [*module.named_children(), *module.named_parameters(recurse=False), *module.named_buffers(recurse=False)]
    taken = {name for name, _ in found}
    others = ("sizes", "rates", "switches", "names", "pair", "label", "table", "tensors")
    return found + [(name, getattr(module, name)) for name in others if name not in taken and module._c.hasattr(name)]


def script_constants(module):
    """The tensors that its code holds, in the order of the archive."""
    constants = module.code_with_constants[1].const_mapping
    return [constants[f"c{index}"] for index in range(len(constants))]
