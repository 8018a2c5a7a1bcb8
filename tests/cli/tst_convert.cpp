#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <csignal>
#include <sys/stat.h>
#include <unistd.h>

namespace cairn::tst_convert {

using namespace cairn::test;

namespace {

QString fixture(const QString& name)
{
    return cairn::test::fixture("torch113/" + name);
}

QList<QJsonObject> documents(const QByteArray& lines)
{
    QList<QJsonObject> found;
    for (const QByteArray& line : lines.split('\n')) {
        if (!line.isEmpty()) {
            found.append(QJsonDocument::fromJson(line).object());
        }
    }
    return found;
}

} // namespace

/// `cairn-cli convert` as a user meets it: options, exit codes, reports, and what lies in the folder afterwards.
class TestConvert : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void help();
    void usageErrors_data();
    void usageErrors();
    void writesACopy();
    void reportsAsJson();
    void namesTellTheFormat();
    void takesFilesAfterOptions();
    void warnsOfDamage();
    void maps();
    void dryRunWritesNothing();
    void forceReplaces();
    void manyIntoAFolder();
    void oneBadFileDoesNotStopTheOthers();
    void inputsStayApart_data();
    void inputsStayApart();
    void badTargets_data();
    void badTargets();
    void badSources_data();
    void badSources();
    void interruptLeavesNothing_data();
    void interruptLeavesNothing();
    void changesInPlace();
    void inPlaceAsJson();
    void inPlaceWritesNothingWithoutNeed();
    void inPlaceRefusals_data();
    void inPlaceRefusals();
    void tellsOfRulesThatMatchNothing();
    void mapsDeviceObjects();
    void keepsTheOrderOfItsInputs();
    void sumsUp();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList files() const { return filesIn(m_folder->path()); }
    [[nodiscard]] QStringList tags(const QString& name) const
    {
        const Outcome outcome = cairnCli({"inspect", "--json", at(name)});
        return documents(outcome.out).value(0)["devices"].toObject().keys();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestConvert::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestConvert::help()
{
    const Outcome outcome = cairnCli({"convert", "--help"});
    QCOMPARE(outcome.code, 0);
    for (const char* part : {"FILE...", "-o, --out OUT", "--out-dir DIR", "--map FROM=TO", "--verify", "--force",
                             "--dry-run", "--json", "EXIT STATUS", "EXAMPLES"}) {
        QVERIFY2(outcome.out.contains(part), part);
    }
    for (const QByteArray& line : outcome.out.split('\n')) {
        QVERIFY2(QString::fromUtf8(line).size() <= 80, line.constData());
    }
}

void TestConvert::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("no file") << QStringList{"-o", "x"} << QByteArray("convert needs FILE...");
    QTest::newRow("no target") << QStringList{"a"} << QByteArray("say where to write");
    QTest::newRow("two targets") << QStringList{"a", "-o", "x", "--out-dir", "y"}
                                 << QByteArray("-o and --out-dir exclude each other");
    QTest::newRow("one target for two") << QStringList{"a", "b", "-o", "x"} << QByteArray("several inputs");
    QTest::newRow("map without =") << QStringList{"a", "-o", "x", "--map", "cpu"} << QByteArray("is not FROM=TO");
    QTest::newRow("map from nothing") << QStringList{"a", "-o", "x", "--map", "=cpu"} << QByteArray("is not FROM=TO");
    QTest::newRow("map to nothing") << QStringList{"a", "-o", "x", "--map", "cuda="} << QByteArray("is not FROM=TO");
    QTest::newRow("map to no device") << QStringList{"a", "-o", "x", "--map", "*=GPU"} << QByteArray("\"GPU\"");
    QTest::newRow("map to cpu:0") << QStringList{"a", "-o", "x", "--map", "*=cpu:0"} << QByteArray("\"cpu:0\"");
    QTest::newRow("map to a far index") << QStringList{"a", "-o", "x", "--map", "*=cuda:128"} << QByteArray("127");
    QTest::newRow("in place elsewhere") << QStringList{"a", "--in-place", "-o", "x"} << QByteArray("--in-place");
    QTest::newRow("in place to a folder")
        << QStringList{"a", "--in-place", "--out-dir", "x"} << QByteArray("--in-place");
    QTest::newRow("in place to another format")
        << QStringList{"a", "--in-place", "--to", "safetensors"} << QByteArray("needs a new file");
    QTest::newRow("in place in parts") << QStringList{"a", "--in-place", "--shard-size", "1GB"}
                                       << QByteArray("several files");
    QTest::newRow("in place twice") << QStringList{"a", "./a", "--in-place"} << QByteArray("are one file");
    QTest::newRow("no workers") << QStringList{"a", "-o", "x", "-j", "0"} << QByteArray("-j");
    QTest::newRow("unknown option") << QStringList{"a", "-o", "x", "--maps", "*=cpu"} << QByteArray("--maps");
    QTest::newRow("unknown format") << QStringList{"a", "-o", "x", "--to", "onnx"} << QByteArray("onnx");
}

void TestConvert::usageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, message);
    const Outcome outcome = cairnCli(QStringList{"convert"} + arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(files().isEmpty());
}

