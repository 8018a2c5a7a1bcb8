#include "core/checkpoint/readers/open.h"
#include "core/convert/rewrite/rewrite.h"
#include "core/formats/pickle/pickle_writer.h"
#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <functional>

namespace cairn::tst_rewrite {

using namespace cairn::convert;
using checkpoint::CheckpointPtr;
using checkpoint::openCheckpoint;
using devices::MapLocation;
using formats::PickleOp;
using formats::PickleWriter;

using Write = std::function<void(PickleWriter&)>;

namespace {

/// A tensor of `count` numbers that begin at `offset` of a storage of eight.
void tensor(PickleWriter& w, const std::string& key, std::int64_t offset = 0, std::int64_t count = 8,
            const std::string& tag = "cuda:0", const std::string& storageClass = "FloatStorage")
{
    w.global("torch._utils", "_rebuild_tensor_v2");
    w.mark();
    w.storage("torch", storageClass, key, tag, 8);
    w.integer(offset);
    w.integer(count);
    w.tuple(1);
    w.integer(1);
    w.tuple(1);
    w.boolean(false);
    w.emptyOrderedDict();
    w.tuple(6);
    w.reduce();
}

void pairs(PickleWriter& w, const std::vector<std::pair<std::string, Write>>& items)
{
    w.mark();
    for (const auto& [key, value] : items) {
        w.text(key);
        value(w);
    }
    w.setItems();
}

void dictionary(PickleWriter& w, const std::vector<std::pair<std::string, Write>>& items)
{
    w.emptyDict();
    pairs(w, items);
}

Write tensorAt(const std::string& key, std::int64_t offset = 0, std::int64_t count = 8)
{
    return [=](PickleWriter& w) { tensor(w, key, offset, count); };
}

Write number(std::int64_t value)
{
    return [=](PickleWriter& w) { w.integer(value); };
}

/// Two tensors of a model and one of an optimizer, with versions of modules.
void usual(PickleWriter& w)
{
    dictionary(w, {{"model",
                    [](PickleWriter& in) {
                        in.emptyOrderedDict();
                        pairs(in, {{"module.a.weight", tensorAt("0")}, {"module.b.weight", tensorAt("1", 2, 4)}});
                        dictionary(in, {{"_metadata", [](PickleWriter& inner) {
                                             inner.emptyOrderedDict();
                                             pairs(inner, {{"", number(0)},
                                                           {"module", number(1)},
                                                           {"module.a", number(2)},
                                                           {"module.b", number(3)},
                                                           {"module.relu", number(4)}});
                                         }}});
                        in.build();
                    }},
                   {"optimizer", [](PickleWriter& in) { dictionary(in, {{"step", tensorAt("2")}}); }},
                   {"epoch", number(7)}});
}

std::string zipOf(const Write& write, int storages, const std::string& note = {})
{
    PickleWriter writer;
    write(writer);
    const auto pickle = writer.finish();
    const auto bytes = pickle->readBytes(0, pickle->sizeBytes());
    test::ZipBuilder zip;
    zip.add("archive/data.pkl", std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
    for (int i = 0; i < storages; ++i) {
        std::string content;
        for (int k = 0; k < 8; ++k) {
            const float value = static_cast<float>(i * 10 + k) + 0.25F;
            content.append(reinterpret_cast<const char*>(&value), sizeof(value));
        }
        zip.add("archive/data/" + std::to_string(i), content);
    }
    if (!note.empty()) {
        zip.add("archive/notes/readme.txt", note);
    }
    zip.add("archive/version", "3\n");
    return zip.build().bytes;
}

QStringList namesOf(const checkpoint::Checkpoint& checkpoint)
{
    QStringList names;
    for (checkpoint::EntryId id = 1; id < checkpoint.entries().size(); ++id) {
        if (checkpoint.entries()[id].childCount == 0) {
            names << QString::fromStdString(checkpoint.entryName(id));
        }
    }
    names.sort();
    return names;
}

struct Wanted {
    std::vector<std::string> keep = {};
    std::vector<std::string> drop = {};
    std::vector<std::string> renames = {};
    std::vector<std::string> casts = {};
    bool compact = false;
    PickleContainer container = PickleContainer::Zip;
};

} // namespace

class TestRewrite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void selects_data();
    void selects();
    void metadataFollows();
    void cutsAndCasts();
    void castsToAnUntypedDtype();
    void typesWhatWasUntyped();
    void sharedStorages();
    void refuses_data();
    void refuses();
    void bothContainers();
    void otherRecords();
    void findsDifferences();
    void writesNothingOnFailure();

private:
    struct Made {
        CheckpointPtr source;
        Result<RewritePlan> plan = fail(ErrorCode::Internal, verbatim("not made"));
        Result<CheckpointPtr> copy = fail(ErrorCode::Internal, verbatim("not made"));
    };

