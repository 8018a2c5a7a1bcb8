"""More cases of reading_cases.py: references to storages and classes, and states, that no pickler writes.

Of the tensors in them only a value tells which one torch takes: the letter is beside them, and what counts is that nothing
is promised of such a file.
"""

import struct

from trust_cases import call, listed, name_of, old_stream, pickled, text, torch_tar

WHICH = text("which") + text("A")
ORDERED = name_of("collections", "OrderedDict") + b")R"


def number(value):
    return b"J" + struct.pack("<i", value)


def dictionary(*pairs):
    return b"}(" + b"".join(pairs) + b"u"


def storage(key="0", view=b"N", kind="Float", count=4):
    parts = (text("storage"), name_of("torch", kind + "Storage"), text(key), text("cpu"), number(count), view)
    return b"(" + b"".join(parts) + b"tQ"


def view(key, offset, size):
    return (key if isinstance(key, bytes) else text(key)) + number(offset) + number(size) + b"\x87"


def tensor(of, size=4):
    return call(
        name_of("torch._utils", "_rebuild_tensor_v2"), of, number(0), number(size) + b"\x85", number(1) + b"\x85", b"\x89", ORDERED
    )


def stream(*tensors, keys=("0",), empty=False):
    """An old stream with these tensors, whose storages hold 0 to 3, 4 to 7, and so on, or nothing."""
    pairs = (text(f"t{at}") + made for at, made in enumerate(tensors))
    data = b"".join(struct.pack("<q4f", 4, *range(4 * at, 4 * at + 4)) for at in range(len(keys)))
    data = struct.pack("<q", 0) * len(keys) if empty else data
    return old_stream(value=dictionary(WHICH, *pairs), keys=listed(*map(text, keys))) + data


def reference(*parts):
    return b"(" + b"".join(parts) + b"tQ"


def cases():
    """(name, bytes, ambiguous)"""
    whole, two = tensor(storage()), ("0", "1")
    part = tensor(storage(view=view("v", 0, 2)), 2)
    yield "views_alike", stream(whole, part, part), False
    yield "views_of_two_keys", stream(part, tensor(storage(view=view("w", 2, 2)), 2)), False
    yield "views_by_numbers", stream(whole, tensor(storage(view=view(number(7), 1, 2)), 2)), False
    yield "view_of_two_ranges", stream(part, tensor(storage(view=view("v", 2, 2)), 2)), True
    yield "view_of_two_sizes", stream(part, tensor(storage(view=view("v", 0, 3)), 2)), True
    yield "view_of_two_ranges_by_number", stream(tensor(storage(view=view(number(7), 0, 2)), 2),
                                                 tensor(storage(view=view(number(7), 2, 2)), 2)), True
    yield "view_of_two_storages", stream(whole, tensor(storage("1")), tensor(storage(view=view("v", 0, 4))),
                                         tensor(storage("1", view("v", 0, 4))), keys=two), True
    yield "view_with_key_of_its_storage", stream(tensor(storage(view=view("0", 1, 2)), 2)), True
    yield "view_with_key_of_later_storage", stream(whole, tensor(storage(view=view("1", 0, 4))), tensor(storage("1")),
                                                   keys=two), True
    yield "view_with_key_of_other_storage", stream(whole, tensor(storage("1")), tensor(storage(view=view("1", 0, 4))),
                                                   keys=two), True
    word = text("module")
    for name, held in (("text", text("A")), ("number", number(7)), ("nothing", b"N")):
        pairs = (text("which") + (reference(word, held, b"NN") if name == "text" else text("A")),
                 text("held") + reference(word, held, b"NN"))
        yield f"{name}_for_a_class", old_stream(value=dictionary(*pairs)), True
        inside = pickled(dictionary(text("which") + text("A"), text("held") + reference(held, b"NN")))
        yield f"{name}_for_a_class_of_tar", torch_tar(pickle=inside), True
    named = reference(word, text("key"), b"NN")
    twice = dictionary(WHICH, text("key") + text("first"), named + text("second"))
    yield "text_for_a_class_as_key", old_stream(value=twice), True
    yield "empty_of_two_classes", stream(tensor(storage(count=0), 0), tensor(storage(kind="Int", count=0), 0), empty=True), False
    source = reference(word, name_of("torch.nn.modules.linear", "Identity"), b"NN")
    yield "class_without_source", old_stream(value=dictionary(WHICH, text("class") + source)), False
    yield "no_state", old_stream(value=dictionary(WHICH, text("items") + ORDERED + b"Nb")), True
    yield "empty_state", old_stream(value=dictionary(WHICH, text("items") + ORDERED + b"}b")), False
