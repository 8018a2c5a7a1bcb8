"""Runs commands and measures them, by way of run_once: wall time and the peak of resident memory."""

import statistics
import subprocess
from dataclasses import dataclass


@dataclass
class Run:
    """Seconds and bytes of one command; medians when it ran several times."""

    seconds: float
    peak: float
    output: str = ""


class Measure:
    def __init__(self, run_once):
        self.run_once = run_once

    def once(self, command):
        """A command that fails ends the benchmark."""
        done = subprocess.run([self.run_once, *command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))} failed with {done.returncode}:\n{done.stderr}")
        seconds, peak = done.stderr.split()[-2:]
        return Run(float(seconds), float(peak), done.stdout)

    def in_turn(self, times, *commands):
        """Medians of several commands that take turns, so that a busy moment of the machine meets all of them."""
        runs = [[] for _ in commands]
        for _ in range(times):
            for mine, command in zip(runs, commands):
                if command:
                    mine.append(self.once(command))
        return [_median(mine) if mine else None for mine in runs]


def _median(runs):
    return Run(statistics.median(run.seconds for run in runs), statistics.median(run.peak for run in runs),
               runs[-1].output)
