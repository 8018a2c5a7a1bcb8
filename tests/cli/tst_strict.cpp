#include "core/formats/zip/zip_archive.h"
#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/named_bytes.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"
#include "tests/support/zip_builder.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>
#include <limits>
#include <memory>

namespace cairn::tst_strict {

using namespace cairn::test;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

QByteArray floats(const QList<float>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * static_cast<qsizetype>(sizeof(float))};
}

Outcome strict(const QStringList& arguments)
{
    return cairnCli(QStringList{"check", "--machine", "cpu", "--strict"} + arguments);
}

QJsonValue reportOf(const Outcome& outcome)
{
    return jsonOf(outcome).value("strict");
}

QJsonValue firstRun(const Outcome& outcome)
{
    return jsonOf(outcome).value("runs")[0];
}

/// "rule name", of each finding.
QStringList findingsOf(const Outcome& outcome)
{
    QStringList found;
    for (const QJsonValue finding : reportOf(outcome)["findings"].toArray()) {
        found.append((finding["rule"].toString() + ' ' + finding["name"].toString()).trimmed());
    }
    found.sort();
    return found;
}

/// A fixture with one bit changed in the middle of a storage.
QByteArray damaged(const QString& name)
{
    QByteArray zip = contentOf(fixture(name));
    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(zip.toStdString()));
    const auto entries = (*archive)->entries();
    const auto storage = std::ranges::find_if(entries, [&](const formats::ZipEntry& entry) {
        return (*archive)->name(entry).contains("/data/") && entry.storedBytes != 0;
    });
    const auto at = static_cast<qsizetype>(storage->dataOffset);
    zip[at] = static_cast<char>(zip[at] ^ 1);
    return zip;
}

} // namespace

/// `cairn-cli check --strict` and `--sarif`, as a pipeline runs them. What real torch finds in the same files is asked
/// by tests/oracle/gate_oracle.py.
class TestStrict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void saysWhatItLookedAt();
    void saysWhatItDidNotLookAt();
    void comparesWithTheHub();
    void missingFiles();
    void missingBlocks();
    void oddBlocks();
    void wrongTotals();
    void unlistedRecords();
    void tellsOfManyTheFirst();
    void allows_data();
    void allows();
    void wrongAllowances_data();
    void wrongAllowances();
    void severalFiles();
    void quietAndThroughAPipe();
    void sarif();
    void sarifNames();

private:
    QTemporaryDir m_folder;
};

