#include "ui/contents/globals_view.h"

#include "core/checkpoint/trust.h"
#include "core/checkpoint/trust/weights_only.h"
#include "ui/common/breakable_label.h"
#include "ui/common/plain_label.h"
#include "ui/common/table_style.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

namespace cairn::ui {

using checkpoint::GlobalUse;
using checkpoint::Verdict;

namespace {

QString listed(const std::vector<std::string>& names)
{
    constexpr std::size_t most = 4;
    return inWordsAlone(listOf(names, most));
}

std::vector<std::string> refused(const checkpoint::Checkpoint& checkpoint, Verdict GlobalUse::* line)
{
    std::vector<std::string> names;
    for (const GlobalUse& use : checkpoint.globals()) {
        if (use.*line != Verdict::Allowed) {
            names.push_back(use.name);
        }
    }
    return names;
}

/// What weights_only=True minds in a file whose names it would all take.
QString mindedText(const checkpoint::FileVerdict& verdict)
{
    return verdict.instruction.empty() ? GlobalsView::tr("the format of torch 0.1")
                                       : GlobalsView::tr("the pickle instruction %1").arg(shown(verdict.instruction));
}

QString verdictLine(const checkpoint::Checkpoint& checkpoint, const QString& version, Verdict GlobalUse::* line)
{
    const checkpoint::FileVerdict whole = checkpoint::weightsOnlyVerdict(checkpoint, line);
    if (whole.verdict == Verdict::Allowed) {
        return checkpoint.globals().empty()
                   ? GlobalsView::tr("weights_only=True in torch %1: takes it.").arg(version)
                   : GlobalsView::tr("weights_only=True in torch %1: takes all of them.").arg(version);
    }
    const QString what = whole.isGlobal ? listed(refused(checkpoint, line)) : mindedText(whole);
    return GlobalsView::tr("weights_only=True in torch %1: refuses %2.").arg(version, what);
}

QString summaryOf(const checkpoint::Checkpoint& checkpoint)
{
    const checkpoint::TrustVerdict run = checkpoint::trustOf(checkpoint);
    std::vector<std::string> names;
    names.reserve(run.names.size());
    for (const Message& name : run.names) {
        names.push_back(inWordsAlone(name).toStdString());
    }
    QStringList lines;
    switch (run.trust) {
    case checkpoint::Trust::DataOnly:
        lines.append(GlobalsView::tr("Data only: nothing that this file names runs code of its own."));
        break;
    case checkpoint::Trust::RunsCode:
        lines.append(
            GlobalsView::tr("A torch.load that trusts the file runs code of %1. Cairn does not.").arg(listed(names)));
        break;
    case checkpoint::Trust::Dangerous:
        lines.append(GlobalsView::tr("torch.load would run %1: before torch 2.6 at once, since then with "
                                     "weights_only=False. Do not load this file.")
                         .arg(listed(names)));
        break;
    }
    if (!checkpoint.globals().empty() || checkpoint.traits().usesTorchLoad()) {
        lines.append({verdictLine(checkpoint, QStringLiteral("1.13"), &GlobalUse::torch113),
                      verdictLine(checkpoint, QStringLiteral("2.6"), &GlobalUse::torch26),
                      verdictLine(checkpoint, QStringLiteral("2.15"), &GlobalUse::latest)});
    }
    return lines.join(u'\n');
}

} // namespace

GlobalsView::GlobalsView(QWidget* parent)
    : QWidget(parent), m_model(new GlobalsModel(this)), m_summary(new PlainLabel), m_list(new QTreeView),
      m_detail(new BreakableLabel({}))
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
    m_detail->setObjectName("globalsDetail");
    m_detail->setTextFormat(Qt::PlainText);
    m_detail->setContentsMargins(14, 8, 14, 8);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &GlobalsView::showDetail);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_detail);
    showDocument(nullptr);
}

void GlobalsView::showDocument(const DocumentPtr& document)
{
    m_model->setDocument(document);
    m_summary->setText(document ? summaryOf(*document->checkpoint) : tr("No file is open."));
    m_list->setVisible(m_model->rowCount() != 0);
    fitListColumns(*m_list);
    m_list->setCurrentIndex(m_model->index(0, GlobalsModel::Name));
    showDetail(m_list->currentIndex());
}

/// What the last column has no room for: why a name is refused, and what can be done.
void GlobalsView::showDetail(const QModelIndex& current)
{
    constexpr int kMostWide = 40; // of a name, which can have any length, in widths of letters
    const QString why = current.siblingAtColumn(GlobalsModel::Why).data().toString();
    const QString name = current.siblingAtColumn(GlobalsModel::Name).data().toString();
    const int width = kMostWide * fontMetrics().maxWidth();
    m_detail->setName(why.isEmpty()
                          ? QString()
                          : tr("%1: %2").arg(fontMetrics().elidedText(name.left(1000), Qt::ElideMiddle, width), why));
    m_detail->setVisible(!why.isEmpty());
}

} // namespace cairn::ui
