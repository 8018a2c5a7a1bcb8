"""One big value, used again and again: `BIG` says how to make it, `USES` what is done with it.

A file that says "this, a million times" takes three bytes for each time. Whatever is done anew for each of them costs the
size of the file times the size of what is shared.
"""

from support import handmade as hm

SIZES = (40, 3_000, 400_000, 5_000_000)  # bytes of the big value
USED, SECOND, THIRD, FOURTH = 1, 2, 3, 4  # places in the memo: what is shared, and what its uses need

USE = hm.get(USED)
POP, SET_ITEM, SET_ITEMS, NEWOBJ_EX, STACK_GLOBAL, DUP = b"0", b"s", b"u", b"\x92", b"\x93", b"2"
OBJECT_FLAG = hm.FALSE
LEGACY_START = hm.pickle(hm.integer(hm.LEGACY_MAGIC)) + hm.pickle(hm.integer(1001)) + hm.pickle(hm.EMPTY_DICT)


def kept(place, body):
    """Puts a value into the memo and takes it off the stack."""
    return body + hm.put(place) + POP


def short(text):
    return b"\x8c" + bytes([len(text)]) + text.encode()


def raw_bytes(data):
    return b"B" + len(data).to_bytes(4, "little") + data


def many(count, item):
    return b"".join(item(i) for i in range(count))


def keys(count):
    return many(count, lambda i: short(f"k{i}") + hm.NONE)


def numbers(count):
    return many(count, lambda i: hm.integer(i % 60_000))


def stream(body):
    """A stream of torch before 1.6."""
    return LEGACY_START + hm.pickle(body) + hm.pickle(hm.EMPTY_LIST)


def filled(pairs):
    return hm.EMPTY_DICT + hm.MARK + pairs + SET_ITEMS


MODULE_PARTS = b"".join(short(part) + hm.EMPTY_DICT for part in ("_parameters", "_buffers", "_modules"))

