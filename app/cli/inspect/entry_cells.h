#pragma once

#include "app/cli/common/table.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/piece_list.h"

#include <optional>
#include <string>

namespace cairn::cli {

/// "64×3×7×7"; "scalar" for a tensor without dimensions.
[[nodiscard]] std::string shapeText(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                    const checkpoint::Tensor& tensor);
/// What is unusual about a tensor: "sparse coo", "shared", "conj", its subclass, its quantiser. Mostly empty.
[[nodiscard]] std::string tensorNote(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                     const checkpoint::Tensor& tensor);
/// The value of a row without tensor data: a number, a text, where a reference leads, a bare storage.
[[nodiscard]] std::string valueText(const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                                    const checkpoint::Entry& entry);
/// The cells of a tensor behind its name: saved on, dtype, shape, size, note.
void fillTensor(Table::Row& row, const Screen& screen, const checkpoint::Checkpoint& checkpoint,
                const checkpoint::Tensor& tensor);

/// Who holds the pieces of the tensors in a folder. Nothing where one file or rank holds all.
class HolderCells {
public:
    /// The checkpoint outlives it.
    explicit HolderCells(const checkpoint::Checkpoint& checkpoint);

    void fill(Cell& cell, const Screen& screen, const checkpoint::Tensor& tensor) const;

private:
    std::optional<checkpoint::PieceList> m_pieces; ///< of a folder
};

} // namespace cairn::cli
