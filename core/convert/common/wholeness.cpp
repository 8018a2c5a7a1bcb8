#include "core/convert/common/wholeness.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/checkpoint/storage_records.h"
#include "core/convert/common/changed_records.h"
#include "core/convert/common/copy_check.h"
#include "core/convert/common/other_archives.h"
#include "core/formats/zip/record_check.h"
#include "core/formats/zip/zip_archive.h"

#include <unordered_map>
#include <utility>

namespace cairn::convert {

using checkpoint::Checkpoint;
using checkpoint::StorageId;
using formats::RecordState;
using formats::ZipArchive;
using formats::ZipEntry;

namespace {

class Verifier {
public:
    Verifier(const Checkpoint& checkpoint, Progress* progress) : m_checkpoint(checkpoint), m_progress(progress) {}

    [[nodiscard]] Result<Wholeness> run()
    {
        for (const Issue& issue : m_checkpoint.issues()) {
            const std::string text = withPlace(issue).text();
            if (isDamage(issue) && issue.code != ErrorCode::ZipCrc) { // which the records tell themselves
                m_result.faults.push_back(text);
            } else if (issue.code == ErrorCode::ZipTrailingBytes || issue.code == ErrorCode::PickleLeftOver) {
                m_result.extras.push_back(text);
            }
        }
        const ZipArchive* own = m_checkpoint.archive();
        OtherArchives others;
        if (own == nullptr) {
            CAIRN_ASSIGN(found, findOtherArchives(m_checkpoint));
            others = std::move(found);
        }
        m_result.otherFiles = others.otherFiles;
        if (m_progress != nullptr) {
            std::uint64_t bytes = own == nullptr ? 0 : own->source()->sizeBytes();
            for (const OtherArchive& other : others.zips) {
                bytes += other.archive->source()->sizeBytes();
            }
            m_progress->beginStage("checking", bytes);
        }
        if (own != nullptr) {
            CAIRN_TRY(check(*own, {}, tensorsByRecord(*own)));
        }
        for (const OtherArchive& other : others.zips) {
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

    Result<void> check(const ZipArchive& archive, const std::string& prefix, const StorageOf& storageOf)
    {
        for (const ZipEntry& record : archive.entries()) {
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
            const auto storage = storageOf.find(&record);
            const std::string name = storage == storageOf.end()
                                         ? std::string(archive.name(record))
                                         : recordText(archive, record, m_checkpoint, storage->second);
            m_result.faults.push_back(prefix + name +
                                      (state == RecordState::Changed
                                           ? ": its bytes are not those that were saved"
                                           : ": it cannot be read, and was not compared with its checksum"));
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
