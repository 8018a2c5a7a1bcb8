#include "ui/views/globals_view.h"

#include "ui/text/display.h"
#include "ui/views/table_style.h"

#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

namespace cairn::ui {

using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

QString listOf(const QStringList& names)
{
    constexpr qsizetype most = 4;
    const QString list = names.first(std::min(names.size(), most)).join(QStringLiteral(", "));
    return names.size() <= most ? list : GlobalsView::tr("%1 and %2 more").arg(list).arg(names.size() - most);
}

QStringList refused(const checkpoint::Checkpoint& checkpoint, Verdict GlobalUse::* line)
{
    QStringList names;
    for (const GlobalUse& use : checkpoint.globals()) {
        if (use.*line != Verdict::Allowed) {
            names.append(shown(use.name));
        }
    }
    return names;
}

QString summaryOf(const checkpoint::Checkpoint& checkpoint)
{
    if (checkpoint.globals().empty()) {
        return GlobalsView::tr("Nothing in this file names a class or a function: loading it runs no code of its own.");
    }
    QStringList dangerous;
    for (const GlobalUse& use : checkpoint.globals()) {
        if (use.latest == Verdict::Dangerous) {
            dangerous.append(shown(use.name));
        }
    }
    QStringList lines;
    lines.append(
        dangerous.isEmpty()
            ? GlobalsView::tr("A plain torch.load imports the modules of these names and calls them. Cairn does not.")
            : GlobalsView::tr("A plain torch.load would run %1. Do not load this file with weights_only=False.")
                  .arg(listOf(dangerous)));
    const auto line = [&](const QString& version, Verdict GlobalUse::* verdict) {
        const QStringList names = refused(checkpoint, verdict);
        lines.append(names.isEmpty()
                         ? GlobalsView::tr("weights_only=True in torch %1: takes all of them.").arg(version)
                         : GlobalsView::tr("weights_only=True in torch %1: refuses %2.").arg(version, listOf(names)));
    };
    line(QStringLiteral("1.13"), &GlobalUse::torch113);
    line(QStringLiteral("2.6"), &GlobalUse::torch26);
    line(QStringLiteral("2.14"), &GlobalUse::latest);
    return lines.join(u'\n');
}

} // namespace

GlobalsView::GlobalsView(QWidget* parent)
    : QWidget(parent), m_model(new GlobalsModel(this)), m_summary(new QLabel), m_list(new QTreeView)
{
    setObjectName("globalsView");
    m_summary->setObjectName("globalsSummary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(14, 8, 14, 8);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    styleList(*m_list, "globalsList", tr("Classes and functions that the file names"));
    m_list->setTextElideMode(Qt::ElideRight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_list, 1);
    showDocument(nullptr);
}

void GlobalsView::showDocument(const DocumentPtr& document)
{
    m_model->setDocument(document);
    m_summary->setText(document ? summaryOf(*document->checkpoint) : tr("No file is open."));
    m_list->setVisible(m_model->rowCount() != 0);
    fitListColumns(*m_list);
}

} // namespace cairn::ui