void TestStrict::finds_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("findings");
    const auto row = [](const char* name, const QByteArray& content, int code, const QStringList& findings) {
        QTest::newRow(name) << content << code << findings;
    };
    const QByteArray some = floats({1, 2, 3, 4});
    const auto one = [&](const QByteArray& shape, const QByteArray& bytes, const QByteArray& dtype = "F32",
                         const QByteArray& name = "w") { return safetensors({{name, shape, bytes, dtype}}); };
    row("nothing", one("2,2", some), 0, {});
    row("NaN", one("2,2", floats({1, kNaN, 3, 4})), 1, {"nan w"});
    row("NaN and infinite", one("2,2", floats({1, kNaN, -kInfinity, 4})), 1, {"infinite w", "nan w"});
    row("infinite", one("4", floats({1, kInfinity, 3, 4})), 1, {"infinite w"});
    row("NaN of eight bits", one("4", QByteArray("\0\1\x7f\2", 4), "F8_E4M3"), 1, {"nan w"});
    row("negative NaN of eight bits", one("4", QByteArray("\0\1\xff\2", 4), "F8_E4M3"), 1, {"nan w"});
    row("infinite of eight bits", one("4", QByteArray("\0\1\x7c\2", 4), "F8_E5M2"), 1, {"infinite w"});
    row("NaN of a scale", one("4", QByteArray("\0\1\xff\2", 4), "F8_E8M0"), 1, {"nan w"});
    row("NaN of sixteen bits", one("2", QByteArray("\0\x3c\1\x7e", 4), "F16"), 1, {"nan w"});
    row("NaN of bfloat16", one("2", QByteArray("\x80\x3f\xc0\x7f", 4), "BF16"), 1, {"nan w"});
    row("NaN in an imaginary part", one("1", floats({1, kNaN}), "C64"), 1, {"nan w"});
    row("integers of the same bytes", one("4", floats({kNaN, kNaN, kNaN, kNaN}), "I32"), 0, {});
    const QByteArray zeros(16, '\0');
    row("zeros", one("2,2", zeros), 1, {"all-zero w"});
    row("negative zeros", one("2,2", floats({-0.0F, -0.0F, -0.0F, -0.0F})), 1, {"all-zero w"});
    row("zeros of rank one", one("4,1", zeros, "F32", "a.lora_B.weight"), 1, {"all-zero a.lora_B.weight"});
    row("a vector of zeros", one("4", zeros), 0, {"zero-values w"});
    row("a row of zeros, as a token", one("1,1,4", zeros), 0, {"zero-values w"});
    row("a bias of two dimensions", one("2,2", zeros, "F32", "attn.bias"), 0, {"zero-values attn.bias"});
    row("one zero", one("1,1", QByteArray(4, '\0')), 0, {});
    row("zeros that are integers", one("2,2", zeros, "I32"), 0, {"zero-values w"});
    row("no truth", one("4,4", zeros, "BOOL"), 0, {});
    row("nothing in it", one("0,4", {}), 0, {});
    row("a changed byte", damaged("torch214/state_dict.pt"), 1,
        {"damaged conv.weight", "zero-values norm.bias", "zero-values norm.running_mean"});
    const QByteArray whole = contentOf(fixture("torch214/state_dict.pt"));
    row("bytes behind it", whole + "more", 1,
        {"added-bytes", "zero-values norm.bias", "zero-values norm.running_mean"});
    row("what does not open", whole.left(whole.size() / 2), 3, {});
    row("NaN among the values", contentOf(fixture("torch113/numbers.pt")), 1,
        {"infinite-value floats.5", "infinite-value floats.6", "nan-value floats.7", "refused-name"});
    row("a checkpoint in a value", contentOf(fixture("torch113/saved_bytes_in_zip.pt")), 1,
        {"hidden-file legacy", "hidden-file zip"});
    row("a shape alone", contentOf(fixture("torch214/meta.pt")), 1, {"no-values half", "no-values meta"});
    row("an array of objects", contentOf(fixture("others/array_objects.npy")), 1, {"does-not-load", "unread"});
    row("a dangerous name", contentOf(hostile("01_reduce_os_system.pt")), 1, {"dangerous-code os.system"});
}

void TestStrict::finds()
{
    QFETCH(const QByteArray, content);
    QFETCH(const int, code);
    const bool isArray = content.startsWith("\x93NUMPY");
    const bool isSafe = content.mid(8, 1) == "{";
    const QString path = writtenFile(m_folder, isArray ? "a.npy" : isSafe ? "a.safetensors" : "a.pt", content);
    const Outcome outcome = strict({"--json", path});
    QTEST(findingsOf(outcome), "findings");
    QCOMPARE(outcome.code, code);
    QCOMPARE(reportOf(outcome)["passes"].toBool(), code == 0);
}

void TestStrict::saysWhatItLookedAt()
{
    const QString path = fixture("torch214/state_dict.pt");
    const QByteArray content = contentOf(path);
    const QJsonObject looked = reportOf(strict({"--json", path}))["looked_at"].toObject();
    QCOMPARE(looked["records"].toInt(), static_cast<int>(content.count("PK\x01\x02"))); // one in the directory each
    QCOMPARE(looked["tensors"].toInt(), 8);
    const Outcome text = strict({path});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("Strict: looked at the values of 8 tensors (184 B), and 14 records"), text.out);
    QVERIFY2(!text.out.contains("Not looked at"), text.out);
    QVERIFY2(cairnCli({"check", path}).out.count("Strict") == 0, "only where it is asked for");
}

void TestStrict::saysWhatItDidNotLookAt()
{
    const QString flat = writtenFile(m_folder, "flat.safetensors", safetensors({{"w", "1", floats({1})}}));
    QVERIFY(strict({flat}).out.simplified().contains("Not looked at: 1 file without checksums"));
    const Outcome bytes = strict({fixture("torch113/saved_bytes_in_zip.pt")});
    QVERIFY2(bytes.out.simplified().contains("what is in 2 values of bytes"), bytes.out);
    const Outcome packed = strict({fixture("byhand/safe_float6.safetensors")});
    QVERIFY2(packed.out.simplified().contains("of a kind that is not read"), packed.out);
    const Outcome unsummed = strict({hostile("27_crc_zero.pt")});
    QVERIFY2(unsummed.out.simplified().contains("without a checksum: changed values would not show"), unsummed.out);
}

