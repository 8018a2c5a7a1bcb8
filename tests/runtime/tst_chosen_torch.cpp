#include "core/runtime/open_module.h"
#include "tests/support/fake_torch.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

namespace cairn::tst_chosen_torch {

using namespace cairn::runtime;
using namespace cairn::test;

/// Which of several installed PyTorches is taken.
class tst_ChosenTorch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { installCudaTorch(packagesOf(m_folder.filePath("env"))); }
    void init();
    void cleanup();
    void takesTheNextThatOpens();
    void namedIsTheOnlyOne();

private:
    QTemporaryDir m_folder;
};

void tst_ChosenTorch::init()
{
    qunsetenv("CAIRN_FAKE_TORCH");
    qunsetenv("CAIRN_RUNTIME");
}

void tst_ChosenTorch::cleanup()
{
    qputenv("CAIRN_TORCH_AT", "none");
    qunsetenv("VIRTUAL_ENV");
    qunsetenv("CONDA_PREFIX");
}

void tst_ChosenTorch::takesTheNextThatOpens()
{
    const QTemporaryDir broken;
    installTorch(packagesOf(broken.path()), kFakeVersion, FOREIGN_TORCH);
    qputenv("CAIRN_TORCH_AT", "");
    qputenv("VIRTUAL_ENV", broken.path().toUtf8());
    qputenv("CONDA_PREFIX", m_folder.filePath("env").toUtf8());
    const auto module = openModule();
    QVERIFY2(module, module ? "" : module.error().paragraph().c_str());
    QCOMPARE((*module)->path(), m_folder.filePath("env").toStdString());
    const Module::Choice& choice = (*module)->choice();
    QCOMPARE(choice.why.text(), "it is the first that can be used");
    QVERIFY(choice.found.size() >= 2);
    QVERIFY2(choice.found[0].problem.find("musl") != std::string::npos, choice.found[0].problem.c_str());
    QVERIFY(choice.found[1].problem.empty());
    QCOMPARE(openModule().value(), *module);
}

void tst_ChosenTorch::namedIsTheOnlyOne()
{
    const QTemporaryDir broken;
    installTorch(packagesOf(broken.path()), kFakeVersion, FOREIGN_TORCH);
    qputenv("CONDA_PREFIX", m_folder.filePath("env").toUtf8());
    for (const QString& place : {broken.path(), broken.filePath("nothing")}) {
        qputenv("CAIRN_TORCH_AT", place.toUtf8());
        const auto module = openModule();
        QVERIFY(!module);
        QVERIFY2(module.error().paragraph().find(place.toStdString()) != std::string::npos,
                 module.error().paragraph().c_str());
    }
    qputenv("CAIRN_TORCH_AT", m_folder.filePath("env").toUtf8());
    const auto named = openModule();
    QVERIFY2(named, named ? "" : named.error().paragraph().c_str());
    QCOMPARE((*named)->choice().why.text(), "it was named");
}

CAIRN_TEST(tst_ChosenTorch);

} // namespace cairn::tst_chosen_torch

#include "tst_chosen_torch.moc"
