#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <string_view>
#include <utility>

namespace cairn::formats {

// What Python makes of the instructions of files that may be no pickles. In doubt it takes them.

/// Whether Python could make a number of the line behind one of these instructions. INT takes what ends with a zero in
/// place of the line feed, also if nothing is before that.
[[nodiscard]] bool mayBeNumber(PickleOp op, std::string_view line);
/// Whether it could be a text.
[[nodiscard]] bool isQuoted(std::string_view line);
/// Whether it could be imported: Python asks for no more than that.
[[nodiscard]] bool isImportName(std::string_view module);
/// Whether it can be the number that old streams of torch begin with, as torch writes it or in another way.
[[nodiscard]] bool mayBeMagic(const PickleInstruction& instruction);

/// Cuts them into instructions, also where lines are longer than PickleScanner takes.
class LooseScanner {
public:
    explicit LooseScanner(SourcePtr source) : m_source(std::move(source)), m_scanner(m_source) {}

    /// False where no unpickler goes on. Of long lines the instruction is external, without a text. Fails if the source
    /// cannot be read.
    [[nodiscard]] Result<bool> next(PickleInstruction& instruction);

private:
    SourcePtr m_source;
    PickleScanner m_scanner;
};

} // namespace cairn::formats
