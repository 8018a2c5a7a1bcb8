#include "core/checkpoint/names/module_alignment.h"
#include "core/model/key_fit.h"
#include "tests/support/test_program.h"

namespace cairn::tst_alignment {

using checkpoint::ModuleAlignment;
using checkpoint::NamedShape;

namespace {

/// Tensors of "a.w 1; b.w 2", each of one size.
class Tensors {
public:
    explicit Tensors(const QString& text)
    {
        for (const QString& one : text.split(u';', Qt::SkipEmptyParts)) {
            const QStringList parts = one.trimmed().split(u' ');
            m_names.push_back(parts[0].toStdString());
            m_sizes.push_back(parts[1].toLongLong());
        }
        for (std::size_t i = 0; i < m_names.size(); ++i) {
            m_shapes.push_back({.name = m_names[i], .shape = std::span(m_sizes).subspan(i, 1)});
        }
    }
    Tensors(const Tensors&) = delete;
    Tensors& operator=(const Tensors&) = delete;
    Tensors(Tensors&&) = delete;
    Tensors& operator=(Tensors&&) = delete;
    ~Tensors() = default;

    [[nodiscard]] std::span<const NamedShape> shapes() const { return m_shapes; }

private:
    std::vector<std::string> m_names;
    std::vector<std::int64_t> m_sizes;
    std::vector<NamedShape> m_shapes;
};

/// A block for each of some numbers: "%1.a.w 3;%1.b.w 4" of "blocks." and 0, 1.
QString blocks(const QString& before, int first, int count, const QString& inside)
{
    QString text;
    for (int i = first; i < first + count; ++i) {
        for (const QString& one : inside.split(u';')) {
            text += before + QString::number(i) + '.' + one + ';';
        }
    }
    return text;
}

} // namespace

/// Which modules of a file those of a model are, and when that cannot be told.
class TestAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aligns_data();
    void aligns();
    void rulesRename();
    void saysWhatIsUndecided();
};

void TestAlignment::aligns_data()
{
    QTest::addColumn<QString>("loaded");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("rules");
    QTest::addColumn<QString>("undecided");
    const QString inside = "a.w 3;b.w 4";
    QTest::newRow("one that is alone") << "x.w 1;x.b 2" << "y.w 1;y.b 2" << "x.=y." << "";
    QTest::newRow("numbers that begin with one") << blocks("stages.", 0, 3, inside) << blocks("layer", 1, 3, inside)
                                                 << "stages.0.=layer1. stages.1.=layer2. stages.2.=layer3." << "";
    QTest::newRow("a word inside") << blocks("h.", 0, 3, "m.a.w 3;m.b.w 4;c 5") << blocks("h.", 0, 3, "a.w 3;b.w 4;c 5")
                                   << "h.*.m.a.*=h.*.a.* h.*.m.b.*=h.*.b.*" << "";
    QTest::newRow("a word that is missing")
        << blocks("h.", 0, 3, inside) << blocks("h.", 0, 3, "m.a.w 3;m.b.w 4") << "h.*.*=h.*.m.*" << "";
    QTest::newRow("a word in each of some parts")
        << "text.model.a.w 1;image.model.a.w 2;sound.model.a.w 3" << "text.a.w 1;image.a.w 2;sound.a.w 3"
        << "text.model.=text. image.model.=image. sound.model.=sound." << "";
    QTest::newRow("up within one name") << blocks("n.", 0, 3, inside) << blocks("n.", 1, 3, inside)
                                        << "n.2.=n.3. n.1.=n.2. n.0.=n.1." << "";
    QTest::newRow("down within one name")
        << blocks("n.", 1, 3, inside) << blocks("n.", 0, 3, inside) << "n.1.=n.0. n.2.=n.1. n.3.=n.2." << "";
    QTest::newRow("two that are alike, by their words")
        << blocks("a.", 0, 2, inside) + blocks("b.", 0, 2, inside)
        << blocks("a", 1, 2, inside) + blocks("b", 1, 2, inside) << "a.0.=a1. a.1.=a2. b.0.=b1. b.1.=b2." << "";
    QTest::newRow("numbers without a dot") << blocks("h.", 0, 2, "norm1.w 3;norm2.w 3")
                                           << blocks("h.", 0, 2, "ln_1.w 3;ln_2.w 3") << "h.*.norm*.*=h.*.ln_*.*" << "";
    // What is alike and has no number in common stays what it is.
    QTest::newRow("q, k and v") << "x.q.w 3;x.k.w 3;x.v.w 3" << "y.query.w 3;y.key.w 3;y.value.w 3" << ""
                                << "y.query y.key y.value";
    QTest::newRow("the one that is left over")
        << blocks("h.", 0, 2, "x.q.w 3;x.k.w 3;x.o.w 3") << blocks("g.", 0, 2, "y.q.w 3;y.k.w 3;y.out.w 3")
        << "h.*.x.k.*=g.*.y.k.* h.*.x.o.*=g.*.y.out.* h.*.x.q.*=g.*.y.q.*" << "";
    QTest::newRow("more of them than the model has")
        << blocks("h.", 0, 4, inside) << blocks("layers.", 0, 3, inside) << "" << "layers.0 layers.1 layers.2";
    QTest::newRow("numbers with a gap") << blocks("h.", 0, 2, inside) + blocks("h.", 3, 1, inside)
                                        << blocks("layers.", 0, 3, inside) << "" << "layers.0 layers.1 layers.2";
    QTest::newRow("an encoder is no decoder")
        << "encoder.norm.w 3;decoder.ln.w 3" << "decoder.norm.w 3;enc.final.w 3" << "" << "decoder enc.final";
    QTest::newRow("where there is no other decoder") << "encoder.norm.w 3" << "decoder.norm.w 3"
                                                     << "encoder.=decoder." << "";
    QTest::newRow("places that change") << "a.w 1;a.b 2;b.w 3;b.b 4" << "a.w 3;a.b 4;b.w 1;b.b 2" << "" << "a b";
    QTest::newRow("other shapes") << "x.w 1;x.b 2" << "y.w 1;y.b 3" << "" << "";
    QTest::newRow("the model is a part of the file")
        << "net.x.w 1;net.x.b 2;loss.w 5" << "x.w 1;x.b 2" << "net.=" << "";
}

