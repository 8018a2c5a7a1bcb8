"""Rows 1 to 16, 45, 46, 50 and 51: the pickle stream."""

import struct

from hostile_case import NONE, beside, error, opens, whole
from support import handmade as hm

# --- 1, 2, 3: code ---

_harmless = hm.text("true")
opens("01_reduce_os_system.pt", beside(hm.call("os", "system", _harmless)), "globals.dangerous", "os.system by REDUCE")
opens("01_reduce_eval.pt", beside(hm.call("__builtin__", "eval", hm.text("1"))), "globals.dangerous", "eval, Python 2 name")
opens("01_reduce_print.pt", beside(hm.call("builtins", "print", hm.text("hello"))), NONE, "a harmless call is not made either")
opens("01_inst.pt", beside(hm.MARK + _harmless + b"iposix\nsystem\n"), "globals.dangerous", "posix.system by INST")
opens(
    "01_obj.pt", beside(hm.MARK + hm.global_("subprocess", "Popen") + _harmless + b"o"), "globals.dangerous", "Popen by OBJ"
)
opens(
    "01_newobj.pt",
    beside(hm.global_("subprocess", "Popen") + hm.tuple_(_harmless) + hm.NEWOBJ),
    "globals.dangerous",
    "Popen by NEWOBJ",
)
opens(
    "01_newobj_ex.pt",
    beside(hm.global_("subprocess", "Popen") + hm.EMPTY_TUPLE + hm.dict_((hm.text("args"), _harmless)) + b"\x92"),
    "globals.dangerous",
    "Popen by NEWOBJ_EX",
)
opens(
    "01_stack_global.pt",
    beside(hm.text("os") + hm.text("system") + b"\x93" + hm.tuple_(_harmless) + hm.REDUCE),
    "globals.dangerous",
    "the name comes from the stack",
)
opens(
    "01_root.pt", whole(hm.call("os", "system", _harmless)), "globals.dangerous", "the call is all there is in the file"
)
opens(
    "02_disguised.pt",
    beside(
        hm.call(
            "torch._tensor",
            "_rebuild_from_type_v2",
            hm.global_("os", "system"),
            hm.global_("torch", "Tensor"),
            hm.tuple_(_harmless),
            hm.NONE,
        )
    ),
    "globals.dangerous",
    "os.system as the function that rebuilds a tensor",
)
opens(
    "03_getattr.pt",
    beside(hm.call("__builtin__", "getattr", hm.global_("torch", "Tensor"), hm.text("__class__"))),
    "globals.dangerous",
    "getattr digs for a class",
)
opens(
    "03_build_class.pt",
    beside(hm.hooks() + hm.dict_((hm.text("__class__"), hm.global_("torch", "Size")), (hm.text("__dict__"), hm.NONE)) + hm.BUILD),
    NONE,
    "BUILD writes __class__ and __dict__",
)
_object_type = hm.call("numpy", "dtype", hm.text("O8"), hm.FALSE, hm.TRUE)
opens(
    "03_build_by_scalar.pt",
    beside(
        hm.call("numpy.core.multiarray", "scalar", _object_type, hm.global_("collections", "UserDict"))
        + hm.tuple_(hm.NONE, hm.dict_((hm.text("note"), hm.text("changed"))))
        + hm.BUILD
    ),
    "globals.dangerous",
    "a NumPy number of an object is that object, here a class that BUILD changes",
)
opens(
    "03_pairs_of_mesh.pt",
    beside(
        hm.global_("torch.distributed.device_mesh", "DeviceMesh") + hm.EMPTY_TUPLE + hm.NEWOBJ
        + hm.list_(hm.list_(hm.text("__array_interface__"), hm.dict_()))
        + hm.BUILD
    ),
    "globals.dangerous",
    "BUILD gives attributes by a list of pairs",
)  # fmt: skip
opens(
    "03_append_attribute.pt",
    beside(
        hm.hooks() + hm.dict_((hm.text("append"), hm.global_("builtins", "str"))) + hm.BUILD + hm.text("given") + b"a"
    ),
    "globals.dangerous",
    "APPEND calls an attribute of a dictionary",
)
opens(
    "03_objects_of_no_size.pt",
    beside(
        hm.call("numpy.core.multiarray", "_reconstruct", hm.global_("numpy", "ndarray"), hm.ints(0), hm.text("b"))
        + hm.tuple_(hm.integer(1), hm.ints(0), _object_type, hm.FALSE, hm.list_(hm.NONE))
        + hm.BUILD
    ),
    "globals.dangerous",
    "an array of objects whose list has another length",
)

