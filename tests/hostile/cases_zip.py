"""Rows 25 to 35, 44 and 52: the archive."""

import dataclasses
import struct

from hostile_case import FOUR, NONE, error, floats, opens, whole
from support import handmade as hm

GOOD = hm.pickle(hm.dict_((hm.text("good"), hm.tensor())))


def usual():
    return hm.records(GOOD, FOUR)


def changed(name, **how):
    """The usual records with one changed."""
    return [dataclasses.replace(record, **how) if record.name == name else record for record in usual()]


PICKLE, STORAGE = b"archive/data.pkl", b"archive/data/0"

# --- 25, 26: names and places ---

opens("25_duplicate.pt", hm.zip_([*usual(), hm.Record(PICKLE, hm.pickle(hm.NONE))]), "input.ambiguous", "data.pkl twice")
opens("25_case_variant.pt", hm.zip_([*usual(), hm.Record(b"archive/DATA.PKL", hm.pickle(hm.NONE))]), "input.ambiguous", "DATA.PKL too")
error("25_nul_in_name.pt", hm.zip_([*usual(), hm.Record(b"archive/data/0\0x", b"")]), "zip.bad-name", "a record name with a NUL")
error("25_no_name.pt", hm.zip_([*usual(), hm.Record(b"", b"")]), "zip.bad-name", "a record without a name")
error("26_shared_header.pt", hm.zip_([*usual(), hm.Record(b"archive/data/1", b"", header_offset=0)]), "zip.overlap", "two entries, one header, other name")
_data = hm.zip_(usual())
_same = hm.zip_([*usual(), hm.Record(STORAGE.replace(b"0", b"1"), floats(1, 2, 3, 4), local_name=STORAGE, header_offset=_data.index(STORAGE) - 30)])
error("26_same_header.pt", _same, "zip.overlap", "two entries, the same bytes")
error(
    "26_inside_another.pt",
    hm.zip_(
        [
            hm.Record(b"archive/outer", b"." * 34 + hm.zip_([hm.Record(PICKLE, GOOD)], align=1)),
            *changed(PICKLE, header_offset=30 + len("archive/outer") + 4 + 17 + 34),
        ]
    ),
    "zip.overlap",
    "a record inside another one",
)
opens("26_local_name.pt", hm.zip_(changed(STORAGE, local_name=b"archive/data/9")), "input.ambiguous", "the header bears another name")
opens("26_local_sizes.pt", hm.zip_(changed(STORAGE, local_size=7)), NONE, "the header has other sizes: the directory counts")
error("26_local_extra.pt", hm.zip_(changed(STORAGE, local_extra=120)), "zip.overlap", "the data slides into the next record")
error("26_local_extra_end.pt", hm.zip_(changed(b"archive/version", local_extra=65535)), "zip.overlap", "the data slides into the directory")
error("26_no_header.pt", hm.zip_(changed(STORAGE, header_offset=5)), "zip.header-mismatch", "no header where the directory says")
error("26_header_outside.pt", hm.zip_(changed(STORAGE, header_offset=2**31)), "zip.directory", "a header past the end of the file")

# --- 27 to 30: content ---

