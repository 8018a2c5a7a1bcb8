#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/formats/zip/zip_archive.h"

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// Reads what torch keeps in zips: torch.save since 1.6, TorchScript in all its forms, torch.package, .pt2.
/// NotACheckpoint with what it is for any other zip.
[[nodiscard]] Result<CheckpointPtr> readZip(const SourcePtr& source, const std::string& path, const Progress* progress);

} // namespace cairn::checkpoint
