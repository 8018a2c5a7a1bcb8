#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/large_vector.h"
#include "core/checkpoint/folders/metadata_pickle.h"
#include "core/checkpoint/folders/value_tree.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// What the `.metadata` of a folder of torch.distributed.checkpoint says, checked for sense, but not against the files.
struct DcpMetadata {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    /// Where something lies: a range of a file.
    struct Place {
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
        std::uint32_t file = kNone;   ///< kNone: nothing says where
        std::uint32_t packed = kNone; ///< the name of what packed it, among `texts`
    };
    struct Piece {
        Place place;
        std::uint32_t box = 0; ///< in `numbers`: the origin, then the size
    };
    struct Item {
        std::string name;
        bool isTensor = false;
        bool requiresGrad = false;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::string dtypeName; ///< as it is written there
        std::vector<std::int64_t> shape;
        std::size_t firstPiece = 0; ///< of a tensor
        std::size_t pieces = 0;
        Place place;                       ///< of anything else
        std::vector<ValueTree::Step> path; ///< empty: nothing is said of it
    };

    std::vector<Item> items; ///< in their order
    LargeVector<Piece> pieces;
    LargeVector<std::int64_t> numbers;
    std::vector<std::string> files; ///< as they are written there
    std::vector<std::string> texts;
    std::vector<Message> problems; ///< what made no sense, the first few
    std::uint64_t moreProblems = 0;
    std::uint64_t unusedPlaces = 0; ///< that no tensor and no value has
    std::vector<Place> replicas;    ///< of what an earlier rank has too: each rank loads its own
    std::string savedTo;            ///< the path that it had when it was saved
    std::string version;
    bool isMegatron = false;
    struct Name {
        std::string name;
        std::uint32_t mentions = 0;
    };
    std::vector<Name> globals;
    bool isPlain = true; ///< see MetadataPickle
};

/// Reads one, or those of all ranks, where each wrote its own. Unsupported if it is of the prototype in torch 1.
[[nodiscard]] Result<DcpMetadata> readDcpMetadata(std::span<const SourcePtr> sources, const Progress* progress);

} // namespace cairn::checkpoint
