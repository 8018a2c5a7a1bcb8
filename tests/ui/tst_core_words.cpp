#include "tests/support/test_program.h"
#include "ui/text/core_sentences.h"
#include "ui/text/core_words.h"
#include "ui/text/translation.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

namespace cairn::tst_core_words {

using namespace cairn::ui;

/// What the core says, in Chinese. That each sentence known here is still said by the core is read from its sources.
class tst_CoreWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { installLanguage("en"); }
    void areThoseOfTheCore();
    void areAllTranslated();
    void keepWhatVaries_data();
    void keepWhatVaries();
    void leaveEnglishAlone();
};

namespace {

/// All texts in the sources of the core, as the compiler joins them.
QString wordsOfTheCore()
{
    QString all;
    for (QDirIterator files(CAIRN_SOURCE_DIR "/core", {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
         files.hasNext();) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly)) {
            all += QString::fromUtf8(file.readAll());
        }
    }
    static const QRegularExpression kJoint("\"\\s*\\n\\s*\"");
    return all.remove(kJoint).replace("\\\"", "\"");
}

/// Of how many texts of the core this one is made; at word ends, the longest first. 0: not of them at all.
int piecesOf(const QString& part, const QString& core)
{
    int pieces = 0;
    for (qsizetype begin = 0; begin < part.size(); ++pieces) {
        qsizetype end = part.size();
        while (end > begin && !core.contains(QStringView(part).mid(begin, end - begin))) {
            end =
                std::max(part.lastIndexOf(u' ', end - part.size() - 1), part.lastIndexOf(u',', end - part.size() - 1));
        }
        if (end <= begin) {
            return 0;
        }
        begin = end;
    }
    return pieces;
}

} // namespace

void tst_CoreWords::areThoseOfTheCore()
{
    const QStringList ofTheSystem = {"No such file or directory", "Permission denied", "Input/output error"};
    const QString core = wordsOfTheCore();
    QVERIFY(core.size() > 100'000);
    static const QRegularExpression kPlace("%[1-9]");
    for (const char* sentence : coreSentences()) {
        for (const QString& part : QString::fromLatin1(sentence).split(kPlace)) {
            constexpr qsizetype kTelling = 12;
            constexpr int kMostPieces = 4; // words can be put in between
            const int pieces = part.size() < kTelling || ofTheSystem.contains(part) ? 1 : piecesOf(part, core);
            QVERIFY2(pieces > 0 && pieces <= kMostPieces, sentence);
        }
    }
}

void tst_CoreWords::areAllTranslated()
{
    installLanguage("zh_CN");
    for (const char* sentence : coreSentences()) {
        const QString words = QCoreApplication::translate("Core", sentence);
        QVERIFY2(words != QString::fromLatin1(sentence), sentence);
        for (int place = 1; place <= 5; ++place) {
            const QString mark = QStringLiteral("%%1").arg(place);
            QVERIFY2(words.contains(mark) == QString::fromLatin1(sentence).contains(mark), sentence);
        }
    }
}

void tst_CoreWords::keepWhatVaries_data()
{
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("spoken");
    QTest::newRow("devices") << "cuda:0, cuda:1 and 7 more are not available on this machine"
                             << "cuda:0, cuda:1 和另外 7 个设备 在本机上不可用。";
    QTest::newRow("two devices") << "cuda:0 and mps are not available on the machine \"cpu\""
                                 << "cuda:0 和 mps 在机器 \"cpu\" 上不可用。";
    QTest::newRow("index") << "this machine has 2 cuda devices: cuda:0 to cuda:1"
                           << "本机有 2 个 cuda 设备：cuda:0 到 cuda:1。";
    QTest::newRow("a place of its own") << "torch 2.14 has no torch.%2, which the file needs"
                                        << "torch 2.14 没有文件所需的 torch.%2。";
    QTest::newRow("two in a row") << "Its title is \"A. B\". The download gave the page around the file: a login, a "
                                     "warning or a preview"
                                  << "其标题为 \"A. B\"。下载得到的是文件所在的页面：登录、警告或预览。";
    QTest::newRow("issue") << "the index says that this tensor is in \"a.bin\", but it is not there"
                           << "索引说此张量在 \"a.bin\" 中，但那里没有。";
    QTest::newRow("why in an issue") << "a plain torch.load would call or touch \"os.system\": It can start programs "
                                        "and change files"
                                     << "普通的 torch.load 会调用或触及 \"os.system\"：它能启动程序并更改文件。";
    QTest::newRow("loss") << "float, not a tensor" << "float，不是张量。";
    QTest::newRow("not known") << "something else" << "Something else.";
}

void tst_CoreWords::keepWhatVaries()
{
    QFETCH(const QString, said);
    QFETCH(const QString, spoken);
    installLanguage("zh_CN");
    QCOMPARE(inWords(said.toStdString()), spoken);
}

void tst_CoreWords::leaveEnglishAlone()
{
    QCOMPARE(inWords("cuda:0 is not available on this machine"), QString("cuda:0 is not available on this machine."));
    QCOMPARE(inWordsAlone("the file is empty"), QString("the file is empty"));
}

CAIRN_TEST(tst_CoreWords, QApplication);

} // namespace cairn::tst_core_words

#include "tst_core_words.moc"
