#include "core/checkpoint/trust/harmless_use.h"
#include "core/formats/pickle/pickle_decoder.h"
#include "tests/support/test_program.h"

#include <stdexcept>

namespace cairn::tst_harmless_use {

class TestHarmlessUse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsMembersFromAttacks_data();
    void tellsMembersFromAttacks();
    void tellsKeptFunctionsFromCalls_data();
    void tellsKeptFunctionsFromCalls();
    void tellsMemoryFormatsFromAttacks_data();
    void tellsMemoryFormatsFromAttacks();
};

void TestHarmlessUse::tellsMembersFromAttacks_data()
{
    // getattr(m.A, "B"), as Python saves a class inside a class up to protocol 3
    const QByteArray getter = "c__builtin__\ngetattr\n";
    const QByteArray read = getter + QByteArray("cm\nA\nX\x01\0\0\0B\x86R", 13);
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("harmless");
    QTest::newRow("a class inside a class") << read << true;
    QTest::newRow("an object of it") << read + ")\x81" << true;
    QTest::newRow("two levels") << getter + read + QByteArray("X\x01\0\0\0C\x86R", 8) << true;
    QTest::newRow("inside a list") << "](" + read + "e" << true;
    QTest::newRow("called as a function") << read + ")R" << false;
    QTest::newRow("called by INST's sister") << "(" + read + "o" << false;
    QTest::newRow("a hidden attribute") << getter + QByteArray("cm\nA\nX\x07\0\0\0__and__\x86R", 19) << false;
    QTest::newRow("of an object, not a class") << getter + QByteArray("]X\x01\0\0\0B\x86R", 9) << false;
    QTest::newRow("with a default") << getter + QByteArray("cm\nA\nX\x01\0\0\0BN\x87R", 14) << false;
    QTest::newRow("handed on in a list") << "]" + getter + "a" << false;
    QTest::newRow("handed on as a key") << "}" + getter + "Ns" << false;
    QTest::newRow("handed to a function") << "cm\nf\n" + getter + "\x85R" << false;
    QTest::newRow("the whole value") << getter << false;
    const QByteArray object = "cm\nA\n)\x81}b";
    const QByteArray method = getter + object + QByteArray("X\x01\0\0\0f\x86R", 8);
    QTest::newRow("a method of an object") << method << true;
    QTest::newRow("a hook, in a state") << "cm\nHook\n)\x81}" + method + "Nsb" << true;
    // ("module", m.A, None, None), as the stream of old names a class beside its source
    const QByteArray withSource = QByteArray("(X\x06\0\0\0modulecm\nA\nNNtQ", 21);
    QTest::newRow("a method of an object whose class has its source beside it")
        << getter + withSource + QByteArray(")\x81}bX\x01\0\0\0f\x86R", 12) << true;
    QTest::newRow("getattr beside its source")
        << getter + QByteArray("(X\x06\0\0\0module", 12) + getter + "NNtQ" + QByteArray("X\x01\0\0\0B\x86R", 8)
        << false;
    QTest::newRow("a method that is changed") << method + "}b" << false;
    QTest::newRow("a class that is changed") << read + "}b" << false;
    QTest::newRow("a member that gets elements") << read + "(Ne" << false;
    QTest::newRow("a method that is called") << method + ")R" << false;
    QTest::newRow("of what a function gave") << getter + QByteArray("cm\nf\n)RX\x01\0\0\0f\x86R", 15) << false;
    QTest::newRow("a way to a dangerous function")
        << getter + getter + QByteArray("ctorch._utils\ntorch\nX\x02\0\0\0os\x86R", 29) +
               QByteArray("X\x06\0\0\0system\x86R", 13)
        << false;
    QTest::newRow("of a module") << getter + QByteArray("ctorch\nserialization\nX\x04\0\0\0open\x86R", 32) << false;
    QTest::newRow("through what a module imports")
        << getter + getter + QByteArray("ctorch\nserialization\nX\x07\0\0\0tarfile\x86RX\x04\0\0\0open\x86R", 46)
        << false;
    QTest::newRow("a function of torch's storages")
        << getter + QByteArray("ctorch\nUntypedStorage\nX\x09\0\0\0from_file\x86R", 38) << false;
    QTest::newRow("getattr of getattr") << getter + getter + QByteArray("X\x01\0\0\0B\x86R", 8) << false;
}

