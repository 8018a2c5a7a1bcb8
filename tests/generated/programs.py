"""Random programs that build an object: a dict of literals, so that its repr is all one needs to build it again.

    {"nodes": {0: (kind, parameters, [ids of parts]), ...}, "storages": {0: (dtype, elements, seed, tag), ...}, "file": {...}}

Node 0 is the object. Several nodes may name one part, and a part may name what holds it. `build` makes it.
"""

import collections
import ctypes
import datetime
import decimal
import fractions
import functools
import pathlib
import random
import uuid

import generated_classes as made
import numpy
import torch

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split("a")[0].split(".")[:2])
TAGS = ("cpu", "cuda:0", "cuda:0", "cuda:1", "cuda:7", "mps", "xpu:0", "cuda")
DTYPES = [
    name
    for name in (
        *("float32", "float32", "float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool"),
        *("complex64", "complex128", "complex32", "uint16", "uint32", "uint64", "float8_e4m3fn", "float8_e5m2"),
        *("float8_e4m3fnuz", "float8_e5m2fnuz"),
    )
    if hasattr(torch, name)
    and (VERSION >= (2, 0) or name != "complex32")
    and (VERSION >= (2, 3) or name not in ("uint16", "uint32", "uint64"))
]
QUANTIZED = ("quint8", "qint8", "qint32")
LITERALS = (
    *(None, True, False, 0, 1, -1, 255, 256, 65536, 2**31, 2**32, -(2**31) - 1, 2**63, -(2**63), 2**70, -(10**40)),
    *(0.0, -0.0, 1.5, 1e300, -2.5e-310, "inf", "-inf"),
    *("", "text", "two\nlines", "gr\u00f6\u00dfe", "\u65e5\u672c", "\U0001f600", "a.b", "cuda:0", "q" * 300, "\ud800", 'quote" \\', "\0"),
    *(b"", b"bytes", bytes(range(256)), b"x" * 300, 1 + 2j),
)
OTHERS = {
    "ellipsis": ...,
    "not implemented": NotImplemented,
    "range": range(3, 30, 4),
    "slice": slice(1, None, 2),
    "bytearray": bytearray(b"array"),
    "decimal": decimal.Decimal("1.50"),
    "fraction": fractions.Fraction(1, 3),
    "date": datetime.datetime(2020, 2, 3, 4, 5, 6, 7, datetime.timezone.utc),
    "delta": datetime.timedelta(3, 4),
    "path": pathlib.PurePosixPath("a/b"),
    "uuid": uuid.UUID(int=77),
    "size": torch.Size([2, 3]),
    "dtype": torch.float16,
    "layout": torch.strided,
    "format": torch.channels_last,
    "class": made.Plain,
    "inner class": made.Record,
    "function": made.build,
    "builtin": len,
    "method": str.upper,
    "enum": made.Colour.BLUE,
    "level": made.Level.HIGH,
    "nan": float("nan"),
    "numpy dtype": numpy.dtype("<i4"),
    "numpy scalar": numpy.float64(2.5),
    "numpy bool": numpy.bool_(True),
    "my text": made.MyText("mine"),
    "my bytes": made.MyBytes(b"mine"),
    "my integer": made.MyInteger(12),
    "my float": made.MyFloat(1.25),
    "complex": complex(0.0, -0.0),
}


def storage_bytes(dtype, count, seed):
    """Any bits, but none that PyTorch has no meaning for."""
    size = torch.empty(0, dtype=getattr(torch, dtype)).element_size()
    data = random.Random(f"bytes {seed}").randbytes(count * size)
    return bytes(byte & 1 for byte in data) if dtype == "bool" else data


def fill(tensor, data):
    if data:
        ctypes.memmove(tensor.data_ptr(), data, len(data))
    return tensor


class Builder:
    def __init__(self, program):
        self.program = program
        self.done = {}
        self.bases = {}
        self.tags = {}  # by address of the storage's bytes
        self.keep = []

    def build(self, identity=0):
        if identity in self.done:
            return self.done[identity]
        name, parameters, parts = self.program["nodes"][identity]
        kind = KINDS[name]
        if kind.shell:
            value = self.done[identity] = kind.shell(parameters)
            kind.fill(value, parameters, [self.build(part) for part in parts])
        else:
            value = kind.make(self, parameters, [self.build(part) for part in parts])
            self.done[identity] = value
        self.keep.append(value)
        return value

    def base(self, storage):
        """The tensor over all of a storage of the program."""
        if storage not in self.bases:
            dtype, count, seed, tag = self.program["storages"][storage]
            base = fill(torch.empty(count, dtype=getattr(torch, dtype)), storage_bytes(dtype, count, seed))
            self.bases[storage] = self.tag(base, tag)
        return self.bases[storage]

    def tag(self, tensor, tag):
        if tensor.data_ptr():
            self.tags[tensor.data_ptr()] = tag
        self.keep.append(tensor)
        return tensor


