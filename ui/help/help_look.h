#pragma once

class QPalette;
class QTextDocument;

namespace cairn::ui {

/// Gives headings, tables and code of a page that came as Markdown their look.
void dressHelp(QTextDocument& page, const QPalette& palette);

} // namespace cairn::ui
