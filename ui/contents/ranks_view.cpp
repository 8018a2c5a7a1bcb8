#include "ui/contents/ranks_view.h"

#include "ui/common/table_style.h"
#include "ui/common/toned_label.h"
#include "ui/text/display.h"
#include "ui/tree/share_delegate.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <set>
#include <string>

namespace cairn::ui {

using checkpoint::PieceList;
using checkpoint::PieceState;

RanksView::RanksView(QWidget* parent)
    : QWidget(parent), m_model(new RanksModel(this)), m_summary(new TonedLabel(quietText)), m_list(new QTreeView)
{
    setObjectName("ranksView");
    m_summary->setObjectName("ranksSummary");
    m_summary->setWordWrap(true);
    m_summary->setContentsMargins(14, 8, 14, 8);
    styleList(*m_list, "ranksList", tr("Files of the ranks"));
    m_list->setModel(m_model);
    m_list->setRootIsDecorated(false);
    m_list->setItemDelegateForColumn(RanksModel::Bytes, new ShareDelegate(m_list));
    m_list->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_list->header()->setSortIndicatorClearable(true);
    m_list->setSortingEnabled(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_summary);
    layout->addWidget(m_list, 1);
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (!m_model->isMissing(index)) {
            Q_EMIT fileRequested(pathFromBytes(m_model->pathAt(index)));
        }
    });
    showDocument(nullptr);
}

void RanksView::showDocument(const DocumentPtr& document)
{
    m_document = document;
    m_model->setPieces(document ? document->pieces : nullptr);
    m_summary->setText(tr("No file is open."));
    m_summary->setTone(quietText);
    if (document && document->pieces) {
        sumUp(*document->pieces);
        fitListColumns(*m_list);
    }
}

void RanksView::sumUp(const PieceList& pieces)
{
    std::set<std::uint32_t> ranks;
    std::uint64_t missing = 0;
    std::uint64_t broken = 0;
    for (const PieceList::File& file : pieces.files()) {
        if (file.rank) {
            ranks.insert(*file.rank);
        }
        missing += file.state == PieceState::FileMissing ? 1U : 0U;
        broken += file.state == PieceState::CutOff || file.state == PieceState::FileUnreadable ? 1U : 0U;
    }
    const std::uint64_t files = pieces.files().size();
    QString text = grouped(tr("%n files", nullptr, pluralOf(files)), files);
    if (!ranks.empty()) {
        text += grouped(tr(" of %n ranks", nullptr, pluralOf(ranks.size())), ranks.size());
    }
    if (missing != 0) {
        text += grouped(tr(" · %n missing", nullptr, pluralOf(missing)), missing);
    }
    if (broken != 0) {
        text += grouped(tr(" · %n cut off or unreadable", nullptr, pluralOf(broken)), broken);
    }
    bool isWhole = missing + broken == 0;
    if (isWhole) { // a rank whose file nothing names is told by the issues alone
        isWhole = m_document->checkpoint->damage() == nullptr;
        text += isWhole ? tr(" · all there") : tr(" · not all there: see Issues");
    }
    m_summary->setText(text);
    m_summary->setTone(isWhole ? quietText : badText);
}

} // namespace cairn::ui
