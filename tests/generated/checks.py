"""What must hold of a checkpoint in Cairn, with PyTorch's word for it. `Batch` writes many programs and asks cairn-cli about
all of them at once; a Difference says what is wrong, and how to see it."""

import collections
import json
import re
import shutil
import struct
import subprocess
from dataclasses import dataclass, field

import torch
from fingerprint import Fingerprint, fingerprint, first_difference
from programs import VERSION, fill
from torch_files import TAGS, CannotSave, flip_bit, load, torch_name, traced, write

SAFETENSORS = {
    **{"F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32", "I16": "int16"},
    **{"I8": "int8", "U8": "uint8", "BOOL": "bool", "U16": "uint16", "U32": "uint32", "U64": "uint64", "C64": "complex64"},
    **{"F8_E4M3": "float8_e4m3fn", "F8_E5M2": "float8_e5m2", "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2FNUZ": "float8_e5m2fnuz"},
}
# What a rule names is in many of the objects, but not in all.
KEEP_TAGS = ("--map", "*=saved", "--lenient")
# PyTorch 1.13 does not expect that Python 3.11 gives objects without attributes no state. What a class of the file's own
# makes of it only the class knows.
NO_STATE = "AttributeError: 'NoneType' object has no attribute 'items'"
# name, options, what is compared; each also with --verify
CONVERSIONS = {
    "retag": (),
    "same tags": KEEP_TAGS,
    "map": ("--map", "cuda:*=cuda:5"),
    "to pth": ("--to", "pth", *KEEP_TAGS),
    "to legacy": ("--to", "legacy", *KEEP_TAGS),
    "compact": ("--compact", *KEEP_TAGS),
    "cast": ("--cast", "float32=bfloat16", *KEEP_TAGS),
    "drop": ("--drop", "extra", *KEEP_TAGS),
    "keep": ("--keep", "model", "--keep", "extra", *KEEP_TAGS),
    "rename": ("--rename", "model=weights", *KEEP_TAGS),
    "slim cpu": ("--drop", "optimizer", "--compact", "--lenient"),
    "safetensors": ("--to", "safetensors", "--drop-others", "--clone"),
}
CHECKS = (*CONVERSIONS, "in place", "inspect", "check", "diff", "safetensors back")
TIMEOUT = 600


@dataclass
class Difference:
    check: str
    command: str
    what: str


@dataclass
class Subject:
    """A file and what PyTorch says of it."""

    program: dict
    path: object
    differences: list = field(default_factory=list)
    with_tags: list = None  # lines of the fingerprint; None: PyTorch does not load it so
    on_cpu: list = None
    plain_failure: str = None
    cpu_failure: str = None
    safe_failure: str = None
    root: object = None
    document: dict = None

    def differs(self, check, command, what):
        self.differences.append(Difference(check, " ".join(map(str, command)), what))


def load_fingerprint(path, location=None, tags=False, edit=None, **options):
    remembered = {} if tags else None
    value, effects = load(path, location, remembered)
    edited = edit is not None and edit(value)
    roots = [value] if edited else [value, effects]
    return fingerprint(*roots, tags=remembered, **options)


def reason(failure):
    return f"{type(failure).__name__}: {(str(failure).splitlines() or [''])[0][:200]}"


def dropper(*names):
    return lambda root: edit_dict(root, lambda key: None if key in names else key)


def keeper(*names):
    return lambda root: edit_dict(root, lambda key: key if key in names else None)


def renamer(old, new):
    return lambda root: edit_dict(root, lambda key: new if type(key) is str and key == old else key, False)


LEFT_OUT = object()


def edit_dict(root, name_of, drops=True):
    """True if something left. The entries of a top that is no dictionary have other names than these."""
    if not isinstance(root, dict):
        return False
    items = [
        (name_of(key), key, value) if type(key) is str else (key, key, value if name_of("") is not None else LEFT_OUT)
        for key, value in list(root.items())
    ]
    items = [(new, key, LEFT_OUT if type(key) is str and new is None else value) for new, key, value in items]
    changed = any(value is LEFT_OUT or new is not key for new, key, value in items)
    if changed:
        dict_clear(root)
        for new, _, value in items:
            if value is not LEFT_OUT:
                root[new] = value
    return changed and drops


def dict_clear(root):
    for key in list(root):
        del root[key]


EDITS = {
    "drop": dropper("extra"),
    "keep": keeper("model", "extra"),
    "rename": renamer("model", "weights"),
    "slim cpu": dropper("optimizer"),
}


