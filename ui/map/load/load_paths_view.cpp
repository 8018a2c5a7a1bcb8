#include "ui/map/load/load_paths_view.h"

#include "ui/common/device_chip.h"
#include "ui/common/plain_label.h"
#include "ui/common/quiet_label.h"
#include "ui/map/canvas/broken_way.h"
#include "ui/map/canvas/map_layout.h"
#include "ui/text/display.h"
#include "ui/text/theme.h"

#include <QFontDatabase>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn::ui {

using devices::DeviceUse;
using devices::LoadPath;
using devices::Transfer;

namespace {

constexpr qreal kPathsMargin = 4;
constexpr qreal kPathsGap = 6;
constexpr std::size_t kMostRows = 8;
const std::string kDisk = "disk";

QColor failureColor(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xf0, 0x7c, 0x74) : QColor(0xc0, 0x39, 0x2b);
}

std::size_t rowOf(const std::vector<std::string>& stage, const std::string& place)
{
    return static_cast<std::size_t>(std::ranges::find(stage, place) - stage.begin());
}

QString peaksText(const LoadPath& path)
{
    QStringList parts;
    for (const DeviceUse& use : path.peaks) {
        if (use.peakBytes != 0) {
            const QString need = QStringLiteral("%1 %2").arg(shown(use.device), bytesText(use.peakBytes));
            parts.append(use.freeBytes ? LoadPathsView::tr("%1 of %2 free").arg(need, bytesText(*use.freeBytes))
                                       : need);
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString factsOf(const LoadPath& path)
{
    if (!path.works) {
        return LoadPathsView::tr("✗ Fails: %1").arg(shown(path.failure));
    }
    QStringList lines{
        path.transferredBytes == 0
            ? LoadPathsView::tr("✓ Nothing is copied to or between accelerators")
            : LoadPathsView::tr("✓ %1 copied to and between accelerators").arg(bytesText(path.transferredBytes))};
    if (const QString peaks = peaksText(path); !peaks.isEmpty()) {
        lines.append(LoadPathsView::tr("At the worst moment: %1").arg(peaks));
    }
    return lines.join(u'\n');
}

} // namespace

LoadPathPicture::LoadPathPicture(LoadPath path, QWidget* parent)
    : QWidget(parent), m_path(std::move(path)), m_stages{{kDisk}}
{
    const auto add = [this](std::size_t stage, const std::string& place) {
        m_stages.resize(std::max(m_stages.size(), stage + 1));
        if (rowOf(m_stages[stage], place) == m_stages[stage].size() && m_stages[stage].size() < kMostRows) {
            m_stages[stage].push_back(place);
        }
    };
    QStringList words;
    for (const Transfer& transfer : m_path.transfers) {
        add(transfer.from == kDisk ? 1 : 2, transfer.to);
        words.append(tr("%1 to %2, %3").arg(shown(transfer.from), shown(transfer.to), bytesText(transfer.bytes)) +
                     (transfer.fails ? tr(", fails") : QString()));
    }
    setAccessibleName(words.join(QStringLiteral("; ")));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LoadPathPicture::sizeHint() const
{
    std::size_t rows = 1;
    for (const auto& stage : m_stages) {
        rows = std::max(rows, stage.size());
    }
    return {240, static_cast<int>(static_cast<qreal>(rows) * (placeHeight() + kPathsGap) + 2 * kPathsMargin)};
}

/// A line for the name, and one for the bytes that arrive.
qreal LoadPathPicture::placeHeight() const
{
    return 2 * fontMetrics().height() + 8;
}

QRectF LoadPathPicture::placeOf(std::size_t stage, std::size_t row) const
{
    constexpr std::size_t kStages = 3;
    const qreal width = (this->width() - 2 * kPathsMargin) / (kStages + 1.4);
    const qreal pitch = (this->width() - 2 * kPathsMargin - width) / (kStages - 1);
    const qreal height = placeHeight();
    const qreal all = static_cast<qreal>(m_stages[stage].size()) * (height + kPathsGap) - kPathsGap;
    const qreal top = (this->height() - all) / 2 + static_cast<qreal>(row) * (height + kPathsGap);
    return {kPathsMargin + static_cast<qreal>(stage) * pitch, top, width, height};
}

void LoadPathPicture::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawTransfers(painter);
    drawPlaces(painter);
}

void LoadPathPicture::drawTransfers(QPainter& painter) const
{
    std::uint64_t most = 1;
    for (const Transfer& transfer : m_path.transfers) {
        most = std::max(most, transfer.bytes);
    }
    for (const Transfer& transfer : m_path.transfers) {
        const std::size_t stage = transfer.from == kDisk ? 1 : 2;
        const std::size_t to = rowOf(m_stages[stage], transfer.to);
        const std::size_t from = rowOf(m_stages[stage - 1], transfer.from);
        if (to == m_stages[stage].size() || from == m_stages[stage - 1].size()) {
            continue;
        }
        const QRectF start = placeOf(stage - 1, from);
        const QRectF end = placeOf(stage, to);
        constexpr qreal kWidestArrow = 10;
        const qreal width = std::max(1.5, kWidestArrow * static_cast<qreal>(transfer.bytes) / static_cast<qreal>(most));
        QColor color = transfer.fails ? failureColor(palette()) : deviceColor(shown(transfer.to), palette());
        color.setAlphaF(0.6F);
        const QPainterPath way = curvePath({start.right(), start.center().y()}, {end.left(), end.center().y()});
        if (transfer.fails) {
            drawBrokenWay(painter, way, width, color, failureColor(palette()));
            continue;
        }
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(way);
    }
}

void LoadPathPicture::drawPlaces(QPainter& painter) const
{
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    for (std::size_t stage = 0; stage < m_stages.size(); ++stage) {
        for (std::size_t row = 0; row < m_stages[stage].size(); ++row) {
            const std::string& place = m_stages[stage][row];
            bool fails = false;
            std::uint64_t bytes = 0;
            for (const Transfer& transfer : m_path.transfers) {
                if (transfer.to == place && (transfer.from == kDisk) == (stage == 1)) {
                    fails = fails || transfer.fails;
                    bytes += transfer.bytes;
                }
            }
            const QColor color = fails            ? failureColor(palette())
                                 : place == kDisk ? text
                                                  : deviceColor(shown(place), palette());
            const QRectF area = placeOf(stage, row);
            painter.setBrush(blend(base, color, 0.08));
            painter.setPen(QPen(color, 1, fails ? Qt::DashLine : Qt::SolidLine));
            painter.drawRoundedRect(area.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
            const auto write = [&](const QString& line, const QColor& ink, const QRectF& where) {
                painter.setPen(ink);
                painter.drawText(where, Qt::AlignCenter,
                                 fontMetrics().elidedText(line, Qt::ElideRight, static_cast<int>(area.width()) - 6));
            };
            if (place == kDisk) {
                write(tr("disk"), color, area);
                continue;
            }
            const QRectF upper = area.adjusted(0, 3, 0, -area.height() / 2);
            write((fails ? QStringLiteral("✗ ") : QString()) + shown(place), color, upper);
            write(bytesText(bytes), text, area.adjusted(0, area.height() / 2, 0, -3));
        }
    }
}

LoadPathsView::LoadPathsView(QWidget* parent) : QScrollArea(parent)
{
    setObjectName("loadPaths");
    setAccessibleName(tr("Two ways to load the file"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setBackgroundRole(QPalette::Base);
    showPaths({});
}

void LoadPathsView::showPaths(const std::vector<LoadPath>& paths)
{
    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(12, 8, 12, 8);
    const auto addLabel = [&](QLabel* label) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        layout->addWidget(label);
        return label;
    };
    for (const LoadPath& path : paths) {
        QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
        font.setBold(true);
        addLabel(new PlainLabel(shown(path.python), page))->setFont(font);
        layout->addWidget(new LoadPathPicture(path, page));
        addLabel(path.works ? new PlainLabel(factsOf(path), page) : new TonedLabel(badText, factsOf(path), page));
        layout->addSpacing(10);
    }
    if (paths.empty()) {
        addLabel(new QuietLabel(tr("torch.load does not place this kind of file by its tags."), page));
    }
    layout->addStretch(1);
    setWidget(page);
}

} // namespace cairn::ui
