#include "core/runtime/torch_search.h"
#include "tests/support/fake_torch.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <sys/types.h>

namespace cairn::tst_torch_search {

using namespace cairn::runtime;
using namespace cairn::test;

/// Where a PyTorch is looked for, what is told of it, and what of one that cannot be used. Nothing of it is run.
class tst_TorchSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void findsNothing();
    void findsUsualPlaces_data();
    void findsUsualPlaces();
    void prefersTheActiveEnvironment();
    void tellsEachOnce();
    void asksScriptsWhereTheyLie();
    void waitsForNoScript();
    void runsNothingRelative();
    void findsWhatIsNamed_data();
    void findsWhatIsNamed();
    void readsVersions();
    void newestOfTheSystem();
    void problems_data();
    void problems();

private:
    [[nodiscard]] QString at(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] std::string path(const QString& name) const { return at(name).toStdString(); }
    /// A program that prints where it lies, or what it is told to.
    void writeScript(const QString& name, const QByteArray& lines) const
    {
        writeFile(at(name), "#!/bin/sh\n" + lines);
        QVERIFY(QFile::setPermissions(at(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void tst_TorchSearch::findsNothing()
{
    QVERIFY(findTorch({}).empty());
    TorchPlaces places;
    places.virtualEnv = path("env");
    places.home = path("home");
    writeFile(packagesOf(at("env")) + "/torch/notes.txt", "a folder of that name, and no package");
    QVERIFY(findTorch(places).empty());
    installTorch(packagesOf(at("env")));
    QCOMPARE(findTorch(places).size(), std::size_t{1});
    places.named = "none";
    QVERIFY(findTorch(places).empty());
}

void tst_TorchSearch::findsUsualPlaces_data()
{
    QTest::addColumn<QString>("environment");
    QTest::addColumn<QString>("by");
    QTest::newRow("venv") << "active" << "VIRTUAL_ENV";
    QTest::newRow("conda") << "conda" << "CONDA_PREFIX";
    QTest::newRow("python3") << "other" << "python3 on the PATH";
    for (const char* usual : {".venv", ".local", "miniconda3", "miniconda3/envs/llm", ".virtualenvs/llm",
                              ".local/share/uv/tools/llm", ".local/share/pipx/venvs/llm", ".pyenv/versions/3.12.1",
                              ".cache/pypoetry/virtualenvs/llm", ".pixi/envs/llm"}) {
        QTest::newRow(usual) << QStringLiteral("home/") + usual << "a usual place";
    }
    QTest::newRow("conda's list") << "somewhere/env" << "conda's list of environments";
    QTest::newRow("for everybody") << "opt/conda/envs/llm" << "a usual place";
}

void tst_TorchSearch::findsUsualPlaces()
{
    QFETCH(QString, environment);
    QFETCH(QString, by);
    TorchPlaces places;
    places.virtualEnv = path("active");
    places.condaPrefix = path("conda");
    places.home = path("home");
    places.programFolders = {path("empty"), path("other/bin")};
    places.systemPrefixes = {path("opt/conda")};
    writeFile(at("other/bin/python3"), "\x7f"
                                       "ELF, as it were");
    writeFile(at("home/.conda/environments.txt"), "relative/env\n" + at("somewhere/env").toUtf8() + "\n\n/nowhere\n");
    installTorch(packagesOf(at(environment)));
    const auto found = findTorch(places);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(found[0].foundBy), by);
    QCOMPARE(found[0].place, path(environment));
    QCOMPARE(found[0].library, packagesOf(at(environment)).toStdString() + "/torch/lib/libtorch_cpu.so");
    QCOMPARE(found[0].problem, "");
}

void tst_TorchSearch::prefersTheActiveEnvironment()
{
    TorchPlaces places;
    places.virtualEnv = path("active");
    places.home = path("home");
    places.programFolders = {path("other/bin")};
    writeFile(at("other/bin/python3"), "\x7f"
                                       "ELF");
    for (const char* environment : {"home/.venv", "other", "active"}) {
        installTorch(packagesOf(at(environment)));
    }
    std::vector<std::string> order;
    for (const TorchInstallation& torch : findTorch(places)) {
        order.push_back(torch.place);
    }
    QCOMPARE(order, (std::vector<std::string>{path("active"), path("other"), path("home/.venv")}));
}

void tst_TorchSearch::tellsEachOnce()
{
    installTorch(packagesOf(at("home/.venv")));
    TorchPlaces places;
    places.virtualEnv = path("home/.venv");
    places.home = path("home");
    QVERIFY(QFile::link(at("home/.venv"), at("link")));
    places.condaPrefix = path("link");
    QCOMPARE(findTorch(places).size(), std::size_t{1});
}

/// As those of pyenv are, which choose a python when they run.
void tst_TorchSearch::asksScriptsWhereTheyLie()
{
    installTorch(packagesOf(at("versions/3.12")));
    writeScript("shims/python3", "echo \"$@\" > " + at("asked").toUtf8() + "\necho \"$PWD $(pwd)\" >> " +
                                     at("asked").toUtf8() + "\necho " + at("versions/3.12/bin/python3").toUtf8() +
                                     '\n');
    TorchPlaces places;
    places.programFolders = {path("shims")};
    const auto found = findTorch(places);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].place, path("versions/3.12"));
    // Neither the folder it is run in, nor packages, nor torch have a say in what that python does.
    QCOMPARE(contentOf(at("asked")), "-I -S -c import sys; print(sys.executable)\n/ /\n");
}

void tst_TorchSearch::waitsForNoScript()
{
    writeScript("shims/python3", "echo $$ > " + at("number").toUtf8() + "\nsleep 1000\n");
    TorchPlaces places;
    places.programFolders = {path("shims")};
    places.patience = std::chrono::milliseconds(500);
    QVERIFY(findTorch(places).empty());
    bool isNumber = false;
    const auto process = static_cast<pid_t>(contentOf(at("number")).trimmed().toInt(&isNumber));
    QVERIFY(isNumber);
    QCOMPARE(::kill(process, 0), -1); // nothing of it is left
    QCOMPARE(errno, ESRCH);
}

/// What lies in the folder that somebody works in was not chosen by anybody.
void tst_TorchSearch::runsNothingRelative()
{
    writeScript("python3", "touch ran\necho /usr/bin/python3\n");
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->path()));
    TorchPlaces places;
    places.programFolders = {"", ".", ".."};
    const auto found = findTorch(places);
    QVERIFY(QDir::setCurrent(before));
    QVERIFY(found.empty());
    QVERIFY(!QFile::exists(at("ran")));
}

