#pragma once

#include "core/checkpoint/readers/open.h"
#include "tests/support/little.h"

#include <QByteArray>

#include <memory>

/// Pickles written by hand, byte for byte, for what is said of files that torch.save never writes.
namespace cairn::test {

/// Opens bytes as a file of that name would be opened.
inline Result<checkpoint::CheckpointPtr> opened(const QByteArray& bytes)
{
    return checkpoint::openCheckpoint(std::make_shared<MemorySource>(bytes.toStdString()), "test.pth");
}

inline QByteArray text(const char* utf8)
{
    const QByteArray bytes(utf8);
    return "X" + QByteArray(1, static_cast<char>(bytes.size())) + QByteArray(3, '\0') + bytes;
}

inline QByteArray plainPickle(const QByteArray& body)
{
    return "\x80\x02" + body + ".";
}

/// What torch.save wrote before 1.6: magic number, version, system, object, keys.
inline QByteArray legacy(const QByteArray& system, const QByteArray& object, const QByteArray& keys,
                         const QByteArray& magicPrefix = {}, const QByteArray& versionPrefix = {})
{
    const QByteArray magic("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 12);
    return plainPickle(magicPrefix + magic) + plainPickle(versionPrefix + QByteArray("M\xe9\x03", 3)) +
           plainPickle(system) + plainPickle(object) + plainPickle(keys);
}

/// What `_load_from_bytes` makes of the bytes of a checkpoint.
inline QByteArray loadFromBytes(const QByteArray& bytes)
{
    return "ctorch.storage\n_load_from_bytes\nB" +
           QByteArray::fromStdString(little(static_cast<std::uint64_t>(bytes.size()), 4)) + bytes + "\x85R";
}

/// A tensor of no elements, and what it is made of.
inline const QByteArray kTensorArguments = "((" + text("storage") + "ctorch\nFloatStorage\n" + text("0") + text("cpu") +
                                           QByteArray("K\0tQK\0K\0\x85K\x01\x85\x89"
                                                      "ccollections\nOrderedDict\n)Rt",
                                                      41);
inline const QByteArray kTensor = "ctorch._utils\n_rebuild_tensor_v2\n" + kTensorArguments + "R";
inline const QByteArray kSparseTensor =
    "ctorch._utils\n_rebuild_sparse_csr_tensor\n(ctorch.serialization\n_get_layout\n" + text("torch.sparse_csr") +
    "\x85R(" + kTensor + kTensor + kTensor + QByteArray("K\x02K\x02\x86ttR");

inline const QByteArray kHarm = "cos\nsystem\n" + text("true") + "\x85R";

} // namespace cairn::test
