#!/usr/bin/env python3
"""Holds every JSON document that cairn-cli prints against app/cli/cairn-cli.schema.json, for all fixtures.

    json_schema.py CAIRN_CLI

A key that the schema does not have is an error, and so is one of the schema that nothing printed. The validator here
knows as much of JSON Schema as that file uses; where Python has the library jsonschema, that has its say too.
"""

import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "remote"))
from client import large_safetensors  # noqa: E402
from server import Server  # noqa: E402

TOP = Path(__file__).resolve().parent.parent.parent
SCHEMA = json.loads((TOP / "app" / "cli" / "cairn-cli.schema.json").read_text())
DEFINITIONS = SCHEMA["$defs"]

TYPES = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
KNOWN = {"$ref", "additionalProperties", "anyOf", "const", "description", "enum", "items", "minimum", "properties", "required", "type"}

# What needs LibTorch, a GPU, a machine of another kind, or a model of a library that no fixture is.
NOT_PRINTED_HERE = {"load", "loaded_tensor", "value_fault", "quantizer", "devices", "recognised"}


def same(a, b):
    return type(a) is type(b) and a == b


class Validator:
    def __init__(self):
        self.seen = set()  # properties, by the object that describes them

    def problem(self, value, schema, place="$"):
        """What is wrong first, or None."""
        if "$ref" in schema:
            return self.problem(value, DEFINITIONS[schema["$ref"].rsplit("/", 1)[1]], place)
        if "anyOf" in schema:
            problems = [self.problem(value, one, place) for one in schema["anyOf"]]
            return None if None in problems else "; or ".join(problems)
        if "const" in schema and not same(value, schema["const"]):
            return f"{place}: {value!r} is not {schema['const']!r}"
        if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
            return f"{place}: {value!r} is none of {schema['enum']}"
        types = schema.get("type", [])
        types = types if isinstance(types, list) else [types]
        if types and not any(TYPES[one](value) for one in types):
            return f"{place}: {str(value)[:60]!r} is no {' or '.join(types)}"
        if "minimum" in schema and value is not None and value < schema["minimum"]:
            return f"{place}: {value} is less than {schema['minimum']}"
        if isinstance(value, list):
            ends = [*range(min(len(value), 100)), *range(max(100, len(value) - 100), len(value))]  # of very long lists
            return next(filter(None, (self.problem(value[i], schema["items"], f"{place}[{i}]") for i in ends)), None)
        return self.problem_of_object(value, schema, place) if isinstance(value, dict) else None

    def problem_of_object(self, value, schema, place):
        properties = schema.get("properties", {})
        missing = [key for key in schema.get("required", []) if key not in value]
        if missing:
            return f"{place}: {missing[0]!r} is missing"
        for key, one in value.items():
            described = properties.get(key, schema["additionalProperties"])
            if described is False:
                return f"{place}: {key!r} is not described"
            problem = self.problem(one, described, f"{place}.{key}")
            if problem:
                return problem
            self.seen.add((id(properties), key))
        return None


def parts_of(schema):
    """A schema and all that is in it."""
    waiting = [schema]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += [*one.get("anyOf", []), *one.get("properties", {}).values()]
        waiting += [one[key] for key in ("items", "additionalProperties") if isinstance(one.get(key), dict)]


def check_schema():
    """Nothing in the schema is passed over, and every object is closed or a table."""
    for name, definition in DEFINITIONS.items():
        for part in parts_of(definition):
            assert set(part) <= KNOWN, f"{name}: this test does not know {set(part) - KNOWN}"
            if part.get("type") == "object":
                assert "additionalProperties" in part, f"{name}: an open object"
                assert set(part.get("required", [])) <= set(part.get("properties", {})), name
    # An object with another key, or without one of its own, is found out.
    good = {"schema": 1, "formats": [], "named": []}
    assert Validator().problem(good, DEFINITIONS["formats"]) is None
    for bad in ({**good, "more": 1}, {"schema": 1, "formats": []}, {**good, "schema": 2}, {**good, "named": [1]}, {**good, "formats": None}):
        assert Validator().problem(bad, DEFINITIONS["formats"]), bad


def averages(test, folder):
    """Weights and their average, against the average; two models, against the second."""
    write_floats(folder / "both.safetensors", {"model.w": 1.0, "model_ema.w": 2.0})
    write_floats(folder / "average.safetensors", {"w": 2.0})
    test.run(["diff"], "diff", "--json", "--same-weights", folder / "both.safetensors", folder / "average.safetensors")
    write_floats(folder / "both.safetensors", {"student.w": 1.0, "teacher.w": 2.0})
    test.run(["diff"], "diff", "--json", "--same-weights", folder / "both.safetensors", folder / "average.safetensors")


