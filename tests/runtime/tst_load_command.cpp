#include "tests/support/fake_torch.h"
#include "tests/support/fixtures.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>
#include <sys/types.h>

namespace cairn::tst_load_command {

using namespace cairn::test;

namespace {

#ifdef CAIRN_TORCH_MODULE
const QStringList kEnvironment = kPlainEnvironment + QStringList{"CAIRN_RUNTIME=" CAIRN_TORCH_MODULE};
#endif
const QString kScripts = QStringLiteral(CAIRN_TESTS_DIR "/runtime/scripts/"); // whose code runs when it is loaded

/// The libraries that the loader opened while the program ran.
QByteArray loadedLibraries(const QStringList& arguments, const QStringList& environment)
{
    const Outcome ran = cairnCli(arguments, environment + QStringList{"LD_DEBUG=files"});
    QByteArray names;
    for (const QByteArray& line : ran.err.split('\n')) {
        if (line.contains("calling init: ")) {
            names += line.mid(line.indexOf("calling init: ")) + '\n';
        }
    }
    return names;
}

/// An environment with a python and a torch in it whose torch.jit.load does this. False if there is no python.
bool installPython(const QString& environment, const QByteArray& load)
{
    QProcess asked;
    asked.start("python3",
                {"-I", "-c", "import sys; print(sys._base_executable); print('python%d.%d' % sys.version_info[:2])"});
    const QList<QByteArray> said = outcomeOf(asked).out.trimmed().split('\n');
    if (said.size() != 2) {
        return false;
    }
    const QString python = QString::fromLocal8Bit(said[0]);
    const QString packages = environment + "/lib/" + QString::fromLatin1(said[1]) + "/site-packages";
    installTorch(packages);
    writeFile(packages + "/torch/__init__.py", contentOf(kScripts + "fake_torch.py").replace("WHAT_IT_DOES", load));
    writeFile(environment + "/pyvenv.cfg", "home = " + QFileInfo(python).path().toLocal8Bit() + "\n");
    return QDir(environment).mkpath("bin") && QFile::link(python, environment + "/bin/python3");
}

} // namespace

/// `cairn-cli load` as a person runs it.
class tst_LoadCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsWithoutLibTorch();
    void withoutTheModule();
    void refusesDangerousFiles();
    void torchsWordsAreLines();
    void uselessRules();
    void wordsOfLibrariesStayOutOfTheOutput();
    void throughAPyTorch();
    void scriptCodeInAPython_data();
    void scriptCodeInAPython();
    void scriptCodeInAPythonEndsAtOnce();
    void devicesListEveryPyTorch();
    void torchThatIsNotThere();
#ifdef CAIRN_TORCH_MODULE
    void opensItOnNeed();
    void exitCodes_data();
    void exitCodes();
    void document();
    void strictIsTorch();
    void script();
    void scriptCodeRunsOnWish();
    void scriptCodeEndsAtOnce();
    void words();
    void countsWholeTensors();
    void keepsWhatIsCoalesced();
    void nothingToCheckOnMeta();
#endif
};

void tst_LoadCommand::startsWithoutLibTorch()
{
    for (const QStringList& arguments :
         {QStringList{"inspect", kSample}, QStringList{"check", kSample}, QStringList{"load", "--help"}}) {
        const QByteArray names = loadedLibraries(arguments, kPlainEnvironment);
        QVERIFY(names.contains("libc.so"));
        QVERIFY2(!names.contains("torch") && !names.contains("c10"), names.constData());
    }
}

/// Before anything is loaded, so that it needs no module.
void tst_LoadCommand::refusesDangerousFiles()
{
    const QString evil = QStringLiteral(CAIRN_SOURCE_DIR "/tests/hostile/01_reduce_os_system.pt");
    const QStringList environment = kPlainEnvironment + QStringList{"CAIRN_RUNTIME=/nowhere"};
    for (const QStringList& gate : {QStringList{}, QStringList{"--no-dangerous"}}) {
        const Outcome refused = cairnCli(QStringList{"load", evil, "--json"} + gate, environment);
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains("os.system") && refused.err.contains("--trusted"), refused.err.constData());
        QCOMPARE(jsonOf(refused)["error"].toObject()["code"].toString(), "file.dangerous");
    }
    QCOMPARE(cairnCli({"load", evil, "--trusted"}, environment).code, 4); // only the module is missing
    QCOMPARE(cairnCli({"load", evil, "--trusted", "--no-dangerous"}, environment).code, 2);
    QCOMPARE(cairnCli({"load", kSample, "--no-dangerous"}, environment).code, 4);
