#include "ui/document/entry_text.h"

#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"
#include "core/devices/machine/device_order.h"
#include "core/rows/row_text.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>
#include <span>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;

namespace {

struct EntryText {
    Q_DECLARE_TR_FUNCTIONS(EntryText)
};

QString entryTypeText(const char* text)
{
    return QCoreApplication::translate("EntryText", text);
}

const Entry& entryOf(const Document& document, EntryId id)
{
    return document.checkpoint->entries()[id];
}

QString shortType(const Checkpoint& checkpoint, const Entry& entry)
{
    return shown(rows::shortTypeName(checkpoint, entry));
}

QString tensorNote(const Checkpoint& checkpoint, const checkpoint::Tensor& tensor)
{
    QStringList texts;
    const auto add = [&texts](bool is, const QString& text) {
        if (is) {
            texts.append(text);
        }
    };
    const rows::TensorNotes notes = rows::notesOf(checkpoint, tensor);
    add(!notes.layout.empty(), fromUtf8(notes.layout));
    add(notes.isPart, entryTypeText(QT_TRANSLATE_NOOP("EntryText", "part")));
    add(notes.isConjugated, entryTypeText(QT_TRANSLATE_NOOP("EntryText", "conjugated")));
    add(notes.isNegated, entryTypeText(QT_TRANSLATE_NOOP("EntryText", "negated")));
    add(notes.isShared, entryTypeText(QT_TRANSLATE_NOOP("EntryText", "shares its storage")));
    add(!notes.subclass.empty(), shown(notes.subclass));
    add(notes.quantizer != nullptr, entryTypeText(QT_TRANSLATE_NOOP("EntryText", "quantised")));
    add(!notes.piece.empty(), entryTypeText(QT_TRANSLATE_NOOP("EntryText", "piece at %1")).arg(fromUtf8(notes.piece)));
    return texts.join(QStringLiteral(", "));
}

/// An empty key as Python writes it.
QString visibleName(const QString& name)
{
    return name.isEmpty() ? QStringLiteral("''") : name;
}

} // namespace

QString nameText(const Document& document, EntryId id)
{
    return id == 0 ? entryTypeText(QT_TRANSLATE_NOOP("EntryText", "(the whole file)"))
                   : visibleName(shown(document.checkpoint->keyText(entryOf(document, id))));
}

QString nameText(const Document& document, const RowTree& tree, NodeId id)
{
    return id == 0 ? nameText(document, EntryId{0}) : visibleName(shown(tree.nameOf(document, id)));
}

namespace {

/// What most bytes are on comes first, as far as that is known: there may be room for one.
QStringList devicesIn(const Document& document, std::uint64_t set, std::span<const std::uint64_t> bytes)
{
    std::vector<std::size_t> found;
    const auto all = document.checkpoint->deviceTags();
    for (std::size_t device = 0; set != 0 && device < all.size(); ++device) {
        if (((set >> std::min<std::size_t>(device, 63)) & 1) != 0) {
            found.push_back(device);
        }
    }
    std::ranges::sort(found, [&](std::size_t a, std::size_t b) {
        return bytes.empty() || bytes[a] == bytes[b] ? devices::deviceLess(all[a], all[b]) : bytes[a] > bytes[b];
    });
    QStringList tags;
    for (const std::size_t device : found) {
        tags.append(shown(all[device]));
    }
    return tags;
}

QStringList dtypeNames(std::uint64_t set)
{
    QStringList names;
    for (std::size_t dtype = 0; dtype < formats::allDtypes().size(); ++dtype) {
        if (((set >> std::min<std::size_t>(dtype, 63)) & 1) != 0) {
            names.append(fromUtf8(formats::allDtypes()[dtype].name));
        }
    }
    return names;
}

QString dtypesIn(std::uint64_t set)
{
    const QStringList names = dtypeNames(set);
    return names.size() <= 2 ? names.join(QStringLiteral(", "))
                             : names[0] + QStringLiteral(" +%1").arg(names.size() - 1);
}

} // namespace

QStringList deviceTexts(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    if (entry.kind == EntryKind::Storage) {
        return {shown(document.checkpoint->deviceTag(document.checkpoint->storages()[entry.payload].device))};
    }
    return devicesIn(document, document.sumOf(id).devices, {});
}

QStringList deviceTexts(const Document& document, const RowTree& tree, NodeId id)
{
    return tree[id].childCount != 0 ? devicesIn(document, tree.sumOf(document, id).devices, tree.deviceBytes(id))
                                    : deviceTexts(document, tree[id].entry);
}

