#pragma once

#include "core/base/files/file_sink.h"
#include "core/convert/tensors/tensor_output.h"
#include "ui/document/entry_mime.h"

#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::ui {

/// Tensors that a person chose: one alone, or all in and below some rows.
struct ChosenTensors {
    checkpoint::CheckpointPtr checkpoint;
    std::vector<std::string> rows; ///< their full names
    std::optional<checkpoint::TensorId> alone;
    std::uint64_t bytes = 0; ///< of the values
};

/// `sum`: what lies at and below the rows. Nothing if there are no tensors, or more rows than can be named one by one.
[[nodiscard]] std::optional<ChosenTensors> chosenTensors(const Document& document, const EntryRows& rows,
                                                         const rows::EntrySum& sum);

/// "model.fc.weight.npy" of a tensor alone, else a .safetensors: after its row, or the checkpoint if there are several.
[[nodiscard]] QString tensorFileName(const ChosenTensors& tensors);

/// What can be written of them, as filters for the name, the usual one first: .npy for one tensor alone, .safetensors,
/// and what torch.load reads.
[[nodiscard]] QStringList tensorFileKinds(const ChosenTensors& tensors);

/// The ending of the path says the format. Usage if such a file cannot be made of them. Says how many rows are no
/// tensors that the file can hold. For worker threads.
[[nodiscard]] Result<std::uint64_t> writeTensors(const ChosenTensors& tensors, const std::string& path,
                                                 FileSink::Existing existing, convert::Verify verify,
                                                 Progress* progress);

} // namespace cairn::ui
