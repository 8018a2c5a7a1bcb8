"""Whole files of one kind of thing each, as many as fit: every format, and what its reader keeps lists of.

`SHAPES` maps the name of a file to a function of its size.
"""

import json
import struct

from limits.shared_shapes import (
    BIG, DUP, POP, SET_ITEM, STACK_GLOBAL, THIRD, array, code_of_dtype, filled, kept, many, name_at, raw_bytes, short, stream
)  # fmt: skip
from support import handmade as hm

SECOND = 2
FOUR_BYTES = {"0": b"four"}
ONE_FLOAT = hm.storage_id(numel=1)


def small_zip(pickle):
    return hm.zip_(hm.records(pickle), align=1)


def zipped(body, **options):
    return hm.zip_(hm.records(hm.pickle(body), FOUR_BYTES, **options), align=1, zip64=True)


def listed(unit, size, before=b"", close=b"e"):
    """A list of as many as fit; `unit` may be a function of the number."""
    if callable(unit):
        items, i, length = [], 0, 0
        while length < size:
            items.append(unit(i))
            length += len(items[-1])
            i += 1
        body = b"".join(items)
    else:
        body = unit * (size // len(unit))
    return zipped(before + hm.EMPTY_LIST + hm.MARK + body + close)


def mapped(unit, size, before=b""):
    """A dictionary of as many pairs as fit."""
    items, i, length = [], 0, 0
    while length < size:
        items.append(unit(i))
        length += len(items[-1])
        i += 1
    return zipped(before + filled(b"".join(items)))


def nested(opening, closing, size):
    depth = size // (len(opening) + len(closing))
    return zipped(opening * depth + hm.NONE + closing * depth)


def until(size, item, join=b","):
    """As many as fit, with their numbers."""
    items, i, length = [], 0, 0
    while length < size:
        items.append(item(i))
        length += len(items[-1]) + len(join)
        i += 1
    return join.join(items)


TENSOR_BEFORE = name_at(SECOND, "torch._utils", "_rebuild_tensor_v2") + kept(THIRD, ONE_FLOAT)


def one_tensor_call(shape):
    """What comes before, and a call that makes a tensor, all with the same arguments."""
    arguments = hm.tuple_(hm.get(THIRD), hm.integer(0), shape, shape, hm.FALSE, hm.hooks())
    return TENSOR_BEFORE + kept(4, arguments), hm.get(SECOND) + hm.get(4) + hm.REDUCE


def fresh_tensor(i):
    storage = hm.storage_id(key=str(i), numel=1)
    return hm.get(SECOND) + hm.tuple_(storage, hm.integer(0), hm.ints(1), hm.ints(1), hm.FALSE, hm.EMPTY_DICT) + hm.REDUCE


def view(i):
    return hm.get(SECOND) + hm.MARK + hm.get(THIRD) + hm.integer(0) + hm.ints(1) * 2 + hm.FALSE + hm.EMPTY_DICT + b"t" + hm.REDUCE


# --- pickles -----------------------------------------------------------------------------------------------------

TAGGED = hm.get(SECOND) + hm.EMPTY_TUPLE + hm.NEWOBJ
MANY_SIZES = hm.MARK + b"K\1" * 64 + b"t"
STRUCTURE = ("numpy.core.multiarray", "scalar")


def structure_dtype(fields):
    """A NumPy structure of so many fields of a byte."""
    names = hm.MARK + many(fields, lambda i: short(f"f{i}")) + b"t"
    places = filled(many(fields, lambda i: short(f"f{i}") + code_of_dtype("u1") + hm.integer(i) + b"\x86"))
    state = hm.MARK + hm.integer(3) + hm.text("|") + hm.NONE + names + places + hm.integer(fields) + hm.integer(1)
    return code_of_dtype(f"V{fields}") + state + hm.integer(0) + b"t" + hm.BUILD


def structures(fields):
    before = name_at(SECOND, *STRUCTURE) + kept(THIRD, structure_dtype(fields)) + kept(4, short("x" * fields))
    return before, hm.get(SECOND) + hm.get(THIRD) + hm.get(4) + b"\x86" + hm.REDUCE


def nested_dtype(depth):
    dtype = code_of_dtype("u1")
    for _ in range(depth):
        names = hm.tuple_(short("f"))
        places = filled(short("f") + dtype + hm.integer(0) + b"\x86")
        dtype = code_of_dtype("V1") + hm.MARK + hm.integer(3) + hm.text("|") + hm.NONE + names + places + hm.integer(1) * 2
        dtype += hm.integer(0) + b"t" + hm.BUILD
    return dtype


def tensors_of(shape):
    before, unit = one_tensor_call(shape)
    return lambda size: listed(unit, size, before)


def tree(size):
    """Each group holds one value and the next group."""
    return nested(hm.EMPTY_DICT + short("a") + hm.NONE + SET_ITEM + short("b"), SET_ITEM, size)


def shared_tree(size):
    """Twice the level below, at each of 64 levels, beside a long list."""
    body = kept(1, hm.EMPTY_LIST + hm.MARK + b"N" * (size - 2_000) + b"e")
    for _ in range(64):
        body += kept(1, hm.EMPTY_LIST + hm.MARK + hm.get(1) * 2 + b"e")
    return zipped(body + hm.get(1))


PICKLES = {
    "nothings": lambda size: listed(hm.NONE, size),
    "small-numbers": lambda size: listed(hm.integer(1), size),
    "numbers": lambda size: listed(lambda i: hm.integer(i + 65_536), size),
    "floats": lambda size: listed(lambda i: hm.floating(i / 3), size),
    "texts": lambda size: listed(lambda i: short(f"{i}"), size),
    "long-texts": lambda size: listed(lambda i: hm.text(f"{i}" + "x" * 60_000), size),
    "texts-of-65": lambda size: listed(lambda i: short(f"{i:065}"), size),
    "control-texts": lambda size: listed(hm.text("\1" * 60_000), size),
    "bytes": lambda size: listed(lambda i: b"C\2" + struct.pack("<H", i % 65_536), size),
    "control-bytes": lambda size: listed(b"C\xff" + b"\1" * 255, size),
    "large-integers": lambda size: listed(lambda i: b"\x8a\x09" + struct.pack("<Q", i) + b"\1", size),
    "integers-of-255-bytes": lambda size: listed(b"\x8a\xff" + b"\x7f" * 255, size),
    "integers-of-1700-bytes": lambda size: listed(b"\x8b" + struct.pack("<I", 1_700) + b"\x7f" * 1_700, size),
    "integers-in-digits": lambda size: listed(b"L" + b"9" * 4_300 + b"L\n", size),
    "floats-in-digits": lambda size: listed(b"F" + b"1." + b"9" * 60_000 + b"e-300\n", size),
    "escaped-texts": lambda size: listed(b"V" + b"\\u0001" * 10_000 + b"\n", size),
    "quoted-texts": lambda size: listed(b"S'" + b"\\x01" * 10_000 + b"'\n", size),
    "empty-lists": lambda size: listed(hm.EMPTY_LIST, size),
    "empty-dicts": lambda size: listed(hm.EMPTY_DICT, size),
    "tuples-of-one": lambda size: listed(hm.NONE + b"\x85", size),
    "lists-of-one": lambda size: listed(hm.EMPTY_LIST + hm.NONE + b"a", size),
    "dicts-of-one": lambda size: listed(hm.EMPTY_DICT + hm.NONE * 2 + SET_ITEM, size),
    "sets-of-one": lambda size: listed(b"\x8f(N\x90", size),
    "frozensets": lambda size: listed(b"(N\x91", size),
    "appended": lambda size: zipped(hm.EMPTY_LIST + b"Na" * (size // 2)),
    "items-set": lambda size: zipped(hm.EMPTY_DICT + b"NNs" * (size // 3)),
    "items-of-text": lambda size: mapped(lambda i: short(f"{i}") + hm.NONE, size),
    "items-of-numbers": lambda size: mapped(lambda i: hm.integer(i) + hm.NONE, size),
    "items-of-floats": lambda size: mapped(lambda i: hm.floating(i / 3) + hm.NONE, size),
    "items-of-tuples": lambda size: mapped(lambda i: hm.integer(i) + b"\x85" + hm.NONE, size),
    "items-of-one-key": lambda size: zipped(filled((short("a") + hm.NONE) * (size // 4))),
    "items-of-shown-keys": lambda size: mapped(lambda i: short(f"{i}.weight"[:9]) + hm.EMPTY_DICT, size),
    "interleaved": lambda size: zipped(
        kept(1, hm.EMPTY_LIST) + kept(2, hm.EMPTY_LIST) + hm.EMPTY_LIST
        + b"h\1Na0h\2Na0" * (size // 10) + hm.MARK + b"h\1h\2e"
    ),
    "changed-calls": lambda size: zipped(
        kept(1, hm.call("m", "C")) + kept(2, hm.call("m", "D"))
        + b"h\1Na0h\2Na0" * (size // 10) + b"h\1h\2\x86"
    ),
    "states-again": lambda size: zipped(hm.call("m", "C") + (hm.EMPTY_DICT + hm.BUILD) * (size // 2)),
    "classes": lambda size: listed(lambda i: hm.global_("m", f"C{i}"), size),
    "classes-of-the-stack": lambda size: listed(lambda i: short("m") + short(f"C{i}") + STACK_GLOBAL, size),
    "modules-of-one-class": lambda size: listed(lambda i: hm.global_(f"m{i}", "C"), size),
    "class-again": lambda size: listed(hm.global_("m", "C"), size),
    "calls-of-classes": lambda size: listed(lambda i: hm.global_("m", f"C{i}") + hm.EMPTY_TUPLE + hm.REDUCE, size),
    "dangerous-classes": lambda size: listed(lambda i: hm.global_("os", f"C{i}"), size),
    "calls": lambda size: listed(hm.get(SECOND) + hm.EMPTY_TUPLE + hm.REDUCE, size, name_at(SECOND, "m", "C")),
    "objects": lambda size: listed(TAGGED + hm.EMPTY_DICT + hm.BUILD, size, name_at(SECOND, "m", "C")),
    "objects-of-one": lambda size: listed(
        TAGGED + hm.EMPTY_DICT + short("a") + hm.NONE + SET_ITEM + hm.BUILD, size, name_at(SECOND, "m", "C")
    ),
    "instances": lambda size: listed(b"(im\nC\n", size),
    "calls-thrown-away": lambda size: listed(
        hm.get(SECOND) + hm.EMPTY_TUPLE + hm.REDUCE + POP, size, name_at(SECOND, "m", "C")
    ),
    "ordered": lambda size: listed(hm.get(SECOND) + hm.EMPTY_TUPLE + hm.REDUCE, size, name_at(SECOND, "collections", "OrderedDict")),
    "numpy-numbers": lambda size: listed(
        hm.get(SECOND) + hm.get(THIRD) + b"C\x08" + b"\0" * 8 + b"\x86" + hm.REDUCE,
        size, name_at(SECOND, *STRUCTURE) + kept(THIRD, code_of_dtype("f8")),
    ),
    "numpy-structures-of-9": lambda size: listed(structures(9)[1], size, structures(9)[0]),
    "numpy-structures-of-200": lambda size: listed(structures(200)[1], size, structures(200)[0]),
    "numpy-structure-types": lambda size: listed(structure_dtype(100), size),
    "numpy-nested-types": lambda size: listed(nested_dtype(8), size),
    "numpy-arrays": lambda size: listed(
        array(hm.ints(1) + hm.get(5) + hm.FALSE + b"C\x08" + b"\0" * 8)[1], size, array(b"")[0]
    ),
    "numpy-arrays-of-64-dimensions": lambda size: listed(
        array(hm.get(6) + hm.get(5) + hm.FALSE + b"C\x08" + b"\0" * 8)[1], size, array(b"")[0] + kept(6, MANY_SIZES)
    ),
    "numpy-arrays-of-objects": lambda size: listed(
        array(hm.ints(1) + hm.get(5) + hm.FALSE + hm.EMPTY_LIST)[1], size, array(b"")[0]
    ),
    "dates": lambda size: listed(
        hm.get(SECOND) + hm.get(THIRD) + hm.REDUCE, size,
        name_at(SECOND, "datetime", "datetime") + kept(THIRD, hm.tuple_(b"C\x0a\x07\xe8\1\1\0\0\0\0\0\0")),
    ),
    "complex-numbers": lambda size: listed(
        hm.get(SECOND) + hm.get(THIRD) + hm.REDUCE, size,
        name_at(SECOND, "builtins", "complex") + kept(THIRD, hm.tuple_(hm.floating(1), hm.floating(2))),
    ),
    "tensors": lambda size: listed(fresh_tensor, size, TENSOR_BEFORE),
    "views": lambda size: listed(view, size, TENSOR_BEFORE),
    "one-tensor-again": tensors_of(hm.ints(1)),
    "one-tensor-of-64-dimensions": tensors_of(MANY_SIZES),
    "one-tensor-of-255-dimensions": tensors_of(hm.MARK + b"K\1" * 255 + b"t"),
    "one-huge-tensor": tensors_of(hm.ints(2**30, 2**30, 2**30)),
    "parameters": lambda size: listed(
        hm.get(5) + hm.get(6) + hm.REDUCE, size,
        one_tensor_call(hm.ints(1))[0] + name_at(5, "torch._utils", "_rebuild_parameter")
        + kept(6, hm.tuple_(one_tensor_call(hm.ints(1))[1], hm.TRUE, hm.hooks())),
    ),
    "subclasses": lambda size: listed(
        hm.get(5) + hm.get(6) + hm.REDUCE, size,
        one_tensor_call(hm.ints(1))[0] + name_at(5, "torch._tensor", "_rebuild_from_type_v2") + name_at(7, "m", "T")
        + kept(6, hm.tuple_(hm.get(SECOND), hm.get(7), hm.get(4), filled(short("a") + hm.NONE))),
    ),
    "bare-storages": lambda size: listed(lambda i: hm.storage_id(key=str(i), numel=1), size),
    "devices": lambda size: listed(lambda i: hm.storage_id(key=str(i), numel=1, tag=f"cuda:{i}"), size),
    "storage-classes": lambda size: listed(lambda i: hm.storage_id(key=str(i), storage=f"C{i}"), size),
    "marks": lambda size: zipped(hm.MARK * size + hm.NONE),
    "values-thrown-away": lambda size: zipped(b"N0" * (size // 2) + hm.NONE),
    "values-left-over": lambda size: zipped(hm.NONE * size),
    "duplicates": lambda size: zipped(hm.NONE + DUP * size),
    "memo": lambda size: zipped(hm.NONE + b"\x94" * size),
    "memo-far-away": lambda size: zipped(hm.NONE + many(size // 5, lambda i: b"r" + struct.pack("<I", 0xFFFFFFFF - i))),
    "memo-read": lambda size: zipped(kept(1, hm.EMPTY_LIST) + b"h\x01" * (size // 2)),
    "frames": lambda size: zipped(b"\x95" + b"\0" * 8 + (b"\x95" + b"\0" * 8) * (size // 9 - 1) + hm.NONE),
    "protocols": lambda size: zipped(b"\x80\2" * (size // 2) + hm.NONE),
    "deep-lists": lambda size: nested(hm.EMPTY_LIST, b"a", size),
    "deep-tuples": lambda size: zipped(BIG["deep"](size)),
    "deep-dicts": lambda size: nested(hm.EMPTY_DICT + hm.NONE, SET_ITEM, size),
    "deep-keys": lambda size: zipped(hm.NONE + (b"\x85" + hm.EMPTY_DICT + b"\x86") * (size // 3)),
    "deep-calls": lambda size: zipped(name_at(SECOND, "m", "C") + hm.get(SECOND) * (size // 4) + hm.NONE + (b"\x85" + hm.REDUCE) * (size // 4)),
    "deep-states": lambda size: nested(TAGGED, hm.BUILD, size),
    "deep-dtypes": lambda size: zipped(nested_dtype(size // 120)),
    "tree": tree,
    "shared-tree": shared_tree,
    "blobs": lambda size: listed(
        hm.get(SECOND) + raw_bytes(stream(hm.NONE)) + b"\x85" + hm.REDUCE, size, name_at(SECOND, "torch.storage", "_load_from_bytes")
    ),
    "deep-blobs": lambda size: zipped(deep_blobs(size)),
}  # fmt: skip


def deep_blobs(size):
    body = BIG["dict"](size * 8 // 9)
    for _ in range(10):
        body = hm.call("torch.storage", "_load_from_bytes", raw_bytes(stream(body)))
    return body


# --- zips --------------------------------------------------------------------------------------------------------


def of_records(size, name, data=b"", pickle=hm.NONE, **options):
    """A zip with as many such records as fit."""
    each = 80 + 2 * len(name(100_000)) + len(data)
    found = [hm.Record(name(i), data, **options) for i in range(size // each)]
    return hm.zip_([*hm.records(hm.pickle(pickle)), *found], align=1, zip64=True)


def package(size):
    found = [hm.Record(b"a/.data/version", b"3\n"), hm.Record(b"a/.data/extern_modules", b"")]
    pickle = hm.pickle(filled(short("a") + hm.NONE))
    return hm.zip_([*found, *(hm.Record(b"a/m%d/o.pkl" % i, pickle) for i in range(size // 130))], align=1, zip64=True)


def script(size):
    found = [hm.Record(b"a/constants.pkl", hm.pickle(hm.EMPTY_TUPLE)), hm.Record(b"a/data.pkl", hm.pickle(hm.call("__torch__", "M")))]
    return hm.zip_([*found, *(hm.Record(b"a/code/__torch__/m%d.py" % i, b"save") for i in range(size // 140))], align=1, zip64=True)


def one_code(size):
    found = [hm.Record(b"a/constants.pkl", hm.pickle(hm.EMPTY_TUPLE)), hm.Record(b"a/data.pkl", hm.pickle(hm.call("__torch__", "M")))]
    code = b'def save(torch.device("cuda:1")) ' * (size // 33)
    return hm.zip_([*found, hm.Record(b"a/code/__torch__.py", code)], align=1, zip64=True)


def pt2_records(size):
    inner = small_zip(hm.pickle(filled(short("a") + hm.NONE)))
    found = [hm.Record(b"a/archive_format", b"pt2")]
    found += [hm.Record(b"a/data/weights/m%d.pt" % i, inner) for i in range(size // (len(inner) + 140))]
    return hm.zip_(found, align=1, zip64=True)


def pt2_weights(size):
    """A table of weights in JSON that all lie in one record."""
    meta = b'{"path_name":"w","is_param":true,"use_pickle":false,"tensor_meta":{"dtype":7,"sizes":[{"as_int":1}],' \
           b'"requires_grad":false,"device":{"type":"cpu","index":null},"strides":[{"as_int":1}],' \
           b'"storage_offset":{"as_int":0},"layout":7}}'  # fmt: skip
    table = b'{"config":{' + until(size, lambda i: b'"w%d":%s' % (i, meta)) + b"}}"
    found = [hm.Record(b"a/archive_format", b"pt2"), hm.Record(b"a/data/weights/model_weights_config.json", table)]
    return hm.zip_([*found, hm.Record(b"a/data/weights/w", b"four")], align=1, zip64=True)


def json_model(text, size):
    return hm.zip_([hm.Record(b"a/model.json", text), hm.Record(b"a/version", b"1\n"), hm.Record(b"a/tensors/0", b"four")], align=1)


def model_tensors(size, dims=1):
    shape = b",".join([b'"1"'] * dims)
    tensor = b'{"dataType":"FLOAT","dims":[%s],"strides":[%s],"device":"cpu","data":{"key":"tensors/0"}}' % (shape, shape)
    count = size // (len(tensor) + 60)
    slots = b",".join(b'{"name":"p%d","tensorId":"%d"}' % (i, i) for i in range(count))
    tensors = b",".join([tensor] * count)
    return json_model(b'{"mainModule":{"name":"m","parameters":[%s]},"tensors":[%s]}' % (slots, tensors), size)


def model_of_one_tensor(size):
    shape = b",".join([b'"1"'] * 64)
    tensor = b'{"dataType":"FLOAT","dims":[%s],"strides":[%s],"device":"cpu","data":{"key":"tensors/0"}}' % (shape, shape)
    slots = b",".join([b'{"name":"p"}'] * (size // 13))
    return json_model(b'{"mainModule":{"name":"m","parameters":[%s]},"tensors":[%s]}' % (slots, tensor), size)


def model_modules(size):
    return json_model(b'{"mainModule":{"name":"m","submodules":[' + until(size, lambda i: b'{"name":"%d"}' % i) + b"]}}", size)


def many_ends(size):
    """Places that look like the beginning or the end of a zip."""
    record = b"".join((b"PK\1\2", b"PK\5\6", b"PK\3\4", b"PK\6\6", b"PK\6\7")) * (size // 20)
    return hm.zip_([*hm.records(hm.pickle(hm.NONE)), hm.Record(b"archive/data/0", record)], comment=b"PK\5\6" * 16_000, align=1)


def in_a_row(size):
    one = small_zip(hm.pickle(hm.NONE))
    return one * (size // len(one))


def nested_zips(size):
    inner = small_zip(hm.pickle(BIG["dict"](size * 8 // 9)))
    for _ in range(10):
        inner = hm.zip_([hm.Record(b"a/archive_format", b"pt2"), hm.Record(b"a/data/weights/m.pt", inner)], align=1)
    return inner


def npz_of_packed_objects(size):
    """Deflate makes a hundredth of it, and all of it is one pickle."""
    header = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n"
    array = b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header
    return hm.zip_([hm.Record(b"a.npy", array + hm.pickle(hm.EMPTY_LIST + hm.MARK + b"K\1" * (5 * size) + b"e"), method=8)], align=1)


ZIPS = {
    "records": lambda size: of_records(size, lambda i: b"archive/data/%d" % i),
    "records-of-one-name": lambda size: of_records(size, lambda i: b"archive/data/0"),
    "records-of-cases": lambda size: of_records(
        size, lambda i: b"archive/data/" + bytes(b + 32 * (i >> n & 1) for n, b in enumerate(b"ABCDEFGHIJKLMNOPQR"))
    ),
    "records-of-long-names": lambda size: of_records(size, lambda i: b"archive/data/" + b"%065000d" % i),
    "records-outside": lambda size: of_records(size, lambda i: b"%d/data" % i),
    "records-of-nothing-known": lambda size: hm.zip_([hm.Record(b"a%d" % i) for i in range(size // 95)], align=1, zip64=True),
    "records-packed": lambda size: of_records(size, lambda i: b"archive/data/%d" % i, b"x", method=8),
    "pickles-in-records": lambda size: of_records(size, lambda i: b"archive/%d.pkl" % i, hm.pickle(hm.NONE)),
    "npz": lambda size: hm.zip_(
        [hm.Record(b"a%d.npy" % i, b"\x93NUMPY\1\0") for i in range(size // 110)], align=1, zip64=True
    ),
    "npz-of-packed-objects": npz_of_packed_objects,
    "package": package,
    "script": script,
    "one-code": one_code,
    "pt2-records": pt2_records,
    "pt2-weights": pt2_weights,
    "model-tensors": model_tensors,
    "model-of-64-dimensions": lambda size: model_tensors(size, 64),
    "model-of-one-tensor": model_of_one_tensor,
    "model-modules": model_modules,
    "model-deep": lambda size: json_model(b'{"mainModule":{"submodules":[' * (size // 32) + b"]}" * (size // 32) + b"}", size),
    "many-ends": many_ends,
    "zips-in-a-row": in_a_row,
    "zips-in-zips": nested_zips,
}  # fmt: skip

# --- packed ------------------------------------------------------------------------------------------------------

UNPACKED = 7  # times the bytes of the file: what is refused as too much is no shape
PACKED = {
    "packed-nothings": b"N",
    "packed-numbers": b"J\0\0\1\0",
    "packed-lists": b"]",
    "packed-tuples": b"N\x85",
    "packed-texts": short("abc"),
    "packed-long-texts": hm.text("x" * 60_000),
    "packed-classes": hm.global_("m", "C"),
    "packed-thrown-away": b"N0",
    "packed-lists-thrown-away": b"]0",
    "packed-objects": hm.call("m", "C"),
}


def packed_shape(unit):
    """Deflate makes little of it: a record that nobody reads gives the file the size that its bounds go by."""
    return lambda size: hm.zip_(
        [
            *hm.records(hm.pickle(hm.EMPTY_LIST + hm.MARK + unit * (UNPACKED * size // len(unit)) + b"e"), method=8),
            hm.Record(b"archive/data/0", bytes(size - UNPACKED * size // 500 - 2_000)),
        ],
        align=1,
    )


# --- streams, tars, plain pickles --------------------------------------------------------------------------------


def legacy_keys(size):
    keys = [str(i) for i in range(size // 80)]
    body = hm.EMPTY_LIST + hm.MARK + b"".join(hm.storage_id(key=key, numel=1, extra=(hm.NONE,)) for key in keys) + b"e"
    return hm.legacy(body, {key: (1, b"four") for key in keys})


def legacy_views(size):
    views = many(size // 110, lambda i: hm.storage_id(key="0", numel=1, extra=(hm.tuple_(hm.text(f"v{i}"), hm.integer(0), hm.integer(1)),)))
    return hm.legacy(hm.EMPTY_LIST + hm.MARK + views + b"e", {"0": (1, b"four")})


def legacy_unused_keys(size):
    return hm.legacy(hm.NONE, {}, keys=hm.pickle(hm.EMPTY_LIST + hm.MARK + until(size, lambda i: short(str(i)), b"") + b"e"))


def system_stream(size):
    """All in the pickle that nobody reads."""
    system = filled(until(size, lambda i: short(f"{i}") + hm.NONE, b""))
    before = hm.pickle(hm.integer(hm.LEGACY_MAGIC)) + hm.pickle(hm.integer(1001))
    return before + hm.pickle(system) + hm.pickle(hm.NONE) + hm.pickle(hm.EMPTY_LIST)


def torch_tar(storages, tensors, pickle=hm.NONE):
    return hm.tar({"sys_info": hm.pickle(hm.EMPTY_DICT), "pickle": hm.pickle(pickle), "storages": storages, "tensors": tensors})


def tar_storage(i, numel=0, data=b""):
    described = hm.tuple_(hm.text(str(i)), hm.text("cpu"), hm.global_("torch", "FloatStorage"))
    return hm.pickle(described) + struct.pack("<q", numel) + data


def tar_tensor(i, rank):
    described = hm.pickle(hm.tuple_(hm.integer(i), hm.integer(0), hm.global_("torch", "FloatTensor")))
    return described + struct.pack("<ii", rank, 0) + struct.pack("<q", 1) * 2 * rank + struct.pack("<q", 0)


ONE_STORAGE = hm.pickle(hm.integer(1)) + tar_storage(0, 1, b"four") + hm.pickle(hm.EMPTY_LIST)
NO_TENSORS = hm.pickle(hm.integer(0))


def tar_storages(size):
    count = size // len(tar_storage(100_000))
    return torch_tar(hm.pickle(hm.integer(count)) + many(count, tar_storage) + hm.pickle(hm.EMPTY_LIST), NO_TENSORS)


def tar_views(size):
    views = hm.EMPTY_LIST + hm.MARK + until(size, lambda i: hm.ints(i, 0, 0, 0), b"") + b"e"
    return torch_tar(hm.pickle(hm.integer(0)) + hm.pickle(views), NO_TENSORS)


def tar_tensors(size, rank=1):
    count = size // len(tar_tensor(100_000, rank))
    return torch_tar(ONE_STORAGE, hm.pickle(hm.integer(count)) + many(count, lambda i: tar_tensor(i, rank)))


def tar_one_tensor(size, rank):
    """Again and again in the pickle."""
    again = hm.get(1) * ((size - 16 * rank) // 2)
    body = kept(1, hm.integer(1) + hm.BINPERSID) + hm.EMPTY_LIST + hm.MARK + again + b"e"
    return torch_tar(ONE_STORAGE, hm.pickle(hm.integer(1)) + tar_tensor(1, rank), body)


STREAMS = {
    "storages.stream": legacy_keys,
    "views.stream": legacy_views,
    "unused-keys.stream": legacy_unused_keys,
    "nothings.stream": lambda size: hm.legacy(hm.EMPTY_LIST + hm.MARK + hm.NONE * size + b"e", {}),
    "system.stream": system_stream,
    "nothings.pkl": lambda size: hm.pickle(hm.EMPTY_LIST + hm.MARK + hm.NONE * size + b"e"),
    "classes.pkl": lambda size: hm.pickle(hm.EMPTY_LIST + hm.MARK + until(size, lambda i: hm.global_("m", f"C{i}"), b"") + b"e"),
    "pickles-in-a-row.pkl": lambda size: hm.pickle(hm.NONE) * (size // 4),
    "members.tar": lambda size: hm.tar({f"m{i}": b"" for i in range(size // 512)}),
    "storages.tar": tar_storages,
    "views.tar": tar_views,
    "tensors.tar": tar_tensors,
    "tensors-of-64-dimensions.tar": lambda size: tar_tensors(size, 64),
    "one-tensor-of-255-dimensions.tar": lambda size: tar_one_tensor(size, 255),
    "nothings.tar": lambda size: torch_tar(
        hm.pickle(hm.integer(0)) + hm.pickle(hm.EMPTY_LIST), NO_TENSORS, hm.EMPTY_LIST + hm.MARK + hm.NONE * size + b"e"
    ),
}  # fmt: skip


# --- JSON --------------------------------------------------------------------------------------------------------


def tensors_json(size, entry):
    return hm.safetensors(b"{" + until(size, entry) + b"}")


def empty_tensor(name, shape=b"0"):
    return b'"%s":{"dtype":"F32","shape":[%s],"data_offsets":[0,0]}' % (name, shape)


def in_order(size):
    """Tensors of a byte each, in the order in which no one writes them."""
    count = size // 66
    entry = lambda i: b'"%d":{"dtype":"U8","shape":[1],"data_offsets":[%d,%d]}' % (i, count - i - 1, count - i)
    return hm.safetensors(b"{" + b",".join(entry(i) for i in range(count)) + b"}", b"x" * count)


def index(entries):
    return b'{"weight_map":{' + entries + b"}}"


JSON = {
    "tensors.safetensors": lambda size: tensors_json(size, lambda i: empty_tensor(b"%d" % i)),
    "backwards.safetensors": in_order,
    "dotted.safetensors": lambda size: tensors_json(size, lambda i: empty_tensor(b"a." * 500 + b"%d" % i)),
    "long-names.safetensors": lambda size: tensors_json(size, lambda i: empty_tensor(b"%060000d" % i)),
    "dimensions.safetensors": lambda size: tensors_json(size, lambda i: empty_tensor(b"%d" % i, b"0" + b",1" * 60)),
    "one-shape.safetensors": lambda size: hm.safetensors(b"{" + empty_tensor(b"a", b"0" + b",1" * (size // 2)) + b"}"),
    "metadata.safetensors": lambda size: hm.safetensors(b'{"__metadata__":{' + until(size, lambda i: b'"%d":""' % i) + b"}}"),
    "escaped.safetensors": lambda size: hm.safetensors(b'{"__metadata__":{"a":"' + b"\\u0001" * (size // 6) + b'"}}'),
    "arrays.safetensors": lambda size: hm.safetensors(b'{"a":' + b"[" * size),
    "blanks.safetensors": lambda size: hm.safetensors(b"{" + b" " * size + b"}"),
    "shards.index.json": lambda size: index(until(size, lambda i: b'"%d":"%d"' % (i, i))),
    "shards-of-long-names.index.json": lambda size: index(until(size, lambda i: b'"%d":"%0250d"' % (i, i))),
    "one-shard.index.json": lambda size: index(until(size, lambda i: b'"%d":"s"' % i)),
    "refused-shards.index.json": lambda size: index(until(size, lambda i: b'"%d":"/%d"' % (i, i))),
    "metadata.index.json": lambda size: b'{"metadata":{' + until(size, lambda i: b'"%d":0' % i) + b'},"weight_map":{"a":"s"}}',
    "deep.index.json": lambda size: b'{"metadata":' + b"[" * (size // 2) + b"]" * (size // 2) + b',"weight_map":{"a":"s"}}',
    "numbers.json": lambda size: b"[" + b"1," * (size // 2) + b"1]",
    "config.json": lambda size: b'{"a":{' + until(size, lambda i: b'"%d":0' % i) + b"}}",
}

# --- what is only named ------------------------------------------------------------------------------------------

FOREIGN = {
    "keys.gguf": lambda size: b"GGUF" + struct.pack("<IQQ", 3, 0, size // 13)
    + many(size // 13, lambda i: struct.pack("<Q", 0) + struct.pack("<I", 0) + b"\0"),
    "nodes.onnx": lambda size: b"\x08\x07:" + b"\xff\xff\xff\x04" + b"\x0a\0" * (size // 2),
    "long.txt": lambda size: b"x" * size,
    "lines.csv": lambda size: b"1,2,3\n" * (size // 6),
    "page.html": lambda size: b"<html>" + b"<p>" * (size // 3),
    "zeros.bin": lambda size: bytes(size),
    "archive.gz": lambda size: b"\x1f\x8b\x08" + bytes(size),
    "numbers.npy": lambda size: b"\x93NUMPY\1\0" + b"{" * size,
}

METADATA = {
    ".metadata": lambda size: hm.pickle(
        name_at(SECOND, "torch.distributed.checkpoint.metadata", "BytesStorageMetadata") + hm.call(
            "torch.distributed.checkpoint.metadata", "Metadata") + filled(
            short("state_dict_metadata") + filled(until(
                size, lambda i: short(f"{i}") + hm.get(SECOND) + hm.EMPTY_TUPLE + hm.NEWOBJ, b""))) + hm.BUILD),
}  # fmt: skip


def zip_of(pickle):
    return hm.zip_(hm.records(pickle, FOUR_BYTES), align=1, zip64=True)


ALL = {
    **{f"{name}.pt": make for name, make in (PICKLES | ZIPS).items()},
    **{f"{name}.pt": packed_shape(unit) for name, unit in PACKED.items()},
    **STREAMS,
    **JSON,
    **FOREIGN,
    **METADATA,
}
