#include "ui/common/job.h"
#include "ui/common/job_strip.h"
#include "ui/common/prompts.h"
#include "ui/common/strip_stack.h"
#include "ui/document/save_file.h"
#include "ui/text/display.h"
#include "ui/window/document_view.h"
#include "ui/window/main_window.h"
#include "ui/window/view_report.h"

#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPointer>
#include <QStatusBar>
#include <QVBoxLayout>

namespace cairn::ui {

void MainWindow::copyReport()
{
    if (const DocumentView* current = view(); current != nullptr && current->document()) {
        QGuiApplication::clipboard()->setText(reportOf(*current, *m_inspectorTabs).toMarkdown());
        statusBar()->showMessage(tr("The report is in the clipboard."));
    }
}

void MainWindow::saveReport()
{
    const DocumentView* current = view();
    if (current == nullptr || !current->document()) {
        return;
    }
    const Report report = reportOf(*current, *m_inspectorTabs);
    m_prompts.saveFile(this, current->path() + QStringLiteral(".report.md"), {},
                       [this, report, view = QPointer<DocumentView>(view())](const QString& target) {
                           const QString suffix = QFileInfo(target).suffix().toLower();
                           const QString text =
                               suffix == u"html" || suffix == u"htm" ? report.toHtml() : report.toMarkdown();
                           const QString name = shown(QFileInfo(target).fileName().toStdString());
                           auto* strip = new JobStrip(tr("Saving %1").arg(name), this);
                           m_strips->add(strip, view);
                           strip->follow(startJob(
                               this, [target, bytes = text.toUtf8()](Progress&) { return saveFile(target, bytes); },
                               [strip, name, target](const QString& error) {
                                   if (error.isEmpty()) {
                                       strip->showSaved(tr("Saved %1").arg(name), target);
                                   } else {
                                       strip->showResult(tr("%1 was not saved: %2").arg(name, error), false);
                                   }
                               }));
                       });
}

} // namespace cairn::ui
