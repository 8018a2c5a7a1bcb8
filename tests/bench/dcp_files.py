"""Writes folders as torch.distributed.checkpoint 2.6 does, quickly and without PyTorch: pieces of torch_zip, and .metadata.

Ranks stand in a mesh of two dimensions and hold a box of each tensor. Values are made up, or holes that take no room on the disk.
"""

import pickle
import random
import zlib

import torch_zip

MESH = (4, 2)


def _class(module, name, **members):
    made = type(name, (), members)
    torch_zip._module(module, **{name: made})
    return made


def _properties_state(self):
    return (DTYPE, LAYOUT, False, FORMAT, False)


class Size(tuple):
    def __reduce__(self):
        return Size, (tuple(self),)


class _Named:
    """What is pickled as a name alone, or as a call of one."""

    def __init__(self, reduced):
        self.reduced = reduced

    def __reduce__(self):
        return self.reduced


def _get_layout(name):
    raise NotImplementedError("only its name is needed")


METADATA = "torch.distributed.checkpoint.metadata"
Metadata = _class(METADATA, "Metadata")
TensorStorageMetadata = _class(METADATA, "TensorStorageMetadata")
ChunkStorageMetadata = _class(METADATA, "ChunkStorageMetadata")
TensorProperties = _class(METADATA, "TensorProperties", __getstate__=_properties_state)
MetadataIndex = _class(METADATA, "MetadataIndex", __hash__=lambda self: id(self))
StorageMeta = _class(METADATA, "StorageMeta")
StorageInfo = _class("torch.distributed.checkpoint.filesystem", "_StorageInfo")
Encoding = type("_MEM_FORMAT_ENCODING", (), {})
torch_zip._module(METADATA, _MEM_FORMAT_ENCODING=Encoding)
torch_zip._module("torch", Size=Size)
torch_zip._module("torch.serialization", _get_layout=_get_layout)
DTYPE = _Named("float32")
DTYPE.__module__ = "torch"
torch_zip._module("torch").float32 = DTYPE
LAYOUT = _Named((_get_layout, ("torch.strided",)))
FORMAT = _Named((Encoding, (0,)))


def _object(made, **members):
    one = made()
    one.__dict__.update(members)
    return one


class _Item:
    """A file from where it stands now."""

    def __init__(self, out):
        self.out, self.base = out, out.tell()

    def write(self, data):
        self.out.write(data)

    def seek(self, position):
        self.out.seek(self.base + position)


def _write_piece(out, shape, data, size, crc):
    """As torch.save into a stream. Its place and length in the file."""
    item = _Item(out)
    writer = torch_zip.ZipWriter(item, "archive")
    writer.add("data.pkl", torch_zip.pickled(torch_zip.Tensor(0, shape)))
    writer.add("byteorder", b"little")
    if data is None:
        writer.add_hole("data/0", size, crc)
    else:
        writer.add("data/0", data, crc)
    writer.add("version", b"3\n")
    writer.finish()
    return item.base, writer.position


def _crc_of_zeros(size):
    crc, zeros = 0, bytes(1 << 20)
    for done in range(0, size, 1 << 20):
        crc = zlib.crc32(zeros[: min(1 << 20, size - done)], crc)
    return crc


def save(folder, count, rows, columns, sparse=False):
    """`count` float32 tensors, cut into boxes over the ranks of the mesh."""
    folder.mkdir(parents=True)
    box = (rows // MESH[0], columns // MESH[1])
    size = box[0] * box[1] * 4
    crc = _crc_of_zeros(size) if sparse else None
    noise = random.Random(0).randbytes(size) if not sparse else b""
    properties = _object(TensorProperties)
    names = [f"layers.{i}.weight" for i in range(count)]
    chunks, infos = {name: [] for name in names}, {}
    for rank in range(MESH[0] * MESH[1]):
        origin = (rank // MESH[1] * box[0], rank % MESH[1] * box[1])
        file = f"__{rank}_0.distcp"
        with open(folder / file, "wb") as out:
            for i, name in enumerate(names):
                data = None
                if not sparse:
                    turn = (rank * count + i) * 4096 % size  # each piece differs from the others
                    data = noise[turn:] + noise[:turn]
                begin, length = _write_piece(out, box, data, size, crc if sparse else zlib.crc32(data))
                index = _object(MetadataIndex, fqn=name, index=len(chunks[name]), offset=Size(origin))
                infos[index] = _object(StorageInfo, relative_path=file, offset=begin, length=length)
                chunks[name].append(_object(ChunkStorageMetadata, offsets=Size(origin), sizes=Size(box)))
    tensors = {name: _object(TensorStorageMetadata, properties=properties, size=Size((rows, columns)), chunks=chunks[name])
               for name in names}
    metadata = _object(Metadata, state_dict_metadata=tensors, planner_data={name: (name,) for name in names},
                       storage_data=infos, storage_meta=None)
    (folder / ".metadata").write_bytes(pickle.dumps(metadata, protocol=4))