opens("27_crc_of_pickle.pt", hm.zip_(changed(PICKLE, crc=0x12345678)), "zip.crc", "the pickle does not match its checksum")
opens("27_crc_of_storage.pt", hm.zip_(changed(STORAGE, crc=0x12345678)), NONE, "storages are not read to open a file")
opens("27_crc_zero.pt", hm.zip_(changed(STORAGE, crc=0)), NONE, "saved with checksums off")
opens("28_deflated_storage.pt", hm.zip_(changed(STORAGE, method=8)), NONE, "a deflated storage")
error("29_broken_deflate.pt", hm.zip_(changed(PICKLE, method=8, packed=b"\xff" * 60)), "zip.inflate", "the pickle does not inflate")
error("29_short_deflate.pt", hm.zip_(changed(PICKLE, method=8, size=len(GOOD) + 50)), "zip.inflate", "the pickle inflates to less")
error("29_long_deflate.pt", hm.zip_(changed(PICKLE, method=8, size=len(GOOD) - 5)), "zip.inflate", "the pickle inflates to more")
opens("29_broken_deflate_of_storage.pt", hm.zip_(changed(STORAGE, method=8, packed=b"\xff" * 9)), NONE, "seen when the storage is read")
error("29_folder_with_bytes.pt", hm.zip_(changed(PICKLE, external=0x10)), "zip.directory", "the pickle is marked as a folder")
error("29_method_99.pt", hm.zip_(changed(PICKLE, method=99)), "zip.unsupported", "an unknown compression")
error("29_encrypted.pt", hm.zip_(changed(PICKLE, flags=1)), "zip.unsupported", "an encrypted pickle")
opens("29_encrypted_storage.pt", hm.zip_(changed(STORAGE, flags=1)), "zip.unsupported", "an encrypted storage")
error("30_claims_much.pt", hm.zip_(changed(PICKLE, method=8, size=0xF0000000)), "zip.inflate", "4 GB out of a hundred bytes")
error("30_stored_claims_much.pt", hm.zip_(changed(PICKLE, size=0xF0000000)), "zip.directory", "stored, with two sizes")
_zeros = bytes(64_000_000)
opens(
    "30_bomb_in_storage.pt",
    hm.zip_([*hm.records(hm.pickle(hm.tensor(hm.storage_id("0", len(_zeros) // 4))), {}), hm.Record(STORAGE, _zeros, 8)]),
    NONE,
    "64 MB in 64 kB: nobody unpacks it to open the file",
)

# --- 31 to 33: ends ---

error("31_truncated.pt", whole(hm.dict_())[:300], "zip.broken", "the second half is missing")
error("31_directory_cut.pt", _data.replace(b"PK\1\2", b"PK\1\3", 1), "zip.directory", "an entry of the directory is none")
error("31_directory_outside.pt", hm.zip_(usual(), directory_offset=2**31), "zip.directory", "the directory is past the end")
error("31_count_small.pt", hm.zip_(usual(), count=2), "zip.directory", "fewer records counted than there are")
error("31_count_large.pt", hm.zip_(usual(), count=9), "zip.directory", "more records counted than there are")
error("31_split.pt", hm.zip_(usual(), disk=3), "zip.unsupported", "a part of a split archive")
error("31_empty_zip.pt", hm.zip_([]), "input.not-a-checkpoint", "no records at all")
opens("31_trailing.pt", _data + b"x" * 100, "zip.trailing-bytes", "100 bytes after the end")
error("31_trailing_much.pt", _data + b"x" * 70_000, "zip.broken", "70 000 bytes after the end")
_fake = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0, 0, 0, 0, 0)
error("32_end_in_comment.pt", hm.zip_(usual(), comment=b"look: " + _fake), "input.ambiguous", "a second end record in the comment")
opens("32_end_in_comment_cut.pt", hm.zip_(usual(), comment=b"look: " + _fake[:12]), NONE, "half an end record in the comment")
error("32_two_archives.pt", _data + hm.zip_([hm.Record(PICKLE, hm.pickle(hm.NONE))]), "zip.directory", "two archives in a row")
opens("33_foreign_record.pt", hm.zip_([*usual(), hm.Record(b"__MACOSX/archive/._data.pkl", b"x")]), "zip.foreign-record", "an entry of another folder")
opens("33_no_version.pt", whole(hm.dict_(), version=None), "zip.version", "no version record")
for _name, _version in {"11": "11\n", "0": "0\n", "empty": "", "word": "three", "huge": "9" * 40}.items():
    opens(f"33_version_{_name}.pt", whole(hm.dict_(), version=_version), "zip.version", "a version PyTorch refuses")
error("33_no_pickle.pt", hm.zip_(usual()[1:]), "input.not-a-checkpoint", "no data.pkl")
opens("33_no_folder.pt", hm.zip_([dataclasses.replace(r, name=r.name[8:]) for r in usual()]), "zip.foreign-record", "the records lie in no folder")

# --- 34, 35, 44 ---

for _name, _order in {"word": "middle", "upper": "Big", "line_feed": "little\n", "empty": ""}.items():
    opens(f"34_byteorder_{_name}.pt", whole(hm.dict_(), byteorder=_order), "zip.byteorder", "neither little nor big")
for _name, _text in {"zero": b"0", "word": b"junk", "huge": b"9" * 30}.items():
    _records = [*usual(), hm.Record(b"archive/.format_version", b"1"), hm.Record(b"archive/.storage_alignment", _text)]
    _expected = "zip.alignment" if _name == "word" else NONE
    opens(f"35_alignment_{_name}.pt", hm.zip_(_records), _expected, "a layout record that lies")
opens("44_constants_added.pt", hm.zip_([*usual(), hm.Record(b"archive/constants.pkl", hm.pickle(hm.tuple_()))]), NONE, "constants.pkl beside a state_dict")
