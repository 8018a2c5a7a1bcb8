#include "tests/support/little.h"
#include "tests/support/test_program.h"
#include "tests/ui/view_test.h"
#include "ui/common/device_chip.h"
#include "ui/document/entry_text.h"
#include "ui/tree/checkpoint_model.h"
#include "ui/tree/tree_page.h"

#include <QImage>
#include <QSet>

namespace cairn::tst_tree {

using namespace cairn::test;
using namespace cairn::ui;

/// What the tree tells of groups at a glance: layers that are alike, devices by weight, shares of the file.
class tst_Tree : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksLayersThatAreAlike();
    void namesWhatIsNotAlike_data();
    void namesWhatIsNotAlike();
    void weighsDevices();
    void paintsWeightsOfDevices();
    void paintsShares();
    void opensNeighboursTogether();
    void beginsWithWeights();

private:
    /// A row of the tree by its whole name.
    [[nodiscard]] static QModelIndex rowNamed(const QAbstractItemModel& model, const QString& name,
                                              const QModelIndex& parent = {})
    {
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            if (index.data(CheckpointModel::FullNameRole).toString() == name) {
                return index;
            }
            if (const QModelIndex below = rowNamed(model, name, index); below.isValid()) {
                return below;
            }
        }
        return {};
    }
    /// Layers of two tensors each, the last one of which may be as given.
    [[nodiscard]] static DocumentPtr layers(int count, const std::string& lastName = "bias", std::int64_t lastSize = 2,
                                            Dtype lastDtype = Dtype::Float32)
    {
        Model made;
        const StorageId storage = made.storage(pattern(64));
        for (int layer = 0; layer < count; ++layer) {
            const std::string name = "model.layers." + std::to_string(layer);
            const bool isLast = layer + 1 == count;
            made.tensor(name + ".fc.weight", storage, Dtype::Float32, {2, 2}, {2, 1});
            made.tensor(name + ".fc." + (isLast ? lastName : "bias"), storage, isLast ? lastDtype : Dtype::Float32,
                        {isLast ? lastSize : 2}, {1});
        }
        made.tensor("model.norm.weight", storage, Dtype::Float32, {2}, {1});
        return documentOf(made.build());
    }
    [[nodiscard]] static QString alikeIn(const DocumentPtr& document, const QString& name)
    {
        CheckpointModel rows;
        rows.show(document, {.tree = rowsOf(*document), .filter = nullptr, .targets = nullptr});
        return rowNamed(rows, name).data(CheckpointModel::AlikeRole).toString();
    }
};

void tst_Tree::marksLayersThatAreAlike()
{
    const DocumentPtr document = layers(3);
    QCOMPARE(alikeIn(document, "model.layers"), "3 alike");
    QCOMPARE(alikeIn(document, "model"), QString());
    QCOMPARE(alikeIn(document, "model.layers.0"), QString());
    CheckpointModel rows;
    rows.show(document, {.tree = rowsOf(*document), .filter = nullptr, .targets = nullptr});
    QCOMPARE(rowNamed(rows, "model.layers").data(Qt::AccessibleTextRole).toString(), "layers, 3 alike");
    QCOMPARE(alikeIn(sample(), "model.blocks"), "3 alike");
}

void tst_Tree::namesWhatIsNotAlike_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("size");
    QTest::addColumn<int>("dtype");
    QTest::newRow("another name") << "gain" << qint64{2} << static_cast<int>(Dtype::Float32);
    QTest::newRow("another shape") << "bias" << qint64{3} << static_cast<int>(Dtype::Float32);
    QTest::newRow("another dtype") << "bias" << qint64{2} << static_cast<int>(Dtype::Int32);
}

void tst_Tree::namesWhatIsNotAlike()
{
    QFETCH(QString, name);
    QFETCH(qint64, size);
    QFETCH(int, dtype);
    QCOMPARE(alikeIn(layers(3, name.toStdString(), size, static_cast<Dtype>(dtype)), "model.layers"), QString());
}

void tst_Tree::weighsDevices()
{
    const DocumentPtr document = sample();
    const RowTreePtr tree = rowsOf(*document);
    CheckpointModel rows;
    rows.show(document, {.tree = tree, .filter = nullptr, .targets = nullptr});
    const QModelIndex optimizer = rowNamed(rows, "optimizer").siblingAtColumn(static_cast<int>(RowColumn::SavedOn));
    const auto shares = optimizer.data(CheckpointModel::SharesRole).value<QList<DeviceShare>>();
    QCOMPARE(shares.size(), 2);
    QCOMPARE(shares[0].device, "cpu");
    QCOMPARE(shares[0].bytes, 180U);
    QCOMPARE(shares[1].device, "cuda:1");
    QCOMPARE(optimizer.data(Qt::ToolTipRole).toString().count("180 B"), 1);
    const QModelIndex model = rowNamed(rows, "model").siblingAtColumn(static_cast<int>(RowColumn::SavedOn));
    QVERIFY(model.data(CheckpointModel::SharesRole).value<QList<DeviceShare>>().isEmpty()); // one device is a chip
}

