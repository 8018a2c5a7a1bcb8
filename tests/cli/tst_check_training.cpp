#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/little.h"
#include "tests/support/run_cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

namespace cairn::tst_check_training {

using namespace cairn::test;

/// What `cairn-cli check` says of the memory that a training takes.
class TestCheckTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void training_data();
    void training();
    void saysWaysOut();
    void countsPackedWeights();
    void saysWhatIsTrained();
    void codeMeetsThePlan();
};

void TestCheckTraining::training_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("code");
    const auto row = [](const char* name, const QStringList& options, int code) {
        QTest::newRow(name) << QStringList(options) << code;
    };
    row("room", {"--train", "adamw", "--machine", "1 x 24 GB"}, 0);
    row("too little", {"--train", "adamw", "--machine", "1 x 0.1 MB"}, 1);
    row("room for half precision", {"--train", "AdamW", "--dtype", "bf16", "--machine", "1 x 0.1 MB"}, 0);
    row("two devices have it", {"--train", "adamw", "--split", "--machine", "2 x 0.15 MB"}, 0);
    row("two devices have the weights, beside an optimizer that needs none",
        {"--dtype", "bf16", "--split", "--gpus-only", "--machine", "2 x 14 kB, cpu 64 GB"}, 0);
    row("a part goes to the cpu", {"--dtype", "float32", "--split", "--machine", "2 x 14 kB, cpu 64 GB"}, 0);
    row("a part would go to the cpu",
        {"--dtype", "float32", "--split", "--gpus-only", "--machine", "2 x 14 kB, cpu 64 GB"}, 1);
    row("GPUs only, without a split", {"--gpus-only"}, 2);
    row("of the file", {"--train", "saved", "--machine", "1 x 24 GB"}, 0);
    row("no such optimizer", {"--train", "adamx"}, 2);
    row("no such dtype", {"--train", "adamw", "--dtype", "bf61"}, 2);
    row("weights alone", {"--dtype", "bf16", "--machine", "1 x 24 GB"}, 0);
    row("too little for the weights", {"--dtype", "float32", "--machine", "1 x 40 kB, cpu 64 GB"}, 1);
    row("room for them in half precision", {"--dtype", "bf16", "--machine", "1 x 40 kB, cpu 64 GB"}, 0);
    row("room for them, though not for the file as it is",
        {"--dtype", "bf16", "--machine", "1 x 40 kB, cpu 64 GB", "--map", "*=cuda:0"}, 0);
    row("a device that is not there", {"--dtype", "bf16", "--machine", "1 x 40 kB", "--map", "*=cuda:7"}, 1);
    row("a state of no training", {"--state-dtype", "bf16"}, 2);
    row("numbers without gradients", {"--train", "sgd", "--dtype", "int4"}, 2);
    row("a state of whole numbers", {"--train", "adamw", "--state-dtype", "uint8", "--machine", "1 x 24 GB"}, 0);
    row("a GPU by its name", {"--train", "adamw", "--machine", "2 x H100"}, 0);
    row("no such GPU", {"--machine", "2 x H1000"}, 2);
}

/// On one GPU there is too little room, and over two enough.
void TestCheckTraining::saysWaysOut()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("on_cpu.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", file}).code, 0);
    const QStringList train{"check", file, "--trusted", "--train", "adamw", "--machine"};
    const Outcome two = cairnCli(train + QStringList{"2 x 0.15 MB"});
    QCOMPARE(two.code, 1);
    QVERIFY2(two.out.contains("It fits with --split, or with") && !two.out.contains("It has room for all of it"),
             two.out);
    const Outcome one = cairnCli(train + QStringList{"1 x 0.15 MB"});
    QVERIFY2(!one.out.contains("--split") && !one.out.contains("It has room for all of it"), one.out);
    // Each way out that is named is one, and of those that need more than another there is none.
    for (const char* machine : {"1 x 0.14 MB", "2 x 0.14 MB", "1 x 0.1 MB", "2 x 0.08 MB"}) {
        const QString note = jsonOf(cairnCli(
            QStringList{"check", file, "--trusted", "--json", "--train", "adamw", "--machine", machine}))["note"]
                                 .toString();
        QVERIFY2(note.startsWith("It fits with --"), qPrintable(note));
        for (QString way : note.mid(QString("It fits with ").size()).chopped(1).split(", or with ")) {
            way += way.contains("--train") ? "" : " --train adamw";
            const Outcome met =
                cairnCli(QStringList{"check", file, "--trusted", "--machine", machine} + way.split(' '));
            QVERIFY2(met.code == 0, qPrintable(way + met.out));
        }
    }
    const Outcome never = cairnCli(train + QStringList{"1 x 1 kB"});
    QVERIFY2(never.out.contains("Not even its weights alone fit in bfloat16."), never.out);
}

