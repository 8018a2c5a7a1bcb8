#!/usr/bin/env python3
"""Looks at the program in a wheel for macOS, which nothing here can run: whether a Mac would start it.

    macos_wheel.py WHEEL

Holds against Apple's format: the processor and the oldest macOS that the wheel's name promises; that nothing is loaded
but what every macOS has; and that each page is the one that was signed, as processors by Apple ask for.
"""

import hashlib
import re
import struct
import sys
import zipfile

PROCESSORS = {"x86_64": 0x01000007, "arm64": 0x0100000C}
MAGIC, PROGRAM = 0xFEEDFACF, 2
LOAD_LIBRARY, LOAD_WEAK, REEXPORT, LOAD_PATH = 0xC, 0x80000018, 0x8000001F, 0x8000001C
SIGNATURE, BUILD_VERSION, MACOS = 0x1D, 0x32, 1
SIGNATURES, CODE_DIRECTORY, SHA256 = 0xFADE0CC0, 0xFADE0C02, 2


def commands(program):
    """The number and the bytes of each load command."""
    at = 32
    for _ in range(struct.unpack_from("<I", program, 16)[0]):
        number, size = struct.unpack_from("<II", program, at)
        yield number, program[at : at + size]
        at += size


def signed_pages(program, offset):
    """How many pages carry the hash that was signed; a wrong one ends the program."""
    magic, _, count = struct.unpack_from(">III", program, offset)
    assert magic == SIGNATURES, "the signatures are %#x" % magic
    places = [struct.unpack_from(">II", program, offset + 12 + 8 * i)[1] for i in range(count)]
    directory = next(offset + at for at in places if struct.unpack_from(">I", program, offset + at)[0] == CODE_DIRECTORY)
    hashes, slots, limit = (struct.unpack_from(">I", program, directory + at)[0] for at in (16, 28, 32))
    size, kind, _, page_bits = program[directory + 36 : directory + 40]
    assert (size, kind) == (32, SHA256) and limit == offset, "it is signed in another way"
    page = 1 << page_bits
    assert slots == -(-limit // page), "%d pages are signed of %d bytes" % (slots, limit)
    for slot in range(slots):
        found = hashlib.sha256(program[slot * page : min((slot + 1) * page, limit)]).digest()
        at = directory + hashes + slot * size
        assert found == program[at : at + size], "page %d is not the one that was signed" % slot
    return slots


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    release, processor = re.search(r"-macosx_(\d+)_0_(\w+)\.whl$", sys.argv[1]).groups()
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        entry = next(entry for entry in wheel.infolist() if entry.filename.endswith("/scripts/cairn-cli"))
        program = wheel.read(entry)
    assert entry.external_attr >> 16 & 0o111 == 0o111, "it may not be run"
    magic, found, _, kind = struct.unpack_from("<IIII", program)
    assert (magic, found, kind) == (MAGIC, PROCESSORS[processor], PROGRAM), "it is no program for %s" % processor
    libraries, oldest, pages = [], None, 0
    for number, command in commands(program):
        if number in (LOAD_LIBRARY, LOAD_WEAK, REEXPORT):
            libraries.append(command[struct.unpack_from("<I", command, 8)[0] :].split(b"\0")[0].decode())
        elif number == BUILD_VERSION:
            system, version = struct.unpack_from("<II", command, 8)
            oldest = (system, version >> 16)
        elif number == SIGNATURE:
            pages = signed_pages(program, struct.unpack_from("<I", command, 8)[0])
        assert number != LOAD_PATH, "it looks for libraries in folders of its own"
    assert libraries == ["/usr/lib/libSystem.B.dylib"], "it loads %s" % libraries
    assert oldest == (MACOS, int(release)), "it is for %s" % (oldest,)
    assert pages or processor == "x86_64", "it is not signed"
    print("%s: a program for macOS %s, %d signed pages" % (processor, release, pages))


if __name__ == "__main__":
    main()
