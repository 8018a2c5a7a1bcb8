#pragma once

#include <string>
#include <vector>

namespace cairn::runtime {

/// The file that the LibTorch module is: where CAIRN_RUNTIME says, next to the executable, or in lib/cairn/ beside its
/// folder.
struct ModuleSearch {
    std::string found;                 ///< empty if it is in none of the places
    std::vector<std::string> lookedAt; ///< files, in their order
    bool isNamed = false;              ///< CAIRN_RUNTIME is set, so no other place counts
};

[[nodiscard]] ModuleSearch findModule();

} // namespace cairn::runtime