#ifdef CAIRN_TORCH_MODULE
    const Outcome told = cairnCli({"load", evil, "--trusted", "--json"}, kEnvironment);
    QCOMPARE(told.code, 0);
    QVERIFY2(told.err.contains("dangerous: it names os.system"), told.err.constData());
    QCOMPARE(jsonOf(told)["trust"].toObject()["verdict"].toString(), "dangerous");
#endif
}

void tst_LoadCommand::withoutTheModule()
{
    const Outcome ran = cairnCli({"load", kSample}, kPlainEnvironment + QStringList{"CAIRN_RUNTIME=/nowhere"});
    QCOMPARE(ran.code, 4);
    QVERIFY(ran.err.contains("/nowhere"));
    const Outcome damaged =
        cairnCli({"load", fixture("../CMakeLists.txt")}, kPlainEnvironment + QStringList{"CAIRN_RUNTIME=/nowhere"});
    QCOMPARE(damaged.code, 3); // the file first
}

void tst_LoadCommand::torchsWordsAreLines()
{
    const QStringList environment = kPlainEnvironment + QStringList{"CAIRN_RUNTIME=" FAKE_MODULE};
    const QString script = fixture("torch113/script_plain.pt");
    const Outcome text = cairnCli({"load", script, "--map", "*=cpu", "--run-script-code"}, environment);
    QCOMPARE(text.code, 1);
    QVERIFY2(
        text.err.contains("op: test::op.\n  ret = ops.test.op(x)\n        ~~~~~~~~~~~ <--- HERE\nThe script needs"),
        text.err.constData());
    const QJsonObject failure =
        jsonOf(cairnCli({"load", script, "--map", "*=cpu", "--run-script-code", "--json"}, environment))["error"]
            .toObject();
    QVERIFY(failure["why"].toString().contains("test::op.\n  ret"));
    QVERIFY(failure["advice"].toString().contains("import that library"));
}

void tst_LoadCommand::uselessRules()
{
    const QStringList environment = kPlainEnvironment + QStringList{"CAIRN_RUNTIME=" FAKE_MODULE};
    const QStringList arguments{"load", kSample, "--map", "cuda:7=cpu", "--map", "*=cpu"};
    const Outcome text = cairnCli(arguments, environment);
    QVERIFY2(text.out.contains("Warning: nothing is saved on \"cuda:7\""), text.out.constData());
    QCOMPARE(jsonOf(cairnCli(arguments + QStringList{"--json"}, environment))["warnings"].toArray().size(), 1);
    const QJsonObject refused = jsonOf(cairnCli({"load", kSample, "--map", "mps=cpu", "--json"}, environment));
    QCOMPARE(refused["loads"].toBool(true), false);
    QCOMPARE(refused["warnings"].toArray().size(), 1);
}

void tst_LoadCommand::wordsOfLibrariesStayOutOfTheOutput()
{
    const QStringList environment =
        kPlainEnvironment + QStringList{"CAIRN_RUNTIME=" FAKE_MODULE, "CAIRN_FAKE_WORDS=UCX ERROR of a library\n"};
    for (const QStringList& arguments :
         {QStringList{"load", kSample, "--map", "*=cpu", "--json"},
          QStringList{"load", fixture("torch113/script_plain.pt"), "--map", "*=cpu", "--run-script-code", "--json"},
          QStringList{"devices", "--json"}}) {
        const Outcome ran = cairnCli(arguments, environment);
        QVERIFY2(!jsonOf(ran).isEmpty() && !ran.out.contains("UCX"), ran.out.constData());
        QVERIFY2(ran.err.contains("UCX ERROR of a library"), ran.err.constData());
    }
}

