#pragma once

#include "core/base/text/name_regex.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn {

/// Takes the text of an expression apart into the steps of a NameRegex. Lives for one expression.
class NameRegexParser {
public:
    NameRegexParser(std::string_view pattern, NameRegex& regex) : m_rest(pattern), m_regex(regex) {}

    /// False if there is something in it that is not known.
    [[nodiscard]] bool parse();

private:
    using Step = NameRegex::Step;
    using Codes = NameRegex::Codes;
    /// Steps that count from the first of them; who goes on after the last has come through.
    using Part = std::vector<Step>;
    using MaybePart = std::optional<Part>;

    struct Repeats {
        std::size_t least = 1;
        std::optional<std::size_t> most = 1; ///< nothing: no end
    };

    [[nodiscard]] MaybePart choice();
    [[nodiscard]] MaybePart sequence();
    [[nodiscard]] MaybePart group();
    [[nodiscard]] MaybePart item();
    [[nodiscard]] MaybePart repeated(const Part& part);
    [[nodiscard]] std::optional<Repeats> repeats();
    [[nodiscard]] std::optional<Repeats> countedRepeats();
    [[nodiscard]] std::optional<Codes> set();
    [[nodiscard]] std::optional<Codes> escaped();
    [[nodiscard]] Part partOf(Codes codes);

    [[nodiscard]] bool isNext(char c) const { return !m_rest.empty() && m_rest.front() == c; }
    bool take(char c);
    char takeAny();

    std::string_view m_rest;
    NameRegex& m_regex;
    int m_depth = 0;
};

} // namespace cairn
