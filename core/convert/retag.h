#pragma once

#include "core/base/file_sink.h"
#include "core/checkpoint/checkpoint.h"
#include "core/convert/tag_map.h"
#include "core/convert/target.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::convert {

struct RetagReport {
    std::uint64_t bytes = 0;                         ///< of the file that was written
    bool changesTags = false;                        ///< false: a copy would be the same file again
    std::map<std::string, std::uint64_t> tagsBefore; ///< by tag: storages, and tensors that a call moves to a device
    std::map<std::string, std::uint64_t> tagsAfter;
    std::map<std::string, std::uint64_t> devices;    ///< torch.device objects that change: "cuda:3 -> cpu"
    std::map<std::string, std::uint64_t> lookalikes; ///< ordinary strings that read like a device; left as they are
    std::vector<std::string> notes;                  ///< devices in TorchScript code, by file and line
};

/// What retag() would do, without writing. Unsupported for containers whose tags Cairn cannot change.
[[nodiscard]] Result<RetagReport> planRetag(const checkpoint::Checkpoint& source, const TagMap& map,
                                            const Progress* progress);

/// What retag() takes of the target's disk: next to nothing for large records where the file system shares blocks.
[[nodiscard]] std::uint64_t roomToRetag(const checkpoint::Checkpoint& source, const std::string& target);

/// Writes a copy of a checkpoint in which storages have other device tags, and nothing else differs: container, values,
/// sharing, order and all other records stay, byte for byte. The target appears only when it is complete and `check`,
/// if there is one, found nothing wrong with it.
[[nodiscard]] Result<RetagReport> retag(const checkpoint::Checkpoint& source, const TagMap& map,
                                        const std::string& target, FileSink::Existing existing, Progress* progress,
                                        const FileCheck& check = {});

} // namespace cairn::convert
