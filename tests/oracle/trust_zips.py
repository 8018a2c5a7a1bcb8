"""Zips, and several of them in a row, whose numbers do not agree: composed_zip() makes one of a random generator.

Each record called data.pkl either holds a number or makes the folder PWNED. What is in a directory, what its end records
say of it, and which zip they speak of is chosen at random, and the directories tend to lie at the same places.
"""

import struct

from trust_cases import RUN, pickled, text, zip_entry, zip_record

HONEST = pickled(b"}" + text("a") + b"K\1s")
EVIL = pickled(RUN)
GRID = 2048  # where directories begin, counted from the beginning of a zip or of the file


def filled(records, entries, beginning, wanted=None):
    """One record more, so that the directory begins on the grid; with `wanted`, a (count, size, offset) of another zip, as
    many entries as that says and of that size, if there are not more already."""
    count, size, _ = wanted or (0, 0, 0)
    while len(entries) + 1 < count:
        name = b"a/data/%d" % (10 + len(entries))
        entries.append(zip_entry(name, b"x", len(records)))
        records += zip_record(name, b"x")
    name = b"a/data/9"
    data = bytes(-(beginning + len(records) + len(zip_record(name, b""))) % GRID)
    without = len(b"".join(entries)) + len(zip_entry(name, data, 0))
    entries.append(zip_entry(name, data, len(records), bytes(max(0, size - without))))
    return records + zip_record(name, data)


def end_of(rng, numbers, place, beginning):
    """End records that say one of these (count, size, offset), the short and the long one the same or not."""
    count, size, offset = rng.choice(numbers)
    short = struct.pack("<HHHHIIH", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), size & 0xFFFFFFFF, offset & 0xFFFFFFFF, 0)
    end = b"PK\5\6" + short
    if rng.random() < 0.6:
        if rng.random() < 0.3:
            count, size, offset = rng.choice(numbers)
        long_record = b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, offset)
        at = place + (beginning if rng.random() < 0.3 else 0)
        end = long_record + b"PK\6\7" + struct.pack("<IQI", 0, at, 1) + end
    return end


NAMES = [b"a/data.pkl", b"a/version", b"a/data/0"]
ODD_NAMES = [*NAMES, b"a/data.pkl", b"a/DATA.PKL", b"b/data.pkl"]


def composed_zip(rng):
    data = b""
    numbers = []  # of all directories so far
    for _ in range(rng.choice([1, 2, 2, 3])):
        is_odd = rng.random() < 0.4
        beginning = len(data)
        records, entries, inside = b"", [], 0
        for name in rng.sample(ODD_NAMES, 4) if is_odd else NAMES:
            content = b"3\n" if name == b"a/version" else HONEST if not is_odd or rng.random() < 0.6 else EVIL
            if name == b"a/data/0":
                content = zip_record(b"a/data.pkl", EVIL)
                inside = len(records) + len(zip_record(name, b""))
            if not is_odd or rng.random() < 0.9:
                entries.append(zip_entry(name, content, len(records)))
            records += zip_record(name, content)
        hidden = rng.choice([0, 3, 8]) if inside else 0
        behind = [zip_entry(b"a/data.pkl", EVIL, inside, bytes(at == 0)) for at in range(hidden)]
        wanted = rng.choice(numbers) if numbers and rng.random() < 0.7 else None
        records = filled(records, entries, beginning if rng.random() < 0.2 else 0, wanted)
        if is_odd and rng.random() < 0.3:
            rng.shuffle(entries)
        own = []
        for taken in (len(entries), len(entries + behind), rng.randrange(1, len(entries) + 1)):
            size = len(b"".join((entries + behind)[:taken]))
            own += [(taken, size, len(records)), (taken, size, beginning + len(records))]
        numbers += own
        directory = b"".join(entries + behind) + bytes(rng.choice([0, 200]))
        said = own[:1] if not is_odd else own if rng.random() < 0.7 else numbers
        data += records + directory + end_of(rng, said, len(records) + len(directory), beginning)
    return data + bytes(rng.choice([0, 0, 0, 30]))
