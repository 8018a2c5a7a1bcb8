"""Rows 17 to 24 and 36 to 43: storages, tensors, tags, legacy streams."""

import struct

from cases_pickle import deflated
from hostile_case import FOUR, NONE, beside, error, floats, opens, whole
from support import handmade as hm

NUMBER = hm.integer(1)


def storage(numel=None, key=None, tag=None, kind="storage", extra=()):
    """A persistent id with parts replaced by whatever opcodes are given."""
    return (
        hm.tuple_(
            hm.text(kind),
            hm.global_("torch", "FloatStorage"),
            hm.text("0") if key is None else key,
            hm.text("cpu") if tag is None else tag,
            hm.integer(4) if numel is None else numel,
            *extra,
        )
        + hm.BINPERSID
    )


def legacy_id(numel=4, key="0"):
    return hm.storage_id(key, numel, extra=(hm.NONE,))


# --- 17 to 19, 22 to 24: storages ---

def second(data, body):
    """Beside the good tensor one that uses the storage "1", whose record holds `data`."""
    pairs = hm.dict_((hm.text("good"), hm.tensor()), (hm.text("bad"), body))
    return hm.archive(hm.pickle(pairs), {**FOUR, "1": data})


opens("17_record_short.pt", second(floats(1, 2), hm.tensor(hm.storage_id("1", 4))), "record.size", "4 floats claimed, 2 there")
opens("17_record_empty.pt", second(b"", hm.tensor(hm.storage_id("1", 4))), "record.size", "4 floats claimed, none there")
opens("17_numel_huge.pt", second(floats(1), hm.tensor(hm.storage_id("1", 2**40), size=(1,))), "record.size", "a terabyte claimed")
opens("18_record_long.pt", second(floats(1, 2, 3, 4, 5), hm.tensor(hm.storage_id("1", 4))), "record.size", "a record longer than its storage")
opens("19_numel_negative.pt", beside(hm.tensor(storage(hm.integer(-4), hm.text("1")))), "storage.numel", "numel -4")
opens("19_numel_float.pt", beside(hm.tensor(storage(hm.floating(4.0), hm.text("1")))), "storage.numel", "numel 4.0")
opens("19_numel_bool.pt", beside(hm.tensor(storage(hm.TRUE, hm.text("1")), size=(1,))), "storage.numel", "numel True")
opens("19_numel_text.pt", beside(hm.tensor(storage(hm.text("4"), hm.text("1")))), "storage.numel", 'numel "4"')
opens("19_numel_big.pt", beside(hm.tensor(storage(hm.integer(2**63), hm.text("1")))), "storage.numel", "numel 2^63")
opens("19_numel_overflow.pt", beside(hm.tensor(storage(hm.integer(2**62), hm.text("1")))), "storage.numel", "numel times item size over 2^63")
opens("22_other_class.pt", beside(hm.tensor(hm.storage_id("0", 4, storage="IntStorage"))), "storage.conflict", "one key, two classes")
opens("22_other_numel.pt", beside(hm.tensor(hm.storage_id("0", 3), size=(3,))), "storage.conflict", "one key, two lengths")
opens("22_other_tag.pt", beside(hm.tensor(hm.storage_id("0", 4, "cuda:0"))), "storage.conflict", "one key, two devices")
opens("22_unknown_class.pt", beside(hm.tensor(hm.storage_id("0", 4, storage="PrettyStorage"))), "storage.class", "no such storage class")
opens("22_class_of_os.pt", beside(hm.tensor(hm.storage_id("0", 4, storage="FloatStorage", module="os"))), "globals.dangerous", "os.FloatStorage: PyTorch looks at the name alone")
opens("23_missing_record.pt", beside(hm.tensor(hm.storage_id("7", 4))), "record.missing", "no record for the storage")
opens("23_missing_empty_record.pt", beside(hm.tensor(hm.storage_id("7", 0), size=(0,))), NONE, "nothing is missing of nothing")
opens("24_key_absolute.pt", beside(hm.tensor(hm.storage_id("/etc/hostname", 4))), "record.missing", "an absolute path as key")
opens("24_key_parent.pt", beside(hm.tensor(hm.storage_id("../../version", 2))), "record.missing", "a path that leaves the folder")
opens("24_key_nul.pt", beside(hm.tensor(hm.storage_id("0\0.txt", 4))), "storage.key", "a key with a NUL")
opens("24_key_empty.pt", beside(hm.tensor(hm.storage_id("", 4))), "record.missing", "an empty key")
opens("24_key_list.pt", beside(hm.tensor(storage(key=hm.EMPTY_LIST))), "storage.key", "a list as key")

