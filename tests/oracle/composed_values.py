"""What pickles are composed of, as instructions: numbers, texts, tensors, arrays, and what picklers give each argument.

Everything comes from the random numbers of its maker. Now and then something else stands in its place: see odd().
"""

import struct

from trust_cases import as_bytes, call, listed, name_of, text

TRUE, FALSE, NONE = b"\x88", b"\x89", b"N"
GENERATORS = {"MT19937": "_mt19937", "PCG64": "_pcg64", "PCG64DXSM": "_pcg64", "Philox": "_philox", "SFC64": "_sfc64"}
NUMBERS = [0, 0, 1, 1, 2, 3, 4, 7, 16, 64, 255, 65536, 10**7, -2, 2**31 - 1, 2**63 - 1, 10**30, 2**5000]
NUMBERS += [sign * 2**n for n in (31, 32, 63, 64) for sign in (1, -1)]
WORDS = """a cpu meta cuda:0 data latin1 f4 O8 M8 V8 < | C 1/3 1e9 nan __len__ __class__ _local_tensor torch.strided
    torch.sparse_coo PCG64 MT19937 12345678123456781234567812345678 state \u0100 int _metadata""".split()
FIELDS = """data dim sharding fqn offset index _hash _mesh mesh placements tensor_meta reduce_op split_factor chunks size
    state_dict_metadata planner_data _dim_group_names mesh_dim_names shape stride min max default_factory _device rank
    relative_path length x""".split()
PATTERNS = "a+ (a|b)* [a-z]{2,3} (?i)x (?P<n>a)(?P=n) ((((a)))) a{1,65535} (?<=a)b [".split()
DATES = [b"", b"\7\xe8\2\3", b"\7\xe8\2\3\4\5\6\0\0\1", b"\4\5\6\0\0\1", bytes(10), b"\xff" * 10]
DTYPES = "float32 float64 int64 uint8 bool complex64 bfloat16 qint8".split()
LAYOUTS = "torch.sparse_coo torch.sparse_csr torch.strided".split()
ELEMENTS = "f4 f8 i8 u1 b1 ? U3 S4 V8 O8 O M8 m8 c16 g e l f2 U0 S0 S2147483648 U536870912 V99999999999".split()
STORAGES = """Float:16 Long:8 Byte:64 Double:8 Int:16 QUInt8:64 Half:32 Bool:64 ComplexFloat:8 QInt8:64 QInt32:16
    QUInt4x2:64 BFloat16:32 Char:64""".split()


def named(path):
    """MODULE:NAME"""
    return name_of(*path.split(":"))


def tupled(*values):
    return b"(" + b"".join(values) + b"t"


def dictionary(parts):
    return b"}(" + b"".join(text(key) + value for key, value in parts.items()) + b"u"


def floating(number):
    return b"G" + struct.pack(">d", number)


def integer(number):
    if 0 <= number < 256:
        return b"K" + bytes([number])
    if -(2**31) <= number < 2**31:
        return b"J" + struct.pack("<i", number)
    encoded = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    length = b"\x8a" + bytes([len(encoded)]) if len(encoded) < 256 else b"\x8b" + struct.pack("<I", len(encoded))
    return length + encoded