/// One that lies there, in a process of its own.
void tst_LoadCommand::throughAPyTorch()
{
    const QTemporaryDir folder;
    installCudaTorch(packagesOf(folder.path()));
    const QStringList environment =
        kPlainEnvironment + QStringList{"CAIRN_FAKE_WORDS=UCX ERROR of a library\n", "CAIRN_TORCH_AT=" + folder.path()};
    const QStringList arguments{"load", kSample, "--map", "cuda:*=cpu", "--check-values"};
    const Outcome text = cairnCli(arguments, environment);
    QVERIFY2(text.code == 0, (text.out + text.err).constData());
    QVERIFY2(text.out.contains("Loaded with PyTorch 2.99.0+test in " + folder.path().toUtf8() + ": 183 tensors"),
             text.out.constData());
    QVERIFY2(text.out.contains("every value is as in the file") && !text.out.contains("UCX"), text.out.constData());
    const QJsonObject found =
        jsonOf(cairnCli(arguments + QStringList{"--json", "--torch-at", folder.path()}, kPlainEnvironment));
    QCOMPARE(found["torch"].toString(), "2.99.0+test");
    QCOMPARE(found["torch_at"].toString(), folder.path());
    QCOMPARE(found["check"].toObject()["different"].toArray().size(), 0);
    QCOMPARE(found["check"].toObject()["tensors"].toInt(), 183);
    // TorchScript is read as all others; its code would need a python beside the torch.
    const QString script = fixture("torch113/script_plain.pt");
    const Outcome code = cairnCli({"load", script, "--map", "*=cpu", "--run-script-code"}, environment);
    QCOMPARE(code.code, 4);
    QVERIFY2(code.err.contains("without --run-script-code"), code.err.constData());
    QCOMPARE(cairnCli({"load", script, "--map", "*=cpu", "--check-values"}, environment).code, 0);
}

void tst_LoadCommand::scriptCodeInAPython_data()
{
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("exit");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("loads") << QByteArray("return Module()") << 1 << QByteArray("its values are not those in the file");
    QTest::newRow("is refused") << QByteArray("raise RuntimeError(what_is_allowed())") << 1
                                << QByteArray("allowed: nothing");
    QTest::newRow("says no") << QByteArray("raise ValueError('Unknown operator test::op')") << 1
                             << QByteArray("Unknown operator test::op");
    QTest::newRow("crashes") << QByteArray("os.abort()") << 1 << QByteArray("It was ended by signal 6");
    QTest::newRow("talks nonsense") << QByteArray("os.pwrite(4, b'\\xff' * 24, 0); os._exit(0)") << 1
                                    << QByteArray("is no more; nothing stays loaded");
    QTest::newRow("lies") << QByteArray("os.pwrite(4, b'\\0' * 8 + b'\\x18' + b'\\0' * 15, 0); os._exit(0)") << 1
                          << QByteArray("It answered with rubbish");
}

/// With a torch that is none: its torch.jit.load is the code of the row.
void tst_LoadCommand::scriptCodeInAPython()
{
    QFETCH(QByteArray, code);
    QFETCH(int, exit);
    QFETCH(QByteArray, told);
    const QTemporaryDir folder;
    if (!installPython(folder.path(), code)) {
        QSKIP("there is no python3");
    }
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.setEnvironment(kPlainEnvironment);
    process.start(CAIRN_CLI, {"load", fixture("torch113/script_plain.pt"), "--map", "*=cpu", "--run-script-code",
                              "--check-values", "--torch-at", folder.path()});
    const Outcome ran = cairn::test::outcomeOf(process);
    QCOMPARE(ran.code, exit);
    QVERIFY2((ran.out + ran.err).contains(told), (ran.out + ran.err).constData());
    QVERIFY(!QFile::exists(folder.filePath("written")));
}

