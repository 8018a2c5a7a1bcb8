#pragma once

#include "tests/support/checkpoint_model.h"
#include "tests/support/documents.h"
#include "tests/support/fixtures.h"
#include "tests/support/jobs.h"
#include "tests/ui/answers.h"
#include "ui/document/row_tree.h"
#include "ui/text/theme.h"

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QHeaderView>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>

#include <bit>
#include <limits>
#include <numeric>

/// What tests of views share: documents to show, answers and drops of a person, pictures.
namespace cairn::test {

[[nodiscard]] inline ui::DocumentPtr opened(const QString& path)
{
    Progress progress;
    auto document = ui::openDocument(path.toStdString(), progress);
    return document ? *document : nullptr;
}

[[nodiscard]] inline ui::DocumentPtr sample()
{
    return opened(kSample);
}

[[nodiscard]] inline Bytes bytesOf(const std::vector<float>& numbers)
{
    const auto bytes = std::as_bytes(std::span(numbers));
    return {bytes.begin(), bytes.end()};
}

/// Tensors of every sort that views have to do with.
[[nodiscard]] inline ui::DocumentPtr numbers()
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Model model;
    model.tensor("matrix", model.storage(bytesOf({0, 1, 2, 3, 4, 5, 6, 7, std::nanf(""), infinity, -infinity, 0.1F})),
                 Dtype::Float32, {3, 4}, {4, 1});
    std::vector<float> count(24);
    std::iota(count.begin(), count.end(), 0.0F);
    model.tensor("cube", model.storage(bytesOf(count)), Dtype::Float32, {2, 3, 4}, {12, 4, 1});
    const StorageId shared = model.storage(bytesOf({1, 2, 3, 4, 5, 6}));
    model.tensor("shared", shared, Dtype::Float32, {2, 2}, {2, 1});
    model.tensor("alias", shared, Dtype::Float32, {2}, {1});
    model.tensor("outside", model.storage(bytesOf({1})), Dtype::Float32, {2}, {1});
    model.tensor("none", model.storage(bytesOf({1})), Dtype::Float32, {0}, {1});
    model.tensor("meta", checkpoint::kNoId, Dtype::Float32, {2}, {1});
    model.value("text");
    return documentOf(model.build());
}

[[nodiscard]] inline EntryId entryOf(const ui::Document& document, std::string_view name)
{
    return entryNamed(document.checkpoint, name);
}

/// The rows of a document as they are at first: dots make levels.
[[nodiscard]] inline ui::RowTreePtr rowsOf(const ui::Document& document)
{
    return ui::makeRowTree(document, {}, Progress());
}

/// The texts of a table, a line for each row.
[[nodiscard]] inline QString tableText(const QAbstractItemModel& model, const QString& between = QStringLiteral(" "))
{
    QString text;
    for (int row = 0; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            cells.append(model.index(row, column).data().toString());
        }
        text += cells.join(between) + u'\n';
    }
    return text;
}

/// Whether the widget takes what is dropped there.
inline bool dropOn(QWidget& widget, const QMimeData& data, const QPointF& at = {10, 10})
{
    QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &enter);
    QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &drop);
    return enter.isAccepted() && drop.isAccepted();
}

/// Draws a view, light and dark, into the folder CAIRN_SCREENSHOTS, if that is set.
inline void draw(QWidget& view, const QString& name)
{
    const QString folder = qEnvironmentVariable("CAIRN_SCREENSHOTS");
    if (folder.isEmpty()) {
        return;
    }
    for (const auto& [theme, suffix] : {std::pair(ui::Theme::Light, "light"), std::pair(ui::Theme::Dark, "dark")}) {
        ui::useStyle();
        ui::applyTheme(theme);
        QTRY_VERIFY(hasNoJobs(view));
        QVERIFY(view.grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, QLatin1String(suffix))));
    }
    ui::applyTheme(ui::Theme::Light);
}

} // namespace cairn::test