void TestAlignment::aligns()
{
    QFETCH(QString, loaded);
    QFETCH(QString, wanted);
    const Tensors file(loaded);
    const Tensors model(wanted);
    const ModuleAlignment found = checkpoint::alignModules(model.shapes(), file.shapes());
    QStringList rules;
    for (const checkpoint::RenameRule& rule : found.rules) {
        rules.append(QString::fromStdString(checkpoint::renameText(rule)));
    }
    QTEST(rules.join(u' '), "rules");
    QStringList undecided;
    for (const std::string& module : found.undecided) {
        undecided.append(QString::fromStdString(module));
    }
    QTEST(undecided.join(u' '), "undecided");
}

/// What is printed is read again as the same rule, and a tensor that is renamed has the shape that is wanted.
void TestAlignment::rulesRename()
{
    const Tensors file(blocks("stem.h.", 0, 12, "m.a.w 3;m.b.w 4;x.w 5") + "head.w 6;tail.w 7");
    const Tensors model(blocks("layers", 1, 12, "a.w 3;b.w 4;x.w 5") + "fc.w 6");
    std::map<std::string, std::int64_t> names;
    for (const NamedShape& tensor : file.shapes()) {
        std::string name(tensor.name);
        for (const checkpoint::RenameRule& rule : checkpoint::alignModules(model.shapes(), file.shapes()).rules) {
            const auto read = checkpoint::parseRename(checkpoint::renameText(rule));
            QVERIFY(read);
            name = checkpoint::applyRename(*read, name).value_or(name);
        }
        names.emplace(name, tensor.shape.front());
    }
    for (const NamedShape& tensor : model.shapes()) {
        QCOMPARE(names[std::string(tensor.name)], tensor.shape.front());
    }
    QCOMPARE(names["tail.w"], 7);
}

/// It is said where that is what keeps most of a model from its tensors, and not of any two models that have a Norm.
void TestAlignment::saysWhatIsUndecided()
{
    const auto undecided = [](const QString& loaded, const QString& wanted) {
        const Tensors file(loaded);
        const Tensors other(wanted);
        const auto keysOf = [](const Tensors& tensors) {
            checkpoint::StateKeys keys;
            for (const NamedShape& tensor : tensors.shapes()) {
                keys.keys.push_back(
                    {.name = std::string(tensor.name), .shape = {tensor.shape.begin(), tensor.shape.end()}});
            }
            return keys;
        };
        const model::KeyFit fit = model::fitKeys({.title = {}, .state = keysOf(other)}, keysOf(file), {});
        return fit.renaming ? std::vector<std::string>{"renamed"} : fit.undecided;
    };
    QCOMPARE(undecided("x.q.w 3;x.k.w 3;out.w 5", "x.query.w 3;x.key.w 3;out.w 5"),
             (std::vector<std::string>{"x.query", "x.key"}));
    QCOMPARE(undecided("x.q.w 3;x.k.w 3;a.w 7", "x.query.w 3;x.key.w 3;b.w 5;c.w 6;d.w 8;e.w 9"),
             std::vector<std::string>());
}

CAIRN_TEST(TestAlignment);

} // namespace cairn::tst_alignment

#include "tst_alignment.moc"
