"""Finds cairn-cli, runs it, and makes dictionaries and exceptions of what it says."""

import json
import os
import shutil
import subprocess
import sysconfig


class CairnError(Exception):
    """What went wrong, with the fields of the errors in cairn-cli's JSON."""

    def __init__(self, message, *, code="", where="", offset=None, why="", advice="", exit_code=None):
        super().__init__(message)
        self.message = message
        self.code = code
        self.where = where
        self.offset = offset
        self.why = why
        self.advice = advice
        self.exit_code = exit_code

    def __str__(self):
        place = self.where + ": " if self.where else ""
        return ". ".join(part for part in (place + self.message, self.why, self.advice) if part)


class UsageError(CairnError):
    """An option is wrong, or what a map, recipe or machine file says."""


class CheckpointError(CairnError):
    """The file is damaged, hostile, or no checkpoint."""


class FileError(CairnError):
    """A file could not be read or written."""


_ERRORS = {2: UsageError, 3: CheckpointError, 4: FileError}
_NAME = "cairn-cli.exe" if os.name == "nt" else "cairn-cli"


def _installed_beside():
    """Where pip puts the programs of a package: the environment's own, the user's, and --target's."""
    yield sysconfig.get_path("scripts")
    for scheme in ("posix_user", "nt_user", "osx_framework_user"):
        yield sysconfig.get_path("scripts", scheme)
    yield os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin")


def program():
    """The path of cairn-cli: what CAIRN_CLI names, what was installed with this module, or what PATH has."""
    named = os.environ.get("CAIRN_CLI")
    if named:
        return named
    for folder in _installed_beside():
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path):
            return path
    found = shutil.which(_NAME)
    if not found:
        raise FileError("cairn-cli is not installed", advice="Install cairn-checkpoints again, or name it in CAIRN_CLI")
    return found


def _words(value):
    """The words of the command line for the value of an option; None is the option without one."""
    if value is None or value is False:
        return []
    if value is True:
        return [None]
    if isinstance(value, dict):
        return ["{}={}".format(key, to) for key, to in value.items()]
    if isinstance(value, (list, tuple)):
        return [word for one in value for word in _words(one)]
    return [os.fspath(value) if hasattr(value, "__fspath__") else str(value)]


def _option(name, value):
    text = "--" + name.replace("_", "-")
    return [text if word is None else "{}={}".format(text, word) for word in _words(value)]


def _file(path):
    """A name that is neither an option nor standard input."""
    path = os.fsdecode(path)
    return os.path.join(os.curdir, path) if path.startswith("-") else path


def _failure(code, documents, errors):
    kind = _ERRORS.get(code, CairnError)
    for document in documents:
        if "error" in document:
            error = document["error"]
            known = {key: error[key] for key in ("code", "where", "offset", "why", "advice") if key in error}
            return kind(error["message"], exit_code=code, **known)
    text = " ".join(errors.split())
    if text.startswith("cairn-cli: "):
        text = text[len("cairn-cli: ") :]
    return kind(text or "cairn-cli ended with code {}".format(code), exit_code=code)


def run(command, *paths, **options):
    """Runs `cairn-cli COMMAND PATH... --json` and returns the documents it prints, one for each file.

    A negative verdict, as of a file that does not load, is no error. The first file that fails raises one.
    """
    if not any(name.startswith("json") for name in options):
        options["json"] = True
    words = [word for name, value in options.items() for word in _option(name, value)]
    arguments = [program(), command, *words, *map(_file, paths)]
    try:
        running = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    except OSError as problem:
        raise FileError("cairn-cli cannot be started: {}".format(problem), where=arguments[0]) from problem
    with running:
        try:
            output, errors = running.communicate()
        except BaseException:
            running.terminate()  # and it takes away what it has begun
            running.wait()
            raise
    code = running.returncode
    documents = [json.loads(line) for line in output.decode("utf-8").splitlines() if line.strip()]
    if code not in (0, 1):
        raise _failure(code, documents, errors.decode("utf-8", "replace"))
    return documents
