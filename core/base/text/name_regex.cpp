#include "core/base/text/name_regex.h"

#include "core/base/text/name_regex_parser.h"

#include <algorithm>
#include <utility>

namespace cairn {

namespace {

constexpr std::size_t kMostStates = 2000;
constexpr std::uint32_t kStart = 1; ///< state 0 is none

} // namespace

std::optional<NameRegex> NameRegex::make(std::string_view pattern)
{
    NameRegex regex;
    if (!NameRegexParser(pattern, regex).parse()) {
        return std::nullopt;
    }
    regex.m_isIn.resize(regex.m_steps.size());
    regex.m_states.emplace_back();
    std::vector<Place> places;
    regex.follow(regex.m_begin, true, false, places);
    (void)regex.stateOf(std::move(places));
    return regex;
}

std::optional<bool> NameRegex::isIn(std::string_view text)
{
    if (text.empty()) {
        return std::nullopt; // its beginning is its end
    }
    std::uint32_t state = kStart;
    for (const char c : text) {
        if (m_states[state].isFound) {
            break;
        }
        const auto code = static_cast<unsigned char>(c);
        if (code >= kCodes || c == '\n') { // before the last line break, too, is an end for Perl
            return std::nullopt;
        }
        std::uint32_t next = m_states[state].next[code];
        if (next == 0) {
            next = stateAfter(state, code);
            if (next == 0) {
                return std::nullopt;
            }
        }
        state = next;
    }
    return m_states[state].isFound || m_states[state].isFoundAtEnd;
}

/// A match may begin anywhere, so the beginning of the expression is always among the places.
std::uint32_t NameRegex::stateAfter(std::uint32_t state, unsigned char code)
{
    std::vector<Place> places;
    for (const Place place : m_states[state].places) {
        const Step& step = m_steps[place];
        if (step.kind == Step::Kind::Set && m_sets[step.set][code]) {
            follow(step.next, false, false, places);
        }
    }
    follow(m_begin, false, false, places);
    const std::uint32_t next = stateOf(std::move(places));
    m_states[state].next[code] = next;
    return next;
}

std::uint32_t NameRegex::stateOf(std::vector<Place> places)
{
    for (const Place place : places) {
        m_isIn[place] = false;
    }
    std::ranges::sort(places);
    const auto known = m_stateOf.find(places);
    if (known != m_stateOf.end()) {
        return known->second;
    }
    if (m_states.size() == kMostStates) {
        return 0;
    }
    const auto isFound = [this](Place place) { return m_steps[place].kind == Step::Kind::Found; };
    State state;
    state.isFound = std::ranges::any_of(places, isFound);
    std::vector<Place> atEnd;
    for (const Place place : places) {
        if (m_steps[place].kind == Step::Kind::End) {
            follow(m_steps[place].next, false, true, atEnd);
        }
    }
    for (const Place place : atEnd) {
        m_isIn[place] = false;
    }
    state.isFoundAtEnd = std::ranges::any_of(atEnd, isFound);
    state.places = places;
    m_states.push_back(std::move(state));
    const auto number = static_cast<std::uint32_t>(m_states.size() - 1);
    m_stateOf.emplace(std::move(places), number);
    return number;
}

/// Adds all places that are reached without a character.
void NameRegex::follow(Place place, bool atBegin, bool atEnd, std::vector<Place>& places)
{
    m_stack.assign(1, place);
    while (!m_stack.empty()) {
        const Place at = m_stack.back();
        m_stack.pop_back();
        if (m_isIn[at]) {
            continue;
        }
        m_isIn[at] = true;
        places.push_back(at);
        const Step& step = m_steps[at];
        if (step.kind == Step::Kind::Fork) {
            m_stack.push_back(step.next);
            m_stack.push_back(step.other);
        } else if ((step.kind == Step::Kind::Begin && atBegin) || (step.kind == Step::Kind::End && atEnd)) {
            m_stack.push_back(step.next);
        }
    }
}

} // namespace cairn
