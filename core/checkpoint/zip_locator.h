#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/storage_table.h"
#include "core/formats/zip_archive.h"

#include <memory>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Where the pickle of a zip record keeps its storages: "data/" + key for data.pkl, "constants/" for constants.pkl,
/// ".data/" + key + ".storage" in packages.
struct ZipStorageFolder {
    std::string_view before;
    std::string_view after = {};
};

/// Storages that are records of a zip. Lives while the archive is being read.
class ZipLocator final : public StorageLocator {
public:
    /// `file` is what the builder calls the archive's file.
    ZipLocator(CheckpointBuilder& builder, const formats::ZipArchive& archive, std::uint32_t file,
               ZipStorageFolder folder, ByteOrder order)
        : m_builder(builder), m_archive(archive), m_file(file), m_folder(folder), m_order(order)
    {
    }

    [[nodiscard]] Result<StorageBytes> locate(std::string_view key) override;
    [[nodiscard]] ByteOrder byteOrder() const override { return m_order; }

private:
    CheckpointBuilder& m_builder;
    const formats::ZipArchive& m_archive;
    std::uint32_t m_file;
    ZipStorageFolder m_folder;
    ByteOrder m_order;
    std::string m_name;
};

} // namespace cairn::checkpoint