class Batch:
    def __init__(self, cli, folder, only=None):
        self.cli, self.folder, self.only = str(cli), folder, only
        self.subjects = []
        self.not_saved = collections.Counter()
        self.refused = collections.Counter()
        self.asked = collections.Counter()

    def run(self, programs):
        (self.folder / "sources").mkdir(parents=True)
        for number, program in enumerate(programs):
            path = self.folder / "sources" / f"{number}.pt"
            try:
                write(program, path)
            except CannotSave as failure:
                self.not_saved[str(failure)[:90]] += 1
                continue
            subject = Subject(program, path)
            self.ask_torch(subject)
            self.subjects.append(subject)
        if self.wants("inspect", "diff") and self.subjects:
            self.inspect()
        if self.wants("check") and self.subjects:
            self.check()
        for name in CONVERSIONS:
            if (
                self.wants(name, *(["diff"] if name == "to pth" else []), *(["safetensors back"] if name == "safetensors" else []))
                and self.subjects
            ):
                self.convert(name)
        if self.wants("in place") and self.subjects:
            self.in_place()
        if self.wants("diff"):
            self.diff()
        return self.subjects

    def wants(self, *names):
        return self.only is None or any(name in self.only for name in names)

    def call(self, *arguments):
        command = [self.cli, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, timeout=TIMEOUT)

    def lines(self, subjects, *arguments):
        """The JSON of each file by its name. A process that ends in another way than it may is asked file by file."""
        ran = self.call(*arguments, "--json", *[subject.path for subject in subjects])
        if ran.returncode in (0, 1, 2, 3, 4):  # 2: a rule that fits nothing in the file
            found = [json.loads(line) for line in ran.stdout.splitlines()]
            return {row["file"]: row for row in found}, ran.returncode
        if len(subjects) == 1:
            subjects[0].differs(
                "crash",
                (self.cli, *arguments, subjects[0].path),
                f"exit code {ran.returncode}: {ran.stderr.decode(errors='replace')[-300:]}",
            )
            return {}, ran.returncode
        found = {}
        for subject in subjects:
            found.update(self.lines([subject], *arguments)[0])
        return found, 0

    # PyTorch

    def ask_torch(self, subject):
        try:
            subject.on_cpu = load_fingerprint(subject.path, "cpu")
        except Exception as failure:
            subject.cpu_failure = reason(failure)
        try:
            load(subject.path)
        except Exception as failure:
            subject.plain_failure = reason(failure)
        if VERSION >= (2, 6):
            try:
                load(subject.path, "cpu", weights_only=True)
            except Exception as failure:
                subject.safe_failure = reason(failure)
        tags, tensors = {}, []
        try:
            with traced(tensors):
                subject.root, effects = load(subject.path, None, tags)
        except Exception:
            return
        subject.with_tags = fingerprint(subject.root, effects, tags=tags)
        subject.tensors = [(name, tensor, facts_of(name, tensor, tags)) for name, tensor in tensors]
        subject.storages = len(TAGS.filled & tags.keys())  # PyTorch 2 makes one without bytes anew for each tensor

    # inspect

    def inspect(self):
        documents, _ = self.lines(self.subjects, "inspect")
        for subject in self.subjects:
            command = (self.cli, "inspect", "--json", subject.path)
            subject.document = documents.get(str(subject.path))
            if subject.document is None or "error" in subject.document:
                subject.differs("inspect", command, f"does not open: {subject.document}")
                subject.document = None
            elif subject.with_tags is not None and self.wants("inspect"):
                self.asked["inspect"] += 1
                for problem in inspect_problems(subject):
                    subject.differs("inspect", command, problem)

    # check

    def check(self):
        questions = [(("--trusted",), "plain_failure"), (("--trusted", "--map", "*=cpu"), "cpu_failure")]
        if VERSION >= (2, 6):  # what torch.load does unless it is told to trust the file
            questions.append((("--map", "*=cpu"), "safe_failure"))
        for options, failure_of in questions:
            arguments = ("check", "--machine", "cpu", "--torch", torch_name(), *options)
            answers, _ = self.lines(self.subjects, *arguments)
            for subject in self.subjects:
                command = (self.cli, *arguments, subject.path)
                answer, failure = answers.get(str(subject.path)), getattr(subject, failure_of)
                self.asked["check"] += 1
                if answer is None or "error" in answer:
                    subject.differs("check", command, f"no answer: {answer}; PyTorch: {failure}")
                    continue
                worst = {problem["code"] for problem in answer["problems"] if problem["severity"] == "error"}
                if worst == {"file.dangerous"} and failure is None:
                    continue  # it would load, and should not
                if VERSION < (2, 0) and failure == NO_STATE:
                    continue
                if answer["loads"] != (failure is None):
                    subject.differs(
                        "check", command, f"loads: {answer['loads']} {[p['what'] for p in answer['problems']]}; PyTorch: {failure}"
                    )

    # convert

    def convert(self, name):
        arguments = ("convert", *CONVERSIONS[name], "--verify", "-j", 1, "--out-dir", self.folder / name)
        answers, _ = self.lines(self.subjects, *arguments)
        for subject in self.subjects:
            answer = answers.get(str(subject.path))
            command = (self.cli, *arguments, subject.path)
            if answer is None:
                subject.differs(name, command, "no answer")
                continue
            self.asked[name] += 1
            if "error" in answer:
                self.count_refusal(subject, name, command, answer["error"])
                continue
            if "skipped" in answer:
                subject.differs(name, command, f"skipped: {answer['skipped']}")
                continue
            copy = self.folder / name / subject.path.name
            if name == "safetensors":
                copy = copy.parent / answer["out"].rpartition("/")[2]
                self.compare_safetensors(subject, command, answer, copy)
            else:
                self.compare(subject, name, command, copy)

    def count_refusal(self, subject, name, command, error):
        self.refused[f"{name}: {error['code']}: {error['message'][:110]}"] += 1
        if error["code"] in ("verify", "convert.verify") or "verif" in error["code"] or "differs" in error["message"]:
            subject.differs(name, command, f"the copy failed Cairn's own comparison: {error}")

    def compare(self, subject, name, command, copy):
        wanted, options = subject.with_tags, {"tags": True}
        edit = EDITS.get(name)
        try:
            if name == "retag":
                if subject.on_cpu is None:
                    return
                wanted, options = subject.on_cpu, {}
            elif subject.with_tags is None:
                return
            elif name == "slim cpu":
                wanted, options = load_fingerprint(subject.path, "cpu", edit=edit, compact=True), {"compact": True}
            elif name == "cast":
                options["cast"] = None
                wanted = load_fingerprint(subject.path, None, tags=True, cast={torch.float32: torch.bfloat16})
            elif name == "compact":
                options["compact"] = True
                wanted = load_fingerprint(subject.path, None, tags=True, compact=True)
            elif edit is not None:
                wanted = load_fingerprint(subject.path, None, tags=True, edit=edit)
            elif name == "map":
                wanted = [mapped(line) for line in wanted]
        except Exception as failure:
            subject.differs(name, command, f"PyTorch loads the source once, and then not: {reason(failure)}")
            return
        if name in ("retag", "slim cpu"):
            wanted = wrappers_on_cpu(wanted)
        nothing_left = edit is not None and len(wanted) < 1
        try:
            drops = edit is not None and EDITS[name](load(subject.path, None, {})[0])
            value_only = (lambda root: True) if drops else None
            found = load_fingerprint(copy, None, edit=value_only, **options)
        except Exception as failure:
            subject.differs(name, command, f"PyTorch does not load the copy: {reason(failure)}")
            return
        difference = first_difference(wanted, found)
        if difference or nothing_left:
            subject.differs(name, command, f"the copy is another object: {difference}")

    def in_place(self):
        copies = self.folder / "in place"
        copies.mkdir()
        subjects = []
        for subject in self.subjects:
            shutil.copyfile(subject.path, copies / subject.path.name)
            subjects.append(Subject(subject.program, copies / subject.path.name, subject.differences, on_cpu=subject.on_cpu))
        answers, _ = self.lines(subjects, "convert", "--in-place", "--verify", "-j", 1)
        for subject in subjects:
            answer = answers.get(str(subject.path))
            command = (self.cli, "convert", "--in-place", "--verify", subject.path)
            self.asked["in place"] += 1
            if answer is None:
                subject.differs("in place", command, "no answer")
            elif "error" in answer:
                self.count_refusal(subject, "in place", command, answer["error"])
            elif subject.on_cpu is not None:
                self.compare(subject, "retag", command, subject.path)

    def compare_safetensors(self, subject, command, answer, copy):
        if subject.on_cpu is None:
            return
        value, _ = load(subject.path, "cpu")
        wanted = dict(named_tensors(value))
        found = read_safetensors(copy)
        left_out = {row["path"] for row in answer.get("left_out", ())}
        aliases = answer.get("aliases", {})
        for name, tensor in wanted.items():
            place = aliases.get(name, name)
            if place not in found:
                if name not in left_out:
                    subject.differs("safetensors", command, f"{name!r} is missing, and nobody says so; left out: {sorted(left_out)[:9]}")
            elif not same_values(tensor, found[place]):
                subject.differs(
                    "safetensors", command, f"{name!r} is {found[place].dtype} {tuple(found[place].shape)}, or has other values"
                )
        if self.wants("safetensors back"):
            back = self.folder / "back" / f"{subject.path.stem}.pth"
            back.parent.mkdir(exist_ok=True)
            ran = self.call("convert", copy, "-o", back, "--verify")
            command = (self.cli, "convert", copy, "-o", back, "--verify")
            if ran.returncode:
                if found:
                    subject.differs("safetensors back", command, f"exit code {ran.returncode}: {ran.stderr.decode()[-300:]}")
                return
            self.asked["safetensors back"] += 1
            again = dict(by_name(load(back, weights_only=True)[0]))  # which is nested as the source was
            for name, tensor in found.items():
                if name not in again or not same_values(tensor, again[name]):
                    subject.differs("safetensors back", command, f"{name!r} came back as something else")
            if set(again) - set(found) - set(aliases):
                subject.differs("safetensors back", command, f"{sorted(set(again) - set(found))} came from nowhere")

    # diff

    def diff(self):
        for subject in self.subjects:
            others = [("itself", subject.path, 0)]
            copy = self.folder / "to pth" / subject.path.name
            if copy.exists():
                others.append(("its copy", copy, 0))
            place = self.place_of_a_bit(subject)
            if place is not None:
                changed = self.folder / "changed" / subject.path.name
                changed.parent.mkdir(exist_ok=True)
                flip_bit(subject.path, changed, place)
                others.append((f"itself with another bit at {place}", changed, 1))
            for what, other, code in others:
                command = (self.cli, "diff", subject.path, other)
                ran = self.call(*command[1:])
                self.asked["diff"] += 1
                if ran.returncode != code:
                    subject.differs(
                        "diff",
                        command,
                        f"exit code {ran.returncode} for a file and {what}: {ran.stdout.decode(errors='replace')[:500]}{ran.stderr.decode(errors='replace')[-300:]}",
                    )

    def place_of_a_bit(self, subject):
        """In the first byte of a number that a tensor shows."""
        if subject.with_tags is None or subject.document is None:
            return None
        storages = {row["key"]: row for row in subject.document["storages"]}
        for row in subject.document["tensors"]:
            storage = storages.get(row["storage"])
            if storage is None or row["shape"] is None or 0 in row["shape"] or storage.get("file_offset") is None or storage["bytes"] == 0:
                continue
            if row["dtype"] in ("bool",) or row.get("layout"):
                continue
            size = item_size(row["dtype"])
            if size is not None:
                return storage["file_offset"] + row["offset"] * size
        return None


