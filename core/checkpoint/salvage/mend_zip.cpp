#include "core/base/files/crc32.h"
#include "core/base/progress.h"
#include "core/base/stable_sort.h"
#include "core/base/text/natural_order.h"
#include "core/base/text/text.h"
#include "core/checkpoint/read_budget.h"
#include "core/checkpoint/salvage/file_notes.h"
#include "core/checkpoint/salvage/listed_records.h"
#include "core/checkpoint/salvage/mended_file.h"
#include "core/checkpoint/salvage/mended_source.h"
#include "core/checkpoint/salvage/named_storages.h"
#include "core/formats/zip/record_check.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_directory_reader.h"
#include "core/formats/zip/zip_end.h"
#include "core/formats/zip/zip_layout.h"
#include "core/formats/zip/zip_record_bytes.h"
#include "core/formats/zip/zip_walk.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::RecordState;
using formats::WalkedRecord;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

/// Whether a record says what the bytes of others mean.
bool isDescription(std::string_view name)
{
    return name.ends_with(".pkl") || name.ends_with(".json") || name == "byteorder";
}

/// Where the storages of a pickle are: see ZipStorageFolder.
std::string storageRecord(std::string_view pickle, const std::string& key)
{
    return pickle == "data.pkl"        ? "data/" + key
           : pickle == "constants.pkl" ? "constants/" + key
                                       : ".data/" + key + ".storage";
}

ByteState stateOf(RecordState record)
{
    switch (record) {
    case RecordState::Intact: return ByteState::Checked;
    case RecordState::NoChecksum:
    case RecordState::NotChecked: return ByteState::Present;
    case RecordState::Changed:
    case RecordState::Unreadable: return ByteState::Changed;
    }
    return ByteState::Changed;
}

/// What the record "byteorder" said when it was saved, by its checksum, where it says something else now. There are two
/// words that it can be, so no bit of it is lost for good.
Result<std::optional<std::string_view>> provenByteOrder(const ByteSource& source, const WalkedRecord& record)
{
    const std::optional<std::string_view> none;
    if (record.name != "byteorder" || record.method != ZipEntry::kStored || record.isCut) {
        return none;
    }
    for (const std::string_view word : {"little", "big"}) {
        if (record.storedBytes == word.size() && record.crc == crc32(std::as_bytes(std::span(word)))) {
            CAIRN_ASSIGN(bytes, source.readBytes(record.dataOffset, word.size()));
            const bool isSame = std::ranges::equal(bytes, std::as_bytes(std::span(word)));
            return isSame ? none : std::optional(word);
        }
    }
    return none;
}

Message byteOrderNote(std::string_view word)
{
    return message("the record that says the order of bytes is damaged; by its checksum it said %1, and is taken so",
                   inQuotes(word));
}

/// The folder that the storages of a pickle are in; empty for a record that is none.
std::string_view storageFolder(std::string_view record)
{
    for (const std::string_view folder : {"data/", "constants/", ".data/"}) {
        if (record.starts_with(folder) && (folder != ".data/" || record.ends_with(".storage"))) {
            return folder;
        }
    }
    return {};
}

/// What is known of records that were found one by one, by their names.
struct FoundStates {
    std::map<std::string, std::uint64_t, std::less<>> cut; ///< bytes that are there
    std::set<std::string, std::less<>> odd;                ///< without a checksum, and with a wrong length
};

/// Finds out the states of an archive's records, which are all there but those that were cut.
Result<void> checkRecords(const ZipArchive& archive, const FoundStates& found, MendedFile& mended, Progress* progress)
{
    std::vector<const ZipEntry*> inOrder;
    std::uint64_t bytes = 0;
    for (const ZipEntry& entry : archive.entries()) {
        inOrder.push_back(&entry);
        bytes += found.cut.contains(archive.name(entry)) ? 0 : entry.storedBytes;
    }
    std::ranges::sort(inOrder, {}, &ZipEntry::dataOffset);
    beginStage(progress, "reading", bytes);
    for (const ZipEntry* entry : inOrder) {
        const std::uint64_t begin = entry->dataOffset;
        const std::uint64_t end = begin + entry->storedBytes;
        const bool isOdd = found.odd.contains(archive.name(*entry));
        if (const auto held = found.cut.find(archive.name(*entry)); held != found.cut.end()) {
            mended.states.add(begin, begin + held->second, isOdd ? ByteState::Changed : ByteState::Present);
            mended.states.add(begin + held->second, end, ByteState::Lost);
            continue;
        }
        CAIRN_ASSIGN(record, formats::checkRecord(archive, *entry, progress));
        const ByteState state = isOdd ? ByteState::Changed : stateOf(record);
        mended.states.add(begin, end, state);
        if (isDescription(archive.recordName(*entry))) {
            mended.description = std::max(mended.description, state);
        }
    }
    return {};
}

