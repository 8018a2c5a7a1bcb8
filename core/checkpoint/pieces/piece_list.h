#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/pieces/boxes.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// What is known of the bytes of a piece without reading them.
enum class PieceState : std::uint8_t {
    Whole,
    NoFile,         ///< nothing says where it is
    FileMissing,    ///< the file that it should be in
    FileUnreadable, ///< that file is no file that can be opened
    CutOff,         ///< its file ends before it does
    Unplaced,       ///< it is there, but the pieces of its tensor do not go together: see TensorPiece::failure
};

/// A piece of a tensor, and where the folder has it.
struct TensorPiece {
    EntryId entry = kNoId; ///< the row of the tensor; kNoId: none shows it
    std::string_view name; ///< of the tensor where it has no row
    Boxes::Sizes origin;   ///< empty where the tensor was not cut
    Boxes::Sizes size;
    std::uint32_t file = kNoId; ///< PieceList::files(); kNoId: in none
    std::uint64_t offset = 0;   ///< in it
    std::uint64_t bytes = 0;
    PieceState state = PieceState::Whole;
    const Error* failure = nullptr; ///< why the tensor has no values; null: it has them
};

/// The pieces of all tensors in a folder, and what each of its files holds. Flat: a million pieces take a number for
/// each tensor, and are made into a TensorPiece when they are asked for.
class PieceList {
public:
    struct File {
        std::string_view path;
        std::string_view name; ///< in the folder
        std::optional<std::uint32_t> rank;
        std::uint64_t pieces = 0;
        std::uint64_t bytes = 0;              ///< of them
        std::uint64_t sizeBytes = 0;          ///< of the file
        PieceState state = PieceState::Whole; ///< FileMissing, FileUnreadable, or CutOff where a piece is
    };

    /// The checkpoint of a folder; of others there is nothing to list.
    explicit PieceList(CheckpointPtr folder);
    /// The same of a checkpoint that outlives it.
    explicit PieceList(const Checkpoint& folder);

    [[nodiscard]] std::span<const File> files() const noexcept { return m_files; }
    [[nodiscard]] std::size_t size() const noexcept { return m_cutPieces + m_uncut.size(); }
    [[nodiscard]] TensorPiece operator[](std::size_t index) const;
    /// Who holds pieces: the ranks in their order, and then each file that no rank is known of.
    struct Holder {
        std::optional<std::uint32_t> rank;
        std::string_view name; ///< of the file without a rank
    };
    [[nodiscard]] std::span<const Holder> holders() const noexcept { return m_holders; }
    /// Into holders(); kNoId: the piece is in no file.
    [[nodiscard]] std::uint32_t holderOf(std::size_t index) const;
    /// Into files(); kNoId: the piece is in none.
    [[nodiscard]] std::uint32_t fileOf(std::size_t index) const;
    /// Those of one tensor follow each other.
    struct Range {
        std::size_t first = 0;
        std::size_t count = 0;
    };
    [[nodiscard]] Range piecesOf(const Tensor& tensor) const;
    /// Whether all bytes of a tensor are there, and go together.
    [[nodiscard]] bool isWhole(const Tensor& tensor) const;
    /// Tensors whose pieces have a gap, lie over each other, or cannot all be read.
    [[nodiscard]] std::uint64_t brokenTensors() const noexcept { return m_brokenTensors; }

private:
    void findHolders();
    void findRows();
    void sumUp();

    CheckpointPtr m_folder;
    const Boxes* m_boxes = nullptr; ///< null: nothing was cut
    std::size_t m_cutPieces = 0;
    LargeVector<StorageId> m_storageOf; ///< by tensor of the boxes; kNoId: no row has it
    std::vector<std::uint32_t> m_fileOfSource;
    std::vector<StorageId> m_uncut; ///< storages that lie in a file as they are, in the order of their numbers
    std::vector<File> m_files;
    std::vector<Holder> m_holders;
    std::vector<std::uint32_t> m_holderOfFile;
    std::uint64_t m_brokenTensors = 0;
};

/// The rank that wrote a file of a folder, as its name says: "__3_0.distcp", "model_rank_3.pt",
/// "zero_pp_rank_3_mp_rank_00_optim_states.pt", "shard-00004-model-00001-of-00001.safetensors".
[[nodiscard]] std::optional<std::uint32_t> rankOfFile(std::string_view name);

} // namespace cairn::checkpoint
