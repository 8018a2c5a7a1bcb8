"""Rows 47 to 49: safetensors, distributed checkpoints, sharded sets."""

import json

from hostile_case import NONE, error, floats, opens
from support import handmade as hm


def info(begin=0, end=8, dtype="F32", shape=(2,)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": [begin, end]}


def safe(data=None, **tensors):
    return hm.safetensors(tensors, floats(1, 2) if data is None else data)


def raw(text, data=b"", length=None):
    return hm.safetensors(text.encode(), data, length=length)


HEADER, OFFSETS = "safetensors.header", "safetensors.offsets"

error("47_huge_header.safetensors", raw('{"a":1}', length=2**40), HEADER, "a header of 1 TiB")
error("47_header_over_cap.safetensors", raw('{"a":1}', length=200_000_000), HEADER, "a header over 100 MB")
error("47_header_past_end.safetensors", raw('{"a":1}', length=500), HEADER, "the header goes on past the end")
error("47_overflow_shape.safetensors", safe(b"", a=info(0, 0, shape=(2**40, 2**40, 0))), OFFSETS, "the size overflows, whatever the last 0 says")
error("47_overflow_bytes.safetensors", safe(a=info(shape=(2**61,))), OFFSETS, "2^64 bytes")
error("47_hole.safetensors", safe(floats(1, 2, 3, 4, 5), a=info(), b=info(12, 20)), OFFSETS, "four bytes belong to nothing")
error("47_overlap.safetensors", safe(floats(1, 2, 3), a=info(), b=info(4, 12)), OFFSETS, "two tensors share bytes")
error("47_late_start.safetensors", safe(floats(1, 2, 3), a=info(4, 12)), OFFSETS, "the first tensor begins late")
error("47_backwards.safetensors", safe(a=info(8, 0)), OFFSETS, "the end before the beginning")
error("47_size_differs.safetensors", safe(a=info(shape=(3,))), OFFSETS, "3 elements in 8 bytes")
error("47_trailing_bytes.safetensors", safe(floats(1, 2, 3), a=info()), OFFSETS, "bytes after the last tensor")
error("47_missing_bytes.safetensors", safe(floats(1), a=info()), OFFSETS, "the data is cut")
error("47_half_byte.safetensors", safe(b"ab", a=info(0, 2, "F4", (3,))), OFFSETS, "three half bytes")
error("47_negative.safetensors", safe(a=info(-8, 0)), HEADER, "a negative offset")
error("47_float_offset.safetensors", safe(a=info(0.0, 8.0)), HEADER, "offsets with a point")
error("47_negative_shape.safetensors", safe(a=info(shape=(-2,))), HEADER, "a negative size")
error("47_bad_dtype.safetensors", safe(a=info(dtype="f32")), HEADER, "a dtype in lower case")
error("47_one_offset.safetensors", safe(a={**info(), "data_offsets": [0]}), HEADER, "one offset")
error("47_no_shape.safetensors", safe(a={"dtype": "F32", "data_offsets": [0, 8]}), HEADER, "no shape")
_entry = json.dumps(info())
error("47_duplicate_name.safetensors", raw(f'{{"a":{_entry},"a":{_entry}}}', floats(1, 2)), "safetensors.duplicate", "one name twice")
error("47_duplicate_field.safetensors", raw('{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}', floats(1, 2)), "safetensors.duplicate", "dtype twice")
error("47_duplicate_metadata.safetensors", raw('{"__metadata__":{},"__metadata__":{}}'), "safetensors.duplicate", "metadata twice")
error("47_metadata_number.safetensors", raw('{"__metadata__":{"a":1}}'), HEADER, "metadata that is not text")
error("47_nul_padding.safetensors", raw(f'{{"a":{_entry}}}\0\0', floats(1, 2)), HEADER, "padded with NUL")
error("47_bom.safetensors", raw(f'\ufeff{{"a":{_entry}}}', floats(1, 2)), HEADER, "a byte order mark")
error("47_comment.safetensors", raw(f'{{"a":{_entry} /* b */}}', floats(1, 2)), HEADER, "a comment in the header")
error("47_not_closed.safetensors", raw('{"a":{"dtype":"F32"'), HEADER, "the header is cut")
error("47_deep_json.safetensors", raw('{"a":' + "[" * 100_000 + "]" * 100_000 + "}"), HEADER, "100 000 brackets")
error("47_list.safetensors", raw(f'{{"a":[{_entry}]}}', floats(1, 2)), HEADER, "a list for a tensor")
opens("47_odd_name.safetensors", safe(**{"../../etc/passwd\x1b[31m": info()}), NONE, "a name is only a name")
opens("47_extra_field.safetensors", safe(a={**info(), "note": {"x": [1]}}), NONE, "a field nobody knows")

# --- 48: distributed checkpoint ---

_storage_info = (
    hm.global_("torch.distributed.checkpoint.filesystem", "_StorageInfo")
    + hm.EMPTY_TUPLE
    + hm.NEWOBJ
    + hm.dict_((hm.text("relative_path"), hm.text("../../../etc/passwd")), (hm.text("offset"), hm.integer(2**62)), (hm.text("length"), hm.integer(-1)))
    + hm.BUILD
)
_metadata = (
    hm.global_("torch.distributed.checkpoint.metadata", "Metadata")
    + hm.EMPTY_TUPLE
    + hm.NEWOBJ
    + hm.dict_((hm.text("storage_data"), hm.dict_((hm.text("w"), _storage_info))))
    + hm.BUILD
)
opens("48_path_traversal.metadata", hm.pickle(_metadata, 4), NONE, "the parts are not followed")

# --- 49: sharded sets ---


def index(**weight_map):
    return json.dumps({"metadata": {"total_size": 8}, "weight_map": weight_map}).encode()


SHARD = "49_shard.safetensors"
opens(SHARD, safe(a=info()), NONE, "the good shard of the sets below")
opens("49_parent.safetensors.index.json", index(a=SHARD, b="../49_shard.safetensors"), "shards.index", "a shard in the folder above")
opens("49_absolute.safetensors.index.json", index(a=SHARD, b="/etc/passwd"), "shards.index", "an absolute path")
opens("49_backslash.safetensors.index.json", index(a=SHARD, b="..\\x.safetensors"), "shards.index", "a Windows path")
opens("49_nul.safetensors.index.json", index(a=SHARD, b="49_shard.safetensors\0x"), "shards.index", "a NUL in the name")
opens("49_missing_shard.safetensors.index.json", index(a=SHARD, b="49_none.safetensors"), "shards.missing", "no such shard")
opens("49_broken_shard.safetensors.index.json", index(a=SHARD, b="47_hole.safetensors"), "shards.broken", "a shard that does not open")
opens("49_missing_tensor.safetensors.index.json", index(a=SHARD, b=SHARD), "shards.tensor", "a tensor that its shard lacks")
opens("49_itself.safetensors.index.json", index(a=SHARD, b="49_itself.safetensors.index.json"), "shards.broken", "a set inside the set")
error("49_number.safetensors.index.json", b'{"weight_map": 5}', "shards.index", "the weight map is a number")
error("49_not_text.safetensors.index.json", b'{"weight_map": {"a": 5}}', "shards.index", "a shard name that is a number")
error("49_not_closed.safetensors.index.json", b'{"weight_map": {"a": "b"', "json.syntax", "the index is cut")
error("49_deep.safetensors.index.json", b'{"weight_map": ' + b"[" * 100_000, "json.syntax", "100 000 brackets")
error("49_no_map.safetensors.index.json", b'{"metadata": {}}', "input.not-a-checkpoint", "JSON without a weight map")
