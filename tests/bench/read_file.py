"""read_file.py FILE: what loading is compared with. Prints the milliseconds of reading a file into memory."""

import os
import sys
import time

begin = time.perf_counter()
data = bytearray(os.path.getsize(sys.argv[1]))
view, done = memoryview(data), 0
with open(sys.argv[1], "rb", buffering=0) as file:
    while count := file.readinto(view[done:]):
        done += count
print((time.perf_counter() - begin) * 1000)
