"""Checkpoint bytes put together by hand: pickle opcodes, zip records, legacy streams, tar and safetensors files.

Everything is a function that returns bytes, so a test file shows what it is made of. Needs no PyTorch.
"""

import io
import json
import struct
import tarfile
import zlib
from dataclasses import dataclass

# --- pickle -----------------------------------------------------------------------------------------------------

MARK, STOP, NONE, TRUE, FALSE = b"(", b".", b"N", b"\x88", b"\x89"
EMPTY_TUPLE, EMPTY_LIST, EMPTY_DICT = b")", b"]", b"}"
REDUCE, NEWOBJ, BUILD, BINPERSID = b"R", b"\x81", b"b", b"Q"


def pickle(body, protocol=2):
    return b"\x80" + bytes([protocol]) + body + STOP


def integer(value):
    if 0 <= value < 256:
        return b"K" + bytes([value])
    if 0 <= value < 65536:
        return b"M" + struct.pack("<H", value)
    if -(2**31) <= value < 2**31:
        return b"J" + struct.pack("<i", value)
    raw = value.to_bytes((value.bit_length() // 8) + 1, "little", signed=True)
    return b"\x8a" + bytes([len(raw)]) + raw


def floating(value):
    return b"G" + struct.pack(">d", value)


def text(value):
    raw = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    return b"X" + struct.pack("<I", len(raw)) + raw


def python2_text(value):
    raw = value if isinstance(value, bytes) else value.encode()
    if len(raw) < 256:
        return b"U" + bytes([len(raw)]) + raw
    return b"T" + struct.pack("<i", len(raw)) + raw


def put(index):
    return b"q" + bytes([index]) if index < 256 else b"r" + struct.pack("<I", index)


def get(index):
    return b"h" + bytes([index]) if index < 256 else b"j" + struct.pack("<I", index)


def global_(module, name):
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n"


def tuple_(*items):
    if not items:
        return EMPTY_TUPLE
    if len(items) <= 3:
        return b"".join(items) + bytes([0x84 + len(items)])
    return MARK + b"".join(items) + b"t"


def ints(*values):
    return tuple_(*(integer(value) for value in values))


def list_(*items):
    return EMPTY_LIST + MARK + b"".join(items) + b"e"


def dict_(*pairs):
    return EMPTY_DICT + MARK + b"".join(key + value for key, value in pairs) + b"u"


def call(module, name, *args):
    return global_(module, name) + tuple_(*args) + REDUCE


def hooks():
    return call("collections", "OrderedDict")


def storage_id(key="0", numel=4, tag="cpu", storage="FloatStorage", module="torch", extra=()):
    """The persistent id of a storage; legacy streams have a sixth element (NONE or a view)."""
    key_bytes = key if isinstance(key, bytes) and key[:1] in (b"X", b"K", b"U") else text(key)
    return tuple_(text("storage"), global_(module, storage), key_bytes, text(tag), integer(numel), *extra) + BINPERSID


def tensor(storage=None, offset=0, size=(4,), stride=(1,), requires_grad=FALSE):
    return call(
        "torch._utils",
        "_rebuild_tensor_v2",
        storage_id() if storage is None else storage,
        integer(offset),
        ints(*size),
        ints(*stride),
        requires_grad,
        hooks(),
    )


# --- zip --------------------------------------------------------------------------------------------------------


@dataclass
class Record:
    """One zip entry. What is None follows from the data; anything else is written as told, true or not."""

    name: bytes
    data: bytes = b""
    method: int = 0
    crc: int | None = None
    size: int | None = None  # uncompressed
    packed: bytes | None = None  # bytes in the file; None: data, deflated when method is 8
    packed_size: int | None = None
    flags: int = 0
    local_name: bytes | None = None
    local_size: int | None = None
    local_extra: int | None = None  # length written in the local header
    header_offset: int | None = None
    external: int = 0


def deflate(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def zip_(
    records,
    align=64,
    comment=b"",
    count=None,
    disk=0,
    directory_size=None,
    directory_offset=None,
    local_only=(),
    zip64=False,
):
    """A zip of `records` in order. `local_only` records get no directory entry."""
    out, directory = bytearray(), bytearray()
    written = len(records)
    for position, record in enumerate([*records, *local_only]):
        packed = record.packed
        if packed is None:
            packed = deflate(record.data) if record.method == 8 else record.data
        crc = zlib.crc32(record.data) if record.crc is None else record.crc
        size = len(record.data) if record.size is None else record.size
        packed_size = len(packed) if record.packed_size is None else record.packed_size
        local_size = packed_size if record.local_size is None else record.local_size
        name = record.name if record.local_name is None else record.local_name
        start = len(out)
        pad = -(start + 30 + len(name) + 4) % align
        extra = b"FB" + struct.pack("<H", pad) + b"Z" * pad
        extra_length = len(extra) if record.local_extra is None else record.local_extra
        head = (20, record.flags, record.method, 0, 0x21, crc)
        out += b"PK\3\4" + struct.pack("<HHHHHI", *head) + struct.pack("<IIHH", local_size, size, len(name), extra_length)
        out += name + extra + packed
        if position < written:
            offset = start if record.header_offset is None else record.header_offset
            directory += b"PK\1\2" + struct.pack("<HHHHHHI", 20, *head)
            directory += struct.pack("<IIHHHHHII", packed_size, size, len(record.name), 0, 0, 0, 0, record.external, offset)
            directory += record.name
    start = len(out) if directory_offset is None else directory_offset
    count = written if count is None else count
    length = len(directory) if directory_size is None else directory_size
    out += directory
    if zip64:
        end64 = len(out)
        out += b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, length, start)
        out += b"PK\6\7" + struct.pack("<IQI", 0, end64, 1)
    short = min(count, 0xFFFF)
    out += b"PK\5\6" + struct.pack("<HHHHIIH", disk, disk, short, short, length, start, len(comment)) + comment
    return bytes(out)


def records(data_pickle, storages=None, prefix="archive", version="3\n", byteorder="little", method=0):
    """The usual records of a torch.save archive. `storages` maps key to bytes."""
    top = prefix.encode() + b"/"
    found = [Record(top + b"data.pkl", data_pickle, method)]
    if byteorder is not None:
        found.append(Record(top + b"byteorder", byteorder.encode(), method))
    for key, data in (storages or {}).items():
        found.append(Record(top + b"data/" + key.encode(), data, method))
    if version is not None:
        found.append(Record(top + b"version", version.encode(), method))
    return found


def archive(data_pickle, storages=None, **options):
    return zip_(records(data_pickle, storages, **options))


# --- legacy stream and tar --------------------------------------------------------------------------------------

LEGACY_MAGIC = 0x1950A86A20F9469CFC6C


def legacy(body, storages, keys=None, magic=LEGACY_MAGIC, version=1001):
    """`storages` maps key to (numel, bytes); `keys` is the pickled list of keys when it should differ."""
    system = dict_((text("protocol_version"), integer(1001)), (text("little_endian"), TRUE))
    out = pickle(integer(magic)) + pickle(integer(version)) + pickle(system) + pickle(body)
    out += pickle(list_(*(text(key) for key in storages))) if keys is None else keys
    for numel, data in storages.values():
        out += struct.pack("<q", numel) + data
    return out


def tar(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as file:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    return out.getvalue()


# --- safetensors ------------------------------------------------------------------------------------------------


def safetensors(header, data=b"", pad=True, length=None):
    """`header` is a dict, or bytes taken as they are; `length` overrides the count in front."""
    raw = header if isinstance(header, bytes) else json.dumps(header, separators=(",", ":")).encode()
    if pad and not isinstance(header, bytes):
        raw += b" " * (-len(raw) % 8)
    return struct.pack("<Q", len(raw) if length is None else length) + raw + data
