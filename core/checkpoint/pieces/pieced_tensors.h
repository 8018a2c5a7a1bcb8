#pragma once

#include "core/checkpoint/pieces/assembly.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace cairn::checkpoint {

/// Puts tensors that are in pieces into an assembly. Each gets a storage of its own, whose bytes are read out of the
/// pieces.
class PiecedTensors {
public:
    explicit PiecedTensors(Assembly& assembly);

    void reserve(std::size_t pieces) { m_boxes->reserve(pieces); }
    /// The tensor that the next pieces belong to; see Boxes.
    void begin(formats::Dtype dtype, Boxes::Sizes shape, std::string_view name)
    {
        m_boxes->beginTensor(dtype, shape, name);
    }
    void add(Boxes::Piece piece, Boxes::Sizes origin, Boxes::Sizes size, Boxes::Sizes strides = {})
    {
        m_boxes->addPiece(piece, origin, size, strides);
    }
    /// Gives the key of its storage. `failure`: why it has no values, where that is known already.
    [[nodiscard]] std::uint32_t finish(std::optional<Error> failure);

    /// After the last one. Plain pieces need no `opener`.
    void finishAll(PieceOpener opener = {});

private:
    Assembly& m_assembly;
    std::shared_ptr<Boxes> m_boxes = std::make_shared<Boxes>();
    std::uint32_t m_source;
};

} // namespace cairn::checkpoint