# --- 4, 5: memo ---

opens("04_memo_index.pt", beside(hm.NONE + b"r\xff\xff\xff\xff" + b"j\xff\xff\xff\xff" + b"0"), NONE, "memo index 2^32-1")
error("04_memo_text_index.pt", beside(hm.NONE + b"p18446744073709551615\n"), "pickle.memo", "memo index 2^64-1, as text")
error("05_memo_undefined.pt", whole(b"h\5"), "pickle.memo", "BINGET of what was never put")
error("05_memo_undefined_text.pt", whole(b"g77\n"), "pickle.memo", "GET of what was never put")

# --- 6, 7, 8: shapes of the graph ---


def laughs(empty, join):
    body = empty + hm.put(0)
    for level in range(1, 90):
        body += b"0" + join(hm.get(level - 1)) + hm.put(level)
    return body


opens("06_laughs_lists.pt", beside(laughs(hm.EMPTY_LIST, lambda x: hm.list_(x, x))), NONE, "2^90 lists by sharing")
opens("06_laughs_tuples.pt", beside(laughs(hm.EMPTY_TUPLE, lambda x: hm.tuple_(x, x))), NONE, "2^90 tuples by sharing")
opens(
    "06_laughs_dicts.pt",
    beside(laughs(hm.EMPTY_DICT, lambda x: hm.dict_((hm.text("a"), x), (hm.text("b"), x)))),
    NONE,
    "2^90 dicts by sharing",
)
opens(
    "06_laughs_keys.pt",
    beside(laughs(hm.EMPTY_TUPLE, lambda x: hm.tuple_(x, x)) + hm.put(200) + b"0" + hm.dict_((hm.get(200), hm.NONE))),
    NONE,
    "a dict key of 2^90 parts",
)
opens(
    "06_laughs_arguments.pt",
    beside(laughs(hm.EMPTY_TUPLE, lambda x: hm.call("thing", "Maker", x, x))),
    NONE,
    "calls whose arguments are calls, shared",
)
opens(
    "06_laughs_modules.pt",
    beside(
        laughs(
            hm.NONE,
            lambda x: hm.global_("torch.nn.modules.container", "Sequential")
            + hm.EMPTY_TUPLE
            + hm.NEWOBJ
            + hm.dict_((hm.text("_modules"), hm.dict_((hm.text("0"), x), (hm.text("1"), x))))
            + hm.BUILD,
        )
    ),
    NONE,
    "modules that share submodules",
)
opens("07_cycle_list.pt", beside(hm.EMPTY_LIST + hm.put(0) + hm.get(0) + b"a"), NONE, "a list in itself")
opens("07_cycle_dict.pt", beside(hm.EMPTY_DICT + hm.put(0) + hm.text("me") + hm.get(0) + b"s"), NONE, "a dict in itself")
opens(
    "07_cycle_key.pt",
    beside(hm.EMPTY_LIST + hm.put(0) + hm.EMPTY_DICT + hm.get(0) + hm.NONE + b"s" + b"a"),
    NONE,
    "a list that is a key of what it holds",
)
opens(
    "07_cycle_tuple.pt",
    beside(hm.EMPTY_LIST + hm.put(0) + hm.get(0) + b"\x85" + hm.put(1) + b"a"),
    NONE,
    "a tuple in itself, by way of a list",
)
opens(
    "07_cycle_state.pt",
    beside(hm.global_("thing", "Maker") + hm.EMPTY_TUPLE + hm.NEWOBJ + hm.put(0) + hm.dict_((hm.text("me"), hm.get(0))) + hm.BUILD),
    NONE,
    "an object that is its own attribute",
)
opens(
    "07_cycle_arguments.pt",
    beside(hm.EMPTY_LIST + hm.put(0) + hm.global_("torch._utils", "_rebuild_tensor_v2") + hm.get(0) + b"\x85" + hm.REDUCE + b"a"),
    NONE,
    "a tensor whose storage is the list that holds it",
)
opens(
    "07_cycle_module.pt",
    beside(
        hm.global_("torch.nn.modules.container", "Sequential")
        + hm.EMPTY_TUPLE
        + hm.NEWOBJ
        + hm.put(0)
        + hm.dict_((hm.text("_modules"), hm.dict_((hm.text("0"), hm.get(0)))))
        + hm.BUILD
    ),
    NONE,
    "a module that is its own submodule",
)

