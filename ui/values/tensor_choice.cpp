#include "ui/values/tensor_choice.h"

#include "core/values/number_scan.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>

namespace cairn::ui {

namespace {

struct ChoiceText {
    Q_DECLARE_TR_FUNCTIONS(TensorChoice)
};

QString tensorChoiceText(const char* text)
{
    return QCoreApplication::translate("TensorChoice", text);
}

} // namespace

QString sizeText(std::size_t axes, std::uint64_t rows, std::uint64_t columns)
{
    if (axes == 0) {
        return ChoiceText::tr("one number");
    }
    if (axes == 1) {
        const std::uint64_t count = rows * columns;
        return grouped(ChoiceText::tr("%n element(s)", nullptr, pluralOf(count)), count);
    }
    return ChoiceText::tr("%1 × %2").arg(grouped(ChoiceText::tr("%n row(s)", nullptr, pluralOf(rows)), rows),
                                         grouped(ChoiceText::tr("%n column(s)", nullptr, pluralOf(columns)), columns));
}

TensorChoice tensorAt(const DocumentPtr& document, checkpoint::EntryId id)
{
    if (!document || id >= document->checkpoint->entries().size()) {
        return {.tensor = checkpoint::kNoId,
                .why = tensorChoiceText(QT_TRANSLATE_NOOP("TensorChoice", "Select a tensor to see its values."))};
    }
    const checkpoint::Checkpoint& checkpoint = *document->checkpoint;
    const checkpoint::Entry& entry = checkpoint.entries()[id];
    if (entry.kind != checkpoint::EntryKind::Tensor) {
        return {.tensor = checkpoint::kNoId,
                .why = tensorChoiceText(
                    QT_TRANSLATE_NOOP("TensorChoice", "This row is no tensor. Select a tensor to see its values."))};
    }
    const auto tensor = static_cast<checkpoint::TensorId>(entry.payload);
    if (const auto has = values::checkHasValues(checkpoint, checkpoint.tensors()[tensor]); !has) {
        return {.tensor = checkpoint::kNoId,
                .why =
                    tensorChoiceText(QT_TRANSLATE_NOOP("TensorChoice", "There is nothing to show of this tensor: %1."))
                        .arg(inWordsAlone(has.error().what))};
    }
    if (checkpoint.elementCount(checkpoint.tensors()[tensor]) == 0) {
        return {.tensor = checkpoint::kNoId,
                .why = tensorChoiceText(QT_TRANSLATE_NOOP("TensorChoice", "This tensor has no elements."))};
    }
    return {.tensor = tensor, .why = {}};
}

} // namespace cairn::ui