def fit(test, folder):
    """A model behind a prefix beside a criterion, and another one; each into a list of keys and into models that are known."""
    write_floats(folder / "run.safetensors", {"net.w": 1.0, "net.b": 1.0, "criterion.w": 2.0})
    (folder / "keys.txt").write_text("w [1]\nb (1,)\nv\n")
    odd = os.fsdecode(os.fsencode(folder / "run") + b"\xff.safetensors")
    shutil.copy(folder / "run.safetensors", odd)
    for file in (folder / "run.safetensors", odd, TOP / "resources" / "samples" / "two_gpus.pth", TOP / "absent.pth"):
        for model in (folder / "keys.txt", "torchvision/resnet18", "no such model"):
            test.run(["fit"], "fit", "--json", file, model)
    # LoRA of GPT-2 as PEFT saves it, and a BertModel of a size that nobody has.
    sides = {"A": [1, 768], "B": [2304, 1]}
    layers = {f"base_model.model.transformer.h.{i}.attn.c_attn.lora_{side}.weight": shape for i in range(12) for side, shape in sides.items()}
    write_tensors(folder / "adapter.safetensors", layers)
    linear = [f"encoder.layer.0.{name}" for name in ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense", "intermediate.dense", "output.dense")]
    norms = ["embeddings.LayerNorm", "encoder.layer.0.attention.output.LayerNorm", "encoder.layer.0.output.LayerNorm"]
    bert = {f"embeddings.{name}_embeddings.weight": [9, 8] for name in ("word", "position", "token_type")}
    bert |= {f"{name}.weight": [8, 8] for name in (*linear, "pooler.dense")} | {f"{name}.weight": [8] for name in norms}
    bert |= {f"{name}.bias": [8] for name in (*linear, *norms, "pooler.dense")}
    write_tensors(folder / "bert.safetensors", bert)
    test.run(["model"], "inspect", "--model", "--json", folder / "adapter.safetensors", folder / "bert.safetensors")
    test.run(["fit_models"], "fit", "--models", "--json")
    test.run(["fit_maps"], "fit", "--maps", "--json")


def write_floats(path, values):
    """A safetensors file of vectors of one number."""
    header = {name: {"dtype": "F32", "shape": [1], "data_offsets": [4 * i, 4 * i + 4]} for i, name in enumerate(values)}
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack(f"<Q{len(text)}s{len(values)}f", len(text), text, *values.values()))


def write_tensors(path, shapes):
    """A safetensors file of zeros."""
    header, end = {}, 0
    for name, shape in shapes.items():
        begin, end = end, end + 4 * math.prod(shape)
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + bytes(end))


def refuse_word(word):
    raise ValueError(f"{word} is no JSON")


