#pragma once

#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::ui {

/// A copy that is still to be written, and how much at most.
struct PendingCopy {
    std::string target;
    std::uint64_t bytes = 0;
};

/// What is wrong if a disk has too little room for all copies that go to it; empty: nothing. Asks the disks, so for
/// worker threads.
[[nodiscard]] QString diskSpaceProblem(const std::vector<PendingCopy>& copies);

} // namespace cairn::ui
