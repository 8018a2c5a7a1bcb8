#pragma once

#include <string_view>

namespace cairn::checkpoint::dcp {

// What torch.distributed.checkpoint calls things in its folders, for reading and for writing them.

inline constexpr std::string_view kMetadataFile = ".metadata";
inline constexpr std::string_view kFileEnding = ".distcp";

inline constexpr std::string_view kMetadataModule = "torch.distributed.checkpoint.metadata";
inline constexpr std::string_view kStorageModule = "torch.distributed.checkpoint.filesystem";

inline constexpr std::string_view kMetadata = "Metadata";
inline constexpr std::string_view kTensor = "TensorStorageMetadata";
inline constexpr std::string_view kBytes = "BytesStorageMetadata";
inline constexpr std::string_view kChunk = "ChunkStorageMetadata";
inline constexpr std::string_view kProperties = "TensorProperties";
inline constexpr std::string_view kIndex = "MetadataIndex";
inline constexpr std::string_view kPlace = "_StorageInfo";
inline constexpr std::string_view kStorageMeta = "StorageMeta";
inline constexpr std::string_view kMemoryFormat = "_MEM_FORMAT_ENCODING";

inline constexpr std::string_view kStateDict = "state_dict_metadata";
inline constexpr std::string_view kPlanner = "planner_data";
inline constexpr std::string_view kPlaces = "storage_data";

} // namespace cairn::checkpoint::dcp
