#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace cairn {

/// Finds a regular expression in many short ASCII texts, in time that grows with their length alone, whatever the case
/// of letters: an automaton whose states are made when they are first reached. It knows what people type (characters,
/// sets, groups, |, repetition, ^ and $) and leaves the rest of Perl's language to others. For one thread.
class NameRegex {
public:
    /// Nothing if the expression is wrong, or has something that is not known here.
    [[nodiscard]] static std::optional<NameRegex> make(std::string_view pattern);

    /// Nothing if the text is not plain ASCII, or if there would be too many states.
    [[nodiscard]] std::optional<bool> isIn(std::string_view text);

private:
    friend class NameRegexParser;

    static constexpr std::size_t kCodes = 128;
    using Codes = std::bitset<kCodes>;
    using Place = std::uint16_t;

    /// A step of the expression: a character of a set, or none, and where to go on.
    struct Step {
        enum class Kind : std::uint8_t { Set, Fork, Begin, End, Found };
        Kind kind = Kind::Fork;
        std::uint16_t set = 0;
        Place next = 0;
        Place other = 0; ///< of a fork
    };

    /// Places that the expression may be at, all at once.
    struct State {
        std::vector<Place> places;
        std::array<std::uint32_t, kCodes> next{}; ///< 0: not made yet
        bool isFound = false;
        bool isFoundAtEnd = false;
    };

    [[nodiscard]] std::uint32_t stateAfter(std::uint32_t state, unsigned char code);
    [[nodiscard]] std::uint32_t stateOf(std::vector<Place> places);
    void follow(Place place, bool atBegin, bool atEnd, std::vector<Place>& places);

    std::vector<Step> m_steps; ///< the last one is where it is found
    std::vector<Codes> m_sets;
    Place m_begin = 0;
    std::vector<State> m_states;
    std::map<std::vector<Place>, std::uint32_t> m_stateOf;
    std::vector<bool> m_isIn;   ///< while places are gathered
    std::vector<Place> m_stack; ///< of follow()
};

} // namespace cairn
