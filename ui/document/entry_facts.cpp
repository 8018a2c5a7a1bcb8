#include "core/base/text/text.h"
#include "ui/document/entry_text.h"
#include "ui/document/held_by.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

#include <utility>

namespace cairn::ui {

using checkpoint::Checkpoint;
using checkpoint::Entry;
using checkpoint::EntryId;
using checkpoint::EntryKind;
using checkpoint::kNoId;
using checkpoint::StorageId;
using checkpoint::Tensor;

namespace {

/// Gathers the facts of one row.
class Facts {
    Q_DECLARE_TR_FUNCTIONS(Facts)

public:
    explicit Facts(const Document& document) : m_document(document), m_checkpoint(*document.checkpoint) {}

    void row(EntryId id);
    void level(const RowTree& tree, NodeId id);
    [[nodiscard]] std::vector<FactRow> take() { return std::move(m_rows); }

private:
    void add(const QString& name, const QString& value);
    void tensor(EntryId id, const Tensor& tensor);
    void storage(StorageId id);
    void pieces(const Tensor& tensor);
    void sharing(const Tensor& tensor);
    void group(const rows::EntrySum& sum, std::uint64_t items, const QString& dtypes);

    const Document& m_document;
    const Checkpoint& m_checkpoint;
    std::vector<FactRow> m_rows;
};

void Facts::add(const QString& name, const QString& value)
{
    if (!value.isEmpty()) {
        m_rows.emplace_back(name, value);
    }
}

void Facts::row(EntryId id)
{
    const Entry& entry = m_checkpoint.entries()[id];
    add(tr("Path"), id == 0 ? nameText(m_document, id) : shown(m_checkpoint.entryName(id)));
    if (entry.kind == EntryKind::Tensor) {
        tensor(id, m_checkpoint.tensors()[entry.payload]);
        return;
    }
    add(tr("Type"), shown(m_checkpoint.typeName(entry)));
    if (entry.kind == EntryKind::Group) {
        group(m_document.sumOf(id), entry.childCount, dtypeText(m_document, id));
    } else if (entry.kind == EntryKind::Storage) {
        storage(static_cast<StorageId>(entry.payload));
    } else if (entry.kind == EntryKind::Reference) {
        add(tr("Leads to"), valueText(m_document, id));
    }
}

void Facts::tensor(EntryId id, const Tensor& tensor)
{
    add(tr("Kind"), fromUtf8(checkpoint::tensorKindName(tensor.kind)));
    add(tr("Dtype"), fromUtf8(formats::dtypeInfo(tensor.dtype).name));
    add(tr("Shape"), shapeText(m_document, id));
    QStringList strides;
    for (const std::int64_t stride : m_checkpoint.stride(tensor)) {
        strides.append(QString::number(stride));
    }
    add(tr("Stride"), strides.join(QStringLiteral(", ")));
    add(tr("Elements"), countText(m_checkpoint.elementCount(tensor)));
    const std::uint64_t bytes = m_document.sumOf(id).bytes;
    add(tr("Bytes"), bytes < 1000 ? countText(bytes) : tr("%1 (%2)").arg(countText(bytes), bytesText(bytes)));
    add(tr("Requires grad"), tensor.requiresGrad ? tr("yes") : tr("no"));
    add(tr("Special"), noteText(m_document, id));
    if (const auto* extra = m_checkpoint.extra(tensor); extra != nullptr && extra->quantizer) {
        const auto& quantizer = *extra->quantizer;
        add(tr("Quantiser"), quantizer.perChannel ? shown(quantizer.scheme)
                                                  : tr("%1, scale %2, zero point %3")
                                                        .arg(shown(quantizer.scheme))
                                                        .arg(quantizer.scale)
                                                        .arg(quantizer.zeroPoint));
    }
    if (tensor.storage != kNoId) {
        const auto offset = static_cast<std::uint64_t>(tensor.offset);
        add(tr("Offset"), grouped(tr("%n element(s)", nullptr, pluralOf(offset)), offset));
        storage(tensor.storage);
        if (m_document.pieces) {
            pieces(tensor);
        }
        sharing(tensor);
    }
}

void Facts::storage(StorageId id)
{
    const checkpoint::Storage& storage = m_checkpoint.storages()[id];
    const std::uint64_t used = m_checkpoint.usedBytes(id);
    const QString use = used == storage.bytes ? tr("all used") : tr("%1 used").arg(bytesText(used));
    add(tr("Storage"), tr("%1 · %2, %3").arg(shown(m_checkpoint.storageKey(storage)), bytesText(storage.bytes), use));
    if (m_document.pieces) {
        return; // its pieces say where it is
    }
    if (storage.source == kNoId) {
        add(tr("In the file"), tr("no bytes for it"));
    } else if (const auto offset = m_checkpoint.fileOffset(id)) {
        add(tr("In the file"), tr("at byte %1 (0x%2)").arg(countText(*offset), QString::number(*offset, 16)));
    } else {
        add(tr("In the file"), tr("packed inside %1").arg(shown(m_checkpoint.sources()[storage.source].name)));
    }
}

/// Of a folder: how many pieces it was cut into, and who has them.
void Facts::pieces(const Tensor& tensor)
{
    const checkpoint::PieceList& all = *m_document.pieces;
    const checkpoint::PieceList::Range own = all.piecesOf(tensor);
    const Error* failure = own.count == 0 ? nullptr : all[own.first].failure; // it is of all of them
    add(tr("Pieces"),
        failure == nullptr ? countText(own.count) : tr("%1 ⚠ %2").arg(countText(own.count), inWords(failure->what)));
    add(tr("Held by"), heldByText(m_document, tensor));
}

void Facts::sharing(const Tensor& tensor)
{
    constexpr int kMostNames = 6;
    const auto sharing = m_checkpoint.tensorsOf(tensor.storage);
    QStringList names;
    for (const checkpoint::TensorId other : sharing) {
        const EntryId entry = m_checkpoint.tensors()[other].entry;
        if (entry != tensor.entry && names.size() < kMostNames) {
            names.append(shown(m_checkpoint.entryName(entry)));
        }
    }
    if (sharing.size() > kMostNames + 1) {
        names.append(tr("and %1 more").arg(countText(sharing.size() - kMostNames - 1)));
    }
    add(tr("Shared with"), names.isEmpty() ? tr("not shared") : names.join(u'\n'));
}

void Facts::level(const RowTree& tree, NodeId id)
{
    add(tr("Path"), shown(tree.fullNameOf(m_document, id)));
    add(tr("Type"), tr("part of names"));
    group(tree.sumOf(m_document, id), tree[id].childCount, dtypeText(m_document, tree, id));
}

void Facts::group(const rows::EntrySum& sum, std::uint64_t items, const QString& dtypes)
{
    add(tr("Items"), countText(items));
    add(tr("Tensors"), countText(sum.tensors));
    if (sum.tensors != 0) {
        add(tr("Dtypes"), dtypes);
        add(tr("Elements"), countText(sum.elements));
        add(tr("Bytes"), tr("%1 (%2)").arg(countText(sum.bytes), bytesText(sum.bytes)));
    }
}

} // namespace

std::vector<FactRow> factsOf(const Document& document, EntryId id)
{
    Facts facts(document);
    facts.row(id);
    return facts.take();
}

std::vector<FactRow> factsOfLevel(const Document& document, const RowTree& tree, NodeId id)
{
    Facts facts(document);
    facts.level(tree, id);
    return facts.take();
}

} // namespace cairn::ui
