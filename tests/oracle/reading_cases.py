"""Files that could be read in more than one way, made up byte by byte. Each pickle in them holds its own letter.

A case: its name, its bytes, and whether a program could find something else in it than torch.load does.
"""

import io
import json
import pickle
import struct
import tarfile
import zlib

import reading_references

MAGIC = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."


def letter(name):
    return pickle.dumps({"which": name}, protocol=2)


class Record:
    """One record of a zip; what is None is as it should be."""

    def __init__(self, name, data, *, local=None, flags=0, local_flags=None, method=0):
        self.name = name.encode() if isinstance(name, str) else name
        self.data = data
        self.local = self.name if local is None else local.encode()
        self.flags = flags
        self.local_flags = flags if local_flags is None else local_flags
        self.method = method

    def packed(self):
        if self.method != 8:
            return self.data
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(self.data) + packer.flush()


def end_record(count, size, offset, comment=b"", claimed=None):
    length = len(comment) if claimed is None else claimed
    return b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, size, offset, length) + comment


def directory_of(records, offsets):
    out = b""
    for record, offset in zip(records, offsets):
        packed = record.packed()
        fields = (20, 20, record.flags, record.method, 0, 0, zlib.crc32(record.data), len(packed), len(record.data))
        out += b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", *fields, len(record.name), 0, 0, 0, 0, 0, offset)
        out += record.name
    return out


def zip_of(records, *, base=0, comment=b"", count=None, claimed=None, zip64=None, locator=None):
    """`base` is added to all offsets: where the zip will lie in its file."""
    body = b""
    offsets = []
    for record in records:
        packed = record.packed()
        offsets.append(base + len(body))
        fields = (20, record.local_flags, record.method, 0, 0, zlib.crc32(record.data), len(packed), len(record.data))
        body += b"PK\3\4" + struct.pack("<HHHHHIIIHH", *fields, len(record.local), 0) + record.local + packed
    directory = directory_of(records, offsets)
    at = base + len(body)
    body += directory
    if zip64 is not None:
        end = base + len(body)
        long_count, long_size, long_at = zip64(len(records), len(directory), at)
        body += b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, long_count, long_count, long_size, long_at)
        body += b"PK\6\7" + struct.pack("<IQI", 0, end if locator is None else locator, 1)
    return body + end_record(len(records) if count is None else count, len(directory), at, comment, claimed)


def torch_zip(*extra, name="data.pkl", data=None, folder="archive/", version="version", **options):
    """What torch.save writes, with records more."""
    records = [Record(folder + name, letter("A") if data is None else data), *extra]
    records.append(Record(folder + version, b"3\n"))
    return zip_of(records, **options)


