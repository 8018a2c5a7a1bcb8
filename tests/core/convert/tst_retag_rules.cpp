#include "core/convert/common/compare.h"
#include "core/convert/retag/retag.h"
#include "tests/support/opened_checkpoint.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_retag_rules {

using cairn::test::openedCheckpoint;
using cairn::test::openedFixture;
using checkpoint::CheckpointPtr;
using devices::MapLocation;
using devices::MapRule;

namespace {

MapRule byPath(const char* path, const char* to)
{
    MapRule rule{"*", to};
    rule.when.path = path;
    return rule;
}

/// "weight=cpu": every tensor and bare storage with the tag of its storage.
QStringList tagsByName(const checkpoint::Checkpoint& checkpoint)
{
    QStringList list;
    for (checkpoint::EntryId id = 0; id < checkpoint.entries().size(); ++id) {
        const checkpoint::Entry& entry = checkpoint.entries()[id];
        auto storage = checkpoint::kNoId;
        if (entry.kind == checkpoint::EntryKind::Tensor) {
            storage = checkpoint.tensors()[entry.payload].storage;
        } else if (entry.kind == checkpoint::EntryKind::Storage) {
            storage = static_cast<checkpoint::StorageId>(entry.payload);
        }
        if (storage != checkpoint::kNoId) {
            list << QString::fromStdString(checkpoint.entryName(id) + '=' +
                                           std::string(checkpoint.deviceTag(checkpoint.storages()[storage].device)));
        }
    }
    return list;
}

} // namespace

/// Retagging by rules that look at more than tags: each storage gets one target, found by its key in each pickle.
class tst_RetagRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byName_data();
    void byName();
    void conflict();
};

void tst_RetagRules::byName_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<MapLocation>("map");
    QTest::addColumn<QStringList>("expected"); // some of it

    QTest::newRow("inside a blob") << "torch113/tags_blob_in_zip.pt"
                                   << MapLocation({byPath("frozen", "mps"), byPath("*", "cuda:7")})
                                   << QStringList{"frozen=mps", "weight=cuda:7"};
    QTest::newRow("beside a blob") << "torch113/tags_blob_in_zip.pt" << MapLocation({byPath("weight", "cpu")})
                                   << QStringList{"frozen=cuda:1", "weight=cpu"};
    MapRule large{"*", "mps"};
    large.when.minBytes = 24;
    QTest::newRow("by size") << "torch113/shared.pt" << MapLocation({large, {"*", "cuda:0"}})
                             << QStringList{"embed.weight=mps", "head.weight=mps", "alone=cuda:0", "list.0=cuda:0"};
    MapRule ints{"*", "cuda:1"};
    ints.when.dtype = formats::Dtype::Int64;
    QTest::newRow("by dtype") << "torch113/dtypes.pt" << MapLocation({ints})
                              << QStringList{"int64=cuda:1", "float32=cpu"};
    QTest::newRow("script constants") << "torch113/script_traced_constants.pt"
                                      << MapLocation({byPath("constants.*", "cuda:1"), byPath("*", "cuda:2")})
                                      << QStringList{"constants.0=cuda:1"};
    QTest::newRow("legacy") << "torch113/legacy_state_dict.pt" << MapLocation({byPath("*.weight", "cuda:1")})
                            << QStringList{};
    QTest::newRow("a table") << "torch113/tags_every_device.pt"
                             << MapLocation::table({{"cuda:0", "cuda:1"}, {"cuda:1", "cpu"}})
                             << QStringList{"layer0.weight=cuda:1", "layer1.weight=cpu", "layer2.weight=cuda:2"};
}

void tst_RetagRules::byName()
{
    QFETCH(QString, file);
    QFETCH(MapLocation, map);
    QFETCH(QStringList, expected);

    const CheckpointPtr source = openedFixture(file);
    QVERIFY(source);
    const QTemporaryDir folder;
    const QString target = folder.filePath("copy");
    const auto written = convert::retag(*source, map, target.toStdString(), FileSink::Existing::Refuse, nullptr);
    QVERIFY2(written, written ? "" : written.error().paragraph().c_str());
    const CheckpointPtr copy = openedCheckpoint(target);
    QVERIFY(copy);
    const auto difference = convert::firstDifference(*source, *copy, map, nullptr);
    QVERIFY(difference);
    QVERIFY2(!*difference, difference->value_or(Message()).text().c_str());
    const QStringList found = tagsByName(*copy);
    for (const QString& tag : expected) {
        QVERIFY2(found.contains(tag), qPrintable(tag + " is not in " + found.join(", ")));
    }
    std::uint64_t storages = 0;
    for (const auto& [tag, count] : written->tagsAfter) {
        storages += count;
    }
    QCOMPARE(storages, std::uint64_t(source->storages().size()));
}

void tst_RetagRules::conflict()
{
    const CheckpointPtr source = openedFixture("torch113/shared.pt");
    QVERIFY(source);
    const QTemporaryDir folder;
    const QString target = folder.filePath("copy");
    const auto written = convert::retag(*source, MapLocation({byPath("embed.*", "cuda:1")}), target.toStdString(),
                                        FileSink::Existing::Refuse, nullptr);
    QVERIFY(!written);
    const QString message = QString::fromStdString(written.error().paragraph());
    QVERIFY2(message.contains("\"embed.weight\" to cuda:1, \"head.weight\" to cpu"), qPrintable(message));
    QVERIFY(!QFile::exists(target));
}

CAIRN_TEST(tst_RetagRules);

} // namespace cairn::tst_retag_rules

#include "tst_retag_rules.moc"