void tst_LoadCommand::scriptCodeInAPythonEndsAtOnce()
{
    const QTemporaryDir folder;
    if (!installPython(folder.path(), "time.sleep(10_000)")) {
        QSKIP("there is no python3");
    }
    QProcess process;
    process.setEnvironment(kPlainEnvironment);
    process.start(CAIRN_CLI, {"load", fixture("torch113/script_plain.pt"), "--map", "*=cpu", "--run-script-code",
                              "--torch-at", folder.path()});
    QVERIFY(process.waitForStarted());
    const QString children = QStringLiteral("/proc/%1/task/%1/children").arg(process.processId());
    const auto isPython = [](const QByteArray& child) {
        return contentOf(QStringLiteral("/proc/%1/cmdline").arg(QString::fromLatin1(child))).contains("python3");
    };
    QByteArray child;
    QTRY_VERIFY_WITH_TIMEOUT(isPython(child = contentOf(children).trimmed().split(' ').last()), 60'000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QCOMPARE(cairn::test::outcomeOf(process).code, 130);
    QVERIFY(!isPython(child));
}

void tst_LoadCommand::devicesListEveryPyTorch()
{
    const QTemporaryDir folder;
    installTorch(packagesOf(folder.filePath("old")), "__version__ = '1.13.1'\n");
    installCudaTorch(packagesOf(folder.filePath("good")), FAKE_TORCH);
    const QStringList environment{"LC_ALL=C.UTF-8", "PATH=/nowhere", "VIRTUAL_ENV=" + folder.filePath("old"),
                                  "CONDA_PREFIX=" + folder.filePath("good")};
    // A program elsewhere, beside which no module lies.
    const QString program = folder.filePath("cairn-cli");
    QVERIFY(QFile::copy(CAIRN_CLI, program));
    const auto run = [&](const QStringList& arguments) {
        QProcess process;
        process.setEnvironment(environment);
        process.start(program, arguments);
        return outcomeOf(process);
    };
    const Outcome text = run({"devices"});
    QCOMPARE(text.code, 0);
    const QByteArray words = text.out.simplified();
    for (const QString& part :
         {QStringLiteral("1.13.1 for CPU, in %1 (VIRTUAL_ENV): it is too old").arg(folder.filePath("old")),
          QStringLiteral("2.99.0+test for CUDA 12.4, in %1 (CONDA_PREFIX).").arg(folder.filePath("good")),
          QStringLiteral("Cairn loads with PyTorch 2.99.0+test in %1: it is the first that can be used.")
              .arg(folder.filePath("good"))}) {
        QVERIFY2(words.contains(part.toUtf8()), words.constData());
    }
    const QJsonObject found = jsonOf(run({"devices", "--json"}));
    QCOMPARE(found["libtorch"].toString(), "2.99.0+test");
    QCOMPARE(found["libtorch_at"].toString(), folder.filePath("good"));
    QVERIFY(found["torches"][0]["problem"].toString().startsWith("it is too old"));
    QCOMPARE(found["torches"][1]["devices"].toString(), "CUDA 12.4");
    QCOMPARE(found["torches"][1]["found_by"].toString(), "CONDA_PREFIX");
    if (devices::thisMachine().count("cuda") != 0) {
        return; // Cairn's own CUDA has them
    }
    QVERIFY2(words.contains("cuda:1 Test GPU number 1 25.8 GB 21.5 GB 9.5"), words.constData());
    const QJsonObject cuda = found["backends"][0].toObject();
    QCOMPARE(cuda["devices"].toArray().size(), 2);
    const Outcome loaded = run({"load", kSample, "--map", "cuda:*=cuda:1"});
    QCOMPARE(loaded.code, 0);
    QVERIFY2(loaded.out.contains("cuda:1"), loaded.out.constData());
}

void tst_LoadCommand::torchThatIsNotThere()
{
    for (const QStringList& arguments : {QStringList{"load", kSample, "--map", "*=cpu"}, QStringList{"devices"}}) {
        const Outcome ran = cairnCli(arguments + QStringList{"--torch-at", "/nowhere/at/all"}, kPlainEnvironment);
        QCOMPARE(ran.code, 4);
        QVERIFY2(ran.err.contains("there is no PyTorch at \"/nowhere/at/all\""), ran.err.constData());
    }
    QCOMPARE(cairnCli({"devices"}, kPlainEnvironment).code, 0);
}

#ifdef CAIRN_TORCH_MODULE

void tst_LoadCommand::opensItOnNeed()
{
    const QByteArray names = loadedLibraries({"load", kSample, "--fallback", "cpu"}, kEnvironment);
    QVERIFY(names.contains("libtorch_cpu")); // so the other test can fail
}

void tst_LoadCommand::exitCodes_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("fallback") << QStringList{kSample, "--fallback", "cpu", "--check-values"} << 0;
    QTest::newRow("map") << QStringList{kSample, "--map", "cuda:*=cpu"} << 0;
    QTest::newRow("meta") << QStringList{kSample, "--map", "*=meta", "--check-values"} << 0;
    QTest::newRow("no such device") << QStringList{kSample, "--map", "*=cuda:99"} << 1;
    QTest::newRow("unknown backend") << QStringList{kSample, "--map", "*=npu:0"} << 1;
    QTest::newRow("cpu with an index") << QStringList{kSample, "--map", "*=cpu:0"} << 2;
    QTest::newRow("wrong map") << QStringList{kSample, "--map", "nonsense"} << 2;
    QTest::newRow("no file") << QStringList{"/nowhere/at/all.pth"} << 4;
    QTest::newRow("no option") << QStringList{kSample, "--nonsense"} << 2;
    QTest::newRow("the worst of two") << QStringList{kSample, "/nowhere/at/all.pth", "--fallback", "cpu"} << 4;
}