/// What is left of a zip without a directory that can be used.
class ZipMender {
public:
    /// `isDoubtful`: several archives may be in it.
    ZipMender(SourcePtr source, std::uint64_t end, bool isDoubtful, Progress* progress)
        : m_source(std::move(source)), m_end(end), m_isDoubtful(isDoubtful), m_progress(progress),
          m_budget(m_source->sizeBytes()), m_listed(m_source, end, progress)
    {
    }

    [[nodiscard]] Result<MendedFile> mend()
    {
        CAIRN_ASSIGN(end, collect());
        if (m_found.empty()) {
            return fail(error(ErrorCode::ZipBroken, message("none of its records can be made out")));
        }
        if (m_storages.empty() && !m_hasPickle) {
            return fail(error(ErrorCode::Truncated,
                              message("the record that names its tensors is lost; %1 are left without a name",
                                      countOf(m_found.size(), "record")))
                            .because(message("TorchScript is written with it behind the numbers, which so have neither "
                                             "names nor shapes nor dtypes")));
        }
        CAIRN_ASSIGN(mended, writeAnew());
        mended.notes = std::move(m_notes);
        // A zip that is a value of this one can be taken for a part of it. And no checksum is of the name of a record,
        // which names tensors where there is more than one pickle.
        const bool isOne = !m_hasTwins && !m_hasUnlisted && !m_hasSkipped && end == m_source->sizeBytes();
        if (m_isDoubtful && !isOne) {
            mended.description = ByteState::Changed;
        } else if (m_hasTwins && (m_hasSkipped || m_hasStorageTwins)) {
            mended.description = ByteState::Changed;
            mended.notes.push_back(message("some records are there twice, and nothing tells which of them belong "
                                           "together"));
        } else if (m_hasUnlisted && (m_hasSkipped || !isInOrder() || !m_places.contains("data.pkl"))) {
            mended.description = std::max(mended.description, ByteState::Present);
        }
        if (!end) {
            mended.notes.push_back(message("its table of contents is lost: the file is cut off, or its end was never "
                                           "written. Its records were found one by one"));
        } else {
            mended.notes.push_back(message("its table of contents does not fit the file; its records were found one "
                                           "by one"));
            CAIRN_TRY(addJoined(m_source, *end, mended.notes));
        }
        if (m_othersListed != 0) {
            mended.notes.push_back(message("the headers of %1 are lost; its table of contents says where they are, and "
                                           "their checksums agree",
                                           countOf(m_othersListed, "record")));
        } else if (m_hasSkipped) {
            mended.notes.push_back(message("there are bytes between its records that belong to none"));
        }
        return std::move(mended);
    }

private:
    struct Found {
        WalkedRecord record;
        std::uint64_t wanted = 0; ///< bytes that it should have
    };

    /// Where the archive ends, if its end is there.
    [[nodiscard]] Result<std::optional<std::uint64_t>> collect()
    {
        formats::ZipWalker walker(m_source, m_end, m_progress);
        const auto sizeOf = [this](std::string_view name) -> std::optional<std::uint64_t> {
            const auto storage = m_storages.find(name);
            return storage == m_storages.end() ? std::nullopt : std::optional(storage->second);
        };
        while (true) {
            CAIRN_ASSIGN(record, walker.next(sizeOf));
            if (!record) {
                break;
            }
            CAIRN_ASSIGN(isListed, m_listed.complete(*record, [this](std::string_view name) { return isMeant(name); }));
            m_hasUnlisted = m_hasUnlisted || !isListed;
            CAIRN_TRY(take(std::move(*record)));
        }
        CAIRN_ASSIGN(others, m_listed.others());
        m_othersListed = others.size();
        stableSort(others, [](const WalkedRecord& a, const WalkedRecord& b) { // what names the storages is first
            return isPickle(a.name) && !isPickle(b.name);
        });
        for (WalkedRecord& record : others) {
            CAIRN_TRY(take(std::move(record)));
        }
        m_hasSkipped = walker.hasSkipped();
        return walker.endOfArchive();
    }