# --- 20, 21, 42: tensors ---

WRONG = {
    "offset": dict(offset=1),
    "offset_huge": dict(offset=2**62),
    "offset_negative": dict(offset=-1),
    "size": dict(size=(5,)),
    "size_overflow": dict(size=(2**33, 2**33), stride=(0, 1)),
    "stride": dict(size=(2,), stride=(4,)),
    "stride_negative": dict(stride=(-1,)),
    "stride_huge": dict(size=(3,), stride=(2**62,)),
    "sum_overflow": dict(offset=2**63 - 1, size=(2, 2), stride=(2**62, 2**62)),
}
for _name, _how in WRONG.items():
    _code = "tensor.huge" if _name == "size_overflow" else "tensor.bounds"
    opens(f"20_{_name}.pt", beside(hm.tensor(**_how)), _code, f"{_how} over 4 elements")
opens("20_size_negative.pt", beside(hm.tensor(size=(-4,))), "tensor.arguments", "a negative size")
opens("20_rank.pt", beside(hm.tensor(size=(2, 2), stride=(1,))), "tensor.arguments", "two sizes, one stride")
opens("20_size_text.pt", beside(
    hm.call("torch._utils", "_rebuild_tensor_v2", storage(), hm.integer(0), hm.text("4"), hm.ints(1), hm.FALSE, hm.hooks())
), "tensor.arguments", "sizes as text")
opens("20_few_arguments.pt", beside(hm.call("torch._utils", "_rebuild_tensor_v2", storage())), "tensor.arguments", "a storage and no more")
opens("20_no_storage.pt", beside(hm.tensor(hm.NONE)), "tensor.arguments", "None for a storage")
opens("20_many_dims.pt", beside(hm.tensor(size=(1,) * 300, stride=(1,) * 300)), "tensor.arguments", "300 dimensions")
opens(
    "20_quantized.pt",
    second(
        bytes(4),
        hm.call(
            "torch._utils",
            "_rebuild_qtensor",
            hm.storage_id("1", 4, storage="QInt8Storage"),
            hm.integer(0),
            hm.ints(400),
            hm.ints(1),
            hm.tuple_(hm.global_("torch", "per_tensor_affine"), hm.floating(0.5), hm.integer(0)),
            hm.FALSE,
            hm.hooks(),
        )
    ),
    "tensor.bounds",
    "a quantised view over the end of its storage",
)
opens("20_legacy.pt", hm.legacy(hm.tensor(legacy_id(), size=(2**40,)), {"0": (4, FOUR["0"])}), "tensor.bounds", "a legacy tensor of 4 TiB")
opens(
    "20_legacy_view.pt",
    hm.legacy(
        hm.tensor(hm.storage_id("0", 4, extra=(hm.tuple_(hm.text("1"), hm.integer(3), hm.integer(4)),))), {"0": (4, FOUR["0"])}
    ),
    "tensor.bounds",
    "a legacy view over the end of its root",
)
opens("21_huge_expanded.pt", beside(hm.tensor(size=(2**62,), stride=(0,))), "tensor.huge", "2^62 elements in one float")
opens("21_huge_overlap.pt", beside(hm.tensor(size=(2**31, 2**31), stride=(0, 0))), "tensor.huge", "the same in two dimensions")
opens(
    "42_grad_of_integers.pt",
    second(bytes(32), hm.tensor(hm.storage_id("1", 4, storage="LongStorage"), requires_grad=hm.TRUE)),
    "tensor.requires-grad",
    "integers cannot require gradients",
)
opens("42_moved_nothing.pt", beside(hm.call("torch._utils", "_rebuild_xla_tensor", hm.integer(7), hm.global_("torch", "float32"), hm.text("xla:0"), hm.FALSE)), "tensor.arguments", "a device for something that is no tensor")
opens("42_grad_number.pt", beside(hm.tensor(requires_grad=hm.integer(1))), "tensor.requires-grad", "requires_grad 1")

