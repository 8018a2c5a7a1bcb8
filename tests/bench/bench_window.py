"""The window without a screen: from its start to the painted tree, what a person does then, and its memory."""

import os
import subprocess
import time
from pathlib import Path

import inputs

SAMPLE = Path(__file__).resolve().parents[2] / "resources/samples/two_gpus.pth"


class WindowBench:
    def __init__(self, bench, table):
        self.bench, self.rows = bench, table("PyTorch")
        self.window, self.walker = bench.build / "app/gui/cairn", bench.build / "tests/bench/bench_window"
        self.searcher, self.build = bench.build / "tests/bench/bench_tree", bench.build
        self.runs = 3 if bench.quick else 7
        self.many = [10_000] if bench.quick else [100_000, 1_000_000]
        home = bench.folder / "home"  # what a person has set must not count
        self.environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(home),
                            "XDG_DATA_HOME": str(home), "XDG_RUNTIME_DIR": str(home)}
        home.mkdir(mode=0o700, exist_ok=True)

    def output(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=True, env=self.environment).stdout

    def first_paint(self, path):
        """Seconds from the start of the process to the painted tree: the median of several starts."""
        took = []
        for _ in range(self.runs + 1):
            begin = time.monotonic_ns()
            took.append((int(self.output(self.window, "--first-paint", path)) - begin) / 1e9)
        took = sorted(took[1:])  # the first start reads the program from the disk
        return took[len(took) // 2]

    def searches(self, path, count):
        """Rows of the search whose result is many rows, few and none."""
        for line in self.output(self.searcher, path).splitlines():
            if line.startswith("search "):
                what, times = line[len("search "):].rsplit(": ", 1)
                search, show = times.split(",")[0].split(" + ")
                self.rows.add(f"search {count:,} rows for {what}", (float(search) + float(show)) / 1000, None,
                              self.bench.seconds)

    def actions(self, path, count):
        """The longest that the window did not listen, and which action that was."""
        memory, *actions = self.output(self.walker, path).splitlines()
        stalls = [(float(line.split()[1]), line.split(maxsplit=3)[3]) for line in actions]
        worst, action = max(stalls)
        self.rows.add(f"{len(stalls)} actions on {count:,} tensors, worst stall ({action})", worst / 1000, None,
                      self.bench.seconds)
        ours, core = map(float, memory.split()[:2])
        self.rows.add(f"memory an entry beside the core's {core:.0f} bytes, largest group open", ours, None,
                      lambda value: f"{value:.0f} B")

    def map_editor(self):
        """Verdicts of the map, and its picture while a curve is dragged."""
        found = self.output(self.build / "tests/bench/bench_map")
        for line in found.splitlines():
            milliseconds, what = line.split(maxsplit=1)
            self.rows.add(what, float(milliseconds) / 1000, None, self.bench.seconds)

    def all(self):
        if not self.window.exists():
            print("no window here")
            return
        self.bench.say("the window")
        self.rows.add("first paint of a small file, from the start of the process", self.first_paint(SAMPLE), None,
                      self.bench.seconds)
        for count in self.many:
            path = inputs.many_tensors(self.bench.folder, count)
            self.rows.add(f"first paint of {count:,} tensors", self.first_paint(path), None, self.bench.seconds)
        self.searches(path, count)
        self.actions(path, count)
        self.map_editor()
        self.rows.print()
