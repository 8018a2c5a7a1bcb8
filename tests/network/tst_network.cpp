#include "tests/support/files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace cairn::tst_network {

using cairn::test::kSample;

/// No program of Cairn touches the network, but for an address that a user gives.
class TestNetwork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGuardNotes()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty()) {
            QSKIP("python3, which reaches for the network here, is not installed");
        }
        QVERIFY(attemptsOf("python3", {"-c", "import socket; socket.socket(socket.AF_INET, socket.SOCK_STREAM)"})
                    .contains("socket"));
    }

    void nothingIsReached_data()
    {
        QTest::addColumn<QString>("program");
        QTest::addColumn<QStringList>("arguments");
        const QString cli = CAIRN_CLI;
        QTest::newRow("inspect") << cli << QStringList{"inspect", kSample};
        QTest::newRow("convert") << cli
                                 << QStringList{"convert", kSample, "-o", m_folder.filePath("out.pth"), "--verify"};
        QTest::newRow("check") << cli << QStringList{"check", kSample};
        QTest::newRow("devices") << cli << QStringList{"devices"};
        const QByteArray index =
            "{\"weight_map\": {\"a\": \"http://127.0.0.1:1/a.safetensors\", \"b\": \"hf://owner/name/b.safetensors\"}}";
        QTest::newRow("a file that names addresses")
            << cli << QStringList{"inspect", test::writtenFile(m_folder, "model.safetensors.index.json", index)};
#ifdef CAIRN_WINDOW
        QTest::newRow("the window") << QStringLiteral(CAIRN_WINDOW) << QStringList{"--new-window", kSample};
#endif
    }

    void nothingIsReached()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        QCOMPARE(attemptsOf(program, arguments), QByteArray());
    }

    void anAddressIsReached()
    {
        QCOMPARE_NE(attemptsOf(CAIRN_CLI, {"inspect", "http://127.0.0.1:1/model.pth"}), QByteArray());
    }

private:
    /// What the guard noted. A program that does not end by itself, as the window does not, is ended after a while.
    QByteArray attemptsOf(const QString& program, const QStringList& arguments)
    {
        const QString log = m_folder.filePath("network.log");
        QFile::remove(log);
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LD_PRELOAD", CAIRN_NETWORK_GUARD);
        environment.insert("CAIRN_NETWORK_LOG", log);
        environment.insert("QT_QPA_PLATFORM", "offscreen");
        environment.insert("XDG_CONFIG_HOME", m_folder.path());
        process.setProcessEnvironment(environment);
        process.start(program, arguments);
        if (!process.waitForStarted()) {
            return "not started: " + program.toUtf8();
        }
        if (!process.waitForFinished(3'000)) {
            process.terminate();
            process.waitForFinished(30'000);
        } else if (process.exitStatus() != QProcess::NormalExit) {
            return "crashed: " + process.readAllStandardError();
        }
        QFile file(log);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

CAIRN_TEST(TestNetwork);

} // namespace cairn::tst_network

#include "tst_network.moc"
