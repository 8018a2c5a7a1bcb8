#include "ui/map/load/load_report.h"

#include "core/base/text/text.h"
#include "ui/common/device_chip.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"
#include "ui/verdict/problem_html.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn::ui {

namespace {

struct ReportText {
    Q_DECLARE_TR_FUNCTIONS(LoadReport)
};

QString deviceRow(const runtime::DeviceLoad& device, const QPalette& palette)
{
    const QString name = shown(device.device);
    const QString cell = QStringLiteral("<td align=\"right\" style=\"padding-left:10px; white-space:nowrap\">%1</td>");
    QString row = QStringLiteral("<td style=\"white-space:nowrap\"><b><font color=\"%1\">%2</font></b></td>")
                      .arg(deviceColor(name, palette).name(), name.toHtmlEscaped());
    for (const QString& text :
         {countText(device.storages), bytesText(device.bytes), fromUtf8(shortTime(device.seconds)),
          rateText(device.bytes, device.seconds), bytesText(device.peakBytes)}) {
        row += cell.arg(text);
    }
    return QStringLiteral("<tr>%1</tr>").arg(row);
}

QString devicesTable(const LoadSummary& summary, const QPalette& palette)
{
    const QString left = QStringLiteral("<th align=\"left\">%1</th>");
    const QString right = QStringLiteral("<th align=\"right\" style=\"padding-left:10px\">%1</th>");
    QString rows = left.arg(ReportText::tr("Device")) + right.arg(ReportText::tr("Storages")) +
                   right.arg(ReportText::tr("Bytes")) + right.arg(ReportText::tr("Time")) +
                   right.arg(ReportText::tr("Rate")) + right.arg(ReportText::tr("Peak"));
    rows = QStringLiteral("<tr>%1</tr>").arg(rows);
    for (const runtime::DeviceLoad& device : summary.devices) {
        rows += deviceRow(device, palette);
    }
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">%1</table>").arg(rows);
}

QString notLoadedHtml(const LoadSummary& summary)
{
    if (summary.notLoaded.empty()) {
        return {};
    }
    constexpr std::size_t kMostShown = 100;
    QString rows;
    for (std::size_t i = 0; i < std::min(summary.notLoaded.size(), kMostShown); ++i) {
        rows +=
            QStringLiteral("<li>%1: %2</li>").arg(html(summary.notLoaded[i].first), html(summary.notLoaded[i].second));
    }
    if (summary.notLoaded.size() > kMostShown) {
        rows += QStringLiteral("<li>%1</li>")
                    .arg(ReportText::tr("and %1 more").arg(countText(summary.notLoaded.size() - kMostShown)));
    }
    return QStringLiteral("<p><b>⚠ %1</b></p><ul>%2</ul>")
        .arg(ReportText::tr("LibTorch has no such tensors, so these are not there").toHtmlEscaped(), rows);
}

} // namespace

QString rateText(std::uint64_t bytes, double seconds)
{
    constexpr double kTooShort = 1e-3; // a rate of less would be noise
    return seconds < kTooShort || bytes == 0 ? QString()
                                             : ReportText::tr("%1/s").arg(bytesText(
                                                   static_cast<std::uint64_t>(static_cast<double>(bytes) / seconds)));
}

QString summaryHeadline(const LoadSummary& summary, const QString& file)
{
    const bool isWhole = summary.notLoaded.empty();
    return (isWhole ? QStringLiteral("✓ ") : QStringLiteral("⚠ ")) +
           (summary.leftCode ? ReportText::tr("Loaded the tensors of %1 and ran nothing of it: %2, %3 in %4")
                             : ReportText::tr("Loaded %1: %2, %3 in %4"))
               .arg(file, grouped(ReportText::tr("%n tensor(s)", nullptr, pluralOf(summary.tensors)), summary.tensors),
                    bytesText(summary.bytes), fromUtf8(shortTime(summary.seconds)));
}

QString summaryHtml(const LoadSummary& summary, const QPalette& palette)
{
    QString text = devicesTable(summary, palette);
    text += notLoadedHtml(summary);
    for (const devices::LoadProblem& problem : summary.warnings) {
        text += QStringLiteral("<p>⚠ %1</p>").arg(inWords(problem.what).toHtmlEscaped());
    }
    for (const devices::LoadProblem& problem : summary.beyondTorch) {
        text += QStringLiteral("<p>⚠ %1</p>")
                    .arg(ReportText::tr("PyTorch itself refuses this: %1").arg(inWords(problem.what)).toHtmlEscaped());
    }
    for (const std::string& note : summary.notes) {
        text += QStringLiteral("<p>⚠ %1</p>").arg(inWords(verbatim(note)).toHtmlEscaped());
    }
    const QString by = summary.isScript ? ReportText::tr("Loaded as TorchScript by %1.")
                                        : ReportText::tr("Loaded by %1, every storage once and in one step.");
    return text + QStringLiteral("<p>%1 %2</p>")
                      .arg(by.arg(shown(summary.torch)).toHtmlEscaped(),
                           ReportText::tr("The memory is free again.").toHtmlEscaped());
}

QString failureHeadline(const LoadFailure& failure, const QString& file)
{
    if (!failure.problems.empty()) {
        return QStringLiteral("✗ ") + ReportText::tr("%1 does not load here with this map").arg(file);
    }
    if (failure.error.code == ErrorCode::Cancelled) {
        return ReportText::tr("Cancelled. Nothing of %1 stays loaded.").arg(file);
    }
    return QStringLiteral("✗ ") + ReportText::tr("%1 was not loaded").arg(file);
}

QString failureHtml(const LoadFailure& failure, std::vector<devices::MapFix>& fixes)
{
    if (failure.problems.empty() && failure.error.code == ErrorCode::Cancelled) {
        return {};
    }
    QString text;
    for (const devices::LoadProblem& problem : failure.problems) {
        text += problemHtml(problem, fixes);
    }
    if (failure.problems.empty()) {
        const Error& error = failure.error;
        text += QStringLiteral("<p>%1</p>").arg(inWords(error.what).toHtmlEscaped());
        if (!error.where.empty()) {
            text += QStringLiteral("<p>%1</p>").arg(html(error.where));
        }
        text += titledHtml(ReportText::tr("Because"), error.why);
        text += titledHtml(ReportText::tr("What to do"), error.advice);
    }
    return text + fixesHtml(failure.fixes, fixes);
}

} // namespace cairn::ui
