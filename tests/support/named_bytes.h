#pragma once

#include "tests/support/little.h"

#include <QByteArray>
#include <QList>

namespace cairn::test {

/// A tensor of a safetensors file.
struct Named {
    QByteArray name;
    QByteArray shape;
    QByteArray bytes;
    QByteArray dtype = "F32";
};

/// A safetensors file of them.
[[nodiscard]] inline QByteArray safetensors(const QList<Named>& tensors)
{
    QByteArray header = "{";
    QByteArray data;
    for (const Named& one : tensors) {
        header += (header.size() > 1 ? ",\"" : "\"") + one.name + R"(":{"dtype":")" + one.dtype + R"(","shape":[)" +
                  one.shape + R"(],"data_offsets":[)" + QByteArray::number(data.size()) + ',' +
                  QByteArray::number(data.size() + one.bytes.size()) + "]}";
        data += one.bytes;
    }
    header += '}';
    header.append((8 - header.size() % 8) % 8, ' ');
    return QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header + data;
}

} // namespace cairn::test
