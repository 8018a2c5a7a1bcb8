"""One hostile file and what must come of it."""

import struct
from dataclasses import dataclass

from support import handmade as hm

CASES = []
NONE = "-"


@dataclass
class Case:
    file: str
    data: bytes
    outcome: str
    code: str
    note: str


def error(file, data, code, note):
    CASES.append(Case(file, data, "error", code, note))


def opens(file, data, code, note):
    CASES.append(Case(file, data, "opens", code, note))


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


FOUR = {"0": floats(1, 2, 3, 4)}


def whole(body, protocol=2, **options):
    """An archive of this pickle, and the storage "0" of four floats."""
    return hm.archive(hm.pickle(body, protocol), FOUR, **options)


def beside(body, **options):
    """The value under the key "bad", beside a good tensor that must survive."""
    return whole(hm.dict_((hm.text("good"), hm.tensor()), (hm.text("bad"), body)), **options)
