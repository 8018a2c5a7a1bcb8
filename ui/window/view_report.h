#pragma once

#include "ui/document/report.h"

namespace cairn::ui {

class DocumentView;
class ViewTabs;

/// What is to be seen of a file: what it is, the page in front, the selected row and the tab of the inspector. Texts,
/// the first rows of tables as they are open and sorted, and plots as pictures. The view must show a document.
[[nodiscard]] Report reportOf(const DocumentView& view, const ViewTabs& inspector);

} // namespace cairn::ui
