"""One tensor as either side sees it, and the digest of its elements in logical order."""

import hashlib
import itertools
from dataclasses import asdict, dataclass, fields
from typing import Any


@dataclass
class Fact:
    path: tuple
    dtype: str
    shape: Any = None  # None: that side does not know
    stride: Any = None
    offset: Any = None
    group: Any = None  # equal for tensors over one storage; None for those without bytes
    tag: Any = None
    requires_grad: bool = False
    conj: bool = False
    neg: bool = False
    part: bool = False
    digest: Any = None
    quantizer: Any = None

    def to_json(self):
        """Only what says something, so that the recorded file stays small."""
        empty = {field.name: field.default for field in fields(self)}
        return {name: value for name, value in asdict(self).items() if name in ("path", "dtype") or value != empty[name]}


def element_bytes(data, fact, item_size, swap=0):
    """Hex digest of the elements. Item size None: several elements share a byte, so the whole storage counts.
    `swap` is the width of the numbers to turn around when the data is big-endian."""
    if swap > 1:
        data = b"".join(data[at : at + swap][::-1] for at in range(0, len(data), swap))
    if item_size is None:
        return digest(data)
    if 0 in fact.shape:
        return digest(b"")
    reach = fact.offset + 1 + sum((size - 1) * step for size, step in zip(fact.shape, fact.stride))
    if reach * item_size > len(data):
        return "out of bounds"
    steps = ([position * step for position in range(size)] for size, step in zip(fact.shape, fact.stride))
    places = ((fact.offset + sum(place)) * item_size for place in itertools.product(*steps))
    return digest(b"".join(data[at : at + item_size] for at in places))


def digest(data):
    return hashlib.sha256(data).hexdigest()[:24]


ITEM_BYTES = {
    "float64": 8, "float32": 4, "float16": 2, "bfloat16": 2, "complex32": 4, "complex64": 8, "complex128": 16,
    "int64": 8, "int32": 4, "int16": 2, "uint16": 2, "uint32": 4, "uint64": 8, "qint32": 4, "bcomplex32": 4, "bits16": 2,
}  # fmt: skip


def item_bytes(dtype):
    """None for those of which several share a byte."""
    return None if dtype in ("quint4x2", "quint2x4") else ITEM_BYTES.get(dtype, 1)


def number_bytes(dtype):
    """What a change of byte order turns around: half of a complex number."""
    size = ITEM_BYTES.get(dtype, 1)
    return size // 2 if "complex" in dtype else size


def differences(theirs, ours):
    """What PyTorch found against what Cairn found, in words; empty when they agree."""
    return [*place_differences(theirs, ours), *sharing_differences(theirs, ours)]


def value_differences(theirs, ours):
    """Types and plain values by path. Cairn may show more: arguments, states, metadata; and of a class that the pickle
    names by a call alone, it knows no more than that there is an object."""
    for path, wanted in theirs.items():
        found = ours.get(path)
        if found is None:
            yield f"{path}: {wanted} not found"
        elif found[0] not in (wanted[0], "object") or (wanted[1] is not None and repr(wanted[1]) != repr(found[1])):
            yield f"{path}: is {wanted}, found {found}"


def keyed(facts):
    return {repr(fact.path): fact for fact in facts}


def place_differences(theirs, ours):
    mine = keyed(ours)
    for fact in theirs:
        found = mine.pop(repr(fact.path), None)
        if found is None:
            yield f"{list(fact.path)}: not found"
            continue
        for name in ("dtype", "shape", "stride", "offset", "tag", "digest", "quantizer"):
            wanted = getattr(fact, name)
            if wanted is not None and wanted != getattr(found, name):
                yield f"{list(fact.path)}: {name} is {wanted}, found {getattr(found, name)}"
        for name in ("requires_grad", "conj", "neg", "part"):
            if getattr(fact, name) != getattr(found, name):
                yield f"{list(fact.path)}: {name} is {getattr(fact, name)}, found {getattr(found, name)}"
    for fact in mine.values():
        if not fact.part:
            yield f"{list(fact.path)}: not in PyTorch's object"


def sharing_differences(theirs, ours):
    """The groups must be the same; what they are called does not matter."""
    mine, there, back = keyed(ours), {}, {}
    for fact in theirs:
        found = mine.get(repr(fact.path))
        if found is None or fact.group is None:
            continue
        if there.setdefault(fact.group, found.group) != found.group or back.setdefault(found.group, fact.group) != fact.group:
            yield f"{list(fact.path)}: shares its storage with other tensors than in PyTorch"