def item_size(name):
    dtype = getattr(torch, name, None)
    return (
        None
        if dtype is None or name in ("quint4x2", "quint2x4")
        else (
            torch.empty(0, dtype=dtype, device="meta").element_size()
            if not name.startswith("q")
            else {"quint8": 1, "qint8": 1, "qint32": 4}[name]
        )
    )


def mapped(line):
    head, separator, tag = line.rpartition(": tag ")
    if separator and (tag.startswith("cuda:") or tag == "cuda"):
        return f"{head}{separator}cuda:5"
    return WRAPPER_ON_CUDA.sub(r"\1cuda:5", line)


# What a wrapper is on is a tag of the file, which torch.load maps from 2.0 on, in zips.
WRAPPER_ON_CUDA = re.compile(r"(: tensor generated_classes\.Wrapper \S+ \S+ )cuda\S*")
WRAPPER = re.compile(r"(: tensor generated_classes\.Wrapper \S+ \S+ )\S+")


def wrappers_on_cpu(lines):
    return [WRAPPER.sub(r"\1cpu", line) for line in lines]


def facts_of(name, value, tags):
    """What a row must say of a tensor. None: it is a part of one that comes later."""
    dtype = str(value.dtype)[6:]
    if value.is_nested:
        return (dtype, "nested")
    if value.layout != torch.strided:
        return (dtype, tuple(value.shape), str(value.layout)[6:])
    if name in ("_rebuild_wrapper_subclass", "_rebuild_device_tensor_from_numpy"):
        return (dtype, tuple(value.shape))
    if value.device.type == "meta":
        return (dtype, tuple(value.shape), value.stride(), "meta")
    storage = value.untyped_storage() if VERSION >= (2, 0) else value.storage()
    return (dtype, tuple(value.shape), value.stride(), value.storage_offset(), tags.get(storage._cdata))


