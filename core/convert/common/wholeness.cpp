#include "core/convert/common/wholeness.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/storage_records.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/copy_check.h"
#include "core/formats/sniff/sniff.h"
#include "core/formats/zip/record_check.h"
#include "core/formats/zip/zip_archive.h"
#include "core/formats/zip/zip_leftovers.h"
#include "core/formats/zip/zip_sequence.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::PickleForm;
using checkpoint::StorageId;
using formats::RecordState;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

using ArchivePtr = std::shared_ptr<const ZipArchive>;

/// A zip, and what stands before the names of its records where there are several.
struct NamedArchive {
    ArchivePtr archive;
    std::string prefix;
};

/// The zips of all files, and how many files are none.
struct Archives {
    std::vector<NamedArchive> zips;
    std::uint64_t otherFiles = 0;
    std::vector<Fault> faults; ///< of files that are damaged zips
};

/// The zips that a file consists of: none, one, or as many as were written one after another.
Result<void> addArchives(const SourcePtr& file, const std::string& prefix, Archives& archives)
{
    CAIRN_ASSIGN(guess, formats::sniff(*file));
    if (guess.kind != formats::FileKind::Zip) {
        ++archives.otherFiles;
        return {};
    }
    CAIRN_ASSIGN(pieces, formats::splitZipSequence(file));
    if (pieces.size() < 2) {
        CAIRN_ASSIGN(archive, ZipArchive::open(file));
        archives.zips.push_back({std::move(archive), prefix});
        return {};
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        CAIRN_ASSIGN(archive, ZipArchive::open(pieces[i]));
        archives.zips.push_back({std::move(archive), prefix + "item " + std::to_string(i) + ": "});
    }
    return {};
}

/// The same of one of several files, of which others may be whole.
void addFile(const SourcePtr& file, const std::string& name, Archives& archives)
{
    if (const auto added = addArchives(file, name + ": ", archives); !added) {
        archives.faults.push_back({.code = added.error().code,
                                   .name = name,
                                   .words = added.error().what,
                                   .text = name + ": " + added.error().what.text()});
    }
}

/// All zips of a checkpoint that is not one itself: of its shards, or of its items.
Result<Archives> otherArchives(const Checkpoint& checkpoint)
{
    Archives archives;
    if (checkpoint.traits().pickle == PickleForm::EachItem) {
        CAIRN_ASSIGN(file, FileSource::open(checkpoint.path()));
        CAIRN_TRY(addArchives(file, {}, archives));
        return archives;
    }
    if (const checkpoint::Assembly* assembly = checkpoint.assembly()) {
        const auto files = assembly->files->files();
        for (std::uint32_t i = 0; i < files.size(); ++i) {
            if (files[i].problem.empty()) { // which is told as such
                const std::string name = files[i].path.substr(files[i].path.rfind('/') + 1);
                addFile(checkpoint::FileSet::source(assembly->files, i), name, archives);
            }
        }
        return archives;
    }
    std::unordered_set<std::string_view> seen;
    for (const checkpoint::StorageSource& source : checkpoint.sources()) {
        if (source.isFile && seen.insert(source.name).second) {
            const std::string name = source.name.substr(source.name.rfind('/') + 1);
            addFile(source.bytes, name, archives);
        }
    }
    return archives;
}

class Verifier {
public:
    Verifier(const Checkpoint& checkpoint, Progress* progress) : m_checkpoint(checkpoint), m_progress(progress) {}

