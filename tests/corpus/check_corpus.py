#!/usr/bin/env python3
"""Compares `cairn-cli inspect --json` with what an independent reader found in a folder of real checkpoints,
and each of them with itself.

    CAIRN_CORPUS=FOLDER check_corpus.py CAIRN_CLI

The folder has the files and `listing.jsonl`: for each file its format and, for checkpoints, the set of distinct views
[storage key, storage class, tag, offset, shape, stride, storage numel]. Exit code 77 without CAIRN_CORPUS.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

# Formats that are no checkpoints: exit code 3, and a word that the error must use for them.
NOT_CHECKPOINTS = {
    "lfs-pointer": "Git LFS",
    "executorch": "ExecuTorch",
    "hdf5": "HDF5",
    "tar": "tar archive",
    "empty": "empty",
    "mar": "TorchServe",
    "zip-other": "zip",
    "sb3-zip": "Stable-Baselines3",
}

# What the listing lacks, by key of the storages: Cairn shows these too, and everything else must agree.
BEYOND_THE_LISTING = {
    "torchscript": ("constants/", "tensors that the code holds, from constants.pkl"),
    "torchscript-mobile(lite)": ("constants/", "tensors that the code holds, from constants.pkl"),
    "torchscript-v1(model.json)": ("tensors/", "the parameters that model.json describes"),
    "pt2-export": ("serialized_", "the checkpoints inside an exported program"),
}

# Where the listing and Cairn differ and Cairn is right.
FILES_BEYOND_THE_LISTING = {
    "Verified-Intelligence__auto_LiRPA/conv1d_test_data_4-1-2": (
        "8",
        "a tensor of an unknown class (_rebuild_from_type_v2), which the listing counts among its storages but not its views",
    ),
}
DAMAGED = {
    "Justus-ui__KAN_Test/model_dict.pkl": "the pickle ends before its STOP; the listing has the tensors up to there",
    "NVIDIA__Torch-TensorRT/hw_compat.ts": "every byte 0x0D became 0x0A, among them the count of records (13)",
}

# Checkpoints whose numbers lie in files that the corpus lacks: no difference can be known of them.
WITHOUT_NUMBERS = {
    "LionRock-Research__Megatron-LM/ckpt/.metadata": "describes a folder whose pieces are not there",
}

STORAGE_CLASSES = {
    "float64": "DoubleStorage", "float32": "FloatStorage", "float16": "HalfStorage", "bfloat16": "BFloat16Storage",
    "int64": "LongStorage", "int32": "IntStorage", "int16": "ShortStorage", "int8": "CharStorage", "uint8": "ByteStorage",
    "bool": "BoolStorage", "complex64": "ComplexFloatStorage", "complex128": "ComplexDoubleStorage", "qint8": "QInt8Storage",
    "quint8": "QUInt8Storage", "qint32": "QInt32Storage", "quint4x2": "QUInt4x2Storage", "quint2x4": "QUInt2x4Storage",
}  # fmt: skip
SAFETENSORS = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32", "I16": "int16",
    "I8": "int8", "U8": "uint8", "BOOL": "bool", "F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2",
}  # fmt: skip
ITEM_BYTES = {"Double": 8, "Float": 4, "Half": 2, "BFloat16": 2, "Long": 8, "Int": 4, "Short": 2, "ComplexFloat": 8, "ComplexDouble": 16, "QInt32": 4}


def run(cli, *arguments):
    ran = subprocess.run([cli, *map(str, arguments)], capture_output=True, timeout=300)
    return ran.returncode, ran.stdout, " ".join(ran.stderr.decode(errors="replace").split())


def torch_views(document, keys_known):
    """The views of Cairn's document in the listing's terms. Blobs have keys of their own in either."""
    for tensor in document["tensors"]:
        if tensor["storage"] is None:
            continue
        storage = STORAGE_CLASSES.get(tensor["dtype"], "UntypedStorage")
        numel = tensor["storage_bytes"] // ITEM_BYTES.get(storage.removesuffix("Storage"), 1)
        key = tensor["storage"] if keys_known else "blob"
        yield key, storage, tensor["device"], tensor["offset"], tuple(tensor["shape"]), tuple(tensor["stride"]), numel


def listed_views(row, keys_known):
    for key, storage, tag, offset, shape, stride, numel in row["views"]:
        yield key if keys_known else "blob", storage, tag, offset, tuple(shape), tuple(stride), numel


def safetensors_problems(row, document):
    theirs = {(name, SAFETENSORS[dtype], tuple(shape), size) for name, dtype, _, _, shape, _, size in row["views"]}
    ours = {(t["path"][0], t["dtype"], tuple(t["shape"]), t["storage_bytes"]) for t in document["tensors"]}
    return set_problems(theirs, ours)


def set_problems(theirs, ours):
    return [f"listed only: {view}" for view in sorted(theirs - ours, key=repr)[:3]] + [
        f"found only: {view}" for view in sorted(ours - theirs, key=repr)[:3]
    ]


def checkpoint_problems(row, document):
    if row["format"] == "safetensors":
        return safetensors_problems(row, document)
    if row["format"] == "tar-legacy":  # the listing has counts alone
        found = len(document["tensors"])
        return [] if found == row["ntensors"] else [f"{row['ntensors']} tensors listed, {found} found"]
    keys_known = "nested_torch.save_bytes" not in row["flags"]
    theirs, ours = set(listed_views(row, keys_known)), set(torch_views(document, keys_known))
    if row["file"].endswith(".distcp"):  # one archive after another: the listing has only the last
        ours = {(view[0].split(":")[-1], *view[1:]) for view in ours}
        return [] if theirs <= ours else set_problems(theirs - ours, set())
    if Path(row["file"]).name == ".metadata":  # the folder that it describes; the listing has its pickle alone
        return [] if theirs <= ours else set_problems(theirs - ours, set())
    key, _ = FILES_BEYOND_THE_LISTING.get(row["file"], BEYOND_THE_LISTING.get(row["format"], (None, None)))
    ours = {view for view in ours if key is None or not view[0].startswith(key)}
    tags = {view[2] for view in theirs} ^ {view[2] for view in ours}
    return set_problems(theirs, ours) + ([f"tags differ: {sorted(tags)}"] if tags else [])


def problems(cli, folder, row):
    code, out, error = run(cli, "inspect", "--json", "--storages", folder / row["file"])
    if row["file"] in DAMAGED:
        return [] if code == 3 else [f"exit code {code} for a damaged file"]
    word = NOT_CHECKPOINTS.get(row["format"])
    if word is not None or row["format"] == "other":
        if code != 3:
            return [f"exit code {code} for a file that is no checkpoint"]
        return [] if (word or "this ").lower() in error.lower() else [f'no word of "{word}": {error}']
    if code not in (0, 1):  # 1: opened, and something in it deserves a warning
        return [f"exit code {code}: {error}"]
    document = json.loads(out)
    return checkpoint_problems(row, document) + trust_problems(document) + differences_from_itself(
        cli, folder, row["file"])


def trust_problems(document):
    """People saved these files to share them, so none is dangerous."""
    return [f"dangerous: {document['trust']['names'][:3]}"] if document["trust"]["verdict"] == "dangerous" else []


def differences_from_itself(cli, folder, name):
    code, out, error = run(cli, "diff", folder / name, folder / name)
    expected = 1 if name in WITHOUT_NUMBERS else 0
    return [] if code == expected else [f"diff with itself: exit code {code}: {out.decode(errors='replace')[-300:]}{error}"]


def corpus():
    """The folder and the rows of its listing; without one this ends as skipped."""
    folder = os.environ.get("CAIRN_CORPUS")
    if not folder:
        print("skipped: CAIRN_CORPUS is not set")
        sys.exit(77)
    return Path(folder), [json.loads(line) for line in (Path(folder) / "listing.jsonl").read_text().splitlines()]


def main():
    folder, rows = corpus()
    failed = 0
    for row in rows:
        found = problems(sys.argv[1], folder, row)
        if found:
            failed += 1
            print("\n     ".join([f"FAIL {row['file']} ({row['format']}):", *found]))
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