void tst_TorchSearch::findsWhatIsNamed_data()
{
    QTest::addColumn<QString>("named");
    QTest::newRow("environment") << "env";
    QTest::newRow("python") << "env/bin/python3";
    QTest::newRow("packages") << packagesOf("env");
    QTest::newRow("torch") << packagesOf("env") + "/torch";
    QTest::newRow("library") << packagesOf("env") + "/torch/lib/libtorch_cpu.so";
    QTest::newRow("relative") << "./env";
}

void tst_TorchSearch::findsWhatIsNamed()
{
    QFETCH(QString, named);
    installTorch(packagesOf(at("env")));
    installTorch(packagesOf(at("active")));
    writeFile(at("env/bin/python3"), "\x7f"
                                     "ELF");
    TorchPlaces places;
    places.virtualEnv = path("active"); // counts no more
    places.named = named.startsWith('.') ? named.toStdString() : path(named);
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->path()));
    const auto found = findTorch(places);
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(found.size(), std::size_t{1});
    QVERIFY2(found[0].library.ends_with("env/lib/python3.12/site-packages/torch/lib/libtorch_cpu.so"),
             found[0].library.c_str());
    QCOMPARE(found[0].version, "2.99.0+test");
    QCOMPARE(found[0].foundBy, "it was named");
}

