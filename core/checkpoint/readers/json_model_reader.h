#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/formats/zip/zip_archive.h"

#include <memory>
#include <string>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// TorchScript of torch 1.0: a zip whose model.json lists the tensors and the modules that own them.
/// `budget`: of the file that the archive lies in; null for a file of its own.
[[nodiscard]] Result<CheckpointPtr> readJsonModel(const std::shared_ptr<const formats::ZipArchive>& archive,
                                                  const formats::ZipEntry& model, const std::string& path,
                                                  const Progress* progress, std::shared_ptr<ReadBudget> budget);

} // namespace cairn::checkpoint