# --- 36, 37: tags ---

for _name, _tag in {"nonsense": "foo bar", "empty": "", "upper": "CPU", "path": "../../dev/null"}.items():
    opens(f"36_tag_{_name}.pt", second(FOUR["0"], hm.tensor(hm.storage_id("1", 4, _tag))), "storage.device-tag", f'tag "{_tag}"')
opens("36_tag_number.pt", second(FOUR["0"], hm.tensor(storage(key=hm.text("1"), tag=NUMBER))), "storage.device-tag", "a number as tag")
opens("36_tag_none.pt", second(FOUR["0"], hm.tensor(storage(key=hm.text("1"), tag=hm.NONE))), "storage.device-tag", "None as tag")
_many = [(hm.text(f"w{i}"), hm.tensor(hm.storage_id(str(i), 4, f"gpu{i}"))) for i in range(501)]
error("36_tags_many.pt", deflated(hm.dict_(*_many)), "input.limit-exceeded", "501 devices")
for _name, _tag in {"9999": "cuda:9999", "negative": "cuda:-1", "128": "cuda:128", "word": "cuda:one"}.items():
    opens(f"37_index_{_name}.pt", second(FOUR["0"], hm.tensor(hm.storage_id("1", 4, _tag))), "storage.device-tag", f'tag "{_tag}"')

# --- 38, 39: legacy streams ---

_good = {"0": (4, FOUR["0"])}
_pair = hm.dict_((hm.text("good"), hm.tensor(legacy_id())), (hm.text("bad"), hm.tensor(legacy_id(key="9"))))
opens("38_not_in_key_list.pt", hm.legacy(_pair, _good), "legacy.storage", "a storage that the key list leaves out")
error("38_unused_key.pt", hm.legacy(hm.tensor(legacy_id()), {**_good, "8": (4, FOUR["0"])}), "legacy.storage", "a key that nothing uses")
opens("39_other_numel.pt", hm.legacy(hm.tensor(legacy_id()), {"0": (5, floats(1, 2, 3, 4, 5))}), "record.size", "5 elements said, 4 expected")
error("39_cut_payload.pt", hm.legacy(hm.tensor(legacy_id()), _good)[:-5], "input.truncated", "the last storage is cut")
error("39_cut_numel.pt", hm.legacy(hm.tensor(legacy_id()), {"0": (4, b"")})[:-3], "input.truncated", "the file ends in a length")
error(
    "39_huge_numel.pt",
    hm.legacy(hm.tensor(legacy_id(2**60), size=(1,)), {"0": (2**60, floats(1))}),
    "input.truncated",
    "2^60 elements said, 1 there",
)
error("39_negative_numel.pt", hm.legacy(hm.tensor(legacy_id()), {"0": (-4, FOUR["0"])}), "legacy.storage", "-4 elements said")
opens("39_wrong_magic.pt", hm.legacy(hm.NONE, {}, magic=0x1950A86A20F9469CFC6D), "pickle.left-over", "another magic number")
error("39_wrong_protocol.pt", hm.legacy(hm.NONE, {}, version=1000), "legacy.header", "another protocol version")
opens("39_keys_not_a_list.pt", hm.legacy(hm.tensor(legacy_id()), _good, keys=hm.pickle(NUMBER)), "legacy.storage", "the key list is a number")
error("39_no_keys.pt", hm.legacy(hm.NONE, {}, keys=b""), "pickle.truncated", "the file ends before the key list")

# --- 40, 41: sparse and quantised ---


def longs(*values):
    return struct.pack(f"<{len(values)}q", *values)


def sparse(index_size, index_stride, values_size, coalesced=hm.TRUE, size=(3, 3)):
    layout = hm.call("torch.serialization", "_get_layout", hm.text("torch.sparse_coo"))
    indices = hm.tensor(hm.storage_id("1", 4, storage="LongStorage"), size=index_size, stride=index_stride)
    values = hm.tensor(size=values_size)
    return hm.call("torch._utils", "_rebuild_sparse_tensor", layout, hm.tuple_(indices, values, hm.call("torch", "Size", hm.ints(*size)), coalesced))


