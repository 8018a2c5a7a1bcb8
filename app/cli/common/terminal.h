#pragma once

#include "core/base/text/text.h"

namespace cairn::cli {

/// What the place we print to can show. Found once at the start.
struct Terminal {
    static constexpr int kColumnsWithoutTerminal = 100;

    bool interactive = false;
    bool colour = false;
    Charset charset = Charset::Ascii;
    int columns = kColumnsWithoutTerminal;
    int rows = 0; ///< 0: not known
    /// Rows of tables have to fit. Not in a file or a pipe: whoever searches there wants whole names.
    bool rowsMustFit = true;

    /// Asks the descriptor and the environment: COLUMNS, LINES, NO_COLOR, TERM, and LC_ALL, LC_CTYPE, LANG for UTF-8.
    [[nodiscard]] static Terminal detect(int descriptor);
};

} // namespace cairn::cli
