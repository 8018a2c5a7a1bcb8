#pragma once

#include "core/base/files/write_place.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace cairn::runtime {

/// What a process prints, in memory of its own size: a process that prints without end fills no disk, and the one that
/// reads never has to hurry. What goes past the end is lost.
class Words {
public:
    static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 20;

    /// Not open if the system has no memory for it.
    [[nodiscard]] static Descriptor make();

    explicit Words(int descriptor) : m_descriptor(descriptor) {}

    /// All since the last call of this process's take() that found it half full.
    [[nodiscard]] std::string all() const;
    /// All since the last call.
    [[nodiscard]] std::string take();

private:
    [[nodiscard]] std::uint64_t end() const;
    [[nodiscard]] std::string read(std::uint64_t begin, std::uint64_t end) const;

    int m_descriptor;
    std::uint64_t m_taken = 0;
};

/// torch's words without the addresses of functions that it adds, and without how the C interface begins them. The last
/// lines, where there are many.
[[nodiscard]] std::string plainWords(std::string_view printed);

} // namespace cairn::runtime