void TestStrict::comparesWithTheHub()
{
    const QByteArray content = safetensors({{"w", "2", floats({1, 2})}});
    const QString sum = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex();
    const QString path = writtenFile(m_folder, "blobs/" + sum, content);
    const Outcome fine = strict({"--json", path});
    QCOMPARE(fine.code, 0);
    QCOMPARE(reportOf(fine)["looked_at"]["hub_files"].toInt(), 1);
    QVERIFY(!strict({path}).out.contains("without checksums"));
    writeFile(path, safetensors({{"w", "2", floats({1, 3})}}));
    const Outcome changed = strict({"--json", path});
    QCOMPARE(changed.code, 1);
    QCOMPARE(findingsOf(changed), QStringList{"damaged " + path});
}

void TestStrict::missingFiles()
{
    const Outcome set = strict({"--json", fixture("byhand/sharded_one_missing/model.safetensors.index.json")});
    QCOMPARE(set.code, 1);
    const QStringList found = findingsOf(set);
    QVERIFY2(std::ranges::any_of(found, [](const QString& one) { return one.startsWith("missing-file"); }),
             qPrintable(found.join(u'\n')));
    const QString shard = fixture("byhand/sharded_safetensors/model-00002-of-00003.safetensors");
    QVERIFY(findingsOf(strict({"--json", shard})).contains("part-of-set"));
    const Outcome whole = strict({"--json", fixture("byhand/sharded_safetensors/model.safetensors.index.json")});
    QVERIFY2(!findingsOf(whole).join(u' ').contains("missing-file"), whole.out);

    // A list that is shorter than its files say: what it does not name is not looked at.
    const QTemporaryDir folder;
    for (const char* name : {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors"}) {
        QVERIFY(QFile::copy(fixture("byhand/sharded_safetensors/") + name, folder.filePath(name)));
    }
    QByteArray list = contentOf(fixture("byhand/sharded_safetensors/model.safetensors.index.json"));
    const qsizetype cut = list.indexOf(",\n  \"head.weight\"");
    list.replace(cut, list.indexOf("\n }", cut) - cut, "");
    const Outcome shorter = strict({"--json", writtenFile(folder, "model.safetensors.index.json", list)});
    QCOMPARE(shorter.code, 1);
    QCOMPARE(findingsOf(shorter), (QStringList{"missing-file model-00003-of-00003.safetensors", "other-total"}));
}

void TestStrict::missingBlocks()
{
    const auto file = [this](const char* pattern, const QList<int>& numbers) {
        QList<Named> tensors;
        for (const int number : numbers) {
            QByteArray name = pattern;
            name.replace('#', QByteArray::number(number));
            tensors.append({name, "2,2", floats({1, 2, 3, 4})});
        }
        return writtenFile(m_folder, "blocks.safetensors", safetensors(tensors));
    };
    const Outcome gap = strict({"--json", file("layers.#.fc.weight", {0, 1, 2, 4})});
    QCOMPARE(gap.code, 1);
    QCOMPARE(findingsOf(gap), QStringList{"numbering-gap layers"});
    // A pool or a Dropout between layers leaves the same numbers.
    QCOMPARE(strict({file("features.#.weight", {0, 3, 6, 8, 10})}).code, 0);
    QCOMPARE(strict({file("layers.#.fc.weight", {0, 1, 2, 3})}).code, 0);
}

/// One block without a tensor that all others have was lost on the way, or made so: that is told, and no more.
void TestStrict::oddBlocks()
{
    const auto found = [this](int odd, const QByteArray& instead) {
        QList<Named> tensors;
        for (int block = 0; block < 12; ++block) {
            const QByteArray name = "layers." + QByteArray::number(block) + '.';
            tensors.append({name + "attn.weight", "2,2", floats({1, 2, 3, 4})});
            if (block != odd) {
                tensors.append({name + "attn.bias", "2", floats({1, 2})});
            } else if (!instead.isEmpty()) {
                tensors.append({name + instead, "2", floats({1, 2})});
            }
        }
        const Outcome outcome = strict({"--json", writtenFile(m_folder, "blocks.safetensors", safetensors(tensors))});
        return outcome.code == 0 ? findingsOf(outcome) : QStringList{outcome.out};
    };
    QCOMPARE(found(7, {}), QStringList{"odd-block layers.7"});
    QCOMPARE(found(-1, {}), QStringList());
    QCOMPARE(found(7, "attn.scale"), QStringList()); // made in another way
}

/// Real indexes count in more than one way.
void TestStrict::wrongTotals()
{
    const QString folder = fixture("byhand/sharded_safetensors/");
    const QTemporaryDir copy;
    for (const char* name :
         {"model-00001-of-00003.safetensors", "model-00002-of-00003.safetensors", "model-00003-of-00003.safetensors"}) {
        QVERIFY(QFile::copy(folder + name, copy.filePath(name)));
    }
    QJsonObject index = QJsonDocument::fromJson(contentOf(folder + "model.safetensors.index.json")).object();
    const auto found = [&](std::int64_t total) {
        index["metadata"] = QJsonObject{{"total_size", static_cast<qint64>(total)}};
        const Outcome outcome =
            strict({"--json", writtenFile(copy, "model.safetensors.index.json", QJsonDocument(index).toJson())});
        return findingsOf(outcome).filter("other-total");
    };
    const auto bytes = jsonOf(cairnCli({"inspect", "--json", folder + "model.safetensors.index.json"}));
    std::int64_t total = 0;
    for (const QJsonValue storage : bytes["storages"].toArray()) {
        total += storage["bytes"].toInteger();
    }
    QVERIFY(total != 0);
    QCOMPARE(found(total), QStringList());
    QCOMPARE(found(total + 4), QStringList{"other-total"});
}

/// What stands in a zip beside its directory is told; a file as torch writes it has nothing of the kind.
void TestStrict::unlistedRecords()
{
    const QByteArray zip = contentOf(fixture("torch214/state_dict.pt"));
    const auto found = [this](const QByteArray& content) {
        QStringList rules = findingsOf(strict({"--json", writtenFile(m_folder, "zip.pt", content)}));
        rules.removeIf([](const QString& one) { return one.startsWith("zero-values"); });
        return rules;
    };
    QCOMPARE(found(zip), QStringList());

    QByteArray commented = zip;
    commented[commented.size() - 2] = 5;
    QCOMPARE(found(commented + "hello"), QStringList{"unlisted"});

    const auto archive = formats::ZipArchive::open(std::make_shared<MemorySource>(zip.toStdString()));
    const auto rebuilt = [&](bool isListed) {
        ZipBuilder builder;
        builder.torchLayout = true;
        for (const formats::ZipEntry& entry : (*archive)->entries()) {
            builder.listed.push_back(builder.listed.size());
            builder.add(std::string((*archive)->name(entry)), *(*archive)->readText(entry));
            if (builder.listed.size() == 1) { // between the others, and small as its bytes are
                builder.add("old/data.pkl", "old");
            }
        }
        for (std::size_t& number : builder.listed) {
            number += number == 0 ? 0 : 1;
        }
        if (isListed) {
            builder.listed.clear();
        }
        return QByteArray::fromStdString(builder.build().bytes);
    };
    QCOMPARE(found(rebuilt(false)), QStringList{"unlisted old/data.pkl"});
    QVERIFY(found(rebuilt(true)).filter("unlisted").isEmpty());

    QByteArray other = zip;
    const qsizetype local = other.indexOf("PK\x03\x04");
    other[local + 18] = 9; // its own header says that nine bytes are stored
    QCOMPARE(found(other).filter("irregular").size(), 1);
}

void TestStrict::tellsOfManyTheFirst()
{
    QList<Named> tensors;
    for (int i = 0; i < 50; ++i) {
        tensors.append({"t" + QByteArray::number(i), "1", floats({kNaN})});
    }
    const QString path = writtenFile(m_folder, "many.safetensors", safetensors(tensors));
    const Outcome text = strict({path});
    QVERIFY2(text.out.contains("error nan: A tensor holds NaN (50)"), text.out);
    QVERIFY2(text.out.contains("and 46 more; --json has all"), text.out);
    QVERIFY2(text.out.contains("50 errors"), text.out);
    QCOMPARE(findingsOf(strict({"--json", path})).size(), 50);
}

void TestStrict::allows_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("none") << QStringList() << 1;
    QTest::newRow("one of two") << QStringList{"--allow", "nan"} << 1;
    QTest::newRow("both") << QStringList{"--allow", "nan", "--allow", "infinite"} << 0;
    QTest::newRow("by name") << QStringList{"--allow", "nan:a.*", "--allow", "infinite:*mask"} << 0;
    QTest::newRow("by another name") << QStringList{"--allow", "nan:a.*", "--allow", "infinite:mask"} << 2;
    QTest::newRow("what is not there") << QStringList{"--allow", "nan", "--allow", "infinite", "--allow", "all-zero"}
                                       << 2;
    QTest::newRow("what is not there, leniently")
        << QStringList{"--allow", "nan", "--allow", "infinite", "--allow", "all-zero", "--lenient"} << 0;
}

