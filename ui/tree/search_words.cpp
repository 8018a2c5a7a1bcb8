#include "ui/tree/search_words.h"

#include "core/rows/row_query.h"
#include "ui/text/display.h"

#include <algorithm>

namespace cairn::ui {

using checkpoint::EntryKind;

namespace {

constexpr std::size_t kMostLookedAt = 5000;
constexpr qsizetype kMostGroups = 200;
constexpr qsizetype kMostShapes = 30;

/// As it must be written to be one word.
QString quoted(const QString& name)
{
    return name.contains(u' ') ? u'"' + name + u'"' : name;
}

QString shapeWord(const checkpoint::Checkpoint& checkpoint, const checkpoint::Tensor& tensor)
{
    QStringList sizes;
    for (const std::int64_t size : checkpoint.shape(tensor)) {
        sizes.append(QString::number(size));
    }
    return QStringLiteral("shape:") + (sizes.isEmpty() ? QStringLiteral("scalar") : sizes.join(u'x'));
}

QStringList groupNames(const checkpoint::Checkpoint& checkpoint)
{
    QStringList names;
    const auto entries = checkpoint.entries();
    const std::size_t count = std::min(entries.size(), kMostLookedAt);
    for (std::size_t id = 1; id < count && names.size() < kMostGroups; ++id) { // outer groups come first
        const bool isGroup = entries[id].kind == EntryKind::Group && entries[id].childCount != 0;
        if (isGroup) {
            names.append(quoted(shown(checkpoint.entryName(static_cast<checkpoint::EntryId>(id)))));
        }
    }
    return names;
}

QStringList shapeWords(const checkpoint::Checkpoint& checkpoint)
{
    QStringList words;
    const auto tensors = checkpoint.tensors();
    for (const checkpoint::Tensor& tensor : tensors.first(std::min(tensors.size(), kMostLookedAt))) {
        const QString word = words.size() < kMostShapes ? shapeWord(checkpoint, tensor) : QString();
        if (!word.isEmpty() && !words.contains(word)) {
            words.append(word);
        }
    }
    return words;
}

} // namespace

SearchWords searchWords(const Document& document)
{
    SearchWords words;
    for (const std::string& key : rows::RowQuery::knownKeys()) {
        words.keys.append(fromUtf8(key));
        for (const std::string& value : key == "dtype:" ? std::vector<std::string>() : rows::RowQuery::valuesOf(key)) {
            words.whole.append(fromUtf8(key + value));
        }
    }
    for (const auto& [device, usage] : document.devices) {
        words.whole.append(QStringLiteral("device:") + shown(device));
    }
    for (const auto& [dtype, usage] : document.checkpoint->usageByDtype()) {
        words.whole.append(QStringLiteral("dtype:") + shown(dtype));
    }
    words.whole.append(shapeWords(*document.checkpoint));
    for (const char* size : {"size>1MB", "size>100MB", "size>1GB", "params>1e6", "params>1e9"}) {
        words.whole.append(QLatin1StringView(size));
    }
    words.whole.append(groupNames(*document.checkpoint));
    return words;
}

QStringList completionsOf(const QString& word, const SearchWords& words)
{
    QStringList found;
    if (word.isEmpty()) {
        return found;
    }
    const auto add = [&](const QStringList& candidates, bool isAtBegin) {
        for (const QString& each : candidates) {
            const bool fits =
                isAtBegin ? each.startsWith(word, Qt::CaseInsensitive) : each.contains(word, Qt::CaseInsensitive);
            if (fits && each.size() > word.size() && !found.contains(each)) {
                found.append(each);
            }
        }
    };
    add(words.keys, true);
    add(words.whole, true);
    add(words.whole, false); // "cuda" is in "device:cuda:1"
    constexpr qsizetype kMost = 12;
    return found.first(std::min(found.size(), kMost));
}

} // namespace cairn::ui
