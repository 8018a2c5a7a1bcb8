"""What real PyTorch finds in a checkpoint: every tensor with its place in the object, its view and its bytes."""

import collections
import contextlib
import ctypes
import importlib
import pickle
import warnings

import numpy
import torch
from facts import Fact, element_bytes

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split("a")[0].split(".")[:2])
SUBBYTE = {torch.quint4x2, torch.quint2x4}
LEAVES = (str, bytes, bytearray, int, float, complex, bool, type(None), type, numpy.generic, numpy.dtype, torch.dtype, torch.device)
PARTS = {
    torch.sparse_coo: ("_indices", "_values"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
}
if VERSION >= (2, 0):
    PARTS[torch.sparse_bsr] = PARTS[torch.sparse_csr]
    PARTS[torch.sparse_csc] = PARTS[torch.sparse_bsc] = ("ccol_indices", "row_indices", "values")


class CannotLoad(Exception):
    """PyTorch itself refuses the file."""


def load(path, tags):
    """The object in the file, all on the CPU. `tags` gets the saved tag of each storage by its address."""

    def remember(storage, tag):
        tags[storage.data_ptr()] = tag
        return storage

    # Tensors without a storage of their own want a name, not a function.
    location = "cpu" if any(word in path.name for word in ("wrapper", "device_tensor", "dtensor")) else remember
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
    if path.name.startswith("script_"):
        return torch.jit.load(str(path), map_location="cpu")
    if path.name == "dtensor.pt":
        importlib.import_module("torch.distributed.tensor")
    options = {} if VERSION < (2, 0) else {"weights_only": False}
    if "python2" in path.name:
        options["encoding"] = "latin1"
    return torch.load(str(path), map_location=location, **options)


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


def untyped(tensor):
    return tensor.untyped_storage() if hasattr(tensor, "untyped_storage") else tensor.storage().untyped()


def storage_bytes(storage):
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
        while queue:
            path, value, above = queue.popleft()
            if isinstance(value, torch.Tensor):
                self.tensor(path, value)
            elif id(value) in above:
                continue
            else:
                self.values[path] = described(value)
            self.keep.append(value)
            inside = above if isinstance(value, torch.Tensor) else above | {id(value)}
            queue.extend(((*path, key), child, inside) for key, child in self.children(value))
        return self.facts

    def children(self, value):
        if isinstance(value, torch.Tensor):
            return attributes(value)
        if isinstance(value, torch.nn.Module) and not isinstance(value, torch.jit.ScriptModule):
            return [*value._parameters.items(), *value._buffers.items(), *value._modules.items(), *module_attributes(value)]
        if isinstance(value, torch.jit.ScriptModule):
            return script_children(value)
        if isinstance(value, dict):
            return [(key_of(key), child) for key, child in value.items()] + attributes(value)
        if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
            return list(enumerate(value)) + attributes(value)
        if isinstance(value, numpy.ndarray) and value.dtype == object:
            return list(enumerate(value.ravel()))
        if isinstance(value, LEAVES):
            return []
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
        fact.group = storage.data_ptr() if storage.nbytes() else None
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
    name = cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
    plain = value if cls in (bool, str, float, type(None)) or cls is int and abs(value) < 2**63 else None
    return [name, plain]


def key_of(key):
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
    hidden = {"_parameters", "_buffers", "_modules"}
    return [pair for pair in module.__dict__.items() if pair[0] not in hidden]


def script_children(module):
    """Attributes of a TorchScript module; `training` and the like are no tensors, so their order does not matter."""
    found = [(name, child) for name, child in module.named_children()]
    names = {name for name, _ in module._c._get_attributes()} if hasattr(module._c, "_get_attributes") else set()
    found += [(name, value) for name, value in module.named_parameters(recurse=False)]
    found += [(name, value) for name, value in module.named_buffers(recurse=False)]
    taken = {name for name, _ in found}
    for name in dir_of_script(module):
        if name not in taken and name not in names:
            with contextlib.suppress(Exception):
                found.append((name, getattr(module, name)))
    return found


def dir_of_script(module):
    return [name for name in ("sizes", "rates", "names", "pair", "table", "tensors") if module._c.hasattr(name)]