    [[nodiscard]] std::string save(const std::string& bytes)
    {
        const QString name = QString::number(++m_count) + QStringLiteral(".pth");
        return test::writtenFile(m_folder, name, QByteArray::fromStdString(bytes)).toStdString();
    }
    [[nodiscard]] Made make(const std::string& path, const Wanted& wanted);

    QTemporaryDir m_folder;
    int m_count = 0;
    MapLocation m_map = MapLocation::everythingTo("cpu");
};

TestRewrite::Made TestRewrite::make(const std::string& path, const Wanted& wanted)
{
    Made made;
    auto source = openCheckpoint(path);
    if (!source) {
        made.plan = fail(Error(source.error()));
        return made;
    }
    made.source = *source;
    RewriteRules rules;
    rules.selection = Selection::make(wanted.keep, wanted.drop, wanted.renames).value();
    rules.storages = {CastRules::make(wanted.casts).value(), wanted.compact, wanted.container};
    made.plan = planRewrite(*made.source, std::move(rules), m_map, nullptr);
    if (!made.plan) {
        return made;
    }
    const std::string target = m_folder.filePath(QString::number(++m_count) + QStringLiteral(".out")).toStdString();
    const auto written =
        writeRewrite(*made.source, *made.plan, target, FileSink::Existing::Refuse, nullptr,
                     [&](const std::string& file) -> Result<void> {
                         CAIRN_ASSIGN(copy, openCheckpoint(file));
                         CAIRN_ASSIGN(difference, firstDifference(*made.source, *made.plan, m_map, *copy, nullptr));
                         return difference ? fail(ErrorCode::Internal, *difference) : Result<void>{};
                     });
    made.copy = written ? openCheckpoint(target) : fail(Error(written.error()));
    return made;
}

void TestRewrite::selects_data()
{
    QTest::addColumn<QStringList>("keep");
    QTest::addColumn<QStringList>("drop");
    QTest::addColumn<QStringList>("renames");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("nothing") << QStringList() << QStringList() << QStringList()
                             << QStringList{"epoch",
                                            "model._metadata.",
                                            "model._metadata.module",
                                            "model._metadata.module.a",
                                            "model._metadata.module.b",
                                            "model._metadata.module.relu",
                                            "model.module.a.weight",
                                            "model.module.b.weight",
                                            "optimizer.step"};
    QTest::newRow("a group") << QStringList() << QStringList{"optimizer", "model"} << QStringList()
                             << QStringList{"epoch"};
    QTest::newRow("what is left of a group") << QStringList() << QStringList{"*.weight"} << QStringList()
                                             << QStringList{"epoch",
                                                            "model._metadata.",
                                                            "model._metadata.module",
                                                            "model._metadata.module.a",
                                                            "model._metadata.module.b",
                                                            "model._metadata.module.relu",
                                                            "optimizer.step"};
    QTest::newRow("one of two") << QStringList{"model.module.a.*", "epoch"} << QStringList() << QStringList()
                                << QStringList{"epoch", "model._metadata.", "model._metadata.module",
                                               "model._metadata.module.a", "model.module.a.weight"};
    QTest::newRow("other names") << QStringList{"model.*"} << QStringList{"*.b.*"} << QStringList{"model.module.=net."}
                                 << QStringList{"_metadata.", "_metadata.net", "_metadata.net.a", "_metadata.net.relu",
                                                "net.a.weight"};
    QTest::newRow("other names, beside others")
        << QStringList() << QStringList{"*.b.*"} << QStringList{"model.module.=net."} << QStringList();
    QTest::newRow("a group and a key") << QStringList() << QStringList{"model"}
                                       << QStringList{"optimizer=optim", "epoch=last_epoch"}
                                       << QStringList{"last_epoch", "optim.step"};
    QTest::newRow("in the place of all, by what is in it")
        << QStringList{"model.*"} << QStringList() << QStringList{"model.module.*=*"}
        << QStringList{"_metadata.", "_metadata.a", "_metadata.b", "_metadata.relu", "a.weight", "b.weight"};
    QTest::newRow("in the place of all") << QStringList{"model.*"} << QStringList()
                                         << QStringList{"model.module.=model.", "model.="}
                                         << QStringList{"_metadata.",     "_metadata.a", "_metadata.b",
                                                        "_metadata.relu", "a.weight",    "b.weight"};
}

void TestRewrite::selects()
{
    QFETCH(QStringList, keep);
    QFETCH(QStringList, drop);
    QFETCH(QStringList, renames);
    QFETCH(QStringList, expected);
    const auto texts = [](const QStringList& list) {
        std::vector<std::string> out;
        for (const QString& text : list) {
            out.push_back(text.toStdString());
        }
        return out;
    };
    const Made made = make(save(zipOf(usual, 3)), {texts(keep), texts(drop), texts(renames)});
    if (expected.isEmpty()) {
        QVERIFY(!made.plan);
        QCOMPARE(made.plan.error().code, ErrorCode::UnmetRequest);
        return;
    }
    QVERIFY2(made.copy, made.copy ? "" : made.copy.error().paragraph().c_str());
    QCOMPARE(namesOf(**made.copy), expected);
    for (const auto& storage : (*made.copy)->storages()) {
        QCOMPARE((*made.copy)->deviceTag(storage.device), std::string_view("cpu"));
    }
    const auto records = made.plan->storages.storages.size();
    QCOMPARE(records + made.plan->storages.storagesLeftOut, std::size_t(3));
    QVERIFY(made.plan->rows.unusedRules.empty());
}

void TestRewrite::metadataFollows()
{
    const Made made = make(save(zipOf(usual, 3)), {.renames = {"model.module.=model."}});
    QVERIFY2(made.copy, made.copy ? "" : made.copy.error().paragraph().c_str());
    QStringList versions;
    for (checkpoint::EntryId id = 0; id < (*made.copy)->entries().size(); ++id) {
        if (const std::string name = (*made.copy)->entryName(id); name.starts_with("model._metadata.")) {
            versions << QString::fromStdString(name.substr(16) + "=" +
                                               (*made.copy)->valueRepr((*made.copy)->entries()[id]));
        }
    }
    QCOMPARE(versions, QStringList({"=1", "a=2", "b=3", "relu=4"})); // module took the place of what was around it
}

void TestRewrite::cutsAndCasts()
{
    const Made made = make(save(zipOf(usual, 3)), {.casts = {"float32=bfloat16:model.*"}, .compact = true});
    QVERIFY2(made.copy, made.copy ? "" : made.copy.error().paragraph().c_str());
    const auto& copy = **made.copy;
    QCOMPARE(copy.storages().size(), std::size_t(3));
    QCOMPARE(copy.storages()[0].bytes, std::uint64_t(16));
    QCOMPARE(copy.storages()[1].bytes, std::uint64_t(8)); // four of eight, at two bytes each
    QCOMPARE(copy.storages()[2].bytes, std::uint64_t(32));
    QCOMPARE(copy.storages()[1].dtype, formats::Dtype::BFloat16);
    QCOMPARE(copy.tensors()[1].offset + copy.tensors()[2].offset, std::int64_t(0));
    QCOMPARE(made.plan->storages.bytesCut, std::uint64_t(16));
    QVERIFY(copy.issues().empty());
}

/// float8 has no storage class: the call that makes the tensor has to say the dtype.
void TestRewrite::castsToAnUntypedDtype()
{
    const auto made = [&](const char* rebuild, bool requiresGrad) {
        const auto object = [&](PickleWriter& w) {
            w.emptyDict();
            w.text("x");
            w.global("torch._utils", rebuild);
            w.mark();
            w.storage("torch", "FloatStorage", "0", "cuda:0", 8);
            w.integer(0);
            w.integer(8);
            w.tuple(1);
            w.integer(1);
            w.tuple(1);
            const bool isOld = std::string_view(rebuild) == "_rebuild_tensor";
            if (!isOld) {
                w.boolean(requiresGrad);
                w.emptyOrderedDict();
            }
            w.tuple(isOld ? 4 : 6);
            w.reduce();
            w.setItem();
        };
        return make(save(zipOf(object, 1)), {.casts = {"float32=float8_e5m2"}});
    };
    for (const char* rebuild : {"_rebuild_tensor", "_rebuild_tensor_v2"}) {
        const Made small = made(rebuild, false);
        QVERIFY2(small.copy, small.copy ? "" : small.copy.error().paragraph().c_str());
        QCOMPARE((*small.copy)->tensors()[0].dtype, formats::Dtype::Float8E5M2);
        QVERIFY((*small.copy)->issues().empty());
    }
    const Made trained = made("_rebuild_tensor_v2", true);
    QVERIFY(!trained.plan);
    const std::string text = trained.plan.error().paragraph();
    QVERIFY2(text.find("requires grad") != std::string::npos, text.c_str());
    QVERIFY2(text.find("--cast \"float32=float32:x\"") != std::string::npos, text.c_str());
}

/// A storage of bytes is also saved as an untyped one; what is left need not be the first to say what it is.
void TestRewrite::typesWhatWasUntyped()
{
    const Write bytes = [](PickleWriter& w) { w.storage("torch.storage", "UntypedStorage", "0", "cuda:0", 8); };
    const Write numbers = [](PickleWriter& w) { tensor(w, "0", 0, 8, "cuda:0", "ByteStorage"); };
    using Items = std::vector<std::pair<std::string, Write>>;
    for (const Items& items : {Items{{"bytes", bytes}, {"x", numbers}}, Items{{"x", numbers}, {"bytes", bytes}}}) {
        for (const char* dropped : {"bytes", "x"}) {
            const auto object = [&](PickleWriter& w) { dictionary(w, items); };
            const Made made = make(save(zipOf(object, 1)), {.drop = {dropped}});
            QVERIFY2(made.copy, made.copy ? "" : made.copy.error().paragraph().c_str());
            QCOMPARE((*made.copy)->storages()[0].bytes, std::uint64_t(8));
        }
    }
}

void TestRewrite::sharedStorages()
{
    const auto shared = [](PickleWriter& w) {
        dictionary(w, {{"low", tensorAt("0", 1, 2)}, {"high", tensorAt("0", 5, 2)}, {"other", tensorAt("1", 0, 1)}});
    };
    const std::string path = save(zipOf(shared, 2));
    const Made cut = make(path, {.compact = true});
    QVERIFY2(cut.copy, cut.copy ? "" : cut.copy.error().paragraph().c_str());
    QCOMPARE((*cut.copy)->storages()[0].bytes, std::uint64_t(24)); // from 1 to 7
    QCOMPARE((*cut.copy)->tensors()[0].offset, std::int64_t(0));
    QCOMPARE((*cut.copy)->tensors()[1].offset, std::int64_t(4));
    QCOMPARE((*cut.copy)->tensors()[0].storage, (*cut.copy)->tensors()[1].storage);

    const Made alone = make(path, {.drop = {"low"}, .compact = true});
    QVERIFY2(alone.copy, alone.copy ? "" : alone.copy.error().paragraph().c_str());
    QCOMPARE((*alone.copy)->storages()[0].bytes, std::uint64_t(8));

    const Made cast = make(path, {.casts = {"float32=float16:low"}});
    QVERIFY(!cast.plan);
    QVERIFY(cast.plan.error().paragraph().find("shares memory") != std::string::npos);
}

void TestRewrite::refuses_data()
{
    QTest::addColumn<QStringList>("drop");
    QTest::addColumn<QStringList>("renames");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QStringList& drop, const QStringList& renames, const char* expected) {
        QTest::newRow(name) << drop << renames << QString::fromUtf8(expected);
    };
    row("an element of a list", {"list.0"}, {}, "\"list.0\" cannot be left out");
    row("a part of an object", {"object.size"}, {}, "\"object.size\" cannot be left out");
    row("a number as key", {}, {"numbers.1=numbers.one"}, "\"numbers.1\" cannot be renamed");
    row("into another group", {}, {"first.x=second.z"}, "is in another group");
    row("the same name", {}, {"first.x=first.y"}, "first.y");
    row("one dictionary under two names", {"first.x"}, {}, "are the same dictionary");
    row("a dictionary that is the attributes of an object", {"third.x"}, {}, "are the same dictionary");
    row("everything", {"*"}, {}, "nothing would be left");
    row("in the place of all, beside others", {}, {"first.="}, "would take the place of the whole object");
}

