#include "ui/views/tensor_choice.h"

#include "core/values/number_scan.h"
#include "ui/text/display.h"

#include <QCoreApplication>

namespace cairn::ui {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("TensorChoice", text);
}

} // namespace

TensorChoice tensorAt(const DocumentPtr& document, checkpoint::EntryId id)
{
    if (!document || id >= document->checkpoint->entries().size()) {
        return {.tensor = checkpoint::kNoId,
                .why = translated(QT_TRANSLATE_NOOP("TensorChoice", "Select a tensor to see its values."))};
    }
    const checkpoint::Checkpoint& checkpoint = *document->checkpoint;
    const checkpoint::Entry& entry = checkpoint.entries()[id];
    if (entry.kind != checkpoint::EntryKind::Tensor) {
        return {.tensor = checkpoint::kNoId,
                .why = translated(
                    QT_TRANSLATE_NOOP("TensorChoice", "This row is no tensor. Select a tensor to see its values."))};
    }
    const auto tensor = static_cast<checkpoint::TensorId>(entry.payload);
    if (const auto has = values::checkHasValues(checkpoint, checkpoint.tensors()[tensor]); !has) {
        return {.tensor = checkpoint::kNoId,
                .why = translated(QT_TRANSLATE_NOOP("TensorChoice", "There is nothing to show of this tensor: %1."))
                           .arg(shown(has.error().what))};
    }
    if (checkpoint.elementCount(checkpoint.tensors()[tensor]) == 0) {
        return {.tensor = checkpoint::kNoId,
                .why = translated(QT_TRANSLATE_NOOP("TensorChoice", "This tensor has no elements."))};
    }
    return {.tensor = tensor, .why = {}};
}

} // namespace cairn::ui
