#pragma once

#include "core/base/files/byte_source.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// What is known of bytes of a damaged file, from good to bad.
enum class ByteState : std::uint8_t {
    Checked, ///< compared with the checksum that was saved with them
    Present, ///< there, and nothing to compare them with
    Changed, ///< there, but not what was saved
    Lost,    ///< not there; read as zeros
};

/// The states of stretches of a source.
class ByteStates {
public:
    struct Stretch {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        ByteState state = ByteState::Present;
    };

    /// In ascending order; what lies between stretches is Present.
    void add(std::uint64_t begin, std::uint64_t end, ByteState state);
    /// The worst of a range.
    [[nodiscard]] ByteState worstOf(std::uint64_t begin, std::uint64_t end) const;
    /// The stretches of a range that are not what was saved, cut to it.
    [[nodiscard]] std::vector<Stretch> badIn(std::uint64_t begin, std::uint64_t end) const;

private:
    [[nodiscard]] std::size_t firstAfter(std::uint64_t begin) const;

    std::vector<Stretch> m_stretches;
};

/// A damaged file put into a form that its reader takes for a whole one. What is lost are zeros, and take no memory.
struct MendedFile {
    SourcePtr source;
    ByteStates states; ///< by places in `source`
    /// What the names, the shapes and the places of the tensors are known from. No tensor is better than this.
    ByteState description = ByteState::Present;
    std::vector<Message> notes; ///< what is wrong with the file
};

/// Where the bytes of a file end that are there: before the zeros at its end, of which nobody can tell whether they
/// were written or only set aside.
[[nodiscard]] Result<std::uint64_t> endWithoutZeros(const ByteSource& source, const Progress* progress);

/// A zip of torch, whether it has its directory or not.
[[nodiscard]] Result<MendedFile> mendZip(const SourcePtr& source, Progress* progress);
/// The stream before torch 1.6. LegacyHeader at byte 0 if it is none.
[[nodiscard]] Result<MendedFile> mendStream(const SourcePtr& source, Progress* progress);
[[nodiscard]] Result<MendedFile> mendSafetensors(const SourcePtr& source, Progress* progress);

} // namespace cairn::checkpoint
