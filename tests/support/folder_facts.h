#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/convert/tensors/tensor_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/texts.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <filesystem>

/// What is in checkpoints that are folders, in the words of the expected.json beside them.
namespace cairn::test {

/// What torch found in the folders of one of its versions, once it had made one file of each.
[[nodiscard]] inline QJsonObject expectedOf(const QString& version)
{
    QFile file(fixture("folders/" + version + "/expected.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// The values of a tensor, row-major, as expected.json has them.
[[nodiscard]] inline QString digest(const checkpoint::Checkpoint& checkpoint, checkpoint::TensorId id)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const convert::NamedTensor named{
        .name = "", .tensor = id, .dtype = checkpoint.tensors()[id].dtype, .sameAs = convert::NamedTensor::kItself};
    auto bytes = convert::TensorBytes::open(checkpoint, named);
    if (!bytes) {
        return text(bytes.error().paragraph());
    }
    while (true) {
        const auto block = bytes->next();
        if (!block) {
            return text(block.error().paragraph());
        }
        if (block->empty()) {
            constexpr int digits = 24;
            return QString::fromLatin1(hash.result().toHex().left(digits));
        }
        hash.addData(QByteArrayView(reinterpret_cast<const char*>(block->data()), qsizetype(block->size())));
    }
}

[[nodiscard]] inline QString pathText(const QJsonArray& path)
{
    QStringList steps;
    for (const auto& step : path) {
        steps << (step.isDouble() ? QString::number(step.toInt()) : step.toString());
    }
    return steps.join('/');
}

[[nodiscard]] inline QString pathText(const checkpoint::Checkpoint& checkpoint, checkpoint::EntryId id)
{
    QStringList steps;
    for (const checkpoint::EntryId row : checkpoint.pathTo(id)) {
        steps << text(checkpoint.keyText(checkpoint.entries()[row]));
    }
    return steps.join('/');
}

/// One line for each tensor, in the order of the alphabet.
[[nodiscard]] inline QStringList tensorLines(const checkpoint::Checkpoint& checkpoint)
{
    QStringList lines;
    for (checkpoint::TensorId id = 0; id < checkpoint.tensors().size(); ++id) {
        const checkpoint::Tensor& tensor = checkpoint.tensors()[id];
        if (tensor.part) {
            continue;
        }
        QStringList sizes;
        for (const std::int64_t size : checkpoint.shape(tensor)) {
            sizes << QString::number(size);
        }
        lines << pathText(checkpoint, tensor.entry) + " " + text(std::string(formats::dtypeInfo(tensor.dtype).name)) +
                     " [" + sizes.join(", ") + "] " + digest(checkpoint, id);
    }
    lines.sort();
    return lines;
}

[[nodiscard]] inline QStringList expectedLines(const QJsonArray& tensors)
{
    QStringList lines;
    for (const auto& value : tensors) {
        const QJsonArray tensor = value.toArray();
        QStringList sizes;
        for (const auto& size : tensor[2].toArray()) {
            sizes << QString::number(size.toInt());
        }
        lines << pathText(tensor[0].toArray()) + " " + tensor[1].toString() + " [" + sizes.join(", ") + "] " +
                     tensor[3].toString();
    }
    lines.sort();
    return lines;
}

[[nodiscard]] inline QStringList codesOf(const checkpoint::Checkpoint& checkpoint)
{
    QStringList codes;
    for (const Issue& issue : checkpoint.issues()) {
        const QString code = text(std::string(errorCodeText(issue.code)));
        if (!codes.contains(code)) {
            codes << code;
        }
    }
    return codes;
}

/// A copy of a folder that can be harmed.
class HarmedFolder {
public:
    explicit HarmedFolder(const QString& name)
    {
        std::filesystem::copy(fixture("folders/" + name).toStdString(), path(),
                              std::filesystem::copy_options::recursive);
    }
    [[nodiscard]] std::string path() const { return m_place.filePath("folder").toStdString(); }
    [[nodiscard]] std::string file(const char* name) const { return path() + "/" + name; }

private:
    QTemporaryDir m_place;
};

/// The file that a folder becomes, compared with it and opened; null, and it is said why, where that fails.
[[nodiscard]] inline checkpoint::CheckpointPtr asOneFile(const checkpoint::Checkpoint& folder,
                                                         const std::string& target,
                                                         convert::Selection selection = convert::Selection())
{
    const devices::MapLocation cpu = devices::MapLocation::everythingTo("cpu");
    const convert::TagMap map(cpu);
    auto plan = convert::planRewrite(folder, {.selection = std::move(selection)}, map, nullptr);
    if (!plan) {
        qWarning("%s", plan.error().paragraph().c_str());
        return nullptr;
    }
    const auto written = convert::writeRewrite(folder, *plan, target, FileSink::Existing::Refuse, nullptr);
    if (!written) {
        qWarning("%s", written.error().paragraph().c_str());
        return nullptr;
    }
    checkpoint::CheckpointPtr copy = openedCheckpoint(QString::fromStdString(target));
    if (copy == nullptr) {
        return nullptr;
    }
    const auto difference = convert::firstDifference(folder, *plan, map, *copy, nullptr);
    if (!difference || *difference) {
        qWarning("%s", difference ? (*difference)->text().c_str() : difference.error().paragraph().c_str());
        return nullptr;
    }
    return copy;
}

} // namespace cairn::test