void TestConvert::writesACopy()
{
    const Outcome outcome = cairnCli({"convert", fixture("tags_two_gpus.pt"), "-o", at("copy.pt"), "--verify"});
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    for (const char* part : {"copy.pt", "cuda:0 (2), cuda:3 (2)", "cpu (4)", "verified",
                             "cuda:0 (1), cuda:3 (1): ordinary strings, not tags, in \"note\", \"args.device\"\n",
                             "left     torch.device cuda:3: --map-devices maps such objects\n"}) {
        QVERIFY2(outcome.out.contains(part), outcome.out.constData());
    }
    QVERIFY(!outcome.out.contains('\x1b') && !outcome.out.contains('\r')); // no terminal: no progress
    QCOMPARE(files(), QStringList{"copy.pt"});
    QCOMPARE(tags("copy.pt"), QStringList{"cpu"});
}

void TestConvert::reportsAsJson()
{
    const QString source = fixture("tags_two_gpus.pt");
    const Outcome outcome = cairnCli({"convert", source, "-o", at("copy.pt"), "--json", "--verify"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.out.count('\n'), 1);
    const QJsonObject json = documents(outcome.out).value(0);
    QCOMPARE(json["file"].toString(), source);
    QCOMPARE(json["out"].toString(), at("copy.pt"));
    QCOMPARE(json["bytes"].toInteger(), QFileInfo(at("copy.pt")).size());
    QVERIFY(json["seconds"].toDouble() > 0);
    QCOMPARE(json["tags_before"].toObject(), (QJsonObject{{"cuda:0", 2}, {"cuda:3", 2}}));
    QCOMPARE(json["tags_after"].toObject(), (QJsonObject{{"cpu", 4}}));
    QCOMPARE(json["left_as_is"].toObject().keys(), (QStringList{"cuda:0", "cuda:3"}));
    QCOMPARE(json["left_in"].toArray(), (QJsonArray{"note", "args.device"}));
    QVERIFY(json["script_devices"].isArray());
    QCOMPARE(json["verified"], QJsonValue(true));

    const Outcome unverified = cairnCli({"convert", source, "-o", at("other.pt"), "--json"});
    QVERIFY(documents(unverified.out).value(0)["verified"].isNull());
}

/// A name that says another format than the copy has would mislead whoever opens it.
void TestConvert::namesTellTheFormat()
{
    const QString source = fixture("tags_two_gpus.pt");
    const Outcome pickle = cairnCli({"convert", source, "-o", at("copy.safetensors"), "--to", "pth"});
    QCOMPARE(pickle.code, 2);
    QVERIFY2(pickle.err.contains("--to safetensors"), pickle.err);
    const Outcome tensors = cairnCli({"convert", source, "-o", at("copy.pth"), "--to", "safetensors", "--drop-others"});
    QCOMPARE(tensors.code, 2);
    QVERIFY2(tensors.err.contains("name end in .safetensors"), tensors.err);
    QVERIFY(QDir(m_folder->path()).entryList({"copy*"}).isEmpty());
}

/// Options may stand before the files, as the usage line has them.
void TestConvert::takesFilesAfterOptions()
{
    const QString source = fixture("tags_two_gpus.pt");
    for (const QStringList& option : {QStringList{"--map", "cuda:*=cpu"}, QStringList{"--drop", "nothing"},
                                      QStringList{"--cast", "float32=float32:nothing"}}) {
        const Outcome made = cairnCli(QStringList{"convert", "--lenient"} + option +
                                      QStringList{source, "-o", at("copy.pt"), "--force"});
        QVERIFY2(made.code == 0, made.err);
    }
    const Outcome checked = cairnCli({"check", "--trusted", "--map", "*=cpu", source, source});
    QVERIFY2(checked.code == 0, checked.err);
}

/// A copy of a damaged file is as damaged, so it is made for those who know.
void TestConvert::warnsOfDamage()
{
    const QString source = QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/23_missing_record.pt");
    const QStringList plain{"convert", source, "-o", at("copy.pt"), "--verify"};
    const Outcome stopped = cairnCli(plain);
    QVERIFY2(stopped.code == 3 && stopped.err.contains("--lenient"), stopped.err);
    QVERIFY(!QFile::exists(at("copy.pt")));
    const Outcome made = cairnCli(plain + QStringList{"--lenient"});
    QVERIFY2(made.code == 0 && made.out.contains("the source is damaged"), made.out);
    const QString other = QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/42_moved_nothing.pt");
    const Outcome refused = cairnCli({"convert", other, "-o", at("other.pt"), "--verify", "--lenient"});
    QVERIFY2(refused.code == 3 && refused.err.contains("The source is damaged"), refused.err);
}

void TestConvert::maps()
{
    const QString source = fixture("tags_two_gpus.pt");
    const auto convert = [&](const QStringList& rules) {
        QStringList arguments{"convert", source, "-o", at("copy.pt"), "--force", "--verify"};
        for (const QString& rule : rules) {
            arguments << "--map" << rule;
        }
        return cairnCli(arguments).code == 0 ? tags("copy.pt") : QStringList{"failed"};
    };
    QCOMPARE(convert({"cuda:3=cuda:0"}), QStringList{"cuda:0"});
    QCOMPARE(convert({"cuda:*=mps"}), QStringList{"mps"});
    QCOMPARE(convert({"cuda:3=xpu:1", "*=cpu"}), (QStringList{"cpu", "xpu:1"}));
    QCOMPARE(convert({"mps=cpu"}), QStringList{"failed"});
}

void TestConvert::dryRunWritesNothing()
{
    const Outcome text = cairnCli({"convert", fixture("tags_two_gpus.pt"), "--out-dir", at("new"), "--dry-run"});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("nothing was written"));
    QVERIFY(text.out.contains("cpu (4)"));
    const Outcome json =
        cairnCli({"convert", fixture("tags_two_gpus.pt"), "-o", at("copy.pt"), "--dry-run", "--json", "--verify"});
    QCOMPARE(json.code, 0);
    QCOMPARE(documents(json.out).value(0)["tags_after"].toObject(), (QJsonObject{{"cpu", 4}}));
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestConvert::forceReplaces()
{
    QVERIFY(QFile::copy(fixture("state_dict.pt"), at("copy.pt")));
    const QStringList arguments{"convert", fixture("tags_two_gpus.pt"), "-o", at("copy.pt")};
    const Outcome refused = cairnCli(arguments);
    QCOMPARE(refused.code, 4);
    QVERIFY(refused.err.contains("--force"));
    QVERIFY(contentOf(at("copy.pt")) == contentOf(fixture("state_dict.pt")));
    QCOMPARE(cairnCli(arguments + QStringList{"--force"}).code, 0);
    QVERIFY(contentOf(at("copy.pt")) != contentOf(fixture("state_dict.pt")));
    QCOMPARE(files(), QStringList{"copy.pt"});
}

void TestConvert::manyIntoAFolder()
{
    const QStringList names{"tags_two_gpus.pt", "tags_two_gpus_legacy.pt", "tags_module.pt"};
    QStringList arguments{"convert", "--out-dir", at("deep/er"), "--verify", "--json"};
    for (const QString& name : names) {
        arguments << fixture(name);
    }
    const Outcome outcome = cairnCli(arguments);
    QCOMPARE(outcome.code, 0);
    QCOMPARE(documents(outcome.out).size(), 3);
    for (const QString& name : names) {
        QCOMPARE(tags("deep/er/" + name), QStringList{"cpu"});
    }
    QCOMPARE(cairnCli({"convert", "--out-dir", at("other/folders/"), at("missing.pt")}).code, 4);
    QVERIFY(!QFileInfo::exists(at("other"))); // nothing was written into it
}

void TestConvert::oneBadFileDoesNotStopTheOthers()
{
    const QString bad = writtenFile(*m_folder, "bad.pt", "Hello, world.\n");
    const Outcome outcome = cairnCli({"convert", fixture("tags_two_gpus.pt"), bad, at("missing.pt"),
                                      fixture("tags_module.pt"), "--out-dir", at("out"), "--json"});
    QCOMPARE(outcome.code, 4); // the worst of them
    const QList<QJsonObject> reports = documents(outcome.out);
    QCOMPARE(reports.size(), 4);
    QCOMPARE(reports[0]["tags_after"].toObject().keys(), QStringList{"cpu"});
    QCOMPARE(reports[1]["file"].toString(), bad);
    QVERIFY(reports[1]["error"].isObject());
    QCOMPARE(reports[2]["error"]["code"].toString(), QStringLiteral("io.not-found"));
    QCOMPARE(reports[3]["tags_after"].toObject().keys(), QStringList{"cpu"});
    QCOMPARE(reports[2]["out"].toString(), at("out/missing.pt"));
    QCOMPARE(outcome.err.count('\n'), 3); // and that the module runs code
    QCOMPARE(QDir(at("out")).entryList(QDir::Files | QDir::Hidden),
             (QStringList{"tags_module.pt", "tags_two_gpus.pt"}));
}

void TestConvert::inputsStayApart_data()
{
    QTest::addColumn<QStringList>("inputs");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<int>("code");
    QTest::newRow("one name twice") << QStringList{"a/model.pt", "b/model.pt"} << "out"
                                    << QByteArray("would have the same name") << 2;
    QTest::newRow("the place of another input")
        << QStringList{"a/model.pt", "b/model.pt"} << "b" << QByteArray("would replace another input") << 2;
    QTest::newRow("its own place") << QStringList{"a/model.pt"} << "a" << QByteArray("the source itself") << 4;
}

/// With --force too, no input is ever overwritten and no copy by another.
void TestConvert::inputsStayApart()
{
    QFETCH(QStringList, inputs);
    QFETCH(QString, folder);
    QFETCH(QByteArray, message);
    QFETCH(int, code);
    QVERIFY(QDir(m_folder->path()).mkdir("a") && QDir(m_folder->path()).mkdir("b"));
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("a/model.pt")));
    QVERIFY(QFile::copy(fixture("tags_module.pt"), at("b/model.pt")));
    QStringList arguments{"convert", "--force", "--out-dir", at(folder)};
    for (const QString& input : inputs) {
        arguments << at(input);
    }
    const Outcome outcome = cairnCli(arguments);
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(message), outcome.err.constData());
    QVERIFY(contentOf(at("a/model.pt")) == contentOf(fixture("tags_two_gpus.pt")));
    QVERIFY(contentOf(at("b/model.pt")) == contentOf(fixture("tags_module.pt")));
    QVERIFY(!QFile::exists(at("out/model.pt")));
}

