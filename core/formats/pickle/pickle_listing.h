#pragma once

#include "core/formats/pickle/pickle_scanner.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::formats {

/// One line of a disassembled pickle.
struct PickleLine {
    std::uint64_t offset = 0;
    std::string name;     ///< as Python's pickletools spells it: "SHORT_BINUNICODE"
    std::string argument; ///< at most about a hundred characters, harmless to show
};

/// "SHORT_BINUNICODE"
[[nodiscard]] std::string pythonOpName(PickleOp op);

/// The instructions of one or several pickles that follow each other, without their text: every kStep-th offset. Made
/// once, on a worker thread; then any part can be read from any thread. A hundred megabytes take two megabytes.
class PickleListing {
public:
    static constexpr std::uint64_t kStep = 256;

    /// Goes through `pickles` pickles from the beginning of `source`. A pickle that is damaged ends the listing; the
    /// error is kept. Cancelled when a stop was asked for; progress counts bytes.
    [[nodiscard]] static Result<PickleListing> make(SourcePtr source, std::uint32_t pickles, Progress* progress);

    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    /// Where the last instruction ends.
    [[nodiscard]] std::uint64_t sizeBytes() const noexcept { return m_sizeBytes; }
    /// Why it ends early; empty if it does not.
    [[nodiscard]] const std::string& error() const noexcept { return m_error; }
    /// The lines of a step: kStep of them, fewer at the end.
    [[nodiscard]] Result<std::vector<PickleLine>> lines(std::uint64_t step) const;
    /// The number of the instruction that holds a byte, or of the last one.
    [[nodiscard]] Result<std::uint64_t> instructionAt(std::uint64_t offset) const;

private:
    SourcePtr m_source;
    std::vector<std::uint64_t> m_offsets;
    std::uint64_t m_count = 0;
    std::uint64_t m_sizeBytes = 0;
    std::string m_error;
};

} // namespace cairn::formats