void TestRewrite::refuses()
{
    QFETCH(QStringList, drop);
    QFETCH(QStringList, renames);
    QFETCH(QString, expected);
    const auto object = [](PickleWriter& w) {
        PickleWriter::MemoIndex shared = 0;
        PickleWriter::MemoIndex attributes = 0;
        dictionary(w, {{"list",
                        [](PickleWriter& in) {
                            in.emptyList();
                            in.mark();
                            in.integer(1);
                            in.integer(2);
                            in.appends();
                        }},
                       {"object",
                        [](PickleWriter& in) {
                            in.global("m", "C");
                            in.emptyTuple();
                            in.newObject();
                            dictionary(in, {{"size", number(1)}});
                            in.build();
                        }},
                       {"numbers",
                        [](PickleWriter& in) {
                            in.emptyDict();
                            in.integer(1);
                            in.none();
                            in.setItem();
                        }},
                       {"first",
                        [&](PickleWriter& in) {
                            in.emptyDict();
                            shared = in.put();
                            pairs(in, {{"x", number(1)}, {"y", number(2)}});
                        }},
                       {"second", [&](PickleWriter& in) { in.get(shared); }},
                       {"third",
                        [&](PickleWriter& in) {
                            in.emptyDict();
                            attributes = in.put();
                            pairs(in, {{"x", number(1)}, {"y", number(2)}});
                        }},
                       {"owner", [&](PickleWriter& in) {
                            in.global("m", "C");
                            in.emptyTuple();
                            in.newObject();
                            in.get(attributes);
                            in.build();
                        }}});
    };
    Wanted wanted;
    for (const QString& text : drop) {
        wanted.drop.push_back(text.toStdString());
    }
    for (const QString& text : renames) {
        wanted.renames.push_back(text.toStdString());
    }
    const Made made = make(save(zipOf(object, 0)), wanted);
    QVERIFY(!made.plan);
    QCOMPARE(made.plan.error().code, ErrorCode::UnmetRequest);
    const std::string text = made.plan.error().paragraph();
    QVERIFY2(text.find(expected.toStdString()) != std::string::npos, text.c_str());
}