void TestConvert::badTargets_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("a FIFO") << "fifo";
    QTest::newRow("a device") << "device";
    QTest::newRow("a link to itself") << "loop";
    QTest::newRow("a link to the source") << "link";
    QTest::newRow("another name of the source") << "twin";
    QTest::newRow("the source") << "source.pt";
    QTest::newRow("a name that is too long") << QString(300, 'n');
    QTest::newRow("in no folder") << "missing/copy.pt";
    QTest::newRow("below a file") << "file/copy.pt";
}

void TestConvert::badTargets()
{
    QFETCH(QString, target);
    QCOMPARE(::mkfifo(qPrintable(at("fifo")), 0600), 0);
    QVERIFY(QFile::copy(fixture("state_dict.pt"), at("file")));
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("source.pt")));
    QCOMPARE(::link(qPrintable(at("source.pt")), qPrintable(at("twin"))), 0);
    QCOMPARE(::symlink("source.pt", qPrintable(at("link"))), 0);
    QCOMPARE(::symlink("loop", qPrintable(at("loop"))), 0);
    QCOMPARE(::symlink("/dev/null", qPrintable(at("device"))), 0);
    const QStringList before = files();
    for (const QStringList& more : {QStringList{}, QStringList{"--force"}}) {
        const Outcome outcome = cairnCli(QStringList{"convert", at("source.pt"), "-o", at(target)} + more);
        QCOMPARE(outcome.code, 4);
        QCOMPARE(outcome.err.count('\n'), 1);
    }
    QCOMPARE(files(), before);
    QVERIFY(contentOf(at("source.pt")) == contentOf(fixture("tags_two_gpus.pt")));
    QVERIFY(contentOf(at("file")) == contentOf(fixture("state_dict.pt")));
}

