"""Classes and functions that generated checkpoints name. What pickles call may be imported by them, so this is a module."""

import collections
import dataclasses
import enum
import types

import torch

LOG = []  # what calls left behind whose results nothing holds, in their order


class Plain:
    pass


class Slotted:
    __slots__ = ("a", "b")


class SlottedChild(Slotted):  # slots, and a __dict__ besides
    pass


class MyDict(dict):
    pass


class SlottedDict(dict):
    __slots__ = ("a", "b")


class MyList(list):
    pass


class SlottedList(list):
    __slots__ = ("a",)


class MySet(set):
    pass


class MyFrozen(frozenset):
    pass


class MyTuple(tuple):
    pass


class MyText(str):
    pass


class MyBytes(bytes):
    pass


class MyInteger(int):
    pass


class MyFloat(float):
    pass


class MyOrdered(collections.OrderedDict):
    pass


class SlottedOrdered(collections.OrderedDict):
    __slots__ = ("a",)


Pair = collections.namedtuple("Pair", "first second")


class Colour(enum.Enum):
    RED = 1
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 7


@dataclasses.dataclass
class Record:
    a: object = None
    b: object = None


class Key:
    """Equal by value, so that it can be a key; all of them look alike."""

    def __init__(self, number=0):
        self.number = number

    def __hash__(self):
        return hash(self.__dict__.get("number"))

    def __eq__(self, other):
        return type(other) is Key and self.__dict__.get("number") == other.__dict__.get("number")


class Box:
    """What a reduce makes: takes items of both kinds, and any state."""

    def __init__(self, *arguments, **named):
        self.arguments = arguments
        self.named = named
        self.listed = []
        self.pairs = []

    def append(self, item):
        self.listed.append(item)

    def extend(self, items):
        self.listed.extend(items)

    def __setitem__(self, key, value):
        self.pairs.append((key, value))


class StateBox(Box):
    def __setstate__(self, state):
        self.state = state


class WithNew:
    """Made by __new__ with arguments, by position and by name."""

    def __new__(cls, *arguments, **named):
        made = super().__new__(cls)
        made.arguments, made.named = arguments, named
        return made


class WithNewNamed(WithNew):
    def __getnewargs_ex__(self):
        return self.arguments, self.named


class WithNewPlain(WithNew):
    def __getnewargs__(self):
        return self.arguments


class OwnState:
    def __init__(self, state):
        self.state = state

    def __getstate__(self):
        return self.state

    def __setstate__(self, state):
        self.state = state


class Reduces:
    """Pickles as the parts say, from two to six."""

    def __init__(self):
        self.parts = (build, ())

    def __reduce_ex__(self, protocol):
        return self.parts


class Effect:
    """Pickles as its value, after a call whose result is popped. Only WildPickler knows it."""

    def __init__(self):
        self.function, self.arguments, self.value = log, (), None


def build(*arguments, **named):
    return Box(*arguments, **named)


def build_state(*arguments, **named):
    return StateBox(*arguments, **named)


def set_state(made, state):
    made.state = state
    LOG.append(("set_state", state))


def log(*arguments):
    LOG.append(arguments)
    return len(LOG)


def make_class(name, bases):
    """As the picklers of functions do: an empty class, filled by a call whose result is popped."""
    return types.new_class(name, bases, exec_body=lambda space: space.update(__module__="made"))


def fill_class(made, attributes):
    for name, value in attributes.items():
        setattr(made, name, value)


class ClassToMake:
    def __init__(self):
        self.name, self.attributes, self.instance_state = "Made", {}, None

    def __reduce_ex__(self, protocol):
        return make_class, (self.name, (object,)), self.attributes, None, None, fill_class


class SubTensor(torch.Tensor):
    pass


class Wrapper(torch.Tensor):
    """Holds other tensors and no bytes of its own; says that it is on a device."""

    @staticmethod
    def __new__(cls, inner, device, dtype, shape):
        return torch.Tensor._make_wrapper_subclass(cls, shape, dtype=dtype, device=device)

    def __init__(self, inner, device, dtype, shape):
        self.inner = inner

    @classmethod
    def __torch_dispatch__(cls, function, kinds, arguments=(), named=None):
        raise NotImplementedError(f"{function} of a wrapper")

    __torch_function__ = torch._C._disabled_torch_function_impl


class Module(torch.nn.Module):
    def forward(self, values):
        return values