DEEP = 1_000_000


def deflated(body):
    """A megabyte of one opcode packs to a kilobyte."""
    return hm.archive(hm.pickle(body), method=8)


opens("08_deep_lists.pt", deflated(b"]" * DEEP + b"a" * (DEEP - 1)), "tree.too-deep", "a million lists, one in the other")
opens("08_deep_tuples.pt", deflated(b")" + b"\x85" * DEEP), "tree.too-deep", "a million tuples")
opens("08_deep_dicts.pt", deflated(b"}K\0" * DEEP + b"N" + b"s" * DEEP), "tree.too-deep", "a million dicts")
opens(
    "08_deep_calls.pt",
    deflated(b"cthing\nMaker\nq\0" + b"h\0" * DEEP + b")R" + b"\x85R" * (DEEP - 1)),
    "tree.too-deep",
    "a million calls as arguments",
)
opens(
    "08_deep_states.pt",
    deflated(b"cthing\nMaker\nq\0" + b"h\0)\x81" * (DEEP // 4) + b"N" + b"b" * (DEEP // 4)),
    "tree.too-deep",
    "objects as states of objects",
)
error("08_deep_marks.pt", deflated(b"(" * DEEP), "pickle.stack", "a million marks and nothing else")
opens("08_deep_keys.pt", deflated(b"})" + b"\x85" * DEEP + b"Ns"), NONE, "a key of a million nested tuples")

# --- 9, 10: lengths ---

error("09_long_text.pt", whole(b"X" + struct.pack("<I", 0xFFFFFFF0) + b"abc"), "pickle.truncated", "BINUNICODE of 4 GiB")
error("09_long_text8.pt", whole(b"\x8d" + struct.pack("<Q", 2**64 - 1) + b"abc", 4), "pickle.truncated", "BINUNICODE8 of 2^64-1")
error("09_long_bytes.pt", whole(b"B" + struct.pack("<I", 0xFFFFFFF0) + b"abc", 3), "pickle.truncated", "BINBYTES of 4 GiB")
error("09_long_bytes8.pt", whole(b"\x8e" + struct.pack("<Q", 2**63) + b"abc", 4), "pickle.truncated", "BINBYTES8 of 2^63")
error("09_long_bytearray.pt", whole(b"\x96" + struct.pack("<Q", 2**33), 5), "pickle.truncated", "BYTEARRAY8 of 8 GiB")
error("09_long_integer.pt", whole(b"\x8b" + struct.pack("<i", 2**31 - 1) + b"\1"), "pickle.truncated", "LONG4 of 2 GiB")
error("10_negative_text.pt", whole(b"T" + struct.pack("<i", -1) + b"abc"), "pickle.number", "BINSTRING of -1 bytes")
error("10_negative_integer.pt", whole(b"\x8b" + struct.pack("<i", -5) + b"abc"), "pickle.number", "LONG4 of -5 bytes")

# --- 11, 12: the stack ---

error("11_underflow_reduce.pt", whole(b"R"), "pickle.stack", "REDUCE on an empty stack")
error("11_underflow_setitem.pt", whole(hm.EMPTY_DICT + b"s"), "pickle.stack", "SETITEM without key and value")
error("11_no_mark.pt", whole(b"t"), "pickle.stack", "TUPLE without MARK")
error("11_odd_setitems.pt", whole(hm.EMPTY_DICT + hm.MARK + hm.text("key") + b"u"), "pickle.stack", "a key without a value")
error("11_append_to_number.pt", whole(hm.integer(1) + hm.NONE + b"a"), "pickle.stack", "APPEND to a number")
error("11_nothing_at_stop.pt", whole(b""), "pickle.stack", "STOP on an empty stack")
error("11_pop_empty.pt", whole(b"0"), "pickle.stack", "POP on an empty stack")
error("11_pop_the_mark.pt", whole(hm.MARK + b"0" + b"t"), "pickle.stack", "a MARK popped, then asked for")
error("11_under_the_mark.pt", whole(hm.integer(1) + hm.MARK + b"\x85"), "pickle.stack", "TUPLE1 reaches under a MARK")
error("11_unknown_opcode.pt", whole(b"\xee"), "pickle.opcode", "a byte that is no opcode")
error("11_protocol_9.pt", whole(hm.NONE, protocol=9), "pickle.opcode", "a protocol of the future")
error("12_no_stop.pt", hm.archive(b"\x80\x02" + hm.EMPTY_DICT), "pickle.truncated", "the pickle just ends")
opens("12_bytes_after_stop.pt", hm.archive(hm.pickle(hm.EMPTY_DICT) + b"more"), "pickle.left-over", "bytes after STOP")
opens("12_items_left.pt", whole(hm.integer(1) + hm.EMPTY_DICT), "pickle.left-over", "two values on the stack at STOP")

# --- 13 to 16: keys, numbers, texts ---

opens("13_list_key.pt", beside(hm.dict_((hm.list_(hm.integer(1)), hm.NONE))), NONE, "a list as a key")
opens("13_dict_key.pt", beside(hm.dict_((hm.EMPTY_DICT, hm.NONE))), NONE, "a dict as a key")
opens("13_tensor_key.pt", beside(hm.dict_((hm.tensor(), hm.NONE))), NONE, "a tensor as a key")
opens("13_call_key.pt", beside(hm.dict_((hm.call("os", "system", _harmless), hm.NONE))), "globals.dangerous", "a call as a key")
opens(
    "14_duplicate_key.pt",
    whole(hm.dict_((hm.text("w"), hm.integer(1)), (hm.text("w"), hm.tensor()))),
    "pickle.duplicate-key",
    "the last one counts",
)
error("15_long_digits.pt", whole(b"L" + b"9" * 5000 + b"L\n"), "pickle.number", "an integer of 5000 digits")
error("15_int_digits.pt", whole(b"I" + b"9" * 5000 + b"\n"), "pickle.number", "the same by INT")
error("15_not_a_number.pt", whole(b"I12x\n"), "pickle.number", "letters in a number")
error("15_no_float.pt", whole(b"Fnope\n"), "pickle.number", "letters in a float")
opens("16_invalid_utf8.pt", beside(hm.text(b"a\xff\xfeb")), "pickle.text", "bytes that are not UTF-8")
opens("16_overlong_utf8.pt", beside(hm.text(b"a\xc0\x80b")), "pickle.text", "an overlong NUL")
opens("16_surrogate.pt", beside(hm.text(b"a\xed\xa0\x80b")), NONE, "a lone surrogate, which Python allows")
opens("16_control_text.pt", beside(hm.text(b"\x1b[31mred\x1b[0m\r\n\x07")), NONE, "escape codes for a terminal")
opens("16_control_key.pt", whole(hm.dict_((hm.text(b"\x1b]0;title\x07"), hm.tensor()))), NONE, "escape codes in a key")
opens("16_control_global.pt", beside(hm.global_("a\x1b[31m", "b\x00c")), NONE, "escape codes in a class name")
opens("16_nul_in_key.pt", beside(hm.tensor(hm.storage_id("0\0zz"))), "storage.key", "a storage key with a NUL")

# --- 45, 46, 50, 51 ---

error("45_protocol_0.pt", hm.archive(b"P('storage', <class 'torch.FloatStorage'>, '0', 'cpu', 4)\n."), "pickle.extension", "persistent id as text")
opens("46_codec_rot13.pt", beside(hm.call("_codecs", "encode", hm.text("uryyb"), hm.text("rot13"))), NONE, "a codec other than latin1 is a call like any other")
opens(
    "46_codec_of_blob.pt",
    beside(hm.call("torch.storage", "_load_from_bytes", hm.call("_codecs", "encode", hm.text("x"), hm.text("zlib")))),
    "pickle.codec",
    "storage bytes through another codec",
)
error("50_frame_too_long.pt", whole(b"\x95" + struct.pack("<Q", 2**40) + hm.EMPTY_DICT, 4), "pickle.truncated", "a frame of 1 TiB")
error(
    "50_frame_too_short.pt",
    whole(b"\x95" + struct.pack("<Q", 3) + hm.dict_((hm.text("good"), hm.tensor())), 4),
    "pickle.truncated",
    "a frame that ends inside an instruction",
)
error("51_ext1.pt", whole(b"\x82\x05"), "pickle.extension", "EXT1")
error("51_ext2.pt", whole(b"\x83\x05\x00"), "pickle.extension", "EXT2")
error("51_ext4.pt", whole(b"\x84\x05\x00\x00\x00"), "pickle.extension", "EXT4")
error("51_next_buffer.pt", whole(b"\x97", 5), "pickle.extension", "NEXT_BUFFER")
error("51_readonly_buffer.pt", whole(hm.NONE + b"\x98", 5), "pickle.extension", "READONLY_BUFFER")
error("51_persid.pt", whole(b"P0\n"), "pickle.extension", "PERSID, text")