void TestConvert::badSources_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<int>("code");
    const QString byHand = cairn::test::fixture("byhand/");
    QTest::newRow("missing") << "/nowhere/model.pt" << 4;
    QTest::newRow("no name") << "" << 4;
    QTest::newRow("a folder") << byHand << 4;
    QTest::newRow("no checkpoint") << QStringLiteral(CAIRN_TESTS_DIR "/cli/tst_convert.cpp") << 3;
    QTest::newRow("a format that is only read") << cairn::test::fixture("torch26/export.pt2") << 3;
}

void TestConvert::badSources()
{
    QFETCH(QString, source);
    QFETCH(int, code);
    const Outcome outcome = cairnCli({"convert", source, "-o", at("copy.pt")});
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(source.toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(files().isEmpty());
}

void TestConvert::interruptLeavesNothing_data()
{
    QTest::addColumn<int>("signalsAtOnce");
    QTest::newRow("once") << 1;
    QTest::newRow("twice, as timeout does it") << 2;
}

/// Ctrl-C in the middle of a large copy.
void TestConvert::interruptLeavesNothing()
{
    // A legacy stream with a tail: what follows the storages belongs to the caller and is copied all the same.
    QVERIFY(QFile::copy(fixture("tags_two_gpus_legacy.pt"), at("large.pt")));
    QVERIFY(QFile::setPermissions(at("large.pt"), QFile::ReadOwner | QFile::WriteOwner));
    if (!QFile(at("large.pt")).resize(qint64{3} << 30)) {
        QSKIP("no sparse files here");
    }
    QProcess process;
    process.setEnvironment(cairn::test::kPlainEnvironment);
    process.start(CAIRN_CLI, {"convert", at("large.pt"), "-o", at("copy.pt")});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY_WITH_TIMEOUT(files().size() > 1 || process.state() == QProcess::NotRunning, 30'000);
    QFETCH(int, signalsAtOnce);
    for (int i = 0; i < signalsAtOnce; ++i) {
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QTest::qSleep(2); // or they would be one
    }
    QVERIFY(process.waitForFinished(120'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 130);
    QCOMPARE(files(), QStringList{"large.pt"});
}

void TestConvert::changesInPlace()
{
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("a model.pt")));
    const QStringList arguments{"convert", at("a model.pt"), "--in-place", "--verify"};
    const Outcome planned = cairnCli(arguments + QStringList{"--dry-run"});
    QCOMPARE(planned.code, 0);
    QVERIFY2(planned.out.contains("cpu (4)") && planned.out.contains("nothing was written"), planned.out.constData());
    QVERIFY(contentOf(at("a model.pt")) == contentOf(fixture("tags_two_gpus.pt")));

    const Outcome outcome = cairnCli(arguments);
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.err.isEmpty(), outcome.err.constData());
    for (const char* part : {"in place", "cuda:0 (2), cuda:3 (2)", "cpu (4)", "at its end", "verified"}) {
        QVERIFY2(outcome.out.contains(part), outcome.out.constData());
    }
    QCOMPARE(files(), QStringList{"a model.pt"});
    QCOMPARE(tags("a model.pt"), QStringList{"cpu"});

    // What the report says undoes it.
    const qsizetype begin = outcome.out.indexOf("truncate");
    QVERIFY(begin > 0);
    QCOMPARE(cairn::test::shell(QString::fromUtf8(outcome.out.mid(begin)).trimmed(), {}).code, 0);
    QVERIFY(contentOf(at("a model.pt")) == contentOf(fixture("tags_two_gpus.pt")));
}

void TestConvert::inPlaceAsJson()
{
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("model.pt")));
    const Outcome outcome = cairnCli({"convert", at("model.pt"), "--in-place", "--verify", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject json = documents(outcome.out).value(0);
    QCOMPARE(json["out"].toString(), at("model.pt"));
    QCOMPARE(json["bytes_before"].toInteger(), QFileInfo(fixture("tags_two_gpus.pt")).size());
    QCOMPARE(json["bytes"].toInteger(), QFileInfo(at("model.pt")).size());
    QCOMPARE(json["tags_after"].toObject(), (QJsonObject{{"cpu", 4}}));
    QCOMPARE(json["verified"], QJsonValue(true));
}

void TestConvert::inPlaceWritesNothingWithoutNeed()
{
    QVERIFY(QFile::copy(fixture("state_dict.pt"), at("model.pt")));
    const Outcome outcome = cairnCli({"convert", at("model.pt"), "--in-place"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.contains("nothing had to change"));
    QVERIFY(contentOf(at("model.pt")) == contentOf(fixture("state_dict.pt")));
}

void TestConvert::inPlaceRefusals_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<int>("code");
    QTest::newRow("a legacy stream") << "legacy.pt" << QByteArray("cannot be changed in place") << 3;
    QTest::newRow("a tar") << "tar.pt" << QByteArray("cannot be changed in place") << 3;
    QTest::newRow("write-protected") << "protected.pt" << QByteArray("writ") << 4;
    QTest::newRow("two names") << "twin.pt" << QByteArray("hard links") << 4;
    QTest::newRow("missing") << "missing.pt" << QByteArray("No such file") << 4;
    QTest::newRow("a folder") << "folder" << QByteArray("folder") << 4;
}

void TestConvert::inPlaceRefusals()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, word);
    QFETCH(int, code);
    QVERIFY(QDir(m_folder->path()).mkdir("folder"));
    QVERIFY(QFile::copy(fixture("tags_two_gpus_legacy.pt"), at("legacy.pt")));
    QVERIFY(QFile::copy(cairn::test::fixture("byhand/tar_old.pt"), at("tar.pt")));
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("protected.pt")));
    QCOMPARE(::chmod(qPrintable(at("protected.pt")), 0444), 0);
    QVERIFY(QFile::copy(fixture("tags_two_gpus.pt"), at("twin.pt")));
    QCOMPARE(::link(qPrintable(at("twin.pt")), qPrintable(at("other.pt"))), 0);
    const bool isFile = QFileInfo(at(file)).isFile();
    const QByteArray before = isFile ? contentOf(at(file)) : QByteArray();
    const Outcome outcome = cairnCli({"convert", at(file), "--in-place"});
    QCOMPARE(outcome.code, code);
    QVERIFY2(outcome.err.contains(word) && outcome.err.contains(file.toUtf8()), outcome.err.constData());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(!isFile || contentOf(at(file)) == before);
}

