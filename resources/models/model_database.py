#!/usr/bin/env python3
"""Makes models.bin, by which Cairn knows models, of the lists that make_models.py writes.

    model_database.py LIST.jsonl... -o models.bin

The format is told in README.md.
"""

import argparse
import json
import struct
import zlib

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
FORMAT = 2
SKETCH = 12
# Of other versions of a library, made again by it, or counts: whether they are there does not matter.
OPTIONAL = ("num_batches_tracked", "n_averaged", "position_ids", "relative_position_index", "relative_coords_table", "inv_freq", "masked_bias", "attn_mask")


def fnv(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


def mix(value):
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def path_hash(key, known={"": 0}):
    found = known.get(key)
    if found is None:
        parent, _, name = key.rpartition(".")
        found = known[key] = mix((path_hash(parent) * GOLDEN + fnv(name)) & MASK)
    return found


def tensor_hash(key, shape):
    value = len(shape) + 1
    for size in shape:
        value = mix((value * GOLDEN + size) & MASK)
    return mix((path_hash(key) + value) & MASK)


class Writer:
    def __init__(self):
        self.bytes = bytearray()

    def number(self, value):
        while value >= 0x80:
            self.bytes.append(value & 0x7F | 0x80)
            value >>= 7
        self.bytes.append(value)

    def signed(self, value):
        self.number(value * 2 if value >= 0 else -value * 2 - 1)

    def text(self, value):
        data = value.encode()
        self.number(len(data))
        self.bytes += data


class Table:
    """Things that are written once, in the order in which they come, and named by their number."""

    def __init__(self):
        self.ids = {}

    def __getitem__(self, thing):
        return self.ids.setdefault(thing, len(self.ids))

    def __iter__(self):
        return iter(self.ids)

    def __len__(self):
        return len(self.ids)


def told_code(record):
    """The code, with a number for what no size tells: a model may be as wide as for few classes and not say how many. The
    program has a usual number for many; the size of a vocabulary that nothing depends on is left out."""
    code = record["code"]
    told = {size[0] for shape in record["keys"].values() for size in shape if isinstance(size, list)}
    for name in set(record["variables"]) - told:
        value = record["asked"][name]
        if name == "vocabulary":
            code = code.replace(", vocab_size={vocabulary}", "").replace("vocab_size={vocabulary}", "")
        elif value < 1000:
            code = code.replace("{" + name + "}", str(value))
    return code


def told_class(record):
    """The class that torch names in its errors, where the code calls a function that does not tell it."""
    called = record["code"].rpartition("; ")[2].split("(", 1)[0].rsplit(".", 1)[-1]
    return "" if called == record.get("class") else record.get("class", "")


class Database:
    def __init__(self):
        self.libraries = {}
        self.variables = Table()
        self.names = Table()
        self.shapes = Table()
        self.nodes = Table()
        self.head_sets = Table()
        self.kinds = {}  # by root and head set: fingerprints, and which models they are

    def add(self, record):
        library, name = record["of"]
        self.libraries.setdefault(library, record["version"])
        keys, tied = record["keys"], set(record.get("tied", ()))
        heads = tuple(sorted(key for key, shape in keys.items() if key in tied or any(isinstance(size, list) for size in shape)))
        optional = [key for key in keys if key.rsplit(".", 1)[-1] in OPTIONAL]
        hashes = [tensor_hash(key, shape) for key, shape in keys.items() if key not in heads and key not in optional]
        root = self.node(keys, tied)
        kind = self.kinds.setdefault((root, self.head_sets[heads]), {"body": sum(hashes) & MASK, "sketch": sorted(hashes)[:SKETCH], "keys": len(keys), "models": []})
        model = (library, name, told_code(record), told_class(record))
        if model not in kind["models"]:  # for another number of classes it may be the same
            kind["models"].append(model)

    def node(self, keys, tied):
        tree = {}
        for key, shape in keys.items():
            place = tree
            *modules, last = key.split(".")
            for module in modules:
                place = place.setdefault(module, {})
            assert last not in place, key
            place[last] = (tuple(tuple(size) if isinstance(size, list) else size for size in shape), key in tied)
        return self.node_of(tree)

    def node_of(self, tree):
        tensors, modules = [], []
        for name, value in tree.items():
            if isinstance(value, dict):
                modules.append((name, self.node_of(value)))
            else:
                shape, is_tied = value
                for size in shape:
                    if isinstance(size, tuple):
                        self.variables[size[0]]
                tensors.append((self.names[name], self.shapes[shape] * 2 + is_tied))
        runs = []  # (name, or None for a number; first number; how many; node)
        for name, node in modules:
            number = int(name) if name.isdigit() and str(int(name)) == name else None
            last = runs[-1] if runs else None
            if number is not None and last and last[0] is None and last[3] == node and last[1] + last[2] == number:
                runs[-1] = (None, last[1], last[2] + 1, node)
            else:
                runs.append((None, number, 1, node) if number is not None else (self.names[name], 0, 1, node))
        return self.nodes[(tuple(tensors), tuple(runs))]

    def body(self):
        out = Writer()
        out.number(len(self.libraries))
        for library, version in self.libraries.items():
            out.text(library)
            out.text(version)
        for texts in (self.variables, self.names):
            out.number(len(texts))
            for text in texts:
                out.text(text)
        out.number(len(self.shapes))
        for shape in self.shapes:
            out.number(len(shape))
            for size in shape:
                if isinstance(size, tuple):
                    out.number(self.variables[size[0]] * 2 + 1)
                    out.number(size[1])
                    out.signed(size[2])
                else:
                    out.number(size * 2)
        out.number(len(self.nodes))
        for tensors, runs in self.nodes:
            out.number(len(tensors))
            for name, shape in tensors:
                out.number(name)
                out.number(shape)
            out.number(len(runs))
            for name, first, count, node in runs:
                if name is None:
                    out.number(first * 2 + 1)
                    out.number(count)
                else:
                    out.number(name * 2)
                out.number(node)
        out.number(len(self.head_sets))
        for heads in self.head_sets:
            out.number(len(heads))
            for key in heads:
                out.text(key)
        libraries = list(self.libraries)
        out.number(len(self.kinds))
        for (root, head_set), kind in self.kinds.items():
            out.number(root)
            out.number(head_set)
            out.number(kind["keys"])
            out.bytes += struct.pack("<Q", kind["body"])
            out.number(len(kind["sketch"]))
            for one in kind["sketch"]:
                out.bytes += struct.pack("<I", one >> 32)
            out.number(len(kind["models"]))
            for library, name, code, class_name in kind["models"]:
                out.number(libraries.index(library))
                out.text(name)
                out.text(code)
                out.text(class_name)
        return bytes(out.bytes)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lists", nargs="+")
    parser.add_argument("-o", dest="out", required=True)
    options = parser.parse_args()
    database = Database()
    failed = models = 0
    for path in options.lists:
        with open(path) as lines:
            for line in lines:
                record = json.loads(line)
                if "keys" in record and len(record["keys"]) >= 8:  # fewer say too little
                    database.add(record)
                    models += 1
                else:
                    failed += 1
    body = database.body()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(body) + deflate.flush()
    with open(options.out, "wb") as file:
        file.write(b"CairnMdl" + struct.pack("<II", FORMAT, len(body)) + packed)
    print(f"{models} models ({len(database.kinds)} different), {failed} not made; {len(body)} bytes, {len(packed)} packed; nodes {len(database.nodes)}, shapes {len(database.shapes)}, names {len(database.names)}, heads {len(database.head_sets)}")


if __name__ == "__main__":
    main()