void tst_LoadCommand::exitCodes()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Outcome ran = cairnCli(QStringList{"load"} + arguments, kEnvironment);
    QVERIFY2(ran.code == code, (ran.out + ran.err).constData());
}

void tst_LoadCommand::document()
{
    const Outcome ran = cairnCli({"load", kSample, "--fallback", "cpu", "--check-values", "--json"}, kEnvironment);
    QCOMPARE(ran.code, 0);
    const QJsonObject found = jsonOf(ran);
    QCOMPARE(found["loaded"].toBool(), true);
    QCOMPARE(found["not_loaded"].toArray().size(), 0);
    QCOMPARE(found["tensors"].toArray().size(), 183);
    QCOMPARE(found["check"].toObject()["tensors"].toInt(), 183);
    QCOMPARE(found["check"].toObject()["different"].toArray().size(), 0);
    const QJsonObject device = found["devices"].toArray().at(0).toObject();
    QCOMPARE(device["device"].toString(), "cpu");
    QCOMPARE(device["storages"].toInt(), 183);
    QCOMPARE(device["bytes"].toInt(), found["bytes"].toInt());
    const QJsonObject tensor = found["tensors"].toArray().at(0).toObject();
    QVERIFY(tensor["crc32"].isDouble() && !tensor["dtype"].toString().isEmpty());
}

void tst_LoadCommand::strictIsTorch()
{
    const QString blob = fixture("torch113/tags_blob_in_zip.pt");
    const Outcome free = cairnCli({"load", blob, "--map", "*=cpu", "--check-values", "--json"}, kEnvironment);
    QVERIFY2(free.code == 0, (free.out + free.err).constData());
    QVERIFY(!jsonOf(free)["beyond_torch"].toArray().isEmpty());
    const Outcome strict = cairnCli({"load", blob, "--map", "*=cpu", "--strict"}, kEnvironment);
    QCOMPARE(strict.code, 1);
    QVERIFY(strict.out.contains("torch says"));
}

void tst_LoadCommand::script()
{
    const QStringList arguments{"load",  fixture("torch113/script_plain.pt"), "--map", "*=cpu", "--check-values",
                                "--json"};
    for (const bool runsCode : {false, true}) {
        const Outcome ran =
            cairnCli(arguments + (runsCode ? QStringList{"--run-script-code"} : QStringList{}), kEnvironment);
        QVERIFY2(ran.code == 0, (ran.out + ran.err).constData());
        QCOMPARE(jsonOf(ran)["script"].toBool(), runsCode);
        QVERIFY(jsonOf(ran)["check"].toObject()["tensors"].toInt() > 0);
    }
    const QString plain = fixture("torch113/script_plain.pt");
    QCOMPARE(cairnCli({"load", plain, plain, "--run-script-code"}, kEnvironment).code, 2);
    const Outcome none = cairnCli({"load", kSample, "--map", "*=cpu", "--run-script-code"}, kEnvironment);
    QCOMPARE(none.code, 2);
    QVERIFY2(none.err.contains("no TorchScript archive"), none.err);
}

/// The code writes a file as soon as LibTorch has the archive. Nothing runs without a wish, and nothing is written
/// with one.
void tst_LoadCommand::scriptCodeRunsOnWish()
{
    const QTemporaryDir folder;
    const auto load = [&folder](const QStringList& options) {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.setEnvironment(kEnvironment);
        process.start(CAIRN_CLI, QStringList{"load", kScripts + "writes.pt", "--check-values"} + options);
        return cairn::test::outcomeOf(process);
    };
    QCOMPARE(load({}).code, 1); // it is dangerous
    QCOMPARE(load({"--run-script-code", "--no-dangerous"}).code, 1);
    const Outcome read = load({"--trusted"});
    QVERIFY2(read.code == 0, read.err.constData());
    QVERIFY2(read.out.contains("every value is as in the file"), read.out.constData());
    QVERIFY(cairn::test::filesIn(folder.path()).isEmpty());
    const Outcome run = load({"--run-script-code"});
    QCOMPARE(run.code, 1);
    QVERIFY2(run.err.contains("__setstate__") && run.err.contains("written_by_code"), run.err.constData());
    QVERIFY(cairn::test::filesIn(folder.path()).isEmpty());
}

