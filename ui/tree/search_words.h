#pragma once

#include "ui/document/document.h"

#include <QStringList>

namespace cairn::ui {

/// What a search of a document can be made of.
struct SearchWords {
    QStringList keys;  ///< "device:"
    QStringList whole; ///< conditions with values of the file, such as "device:cuda:1", and names of groups
};

/// Takes the first rows of the document alone: groups that lie near the top, and shapes that are usual in it.
[[nodiscard]] SearchWords searchWords(const Document& document);

/// What the word before the cursor may become, the best first.
[[nodiscard]] QStringList completionsOf(const QString& word, const SearchWords& words);

} // namespace cairn::ui
