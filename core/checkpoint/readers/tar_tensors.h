#pragma once

#include "core/checkpoint/pickles/pickle_document.h"
#include "core/formats/tar_archive.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The members `storages` and `tensors` of a tar of torch 0.1, which its pickle refers to by number.
/// Lives while the file is being read.
class TarTensors final : public PersistentTensors {
public:
    explicit TarTensors(CheckpointBuilder& builder) : m_builder(builder) {}

    /// `file` is the whole tar, `sourceId` what the builder calls it.
    [[nodiscard]] Result<void> load(const SourcePtr& file, std::uint32_t sourceId, const formats::TarMember& storages,
                                    const formats::TarMember& tensors, const Progress* progress);

    [[nodiscard]] bool read(const formats::PickleGraph& graph, formats::NodeId pid, TensorSpec& spec) override;
    [[nodiscard]] std::optional<StorageUse> storage(const formats::PickleGraph& graph, formats::NodeId pid) override;

private:
    class Member;

    struct SavedStorage {
        StorageUse use;
        std::uint64_t numel = 0;
    };
    struct SavedTensor {
        StorageId storage = kNoId;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::uint8_t rank = 0;
        std::size_t dims = 0; ///< sizes, then strides, in m_dims
        std::int64_t offset = 0;
    };

    [[nodiscard]] Result<void> readStorages(Member& member, std::uint32_t sourceId);
    [[nodiscard]] Result<void> readStorage(Member& member, std::uint32_t sourceId);
    [[nodiscard]] Result<void> readViews(Member& member);
    [[nodiscard]] Result<void> readTensors(Member& member);
    [[nodiscard]] Result<void> readTensor(Member& member);

    CheckpointBuilder& m_builder;
    // Ordered maps: no choice of numbers makes them slow.
    std::map<std::int64_t, SavedStorage> m_storages;
    std::map<std::int64_t, SavedTensor> m_tensors;
    std::vector<std::int64_t> m_dims;
};

} // namespace cairn::checkpoint
