#include "core/base/text/name_regex_parser.h"

#include "core/base/text/text.h"

#include <charconv>
#include <utility>

namespace cairn {

namespace {

constexpr int kDeepest = 50;
constexpr std::size_t kMostSteps = 4000;

template <typename Codes>
Codes range(char first, char last)
{
    Codes codes;
    const std::size_t end = static_cast<unsigned char>(last);
    for (std::size_t c = static_cast<unsigned char>(first); c <= end; ++c) {
        codes.set(c);
    }
    return codes;
}

/// Both cases of each letter.
template <typename Codes>
Codes ofAnyCase(Codes codes)
{
    for (std::size_t c = 'a'; c <= 'z'; ++c) {
        const bool isThere = codes[c] || codes[c - 32];
        codes[c] = isThere;
        codes[c - 32] = isThere;
    }
    return codes;
}

} // namespace

bool NameRegexParser::take(char c)
{
    const bool isThere = isNext(c);
    m_rest.remove_prefix(isThere ? 1 : 0);
    return isThere;
}

char NameRegexParser::takeAny()
{
    const char c = m_rest.front();
    m_rest.remove_prefix(1);
    return c;
}

bool NameRegexParser::parse()
{
    auto whole = choice();
    if (!whole || !m_rest.empty()) {
        return false;
    }
    m_regex.m_steps = std::move(*whole);
    m_regex.m_steps.push_back({.kind = Step::Kind::Found});
    return true;
}

namespace {

/// `more` behind `part`. Places stay what they are when parts stand alone: they count from their first step.
template <typename Part>
void append(Part& part, const Part& more)
{
    const std::size_t offset = part.size();
    for (auto step : more) {
        step.next = static_cast<decltype(step.next)>(step.next + offset);
        step.other = static_cast<decltype(step.other)>(step.other + offset);
        part.push_back(step);
    }
}

template <typename Part>
auto fork(std::size_t next, std::size_t other)
{
    typename Part::value_type step;
    step.next = static_cast<decltype(step.next)>(next);
    step.other = static_cast<decltype(step.other)>(other);
    return step;
}

template <typename Part>
Part either(const Part& first, const Part& second)
{
    const std::size_t end = first.size() + second.size() + 2;
    Part part{fork<Part>(1, first.size() + 2)};
    append(part, first);
    part.push_back(fork<Part>(end, end));
    append(part, second);
    return part;
}

template <typename Part>
Part anyNumberOf(const Part& repeated)
{
    Part part{fork<Part>(1, repeated.size() + 2)};
    append(part, repeated);
    part.push_back(fork<Part>(0, 0));
    return part;
}

template <typename Part>
Part maybe(const Part& optional)
{
    Part part{fork<Part>(1, optional.size() + 1)};
    append(part, optional);
    return part;
}

} // namespace

NameRegexParser::MaybePart NameRegexParser::choice()
{
    auto part = sequence();
    while (part && take('|')) {
        const auto other = sequence();
        if (!other) {
            return std::nullopt;
        }
        part = either(*part, *other);
    }
    return part;
}

NameRegexParser::MaybePart NameRegexParser::sequence()
{
    Part part;
    while (!m_rest.empty() && !isNext('|') && !isNext(')')) {
        auto next = item();
        if (!next || part.size() + next->size() > kMostSteps) {
            return std::nullopt;
        }
        append(part, *next);
    }
    return part;
}

NameRegexParser::MaybePart NameRegexParser::group()
{
    if (++m_depth > kDeepest || isNext('*')) {
        return std::nullopt;
    }
    if (take('?') && !take(':')) {
        return std::nullopt;
    }
    auto part = choice();
    --m_depth;
    return part && take(')') ? part : std::nullopt;
}

NameRegexParser::MaybePart NameRegexParser::item()
{
    if (isNext('^') || isNext('$')) {
        Step step;
        step.kind = takeAny() == '^' ? Step::Kind::Begin : Step::Kind::End;
        step.next = 1;
        const bool isRepeated = isNext('*') || isNext('+') || isNext('?') || isNext('{');
        return isRepeated ? std::nullopt : MaybePart(Part{step});
    }
    if (isNext('*') || isNext('+') || isNext('?') || isNext('{')) {
        return std::nullopt; // there is nothing before it that it could repeat
    }
    if (take('(')) {
        const auto part = group();
        return part ? repeated(*part) : std::nullopt;
    }
    std::optional<Codes> codes;
    if (take('[')) {
        codes = set();
    } else if (take('\\')) {
        codes = escaped();
    } else if (take('.')) {
        codes = Codes().set();
    } else if (isAscii(m_rest.substr(0, 1))) {
        const char c = takeAny();
        codes = ofAnyCase(range<Codes>(c, c));
    }
    return codes ? repeated(partOf(*codes)) : std::nullopt;
}

NameRegexParser::Part NameRegexParser::partOf(Codes codes)
{
    Step step;
    step.kind = Step::Kind::Set;
    step.set = static_cast<std::uint16_t>(m_regex.m_sets.size());
    step.next = 1;
    m_regex.m_sets.push_back(codes);
    return {step};
}

NameRegexParser::MaybePart NameRegexParser::repeated(const Part& part)
{
    const auto times = repeats();
    if (!times) {
        return std::nullopt;
    }
    const std::size_t copies = times->most.value_or(times->least + 1);
    if (copies > kMostSteps || copies * (part.size() + 2) > kMostSteps) {
        return std::nullopt;
    }
    Part all;
    for (std::size_t i = 0; i < times->least; ++i) {
        append(all, part);
    }
    if (!times->most) {
        append(all, anyNumberOf(part));
    }
    for (std::size_t i = times->least; i < times->most.value_or(0); ++i) {
        append(all, maybe(part));
    }
    // A second sign makes it lazy, which is all the same here, or possessive, which is not.
    take('?');
    return isNext('+') || isNext('*') || isNext('?') ? std::nullopt : MaybePart(std::move(all));
}

std::optional<NameRegexParser::Repeats> NameRegexParser::repeats()
{
    if (take('*')) {
        return Repeats{.least = 0, .most = std::nullopt};
    }
    if (take('+')) {
        return Repeats{.least = 1, .most = std::nullopt};
    }
    if (take('?')) {
        return Repeats{.least = 0, .most = 1};
    }
    return isNext('{') ? countedRepeats() : Repeats();
}

/// {3}, {3,} or {3,5}. Other braces stand for themselves in some versions of Perl's language: not known here.
std::optional<NameRegexParser::Repeats> NameRegexParser::countedRepeats()
{
    m_rest.remove_prefix(1);
    const auto number = [this]() -> std::optional<std::size_t> {
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (error != std::errc() || value > kMostSteps) {
            return std::nullopt;
        }
        m_rest.remove_prefix(static_cast<std::size_t>(end - m_rest.data()));
        return value;
    };
    const auto least = number();
    if (!least) {
        return std::nullopt;
    }
    Repeats repeats{.least = *least, .most = least};
    if (take(',')) {
        repeats.most = isNext('}') ? std::nullopt : number();
        if (!isNext('}') || (repeats.most && *repeats.most < *least)) {
            return std::nullopt;
        }
    }
    return take('}') ? std::optional(repeats) : std::nullopt;
}

/// What follows a backslash, inside a set or outside.
std::optional<NameRegexParser::Codes> NameRegexParser::escaped()
{
    if (m_rest.empty() || !isAscii(m_rest.substr(0, 1))) {
        return std::nullopt;
    }
    const char c = takeAny();
    const Codes digits = range<Codes>('0', '9');
    const Codes words = digits | range<Codes>('a', 'z') | range<Codes>('A', 'Z') | range<Codes>('_', '_');
    const Codes spaces = range<Codes>('\t', '\r') | range<Codes>(' ', ' ');
    switch (c) {
    case 'd': return digits;
    case 'D': return ~digits;
    case 'w': return words;
    case 'W': return ~words;
    case 's': return spaces;
    case 'S': return ~spaces;
    case 't': return range<Codes>('\t', '\t');
    default: break;
    }
    return words[static_cast<std::size_t>(c)] && c != '_' ? std::nullopt : std::optional(range<Codes>(c, c));
}

/// What follows a [.
std::optional<NameRegexParser::Codes> NameRegexParser::set()
{
    const bool isNegated = take('^');
    Codes codes;
    for (bool isFirst = true; !m_rest.empty(); isFirst = false) {
        if (isNext(']') && !isFirst) {
            take(']');
            codes = ofAnyCase(codes);
            return isNegated ? ~codes : codes;
        }
        if (!isAscii(m_rest.substr(0, 1)) || m_rest.starts_with("[:") || m_rest.starts_with("[.") ||
            m_rest.starts_with("[=")) {
            return std::nullopt;
        }
        const bool isEscaped = take('\\');
        const char first = isEscaped ? ' ' : takeAny();
        const auto one = isEscaped ? escaped() : std::optional(range<Codes>(first, first));
        if (!one) {
            return std::nullopt;
        }
        codes |= *one;
        const bool isRange = m_rest.size() > 1 && m_rest[0] == '-' && m_rest[1] != ']';
        if (!isRange) {
            continue;
        }
        m_rest.remove_prefix(1);
        const char last = takeAny();
        if (isEscaped || last == '\\' || last == '[' || static_cast<unsigned char>(last) >= 128 || last < first) {
            return std::nullopt;
        }
        codes |= range<Codes>(first, last);
    }
    return std::nullopt;
}

} // namespace cairn
