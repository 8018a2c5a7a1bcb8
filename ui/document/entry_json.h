#pragma once

#include "ui/document/row_tree.h"

#include <QString>

namespace cairn::ui {

/// A row as one object of JSON, for the clipboard; of tensors with the keys that the command line uses.
[[nodiscard]] QString entryJson(const Document& document, const RowTree& tree, NodeId node);

} // namespace cairn::ui