void TestStrict::allows()
{
    QFETCH(const QStringList, options);
    const QString path = writtenFile(m_folder, "allow.safetensors",
                                     safetensors({{"a.b", "1", floats({kNaN})}, {"c.mask", "1", floats({kInfinity})}}));
    const Outcome outcome = strict(options + QStringList{path});
    QTEST(outcome.code, "code");
    QCOMPARE(outcome.err.contains("fits no finding"), options.join(u' ').contains("all-zero") || outcome.code == 2);
    QCOMPARE(findingsOf(strict(options + QStringList{"--json", path})), QStringList({"infinite c.mask", "nan a.b"}));
}

void TestStrict::wrongAllowances_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const QString path = fixture("torch214/state_dict.pt");
    QTest::newRow("misspelt") << QStringList{"--strict", "--allow", "al-zero", path}
                              << QByteArray("\"al-zero\" is no rule; did you mean \"all-zero\"?");
    QTest::newRow("what cannot be allowed")
        << QStringList{"--strict", "--allow", "does-not-open", path} << QByteArray("cannot be let pass");
    QTest::newRow("without a gate") << QStringList{"--allow", "nan", path} << QByteArray("--allow goes with --strict");
    QTest::newRow("trusted") << QStringList{"--sarif", "--trusted", path} << QByteArray("--trusted");
    QTest::newRow("two kinds of document") << QStringList{"--sarif", "--json", path} << QByteArray("--json");
}

