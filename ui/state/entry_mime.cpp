#include "ui/state/entry_mime.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QDataStream>
#include <QIODevice>
#include <QStringList>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostNames = 10'000;

/// Tells this document in this process from all others.
quint64 addressOf(const Document& document)
{
    return reinterpret_cast<quintptr>(&document);
}

} // namespace

QMimeData* entryMimeData(const Document& document, std::span<const checkpoint::EntryId> rows)
{
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << QCoreApplication::applicationPid() << addressOf(document);
    QStringList names;
    for (const checkpoint::EntryId row : rows) {
        stream << quint32{row};
        if (static_cast<std::size_t>(names.size()) < kMostNames) {
            names.append(shown(document.checkpoint->entryName(row)));
        }
    }
    auto* data = new QMimeData;
    data->setData(kEntryMimeType, bytes);
    data->setText(names.join(u'\n'));
    return data;
}

std::vector<checkpoint::EntryId> entriesOf(const QMimeData& data, const Document& document)
{
    QDataStream stream(data.data(kEntryMimeType));
    qint64 process = 0;
    quint64 address = 0;
    stream >> process >> address;
    std::vector<checkpoint::EntryId> rows;
    if (stream.status() != QDataStream::Ok || process != QCoreApplication::applicationPid() ||
        address != addressOf(document)) {
        return rows;
    }
    while (!stream.atEnd()) {
        quint32 row = 0;
        stream >> row;
        if (stream.status() != QDataStream::Ok || row >= document.checkpoint->entries().size()) {
            return {};
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace cairn::ui