def facts_of_row(row):
    shape = None if row["shape"] is None else tuple(row["shape"])
    if row.get("layout") and row["layout"] != "strided":
        return {(row["dtype"], shape, row["layout"]), (row["dtype"], row["layout"])}
    stride = None if row["stride"] is None else tuple(row["stride"])
    return {
        (row["dtype"], shape, stride, row["offset"], row["device"]),
        (row["dtype"], shape, stride, row["device"]),
        (row["dtype"], shape),
    }


def inspect_problems(subject):
    document = subject.document
    rows = [(row, facts_of_row(row)) for row in document["tensors"]]
    shown = set().union(*(facts for _, facts in rows)) if rows else set()
    for name, _, facts in subject.tensors:
        if facts not in shown:
            yield f"PyTorch makes {facts} ({name}), and no row shows it"
            break
    made = {facts for _, _, facts in subject.tensors}
    for row, facts in rows:
        if not facts & made:
            yield f"a row that PyTorch knows nothing of: {row}"
            break
    filled = sum(storage["bytes"] != 0 for storage in document["storages"])
    if filled != subject.storages:
        yield f"{filled} storages with bytes instead of {subject.storages}"
    counted = sum(about["storages"] for about in document["devices"].values())
    if counted != len(document["storages"]):
        yield f"the devices have {counted} storages together instead of {len(document['storages'])}"
    by_path = {json.dumps(row["path"]): row for row in document["tensors"]}
    for path, tensor in named_paths(subject.root):
        row = by_path.get(json.dumps(path))
        if row is None:
            yield f"no row at {path}"
            break
        if row["dtype"] != str(tensor.dtype)[6:] or row["shape"] is not None and tuple(row["shape"]) != tuple(tensor.shape):
            yield f"at {path} is {row} instead of {tensor.dtype} {tuple(tensor.shape)}"
            break