Kind = collections.namedtuple("Kind", "weight least most make shell fill parameters cycles keys")
KINDS = {}


def kind(
    name, weight, parts=(0, 0), make=None, shell=None, fill=None, parameters=lambda chance: None, cycles=None, keys=False, since=(0, 0)
):
    """`make` builds from finished parts; `shell` and `fill` in two steps, for what can hold itself. `keys`: every other
    part is a key."""
    if VERSION >= since:
        cycles = shell is not None if cycles is None else cycles
        KINDS[name] = Kind(weight, *parts, make, shell, fill, parameters, cycles, keys)


def pairs(parts):
    return list(zip(parts[::2], parts[1::2]))


def fill_dict(value, parameters, parts):
    for key, item in pairs(parts):
        value[key] = item


def set_attributes(value, names, parts):
    for name, part in zip(names, parts):
        setattr(value, name, part)


# Values without parts.
kind("literal", 6, make=lambda b, p, parts: float(p) if p in ("inf", "-inf") else p, parameters=lambda chance: chance.choice(LITERALS))
kind("other", 3, make=lambda b, p, parts: OTHERS[p], parameters=lambda chance: chance.choice(list(OTHERS)))
kind("device", 0.7, make=lambda b, p, parts: torch.device(p), parameters=lambda chance: chance.choice(("cpu", "cuda:0", "cuda:1", "cuda")))
kind(
    "array", 1,
    make=lambda b, p, parts: numpy.arange(p[1]).astype(p[0]).reshape(p[2]),
    parameters=lambda chance: chance.choice((("<f4", 6, (2, 3)), (">i2", 4, (4,)), ("?", 1, ()), ("<c8", 0, (0, 3)), ("U3", 2, (2,)))),
)  # fmt: skip
# Containers.
kind("dict", 6, (0, 10), shell=lambda p: {}, fill=fill_dict, keys=True)
kind("list", 4, (0, 5), shell=lambda p: [], fill=lambda value, p, parts: value.extend(parts))
kind("tuple", 4, (0, 5), make=lambda b, p, parts: tuple(parts))
kind("set", 0.7, (0, 3), shell=lambda p: set(), fill=lambda value, p, parts: value.update(parts), cycles=False, keys=True)
kind("frozenset", 0.7, (0, 3), make=lambda b, p, parts: frozenset(parts), keys=True)
kind("ordered", 1.5, (0, 8), shell=lambda p: collections.OrderedDict(), fill=fill_dict, keys=True)
kind("default", 0.7, (0, 4), shell=lambda p: collections.defaultdict(list), fill=fill_dict, keys=True)
kind("deque", 0.7, (0, 4), shell=lambda p: collections.deque(maxlen=p), fill=lambda value, p, parts: value.extend(parts),
     parameters=lambda chance: chance.choice((None, 9)))  # fmt: skip
kind("counter", 0.3, (0, 4), shell=lambda p: collections.Counter(), fill=lambda value, p, parts: [value.__setitem__(k, i) for i, k in enumerate(parts)],
     cycles=False, keys=True)  # fmt: skip
kind("pair", 0.7, (2, 2), make=lambda b, p, parts: made.Pair(*parts))
# Subclasses of containers, with attributes in a __dict__ or in slots.
for name, cls, attributes in (
    ("my dict", made.MyDict, "ab"),
    ("slotted dict", made.SlottedDict, "ab"),
    ("my ordered", made.MyOrdered, "a"),
    ("slotted ordered", made.SlottedOrdered, "a"),
):

    def fill_both(value, p, parts, attributes=attributes):
        set_attributes(value, attributes[: len(parts) % 3], parts)
        fill_dict(value, p, parts)

    kind(name, 0.7, (0, 6), shell=lambda p, cls=cls: cls(), fill=fill_both, keys=True)