void tst_TorchSearch::readsVersions()
{
    installCudaTorch(packagesOf(at("cuda")));
    QCOMPARE(torchInPackages(packagesOf(at("cuda")).toStdString(), "there")->devices, "CUDA 12.4");
    QVERIFY(torchInPackages(packagesOf(at("cuda")).toStdString(), "there")->problem.empty());
    installTorch(packagesOf(at("cpu")), "__version__ = \"2.6.0\"\ncuda = None\n");
    const auto cpu = torchInPackages(packagesOf(at("cpu")).toStdString(), "there");
    QCOMPARE(cpu->devices, "CPU");
    QCOMPARE(cpu->name(), "PyTorch 2.6.0");
    installTorch(packagesOf(at("records")), "");
    QDir().mkpath(packagesOf(at("records")) + "/torch-2.7.1.dist-info");
    QCOMPARE(torchInPackages(packagesOf(at("records")).toStdString(), "there")->version, "2.7.1");
    // conda's libraries lie with those of the environment, and the archives for C++ have no Python at all.
    installTorch(packagesOf(at("conda")));
    QVERIFY(QFile::rename(packagesOf(at("conda")) + "/torch/lib/libtorch_cpu.so", at("conda/lib/libtorch_cpu.so")));
    QCOMPARE(torchInPackages(packagesOf(at("conda")).toStdString(), "there")->library,
             path("conda/lib/libtorch_cpu.so"));
    writeFile(at("libtorch/lib/libtorch_cpu.so"), contentOf(FAKE_TORCH));
    writeFile(at("libtorch/build-version"), "2.5.1+cpu\n");
    TorchPlaces places;
    places.named = path("libtorch");
    QCOMPARE(findTorch(places).at(0).version, "2.5.1+cpu");
}

void tst_TorchSearch::newestOfTheSystem()
{
    for (const char* version : {"2.6", "2.14"}) {
        writeFile(at(QStringLiteral("lib/libtorch_cpu.so.") + version), contentOf(FAKE_TORCH));
    }
    TorchPlaces places;
    places.systemFolders = {path("lib")};
    const auto found = findTorch(places);
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].version, "2.14");
    QCOMPARE(found[0].foundBy, "the system's libraries");
}

void tst_TorchSearch::problems_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<QString>("problem");
    const QByteArray fine = contentOf(FAKE_TORCH);
    constexpr qsizetype processorAt = 18;
    QByteArray foreign = fine;
    foreign[processorAt] = static_cast<char>(foreign[processorAt] ^ 3);
    QTest::newRow("too old") << QByteArray("__version__ = '1.13.1'\n") << fine << "it is too old";
    QTest::newRow("a little too old") << QByteArray("__version__ = '2.2.0'\n") << fine << "it is too old";
    QTest::newRow("other processor") << kFakeVersion << foreign << "built for another processor";
    QTest::newRow("cut short") << kFakeVersion << fine.first(fine.size() / 2) << "reaches past the end of the file";
    QTest::newRow("no library") << kFakeVersion << QByteArray(100, 'x') << "does not begin as an ELF file";
    QTest::newRow("no CUDA") << QByteArray("__version__ = '2.6.0'\ncuda = '12.4'\n") << fine << "half installed";
    QTest::newRow("nothing") << kFakeVersion << QByteArray() << "half installed";
}

void tst_TorchSearch::problems()
{
    QFETCH(QByteArray, version);
    QFETCH(QByteArray, library);
    QFETCH(QString, problem);
    installTorch(packagesOf(at("env")), version);
    const QString file = packagesOf(at("env")) + "/torch/lib/libtorch_cpu.so";
    if (library.isEmpty()) {
        QVERIFY(QFile::remove(file));
    } else {
        writeFile(file, library);
    }
    const auto torch = torchInPackages(packagesOf(at("env")).toStdString(), path("env"));
    QVERIFY(torch);
    QVERIFY2(QString::fromStdString(torch->problem).contains(problem), torch->problem.c_str());
}

CAIRN_TEST(tst_TorchSearch);

} // namespace cairn::tst_torch_search

#include "tst_torch_search.moc"
