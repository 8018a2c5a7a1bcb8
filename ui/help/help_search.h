#pragma once

#include "ui/help/help_pages.h"

#include <QStringList>
#include <QTextDocument>

#include <memory>
#include <vector>

namespace cairn::ui {

/// A part of a page that a search has found: what stands between two headings.
struct HelpHit {
    qsizetype page = 0; ///< of the pages that are searched
    QString heading;    ///< empty: what stands below the title
    int position = 0;   ///< where it begins in the text of the page
};

/// Looks for words in all pages.
class HelpSearch {
public:
    explicit HelpSearch(const QList<HelpPage>& pages);

    /// Parts that have every word, whatever its case. Those with the words in their headings come first.
    [[nodiscard]] std::vector<HelpHit> find(const QStringList& words) const;

private:
    struct Part {
        HelpHit place;
        QString title;
        QString text;
    };

    std::vector<Part> m_parts;
};

} // namespace cairn::ui