for name, cls in (("my list", made.MyList), ("slotted list", made.SlottedList)):

    def fill_list(value, p, parts):
        value.extend(parts[1:])
        set_attributes(value, "a", parts[:1])

    kind(name, 0.7, (0, 4), shell=lambda p, cls=cls: cls(), fill=fill_list)
kind("my set", 0.4, (0, 3), shell=lambda p: made.MySet(), fill=lambda value, p, parts: value.update(parts), cycles=False, keys=True)
kind("my frozen", 0.4, (0, 3), make=lambda b, p, parts: made.MyFrozen(parts), keys=True)


def my_tuple(builder, parameters, parts):
    value = made.MyTuple(parts[1:])
    set_attributes(value, "a", parts[:1])
    return value


kind("my tuple", 0.7, (0, 4), make=my_tuple)
# Objects.
kind("plain", 2, (0, 4), shell=lambda p: made.Plain(), fill=lambda value, p, parts: set_attributes(value, "abcd", parts))
kind("slotted", 1, (0, 2), shell=lambda p: made.Slotted(), fill=lambda value, p, parts: set_attributes(value, "ab", parts))
kind("slotted child", 1, (0, 4), shell=lambda p: made.SlottedChild(), fill=lambda value, p, parts: set_attributes(value, "abcd", parts))
kind("record", 0.7, (2, 2), shell=lambda p: made.Record(), fill=lambda value, p, parts: set_attributes(value, "ab", parts))
kind("own state", 1, (1, 1), shell=lambda p: made.OwnState(None), fill=lambda value, p, parts: set_attributes(value, ("state",), parts))
kind("with new", 0.7, (0, 3), make=lambda b, p, parts: made.WithNewPlain(*parts))
kind("with named", 1, (1, 4), make=lambda b, p, parts: made.WithNewNamed(*parts[1:], name=parts[0]))
kind("partial", 1, (0, 3), make=lambda b, p, parts: functools.partial(made.build, *parts, option=1))
kind(
    "module",
    0.5,
    (0, 3),
    shell=lambda p: made.Module(),
    fill=lambda value, p, parts: [add_to_module(value, *pair) for pair in zip("abc", parts)],
)


def add_to_module(module, name, value):
    if type(value) is torch.Tensor and not value.requires_grad:
        module.register_buffer(name, value)
    else:
        setattr(module, name, value)


def state_dict(builder, parameters, parts):
    value = collections.OrderedDict((f"layer.{name}", part) for name, part in zip("abc", parts))
    value._metadata = collections.OrderedDict({"": {"version": 1}, "layer": {"version": 2}})
    return value


kind("state dict", 0.5, (0, 3), make=state_dict)


def optimizer(builder, parameters, parts):
    layer = torch.nn.Linear(2, 2)
    for parameter in layer.parameters():
        fill(parameter.data, bytes(range(4 * parameter.numel())))
        parameter.grad = parameter.detach().clone()
    value = torch.optim.SGD(layer.parameters(), lr=0.5, momentum=0.5)
    value.step()
    for tensor in (*layer.parameters(), *(state["momentum_buffer"] for state in value.state.values())):
        builder.tag(tensor, parameters)
    builder.keep.append(layer)
    return value


kind("optimizer", 0.15, make=optimizer, parameters=lambda chance: chance.choice(TAGS))


# Every form of a reduce: callable and arguments, state, items, pairs, a setter whose result is popped.
def fill_reduce(value, parameters, parts):
    callable_, counts, form = parameters
    parts = list(parts)
    take = lambda count: [parts.pop(0) for _ in range(min(count, len(parts)))]  # noqa: E731
    function = {"build": made.build, "build_state": made.build_state, "class": made.Box, "partial": None}[callable_]
    if function is None:
        function = functools.partial(made.build, *take(1))
    arguments = tuple(take(counts[0]))
    state = take(1)
    state = state[0] if state else None
    listed, keyed = take(counts[1]), take(counts[2])
    if form != 6 and callable_ != "build_state" and state is not None:
        state = {"state": state} if form % 2 else ({"state": state}, {"slot": 1})
    everything = (function, arguments, state, iter(listed), iter([("key", item) for item in keyed]), made.set_state)
    value.parts = everything[:form]
    value.again = (function, arguments, state, listed, keyed, form)