class ValueMaker:
    """Makers take how deep in others their value will be. value(), container() and name() are those of the composer."""

    def __init__(self, rng, oddity, is_stream=False):
        self.rng = rng
        self.is_stream = is_stream  # of torch.save before 1.6, where storages can be views
        self.oddity = oddity  # how often something is not as picklers write it

    def odd(self):
        return self.rng.random() < self.oddity

    def one_of(self, *values):
        return self.rng.choice(values)

    def number(self):
        return integer(self.rng.choice(NUMBERS))

    def small(self, below=5):
        return integer(self.rng.randrange(below))

    def word(self, words):
        return text(self.rng.choice(words))

    def literal(self, depth=0):
        odd_float = self.one_of(0.0, 1.5, -1.0, 1e308, 1e18, float("nan"), float("inf"))
        content = self.one_of(b"", b"b", bytes(4), bytes(8), bytes(16), bytes(range(64)), *DATES)
        constant = self.one_of(NONE, TRUE, FALSE)
        words = self.word(WORDS)
        whole = self.one_of(self.number(), self.small(), self.small())
        others = [floating(odd_float), constant, as_bytes(content), b"U\3abc"]
        return self.one_of(whole, whole, whole, words, words, *others)

    def sizes(self, numbers):
        made = tupled(*map(integer, numbers))
        return self.one_of(made, made, listed(*map(integer, numbers)), call(named("torch:Size"), made))

    def dimensions(self):
        count = self.one_of(0, 1, 1, 2, 2, 3)
        return [self.rng.choice(NUMBERS) if self.rng.random() < 0.1 else self.rng.randrange(4) for _ in range(count)]

    def storage(self):
        kind, count = self.rng.choice(STORAGES).split(":")
        tag = self.word(["cpu"] * 6 + ["meta", "cuda:0"])
        parts = [text("storage"), named(f"torch:{kind}Storage"), text(str(self.rng.randrange(4))), tag, integer(int(count))]
        if self.is_stream:
            view = [text("v"), self.small(), self.small()]
            parts.append(self.one_of(NONE, NONE, tupled(*view)))
            if self.odd():
                view[self.rng.randrange(3)] = self.value(4)
                parts[-1] = self.one_of(tupled, listed)(*view)
        if self.odd():
            parts[self.rng.randrange(len(parts))] = self.value(4)
        return tupled(*parts) + b"Q" if not self.odd() else self.value(4) + b"Q"

    def hooks(self):
        return self.one_of(call(named("collections:OrderedDict")), b"}", NONE)

    def tensor(self, depth=0):
        size = self.dimensions()
        strides = self.sizes([self.one_of(0, 1, 1, 2, 3, 4) for _ in size])
        place = [self.storage(), integer(self.one_of(0, 0, 0, 1, 5)), self.sizes(size), strides]
        return call(named("torch._utils:_rebuild_tensor_v2"), *place, self.one_of(TRUE, FALSE), self.hooks())

    def element_type(self, depth=0):
        code = self.rng.choice(ELEMENTS)
        made = call(named("numpy:dtype"), text(code), FALSE, TRUE)
        if self.rng.random() < 0.2:
            return made
        letter_bytes = 4 if code[0] == "U" else 1
        sizes = [int(code[1:]) * letter_bytes, letter_bytes] if code[0] in "USV" else [-1, -1]
        parts = [integer(self.one_of(3, 3, 3, 4)), self.word("<|>="), NONE, NONE, NONE, *map(integer, sizes)]
        parts.append(integer(63 if code[0] == "O" else 0))
        if code[0] in "Mm":
            parts.append(b"}" + tupled(as_bytes(self.one_of(b"D", b"ns", b"Y")), b"K\1K\1K\1") + b"\x86")
        if self.odd():
            parts[self.rng.randrange(len(parts))] = self.literal()
        if self.odd():
            parts.pop()
        return made + tupled(*parts) + b"b"

    def array(self, depth=0):
        if self.rng.random() < 0.3:
            content = as_bytes(bytes(self.one_of(0, 4, 8, 64)))
            shape = self.sizes([self.one_of(0, 1, 2, 8)])
            return call(named("numpy.core.numeric:_frombuffer"), content, self.element_type(), shape, self.word("CFAK"))
        return self.empty_array() + (self.state("Ndarray", depth) + b"b" if self.rng.random() < 0.9 else b"")

    def empty_array(self):
        return call(named("numpy.core.multiarray:_reconstruct"), named("numpy:ndarray"), b"K\0\x85", as_bytes(b"b"))

    def numbers(self, code, count):
        """An array of zeros."""
        kind = call(named("numpy:dtype"), text(code), FALSE, TRUE)
        content = as_bytes(bytes(int(code[1:]) * count))
        return self.empty_array() + tupled(b"K\1", tupled(integer(count)), kind, FALSE, content) + b"b"

    def scalar(self, depth=0):
        content = as_bytes(bytes(self.one_of(0, 1, 4, 8, 12, 16)))
        return call(named("numpy.core.multiarray:scalar"), self.element_type(), content)

    def random_state(self, name):
        """What NumPy gives its generator of that name."""
        within = {
            "MT19937": {"key": self.numbers("u4", 624), "pos": self.number()},
            "Philox": {"counter": self.numbers("u8", 4), "key": self.numbers("u8", 2)},
            "SFC64": {"state": self.numbers("u8", 4)},
        }.get(name, {"state": integer(5), "inc": integer(7)})
        parts = {"bit_generator": text(name), "state": dictionary(within), "buffer": self.numbers("u8", 4)}
        parts |= {"buffer_pos": self.small(6), "has_uint32": integer(0), "uinteger": integer(0)}
        if self.odd():
            parts[self.rng.choice(list(parts))] = self.value(3)
        return dictionary(parts)

    def generator(self, depth=0):
        """One of NumPy with a state, made by name, called or bare."""
        name = self.rng.choice(list(GENERATORS))
        itself = named(f"numpy.random.{GENERATORS[name]}:{name}") + b")"
        by_name = call(named("numpy.random._pickle:__bit_generator_ctor"), text(name))
        made = self.one_of(by_name, itself + b"R", itself + b"\x81") + self.random_state(name) + b"b"
        user = named("numpy.random._pickle:" + self.one_of("__generator_ctor", "__randomstate_ctor"))
        return self.one_of(made, made, call(user, made))

    def state(self, after, depth):
        """What follows, as honest_calls.h names it."""
        if self.odd():
            return self.value(depth + 1)
        if after == "Ndarray":
            items = listed(*[self.value(depth + 1)] * self.rng.randrange(3))
            content = self.one_of(as_bytes(bytes(self.one_of(0, 1, 4, 8, 16, 32))), items)
            shape = self.sizes([self.one_of(0, 1, 2, 4)])
            return tupled(b"K\1", shape, self.element_type(), self.one_of(TRUE, FALSE), content)
        if after == "Parameter":
            old = [self.tensor(), NONE, self.hooks(), TRUE, FALSE]
            return tupled(*self.one_of([TRUE, FALSE, self.hooks()], old))
        if after == "Tensor":
            return tupled(self.storage(), b"K\0", self.sizes(self.dimensions()), self.sizes(self.dimensions()))
        if after == "Properties":
            memory = call(named("torch.distributed.checkpoint.metadata:_MEM_FORMAT_ENCODING"), b"K\0")
            return tupled(named("torch:float32"), named("torch:strided"), FALSE, memory, FALSE)
        if after == "Random":
            return self.random_state(self.rng.choice(list(GENERATORS)))
        if after == "Fields" and self.rng.random() < 0.5:
            return listed(*[self.literal() for _ in range(self.rng.randrange(4))])
        made = dictionary({self.rng.choice(FIELDS): self.value(depth + 1) for _ in range(self.rng.randrange(4))})
        return made if self.rng.random() < 0.8 else NONE + made + b"\x86"

    def given(self, kind, depth):
        """An argument of that kind, as honest_calls.h names them."""
        if self.odd():
            return self.value(depth + 1)
        made = {
            "Flag": lambda: self.one_of(TRUE, FALSE, NONE, self.number()),
            "Int": lambda: self.one_of(self.number(), self.small()),
            "Number": lambda: self.one_of(self.number(), floating(1.5)),
            "Text": lambda: self.word([*WORDS, *LAYOUTS, "", "..", "/", "\u4e00" * 3]),
            "Bytes": lambda: as_bytes(self.rng.choice(DATES)),
            "TextOrBytes": lambda: self.one_of(as_bytes(self.rng.choice(DATES)), text("\7\2\2\3")),
            "Latin1": lambda: text("latin1"),
            "Pattern": lambda: self.word(PATTERNS),
            "Ratio": lambda: self.one_of(text("1/3"), text("-5"), self.number()),
            "Ints": lambda: self.sizes(self.dimensions()),
            "SparseParts": self.sparse_parts,
            "NestedParts": self.nested_parts,
            "Tensor": self.tensor,
            "Dense": self.tensor,
            "Offsets": self.tensor,
            "Storage": self.storage,
            "Array": self.array,
            "TorchType": lambda: named("torch:" + self.rng.choice(DTYPES)),
            "Layout": lambda: call(named("torch.serialization:_get_layout"), self.word(LAYOUTS)),
            "Device": lambda: self.one_of(text("cpu"), text("meta"), call(named("torch:device"), text("cpu"))),
            "Duration": lambda: call(named("datetime:timedelta"), self.number(), self.small(9), b"K\0"),
            "Zone": lambda: self.one_of(NONE, call(named("datetime:timezone"), self.given("Duration", depth))),
            "Hooks": self.hooks,
            "Metadata": lambda: self.one_of(NONE, b"}", dictionary({self.one_of("conj", "neg"): TRUE})),
            "Quantizer": self.quantizer,
            "List": lambda: self.container(depth),
            "Items": lambda: self.container(depth),
            "Pairs": lambda: self.one_of(self.container(depth), listed(self.literal() + self.literal() + b"\x86")),
            "Factory": self.name,
            "Class": self.name,
            "Name": lambda: text("channels_last"),
            "Literal": self.literal,
            "Plain": lambda: self.one_of(self.literal(), tupled(self.literal(), self.literal())),
            "Flat": lambda: self.one_of(self.literal(), tupled(*[self.literal()] * self.rng.randrange(12))),
        }.get(kind)
        return made() if made else self.value(depth + 1)

    def sparse_parts(self):
        more = self.one_of(b"", TRUE, self.tensor())
        return tupled(self.tensor(), self.tensor(), self.sizes(self.dimensions()), more)

    def nested_parts(self):
        parts = {"values": self.tensor(), "offsets": self.tensor(), "lengths": self.one_of(NONE, self.tensor())}
        return dictionary(parts | {"requires_grad": FALSE, "_ragged_idx": self.number(), "_metadata_cache": b"}"})

    def quantizer(self):
        if self.rng.random() < 0.5:
            return tupled(named("torch:per_tensor_affine"), floating(0.5), self.number())
        axis = self.one_of(self.number(), self.small(3), self.small(3))
        return tupled(named("torch:per_channel_affine"), self.tensor(), self.tensor(), axis)
