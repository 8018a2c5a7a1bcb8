#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/number_table.h"
#include "core/checkpoint/pickles/storage_table.h"
#include "core/formats/zip/zip_archive.h"

#include <memory>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// Where the pickle of a zip record keeps its storages: "data/" + key for data.pkl, "constants/" for constants.pkl,
/// ".data/" + key + ".storage" in packages.
struct ZipStorageFolder {
    std::string_view before;
    std::string_view after = {};
    [[nodiscard]] bool operator==(const ZipStorageFolder&) const = default;
};

/// The records of one storage folder whose keys are numbers: all, in a file that torch wrote. Immutable, shared.
class ZipStorageNumbers {
public:
    ZipStorageNumbers(const formats::ZipArchive& archive, const ZipStorageFolder& folder);

    [[nodiscard]] const formats::ZipEntry* find(std::string_view key) const;

private:
    const formats::ZipArchive& m_archive;
    NumberTable m_entries;
};

/// Storages that are records of a zip. Lives while the archive is being read.
class ZipLocator final : public StorageLocator {
public:
    /// `file` is what the builder calls the archive's file.
    ZipLocator(CheckpointBuilder& builder, const formats::ZipArchive& archive, std::uint32_t file,
               ZipStorageFolder folder, ByteOrder order, std::shared_ptr<const ZipStorageNumbers> numbers = nullptr)
        : m_builder(builder), m_archive(archive), m_numbers(std::move(numbers)), m_file(file), m_folder(folder),
          m_order(order)
    {
    }

    [[nodiscard]] Result<StorageBytes> locate(std::string_view key) override;
    [[nodiscard]] ByteOrder byteOrder() const override { return m_order; }

private:
    [[nodiscard]] const formats::ZipEntry* findByName(std::string_view key);

    CheckpointBuilder& m_builder;
    const formats::ZipArchive& m_archive;
    std::shared_ptr<const ZipStorageNumbers> m_numbers; ///< null: every key is looked up by its name
    std::uint32_t m_file;
    ZipStorageFolder m_folder;
    ByteOrder m_order;
    std::string m_name; ///< of the record found last by name
};

} // namespace cairn::checkpoint
