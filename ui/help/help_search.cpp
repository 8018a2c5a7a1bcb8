#include "ui/help/help_search.h"

#include <QTextBlock>
#include <QTextDocument>

#include <algorithm>

namespace cairn::ui {

namespace {

bool hasAll(const QString& text, const QStringList& words)
{
    return std::ranges::all_of(words, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace

HelpSearch::HelpSearch(const QList<HelpPage>& pages)
{
    for (qsizetype page = 0; page < pages.size(); ++page) {
        QTextDocument document;
        document.setMarkdown(pages[page].markdown);
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            const int level = block.blockFormat().headingLevel();
            if (level > 0 || block == document.begin()) {
                m_parts.push_back({.place = {.page = page,
                                             .heading = level > 1 ? block.text() : QString(),
                                             .position = block.position()},
                                   .title = block.text(),
                                   .text = {}});
            }
            m_parts.back().text += block.text() + u'\n';
        }
    }
}

std::vector<HelpHit> HelpSearch::find(const QStringList& words) const
{
    std::vector<HelpHit> hits;
    for (const bool isInTitle : {true, false}) {
        for (const Part& part : m_parts) {
            if (hasAll(part.text, words) && hasAll(part.title, words) == isInTitle) {
                hits.push_back(part.place);
            }
        }
    }
    return hits;
}

} // namespace cairn::ui