void TestRewrite::bothContainers()
{
    const Made legacy = make(save(zipOf(usual, 3)), {.container = PickleContainer::Legacy});
    QVERIFY2(legacy.copy, legacy.copy ? "" : legacy.copy.error().paragraph().c_str());
    QCOMPARE((*legacy.copy)->format(), checkpoint::Format::TorchLegacy);
    const Made back = make((*legacy.copy)->path(), {});
    QVERIFY2(back.copy, back.copy ? "" : back.copy.error().paragraph().c_str());
    QCOMPARE((*back.copy)->format(), checkpoint::Format::TorchZip);
    QCOMPARE(namesOf(**back.copy), namesOf(*legacy.source));
    const Made untyped =
        make(save(zipOf(usual, 3)), {.casts = {"float32=float8_e5m2:*.a.*"}, .container = PickleContainer::Legacy});
    QVERIFY(!untyped.plan);
    QVERIFY(untyped.plan.error().paragraph().find("\"model.module.a.weight\" cannot be read by PyTorch before 1.6") !=
            std::string::npos);
    for (const auto& [name, expected] : {std::pair("torch214/sparse.pt", "whether it is coalesced"),
                                         std::pair("torch26/sparse_compressed.pt", "sparse_csc came later")}) {
        const Made sparse = make(test::fixture(name).toStdString(), {.container = PickleContainer::Legacy});
        QVERIFY(!sparse.plan);
        QVERIFY2(sparse.plan.error().paragraph().find(expected) != std::string::npos,
                 sparse.plan.error().paragraph().c_str());
    }
    QVERIFY(
        make(test::fixture("torch113/tags_quantized_sparse.pt").toStdString(), {.container = PickleContainer::Legacy})
            .copy);
    const Made small = make(save(zipOf(usual, 3)), {.casts = {"float32=float8_e5m2:*.a.*"}});
    QVERIFY2(small.copy, small.copy ? "" : small.copy.error().paragraph().c_str());
    QCOMPARE((*small.copy)->storages()[0].bytes, std::uint64_t(8));
}

