"""Pickles that are composed of names that Cairn knows to be harmless, with arguments, states and items of all kinds.

What picklers give each name stands in core/checkpoint/trust/honest_calls.cpp, which is read here; most arguments are of
the kind that it says, and some are anything. Values are used again in other places, and changed after that.
"""

import re
from pathlib import Path

from composed_values import GENERATORS, NONE, ValueMaker, dictionary, named, tupled
from trust_cases import as_bytes, call, text

ROOT = Path(__file__).resolve().parents[2]
KNOWN = re.compile(r'Known\{\s*"([\w.]+)",\s*((?:"[^"]*"\s*)+),\s*\{\s*\{([^{}]*)\}(?:,\s*After::(\w+))?')
MEMO = 250


def honest_calls():
    """(MODULE:NAME, kinds of the arguments, what follows) of each name that can be called."""
    table = (ROOT / "core/checkpoint/trust/honest_calls.cpp").read_text()
    for module, names, kinds, after in KNOWN.findall(table):
        for name in "".join(re.findall(r'"([^"]*)"', names)).split():
            yield f"{module}:{name}", [kind.strip() for kind in kinds.split(",") if kind.strip()], after or "Nothing"


CALLS = list(honest_calls())
REBUILDERS = [row for row in CALLS if ":_rebuild_" in row[0] and "from_type" not in row[0]]
CLASSES = """torch:Tensor torch._C:TensorBase torch:FloatStorage torch:LongStorage torch:QInt8Storage torch:FloatTensor
    torch.storage:UntypedStorage torch.storage:TypedStorage torch.sparse:FloatTensor torch.distributed.tensor:DTensor
    torch.nested._internal.nested_tensor:NestedTensor""".split()
CONSTANTS = """torch:float32 torch:int64 torch:strided torch:sparse_coo torch:per_tensor_affine torch:contiguous_format
    torch:dtype torch:layout builtins:Ellipsis builtins:NotImplemented numpy:ndarray numpy:dtype""".split()
BASES = {"object": NONE, "dict": b"}", "list": b"]", "tuple": b")", "int": b"K\1", "str": text("a"), "set": b"\x8f",
         "float": b"G" + bytes(8), "bytes": as_bytes(b"ab")}  # fmt: skip