    [[nodiscard]] Result<Wholeness> run()
    {
        for (const Issue& issue : m_checkpoint.issues()) {
            const Message text = withPlace(issue);
            if (isDamage(issue) && issue.code != ErrorCode::ZipCrc) { // which the records tell themselves
                m_result.faults.push_back(
                    {.code = issue.code, .name = issue.path, .words = issue.message, .text = text.text()});
            } else if (issue.code == ErrorCode::ZipTrailingBytes || issue.code == ErrorCode::PickleLeftOver) {
                m_result.extras.push_back(text);
            }
        }
        const ZipArchive* own = m_checkpoint.archive();
        Archives others;
        if (own == nullptr) {
            CAIRN_ASSIGN(found, otherArchives(m_checkpoint));
            others = std::move(found);
        }
        m_result.otherFiles = others.otherFiles;
        std::ranges::move(others.faults, std::back_inserter(m_result.faults));
        std::uint64_t bytes = own == nullptr ? 0 : own->source()->sizeBytes();
        for (const NamedArchive& other : others.zips) {
            bytes += other.archive->source()->sizeBytes();
        }
        beginStage(m_progress, "checking", bytes);
        if (own != nullptr) {
            CAIRN_TRY(check(*own, {}, tensorsByRecord(*own)));
        }
        for (const NamedArchive& other : others.zips) {
            CAIRN_TRY(check(*other.archive, other.prefix, {}));
        }
        return std::move(m_result);
    }

private:
    using StorageOf = std::unordered_map<const ZipEntry*, StorageId>;

    [[nodiscard]] StorageOf tensorsByRecord(const ZipArchive& archive) const
    {
        const checkpoint::StorageRecords records(m_checkpoint, &archive);
        StorageOf storageOf;
        for (StorageId id = 0; id < m_checkpoint.storages().size(); ++id) {
            if (const ZipEntry* record = records.of(id)) {
                storageOf.emplace(record, id);
            }
        }
        return storageOf;
    }

    /// Of a record, by the name of the first tensor in it, if there is one.
    void addFault(const ZipArchive& archive, const ZipEntry& record, const std::string& prefix,
                  const StorageOf& storageOf, bool isChanged)
    {
        const Message words = isChanged ? message("its bytes are not those that were saved")
                                        : message("it cannot be read, and was not compared with its checksum");
        Fault fault{
            .code = ErrorCode::ZipCrc, .name = prefix + std::string(archive.name(record)), .words = words, .text = {}};
        std::string text = fault.name;
        if (const auto storage = storageOf.find(&record); storage != storageOf.end()) {
            const auto tensors = m_checkpoint.tensorsOf(storage->second);
            text = prefix + recordText(archive, record, m_checkpoint, storage->second);
            fault.name =
                tensors.empty() ? fault.name : m_checkpoint.entryName(m_checkpoint.tensors()[tensors.front()].entry);
        }
        fault.text = text + ": " + words.text();
        m_result.faults.push_back(std::move(fault));
    }

    Result<void> check(const ZipArchive& archive, const std::string& prefix, const StorageOf& storageOf)
    {
        for (const ZipEntry& record : archive.entries()) {
            const bool isOwn = &archive == m_checkpoint.archive(); // of others it is not known what lies where
            const bool isOfNothing = isOwn && !storageOf.contains(&record);
            m_result.unnamed += isOfNothing && archive.name(record).contains("/data/") ? 1U : 0U;
            CAIRN_ASSIGN(state, formats::checkRecord(archive, record, m_progress));
            switch (state) {
            case RecordState::Intact:
                ++m_result.intact;
                m_result.intactBytes += record.plainBytes;
                continue;
            case RecordState::NoChecksum: ++m_result.withoutChecksum; continue;
            case RecordState::Changed:
            case RecordState::Unreadable:
            case RecordState::NotChecked: break;
            }
            addFault(archive, record, prefix, storageOf, state == RecordState::Changed);
        }
        CAIRN_ASSIGN(leftovers, formats::findLeftovers(archive, m_progress));
        m_result.commentBytes += archive.commentBytes();
        for (const std::string& name : leftovers.unlisted) {
            m_result.unlisted.push_back(prefix + name);
        }
        for (const std::string& name : leftovers.otherSizes) {
            m_result.otherSizes.push_back(prefix + name);
        }
        return {};
    }

    const Checkpoint& m_checkpoint;
    Progress* m_progress;
    Wholeness m_result;
};

} // namespace

Result<Wholeness> checkWholeness(const Checkpoint& checkpoint, Progress* progress)
{
    return Verifier(checkpoint, progress).run();
}

} // namespace cairn::convert