def legacy(name):
    system = pickle.dumps({"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2}}, 2)
    return MAGIC + pickle.dumps(1001, 2) + system + letter(name) + pickle.dumps([], 2)


def tar_of(members):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data, *header in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            if header:
                info.pax_headers = header[0]
            tar.addfile(info, io.BytesIO(data))
    return file.getvalue()


def torch_tar(name, *more):
    none = pickle.dumps(0, 2)
    return tar_of([("sys_info", pickle.dumps({}, 2)), ("pickle", letter(name)), ("tensors", none),
                   ("storages", none + pickle.dumps([], 2)), *more])


def legacy_and_tar():
    """An old stream whose third pickle hides the header of a tar."""
    start = MAGIC + pickle.dumps(1001, 2) + b"\x80\x02T" + struct.pack("<I", 600)
    head = bytearray((start + bytes(600))[:512])
    rest = bytes(600)[512 - len(start):] + b"0}." + letter("A") + pickle.dumps([], 2)
    head[124:136] = b"%011o\0" % len(rest)
    head[156] = ord("0")
    head[148:156] = b" " * 8
    head[148:156] = b"%06o\0 " % sum(head)
    return bytes(head) + rest + bytes(-len(rest) % 512) + torch_tar("B")


def safetensors_of(data):
    header = json.dumps({"w": {"dtype": "U8", "shape": [len(data)], "data_offsets": [0, len(data)]}}).encode()
    return struct.pack("<Q", len(header)) + header + data


def safetensors_and_tar():
    """A safetensors file whose header is the header of a tar, too."""
    text = json.dumps({"__metadata__": {"x": "y" * 600}}).encode()
    tensor = json.dumps({"w": {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]}}).encode()
    text = bytearray(text[:-1] + b"," + tensor[1:])
    size = 512 * 8
    text += b" " * (size - 8 - len(text))
    tar = torch_tar("B")
    whole = bytearray(struct.pack("<Q", len(text)) + text)
    # octal fields must be blank or octal: mode, uid, gid, size, mtime, checksum
    whole[100:148] = b"0000644 0000000 0000000 " + b"%011o " % (size - 512) + b"00000000000 "
    whole[156] = ord("0")
    whole[257:265] = b"ustar 00"
    whole[329:345] = b"0000000 0000000 "
    whole[148:156] = b" " * 8
    whole[148:156] = b"%07o " % sum(whole[:512])
    text = bytes(whole[8:]).replace(b'"data_offsets": [0, 0]', b'"data_offsets": [0, %d]' % len(tar))
    text = text.replace(b'"shape": [0]', b'"shape": [%d]' % len(tar))
    text = text[:size - 8]
    return struct.pack("<Q", len(text)) + text + tar


def safetensors_and_stream():
    """A safetensors file that is an old stream from its first byte: strings lead the unpickler over the header."""
    length = 0x2055  # "U " too: a string of 32 bytes
    header = bytearray(b'{"__metadata__":{"x":"'.ljust(length, b"z"))
    stream = b"0" + legacy("B")[2:]
    tail = b'"},"w":{"dtype":"U8","shape":[%d],"data_offsets":[0,%d]}}' % (len(stream), len(stream))
    header[-len(tail):] = tail
    whole = bytearray(struct.pack("<Q", length) + header)
    hop = 3 + 0x7F
    at = 2 + 0x20
    first = (len(whole) - at) % hop
    whole[at:at + 3] = b"0U" + bytes([first - 3])
    for at in range(at + first, len(whole), hop):
        whole[at:at + 3] = b"0U\x7f"
    return bytes(whole) + stream


def cases():
    """(name, bytes, ambiguous)"""
    A, B, C = letter("A"), letter("B"), letter("C")
    second = Record("archive/data.pkl", B)
    yield "plain", torch_zip(), False
    yield "deflated", zip_of([Record("archive/data.pkl", A, method=8), Record("archive/version", b"3\n")]), False
    yield "upper_alone", torch_zip(name="DATA.PKL"), False
    yield "mixed_alone", torch_zip(name="Data.pKl"), False
    yield "version_upper", torch_zip(version="VERSION"), False
    yield "case_twins", torch_zip(Record("archive/DATA.PKL", B)), True
    yield "case_twins_reversed", torch_zip(Record("archive/data.pkl", B), name="DATA.PKL"), True
    yield "twins", torch_zip(second), True
    yield "twins_between", torch_zip(Record("archive/byteorder", b"little"), Record("archive/z", b"z"), second), True
    yield "triplets", torch_zip(second, Record("archive/data.pkl", C)), True
    yield "storage_twins", torch_zip(Record("archive/data/0", b"a"), Record("archive/data/0", b"b")), True
    yield "folder_upper_later", zip_of([Record("archive/version", b"3\n"), Record("ARCHIVE/data.pkl", A)]), False
    yield "folders_differ", zip_of([Record("archive/version", b"3\n"), Record("archive/data.pkl", A),
                                    Record("ARCHIVE/DATA.pkl", B)]), True
    yield "backslash", torch_zip(folder="archive\\"), False
    yield "backslash_twin", torch_zip(Record("archive\\data.pkl", B)), False
    yield "no_folder", torch_zip(folder=""), False
    yield "slash_first", torch_zip(folder="/"), False
    yield "two_slashes", torch_zip(folder="archive//"), False
    yield "dot_folder", torch_zip(folder="./archive/"), False
    yield "foreign_first", zip_of([Record("x/data.pkl", B), Record("archive/data.pkl", A),
                                   Record("archive/version", b"3\n")]), False
    yield "foreign_later", torch_zip(Record("x/data.pkl", B)), False
    yield "constants_upper", torch_zip(Record("archive/CONSTANTS.PKL", C)), True  # torch.jit.load finds it
    yield "local_name", zip_of([Record("archive/data.pkl", A, local="archive/else.pkl"),
                                Record("archive/version", b"3\n")]), True
    yield "local_name_longer", zip_of([Record("archive/data.pkl", A, local="archive/data.pkl.txt"),
                                       Record("archive/version", b"3\n")]), True
    yield "local_names_swapped", zip_of([Record("archive/data.pkl", A, local="archive/data.txt"),
                                         Record("archive/data.txt", B, local="archive/data.pkl"),
                                         Record("archive/version", b"3\n")]), True
    for flag, bit in (("encrypted", 1), ("strong", 64), ("masked", 8192), ("patch", 32), ("descriptor", 8)):
        ours = {"flags": bit, "local_flags": 0}
        theirs = {"flags": 0, "local_flags": bit}
        yield f"flag_{flag}_directory", zip_of([Record("archive/data.pkl", A, **ours),
                                                Record("archive/version", b"3\n")]), False
        yield f"flag_{flag}_local", zip_of([Record("archive/data.pkl", A, **theirs),
                                            Record("archive/version", b"3\n")]), False
    one = torch_zip()
    other = zip_of([Record("archive/data.pkl", B), Record("archive/version", b"3\n")], base=len(one))
    yield "one_after_other", one + other, True
    yield "distcp", one + torch_zip(data=B), True
    yield "distcp_sizes", one + torch_zip(Record("archive/data/0", b"a" * 99), data=B), False
    yield "distcp64", (torch_zip(zip64=lambda *real: real) + torch_zip(data=B, zip64=lambda *real: real)), False
    yield "distcp64_sizes", (torch_zip(zip64=lambda *real: real) +
                             torch_zip(Record("archive/data/0", b"a" * 99), data=B, zip64=lambda *real: real)), False
    inner = zip_of([Record("archive/data.pkl", B), Record("archive/version", b"3\n")], base=len(one))
    yield "end_in_comment", one[:-2] + struct.pack("<H", len(inner)) + inner, True
    yield "trailing", one + b"x" * 100, False
    yield "trailing_much", one + b"x" * 66_000, False
    yield "comment", torch_zip(comment=b"hello"), False
    yield "comment_cut", torch_zip(comment=b"hello", claimed=50), False
    yield "prepended_text", b"hello\n" + torch_zip(base=6), False
    yield "prepended_unmoved", b"hello\n" + torch_zip(), False
    yield "prepended_record", zip_of([Record("archive/data.pkl", B)])[:60] + torch_zip(base=60), False
    yield "prepended_record_unmoved", zip_of([Record("archive/data.pkl", B)])[:60] + torch_zip(), False
    yield "zip64", torch_zip(zip64=lambda *real: real), False
    # The short end record tells of the first directory, the long one of the second.
    second_records = [Record("archive/data.pkl", B), Record("archive/version", b"3\n")]
    both = one[:-22] + zip_of(second_records, base=len(one) - 22)[:-22]
    where = len(both)
    at = both.rindex(b"PK\1\2", 0, both.rindex(b"PK\1\2"))
    long_end = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 2, 2, where - at, at)
    body, short = both, one[-22:]
    yield "ends_differ", (body + long_end + b"PK\6\7" + struct.pack("<IQI", 0, where, 1) + short), True
    yield "locator_astray", (body + long_end + b"PK\6\7" + struct.pack("<IQI", 0, where - 8, 1) + short), True
    yield "count_small", zip_of([Record("archive/data.pkl", A), Record("archive/version", b"3\n"),
                                 Record("archive/DATA.pkl", B)], count=2), True
    yield "count_large", torch_zip(count=3), False
    yield "long_name", torch_zip(Record("archive/" + "n" * 600, b"x")), False
    # torch takes this for TorchScript, whose mark it finds among names that it has cut.
    yield "long_name_of_script", torch_zip(Record("b" * 497 + "/constants.pklXX", b"x"), folder="b" * 497 + "/"), True
    yield "nul_in_name", torch_zip(Record(b"archive/data.pkl\0x", B)), True
    yield "nul_in_only_name", zip_of([Record(b"archive/data.pkl\0x", A), Record("archive/version", b"3\n")]), False
    yield "package", torch_zip(Record("archive/.data/extern_modules", b""), Record("archive/model/m.pkl", B)), True
    yield "package_upper", torch_zip(Record("archive/.data/extern_modules", b""), Record("archive/model/m.pkl", B),
                                     name="DATA.PKL"), True
    yield "script_version", torch_zip(version=".data/version"), False
    yield "pt2_upper", torch_zip(Record("archive/archive_format", b"pt2"), name="DATA.PKL"), True
    yield "legacy", legacy("A"), False
    yield "legacy_and_zip", legacy("A") + torch_zip(data=B, base=len(legacy("A"))), True
    yield "legacy_and_zip_unmoved", legacy("A") + torch_zip(data=B), False
    yield "tar", torch_tar("A"), False
    yield "tar_twice", torch_tar("A", ("pickle", B)), True
    yield "tar_dot", torch_tar("A", ("./pickle", B)), True
    yield "tar_pax_name", torch_tar("A", ("other", B, {"path": "pickle"})), True
    yield "tar_and_zip", torch_tar("A") + torch_zip(data=B, base=len(torch_tar("A"))), True
    yield "legacy_and_tar", legacy_and_tar(), True
    yield "safetensors", safetensors_of(b"abcd"), False
    data = torch_zip(data=B)
    for _ in range(3):  # the header grows with the zip behind it, whose offsets grow with the header
        data = torch_zip(data=B, base=len(safetensors_of(data)) - len(data))
    yield "safetensors_and_zip_behind", safetensors_of(data), True
    yield "safetensors_and_tar", safetensors_and_tar(), True
    yield "safetensors_and_stream", safetensors_and_stream(), True
    marked = b"X\x00\x02\x00\x00" + bytes(250) + b"ustar" + bytes(257) + b"0"
    yield "mark_of_tar_in_pickle", A[:2] + marked + A[2:], False
    yield from reading_references.cases()


def write(folder):
    """{name: ambiguous}"""
    table = {}
    for name, data, ambiguous in cases():
        (folder / (name + ".pth")).write_bytes(data)
        table[name] = ambiguous
    return table