void TestRewrite::otherRecords()
{
    const std::string path = save(zipOf(usual, 3, "kept beside the values"));
    const Made made = make(path, {.drop = {"optimizer"}});
    QVERIFY2(made.copy, made.copy ? "" : made.copy.error().paragraph().c_str());
    const auto& archive = *(*made.copy)->archive();
    QVERIFY(archive.findRecord("notes/readme.txt") != nullptr);
    QCOMPARE(archive.readText(*archive.findRecord("notes/readme.txt")).value(), std::string("kept beside the values"));
    QVERIFY(made.plan->lostRecords.empty());

    const Made other = make(save(zipOf(usual, 3, "another text, as long.")), {.drop = {"optimizer"}});
    QVERIFY(other.copy);
    const auto found = firstDifference(*made.source, *made.plan, m_map, **other.copy, nullptr);
    QVERIFY(found && *found);
    QCOMPARE((**found).text(), std::string("record \"notes/readme.txt\" is not the same"));

    const Made legacy = make(path, {.container = PickleContainer::Legacy});
    QVERIFY2(legacy.copy, legacy.copy ? "" : legacy.copy.error().paragraph().c_str());
    QCOMPARE(legacy.plan->lostRecords, std::vector<std::string>{"notes/readme.txt"});
}

void TestRewrite::findsDifferences()
{
    const std::string path = save(zipOf(usual, 3));
    const Made made = make(path, {.drop = {"optimizer"}});
    QVERIFY(made.copy);
    const auto same = firstDifference(*made.source, *made.plan, m_map, **made.copy, nullptr);
    QVERIFY(same && !*same);
    const auto difference = [&](const std::string& other) {
        const auto copy = openCheckpoint(other);
        const auto found = firstDifference(*made.source, *made.plan, m_map, **copy, nullptr);
        return found && *found ? (**found).text() : std::string("none");
    };
    QCOMPARE(difference(path), std::string("\"epoch\" should not be there"));
    const Made fewer = make(path, {.drop = {"optimizer", "epoch"}});
    QVERIFY(fewer.copy);
    QCOMPARE(difference((*fewer.copy)->path()), std::string("\"epoch\" is missing"));
    QFile file(QString::fromStdString((*made.copy)->path()));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(static_cast<qint64>((*made.copy)->storages()[1].offset)));
    QCOMPARE(file.write("\xff"), qint64(1));
    file.close();
    QCOMPARE(difference((*made.copy)->path()), std::string("the bytes of storage \"1\" are not the same"));
}

