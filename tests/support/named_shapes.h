#pragma once

#include "tests/support/files.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace cairn::test {

/// A safetensors file whose tensors have these names and shapes, in that order, and zeros: "a.weight [3, 4]; b []".
inline bool writeNamedShapes(const QString& path, const QString& shapes)
{
    QByteArray header = "{";
    qint64 bytes = 0;
    for (const QString& one : shapes.split(u';', Qt::SkipEmptyParts)) {
        if (one.trimmed().isEmpty()) {
            continue;
        }
        const QString name = one.section(u'[', 0, 0).trimmed();
        const QByteArray sizes = one.section(u'[', 1).section(u']', 0, 0).toLatin1();
        qint64 count = 4;
        for (const QByteArray& size : sizes.split(',')) {
            count *= size.trimmed().isEmpty() ? 1 : size.trimmed().toLongLong();
        }
        const QByteArray key = QJsonDocument(QJsonArray{name}).toJson(QJsonDocument::Compact);
        header += (header.size() > 1 ? "," : "") + key.mid(1, key.size() - 2) + R"(:{"dtype":"F32","shape":[)" + sizes +
                  R"(],"data_offsets":[)" + QByteArray::number(bytes) + ',' + QByteArray::number(bytes + count) + "]}";
        bytes += count;
    }
    header += '}';
    header.append((8 - header.size() % 8) % 8, ' ');
    QByteArray length(8, '\0');
    for (qsizetype i = 0, rest = header.size(); i < 8; ++i, rest >>= 8) {
        length[i] = static_cast<char>(rest & 0xFF);
    }
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(length + header) == 8 + header.size() &&
           file.resize(8 + header.size() + bytes); // a hole: nothing is written
}

} // namespace cairn::test
