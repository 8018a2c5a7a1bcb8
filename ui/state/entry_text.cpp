#include "ui/state/entry_text.h"

#include "core/base/python_repr.h"
#include "core/base/text.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <limits>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::KeyRef;
using checkpoint::kNoId;

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("EntryText", text);
}

const Entry& entryOf(const Document& document, EntryId id)
{
    return document.checkpoint->entries()[id];
}

QString shortType(const Checkpoint& checkpoint, const Entry& entry)
{
    const std::string_view name = checkpoint.typeName(entry);
    return shown(name.substr(name.rfind('.') + 1)); // npos + 1 is 0
}

QString tensorNote(const Checkpoint& checkpoint, const checkpoint::Tensor& tensor)
{
    QStringList notes;
    if (tensor.layout != checkpoint::Layout::Strided) {
        notes.append(fromUtf8(checkpoint::layoutName(tensor.layout)));
    }
    if (tensor.conj) {
        notes.append(translated("conjugated"));
    }
    if (tensor.neg) {
        notes.append(translated("negated"));
    }
    if (tensor.storage != kNoId && checkpoint.tensorsOf(tensor.storage).size() > 1) {
        notes.append(translated("shares its storage"));
    }
    if (const auto* extra = checkpoint.extra(tensor)) {
        if (!extra->subclass.empty()) {
            notes.append(shown(extra->subclass));
        }
        if (extra->quantizer) {
            notes.append(translated("quantised"));
        }
    }
    return notes.join(QStringLiteral(", "));
}

} // namespace

QString nameText(const Document& document, EntryId id)
{
    return id == 0 ? translated("(the whole file)") : shown(document.checkpoint->keyText(entryOf(document, id)));
}

QStringList deviceTexts(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    if (entry.kind == EntryKind::Storage) {
        return {shown(document.checkpoint->deviceTag(document.checkpoint->storages()[entry.payload].device))};
    }
    const std::uint64_t set = document.sumOf(id).devices;
    QStringList tags;
    const auto all = document.checkpoint->deviceTags();
    for (std::size_t device = 0; set != 0 && device < all.size(); ++device) {
        if (((set >> std::min<std::size_t>(device, 63)) & 1) != 0) {
            tags.append(shown(all[device]));
        }
    }
    return tags;
}

QString dtypeText(const Document& document, EntryId id)
{
    const std::uint64_t set = document.sumOf(id).dtypes;
    QStringList names;
    for (std::size_t dtype = 0; dtype < formats::allDtypes().size(); ++dtype) {
        if (((set >> std::min<std::size_t>(dtype, 63)) & 1) != 0) {
            names.append(fromUtf8(formats::allDtypes()[dtype].name));
        }
    }
    if (names.isEmpty() && entryOf(document, id).kind == EntryKind::Value) {
        return shortType(*document.checkpoint, entryOf(document, id));
    }
    return names.size() <= 2 ? names.join(QStringLiteral(", "))
                             : names[0] + QStringLiteral(" +%1").arg(names.size() - 1);
}

QString shapeText(const Document& document, EntryId id)
{
    const Entry& entry = entryOf(document, id);
    if (entry.kind != EntryKind::Tensor) {
        return {};
    }
    QStringList sizes;
    for (const std::int64_t size : document.checkpoint->shape(document.checkpoint->tensors()[entry.payload])) {
        sizes.append(QString::number(size));
    }
    return sizes.isEmpty() ? translated("scalar") : sizes.join(QStringLiteral(" × "));
}

QString valueText(const Document& document, EntryId id, std::size_t limit)
{
    const Checkpoint& checkpoint = *document.checkpoint;
    const Entry& entry = entryOf(document, id);
    switch (entry.kind) {
    case EntryKind::Value: return shown(checkpoint.valueRepr(entry, limit));
    case EntryKind::Storage:
        return translated("storage %1").arg(shown(checkpoint.storageKey(checkpoint.storages()[entry.payload])));
    case EntryKind::Reference:
        return entry.payload == kNoId
                   ? translated("nested too deep to show")
                   : QStringLiteral("→ ") + shown(checkpoint.entryName(static_cast<EntryId>(entry.payload)));
    case EntryKind::Tensor: return tensorNote(checkpoint, checkpoint.tensors()[entry.payload]);
    case EntryKind::Group: break;
    }
    return shortType(checkpoint, entry) + QStringLiteral(", ") + fromUtf8(countOf(entry.childCount, "item"));
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