opens("40_index_out_of_range.pt", second(longs(0, 1, 2, 77), sparse((2, 2), (2, 1), (2,))), NONE, "seen only when values are read")
opens("40_false_coalesced.pt", second(longs(1, 1, 0, 0), sparse((2, 2), (2, 1), (2,))), NONE, "seen only when values are read")
opens("40_counts_differ.pt", second(longs(0, 1, 2, 0), sparse((2, 2), (2, 1), (3,))), "tensor.sparse", "2 indices, 3 values")
opens("40_dims_differ.pt", second(longs(0, 1, 2, 0), sparse((2, 2), (2, 1), (2,), size=(3, 3, 3))), "tensor.sparse", "indices of 2 dimensions for 3")
opens(
    "40_no_data.pt",
    beside(hm.call("torch._utils", "_rebuild_sparse_tensor", hm.call("torch.serialization", "_get_layout", hm.text("torch.sparse_coo")))),
    "tensor.sparse",
    "a layout and no data",
)
opens(
    "40_unknown_layout.pt",
    beside(
        hm.call("torch._utils", "_rebuild_sparse_tensor", hm.call("torch.serialization", "_get_layout", hm.text("torch.dense")), hm.tuple_())
    ),
    "tensor.sparse",
    "no such layout",
)


def quantized(*parameters):
    return hm.call(
        "torch._utils",
        "_rebuild_qtensor",
        hm.storage_id("1", 4, storage="QInt8Storage"),
        hm.integer(0),
        hm.ints(1, 4),
        hm.ints(4, 1),
        hm.tuple_(*parameters),
        hm.FALSE,
        hm.hooks(),
    )


AFFINE, CHANNEL = hm.global_("torch", "per_tensor_affine"), hm.global_("torch", "per_channel_affine")
_nan, _one = hm.floating(float("nan")), hm.list_(hm.floating(1.0))
opens("41_scale_nan.pt", second(bytes(4), quantized(AFFINE, _nan, hm.integer(0))), "tensor.quantizer", "PyTorch takes any scale")
opens("41_scale_text.pt", second(bytes(4), quantized(AFFINE, hm.text("1"), hm.integer(0))), "tensor.quantizer", "text for a scale")
opens("41_axis.pt", second(bytes(4), quantized(CHANNEL, _one, hm.list_(hm.integer(0)), hm.integer(7))), "tensor.quantizer", "axis 7 of 2")
opens("41_axis_negative.pt", second(bytes(4), quantized(CHANNEL, _one, hm.list_(hm.integer(0)), hm.integer(-1))), "tensor.quantizer", "axis -1")
opens("41_lengths.pt", second(bytes(4), quantized(CHANNEL, _one, hm.list_(hm.integer(0)), hm.integer(1))), "tensor.quantizer", "1 scale for 4 channels")
opens("41_no_parameters.pt", second(bytes(4), quantized()), "tensor.quantizer", "an empty quantiser")
opens("41_unknown_scheme.pt", second(bytes(4), quantized(hm.global_("os", "getcwd"), _nan, hm.integer(0))), "tensor.quantizer", "no such scheme")

# --- 43: persistent ids ---

PIDS = {
    "4_elements": hm.tuple_(hm.text("storage"), hm.global_("torch", "FloatStorage"), hm.text("0"), hm.text("cpu")),
    "6_elements": hm.tuple_(hm.text("storage"), hm.global_("torch", "FloatStorage"), hm.text("0"), hm.text("cpu"), hm.integer(4), hm.NONE),
    "integer": hm.integer(7),
    "text": hm.text("storage"),
    "empty": hm.EMPTY_TUPLE,
    "other_kind": hm.tuple_(hm.text("module"), hm.global_("torch", "FloatStorage"), hm.text("0"), hm.text("cpu"), hm.integer(4)),
    "dict": hm.EMPTY_DICT,
}
CODES = {"6_elements": NONE, "other_kind": "tensor.arguments"}  # legacy files have six; modules are known, but no storages
for _name, _pid in PIDS.items():
    _code = CODES.get(_name, "storage.persistent-id")
    opens(f"43_{_name}.pt", beside(hm.tensor(_pid + hm.BINPERSID)), _code, "a persistent id of another form")
opens("43_outside_a_tensor.pt", beside(hm.integer(7) + hm.BINPERSID), "storage.persistent-id", "the same as a value of its own")