BIG = {
    "dict": lambda size: filled(keys(size // 9)),
    "tuple": lambda size: hm.MARK + numbers(size // 3) + b"t",
    "list": lambda size: hm.EMPTY_LIST + hm.MARK + numbers(size // 3) + b"e",
    "texts": lambda size: hm.MARK + short("a") * (size // 3) + b"t",
    "text": lambda size: hm.text("x" * size),
    "bytes": lambda size: raw_bytes(b"x" * size),
    "module": lambda size: filled(MODULE_PARTS + keys(size // 9)),
    "checkpoint": lambda size: raw_bytes(stream(filled(keys(size // 9)))),
    "integer": lambda size: b"\x8b" + size.to_bytes(4, "little") + b"\x7f" * size,
    "long-key": lambda size: hm.EMPTY_DICT + hm.text("x" * size) + hm.NONE + SET_ITEM,
    "class": lambda size: hm.global_("m", "x" * min(size, 60_000)),
    "call": lambda size: hm.call("m", "C", hm.text("x" * size)),
    "ordered": lambda size: hm.hooks() + hm.MARK + keys(size // 9) + SET_ITEMS,
    "deep": lambda size: hm.EMPTY_TUPLE + b"\x85" * size,
}

REBUILD = ("torch._utils", "_rebuild_tensor_v2")
ARRAY = ("numpy.core.multiarray", "_reconstruct")
SCALAR = ("numpy.core.multiarray", "scalar")


def name_at(place, module, name):
    return kept(place, hm.global_(module, name))


def code_of_dtype(code):
    return hm.call("numpy", "dtype", hm.text(code))


def called(module, name):
    """f(big)"""
    return name_at(SECOND, module, name), hm.get(SECOND) + USE + b"\x85" + hm.REDUCE


def spread(module, name):
    """f(*big)"""
    return name_at(SECOND, module, name), hm.get(SECOND) + USE + hm.REDUCE


def built(module, name):
    """An object whose state is big."""
    return name_at(SECOND, module, name), hm.get(SECOND) + hm.EMPTY_TUPLE + hm.NEWOBJ + USE + hm.BUILD


def rebuilt(arguments):
    """A tensor of a storage that all share (its call at SECOND, the storage at THIRD, a shape at FOURTH)."""
    before = name_at(SECOND, *REBUILD) + kept(THIRD, hm.storage_id(numel=1)) + kept(FOURTH, hm.ints(1))
    return before, hm.get(SECOND) + hm.MARK + hm.get(THIRD) + hm.integer(0) + arguments + b"t" + hm.REDUCE


def array(state):
    before = name_at(SECOND, *ARRAY) + name_at(THIRD, "numpy", "ndarray")
    before += kept(FOURTH, hm.tuple_(hm.get(THIRD), hm.ints(0), hm.text("b"))) + kept(5, code_of_dtype("f8"))
    return before, hm.get(SECOND) + hm.get(FOURTH) + hm.REDUCE + hm.MARK + hm.integer(1) + state + b"t" + hm.BUILD


SHAPE = hm.get(FOURTH)
NOTHING = b""

USES = {
    "alone": (NOTHING, USE),
    "as-key": (NOTHING, hm.EMPTY_DICT + USE + hm.NONE + SET_ITEM),
    "as-two-keys": (NOTHING, hm.EMPTY_DICT + USE + hm.EMPTY_DICT + USE + hm.NONE + SET_ITEM + SET_ITEM),
    "as-key-and-value": (NOTHING, hm.EMPTY_DICT + USE + USE + SET_ITEM),
    "as-module-and-name": (NOTHING, USE + USE + STACK_GLOBAL),
    "duplicated": (NOTHING, DUP),
    "argument": called("m", "C"),
    "arguments": spread("m", "C"),
    "keywords": (name_at(SECOND, "m", "C"), hm.get(SECOND) + hm.EMPTY_TUPLE + USE + NEWOBJ_EX),
    "state": built("m", "C"),
    "slots": (
        name_at(SECOND, "m", "C"),
        hm.get(SECOND) + hm.EMPTY_TUPLE + hm.NEWOBJ + hm.NONE + USE + b"\x86" + hm.BUILD,
    ),
    "state-of-ordered": (
        name_at(SECOND, "collections", "OrderedDict"),
        hm.get(SECOND) + hm.EMPTY_TUPLE + hm.REDUCE + USE + hm.BUILD,
    ),
    "counter": called("collections", "Counter"),
    "set": called("builtins", "set"),
    "bytearray": called("builtins", "bytearray"),
    "key-of-defaultdict": (
        name_at(SECOND, "collections", "defaultdict") + name_at(THIRD, "builtins", "list"),
        hm.get(SECOND) + hm.get(THIRD) + b"\x85" + hm.REDUCE + USE + USE + SET_ITEM,
    ),
    "encoded": (
        name_at(SECOND, "_codecs", "encode") + kept(THIRD, short("latin1")),
        hm.get(SECOND) + USE + hm.get(THIRD) + b"\x86" + hm.REDUCE,
    ),
    "member": (
        name_at(SECOND, "builtins", "getattr") + name_at(THIRD, "m", "C"),
        hm.get(SECOND) + hm.get(THIRD) + USE + b"\x86" + hm.REDUCE,
    ),
    "reconstructed": (
        name_at(SECOND, "copyreg", "_reconstructor") + name_at(THIRD, "m", "C") + name_at(FOURTH, "builtins", "dict"),
        hm.get(SECOND) + hm.get(THIRD) + hm.get(FOURTH) + USE + b"\x87" + hm.REDUCE,
    ),
    "partial": (
        name_at(SECOND, "functools", "partial") + name_at(THIRD, "m", "C"),
        hm.get(SECOND) + hm.get(THIRD) + b"\x85" + hm.REDUCE + hm.MARK + hm.get(THIRD) + hm.EMPTY_TUPLE + USE + hm.NONE
        + b"t" + hm.BUILD,
    ),
    "path": spread("pathlib", "PosixPath"),
    "namespace": built("argparse", "Namespace"),
    "uuid": built("uuid", "UUID"),
    "date": called("datetime", "datetime"),
    "numpy-dtype": called("numpy", "dtype"),
    "numpy-float": spread("numpy", "float64"),
    "numpy-scalar": (
        name_at(SECOND, *SCALAR) + kept(THIRD, code_of_dtype("f8")),
        hm.get(SECOND) + hm.get(THIRD) + USE + b"\x86" + hm.REDUCE,
    ),
    "numpy-fields": (
        name_at(SECOND, *SCALAR) + kept(THIRD, code_of_dtype("V8") + hm.MARK + hm.integer(3) + hm.text("|") + hm.NONE
                                        + USE + hm.NONE + hm.integer(8) + hm.integer(1) + hm.integer(0) + b"t" + hm.BUILD),
        hm.get(SECOND) + hm.get(THIRD) + short("abcdefgh") + b"\x86" + hm.REDUCE,
    ),
    "numpy-shape": array(USE + hm.NONE + OBJECT_FLAG + hm.EMPTY_LIST),
    "numpy-data": array(hm.ints(4) + hm.get(5) + OBJECT_FLAG + USE),
    "numpy-generator": called("numpy.random._pickle", "__generator_ctor"),
    "blob": called("torch.storage", "_load_from_bytes"),
    "device": called("torch", "device"),
    "size": called("torch", "Size"),
    "tensor-shape": rebuilt(USE + USE + hm.FALSE + hm.NONE),
    "tensor-hooks": rebuilt(SHAPE + SHAPE + hm.FALSE + USE),
    "tensor-metadata": rebuilt(SHAPE + SHAPE + hm.FALSE + hm.NONE + USE),
    "quantized": (
        name_at(SECOND, "torch._utils", "_rebuild_qtensor") + kept(THIRD, hm.storage_id(numel=1)) + kept(FOURTH, hm.ints(1)),
        hm.get(SECOND) + hm.MARK + hm.get(THIRD) + hm.integer(0) + SHAPE + SHAPE + USE + hm.FALSE + hm.NONE + b"t"
        + hm.REDUCE,
    ),
    "sparse": (
        name_at(SECOND, "torch._utils", "_rebuild_sparse_tensor"),
        hm.get(SECOND) + hm.NONE + USE + b"\x86" + hm.REDUCE,
    ),
    "parameter": (
        name_at(SECOND, "torch._utils", "_rebuild_parameter_with_state"),
        hm.get(SECOND) + hm.MARK + hm.NONE * 3 + USE + b"t" + hm.REDUCE,
    ),
    "subclass": (
        name_at(SECOND, "torch._tensor", "_rebuild_from_type_v2") + name_at(THIRD, *REBUILD) + name_at(FOURTH, "m", "T"),
        hm.get(SECOND) + hm.MARK + hm.get(THIRD) + hm.get(FOURTH) + hm.EMPTY_TUPLE + USE + b"t" + hm.REDUCE,
    ),
    "storage-class": (NOTHING, hm.MARK + short("storage") + USE + hm.NONE * 3 + b"t" + hm.BINPERSID),
    "storage-key": (
        name_at(SECOND, "torch", "FloatStorage"),
        hm.MARK + short("storage") + hm.get(SECOND) + USE + short("cpu") + hm.integer(1) + b"t" + hm.BINPERSID,
    ),
    "device-tag": (
        name_at(SECOND, "torch", "FloatStorage"),
        hm.MARK + short("storage") + hm.get(SECOND) + short("0") + USE + hm.integer(1) + b"t" + hm.BINPERSID,
    ),
    "distributed": built("torch.distributed.tensor", "DTensor"),
    "traced-graph": (
        name_at(SECOND, "torch.fx.graph_module", "reduce_graph_module"),
        hm.get(SECOND) + USE + short("x") + b"\x86" + hm.REDUCE,
    ),
}  # fmt: skip


def shared(big, use, room):
    """A pickle of about `room` bytes: `big`, then a list of uses."""
    before, once = USES[use]
    first = USE if once == DUP else NOTHING
    count = (room - len(big) - len(before)) // len(once)
    return hm.pickle(before + kept(USED, big) + hm.EMPTY_LIST + hm.MARK + first + once * count + b"e")