    static bool isPickle(std::string_view name) { return name.ends_with(".pkl"); }

    /// What torch.save writes, and the storages that are known to belong to it.
    [[nodiscard]] bool isMeant(std::string_view name) const
    {
        constexpr std::array<std::string_view, 6> always = {
            "data.pkl", "byteorder", "version", ".format_version", ".storage_alignment", ".data/serialization_id"};
        return std::ranges::find(always, name) != always.end() || m_storages.contains(name);
    }

    [[nodiscard]] Result<void> take(WalkedRecord record)
    {
        const bool isFolder = record.name.empty() || record.name.ends_with('/');
        // Nothing unpacks the half of a record, or makes sense of half a description.
        const bool isOfNoUse = record.isCut && !isPickle(record.name) &&
                               (record.method != ZipEntry::kStored || isDescription(record.name));
        if (isFolder || isOfNoUse) {
            return {};
        }
        if (isPickle(record.name)) {
            CAIRN_TRY(learn(record));
        }
        m_order.emplace_back(record.headerOffset, record.name);
        add(std::move(record));
        return {};
    }

    /// Of records with one name the last one counts: a change in place puts new ones behind the old.
    void add(WalkedRecord record)
    {
        const auto known = m_storages.find(record.name);
        const std::uint64_t wanted = record.isCut && known != m_storages.end() && record.method == ZipEntry::kStored
                                         ? std::max(known->second, record.storedBytes)
                                         : record.storedBytes;
        const auto [place, isNew] = m_places.emplace(record.name, m_found.size());
        if (isNew) {
            m_found.push_back({std::move(record), wanted});
        } else {
            m_hasTwins = true;
            m_hasStorageTwins = m_hasStorageTwins || !storageFolder(record.name).empty();
            m_found[place->second] = {std::move(record), wanted};
        }
    }

    /// Whether the storages follow each other as torch writes them: those that the pickle names, from the first on, by
    /// their numbers or, before torch 2.7, by their names as texts. Then none of them bears a wrong name.
    [[nodiscard]] bool isInOrder()
    {
        std::ranges::sort(m_order);
        for (const std::string_view folder : {"data/", "constants/", ".data/"}) {
            std::vector<std::string_view> found;
            for (const auto& [offset, name] : m_order) {
                if (storageFolder(name) == folder) {
                    found.push_back(name);
                }
            }
            std::vector<std::string_view> named;
            for (const auto& [name, bytes] : m_storages) { // by their names
                if (storageFolder(name) == folder) {
                    named.push_back(name);
                }
            }
            const auto begins = [&] {
                return found.size() <= named.size() && std::ranges::equal(found, std::span(named).first(found.size()));
            };
            const bool isByName = begins();
            std::ranges::sort(named, [](std::string_view a, std::string_view b) { return compareNaturally(a, b) < 0; });
            if (!isByName && !begins()) {
                return false;
            }
        }
        return true;
    }

    /// Takes down the storages that a pickle names. Nothing is executed: it is decoded as data, as all are.
    [[nodiscard]] Result<void> learn(const WalkedRecord& record)
    {
        SourcePtr bytes = m_source;
        std::uint64_t at = record.dataOffset;
        if (record.method != ZipEntry::kStored) {
            if (!m_budget.takeUnpacked(record.plainBytes)) {
                return {};
            }
            const ZipEntry entry{.dataOffset = record.dataOffset,
                                 .storedBytes = record.storedBytes,
                                 .plainBytes = record.plainBytes,
                                 .crc = record.crc,
                                 .method = record.method};
            bytes = formats::makeInflatedSource(m_source, entry, record.name, formats::CrcCheck::Skip,
                                                std::make_shared<formats::InflatedChunks>());
            at = 0;
        }
        const auto graph = decodeWithin(m_budget, bytes, at, m_progress);
        if (!graph) {
            if (graph.error().code == ErrorCode::Cancelled || record.name != "data.pkl") {
                return graph.error().code == ErrorCode::Cancelled ? fail(Error(graph.error())) : Result<void>{};
            }
            return fail(Error(graph.error())
                            .in("record " + inQuotes(record.name))
                            .because(message("It says which tensors there are and where, so nothing can be saved "
                                             "without it")));
        }
        m_hasPickle = true;
        const NamedStorages named(*graph);
        for (const std::string& key : named.keys()) {
            if (const auto size = named.find(key); size->bytes <= kMostMendedBytes) {
                m_storages.emplace(storageRecord(record.name, key), size->bytes);
            }
        }
        return {};
    }