class Test:
    def __init__(self, cli):
        self.cli = cli
        self.validator = Validator()
        self.documents = 0
        self.failures = []
        self.library = None
        try:
            import jsonschema

            jsonschema.Draft202012Validator.check_schema(SCHEMA)
            self.library = jsonschema.Draft202012Validator(SCHEMA)
        except (ImportError, AttributeError):
            print("the library jsonschema is not here, or too old: the validator of this test is alone")

    def run(self, kinds, *arguments):
        """Runs a command whose documents are of one of these kinds, or errors."""
        ran = subprocess.run([self.cli, *map(str, arguments)], capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
        if ran.returncode not in (0, 1, 2, 3, 4):
            self.failures.append(f"{arguments[:3]}: exit code {ran.returncode}")
        lines = ran.stdout.decode().splitlines()
        if not lines:
            self.failures.append(f"{arguments[:3]}: nothing was printed: {ran.stderr.decode()[:300]}")
        for line in lines:
            self.take(json.loads(line, parse_constant=refuse_word), kinds, arguments)

    def take(self, document, kinds, arguments):
        self.documents += 1
        is_error = "error" in document and "name" not in document
        problems = [self.validator.problem(document, DEFINITIONS[kind]) for kind in (["error"] if is_error else kinds)]
        if None not in problems:
            self.failures.append(f"{[str(word) for word in arguments[:4]]}: {document.get('file', '')}: {problems}")
        some = self.documents % 50 == 0  # the library takes its time
        if self.library and some and not self.library.is_valid(document):
            self.failures.append(f"{arguments[:2]}: {document.get('file', '')}: the library refuses it")

    def unseen(self):
        for name, definition in DEFINITIONS.items():
            for part in parts_of(definition) if name not in NOT_PRINTED_HERE else ():
                for key in part.get("properties", {}):
                    if (id(part["properties"]), key) not in self.validator.seen:
                        yield f"{name}: {key}"


def fixtures():
    found = [path for folder in ("tests/fixtures", "tests/hostile", "resources/samples") for path in sorted((TOP / folder).rglob("*"))]
    slow = ("06_laughs", "08_deep")  # whole minutes without optimisation, for nothing that others have not
    found = [path for path in found if not path.name.startswith(slow)]
    return [path for path in found if path.is_file() and path.suffix not in (".py", ".md", ".tsv") and path.name != "CMakeLists.txt"]


def resume(test, folder):
    """A copy of a file elsewhere that was cut short, and goes on."""
    file = large_safetensors(count=4)
    (folder / "elsewhere.safetensors").write_bytes(file)
    server = Server(folder)
    for server.allowance in (len(file) // 2, 2 * len(file)):
        test.run(["convert"], "convert", "--json", f"{server.address}/limited/elsewhere.safetensors", "-o", folder / "resumed.pth", "--resume")
        server.forget()
    server.shutdown()
    server.server_close()


def convert(test, files, folder):
    sample = TOP / "resources" / "samples" / "two_gpus.pth"
    test.run(["convert"], "convert", "--json", *files, "--out-dir", folder / "tags", "--existing", "number", "--lenient")
    test.run(["convert"], "convert", "--json", sample, "--out-dir", folder / "again", "--map-devices")
    test.run(["convert"], "convert", "--json", sample, "--out-dir", folder / "again", "--existing", "update")
    test.run(["convert"], "convert", "--json", sample, "--out-dir", folder / "again", "--existing", "skip")
    test.run(["convert"], "convert", "--json", sample, "-o", folder / "again" / "two_gpus.pth")
    test.run(["convert"], "convert", "--json", sample, "-o", folder / "dry.pth", "--dry-run")
    test.run(["convert"], "convert", "--json", "--in-place", folder / "again" / "two_gpus.pth", "--map", "*=cuda:0")
    for number, file in enumerate(files[::4]):
        target = folder / f"{number}.safetensors"
        test.run(["convert"], "convert", "--json", file, "-o", target, *(["--drop-others"] if number % 3 else []))
        test.run(["convert"], "convert", "--json", file, "-o", folder / f"{number}.pth", "--compact", "--drop", "optimizer*", "--cast", "float16", "--lenient", "--to", "pth")
    test.run(["convert"], "convert", "--json", sample, "-o", folder / "shards.safetensors", "--drop-others", "--shard-size", "20kB")
    test.run(["convert"], "convert", "--json", sample, "-o", folder / "as_folder", "--to", "dcp", "--files", "2")


def salvage(test, files, folder):
    """Whole files, and what is left of them when they are cut in two; and a set of which one is missing."""
    test.run(["salvage"], "salvage", "--json", TOP / "tests/fixtures/byhand/sharded_one_missing/model.safetensors.index.json")
    for number, file in enumerate(files[::6]):
        half = folder / f"half{number}.pth"
        half.write_bytes(file.read_bytes()[: file.stat().st_size * 2 // 3])
        test.run(["salvage"], "salvage", "--json", file)
        test.run(["salvage"], "salvage", "--json", half, "-o", folder / f"left{number}.pth", *(["--fill-zero"] if number % 2 else []))


def batch(test, folder):
    """A batch of which a task fails, one is stale and the others are done, and another that is finished."""
    runs, plan, good = folder / "runs", folder / "plan", folder / "good"
    runs.mkdir()
    for name in ("a.pth", "b.pth", "c.pth"):
        shutil.copy(TOP / "resources" / "samples" / "two_gpus.pth", runs / name)
    (runs / "bad.pth").write_text("no checkpoint")
    test.run(["batch_plan"], "batch", "plan", "--json", "-r", runs, "--out-dir", folder / "batched", "--tasks", "4", "-o", plan)
    (runs / "c.pth").write_text("another")
    for task in (0, 1, 2, 3, 0, 9):
        test.run(["batch_task"], "batch", "run", plan, "--task", task, "--json")
    test.run(["batch_status"], "batch", "status", plan, "--json")
    test.run(["batch_retry"], "batch", "retry", plan, "--json")
    test.run(["batch_commit"], "batch", "commit", plan, "--json")
    test.run(["batch_commit"], "batch", "commit", plan, "--json", "--without-failed")
    test.run(["batch_plan"], "batch", "plan", "--json", runs / "a.pth", "--out-dir", folder / "whole", "-o", good)
    test.run(["batch_task"], "batch", "run", good, "--task", "0", "--json")
    test.run(["batch_status"], "batch", "status", good, "--json")
    test.run(["batch_commit"], "batch", "commit", good, "--json")
    test.run(["batch_plan"], "batch", "plan", "--json", runs / "a.pth", "--out-dir", folder / "whole", "-o", good)


def odd_names(test, folder):
    """Files whose names are no UTF-8, one that is there and one that is not."""
    there = os.fsdecode(os.fsencode(folder / "odd") + b"\xff.pth")
    shutil.copy(TOP / "resources" / "samples" / "two_gpus.pth", there)
    names = (os.fsdecode(os.fsencode(folder / "gone") + b"\xfe.pth"), there)
    for command in ("inspect", "check", "stats", "sum", "verify"):
        test.run([command], command, "--json", *names)
    sums = folder / "odd.sums"
    subprocess.run([test.cli, "sum", there, "-o", sums], check=True)
    test.run(["sum_check"], "sum", "--json", "--check", sums)
    test.run(["model"], "inspect", "--model", "--json", *names)
    test.run(["salvage"], "salvage", "--json", there)
    test.run(["get"], "get", "--json", there, "epoch")
    test.run(["load", "check"], "load", "--json", "--map", "*=cpu", *names)
    test.run(["convert"], "convert", "--json", "-o", folder / "even.pth", there)


def main():
    check_schema()
    test = Test(sys.argv[1])
    files = fixtures()
    assert len(files) > 200, len(files)
    absent = TOP / "absent.pth"
    for options in ([], ["--json-summary"]):
        test.run(["inspect"], "inspect", *(options or ["--json"]), *files, absent)
    test.run(["inspect", "tensor"], "inspect", "--json-lines", *files)
    test.run(["model"], "inspect", "--model", "--json", *files, absent)
    test.run(["check"], "check", "--json", "--machine", "2 x 24 GB", "--split", "--train", "adamw", "--dtype", "bf16", "--state-dtype", "fp32", *files, absent)
    test.run(["check"], "check", "--json", "--machine", "cpu", *files)
    test.run(["check"], "check", "--json", "--machine", "cpu", "--strict", "--allow", "nan", "--allow", "infinite:*", "--lenient", *files)
    test.run(["check"], "check", "--json", "--machine", "1 x 0.01 MB", "--map", "*=cuda:0", "--map", "cuda:77=cpu", *files)
    test.run(["stats"], "stats", "--json", "--bins", "3", absent, *files)
    test.run(["stats"], "stats", "--json", "--groups", "2", absent, *files)
    test.run(["stats"], "stats", "--json", "--nan", *files)
    test.run(["verify"], "verify", "--json", "--weights-only", *files, absent)
    test.run(["sum"], "sum", "--json", *files, absent)
    sample = TOP / "resources" / "samples" / "two_gpus.pth"
    for name in ("epoch", "model.head.bias", "model.pos_embed[0, :2]", "optimizer.param_groups", "no such name"):
        test.run(["get"], "get", "--json", sample, name)
    test.run(["get"], "get", "--json", absent, "epoch")
    test.run(["load", "check"], "load", "--json", "--map", "*=cpu", *files[:20], absent)
    for a, b in zip(files[::5], files[1::5]):
        test.run(["diff"], "diff", "--json", a, b)
    test.run(["diff"], "diff", "--json", absent, files[0])
    broken = TOP / "tests" / "hostile" / "29_broken_deflate_of_storage.pt"
    test.run(["diff"], "diff", "--json", broken, broken)
    deep = TOP / "tests" / "hostile" / "08_deep_lists.pt"
    test.run(["inspect"], "inspect", "--json", deep)
    test.run(["diff"], "diff", "--json", deep, deep)
    test.run(["formats"], "formats", "--json")
    test.run(["devices"], "devices", "--json")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        averages(test, folder)
        fit(test, folder)
        convert(test, files, folder)
        resume(test, folder)
        salvage(test, files, folder)
        batch(test, folder)
        odd_names(test, folder)
        table = folder / "table.devicemap.json"
        table.write_text('{"format": "cairn.devicemap", "version": 1, "map": "table", "table": {"cuda:0": "cpu"}}')
        rules = folder / "rules.devicemap.json"
        rules.write_text('{"format": "cairn.devicemap", "version": 1, "map": "rules", "rules": [{"from": "*", "path": "*", '
                         '"dtype": "float32", "min_bytes": 1, "max_bytes": 99, "to": "cuda:1", "else": ["cpu"]}]}')
        for file in (table, rules):
            test.run(["check"], "check", "--json", TOP / "resources" / "samples" / "two_gpus.pth", "--map-file", file, "--write-map", folder / f"of_{file.name}")
    for unseen in test.unseen():
        test.failures.append(f"nothing printed this: {unseen}")
    print(f"{test.documents} documents, {len(test.failures)} failures")
    for failure in test.failures[:40]:
        print(failure[:2000])
    return 1 if test.failures else 0


if __name__ == "__main__":
    sys.exit(main())
