#pragma once

namespace cairn::ui {

/// What of two files is compared.
struct CompareOptions {
    bool stateDicts = false; ///< the group with most tensors of each, in place of the whole files
    bool numbers = false;
};

} // namespace cairn::ui
