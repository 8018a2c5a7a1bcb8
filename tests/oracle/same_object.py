"""Whether two objects that PyTorch loaded are the same in everything a program could see."""

import collections
import re

import numpy
import torch
from torch_side import LEAVES, Walk, storage_bytes

# Their names changed from version to version.
PLACES = ((torch, "UntypedStorage"), (torch, "TypedStorage"), (torch.storage, "_UntypedStorage"))
STORAGES = tuple(getattr(module, name) for module, name in PLACES if hasattr(module, name))
PER_PROCESS = {"t_id"}  # a count of nested tensors


class Comparison:
    """Goes through both objects side by side. `problems` says in words where they differ."""

    def __init__(self, compare_data=True):
        self.compare_data = compare_data
        self.ignored = {"tag"} if compare_data else {"tag", "digest", "group", "quantizer"}
        self.problems = []
        self.partner = {}  # objects of one side, and those of the other that stand for them
        self.groups = ({}, {})
        self.keep = []  # an id must stay taken
        self.walk = Walk({})

    def run(self, a, b):
        queue = collections.deque([((), a, b)])
        while queue and len(self.problems) < 20:
            path, a, b = queue.popleft()
            if type(a) is not type(b) and type_name(a) != type_name(b):
                self.say(path, f"{type_name(a)} became {type_name(b)}")
                continue
            self.keep += (a, b)
            if not isinstance(a, LEAVES):
                known = self.partner.setdefault(("a", id(a)), id(b)), self.partner.setdefault(("b", id(b)), id(a))
                if known != (id(b), id(a)):
                    self.say(path, "is shared differently")
                    continue
                if ("seen", id(a)) in self.partner:
                    continue
                self.partner["seen", id(a)] = True
            self.value(path, a, b)
            left, right = self.children(a), self.children(b)
            if [repr(key) for key, _ in left] != [repr(key) for key, _ in right]:
                self.say(path, f"has {[key for key, _ in right]} instead of {[key for key, _ in left]}")
                continue
            queue.extend(((*path, key), x, y) for (key, x), (_, y) in zip(left, right))
        return self.problems

    def children(self, value):
        return [(key, child) for key, child in self.walk.children(value) if key not in PER_PROCESS]

    def say(self, path, problem):
        self.problems.append(f"{list(path)}: {problem}")

    def value(self, path, a, b):
        if isinstance(a, torch.Tensor):
            self.tensor(path, a, b)
        elif isinstance(a, STORAGES):
            if self.compare_data and storage_side(a) != storage_side(b):
                self.say(path, "the storage differs")
        elif isinstance(a, numpy.ndarray):
            if (a.dtype, a.shape, a.strides) != (b.dtype, b.shape, b.strides) or a.dtype != object and a.tobytes() != b.tobytes():
                self.say(path, "the array differs")
        elif isinstance(a, numpy.generic):
            if a.dtype != b.dtype or a.tobytes() != b.tobytes():
                self.say(path, f"{a!r} became {b!r}")
        elif isinstance(a, LEAVES) and repr(a) != repr(b):
            self.say(path, f"{a!r} became {b!r}")

    def tensor(self, path, a, b):
        left, right = self.facts(a, 0), self.facts(b, 1)
        for x, y in zip(left, right):
            for name in vars(x):
                if name not in self.ignored and getattr(x, name) != getattr(y, name):
                    self.say((*path, *x.path), f"{name} is {getattr(y, name)} instead of {getattr(x, name)}")
        if len(left) != len(right) or a.is_leaf != b.is_leaf or (a.grad is None) != (b.grad is None):
            self.say(path, "the tensor is not of the same make")

    def facts(self, tensor, side):
        walk = Walk({})
        walk.tensor((), tensor)
        for fact in walk.facts:
            if fact.stride is not None:  # jagged tensors have symbols, which are numbered as they are made
                fact.stride = [step if isinstance(step, int) else None for step in fact.stride]
            if fact.group is not None:  # storages by the order in which they are met
                fact.group = self.groups[side].setdefault(fact.group, len(self.groups[side]))
        self.keep.append(tensor)
        return walk.facts


def type_name(value):
    """Each importer of torch.package makes classes of its own, with a number in the module's name."""
    cls = type(value)
    return re.sub(r"<torch_package_\d+>", "", f"{cls.__module__}.{cls.__qualname__}")


def storage_side(storage):
    raw = storage.untyped() if hasattr(storage, "untyped") else getattr(storage, "_storage", storage)
    return str(getattr(storage, "dtype", "")), storage_bytes(raw)


def differences(a, b, compare_data=True):
    return Comparison(compare_data).run(a, b)