class Reduce(made.Reduces):
    """The same parts however often it is pickled."""

    def __reduce_ex__(self, protocol):
        function, arguments, state, listed, keyed, form = self.again
        pairs_ = iter([("key", item) for item in keyed])
        return (function, arguments, state, iter(listed), pairs_, made.set_state)[: self.again[5]]


kind(
    "reduce", 4, (0, 8), shell=lambda p: Reduce(), fill=fill_reduce, cycles=False,
    parameters=lambda chance: (chance.choice(("build", "build_state", "class", "partial")), (chance.randrange(3), chance.randrange(3), chance.randrange(3)), chance.randrange(2, 7)),
)  # fmt: skip


def fill_effect(value, parameters, parts):
    value.arguments, value.value = tuple(parts[1:]), parts[0]


kind("effect", 1, (1, 4), shell=lambda p: made.Effect(), fill=fill_effect, cycles=False)


def fill_class(value, parameters, parts):
    value.attributes = {"a": parts[0], "b": parts[1]}


kind("made class", 1, (2, 2), shell=lambda p: made.ClassToMake(), fill=fill_class, cycles=False)


# Tensors.
def strided(builder, parameters, parts):
    storage, shape, stride, offset, form = parameters
    base = builder.base(storage)
    value = torch.empty(0, dtype=base.dtype).set_(base, offset, shape, stride)
    if form == "gradient" and (value.is_floating_point() or value.is_complex()):
        value.requires_grad_()
    elif form == "parameter":
        value = torch.nn.Parameter(value, value.is_floating_point())
    elif form == "buffer" and hasattr(torch.nn, "Buffer"):
        value = torch.nn.Buffer(value)
    elif form == "subclass":
        value = value.as_subclass(made.SubTensor)
    elif form == "conj" and value.is_complex():
        value = value.conj()
    elif form == "neg" and VERSION >= (2, 0) and value.dtype != torch.bool:
        value = torch._neg_view(value)
    set_attributes(value, ("note", "other"), parts)
    return value


# Their parameters come from the program, which knows its storages.
kind("tensor", 14, make=strided)
kind("noted tensor", 0.7, (1, 2), make=strided)
kind(
    "storage",
    0.7,
    make=lambda b, p, parts: b.base(p).storage() if VERSION < (2, 0) else b.base(p).storage() if p % 2 else b.base(p).untyped_storage(),
)


def quantized(builder, parameters, parts):
    dtype, count, seed, tag, channels = parameters
    dtype = getattr(torch, dtype)
    data = random.Random(seed).randbytes(count * channels * (4 if dtype == torch.qint32 else 1))
    if channels > 1:
        scales, zeros = torch.rand(channels, dtype=torch.float64, generator=torch.Generator().manual_seed(seed)), torch.arange(channels)
        value = torch._empty_per_channel_affine_quantized([channels, count], scales=scales, zero_points=zeros, axis=0, dtype=dtype)
        builder.tag(value.q_per_channel_scales(), tag)
        builder.tag(value.q_per_channel_zero_points(), tag)
    else:
        value = torch._empty_affine_quantized([count], scale=0.25, zero_point=3, dtype=dtype)
    return builder.tag(fill(value, data), tag)


kind("quantized", 1, make=quantized,
     parameters=lambda chance: (chance.choice(QUANTIZED), chance.randrange(5), chance.randrange(999), chance.choice(TAGS), chance.randrange(1, 4)))  # fmt: skip

LAYOUTS = ("coo", "csr", "csc", "bsr", "bsc") if VERSION >= (2, 0) else ("coo", "csr")


def sparse(builder, parameters, parts):
    layout, dtype, seed, tag = parameters
    dense = torch.tensor([random.Random(seed + place).choice((0, 0, place + 1)) for place in range(16)], dtype=getattr(torch, dtype)).view(
        4, 4
    )
    if layout == "coo":
        value = dense.to_sparse()
        value = value if seed % 2 else torch.sparse_coo_tensor(value._indices(), value._values(), (4, 4))
        inside = (value._indices(), value._values())
    else:
        value = getattr(dense, f"to_sparse_{layout}")(*([(2, 2)] if layout.startswith("b") else []))
        names = ("crow_indices", "col_indices") if layout in ("csr", "bsr") else ("ccol_indices", "row_indices")
        inside = (getattr(value, names[0])(), getattr(value, names[1])(), value.values())
    for part in inside:
        builder.tag(part, tag)
    return value