QList<DeviceShare> deviceShares(const Document& document, const RowTree& tree, NodeId id)
{
    const std::span<const std::uint64_t> bytes = tree.deviceBytes(id);
    const auto tags = document.checkpoint->deviceTags();
    std::vector<std::size_t> found;
    for (std::size_t device = 0; device < bytes.size(); ++device) {
        if (bytes[device] != 0) {
            found.push_back(device);
        }
    }
    if (found.size() < 2) {
        return {};
    }
    std::ranges::sort(found, [&](std::size_t a, std::size_t b) { return devices::deviceLess(tags[a], tags[b]); });
    QList<DeviceShare> shares;
    for (const std::size_t device : found) {
        shares.append({.device = shown(tags[device]), .bytes = bytes[device]});
    }
    return shares;
}

QString storagesText(std::uint64_t count)
{
    return count == 1 ? entryTypeText(QT_TRANSLATE_NOOP("EntryText", "1 storage"))
                      : entryTypeText(QT_TRANSLATE_NOOP("EntryText", "%1 storages")).arg(countText(count));
}

QString dtypeText(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    if (entry.kind == EntryKind::Tensor) { // parts of another tensor are counted with that one, and have a dtype too
        return fromUtf8(formats::dtypeInfo(document.checkpoint->tensors()[entry.payload].dtype).name);
    }
    const QString names = dtypesIn(document.sumOf(id).dtypes);
    return names.isEmpty() && entry.kind == EntryKind::Value ? shortType(*document.checkpoint, entry) : names;
}

QString dtypeText(const Document& document, const RowTree& tree, NodeId id)
{
    return tree.isLevel(id) ? dtypesIn(tree.sumOf(document, id).dtypes) : dtypeText(document, tree[id].entry);
}

QString widestDtypeText(const Document& document)
{
    QStringList names = dtypeNames(document.sumOf(0).dtypes);
    std::ranges::sort(names, std::ranges::greater(), &QString::size);
    return names.mid(0, 2).join(QStringLiteral(", "));
}

QString storageText(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    const Checkpoint& checkpoint = *document.checkpoint;
    if (entry.kind == EntryKind::Storage) {
        return shown(checkpoint.storageKey(checkpoint.storages()[entry.payload]));
    }
    if (entry.kind != EntryKind::Tensor || checkpoint.tensors()[entry.payload].storage == kNoId) {
        return {};
    }
    const checkpoint::StorageId storage = checkpoint.tensors()[entry.payload].storage;
    const QString key = shown(checkpoint.storageKey(checkpoint.storages()[storage]));
    return checkpoint.tensorsOf(storage).size() > 1
               ? entryTypeText(QT_TRANSLATE_NOOP("EntryText", "%1, shared")).arg(key)
               : key;
}

QString itemsText(std::uint64_t count)
{
    return grouped(EntryText::tr("%n item(s)", nullptr, pluralOf(count)), count);
}

QString shapeText(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    if (entry.kind != EntryKind::Tensor) {
        return {};
    }
    const Checkpoint& checkpoint = *document.checkpoint;
    const std::string sizes = rows::shapeText(checkpoint, checkpoint.tensors()[entry.payload], " × ");
    return sizes.empty() ? entryTypeText(QT_TRANSLATE_NOOP("EntryText", "scalar")) : fromUtf8(sizes);
}

QString contentText(const Document& document, EntryId id)
{
    return entryOf(document, id).kind == EntryKind::Tensor ? shapeText(document, id) : valueText(document, id);
}

QString noteText(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    return entry.kind == EntryKind::Tensor
               ? tensorNote(*document.checkpoint, document.checkpoint->tensors()[entry.payload])
               : QString();
}

QString valueText(const Document& document, EntryId id, std::size_t limit)
{
    const Checkpoint& checkpoint = *document.checkpoint;
    const Entry& entry = entryOf(document, id);
    if (entry.kind == EntryKind::Group) {
        return shortType(checkpoint, entry) + QStringLiteral(", ") + itemsText(entry.childCount);
    }
    const Message value = rows::valueMessage(checkpoint, entry, limit, "→");
    return value.pattern() == nullptr ? shown(value.text()) : inWordsAlone(value);
}

QString fullName(const Document& document, EntryId id)
{
    return fromUtf8(document.checkpoint->entryName(id));
}

QString pythonExpression(const Document& document, EntryId id)
{
    std::string text = "checkpoint";
    for (const EntryId step : document.checkpoint->pathTo(id)) {
        const Entry& entry = entryOf(document, step);
        const std::string key = document.checkpoint->keyText(entry);
        if (entry.attribute) {
            text += "." + key;
        } else if (entry.keyKind == KeyRef::Kind::Text) {
            text += "[" + pythonStringRepr(key, std::numeric_limits<std::size_t>::max()) + "]";
        } else {
            text += "[" + key + "]";
        }
    }
    return fromUtf8(text);
}

} // namespace cairn::ui