void TestConvert::tellsOfRulesThatMatchNothing()
{
    const QStringList arguments{
        "convert",   fixture("tags_two_gpus.pt"), "--dry-run", "-o", at("copy.pt"), "--map", "cuda:2=cpu", "--map",
        "cuda:0=cpu"};
    const Outcome text = cairnCli(arguments);
    QCOMPARE(text.code, 2);
    QVERIFY2(text.err.contains("nothing is saved on \"cuda:2\"; the file has cuda:0 (2), cuda:3 (2)"),
             text.err.constData());
    const QJsonObject failed = documents(cairnCli(arguments + QStringList{"--json"}).out).value(0);
    QCOMPARE(failed["error"].toObject()["code"].toString(), "usage.unmet-request");
    const QJsonArray warnings =
        documents(cairnCli(arguments + QStringList{"--json", "--lenient"}).out).value(0)["warnings"].toArray();
    QCOMPARE(warnings.size(), 1);
    const auto errorOf = [&](const QByteArray& map, const char* name) {
        const QString file = writtenFile(*m_folder, name, map);
        return cairnCli({"convert", fixture("tags_two_gpus.pt"), "--dry-run", "-o", at("copy.pt"), "--map-file", file})
            .err;
    };
    const QByteArray table = errorOf(R"({"format": "cairn.devicemap", "version": 1, "map": "table",
                                        "table": {"cuda:*": "cuda:0"}})",
                                     "table.json");
    QVERIFY2(table.contains("a table knows whole tags only"), table);
    const QByteArray rules = errorOf(R"({"format": "cairn.devicemap", "version": 1, "map": "rules",
                                        "rules": [{"path": "nosuch*", "to": "cuda:0"}]})",
                                     "rules.json");
    QVERIFY2(rules.contains("rule 1 of the map fits no storage, as no name fits \"nosuch*\""), rules);
    // Without rules of one's own there is nothing to mistype.
    QVERIFY(!cairnCli({"convert", fixture("state_dict.pt"), "--dry-run", "-o", at("copy.pt")}).out.contains("warning"));
}