kind("sparse", 1.2, make=sparse,
     parameters=lambda chance: (chance.choice(LAYOUTS), chance.choice(("float32", "float64", "int64")), chance.randrange(99), chance.choice(TAGS)))  # fmt: skip


def nested(builder, parameters, parts):
    sizes, tag = parameters
    value = torch.nested.nested_tensor([torch.arange(float(size)) for size in sizes])
    for part in (value.values(), value._nested_tensor_size(), value._nested_tensor_strides(), value._nested_tensor_storage_offsets()):
        builder.tag(part, tag)
    return value


kind(
    "nested",
    0.5,
    make=nested,
    since=(2, 1),
    parameters=lambda chance: ((chance.randrange(1, 4), chance.randrange(1, 4)), chance.choice(TAGS)),
)
kind("meta", 0.8, make=lambda b, p, parts: torch.empty(p[1], dtype=getattr(torch, p[0]), device="meta"),
     parameters=lambda chance: (chance.choice(DTYPES), chance.choice(((), (2,), (3, 2), (0, 4)))))  # fmt: skip
kind("wrapper", 1.2, (1, 2), make=lambda b, p, parts: made.Wrapper(parts[0] if len(parts) == 1 else tuple(parts), p[0], torch.float32, p[1]),
     parameters=lambda chance: (chance.choice(("cpu", "cuda:0", "cuda:1")), chance.choice(((), (2,), (3, 2)))))  # fmt: skip


class DeviceTensor:
    """As tensors on a device without storages are pickled."""

    def __init__(self, count, device):
        self.count, self.device = count, device

    def __reduce_ex__(self, protocol):
        return torch._utils._rebuild_device_tensor_from_numpy, (numpy.arange(self.count, dtype="<f4"), torch.float32, self.device, False)


kind(
    "device tensor",
    0.4,
    make=lambda b, p, parts: DeviceTensor(*p),
    parameters=lambda chance: (chance.randrange(4), chance.choice(("cpu", "cuda:0"))),
)
# Keys that say nothing about themselves.
kind("key", 0, (0, 1), make=lambda b, p, parts: set_attributes_of(made.Key(p), parts), parameters=lambda chance: chance.randrange(5))


def set_attributes_of(value, parts):
    set_attributes(value, ("part",), parts)
    return value


HASHABLE = {"literal", "other", "device", "key", "tensor", "plain", "my frozen", "frozenset", "tuple", "pair"}
UNHASHABLE_OTHERS = {"bytearray", "slice"}


# Ways of an object that are not parts of their own, to be chosen as kinds are.
WAYS = ("odd key", "cycle", "subclass", "qint32", "protocol 1")


