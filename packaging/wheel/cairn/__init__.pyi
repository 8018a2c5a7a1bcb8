# The keys are those of cairn-cli.schema.json. Those that each document has are required here, too.
from os import PathLike
from typing import Any, Dict, List, Optional, Sequence, Union

from typing_extensions import NotRequired, TypedDict

Path = Union[str, bytes, PathLike[str], PathLike[bytes]]
Value = Union[str, int, float, bool, None, PathLike[str]]
Option = Union[Value, Sequence[Value], Dict[str, str]]

class CairnError(Exception):
    message: str
    code: str
    where: str
    offset: Optional[int]
    why: str
    advice: str
    exit_code: Optional[int]

class UsageError(CairnError): ...
class CheckpointError(CairnError): ...
class FileError(CairnError): ...

class Trust(TypedDict):
    verdict: str
    names: List[str]

class Usage(TypedDict):
    storages: NotRequired[int]
    tensors: int
    bytes: int

class Tensor(TypedDict):
    file: NotRequired[str]
    path: List[Union[str, int]]
    python_path: NotRequired[str]
    name: str
    dtype: str
    shape: List[int]
    stride: List[int]
    offset: int
    device: str
    storage: Optional[str]
    storage_bytes: Optional[int]
    requires_grad: bool
    kind: str
    layout: NotRequired[str]
    conj: NotRequired[bool]
    neg: NotRequired[bool]
    subclass: NotRequired[str]
    quantizer: NotRequired[Dict[str, Any]]
    piece_origin: NotRequired[List[int]]

class Inspection(TypedDict):
    schema: int
    file: str
    file_base64: NotRequired[str]
    format: str
    bytes: int
    parameters: int
    devices: Dict[str, Usage]
    dtypes: Dict[str, Usage]
    tensors: NotRequired[List[Tensor]]
    storages: NotRequired[List[Dict[str, Any]]]
    values: NotRequired[List[Dict[str, Any]]]
    globals: List[Dict[str, Any]]
    trust: Trust
    issues: List[Dict[str, Any]]
    files: NotRequired[List[Dict[str, Any]]]
    pieces: NotRequired[List[Dict[str, Any]]]
    facts: Dict[str, str]
    part_of: NotRequired[str]

class Conversion(TypedDict):
    schema: int
    file: str
    file_base64: NotRequired[str]
    skipped: NotRequired[str]
    out: NotRequired[str]
    bytes: NotRequired[int]
    bytes_planned: NotRequired[int]
    bytes_free: NotRequired[Optional[int]]
    seconds: NotRequired[Union[float, str]]
    trust: NotRequired[Trust]
    tags_before: NotRequired[Dict[str, int]]
    tags_after: NotRequired[Dict[str, int]]
    left_as_is: NotRequired[Dict[str, int]]
    left_in: NotRequired[List[str]]
    device_objects: NotRequired[List[Any]]
    device_objects_left: NotRequired[List[Any]]
    script_devices: NotRequired[List[Any]]
    bytes_before: NotRequired[int]
    bytes_resumed: NotRequired[int]
    same_bytes: NotRequired[bool]
    tensors: NotRequired[int]
    left_out: NotRequired[List[Any]]
    tensors_left_out: NotRequired[int]
    values_left_out: NotRequired[int]
    nested: NotRequired[bool]
    aliases: NotRequired[Dict[str, Any]]
    shards: NotRequired[List[Any]]
    files: NotRequired[int]
    values: NotRequired[int]
    removed: NotRequired[List[Any]]
    casts: NotRequired[Dict[str, int]]
    scales: NotRequired[Dict[str, Any]]
    overflows: NotRequired[Dict[str, int]]
    refused: NotRequired[bool]
    records_left_out: NotRequired[List[Any]]
    renamed: NotRequired[int]
    storages: NotRequired[int]
    storage_bytes: NotRequired[int]
    storages_left_out: NotRequired[int]
    bytes_left_out: NotRequired[int]
    bytes_cut: NotRequired[int]
    class_sources_left_out: NotRequired[int]
    warnings: NotRequired[List[Any]]
    verified: NotRequired[Optional[bool]]

class Check(TypedDict):
    schema: int
    file: str
    file_base64: NotRequired[str]
    machine: Optional[str]
    torch: str
    loads: bool
    map: Dict[str, Any]
    devices: List[Dict[str, Any]]
    problems: List[Dict[str, Any]]
    paths: List[Dict[str, Any]]
    warnings: List[Any]
    python: str
    fix: Optional[str]
    fix_python: Optional[str]
    cpp: Optional[str]
    note: Optional[str]
    written_map: Optional[str]
    met: bool
    training: Optional[Dict[str, Any]]
    strict: Optional[Dict[str, Any]]

def inspect(path: Path, *, summary: bool = ..., **options: Option) -> Inspection: ...
def convert(path: Path, out: Optional[Path] = ..., **options: Option) -> Conversion: ...
def check(path: Path, **options: Option) -> Check: ...
def program() -> str: ...
def run(command: str, *paths: Path, **options: Option) -> List[Dict[str, Any]]: ...