class Composer(ValueMaker):
    def __init__(self, rng, oddity, is_stream):
        super().__init__(rng, oddity, is_stream)
        self.memo = 0
        self.budget = 60

    def pickle(self):
        """The instructions of a value, without PROTO and STOP."""
        out = b"]" + self.remembered()
        for _ in range(self.one_of(1, 1, 2, 3, 5)):
            out += self.value(0) + b"a"
            while self.memo and self.rng.random() < 0.3:
                out += self.again() + self.change(0) + b"0"
        return self.one_of(out, out, b"}" + out + self.value(1) + b"s", b"}" + self.value(1) + out + b"s")

    def remembered(self):
        if self.memo == MEMO or self.rng.random() < 0.4:
            return b""
        self.memo += 1
        return b"q" + bytes([self.memo - 1])

    def again(self):
        return b"h" + bytes([self.rng.randrange(self.memo)])

    def value(self, depth):
        self.budget -= 1
        if self.memo and self.rng.random() < 0.2:
            return self.again()
        if depth > 4 or self.budget < 0:
            return self.literal()
        often = [self.literal, self.container, self.call, self.call]
        others = [self.tensor, self.array, self.element_type, self.scalar, self.generator]
        objects = [self.old_object, self.new_object, self.of_type, self.name]
        return self.rng.choice([*often, *often, *others, *objects])(depth) + self.remembered()

    def change(self, depth):
        """Instructions for the value on the stack, which they leave there."""
        value = self.value(depth + 1)
        after = self.one_of("Attributes", "Fields", "Random", "Tensor", "Parameter", "Properties", "Ndarray")
        state = self.state(after, depth) + b"b"
        pair = value + self.value(depth + 1)
        return self.one_of(value + b"a", b"(" + value + b"e", pair + b"s", b"(" + value + b"\x90", state, state)

    def name(self, depth=0):
        return named(self.rng.choice(CONSTANTS + CLASSES + [row[0] for row in CALLS]))

    def class_name(self):
        return named(self.rng.choice(CLASSES + [row[0] for row in CALLS]))

    def container(self, depth):
        values = [self.value(depth + 1) for _ in range(self.rng.randrange(4))]
        inside = b"(" + b"".join(values)
        if self.rng.random() < 0.6:
            return self.one_of(inside + b"t", b"]" + inside + b"e", b"\x8f" + inside + b"\x90", inside + b"\x91")
        keys = [self.one_of(self.literal(), self.value(depth + 1)) for _ in values]
        return b"}(" + b"".join(key + value for key, value in zip(keys, values)) + b"u"

    def arguments(self, kinds, depth):
        made = []
        for kind in kinds:
            if kind == "MayEnd" and self.rng.random() < 0.4:
                break
            if kind == "Texts":
                made += [self.given("Text", depth) for _ in range(self.rng.randrange(4))]
            elif kind != "MayEnd":
                made.append(self.given(kind, depth))
        if self.odd():
            made.insert(self.rng.randrange(len(made) + 1), self.value(depth + 1))
        return made

    def call(self, depth):
        path, kinds, after = self.rng.choice(CALLS)
        own = {"numpy:dtype": self.element_type, "numpy:ndarray": self.array, "builtins:getattr": self.name,
               "copyreg:_reconstructor": self.old_object, "copyreg:__newobj__": self.new_object}  # fmt: skip
        if path in own:
            return own[path](depth)
        arguments = self.arguments(kinds, depth)
        if path.endswith("_ctor"):
            arguments = [text(self.rng.choice(list(GENERATORS)))]
        made = named(path) + tupled(*arguments) + self.one_of(b"R", b"R", b"\x81")
        return made + self.afterwards(path.split(":")[1], after, depth)

    def afterwards(self, name, after, depth):
        made = b""
        if name == "UUID":
            made = self.one_of(b"", dictionary({"int": self.number()}) + b"b")
        elif name == "Generator":
            made = self.one_of(b"", tupled(self.one_of(NONE, self.number()), self.number(), self.tensor()) + b"b")
        elif after not in ("Nothing", "Other") and self.rng.random() < 0.8:
            made = self.state(after, depth) + b"b"
        if name in ("dict", "OrderedDict", "Counter", "defaultdict"):
            made += self.one_of(b"", self.value(depth + 1) + self.value(depth + 1) + b"s")
        elif name in ("list", "deque", "set"):
            value = self.value(depth + 1)
            made += self.one_of(b"", b"(" + value + b"\x90" if name == "set" else value + b"a")
        return made + (self.change(depth) if self.odd() else b"")

    def old_object(self, depth):
        base = self.one_of("object", *BASES)
        value = self.value(depth + 1) if self.odd() else BASES[base]
        made = call(named("copyreg:_reconstructor"), self.class_name(), named("builtins:" + base), value)
        state = self.state(self.one_of("Attributes", "Fields", "Random", "Tensor"), depth) + b"b"
        return made + self.one_of(b"", state)

    def new_object(self, depth):
        path, kinds, after = self.rng.choice(CALLS)
        arguments = tupled(*self.arguments(kinds, depth))
        by_function = call(named("copyreg:__newobj_ex__"), named(path), arguments, b"}")
        made = self.one_of(by_function, named(path) + arguments + b"\x81", named(path) + arguments + b"}\x92")
        return made + self.afterwards(path.split(":")[1], after, depth)

    def of_type(self, depth):
        path, kinds, _ = self.rng.choice(REBUILDERS)
        arguments = tupled(*self.arguments(kinds, depth))
        distributed = dictionary({"_local_tensor": self.tensor(), "_spec": self.call(depth)}) + NONE + b"\x86"
        state = self.one_of(self.state("Attributes", depth), distributed)
        return call(named("torch._tensor:_rebuild_from_type_v2"), named(path), self.class_name(), arguments, state)


def composed(rng, is_stream):
    """The instructions of a pickle, in a stream of several or in a zip."""
    return Composer(rng, rng.choice([0.0, 0.02, 0.05, 0.15]), is_stream).pickle()
