#include "core/checkpoint/readers/zip_pickles.h"

#include "core/base/files/crc32.h"
#include "core/base/text/text.h"
#include "core/formats/zip/zip_layout.h"

#include <algorithm>
#include <charconv>
#include <future>
#include <utility>

namespace cairn::checkpoint {

Error tooMuchUnpacked(std::string_view name, const formats::ZipEntry& record)
{
    return error(ErrorCode::LimitExceeded,
                 message("the record %1 unpacks to %2, far more than a file of this size could need", inQuotes(name),
                         humanBytes(record.plainBytes)))
        .at(record.headerOffset)
        .because(
            message("torch.save never compresses, and such files are made to fill the memory of whoever opens them"))
        .fix(message("If you trust it, unpack it with a zip program and pack it again without compression"));
}

ZipPickles::ZipPickles(CheckpointBuilder& builder, DocumentSet& documents,
                       std::shared_ptr<const formats::ZipArchive> archive, std::string path)
    : m_builder(builder), m_documents(documents), m_archive(std::move(archive)),
      m_file(builder.addSource({m_archive->source(), std::move(path), true}))
{
    for (const Issue& issue : m_archive->issues()) {
        m_builder.addIssue(issue);
    }
}

Result<NodeRef> ZipPickles::add(const formats::ZipEntry& record, ZipStorageFolder folder, std::string keyPrefix)
{
    const std::string name(m_archive->name(record));
    CAIRN_ASSIGN(source, sourceOf(record));
    // What decoding does not need is done beside it, if it is worth a thread.
    constexpr std::uint64_t worthThread = 1 << 20;
    const auto policy =
        record.plainBytes < worthThread ? std::launch::deferred : std::launch::deferred | std::launch::async;
    auto beside = std::async(policy, [&] { return std::pair(isIntact(record), numbersOf(folder)); });
    auto graph = decodeWithin(*m_builder.budget(), source, 0, m_documents.progress());
    // torch never compares checksums. A wrong one is told, and the record is read all the same.
    const auto [intact, numbers] = beside.get();
    if (!intact) {
        return fail(Error(intact.error()).in("record " + inQuotes(name)));
    }
    if (!*intact) {
        m_builder.addIssue({ErrorCode::ZipCrc, Severity::Error,
                            message("the checksum does not match: the record was changed or damaged after it was "
                                    "saved; torch does not notice"),
                            name});
    }
    if (!graph) {
        return fail(std::move(graph).error().in("record " + inQuotes(name)));
    }
    if (graph->endOffset() != source->sizeBytes()) {
        m_builder.addIssue(
            {ErrorCode::PickleLeftOver, Severity::Warning,
             message("%1 bytes follow the end of the pickle", std::to_string(source->sizeBytes() - graph->endOffset())),
             name});
    }
    auto document = std::make_unique<PickleDocument>(std::move(*graph), source, name);
    document->locator = std::make_unique<ZipLocator>(m_builder, *m_archive, m_file, folder, m_byteOrder, numbers);
    document->storages = std::make_unique<StorageTable>(m_builder, *document->locator, std::move(keyPrefix));
    document->isProgram = m_archive->findRecord("constants.pkl") != nullptr;
    const formats::NodeId root = document->graph.root();
    return NodeRef{m_documents.add(std::move(document)), root};
}

Result<SourcePtr> ZipPickles::sourceOf(const formats::ZipEntry& record)
{
    CAIRN_TRY(formats::checkReadable(record, m_archive->name(record)));
    const bool isPacked = record.method != formats::ZipArchive::kStored;
    if (isPacked && !m_builder.budget()->takeUnpacked(record.plainBytes)) {
        return fail(tooMuchUnpacked(m_archive->name(record), record));
    }
    return m_archive->recordSource(record);
}

std::shared_ptr<const ZipStorageNumbers> ZipPickles::numbersOf(const ZipStorageFolder& folder)
{
    if (m_numbers.second == nullptr || m_numbers.first != folder) {
        m_numbers = {folder, std::make_shared<ZipStorageNumbers>(*m_archive, folder)};
    }
    return m_numbers.second;
}

Result<bool> ZipPickles::isIntact(const formats::ZipEntry& record) const
{
    if (record.crc == 0 || record.method != formats::ZipArchive::kStored) {
        return true; // saved without checksums; or inflating compares it
    }
    CAIRN_ASSIGN(bytes, m_archive->recordSource(record));
    CAIRN_ASSIGN(crc, crc32Of(*bytes));
    return crc == record.crc;
}

std::string ZipPickles::textRecord(std::string_view name)
{
    const formats::ZipEntry* record = m_archive->findRecord(name);
    constexpr std::uint64_t maxBytes = 64;
    if (record == nullptr || record->plainBytes > maxBytes) {
        return {};
    }
    const auto text = m_archive->readText(*record, formats::CrcCheck::Skip);
    return text ? *text : std::string{};
}

/// What makes torch refuse the whole archive, in whichever record it is.
void ZipPickles::tellWhatStopsTorch()
{
    const auto tell = [&](Message what, const formats::ZipEntry& entry) {
        m_builder.addIssue(
            {ErrorCode::ZipUnsupported, Severity::Error, std::move(what), std::string(m_archive->name(entry))});
    };
    bool isMaskTold = false;
    bool isNameTold = false;
    for (const formats::ZipEntry& entry : m_archive->entries()) {
        if (!isMaskTold && (entry.flags & formats::zip::kFlagMaskedHeader) != 0) {
            tell(message("the zip's directory says that a header is masked; torch opens no such zip"), entry);
            isMaskTold = true;
        }
        if (!isNameTold && !isValidUtf8(m_archive->name(entry))) {
            tell(message("a record's name is no UTF-8; torch fails when it lists the records"), entry);
            isNameTold = true;
        }
    }
}

void ZipPickles::readMarks()
{
    tellWhatStopsTorch();
    const bool isPackage = m_archive->findRecord(".data/version") != nullptr;
    const std::string version = textRecord(isPackage ? ".data/version" : "version");
    constexpr unsigned newest = 10;
    unsigned number = 0;
    const std::size_t digits = std::min(version.find_first_not_of(" \t"), version.size());
    std::from_chars(version.data() + digits, version.data() + version.size(), number);
    if (number < 1 || number > newest) {
        m_builder.addIssue(ErrorCode::ZipVersion, Severity::Error,
                           version.empty()
                               ? message("the record \"version\" is missing; torch refuses the file")
                               : message("the format version is %1; torch reads 1 to 10", inQuotes(version)));
    } else {
        m_builder.addFact(message("zip version"), verbatim(std::to_string(number)));
    }

    const std::string order = textRecord("byteorder");
    if (order == "big") {
        m_byteOrder = ByteOrder::Big;
    } else if (m_archive->findRecord("byteorder") != nullptr && order != "little") {
        m_builder.addIssue(
            ErrorCode::ZipByteorder, Severity::Error,
            message("the byte order is %1; torch refuses anything but \"little\" and \"big\"", inQuotes(order)));
    }
    if (!order.empty()) {
        m_builder.addFact(message("byte order"), verbatim(order));
    }
    const bool hasAlignment = m_archive->findRecord(".storage_alignment") != nullptr;
    if (const std::string alignment = textRecord(".storage_alignment");
        hasAlignment && (alignment.empty() || !std::ranges::all_of(alignment, isDigit))) {
        m_builder.addIssue(ErrorCode::ZipAlignment, Severity::Error,
                           message("the alignment of storages is %1, which is no number; torch since 2.7 fails there",
                                   inQuotes(alignment)));
    }
    const bool hasId = m_archive->findRecord(".data/serialization_id") != nullptr;
    if (!isValidUtf8(textRecord(".data/serialization_id"))) {
        m_builder.addIssue(ErrorCode::ZipIdentity, Severity::Error,
                           message("the number that torch gave the file is no UTF-8; torch since 2.1 fails there"));
    }
    m_builder.addFact(message("written by"),
                      hasAlignment              ? message("torch 2.7 or newer")
                      : hasId || !order.empty() ? message("torch 2.1 or newer")
                                                : message("torch before 2.1, or another program"),
                      FactKey::WrittenBy);
}

} // namespace cairn::checkpoint