void TestRewrite::writesNothingOnFailure()
{
    const std::string path = save(zipOf(usual, 3));
    const auto source = openCheckpoint(path);
    QVERIFY(source);
    const auto plan = planRewrite(**source, {}, m_map, nullptr);
    QVERIFY(plan);
    const QStringList before = test::filesIn(m_folder.path());
    const std::string target = m_folder.filePath(QStringLiteral("never.pth")).toStdString();
    QVERIFY(
        !writeRewrite(**source, *plan, target, FileSink::Existing::Refuse, nullptr,
                      [](const std::string&) -> Result<void> { return fail(ErrorCode::Internal, verbatim("no")); }));
    const auto own = writeRewrite(**source, *plan, path, FileSink::Existing::Replace, nullptr);
    QVERIFY(!own);
    QCOMPARE(own.error().code, ErrorCode::TargetExists);
    QCOMPARE(test::filesIn(m_folder.path()), before);
    // In place: another file got the name of the source meanwhile.
    const FileCheck replaced = [&](const std::string&) -> Result<void> {
        test::writeFile(m_folder.filePath("theirs"), "theirs");
        std::filesystem::rename(m_folder.filePath("theirs").toStdString(), path);
        return {};
    };
    const auto spoiled = writeRewrite(**source, *plan, path, FileSink::Existing::ReplaceSource, nullptr, replaced);
    QVERIFY(!spoiled);
    QCOMPARE(spoiled.error().code, ErrorCode::FileChanged);
    QCOMPARE(test::contentOf(QString::fromStdString(path)), QByteArray("theirs"));
    QCOMPARE(test::filesIn(m_folder.path()), before);
}

CAIRN_TEST(TestRewrite, QCoreApplication);

} // namespace cairn::tst_rewrite

#include "tst_rewrite.moc"
