#include "core/runtime/host/script_reader.h"

namespace cairn::runtime {

const char* const kScriptReader = R"py(
import ctypes
import os
import platform
import resource
import struct
import sys

ARCHIVE, ANSWER, QUESTION = 3, 4, 5


def words_of(data):
    """The texts of the question: each with its length before it."""
    place = 0
    while place < len(data):
        (length,) = struct.unpack_from("<Q", data, place)
        yield data[place + 8 : place + 8 + length]
        place += 8 + length


def confine(program):
    """For all threads and for good. `program` is what seccomp gives to each call of the kernel."""

    class Filter(ctypes.Structure):
        _fields_ = [("count", ctypes.c_ushort), ("steps", ctypes.c_char_p)]

    no_new_privileges, all_threads, one = 38, 1, ctypes.c_ulong(1)
    seccomp = {"x86_64": 317, "aarch64": 277}.get(platform.machine())
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(no_new_privileges, one, 0, 0, 0)
    filtered = Filter(len(program) // 8, program)
    return seccomp is not None and libc.syscall(seccomp, 1, all_threads, ctypes.byref(filtered)) == 0


def step(value, key):
    """What a value holds under a key, as the archive has it: no code runs."""
    if hasattr(value, "_c"):
        value = value._c
    if isinstance(value, dict):
        for name, held in value.items():
            if str(name) == key:
                return held
    elif isinstance(value, (list, tuple)):
        if key.isdigit() and int(key) < len(value):
            return value[int(key)]
    elif hasattr(value, "getattr"):
        try:
            return value.getattr(key)
        except (AttributeError, RuntimeError):  # there is none
            return None
    return None


def find(value, parts):
    """By keys joined by dots, where keys may have dots themselves."""
    if not parts:
        return value
    for count in range(1, len(parts) + 1):
        held = step(value, ".".join(parts[:count]))
        if held is not None:
            found = find(held, parts[count:])
            if found is not None:
                return found
    return None


class Answer:
    """Begins with where the facts lie, how long they are, and the most memory that it took; then the values."""

    def __init__(self):
        self.facts = bytearray()
        self.place = 24
        os.lseek(ANSWER, self.place, os.SEEK_SET)

    def number(self, code, value):
        self.facts += struct.pack("<" + code, value)

    def text(self, text):
        data = text.encode("utf-8", "replace")
        self.number("Q", len(data))
        self.facts += data

    def write(self, address, count):
        most = 1 << 30
        for begin in range(0, count, most):
            piece = (ctypes.c_char * min(most, count - begin)).from_address(address + begin)
            left = memoryview(piece)
            while left:
                left = left[os.write(ANSWER, left) :]
        self.place += count

    def end(self):
        kibibyte = 1024
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * kibibyte
        at = self.place
        os.pwrite(ANSWER, bytes(self.facts), at)
        os.pwrite(ANSWER, struct.pack("<QQQ", at, len(self.facts), peak), 0)


def values(torch, tensor, answer):
    """The bytes of its elements in row-major order, as they are stored."""
    if tensor.layout != torch.strided or tensor.is_meta or tensor.is_quantized:
        return 0
    tensor = tensor.detach()
    if tensor.is_conj():
        tensor = tensor.conj()
    if tensor.is_neg():
        tensor = tensor._neg_view()
    local = tensor.contiguous().cpu()
    count = local.numel() * local.element_size()
    if count:
        answer.write(local.data_ptr(), count)
    return count


def tell(torch, tensor, answer):
    strided = tensor.layout == torch.strided and not tensor.is_mkldnn
    layouts = {"sparse_coo": "Sparse", "sparse_csr": "SparseCsr", "strided": "Strided"}
    layout = str(tensor.layout).replace("torch.", "")
    answer.number("B", 1)
    answer.text(str(tensor.dtype).replace("torch.", ""))
    answer.text(str(tensor.device))
    answer.text(layouts.get(layout, layout))
    answer.number("I", tensor.dim())
    for size in tensor.shape:
        answer.number("q", size)
    answer.number("B", strided)
    for stride in tensor.stride() if strided else ():
        answer.number("q", stride)
    answer.number("q", tensor.storage_offset() if strided else 0)
    has_storage = strided and not tensor.is_meta
    answer.number("Q", tensor.untyped_storage().data_ptr() if has_storage else 0)
    for flag in (tensor.requires_grad, tensor.is_conj(), tensor.is_neg()):
        answer.number("B", flag)
    answer.number("Q", answer.place)
    answer.number("Q", values(torch, tensor, answer))


def main():
    ctypes.CDLL(None).prctl(1, 9, 0, 0, 0)  # ends with the program
    with os.fdopen(QUESTION, "rb") as question:
        question.seek(0)
        program, may_be_free, device, *names = words_of(question.read())
    answer = Answer()
    try:
        import torch

        where = torch.device(device.decode()) if device else None
        if where is not None:
            torch.empty(1, device=where)  # opens drivers, while files may still be opened
        if not confine(program) and may_be_free != b"1":
            answer.number("B", 2)
            answer.end()
            return
        with os.fdopen(ARCHIVE, "rb") as archive:
            module = torch.jit.load(archive, map_location=where)
        answer.number("B", 0)
        for name in names:
            tensor = find(module, name.decode("utf-8", "replace").split("."))
            if isinstance(tensor, torch.Tensor):
                tell(torch, tensor, answer)
            else:
                answer.number("B", 0)
    except Exception as failure:  # whatever it is, Cairn says it
        answer.facts.clear()
        answer.number("B", 1)
        answer.text(str(failure) or type(failure).__name__)
    answer.end()


main()
sys.stdout.flush()
os._exit(0)
)py";

} // namespace cairn::runtime
