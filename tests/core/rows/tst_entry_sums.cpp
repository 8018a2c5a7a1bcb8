#include "core/checkpoint/readers/open.h"
#include "core/rows/entry_sums.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QDirIterator>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace cairn::tst_entry_sums {

using namespace cairn::checkpoint;
using namespace cairn::test;
using cairn::rows::EntrySum;
using cairn::rows::EntrySums;

/// What a row of the tree says of all that is below it.
class tst_EntrySums : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsOnce();
};

/// Of every row of every fixture, beside a set of what is below it.
void tst_EntrySums::countsOnce()
{
    std::size_t shared = 0; // rows that have something twice
    QDirIterator files(fixture({}), QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        const auto opened = openCheckpoint(path.toStdString());
        if (!opened) {
            continue;
        }
        const Checkpoint& checkpoint = **opened;
        const auto entries = checkpoint.entries();
        const auto isMadeOfOthers = [&](const Tensor& tensor) {
            return tensor.storage == kNoId && entries[tensor.entry].childCount != 0;
        };
        if (std::ranges::any_of(checkpoint.tensors(), isMadeOfOthers)) {
            continue; // its numbers are those of its parts
        }
        using Numbers = std::tuple<StorageId, std::int64_t, std::uint64_t>;
        std::map<EntryId, std::set<Numbers>> below;
        std::map<EntryId, EntrySum> wanted;
        for (const Tensor& tensor : checkpoint.tensors()) {
            const std::uint64_t elements = tensor.part ? 0 : checkpoint.elementCount(tensor);
            const std::uint64_t bytes = tensor.storage == kNoId ? 0 : checkpoint.logicalBytes(tensor);
            for (EntryId row = tensor.entry; row != kNoId; row = entries[row].parent) {
                const bool canBeTwice = tensor.storage != kNoId && !tensor.part;
                if (canBeTwice && !below[row].insert({tensor.storage, tensor.offset, elements}).second) {
                    ++shared;
                    continue;
                }
                wanted[row].elements += elements;
                wanted[row].bytes += bytes;
            }
        }
        const EntrySums sums(checkpoint);
        for (const auto& [row, sum] : wanted) {
            const std::string where = path.toStdString() + ' ' + checkpoint.entryName(row);
            QVERIFY2(sums.of(checkpoint, row).elements == sum.elements, where.c_str());
            QVERIFY2(sums.of(checkpoint, row).bytes == sum.bytes, where.c_str());
        }
    }
    QVERIFY(shared > 20);
}

CAIRN_TEST(tst_EntrySums);

} // namespace cairn::tst_entry_sums

#include "tst_entry_sums.moc"