/// As long as its bytes, in the colour that the device has everywhere.
void tst_Tree::paintsWeightsOfDevices()
{
    Model made;
    const StorageId large = made.storage(pattern(3000), ByteOrder::Little, "cuda:1");
    const StorageId small = made.storage(pattern(1000), ByteOrder::Little, "cuda:0");
    made.group("model");
    made.tensor("block.small", small, Dtype::Float32, {250}, {1}).device = made.builder().device("cuda:0");
    made.tensor("block.large", large, Dtype::Float32, {750}, {1}).device = made.builder().device("cuda:1");
    const DocumentPtr document = documentOf(made.build());
    useStyle();
    applyTheme(Theme::Light);
    TreePage page;
    page.resize(900, 300);
    page.show();
    page.showDocument(document, rowsOf(*document), {});
    page.setCurrentIndex({});
    const QModelIndex cell = page.model()->index(0, static_cast<int>(RowColumn::SavedOn));
    const QRect area = page.visualRect(cell);
    const QImage picture = page.viewport()->grab().toImage();
    QCOMPARE(picture.devicePixelRatio(), 1.0);
    const auto lengthOf = [&](const char* device) {
        int length = 0;
        for (int x = area.left(); x <= area.right(); ++x) {
            length += picture.pixel(x, area.center().y()) == deviceColor(device, page.palette()).rgb() ? 1 : 0;
        }
        return length;
    };
    draw(page, "tree-devices");
    const int first = lengthOf("cuda:0");
    const int second = lengthOf("cuda:1");
    QVERIFY2(first > 4, qPrintable(QString::number(first)));
    QVERIFY2(second > 2 * first && second < 4 * first, qPrintable(QStringLiteral("%1 %2").arg(first).arg(second)));
}

void tst_Tree::paintsShares()
{
    Model made;
    made.tensor("large", made.storage(pattern(3000)), Dtype::Float32, {750}, {1});
    made.tensor("small", made.storage(pattern(1000)), Dtype::Float32, {250}, {1});
    const DocumentPtr document = documentOf(made.build());
    useStyle();
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        applyTheme(theme);
        TreePage page;
        page.resize(900, 300);
        page.show();
        page.showDocument(document, rowsOf(*document), {});
        const QImage picture = page.viewport()->grab().toImage();
        const auto lengthIn = [&](int row) {
            const QRect area = page.visualRect(page.model()->index(row, static_cast<int>(RowColumn::Bytes)));
            int most = 0;
            for (int y = area.top(); y <= area.bottom(); ++y) {
                int length = 0;
                for (int x = area.left(); x <= area.right(); ++x) {
                    length += picture.pixel(x, y) == barColor(QApplication::palette()).rgb() ? 1 : 0;
                }
                most = std::max(most, length);
            }
            return most;
        };
        const int large = lengthIn(0); // the selected row, too
        const int small = lengthIn(1);
        QVERIFY2(small > 5, qPrintable(QString::number(small)));
        QVERIFY2(std::abs(large - 3 * small) <= 3, qPrintable(QStringLiteral("%1 %2").arg(large).arg(small)));
    }
    applyTheme(Theme::Light);
}

/// Rows of a page or two, and never one layer open beside another one that is not.
void tst_Tree::opensNeighboursTogether()
{
    for (const DocumentPtr& document : {sample(), layers(3), layers(25)}) {
        TreePage page;
        page.resize(900, 600);
        page.show();
        page.showDocument(document, rowsOf(*document), {});
        int open = 0;
        for (QModelIndex row = page.model()->index(0, 0); row.isValid(); row = page.indexBelow(row)) {
            QSet<bool> states;
            for (int child = 0; child < page.model()->rowCount(row); ++child) {
                const QModelIndex index = page.model()->index(child, 0, row);
                if (page.model()->rowCount(index) != 0 && index.data() != QStringLiteral("_metadata")) {
                    states.insert(page.isExpanded(index));
                }
            }
            QVERIFY2(states.size() <= 1, qPrintable(row.data().toString()));
            ++open;
        }
        QVERIFY2(open > 3 && open <= 64, qPrintable(QString::number(open)));
    }
}

/// What a training counts comes before its weights in many files, and the versions of modules among them.
void tst_Tree::beginsWithWeights()
{
    TreePage page;
    page.resize(900, 600);
    page.show();
    const DocumentPtr training = opened(fixture("torch113/module_in_dict.pt"));
    page.showDocument(training, rowsOf(*training), {});
    QCOMPARE(page.model()->index(0, 0).data().toString(), QString("epoch"));
    QCOMPARE(page.currentIndex().data().toString(), QString("model"));
    const DocumentPtr model = opened(fixture("torch113/adam.pt"));
    page.showDocument(model, rowsOf(*model), {});
    QVERIFY(page.isExpanded(rowNamed(*page.model(), "model.conv")));
    QVERIFY(!page.isExpanded(rowNamed(*page.model(), "model._metadata")));
}

CAIRN_TEST(tst_Tree, QApplication);

} // namespace cairn::tst_tree

#include "tst_tree.moc"
