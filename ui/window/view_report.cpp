#include "ui/window/view_report.h"

#include "ui/common/breakable_label.h"
#include "ui/document/entry_text.h"
#include "ui/inspector/treemap.h"
#include "ui/text/display.h"
#include "ui/tree/tree_page.h"
#include "ui/values/heat_map_plot.h"
#include "ui/values/histogram_plot.h"
#include "ui/verdict/header_panel.h"
#include "ui/window/document_view.h"
#include "ui/window/view_tabs.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QTreeView>

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

namespace cairn::ui {

namespace {

constexpr int kMostRows = 500;
constexpr int kMostColumns = 40;
constexpr int kLineHeight = 8; ///< pixels: what stands beside each other is nearly as high

QString say(const char* text)
{
    return QCoreApplication::translate("Report", text);
}

/// Without what only helps to lay it out.
QString textOf(const QLabel& label)
{
    QString text = label.text();
    if (label.textFormat() == Qt::RichText) {
        text = QTextDocumentFragment::fromHtml(text).toPlainText().replace(QStringLiteral("  "), QStringLiteral(" "));
    }
    return BreakableLabel::unbroken(std::move(text));
}

/// Columns from left to right as they are now.
std::vector<int> columnsOf(const QHeaderView& header)
{
    std::vector<int> columns;
    for (int place = 0; place < header.count() && columns.size() < kMostColumns; ++place) {
        if (const int column = header.logicalIndex(place); !header.isSectionHidden(column)) {
            columns.push_back(column);
        }
    }
    return columns;
}

QStringList titlesOf(const QAbstractItemModel& model, const std::vector<int>& columns)
{
    QStringList titles;
    for (const int column : columns) {
        titles.append(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    return titles;
}

void addRows(Report& report, QList<QStringList> rows)
{
    const bool isCut = rows.size() > kMostRows + 1;
    if (isCut) {
        rows.resize(kMostRows + 1);
    }
    if (rows.size() > 1) {
        report.addTable(rows);
    }
    if (isCut) {
        report.addParagraph(say(QT_TRANSLATE_NOOP("Report", "Only the first %1 rows.")).arg(kMostRows));
    }
}

/// Rows that are open, each as far to the right as it is deep.
void addTree(Report& report, const QTreeView& view)
{
    const QAbstractItemModel& model = *view.model();
    const std::vector<int> columns = columnsOf(*view.header());
    QList<QStringList> rows{titlesOf(model, columns)};
    std::vector<std::pair<QModelIndex, int>> stack; // the next row of each level
    stack.emplace_back(model.index(0, 0), 0);
    while (!stack.empty() && rows.size() <= kMostRows + 1) {
        const auto [index, depth] = stack.back();
        stack.pop_back();
        if (!index.isValid()) {
            continue;
        }
        QStringList cells;
        for (const int column : columns) {
            const QString text = index.siblingAtColumn(column).data().toString();
            cells.append(column == 0 ? QString(2 * depth, QChar(0x2003)) + text : text);
        }
        rows.append(cells);
        stack.emplace_back(model.index(index.row() + 1, 0, index.parent()), depth);
        if (view.isExpanded(index)) {
            stack.emplace_back(model.index(0, 0, index), depth + 1);
        }
    }
    addRows(report, rows);
}

void addGrid(Report& report, const QTableView& view)
{
    const QAbstractItemModel& model = *view.model();
    const std::vector<int> columns = columnsOf(*view.horizontalHeader());
    QList<QStringList> rows{QStringList{QString()} + titlesOf(model, columns)};
    for (int row = 0; row < std::min(model.rowCount(), kMostRows + 1); ++row) {
        QStringList cells{model.headerData(row, Qt::Vertical, Qt::DisplayRole).toString()};
        for (const int column : columns) {
            cells.append(model.index(row, column).data().toString());
        }
        rows.append(cells);
    }
    addRows(report, rows);
}

void addList(Report& report, const QAbstractItemView& view)
{
    QList<QStringList> rows{{view.accessibleName()}};
    for (int row = 0; row < std::min(view.model()->rowCount(), kMostRows + 1); ++row) {
        rows.append({view.model()->index(row, 0).data().toString()});
    }
    addRows(report, rows);
}

bool isPlot(const QWidget& widget)
{
    return qobject_cast<const HeatMapPlot*>(&widget) != nullptr ||
           qobject_cast<const HistogramPlot*>(&widget) != nullptr || qobject_cast<const Treemap*>(&widget) != nullptr;
}

/// A widget that says something, and where it is on its page.
struct WidgetPart {
    QPoint place;
    QWidget* widget;
};

bool isSeen(const QWidget& widget, const QWidget& page)
{
    return &widget == &page || widget.isVisibleTo(&page);
}

std::vector<WidgetPart> partsOf(QWidget& page)
{
    std::vector<WidgetPart> parts;
    QList<QWidget*> widgets{&page};
    while (!widgets.isEmpty()) {
        QWidget* widget = widgets.takeFirst();
        if (!isSeen(*widget, page)) {
            continue;
        }
        const auto* label = qobject_cast<QLabel*>(widget);
        const bool isText = label != nullptr && !label->text().isEmpty();
        if (isText || qobject_cast<QAbstractItemView*>(widget) != nullptr ||
            qobject_cast<QPlainTextEdit*>(widget) != nullptr || isPlot(*widget)) {
            parts.push_back({widget->mapTo(&page, QPoint()), widget});
            continue;
        }
        widgets.append(widget->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    }
    std::ranges::sort(parts, [](const WidgetPart& a, const WidgetPart& b) {
        return std::pair(a.place.y() / kLineHeight, a.place.x()) < std::pair(b.place.y() / kLineHeight, b.place.x());
    });
    return parts;
}

void addWidget(Report& report, QWidget& widget)
{
    if (const auto* tree = qobject_cast<QTreeView*>(&widget)) {
        addTree(report, *tree);
    } else if (const auto* table = qobject_cast<QTableView*>(&widget)) {
        addGrid(report, *table);
    } else if (const auto* list = qobject_cast<QAbstractItemView*>(&widget)) {
        addList(report, *list);
    } else if (const auto* text = qobject_cast<QPlainTextEdit*>(&widget)) {
        report.addCode(text->toPlainText());
    } else {
        report.addPicture(widget.grab().toImage(), widget.accessibleName());
    }
}

void addPage(Report& report, QWidget& page)
{
    QStringList lines;
    int lastLine = -1;
    const auto flush = [&] {
        if (!lines.isEmpty()) {
            report.addParagraph(lines.join(u'\n'));
        }
        lines.clear();
        lastLine = -1;
    };
    for (const WidgetPart& part : partsOf(page)) {
        const auto* label = qobject_cast<QLabel*>(part.widget);
        if (label == nullptr) {
            flush();
            addWidget(report, *part.widget);
            continue;
        }
        const QString text = textOf(*label);
        const int line = part.place.y() / kLineHeight;
        if (line == lastLine) {
            lines.back() += QStringLiteral(" · ") + text;
        } else {
            lines.append(text);
        }
        lastLine = line;
    }
    flush();
}

void addFile(Report& report, const DocumentView& view)
{
    if (const auto* facts = view.header()->findChild<QLabel*>("fileFacts")) {
        report.addParagraph(facts->accessibleName()); // all of them, also where there is no room
    }
    if (const auto* verdict = view.header()->findChild<QLabel*>("verdictText")) {
        report.addParagraph(textOf(*verdict));
    }
    QList<QStringList> devices{
        {say(QT_TRANSLATE_NOOP("Report", "Saved on")), say(QT_TRANSLATE_NOOP("Report", "Storages")),
         say(QT_TRANSLATE_NOOP("Report", "Tensors")), say(QT_TRANSLATE_NOOP("Report", "Bytes"))}};
    for (const auto& [device, usage] : view.document()->devices) {
        devices.append({shown(device), countText(usage.storages), countText(usage.tensors), bytesText(usage.bytes)});
    }
    addRows(report, devices);
}

void addSelection(Report& report, const DocumentView& view, const ViewTabs& inspector)
{
    const CheckpointModel& model = *view.tree()->checkpointModel();
    const NodeId node = CheckpointModel::nodeAt(view.tree()->currentIndex());
    if (node == checkpoint::kNoId) {
        return;
    }
    const Document& document = *view.document();
    const RowTree& tree = *model.projection().tree;
    report.addHeading(shown(tree.fullNameOf(document, node)));
    const auto facts = tree.isLevel(node) ? factsOfLevel(document, tree, node) : factsOf(document, tree[node].entry);
    QList<QStringList> rows{{say(QT_TRANSLATE_NOOP("Report", "Fact")), say(QT_TRANSLATE_NOOP("Report", "Value"))}};
    rows.append(
        {say(QT_TRANSLATE_NOOP("Report", "Saved on")), deviceTexts(document, tree, node).join(QStringLiteral(", "))});
    for (const auto& [name, value] : facts) {
        rows.append({name, value});
    }
    addRows(report, rows);
    if (inspector.currentIndex() > 0 && inspector.isVisible()) {
        report.addHeading(inspector.tabText(inspector.currentIndex()));
        addPage(report, *inspector.currentWidget());
    }
}

} // namespace

Report reportOf(const DocumentView& view, const ViewTabs& inspector)
{
    Report report(view.fileName());
    addFile(report, view);
    const ViewTabs& pages = *view.pages();
    report.addHeading(pages.tabText(pages.currentIndex()));
    if (!view.tree()->searchText().isEmpty() && pages.currentWidget() == view.tree()) {
        report.addParagraph(say(QT_TRANSLATE_NOOP("Report", "Search: %1")).arg(view.tree()->searchText()));
    }
    addPage(report, *pages.currentWidget());
    addSelection(report, view, inspector);
    report.addParagraph(QStringLiteral("Cairn ") + QCoreApplication::applicationVersion());
    return report;
}

} // namespace cairn::ui
