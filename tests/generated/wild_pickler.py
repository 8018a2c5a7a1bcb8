"""A pickler that says the same in any of the ways that pickles allow, by chance: other opcodes, values that are popped
again, calls whose results are popped. `module(random)` is what torch.save takes as pickle_module."""

import pickle
import struct
import sys
import types

from generated_classes import Effect

TEXT_SAFE = set(range(32, 127)) - {ord("\\"), ord("'"), ord("\n")}


class WildPickler(pickle._Pickler):
    dispatch = dict(pickle._Pickler.dispatch)

    def __init__(self, file, protocol=None, random=None, noise=0.05):
        super().__init__(file, protocol=protocol)
        self.random = random
        self.noise = noise
        self.python2 = random.random() < 0.1  # texts without an encoding
        self.texts = random.random() < 0.3
        if random.random() < 0.5:
            self.framer.start_framing = lambda: None  # frames are a help, and may be missing
            self.framer.end_framing = lambda: None

    @staticmethod
    def owner(obj):
        """What newer versions of the module want to know besides the items."""
        return (obj,) if sys.version_info >= (3, 14) else ()

    def chance(self, share=0.5):
        return self.random.random() < share

    def save(self, obj, save_persistent_id=True):
        if isinstance(obj, Effect):
            self.save(obj.function)
            self.save(tuple(obj.arguments))
            self.write(pickle.REDUCE + pickle.POP)
            obj = obj.value
        if self.chance(self.noise):
            self.make_noise()
        super().save(obj, save_persistent_id)

    def make_noise(self):
        kind = self.random.randrange(5)
        if kind == 0:
            self.write(pickle.NONE + pickle.POP)
        elif kind == 1:
            self.write(pickle.MARK + pickle.NONE + pickle.EMPTY_LIST + pickle.POP_MARK)
        elif kind == 2:
            self.write(pickle.EMPTY_DICT + pickle.DUP + pickle.POP + pickle.POP)
        elif kind == 3 and self.memo:
            place = self.random.choice(list(self.memo.values()))[0]
            self.write(self.get(place) + pickle.POP)
        else:
            self.write(pickle.MARK + pickle.POP_MARK if self.chance() else pickle.BININT1 + b"\7" + pickle.POP)

    def put(self, place):
        if self.proto >= 4 and self.chance():
            return pickle.MEMOIZE
        if place < 256 and self.chance():
            return pickle.BINPUT + bytes([place])
        return pickle.LONG_BINPUT + struct.pack("<I", place) if self.chance(0.7) else b"p%d\n" % place

    def get(self, place):
        if place < 256 and self.chance(0.7):
            return pickle.BINGET + bytes([place])
        return pickle.LONG_BINGET + struct.pack("<I", place) if self.chance(0.7) else b"g%d\n" % place

    def save_long(self, obj):
        way = self.random.randrange(5)
        if way == 0:
            self.write(b"I%d\n" % obj)
        elif way == 1:
            self.write(b"L%dL\n" % obj)
        elif way == 2:
            self.write_long(obj)
        else:
            super().save_long(obj)

    def write_long(self, obj):
        data = pickle.encode_long(obj)
        if len(data) < 256 and self.chance():
            self.write(pickle.LONG1 + bytes([len(data)]) + data)
        else:
            self.write(pickle.LONG4 + struct.pack("<i", len(data)) + data)

    dispatch[int] = save_long

    def save_bool(self, obj):
        if self.chance(0.2):
            self.write(b"I01\n" if obj else b"I00\n")
        else:
            super().save_bool(obj)

    dispatch[bool] = save_bool

    def save_float(self, obj):
        if self.chance(0.2) and obj == obj:
            self.write(b"F%s\n" % repr(obj).encode())
        else:
            super().save_float(obj)

    dispatch[float] = save_float

    def save_str(self, obj):
        data = obj.encode("utf-8", "surrogatepass")
        way = self.random.randrange(8)
        if way == 0 and self.python2 and set(data) <= TEXT_SAFE:
            self.write(b"S'" + data + b"'\n")
        elif way == 1 and self.python2 and max(data, default=0) < 128 and len(data) < 256:
            self.write(pickle.SHORT_BINSTRING + bytes([len(data)]) + data)
        elif way == 2 and self.python2 and max(data, default=0) < 128:
            self.write(pickle.BINSTRING + struct.pack("<i", len(data)) + data)
        elif way == 3 and self.texts and not set(obj) & set("\\\0\n\r\x1a") and not any(0xD800 <= ord(c) < 0xE000 for c in obj):
            self.write(pickle.UNICODE + obj.encode("raw-unicode-escape") + b"\n")
        elif way == 4 and self.proto >= 4:
            self.write(pickle.BINUNICODE8 + struct.pack("<Q", len(data)) + data)
        else:
            super().save_str(obj)
            return
        self.memoize(obj)

    dispatch[str] = save_str

    def save_tuple(self, obj):
        if type(obj) is tuple and obj and self.chance(0.3) and id(obj) not in self.memo:
            self.write(pickle.MARK)
            for item in obj:
                self.save(item)
            if id(obj) in self.memo:  # it holds itself
                self.write(pickle.POP_MARK + self.get(self.memo[id(obj)][0]))
                return
            self.write(pickle.TUPLE)
            self.memoize(obj)
        else:
            super().save_tuple(obj)

    dispatch[tuple] = save_tuple

    def save_list(self, obj):
        if self.chance(0.3):
            self.write(pickle.MARK + pickle.LIST)
            self.memoize(obj)
            self._batch_appends(obj, *self.owner(obj))
        else:
            super().save_list(obj)

    dispatch[list] = save_list

    def save_dict(self, obj):
        if self.chance(0.3):
            self.write(pickle.MARK + pickle.DICT)
            self.memoize(obj)
            self._batch_setitems(obj.items(), *self.owner(obj))
        else:
            super().save_dict(obj)

    dispatch[dict] = save_dict

    def _batch_appends(self, items, *more):
        if self.chance(0.7):
            super()._batch_appends(items, *more)
            return
        for item in items:
            self.save(item)
            self.write(pickle.APPEND)

    def _batch_setitems(self, items, *more):
        if self.chance(0.7):
            super()._batch_setitems(items, *more)
            return
        for key, value in items:
            self.save(key)
            self.save(value)
            self.write(pickle.SETITEM)

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, **more):
        plain_class = isinstance(func, type) and args and func.__module__ == "generated_classes"
        if not plain_class or self.chance(0.6) or more.get("obj") is None:
            super().save_reduce(func, args, state, listitems, dictitems, state_setter, **more)
            return
        obj = more["obj"]
        if self.chance():
            self.write(pickle.MARK)
            self.save(func)
            for item in args:
                self.save(item)
            self.write(pickle.OBJ)
        else:
            self.write(pickle.MARK)
            for item in args:
                self.save(item)
            self.write(pickle.INST + f"{func.__module__}\n{func.__qualname__}\n".encode())
        if id(obj) in self.memo:
            self.write(pickle.POP + self.get(self.memo[id(obj)][0]))
        else:
            self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems, *self.owner(obj))
        if dictitems is not None:
            self._batch_setitems(dictitems, *self.owner(obj))
        if state is not None and state_setter is None:
            self.save(state)
            self.write(pickle.BUILD)
        elif state is not None:
            self.save(state_setter)
            self.save(obj)
            self.save(state)
            self.write(pickle.TUPLE2 + pickle.REDUCE + pickle.POP)


def module(random, noise=0.05):
    """A stand-in for the pickle module."""

    class Pickler(WildPickler):
        def __init__(self, file, protocol=None, **unused):
            super().__init__(file, protocol, random, noise)

    def dump(obj, file, protocol=None, **unused):
        pickle.dump(obj, file, protocol)

    return types.SimpleNamespace(
        __name__="pickle", Pickler=Pickler, Unpickler=pickle.Unpickler, dump=dump, load=pickle.load, loads=pickle.loads
    )