void TestStrict::wrongAllowances()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, words);
    const Outcome outcome = cairnCli(QStringList{"check"} + arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains(words), outcome.err);
}

void TestStrict::severalFiles()
{
    const QTemporaryDir folder;
    (void)writtenFile(folder, "good.safetensors", safetensors({{"w", "1", floats({1})}}));
    QCOMPARE(strict({"-r", folder.path()}).code, 0);
    (void)writtenFile(folder, "bad.safetensors", safetensors({{"w", "1", floats({kNaN})}}));
    QCOMPARE(strict({"-r", folder.path()}).code, 1);
    (void)writtenFile(folder, "broken.safetensors", "no");
    const Outcome outcome = strict({"-r", "--json", folder.path()});
    QCOMPARE(outcome.code, 3);
    QCOMPARE(outcome.out.count('\n'), 3);
}

void TestStrict::quietAndThroughAPipe()
{
    const QString bad = writtenFile(m_folder, "pipe.safetensors", safetensors({{"w", "1", floats({kNaN})}}));
    const Outcome quiet = strict({"-q", bad});
    QCOMPARE(quiet.code, 1);
    QCOMPARE(quiet.out, QByteArray());
    const Outcome piped = shell("\"$1\" check --strict - < \"$2\"", {bad});
    QCOMPARE(piped.code, 1);
    QVERIFY2(piped.out.contains("nan: A tensor holds NaN"), piped.out);
    const Outcome log = shell("\"$1\" check --sarif -q - < \"$2\"", {bad});
    QCOMPARE(log.code, 1);
    QVERIFY(QJsonDocument::fromJson(log.out).isObject());
}

