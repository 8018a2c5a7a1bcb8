#pragma once

#include "core/checkpoint/pieces/piece_list.h"

#include <QString>

namespace cairn::ui {

/// "whole", "⚠ file missing", ...; of a piece whose tensor cannot be put together `failure` says why.
[[nodiscard]] QString pieceStateText(checkpoint::PieceState state, const Error* failure = nullptr);
/// "3"; "–" where the name of the file says none.
[[nodiscard]] QString rankText(const checkpoint::PieceList::File& file);

} // namespace cairn::ui