namespace {

/// Judges the pickle's only global of that name.
template <typename Judge>
bool judged(const QByteArray& body, std::string_view name, Judge&& judge)
{
    const QByteArray pickle = "\x80\x02" + body + ".";
    const auto source = std::make_shared<MemorySource>(pickle.toStdString());
    auto graph = formats::decodePickle(source);
    if (!graph) {
        throw std::runtime_error(graph.error().paragraph());
    }
    const checkpoint::PickleDocument document(std::move(*graph), source, "pickle");
    std::uint32_t index = 0;
    while (document.graph.globals()[index].name != name) {
        ++index;
    }
    return judge(document, index);
}

} // namespace

void TestHarmlessUse::tellsMembersFromAttacks()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    QCOMPARE(judged(body, "getattr", checkpoint::onlyNamesMembers), harmless);
}

void TestHarmlessUse::tellsKeptFunctionsFromCalls_data()
{
    // functools.partial(m.f), then its state: the function, its arguments, its keywords, its attributes
    const QByteArray partial = "cfunctools\npartial\n";
    const QByteArray kept = partial + "cm\nf\n\x85R(cm\nf\n)}Ntb";
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("harmless");
    QTest::newRow("a function with arguments") << kept << true;
    QTest::newRow("in a list") << "](" + kept + kept + "e" << true;
    QTest::newRow("of one that is kept") << partial + kept + "\x85R" << true;
    QTest::newRow("a factory") << "ccollections\ndefaultdict\n" + kept + "\x85R" << true;
    QTest::newRow("called") << kept + ")R" << false;
    QTest::newRow("called by INST's sister") << "(" + kept + "o" << false;
    QTest::newRow("handed to a function") << "cm\nf\n" + partial + "\x85R" << false;
    QTest::newRow("of itself") << partial + partial + "\x85R" << false;
    QTest::newRow("of nothing") << partial + ")R" << false;
    QTest::newRow("the whole value") << partial << false;
}

void TestHarmlessUse::tellsKeptFunctionsFromCalls()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    QCOMPARE(judged(body, "partial", checkpoint::onlyBindsArguments), harmless);
}

void TestHarmlessUse::tellsMemoryFormatsFromAttacks_data()
{
    const QByteArray getter = "c__builtin__\ngetattr\n";
    const QByteArray module = "ctorch._utils\ntorch\n";
    const auto text = [](const QByteArray& word) {
        return "X" + QByteArray(1, static_cast<char>(word.size())) + QByteArray(3, '\0') + word;
    };
    const auto format = [&](const QByteArray& name) { return getter + module + text(name) + "\x86R"; };
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("harmless");
    const QByteArray pair = "](" + format("channels_last") + format("contiguous_format") + "e";
    QTest::newRow("two formats") << pair << true;
    QTest::newRow("in five dimensions") << format("channels_last_3d") << true;
    QTest::newRow("as it is") << format("preserve_format") << true;
    for (const char* name : {"load", "os", "channels_last_4d", "channels_last.real", "__dict__", "hub", ""}) {
        QTest::addRow("another name, %s", name) << format(name) << false;
        QTest::addRow("another name beside a format, %s", name) << pair + "0" + format(name) << false;
    }
    const QByteArray elsewhere = getter + "ctorch._utils\nsys\n" + text("channels_last") + "\x86R";
    QTest::newRow("of another module") << elsewhere << false;
    QTest::newRow("of the module by another way")
        << getter + "ctorch.hub\ntorch\n" + text("channels_last") + "\x86R" << false;
    QTest::newRow("with a default") << getter + module + text("channels_last") + "N\x87R" << false;
    QTest::newRow("called") << format("channels_last") + ")R" << false;
    QTest::newRow("the class of an object") << format("channels_last") + ")\x81" << false;
    QTest::newRow("given a state") << format("channels_last") + "}b" << false;
    QTest::newRow("the module beside it") << pair + "0" + module << false;
    QTest::newRow("the module in a list") << pair + "0]" + module + "a" << false;
    QTest::newRow("the arguments handed on")
        << getter + module + text("channels_last") + QByteArray("\x86q\x01R0h\x01", 7) << false;
    QTest::newRow("the getter in a list") << pair + "0]" + getter + "a" << false;
    QTest::newRow("the module called") << pair + "0" + module + ")R" << false;
}

/// What is harmless in a pickle, getattr and the module, is harmless in one only.
void TestHarmlessUse::tellsMemoryFormatsFromAttacks()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, harmless);
    bool both = judged(body, "getattr", checkpoint::onlyNamesMemoryFormats);
    if (body.contains("\ntorch\n")) {
        both = both && judged(body, "torch", checkpoint::onlyNamesMemoryFormats);
    }
    QCOMPARE(both, harmless);
}

CAIRN_TEST(TestHarmlessUse);

} // namespace cairn::tst_harmless_use

#include "tst_harmless_use.moc"
