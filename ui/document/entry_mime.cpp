#include "ui/document/entry_mime.h"

#include "ui/document/tensor_mime.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QIODevice>
#include <QStringList>

#include <algorithm>
#include <iterator>
#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;

namespace {

constexpr std::size_t kMostNames = 10'000;

/// Tells this document in this process from all others.
quint64 addressOf(const Document& document)
{
    return reinterpret_cast<quintptr>(&document);
}

} // namespace

QMimeData* entryMimeData(const Document& document, const EntryRows& rows, const rows::EntrySum& sum)
{
    const Checkpoint& checkpoint = *document.checkpoint;
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << QCoreApplication::applicationPid() << addressOf(document) << static_cast<quint64>(rows.levels.size());
    std::vector<std::string> names;
    const auto addName = [&names](std::string name) {
        if (names.size() < kMostNames) {
            names.push_back(std::move(name));
        }
    };
    for (const std::string& level : rows.levels) {
        stream << QByteArray::fromStdString(level);
        addName(level);
    }
    for (const checkpoint::EntryId row : rows.entries) {
        stream << quint32{row};
        addName(checkpoint.entryName(row));
    }
    QStringList lines;
    std::ranges::transform(names, std::back_inserter(lines), shown);
    auto tensors = chosenTensors(document, rows, sum);
    QMimeData* data = tensors ? new TensorMimeData(*std::move(tensors)) : new QMimeData;
    data->setData(kEntryMimeType, bytes);
    data->setText(lines.join(u'\n'));
    return data;
}

EntryRows rowsOf(const QMimeData& data, const Document& document)
{
    QDataStream stream(data.data(kEntryMimeType));
    qint64 process = 0;
    quint64 address = 0;
    quint64 levels = 0;
    stream >> process >> address >> levels;
    EntryRows rows;
    if (stream.status() != QDataStream::Ok || process != QCoreApplication::applicationPid() ||
        address != addressOf(document)) {
        return rows;
    }
    for (; levels > 0 && stream.status() == QDataStream::Ok; --levels) {
        QByteArray level;
        stream >> level;
        rows.levels.push_back(level.toStdString());
    }
    while (!stream.atEnd() && stream.status() == QDataStream::Ok) {
        quint32 row = 0;
        stream >> row;
        rows.entries.push_back(row);
    }
    const bool isWhole =
        stream.status() == QDataStream::Ok && std::ranges::all_of(rows.entries, [&](checkpoint::EntryId row) {
            return row < document.checkpoint->entries().size();
        });
    return isWhole ? rows : EntryRows();
}

} // namespace cairn::ui