void TestCheckTraining::training()
{
    QFETCH(QStringList, options);
    QFETCH(int, code);
    const QTemporaryDir folder;
    const QString file = folder.filePath("on_cpu.pth");
    QCOMPARE(cairnCli({"convert", kSample, "-o", file}).code, 0);
    const Outcome found = cairnCli(QStringList{"check", file, "--trusted"} + options);
    QVERIFY2(found.code == code, found.out + found.err);
    if (code == 2) {
        return;
    }
    const QByteArray verdict = options.contains("*=cuda:7") ? "\ncuda:7 is not there to "
                               : code == 0                  ? "\nThere is room to "
                                                            : "\nThere is too little room to ";
    QVERIFY2(found.out.contains(verdict), found.out);
    const QJsonObject json = jsonOf(cairnCli(QStringList{"check", file, "--trusted", "--json"} + options));
    QCOMPARE(json["training"]["fits"].toBool(), code == 0);
    if (code == 0 && !options.contains("--map")) { // where a file was saved says nothing of where it is to be trained
        const Outcome tagged = cairnCli(QStringList{"check", kSample, "--trusted", "-q"} + options);
        QVERIFY2(tagged.code == 0, tagged.out + tagged.err);
    }
    const bool isSpilled = options.contains("--split") && options.contains("float32");
    for (const QJsonValue& device : json["training"]["devices"].toArray()) {
        QVERIFY(device["device"].toString().startsWith("cuda:") || (isSpilled && device["device"] == "cpu"));
        QCOMPARE(device["bytes"].toInteger(), device["weights_bytes"].toInteger() +
                                                  device["gradients_bytes"].toInteger() +
                                                  device["optimizer_bytes"].toInteger());
    }
}

/// Four bits are half a byte, as whoever has quantised weights counts.
void TestCheckTraining::countsPackedWeights()
{
    const QTemporaryDir folder;
    const QByteArray header = R"({"w":{"dtype":"F32","shape":[25,10],"data_offsets":[0,1000]}})";
    const QString file = writtenFile(folder, "w.safetensors",
                                     QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) +
                                         header + QByteArray(1000, '\0'));
    for (const auto& [dtype, bytes] : {std::pair{"float32", 1000}, {"bf16", 500}, {"int8", 250}, {"int4", 125}}) {
        const QJsonObject found =
            jsonOf(cairnCli({"check", file, "--json", "--machine", "1 x 24 GB", "--dtype", dtype}));
        QCOMPARE(found["training"]["devices"][0]["weights_bytes"].toInt(), bytes);
    }
}

void TestCheckTraining::saysWhatIsTrained()
{
    const QTemporaryDir folder;
    const auto written = [&](const char* name, const QByteArray& header) {
        return writtenFile(folder, name,
                           QByteArray::fromStdString(little(static_cast<std::uint64_t>(header.size()), 8)) + header +
                               QByteArray(80, '\0'));
    };
    const QStringList train{"--machine", "1 x 24 GB", "--train", "adamw"};
    const QString averaged =
        written("averaged.safetensors", R"({"model.w":{"dtype":"F32","shape":[10],"data_offsets":[0,40]},)"
                                        R"("ema_model.w":{"dtype":"F32","shape":[10],"data_offsets":[40,80]}})");
    const QByteArray words = "Not counted, as nothing trains it: \"ema_model\", a copy of the weights.";
    const Outcome found = cairnCli(QStringList{"check", averaged} + train);
    QVERIFY2(found.code == 0 && found.out.simplified().contains(words), found.out);
    const QJsonObject json = jsonOf(cairnCli(QStringList{"check", averaged, "--json"} + train));
    QVERIFY(json["note"].toString().contains(words));
    QCOMPARE(json["training"]["devices"][0]["weights_bytes"].toInt(), 40);
    QVERIFY(cairnCli({"inspect", averaged}).out.contains("10 parameters · 10 in an averaged copy (EMA)"));

    const QString whole = written("whole.safetensors", R"({"ids":{"dtype":"I32","shape":[20],"data_offsets":[0,80]}})");
    const Outcome nothing = cairnCli(QStringList{"check", whole} + train);
    QCOMPARE(nothing.code, 2);
    QVERIFY2(nothing.err.contains("holds nothing that can be trained"), nothing.err);
}

/// Where the file as it was saved has no room, the code casts it before anything goes to the GPU.
void TestCheckTraining::codeMeetsThePlan()
{
    const QTemporaryDir folder;
    const QString saved = fixture("torch113/state_dict.pt");
    const QString file = folder.filePath("on_gpu.pth");
    QCOMPARE(cairnCli({"convert", saved, "-o", file, "--map", "*=cuda:0"}).code, 0);
    const QJsonObject counted =
        jsonOf(cairnCli({"check", file, "--machine", "1 x 24 GB", "--dtype", "bf16", "--json"}));
    const auto bytes = counted["training"]["devices"][0]["weights_bytes"].toInteger();
    const QStringList asked{"--machine", QString("1 x %1 B").arg(bytes), "--dtype", "bf16"};
    for (const QStringList& arguments : {QStringList{saved}, {file}, {saved, "--map", "*=cuda:0"}}) {
        const QJsonObject found = jsonOf(cairnCli(QStringList{"check", "--json"} + arguments + asked));
        const QString python = found["python"].toString();
        QVERIFY(found["met"].toBool() && found["training"]["fits"].toBool());
        QVERIFY2(!python.contains("map_location=\"cuda:0\"") && !python.contains("several devices"),
                 qPrintable(python));
        QVERIFY2(python.contains("# model.to(torch.bfloat16)\n# model.load_state_dict(state_dict)\n"
                                 "# model.to(\"cuda:0\")"),
                 qPrintable(python));
        const Outcome text = cairnCli(QStringList{"check", "--python"} + arguments + asked);
        QVERIFY2(text.code == 0 && text.out.contains(python.toUtf8()), text.out);
    }
}

CAIRN_TEST(TestCheckTraining, QCoreApplication);

} // namespace cairn::tst_check_training

#include "tst_check_training.moc"
