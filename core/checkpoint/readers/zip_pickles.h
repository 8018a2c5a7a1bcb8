#pragma once

#include "core/checkpoint/readers/zip_locator.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/formats/zip/zip_archive.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cairn::checkpoint {

/// What is said of a record that goes over the budget.
[[nodiscard]] Error tooMuchUnpacked(std::string_view name, const formats::ZipEntry& record);

/// The pickles of one archive, decoded as they are asked for. Lives while the archive is being read.
class ZipPickles {
public:
    ZipPickles(CheckpointBuilder& builder, DocumentSet& documents, std::shared_ptr<const formats::ZipArchive> archive,
               std::string path);

    /// Decodes a record and adds it to the documents. `keyPrefix` goes before the keys of its storages.
    [[nodiscard]] Result<NodeRef> add(const formats::ZipEntry& record, ZipStorageFolder folder, std::string keyPrefix);

    /// What the builder calls the archive's file.
    [[nodiscard]] std::uint32_t file() const { return m_file; }
    /// Reports what `version` and `byteorder` say, as facts and issues.
    void readMarks();

private:
    void tellWhatStopsTorch();
    [[nodiscard]] std::shared_ptr<const ZipStorageNumbers> numbersOf(const ZipStorageFolder& folder);
    /// The bytes of a record, if there is room for them.
    [[nodiscard]] Result<SourcePtr> sourceOf(const formats::ZipEntry& record);
    /// Whether the bytes of a stored record are those that were saved, as far as the archive knows.
    [[nodiscard]] Result<bool> isIntact(const formats::ZipEntry& record) const;
    [[nodiscard]] std::string textRecord(std::string_view name);

    CheckpointBuilder& m_builder;
    DocumentSet& m_documents;
    std::shared_ptr<const formats::ZipArchive> m_archive;
    std::uint32_t m_file; ///< source of stored records
    /// Of the folder that the last pickle kept its storages in; those of a package all use one.
    std::pair<ZipStorageFolder, std::shared_ptr<const ZipStorageNumbers>> m_numbers;
    ByteOrder m_byteOrder = ByteOrder::Little;
};

} // namespace cairn::checkpoint
