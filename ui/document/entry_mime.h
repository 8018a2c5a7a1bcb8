#pragma once

#include "ui/document/document.h"

#include <QMimeData>
#include <QString>

#include <string>
#include <vector>

namespace cairn::ui {

// Rows of a document on their way from one part of its window to another, by drag and drop.

inline const QString kEntryMimeType = QStringLiteral("application/x-cairn-entries");

/// Rows of a document: entries, and the groups that the dots in names make, by name.
struct EntryRows {
    std::vector<checkpoint::EntryId> entries;
    std::vector<std::string> levels;

    [[nodiscard]] bool empty() const { return entries.empty() && levels.empty(); }
    [[nodiscard]] std::size_t size() const { return entries.size() + levels.size(); }
};

/// The rows, and for other programs their names as text and the tensors as a file. `sum`: what lies at and below the
/// rows. The caller owns it.
[[nodiscard]] QMimeData* entryMimeData(const Document& document, const EntryRows& rows, const rows::EntrySum& sum);

/// Empty unless the rows are of this very document.
[[nodiscard]] EntryRows rowsOf(const QMimeData& data, const Document& document);

} // namespace cairn::ui
