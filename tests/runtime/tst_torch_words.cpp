#include "core/runtime/common/torch_text.h"
#include "tests/support/test_program.h"

namespace cairn::tst_torch_words {

using namespace cairn::runtime;

/// What is made of LibTorch's words.
class tst_TorchWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lines();
    void advice_data();
    void advice();
};

void tst_TorchWords::lines()
{
    QCOMPARE(torchSays("no room").text(), std::string("LibTorch says: no room"));
    QCOMPARE(torchSays("\nat\n  here \x07\n").text(), std::string("LibTorch says:\nat\n  here \\x07"));
}

void tst_TorchWords::advice_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("class") << "\nUnknown type name '__torch__.torch.classes.torchtext.RegexTokenizer':\n"
                           << "import that library";
    QTest::newRow("operator") << "Unknown builtin op: deepmd::border_op.\nCould not find" << "import that library";
    QTest::newRow("newer") << "Unknown builtin op: aten::new_thing.\n" << "newer torch";
    QTest::newRow("first format") << "Legacy model format is not supported on mobile." << "torch.jit.save";
    QTest::newRow("else") << "out of luck" << "";
}

void tst_TorchWords::advice()
{
    QFETCH(QString, text);
    QFETCH(QString, part);
    const QString found = QString::fromStdString(adviceFor(text.toStdString()).text());
    QVERIFY2(part.isEmpty() ? found.isEmpty() : found.contains(part), qPrintable(found));
}

CAIRN_TEST(tst_TorchWords);

} // namespace cairn::tst_torch_words

#include "tst_torch_words.moc"