def named_paths(root):
    """Tensors that stand in plain dicts and lists alone."""
    waiting, seen = [([], root)], set()
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, torch.Tensor):
            if not value.is_nested:
                yield path, value
        elif id(value) not in seen:
            seen.add(id(value))
            if type(value) in (dict, collections.OrderedDict):
                waiting += [([*path, key], item) for key, item in value.items() if type(key) is str and key.isidentifier()]
            elif type(value) in (list, tuple):
                waiting += [([*path, index], item) for index, item in enumerate(value)]


def by_name(value, name=""):
    """All tensors in containers, by their keys joined by dots."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, (list, tuple)) else ()
    for key, item in items:
        path = f"{name}.{key}" if name else str(key)
        yield from ([(path, item)] if isinstance(item, torch.Tensor) else by_name(item, path))


def named_tensors(root):
    """Those that safetensors can hold, by the name that Cairn gives them."""
    found = list(named_paths(root))
    names = collections.Counter(".".join(map(str, path)) for path, _ in found)
    for path, tensor in found:
        name = ".".join(map(str, path))
        plain = type(tensor) in (torch.Tensor, torch.nn.Parameter) and tensor.layout == torch.strided and tensor.device.type == "cpu"
        if path and names[name] == 1 and plain and not tensor.is_quantized and not tensor.is_conj() and not tensor.is_neg():
            yield name, tensor.detach()


def read_safetensors(path):
    """By hand, as the format is described: tensors by name, those of dtypes that this PyTorch lacks left out."""
    data = path.read_bytes()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    found = {}
    for name, about in json.loads(data[8:begin]).items():
        dtype = getattr(torch, SAFETENSORS.get(about["dtype"], ""), None) if name != "__metadata__" else None
        if dtype is not None:
            first, last = about["data_offsets"]
            found[name] = fill(torch.empty(about["shape"], dtype=dtype), data[begin + first : begin + last])
    return found


def same_values(a, b):
    bits = [bit_pattern(tensor) for tensor in (a, b)]
    return a.dtype == b.dtype and a.shape == b.shape and bits[0] == bits[1]


def bit_pattern(tensor):
    state = Fingerprint(compact=True)
    state.value("", tensor.detach().contiguous())
    return [line for line in state.lines if type(line) is str and ": bits " in line]
