#pragma once

#include "core/checkpoint/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::convert {

// Weights of float8 are codes, and numbers beside them, the scales, say what a code is worth: weight = code * scale.

/// Whose names the scales have, whose shapes, and whose arithmetic they are multiplied by.
enum class ScaleConvention : std::uint8_t {
    DeepSeek,          ///< X.weight_scale_inv, one for each block; also fine-grained FP8 of transformers
    CompressedTensors, ///< X.weight_scale, as llm-compressor writes: one in all, one for each row or one for each block
    ComfyUi            ///< X.scale_weight, one in all; or X.weight_scale with X.comfy_quant
};

/// The words for them on the command line, in recipe files and in JSON, by their order.
inline constexpr std::array<std::string_view, 3> kScaleWords = {"deepseek", "compressed-tensors", "comfyui"};
/// As their makers write themselves.
inline constexpr std::array<std::string_view, 3> kScaleOwners = {"DeepSeek", "compressed-tensors", "ComfyUI"};

[[nodiscard]] constexpr std::string_view wordOf(ScaleConvention convention)
{
    return kScaleWords[static_cast<std::size_t>(convention)];
}

/// Which of the scales each element of a tensor has: the tensor as matrices one after the other, each cut into blocks.
struct ScaleGrid {
    std::uint64_t rows = 1;    ///< of one matrix
    std::uint64_t columns = 1; ///< in row-major order the axis that is next to each other
    std::uint64_t blockRows = 1;
    std::uint64_t blockColumns = 1;

    [[nodiscard]] std::uint64_t gridRows() const noexcept { return (rows + blockRows - 1) / blockRows; }
    [[nodiscard]] std::uint64_t gridColumns() const noexcept { return (columns + blockColumns - 1) / blockColumns; }

    /// Hands the elements from `position` on to `use` in runs that have one scale: its place, the place of the first
    /// from `position` on, and how many they are.
    template <typename Use>
    void forEachRun(std::uint64_t position, std::size_t count, const Use& use) const
    {
        std::uint64_t row = position / columns;
        std::uint64_t column = position % columns;
        for (std::size_t done = 0; done < count;) {
            const std::uint64_t matrix = row / rows;
            const std::uint64_t line = matrix * gridRows() + (row % rows) / blockRows;
            const std::uint64_t end = std::min(columns, (column / blockColumns + 1) * blockColumns);
            const auto run = static_cast<std::size_t>(std::min<std::uint64_t>(end - column, count - done));
            use(static_cast<std::size_t>(line * gridColumns() + column / blockColumns), done, run);
            done += run;
            column += run;
            row += column == columns ? 1 : 0;
            column = column == columns ? 0 : column;
        }
    }
};

/// How a tensor that is written is made with scales, out of the tensor that NamedTensor names.
struct Scaling {
    enum class Part : std::uint8_t {
        Weights, ///< its codes, multiplied by the scales that lie beside it
        Codes,   ///< its numbers as codes
        Scales,  ///< the scales of these codes
        Marker   ///< nothing of it: what tells a program that there are scales
    };

    ScaleConvention convention = ScaleConvention::DeepSeek;
    Part part = Part::Weights;
    ScaleGrid grid;
    checkpoint::TensorId scales = checkpoint::kNoId; ///< of Weights
    std::vector<std::int64_t> shape;                 ///< of Scales and Marker

    /// It is no tensor of the source.
    [[nodiscard]] bool isMade() const noexcept { return part == Part::Scales || part == Part::Marker; }
};

using ScalingPtr = std::shared_ptr<const Scaling>;

/// What becomes of the scales in a copy.
struct ScaleReport {
    std::array<std::uint64_t, kScaleWords.size()> used{}; ///< weights, by the convention of their scales
    std::vector<std::string> leftOut;                     ///< scales that were used up, and what is of no use without
    std::vector<std::string> unscaled;                    ///< weights of float8 without scales: cast as they are
    std::array<std::uint64_t, kScaleWords.size()> made{}; ///< weights that get scales, by their convention
    std::vector<std::string> notMade;                     ///< those that a rule chose and scales are not for
};

} // namespace cairn::convert