void TestConvert::mapsDeviceObjects()
{
    const QStringList arguments{
        "convert", fixture("torch_objects.pt"), "-o", at("copy.pt"), "--json", "--verify", "--force", "--map",
        "*=cuda:1"};
    const auto objects = [](const Outcome& outcome) {
        return documents(outcome.out).value(0)["device_objects"].toArray().toVariantList();
    };
    const Outcome kept = cairnCli(arguments);
    QCOMPARE(kept.code, 0);
    QVERIFY(objects(kept).isEmpty());
    QVERIFY(!documents(kept.out).value(0)["device_objects_left"].toArray().isEmpty());
    const Outcome mapped = cairnCli(arguments + QStringList{"--map-devices"});
    QCOMPARE(mapped.code, 0);
    QCOMPARE(objects(mapped), (QVariantList{"device: cpu -> cuda:1", "cuda_no_index: cuda -> cuda:1"}));
    QCOMPARE(documents(mapped.out).value(0)["verified"], QJsonValue(true));
    const Outcome back = cairnCli({"convert", at("copy.pt"), "-o", at("back.pt"), "--json", "--map-devices"});
    QCOMPARE(objects(back),
             (QVariantList{"device: cuda:1 -> cpu", "cuda: cuda:1 -> cpu", "cuda_no_index: cuda:1 -> cpu"}));
}

