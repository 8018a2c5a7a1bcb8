#include "core/base/error.h"
#include "core/checkpoint/trust/name_trust.h"
#include "core/devices/machine/inventory.h"
#include "tests/support/test_program.h"
#include "ui/text/core_words.h"
#include "ui/text/translation.h"

#include <QCoreApplication>

#include <span>
#include <vector>

namespace cairn::tst_core_words {

using namespace cairn::ui;

/// What the core says, in Chinese. That each of its sentences has a translation is another test: translations.
class tst_CoreWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { installLanguage("en"); }
    void keepWhatVaries_data();
    void keepWhatVaries();
    void leaveEnglishAlone();
};

void tst_CoreWords::keepWhatVaries_data()
{
    QTest::addColumn<Message>("said");
    QTest::addColumn<QString>("spoken");
    const std::vector<std::string> many = {"cuda:0", "cuda:1", "cuda:2", "cuda:3"};
    devices::DeviceInventory here;
    here.machine = devices::kThisMachine;
    QTest::newRow("devices") << message("%1 are not available on %2", listOf(many, 2), here.name())
                             << "cuda:0, cuda:1 和另外 2 个 在本机上不可用。";
    QTest::newRow("two devices") << message("%1 are not available on %2", listOf(std::span(many).first(2), 6),
                                            message("the machine %1", verbatim("\"cpu\"")))
                                 << "cuda:0 和 cuda:1 在机器 \"cpu\" 上不可用。";
    QTest::newRow("a place of its own") << message("%1 has no %2, which the file needs", verbatim("torch 2.14"),
                                                   verbatim("torch.%2"))
                                        << "torch 2.14 没有文件所需的 torch.%2。";
    QTest::newRow("two in a row") << inARow(message("Its title is %1", verbatim("\"A. B\"")),
                                            message("the file is empty"))
                                  << "其标题为 \"A. B\"。文件是空的。";
    QTest::newRow("a phrase in a sentence")
        << message("torch.load with weights_only=False would call or touch %1: %2", verbatim("\"os.system\""),
                   checkpoint::trustOfName("os", "system").why)
        << "weights_only=False 的 torch.load 会调用或触及 \"os.system\"：它能启动程序并更改文件。";
    QTest::newRow("a paragraph") << error(ErrorCode::Truncated, message("the file is empty"))
                                        .at(7)
                                        .in("a.pt")
                                        .fix(message("Do not load this file"))
                                        .inFull()
                                 << "a.pt，第 7 字节：文件是空的。不要加载此文件。";
    QTest::newRow("words of others") << verbatim("something else") << "Something else.";
}

void tst_CoreWords::keepWhatVaries()
{
    QFETCH(Message, said);
    QFETCH(QString, spoken);
    installLanguage("zh_CN");
    QCOMPARE(inWords(said), spoken);
}

void tst_CoreWords::leaveEnglishAlone()
{
    const Message absent = message("%1 is not available on %2", verbatim("cuda:0"), verbatim("this machine"));
    QCOMPARE(inWords(absent), QString("cuda:0 is not available on this machine."));
    QCOMPARE(inWordsAlone(absent), QString("cuda:0 is not available on this machine"));
}

CAIRN_TEST(tst_CoreWords, QApplication);

} // namespace cairn::tst_core_words

#include "tst_core_words.moc"