    /// The same archive with a directory, and with zeros for what is lost.
    [[nodiscard]] Result<MendedFile> writeAnew()
    {
        for (const auto& [name, bytes] : m_storages) {
            if (!m_places.contains(name) && bytes != 0) {
                m_places.emplace(name, m_found.size());
                m_found.push_back({{.name = name, .isCut = true}, bytes});
            }
        }
        MendedSourceBuilder whole(m_source);
        std::string directory;
        FoundStates states;
        for (const Found& found : m_found) {
            const WalkedRecord& record = found.record;
            const std::string name = "archive/" + record.name;
            const bool isCut = record.isCut && !record.name.ends_with(".pkl");
            const formats::ZipRecordHead head{.name = name,
                                              .storedBytes = found.wanted,
                                              .plainBytes = isCut ? found.wanted : record.plainBytes,
                                              .method = record.method};
            const std::uint64_t offset = whole.size();
            CAIRN_ASSIGN(header, formats::zipLocalHeader(head, offset, 1));
            whole.addText(header);
            CAIRN_ASSIGN(byteOrder, provenByteOrder(*m_source, record));
            if (byteOrder) {
                whole.addText(*byteOrder);
                m_notes.push_back(byteOrderNote(*byteOrder));
            } else {
                whole.addFile(record.dataOffset, record.storedBytes);
            }
            whole.addZeros(found.wanted - record.storedBytes);
            whole.addText(formats::zipDescriptor(head, offset, record.crc));
            directory += formats::zipDirectoryEntry(head, offset, record.crc);
            if (isCut) {
                states.cut.emplace(name, record.storedBytes);
            }
            if (record.isOdd && record.crc == 0) {
                states.odd.insert(name);
            }
            if (whole.size() > kMostMendedBytes) {
                return fail(ErrorCode::LimitExceeded, message("its storages reach further than any file"));
            }
        }
        const std::uint64_t at = whole.size();
        whole.addText(directory);
        whole.addText(formats::zipEndRecords(m_found.size(), at, directory.size(), whole.size()));
        MendedFile mended;
        mended.source = whole.build();
        mended.description = ByteState::Checked;
        CAIRN_ASSIGN(archive, ZipArchive::open(mended.source));
        CAIRN_TRY(checkRecords(*archive, states, mended, m_progress));
        return mended;
    }

    SourcePtr m_source;
    std::uint64_t m_end;
    bool m_isDoubtful;
    Progress* m_progress;
    ReadBudget m_budget;
    std::vector<Found> m_found;
    std::map<std::string, std::size_t, std::less<>> m_places;     ///< in m_found, by name
    std::map<std::string, std::uint64_t, std::less<>> m_storages; ///< bytes, by the name of the record
    bool m_hasPickle = false;
    std::vector<std::pair<std::uint64_t, std::string>> m_order; ///< where headers begin, and the names of their records
    ListedRecords m_listed;
    std::size_t m_othersListed = 0; ///< records whose own headers are lost
    bool m_hasUnlisted = false;     ///< a record whose name nothing but its own header says
    bool m_hasTwins = false;
    bool m_hasStorageTwins = false;
    bool m_hasSkipped = false;
    std::vector<Message> m_notes;
};