void tst_LoadCommand::scriptCodeEndsAtOnce()
{
    const Outcome read = cairnCli({"load", kScripts + "hangs.pt", "--check-values"}, kEnvironment);
    QVERIFY2(read.code == 0, read.err.constData());

    QProcess process;
    process.setEnvironment(kEnvironment);
    process.start(CAIRN_CLI, {"load", kScripts + "hangs.pt", "--run-script-code"});
    QVERIFY(process.waitForStarted());
    const QString children = QStringLiteral("/proc/%1/task/%1/children").arg(process.processId());
    QByteArray child;
    QTRY_VERIFY_WITH_TIMEOUT(!(child = contentOf(children).trimmed()).isEmpty(), 60'000);
    const QString maps = QStringLiteral("/proc/%1/maps").arg(QString::fromLatin1(child));
    QTRY_VERIFY_WITH_TIMEOUT(contentOf(maps).contains("libtorch_cpu"), 60'000);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    const Outcome stopped = cairn::test::outcomeOf(process);
    QCOMPARE(stopped.code, 130);
    QVERIFY(!QFile::exists(maps));
}

void tst_LoadCommand::words()
{
    const Outcome ran = cairnCli({"load", kSample, "--fallback", "cpu", "--check-values"}, kEnvironment);
    QCOMPARE(ran.code, 0);
    for (const char* part : {"Loaded with LibTorch", "183 tensors", "every value is as in the file", "cpu"}) {
        QVERIFY2(ran.out.contains(part), ran.out.constData());
    }
    QVERIFY2(ran.err.isEmpty(), ran.err.constData());
}

/// Indices, values and scales are parts of tensors, and none of their own.
void tst_LoadCommand::countsWholeTensors()
{
    for (const char* name : {"torch113/sparse.pt", "torch113/quantized.pt"}) {
        const QStringList arguments{"load", fixture(name), "--map", "*=cpu", "--check-values"};
        const Outcome text = cairnCli(arguments, kEnvironment);
        QVERIFY2(text.out.contains(": 6 tensors, ") && text.out.contains("Checked: 6 tensors: every value"),
                 text.out.constData());
        const QJsonObject found = jsonOf(cairnCli(arguments + QStringList{"--json"}, kEnvironment));
        QCOMPARE(found["check"].toObject()["tensors"].toInt(), 6);
    }
}

/// As real PyTorch says of both files. torch 1.13 did not save it; what has no elements always is.
void tst_LoadCommand::keepsWhatIsCoalesced()
{
    const auto coalesced = [](const char* name) {
        const QJsonObject found =
            jsonOf(cairnCli({"load", fixture(name), "--map", "*=cpu", "--check-values", "--json"}, kEnvironment));
        QStringList names;
        for (const QJsonValue& row : found["tensors"].toArray()) {
            if (row["coalesced"].toBool()) {
                names.append(row["path"][0].toString());
            }
        }
        return names;
    };
    QCOMPARE(coalesced("torch26/sparse.pt"), QStringList({"coo", "empty"}));
    QCOMPARE(coalesced("torch113/sparse.pt"), QStringList("empty"));
}

void tst_LoadCommand::nothingToCheckOnMeta()
{
    const Outcome ran = cairnCli({"load", kSample, "--map", "*=meta", "--check-values"}, kEnvironment);
    QVERIFY2(ran.out.contains("Nothing to check. On meta, 183 tensors have no values."), ran.out.constData());
    QVERIFY(!ran.out.contains("as in the file"));
    // Parts of a tensor that LibTorch cannot make are there without it.
    const Outcome sparse =
        cairnCli({"load", fixture("torch113/sparse.pt"), "--map", "*=meta", "--check-values"}, kEnvironment);
    const QByteArray count = sparse.out.left(sparse.out.indexOf(" tensor")).split(' ').constLast();
    QVERIFY2(count.toInt() > 0 && sparse.out.contains("On meta, " + count + " tensor"), sparse.out.constData());
}

#endif

CAIRN_TEST(tst_LoadCommand);

} // namespace cairn::tst_load_command

#include "tst_load_command.moc"