class Writer:
    """Writes random programs. `kinds` are the names to choose from, ways among them."""

    def __init__(self, seed, kinds=None):
        self.random = random.Random(f"generated {seed}")
        self.seed = seed
        self.nodes = {}
        self.storages = {}
        self.ways = {way for way in WAYS if kinds is None or way in kinds}
        names = [name for name in KINDS if kinds is None or name in kinds]
        self.names, self.weights = names, [KINDS[name].weight for name in names]
        self.left = self.random.choice((6, 12, 25, 40))

    def program(self):
        if self.random.random() < 0.8:
            root = self.add("dict")
            parts = []
            for name in self.random.sample(("model", "optimizer", "extra", "epoch", "list.of.things", "a b"), self.random.randrange(1, 6)):
                parts += [self.literal(name), self.value([(root, "dict")])]
            self.nodes[root] = ("dict", None, parts)
        else:
            self.value([])
        return {"nodes": self.nodes, "storages": self.storages, "file": self.file()}

    def file(self):
        chance = self.random
        form = chance.choice(("zip", "zip", "zip", "legacy"))
        if any(name == "nested" for name, _, _ in self.nodes.values()):
            form = "zip"  # PyTorch saves them in the old form, and cannot load them
        return {"form": form, "protocol": chance.choice((1, 2, 2, 2, 3, 4, 5) if "protocol 1" in self.ways else (2, 2, 3, 4, 5)), "pickler": chance.choice(("c", "wild")), "seed": self.seed,
                "big endian": VERSION >= (2, 1) and form == "zip" and chance.random() < 0.1}  # fmt: skip

    def add(self, name, parameters=None):
        identity = len(self.nodes)
        self.nodes[identity] = (name, parameters, [])
        return identity

    def literal(self, value):
        return self.add("literal", value)

    def tensor(self, above):
        chance = self.random
        # PyTorch 2 makes a storage of its own for each tensor on an empty one.
        known = [storage for storage, (_, elements, _, _) in self.storages.items() if elements or VERSION < (2, 0)]
        if known and chance.random() < 0.4:
            storage = chance.choice(known)
        else:
            storage = len(self.storages)
            self.storages[storage] = (
                chance.choice(DTYPES),
                chance.choice((0, 1, 2, 6, 12, 24)),
                chance.randrange(10**6),
                chance.choice(TAGS),
            )
        return storage, self.storages[storage][1]

    def view(self, count):
        chance = self.random
        offset = chance.randrange(count + 1)
        room, shape, stride = count - offset, [], []
        for _ in range(chance.randrange(4)):
            step = chance.choice((0, 1, 1, 2, 3))
            size = chance.randrange(0, 4)
            if size > 1:
                size = min(size, 1 + (room - 1) // step) if step and room > 0 else size if step == 0 else 1
                room -= (size - 1) * step
            shape.append(size)
            stride.append(step)
        if room < 1:  # not one element: then none
            shape = [0, *shape]
            stride = [1, *stride]
        return tuple(shape), tuple(stride), offset

    def key(self, above):
        chance = self.random.random()
        if chance < 0.6:
            return self.literal(self.random.choice("abcdefgh") + self.random.choice(("", "", ".w", "_1")))
        if chance < 0.75 or "odd key" not in self.ways:
            return self.add(
                "literal", self.random.choice((0, 1, 2, 7, -1, 2**31, 2**32, 2**40, 2**63, 2**70, 0.5, None, True, b"k", "7", "1"))
            )
        return self.value(above, HASHABLE)

    def value(self, above, among=None):
        """A new node, or one that is there. `above` is the way from the root."""
        chance = self.random
        if self.nodes and among is None and chance.random() < 0.1:
            found = self.known(above)
            if found is not None:
                return found
        self.left -= 1
        while True:
            (name,) = chance.choices(self.names, self.weights) if among is None or "key" not in among else (chance.choice(sorted(among)),)
            if among is not None and name not in among or among is not None and name not in self.names and name != "key":
                continue
            if KINDS[name].most and (self.left < 0 or len(above) > 7) and KINDS[name].least == 0 and name not in ("dict", "tuple"):
                continue
            if self.left < 0 and KINDS[name].least or name == "key" and among is None:
                continue
            break
        about = KINDS[name]
        parameters = about.parameters(chance)
        if name in ("tensor", "noted tensor", "storage"):
            storage, count = self.tensor(above)
            form = chance.choice(("plain", "plain", "plain", "gradient", "parameter", "buffer", "subclass", "conj", "neg"))
            form = "plain" if form == "subclass" and "subclass" not in self.ways else form
            parameters = storage if name == "storage" else (storage, *self.view(count), form)
        while name == "quantized" and parameters[0] not in ("quint8", "qint8", *self.ways):
            parameters = about.parameters(chance)
        while among is not None and name == "other" and parameters in UNHASHABLE_OTHERS:
            parameters = about.parameters(chance)
        identity = self.add(name, parameters)
        count = 0 if self.left < 0 and not about.least else chance.randint(about.least, about.most)
        way = [*above, (identity, name)]
        parts = []
        for place in range(count):
            if name in ("set", "my set", "frozenset", "my frozen", "counter") or about.keys and place % 2 == 0:
                parts.append(self.key(way))
            elif among is not None and name in ("tuple", "pair", "key"):
                parts.append(self.value(way, HASHABLE))
            else:
                parts.append(self.value(way, {"tensor", "noted tensor", "wrapper"} if name == "wrapper" else None))
        self.nodes[identity] = (name, parameters, parts)
        return identity

    def known(self, above):
        """A finished node, or one above this one where the way lets it hold itself."""
        on_the_way = {identity for identity, _ in above}
        finished = [identity for identity in self.nodes if identity not in on_the_way]
        cycles = []
        for identity, name in reversed(above):
            if KINDS[name].cycles and "cycle" in self.ways:
                cycles.append(identity)
            elif name != "tuple":
                break
        choice = self.random.choice([finished, cycles])
        return self.random.choice(choice) if choice else None


def random_program(seed, kinds=None):
    return Writer(seed, kinds).program()
