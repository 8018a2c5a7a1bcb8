#include "ui/tree/search_box.h"

#include "ui/common/job.h"
#include "ui/text/plain_tip.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QStringListModel>

namespace cairn::ui {

SearchBox::SearchBox(QWidget* parent)
    : QLineEdit(parent), m_list(new QStringListModel(this)), m_offers(new QCompleter(m_list, this))
{
    setObjectName("search");
    setAccessibleName(tr("Search"));
    setPlaceholderText(tr("Search: text, device:cuda:1, dtype:bf16, size>10MB"));
    setToolTip(plainTip(tr("A row must meet every part:\n"
                           "attn  “two words”  *.weight  /layer\\d+$/\n"
                           "dtype:bf16  device:cuda:1  shape:*x768  size>10MB  params>1e6  shared:yes  is:parameter\n"
                           "F3 goes to the next hit, F1 tells more.")));
    setClearButtonEnabled(true);
    m_offers->setWidget(this);
    m_offers->setCompletionMode(QCompleter::UnfilteredPopupCompletion); // the list has only what fits
    m_offers->popup()->setObjectName("searchOffers");
    connect(m_offers, qOverload<const QString&>(&QCompleter::activated), this, &SearchBox::take);
    connect(this, &QLineEdit::textEdited, this, &SearchBox::offer);
}

SearchBox::~SearchBox()
{
    qDeleteAll(findChildren<Job*>());
}

void SearchBox::showDocument(const DocumentPtr& document)
{
    if (document == m_document) {
        return;
    }
    m_document = document;
    m_words = {};
    abandonJob(m_job);
    if (document) {
        m_job = startJob(
            this, [document](Progress&) { return searchWords(*document); },
            [this](const SearchWords& words) {
                m_job = nullptr;
                m_words = words;
            });
    }
}

std::pair<int, int> SearchBox::wordRange() const
{
    const auto isBlank = [this](int at) { return text()[at].isSpace(); };
    int begin = cursorPosition();
    int end = begin;
    while (begin > 0 && !isBlank(begin - 1)) {
        --begin;
    }
    while (end < text().size() && !isBlank(end)) {
        ++end;
    }
    return {begin, end};
}

void SearchBox::offer()
{
    const auto [begin, end] = wordRange();
    m_list->setStringList(completionsOf(text().mid(begin, cursorPosition() - begin), m_words));
    if (m_list->rowCount() == 0) {
        m_offers->popup()->hide();
    } else {
        m_offers->complete();
        m_offers->popup()->setCurrentIndex({});
    }
}

/// A key goes on to be typed; everything else is a whole part of the search.
void SearchBox::take(const QString& word)
{
    const auto [begin, end] = wordRange();
    const bool isKey = m_words.keys.contains(word);
    const QString behind = text().mid(end);
    const QString between = isKey || behind.startsWith(u' ') ? QString() : QStringLiteral(" ");
    setText(text().first(begin) + word + between + behind);
    setCursorPosition(begin + static_cast<int>(word.size() + between.size()));
    if (isKey) {
        offer();
    }
}

void SearchBox::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isEscape = event->key() == Qt::Key_Escape;
    const bool isOffering = m_offers->popup()->isVisible();
    if (isOffering && (isEscape || (isEnter && m_offers->popup()->currentIndex().isValid()))) {
        event->ignore(); // for the list of offers
    } else if (isEnter) {
        m_offers->popup()->hide();
        Q_EMIT finished();
    } else if (isEscape) {
        if (text().isEmpty()) {
            Q_EMIT finished();
        }
        clear();
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

} // namespace cairn::ui