void TestConvert::keepsTheOrderOfItsInputs()
{
    QStringList arguments{"convert", "--out-dir", at("out"), "--json", "-j", "8"};
    QStringList inputs;
    for (int i = 0; i < 40; ++i) {
        // Every other one takes longer.
        inputs << at(QString("%1.pt").arg(i));
        QVERIFY(QFile::copy(fixture(i % 2 == 0 ? "thousands.pt" : "state_dict.pt"), inputs.back()));
    }
    const Outcome outcome = cairnCli(arguments + inputs);
    QCOMPARE(outcome.code, 0);
    const QList<QJsonObject> reports = documents(outcome.out);
    QCOMPARE(reports.size(), inputs.size());
    for (qsizetype i = 0; i < inputs.size(); ++i) {
        QCOMPARE(reports[i]["file"].toString(), inputs[i]);
    }
}

void TestConvert::sumsUp()
{
    const QStringList inputs{fixture("tags_two_gpus.pt"), at("missing.pt"), fixture("tags_module.pt")};
    const Outcome outcome = cairnCli(QStringList{"convert", "--out-dir", at("out")} + inputs);
    QCOMPARE(outcome.code, 4);
    const QByteArray last = outcome.out.trimmed().split('\n').back();
    QVERIFY2(last.startsWith("2 files converted, 1 failed, ") && last.contains("written in"), last.constData());
    const Outcome one = cairnCli({"convert", inputs[0], "-o", at("copy.pt")});
    QVERIFY(!one.out.contains("converted"));
    const Outcome json = cairnCli(QStringList{"convert", "--out-dir", at("more"), "--json"} + inputs);
    QCOMPARE(documents(json.out).size(), 3);
    QVERIFY(!json.out.contains("converted"));
}

CAIRN_TEST(TestConvert, QCoreApplication);

} // namespace cairn::tst_convert

#include "tst_convert.moc"
