#include "app/cli/common/table.h"
#include "app/cli/common/text_width.h"
#include "tests/support/test_program.h"

namespace cairn::tst_table {

using namespace cairn::cli;

namespace {

/// What a table of `rows` prints on a terminal of this shape.
QStringList printed(const Table& table, const std::vector<std::vector<std::string>>& rows, const Terminal& terminal)
{
    Output output(-1);
    Screen screen(output, terminal);
    table.print(screen, [&](const Table::Sink& sink) {
        for (const auto& texts : rows) {
            Table::Row row(texts.size());
            for (std::size_t i = 0; i < texts.size(); ++i) {
                row[i].set(texts[i]);
            }
            sink(row);
        }
    });
    return QString::fromStdString(output.buffer()).split('\n', Qt::SkipEmptyParts);
}

Terminal plainTerminal(int columns)
{
    return {.interactive = false, .colour = false, .charset = Charset::Utf8, .columns = columns};
}

const Table& nameShapeSize()
{
    static const Table table({{.title = "Name", .elide = Elide::Middle, .least = 10},
                              {.title = "Note"},
                              {.title = "Shape", .elide = Elide::End, .least = 6},
                              {.title = "Size", .align = Align::Right}});
    return table;
}

} // namespace

class TestTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void widths_data();
    void widths();
    void elides_data();
    void elides();
    void alignsAndLeavesOutEmptyColumns();
    void fitsTheTerminal();
    void keepsNamesWholeInFiles();
    void keepsTheLeadInSight();
    void wideCharactersKeepTheColumns();
    void coloursOnlyWhenAsked();
    void paragraphsWrapBesideTheirLabel();
};

void TestTable::widths_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("width");

    QTest::newRow("empty") << "" << 0;
    QTest::newRow("ascii") << "weight" << 6;
    QTest::newRow("accents") << "été" << 3;
    QTest::newRow("combining accent") << QString("e\u0301") << 1;
    QTest::newRow("Chinese") << "层.weight" << 9;
    QTest::newRow("emoji") << "😀" << 2;
    QTest::newRow("box drawing") << "├─ " << 3;
}

void TestTable::widths()
{
    QFETCH(QString, text);
    QFETCH(int, width);
    QCOMPARE(int(displayWidth(text.toStdString())), width);
}

void TestTable::elides_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("columns");
    QTest::addColumn<QString>("end");
    QTest::addColumn<QString>("middle");

    QTest::newRow("fits") << "weight" << 6 << "weight" << "weight";
    QTest::newRow("one over") << "weights" << 6 << "weigh…" << "w…ghts";
    QTest::newRow("long") << "layer4.2.downsample.0.weight" << 16 << "layer4.2.downsa…" << "layer…e.0.weight";
    QTest::newRow("wide at the cut") << "层层层层层" << 6 << "层层…" << "…层层";
    QTest::newRow("mark stays with its letter") << QString("abc\u0301defg") << 6 << QString("abc\u0301de…") << "a…defg";
    QTest::newRow("no room") << "weight" << 1 << "…" << "…";
}

void TestTable::elides()
{
    QFETCH(QString, text);
    QFETCH(int, columns);
    const auto room = static_cast<std::size_t>(columns);
    QTEST(QString::fromStdString(elideEnd(text.toStdString(), room, "…")), "end");
    QTEST(QString::fromStdString(elideMiddle(text.toStdString(), room, "…")), "middle");
}

void TestTable::alignsAndLeavesOutEmptyColumns()
{
    const QStringList lines =
        printed(nameShapeSize(), {{"conv1", "", "64×3", "768 B"}, {"fc.bias", "", "", "4.0 kB"}}, plainTerminal(80));
    QCOMPARE(lines, QStringList({"Name     Shape    Size", "conv1    64×3    768 B", "fc.bias         4.0 kB"}));
}

void TestTable::fitsTheTerminal()
{
    const std::string longName(300, 'n');
    const std::string longShape(500, '9');
    for (int columns = 40; columns <= 160; ++columns) {
        const auto lines = printed(nameShapeSize(), {{longName, "shared", longShape, "1.0 GB"}, {"a", "", "1", "4 B"}},
                                   plainTerminal(columns));
        QCOMPARE(lines.size(), 3);
        QCOMPARE(int(displayWidth(lines[1].toStdString())), columns);
        QVERIFY(lines[1].endsWith("1.0 GB"));
        QVERIFY(lines[2].endsWith("4 B"));
    }
}

void TestTable::keepsNamesWholeInFiles()
{
    Terminal file = plainTerminal(60);
    file.rowsMustFit = false;
    const std::string longName(300, 'n');
    const auto lines = printed(nameShapeSize(), {{longName, "shared", std::string(500, '9'), "1.0 GB"}}, file);
    QVERIFY(lines[1].startsWith(QString(300, 'n') + ' '));
    QVERIFY(lines[1].endsWith("1.0 GB"));
    QCOMPARE(lines[1].count('9'), 59); // and the sign that it was cut
}

void TestTable::keepsTheLeadInSight()
{
    Output output(-1);
    Screen screen(output, plainTerminal(40));
    nameShapeSize().print(screen, [](const Table::Sink& sink) {
        Table::Row row(4);
        row[0].set(std::string(100, 'n'));
        row[0].lead = "│  └─ ";
        row[3].set("4 B");
        sink(row);
    });
    QVERIFY(output.buffer().find("│  └─ nnn") != std::string::npos);
    QVERIFY(output.buffer().find("nnn   4 B\n") != std::string::npos);
}

void TestTable::wideCharactersKeepTheColumns()
{
    const auto lines = printed(nameShapeSize(), {{"层", "", "1", "4 B"}, {"ab", "", "1", "4 B"}}, plainTerminal(80));
    QCOMPARE(lines[1], QString("层    1       4 B"));
    QCOMPARE(lines[2], QString("ab    1       4 B"));
}

void TestTable::coloursOnlyWhenAsked()
{
    Terminal terminal = plainTerminal(80);
    QVERIFY(!printed(nameShapeSize(), {{"a", "", "1", "4 B"}}, terminal).join("").contains('\x1b'));
    terminal.colour = true;
    QVERIFY(printed(nameShapeSize(), {{"a", "", "1", "4 B"}}, terminal).join("").contains("\x1b[2mName\x1b[0m"));
}

void TestTable::paragraphsWrapBesideTheirLabel()
{
    Output output(-1);
    Screen screen(output, plainTerminal(20));
    screen.put("Label   ");
    screen.paragraph("one two three four anextremelylongword end", Ink::Plain, 8);
    QCOMPARE(QString::fromStdString(output.buffer()), QString("Label   one two\n"
                                                              "        three four\n"
                                                              "        anextremelylongword\n"
                                                              "        end\n"));
}

CAIRN_TEST(TestTable);

} // namespace cairn::tst_table

#include "tst_table.moc"
