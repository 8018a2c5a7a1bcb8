#include "ui/inspector/group_view.h"

#include "core/base/text/text.h"
#include "ui/common/device_chip.h"
#include "ui/common/job.h"
#include "ui/common/plain_label.h"
#include "ui/document/entry_text.h"
#include "ui/inspector/treemap.h"
#include "ui/text/display.h"
#include "ui/text/plain_tip.h"
#include "ui/text/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace cairn::ui {

namespace {

constexpr std::size_t kMostCells = 200;
constexpr std::size_t kMostShares = 8;

/// How much of the whole something is, as a bar in the colour of a device, or of none.
class ShareBar : public QWidget {
public:
    ShareBar(double share, QString device, QWidget* parent)
        : QWidget(parent), m_share(share), m_device(std::move(device))
    {
        setMinimumSize(20, 8); // the window must not grow for it
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }
    [[nodiscard]] QSize sizeHint() const override { return {120, 8}; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(blend(palette().color(QPalette::Window), palette().color(QPalette::Text), 0.1));
        painter.drawRoundedRect(rect(), 3, 3);
        painter.setBrush(m_device.isEmpty() ? barColor(palette()) : deviceColor(m_device, palette()));
        QRectF filled(rect());
        filled.setWidth(std::max(3.0, filled.width() * m_share));
        painter.drawRoundedRect(filled, 3, 3);
    }

private:
    double m_share;
    QString m_device;
};

} // namespace

GroupView::GroupView(QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel), m_totals(new PlainLabel), m_map(new Treemap)
{
    setObjectName("groupView");
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_totals->setObjectName("groupTotals");
    m_totals->setTextFormat(Qt::PlainText);
    m_totals->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(10);
    layout->addWidget(m_title);
    layout->addWidget(m_totals);
    layout->addWidget(m_map, 1);
    layout->addStretch(0); // while there is no map
    connect(m_map, &Treemap::activated, this, &GroupView::entryActivated);
    showDocument(nullptr);
}

GroupView::~GroupView() = default;

void GroupView::showDocument(const DocumentPtr& document)
{
    abandonJob(m_job);
    m_document = document;
    m_tree = nullptr;
    showNothing();
}

void GroupView::showNothing()
{
    m_group = checkpoint::kNoId;
    clearShares();
    m_map->setCells({});
    m_map->hide();
    m_title->setText(tr("Select a group to see what is in it."));
    m_totals->clear();
}

void GroupView::showRow(const RowTreePtr& tree, NodeId node)
{
    if (!m_document || !tree || node >= tree->size()) {
        abandonJob(m_job);
        showNothing();
        return;
    }
    const auto entries = m_document->checkpoint->entries();
    while (node != 0 && !tree->isLevel(node) && entries[(*tree)[node].entry].kind != checkpoint::EntryKind::Group) {
        node = (*tree)[node].parent;
    }
    if (tree == m_tree && node == m_group) {
        return;
    }
    abandonJob(m_job);
    m_tree = tree;
    m_group = node;
    m_job = startJob(
        this,
        [document = m_document, tree, node](const Progress& progress) {
            return summarise(*document, *tree, node, kMostCells, progress);
        },
        [this](const GroupSummaryPtr& summary) {
            m_job = nullptr;
            if (summary) {
                take(*summary);
            }
        });
}

void GroupView::clearShares()
{
    constexpr int belowTotals = 2;
    delete m_box;
    m_box = new QWidget(this);
    m_shares = new QGridLayout(m_box);
    m_shares->setContentsMargins(0, 0, 0, 0);
    m_shares->setHorizontalSpacing(12);
    m_shares->setVerticalSpacing(3);
    m_shares->setColumnStretch(1, 1);
    static_cast<QVBoxLayout*>(layout())->insertWidget(belowTotals, m_box);
}

void GroupView::take(const GroupSummary& summary)
{
    const QString name = m_group == 0 ? QString() : shown(m_tree->fullNameOf(*m_document, m_group));
    m_title->setText(m_group == 0 ? nameText(*m_document, 0) : name);
    QString totals = grouped(tr("%n tensors", nullptr, pluralOf(summary.tensors)), summary.tensors);
    totals += tr(" · %1 element(s) · %2", nullptr, pluralOf(summary.elements))
                  .arg(countText(summary.elements), bytesText(summary.bytes));
    if (summary.storageBytes != 0 && summary.storageBytes != summary.bytes) {
        totals += tr(", in %1 of storages").arg(bytesText(summary.storageBytes)); // shared, or used in part
    }
    if (summary.values != 0) {
        totals += grouped(tr(" · %n other values", nullptr, pluralOf(summary.values)), summary.values);
    }
    m_totals->setText(totals);
    clearShares();
    addShares(tr("Dtype"), summary.dtypes, false);
    addShares(tr("Saved on"), summary.devices, true);

    std::vector<Treemap::Cell> cells;
    for (const GroupSummary::Part& part : summary.largest) {
        if (part.bytes == 0) {
            continue;
        }
        const checkpoint::Checkpoint& checkpoint = *m_document->checkpoint;
        const checkpoint::Tensor& tensor = checkpoint.tensors()[checkpoint.entries()[part.entry].payload];
        QString label = shown(checkpoint.entryName(part.entry));
        if (m_group != 0 && label.startsWith(name + u'.')) {
            label.remove(0, name.size() + 1);
        }
        cells.push_back({.name = label,
                         .detail = tr("%1 · %2").arg(bytesText(part.bytes), shapeText(*m_document, part.entry)),
                         .weight = part.bytes,
                         .device = shown(checkpoint.deviceTag(tensor.device)),
                         .id = part.entry});
    }
    m_map->setCells(std::move(cells));
    m_map->show();
}

void GroupView::addShares(const QString& title, const std::vector<GroupSummary::Share>& shares, bool areDevices)
{
    std::uint64_t all = 0;
    for (const GroupSummary::Share& share : shares) {
        all += share.bytes;
    }
    const std::size_t count = std::min(shares.size(), kMostShares);
    for (std::size_t i = 0; i < count; ++i) {
        const GroupSummary::Share& share = shares[i];
        const int row = m_shares->rowCount();
        auto* name = new PlainLabel(shown(share.name));
        name->setTextFormat(Qt::PlainText);
        name->setAccessibleDescription(title);
        name->setToolTip(plainTip(title));
        m_shares->addWidget(name, row, 0);
        const double part = all == 0 ? 0 : static_cast<double>(share.bytes) / static_cast<double>(all);
        m_shares->addWidget(new ShareBar(part, areDevices ? shown(share.name) : QString(), this), row, 1);
        m_shares->addWidget(new PlainLabel(grouped(tr("%n tensors", nullptr, pluralOf(share.tensors)), share.tensors)),
                            row, 2, Qt::AlignRight);
        m_shares->addWidget(new PlainLabel(bytesText(share.bytes)), row, 3, Qt::AlignRight);
    }
    if (shares.size() > count) {
        m_shares->addWidget(new PlainLabel(tr("and %1 more").arg(shares.size() - count)), m_shares->rowCount(), 0);
    }
}

} // namespace cairn::ui