/// What the standard requires of a document: sarif-schema-2.1.0.json.
void TestStrict::sarif()
{
    const QString bad = writtenFile(m_folder, "bad.safetensors",
                                    safetensors({{"a.b", "1", floats({kNaN})}, {"c", "1", floats({kInfinity})}}));
    const Outcome outcome =
        cairnCli({"check", "--sarif", "--machine", "cpu", "--allow", "infinite:c", "--lenient", bad,
                  fixture("torch214/state_dict.pt"), m_folder.filePath("absent.pt"), m_folder.path()});
    QCOMPARE(outcome.code, 4);
    const QJsonObject document = jsonOf(outcome);
    QCOMPARE(document["version"].toString(), "2.1.0");
    QVERIFY(document["$schema"].toString().endsWith("sarif-schema-2.1.0.json"));
    QCOMPARE(document["runs"].toArray().size(), 1);
    const QJsonValue run = firstRun(outcome);
    const QJsonValue driver = run["tool"]["driver"];
    QCOMPARE(driver["name"].toString(), "cairn-cli");
    QVERIFY(!driver["version"].toString().isEmpty());
    const QJsonArray rules = driver["rules"].toArray();
    for (const QJsonValue rule : rules) {
        QVERIFY(!rule["id"].toString().isEmpty());
        QVERIFY(!rule["shortDescription"]["text"].toString().isEmpty());
        QVERIFY(!rule["help"]["text"].toString().isEmpty());
        QVERIFY(QStringList({"error", "warning", "note"}).contains(rule["defaultConfiguration"]["level"].toString()));
    }
    QStringList found;
    for (const QJsonValue result : run["results"].toArray()) {
        const QJsonValue rule = rules[result["ruleIndex"].toInt()];
        QCOMPARE(rule["id"], result["ruleId"]);
        QCOMPARE(rule["defaultConfiguration"]["level"], result["level"]);
        QVERIFY(!result["message"]["text"].toString().isEmpty());
        const QJsonValue place = result["locations"][0];
        QVERIFY(QUrl(place["physicalLocation"]["artifactLocation"]["uri"].toString(), QUrl::StrictMode).isValid());
        const QString name = place["logicalLocations"][0]["fullyQualifiedName"].toString();
        found.append(result["ruleId"].toString() + ' ' + name + (result["suppressions"].isArray() ? " let pass" : ""));
    }
    found.sort();
    QCOMPARE(found, QStringList({"does-not-open ", "does-not-open ", "infinite c let pass", "nan a.b",
                                 "zero-values norm.bias", "zero-values norm.running_mean"}));
    const QJsonValue invocation = run["invocations"][0];
    QVERIFY(!invocation["executionSuccessful"].toBool(true)); // two could not be looked at
    QCOMPARE(invocation["exitCode"].toInt(), 4);
    QStringList levels;
    for (const QJsonValue notification : invocation["toolExecutionNotifications"].toArray()) {
        QVERIFY(!notification["message"]["text"].toString().isEmpty());
        levels.append(notification["level"].toString());
    }
    levels.sort();
    QCOMPARE(levels, QStringList({"error", "error", "note", "note", "warning"})); // --allow fits nothing in the second
    const QJsonValue fine = firstRun(cairnCli({"check", "--sarif", "--machine", "cpu", bad}));
    QVERIFY(fine["invocations"][0]["executionSuccessful"].toBool());
}

void TestStrict::sarifNames()
{
    const QTemporaryDir folder;
    const QByteArray bad = safetensors({{"w", "1", floats({kNaN})}});
    const QStringList names{"a b.safetensors", QString::fromUtf8("gewichte ä#1%.safetensors"), "a:b.safetensors"};
    for (const QString& name : names) {
        const QString path = writtenFile(folder, name, bad);
        const auto uriOf = [](const Outcome& outcome) {
            return jsonOf(
                       outcome)["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                .toString();
        };
        QCOMPARE(QUrl(uriOf(cairnCli({"check", "--sarif", path})), QUrl::StrictMode).toLocalFile(), path);
        // Beside it, the name is relative to where the program runs.
        const QUrl relative(uriOf(shell("cd \"$2\" && \"$1\" check --sarif \"$3\"", {folder.path(), name})),
                            QUrl::StrictMode);
        QVERIFY2(relative.isValid() && relative.scheme().isEmpty(), qPrintable(relative.toString()));
        QCOMPARE(QUrl::fromLocalFile(folder.path() + '/').resolved(relative).toLocalFile(), path);
    }
}

CAIRN_TEST(TestStrict, QCoreApplication);

} // namespace cairn::tst_strict

#include "tst_strict.moc"
