#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/texts.h"

#include <QCryptographicHash>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

/// The numbers of tensors as digests: those that expected.json of a folder of fixtures has, and those that Cairn reads.
namespace cairn::test {

/// What the program that a fixture is for found in it: the digest of the numbers of each tensor, by its name.
using Digests = QHash<QByteArray, QByteArray>;

[[nodiscard]] inline Digests digestsOf(const QString& file)
{
    const qsizetype slash = file.indexOf('/');
    const QByteArray record = contentOf(fixture(file.left(slash) + "/expected.json"));
    const QJsonObject found = QJsonDocument::fromJson(record).object().value(file.mid(slash + 1)).toObject();
    Digests digests;
    for (const QJsonValue& tensor : found.value("tensors").toArray()) {
        QByteArrayList path;
        for (const QJsonValue& key : tensor.toObject().value("path").toArray()) {
            path << key.toVariant().toString().toUtf8();
        }
        digests.insert(path.join('.'), tensor.toObject().value("digest").toString().toUtf8());
    }
    return digests;
}

/// The same of a tensor as Cairn reads it.
[[nodiscard]] inline QByteArray digestOf(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id)
{
    const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
    auto bytes = convert::TensorBytes::open(checkpoint, {.name = {}, .tensor = id, .dtype = tensor.dtype});
    if (!bytes) {
        return byteArray(bytes.error().paragraph());
    }
    QCryptographicHash hash(QCryptographicHash::Sha256);
    while (true) {
        const auto block = bytes->next();
        if (!block) {
            return byteArray(block.error().paragraph());
        }
        if (block->empty()) {
            return hash.result().toHex().left(24);
        }
        hash.addData(
            QByteArrayView(reinterpret_cast<const char*>(block->data()), static_cast<qsizetype>(block->size())));
    }
}

} // namespace cairn::test