/// Whether an archive says two things of its records, and has not only other bytes than were saved.
Result<bool> contradictsItself(const ZipArchive& archive, const MendedFile& mended, Progress* progress)
{
    if (std::ranges::find(archive.issues(), ErrorCode::Ambiguous, &Issue::code) != archive.issues().end()) {
        return true;
    }
    formats::ZipWalker walker(archive.source(), archive.source()->sizeBytes(), progress);
    for (const ZipEntry& entry : archive.entries()) {
        const std::uint64_t end = entry.dataOffset + entry.storedBytes;
        if (mended.states.worstOf(entry.dataOffset, end) != ByteState::Changed) {
            continue;
        }
        CAIRN_ASSIGN(record, walker.at(entry.headerOffset, [](std::string_view) { return std::nullopt; }));
        if (!record || record->crc != entry.crc || record->storedBytes != entry.storedBytes ||
            record->method != entry.method ||
            (entry.flags & (formats::zip::kFlagsOfEncryption | formats::zip::kFlagPatch)) != 0) {
            return true;
        }
    }
    return false;
}

/// The archive with the byte order that was saved, where that can be told; null where nothing of it is damaged.
Result<SourcePtr> withByteOrder(const ZipArchive& archive, std::vector<Message>& notes)
{
    const SourcePtr& source = archive.source();
    const ZipEntry* entry = archive.findRecord("byteorder");
    if (entry == nullptr) {
        return SourcePtr();
    }
    CAIRN_ASSIGN(word, provenByteOrder(*source, {.name = "byteorder",
                                                 .headerOffset = entry->headerOffset,
                                                 .dataOffset = entry->dataOffset,
                                                 .storedBytes = entry->storedBytes,
                                                 .plainBytes = entry->plainBytes,
                                                 .crc = entry->crc,
                                                 .method = entry->method}));
    if (!word) {
        return SourcePtr();
    }
    notes.push_back(byteOrderNote(*word));
    const std::uint64_t end = entry->dataOffset + word->size();
    MendedSourceBuilder whole(source);
    whole.addFile(0, entry->dataOffset);
    whole.addText(*word);
    whole.addFile(end, source->sizeBytes() - end);
    return whole.build();
}

/// An archive that its reader takes.
Result<MendedFile> mendArchive(const SourcePtr& source, const ZipArchive& archive, Progress* progress)
{
    MendedFile mended;
    mended.source = source;
    mended.description = ByteState::Checked;
    CAIRN_TRY(checkRecords(archive, {}, mended, progress));
    CAIRN_ASSIGN(directory, formats::findZipEnd(*source));
    const formats::ZipWalker walker(source, source->sizeBytes(), progress);
    CAIRN_ASSIGN(end, walker.endBehind(directory.directoryOffset + directory.directoryBytes));
    CAIRN_TRY(addJoined(source, end.value_or(source->sizeBytes()), mended.notes));
    return mended;
}

} // namespace

Result<MendedFile> mendZip(const SourcePtr& source, Progress* progress)
{
    bool isDoubtful = false; // two archives may be in it
    if (const auto archive = ZipArchive::open(source)) {
        std::vector<Message> notes;
        CAIRN_ASSIGN(repaired, withByteOrder(**archive, notes));
        if (repaired) {
            CAIRN_ASSIGN(mended, mendZip(repaired, progress));
            mended.notes.insert(mended.notes.begin(), notes.begin(), notes.end());
            return std::move(mended);
        }
        CAIRN_ASSIGN(mended, mendArchive(source, **archive, progress));
        CAIRN_ASSIGN(contradicts, contradictsItself(**archive, mended, progress));
        if (!contradicts) {
            return std::move(mended);
        }
        const auto ambiguities = std::ranges::count((*archive)->issues(), ErrorCode::Ambiguous, &Issue::code);
        isDoubtful = ambiguities > ((*archive)->hasOtherNames() ? 1 : 0);
    }
    // The end record of a zip ends in zeros itself.
    const bool hasEnd = formats::findZipEnd(*source).has_value();
    CAIRN_ASSIGN(written, hasEnd ? Result<std::uint64_t>(source->sizeBytes()) : endWithoutZeros(*source, progress));
    CAIRN_ASSIGN(mended, ZipMender(source, written, isDoubtful, progress).mend());
    if (written < source->sizeBytes()) {
        mended.notes.push_back(zerosNote(*source, written));
    }
    return std::move(mended);
}

} // namespace cairn::checkpoint
