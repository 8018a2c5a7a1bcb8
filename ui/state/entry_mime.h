#pragma once

#include "ui/state/document.h"

#include <QMimeData>
#include <QString>

#include <span>
#include <vector>

namespace cairn::ui {

// Rows of a document on their way from one part of its window to another, by drag and drop.

inline const QString kEntryMimeType = QStringLiteral("application/x-cairn-entries");

/// The rows, and their names as text for other programs. The caller owns it.
[[nodiscard]] QMimeData* entryMimeData(const Document& document, std::span<const checkpoint::EntryId> rows);

/// Empty unless the rows are of this very document.
[[nodiscard]] std::vector<checkpoint::EntryId> entriesOf(const QMimeData& data, const Document& document);

} // namespace cairn::ui
