#include "ui/document/tensor_file.h"

#include "core/base/text/glob.h"
#include "core/convert/common/copy_name.h"
#include "core/convert/tensors/tensor_set.h"
#include "core/values/value_export.h"
#include "ui/text/display.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostRows = 100; // of which a file can be made: each name is asked for each

std::optional<checkpoint::TensorId> tensorAlone(const checkpoint::Checkpoint& checkpoint, const EntryRows& rows)
{
    if (rows.size() != 1 || rows.entries.empty()) {
        return std::nullopt;
    }
    const checkpoint::Entry& entry = checkpoint.entries()[rows.entries.front()];
    return entry.kind == checkpoint::EntryKind::Tensor ? std::optional(static_cast<checkpoint::TensorId>(entry.payload))
                                                       : std::nullopt;
}

Result<std::uint64_t> writeSet(const ChosenTensors& tensors, convert::TensorFormat format, const std::string& path,
                               FileSink::Existing existing, convert::Verify verify, Progress* progress)
{
    convert::TensorRules rules{.format = format, .sharing = convert::Sharing::Clone};
    std::vector<std::string> patterns;
    std::ranges::transform(tensors.rows, std::back_inserter(patterns), globEscaped);
    CAIRN_ASSIGN(selection, convert::Selection::make(std::move(patterns), {}, {}));
    rules.selection = std::move(selection);
    CAIRN_ASSIGN(set, convert::planTensorSet(*tensors.checkpoint, std::move(rules), progress));
    CAIRN_TRY(convert::requireTensors(set));
    CAIRN_ASSIGN(plan, convert::planOutput(*tensors.checkpoint, set, {.format = format, .target = path}));
    CAIRN_ASSIGN(report, convert::writeOutput(*tensors.checkpoint, plan, existing, verify, progress));
    if (!report.difference.empty()) {
        return fail(
            error(ErrorCode::UnmetRequest, message("what was written differs: %1", report.difference)).in(path));
    }
    return set.losses();
}

} // namespace

std::optional<ChosenTensors> chosenTensors(const Document& document, const EntryRows& rows, const rows::EntrySum& sum)
{
    if (sum.tensors == 0 || rows.size() > kMostRows) {
        return std::nullopt;
    }
    ChosenTensors tensors{.checkpoint = document.checkpoint,
                          .rows = rows.levels,
                          .alone = tensorAlone(*document.checkpoint, rows),
                          .bytes = sum.bytes};
    for (const checkpoint::EntryId row : rows.entries) {
        tensors.rows.push_back(document.checkpoint->entryName(row));
    }
    return tensors;
}

QString tensorFileName(const ChosenTensors& tensors)
{
    const std::string name = tensors.rows.size() == 1
                                 ? tensors.rows.front()
                                 : std::filesystem::path(tensors.checkpoint->path()).stem().string();
    QString file = shown(name).replace(u'/', u'_').right(120);
    if (file.isEmpty() || file.startsWith(u'.')) {
        file.prepend(u'_');
    }
    return file + (tensors.alone ? QStringLiteral(".npy") : QStringLiteral(".safetensors"));
}

QStringList tensorFileKinds(const ChosenTensors& tensors)
{
    QStringList kinds{QStringLiteral("safetensors (*.safetensors)"),
                      QStringLiteral("PyTorch (*.pth *.pt *.bin *.ckpt)")};
    if (tensors.alone) {
        kinds.prepend(QStringLiteral("NumPy (*.npy)"));
    }
    return kinds;
}

Result<std::uint64_t> writeTensors(const ChosenTensors& tensors, const std::string& path, FileSink::Existing existing,
                                   convert::Verify verify, Progress* progress)
{
    CAIRN_ASSIGN(format, convert::formatOfTensors(path, tensors.alone ? 1 : 2));
    if (format != convert::TensorFileFormat::Npy) {
        const bool isTorch = format == convert::TensorFileFormat::Torch;
        return writeSet(tensors, isTorch ? convert::TensorFormat::TorchZip : convert::TensorFormat::Safetensors, path,
                        existing, verify, progress);
    }
    CAIRN_TRY(values::writeNpy(*tensors.checkpoint, *tensors.alone, path, existing, progress));
    return 0;
}

} // namespace cairn::ui
