#include "core/base/error.h"

#include "core/base/text/text.h"

#include <array>
#include <utility>

namespace cairn {

namespace {

struct CodeRow {
    std::string_view text;
    ErrorClass kind;
};

constexpr std::array kCodes = {
#define X(name, text, kind) CodeRow{text, ErrorClass::kind},
    CAIRN_ERROR_CODES(X)
#undef X
};

} // namespace

std::string_view errorCodeText(ErrorCode code)
{
    return kCodes.at(static_cast<std::size_t>(code)).text;
}

ErrorClass errorClass(ErrorCode code)
{
    return kCodes.at(static_cast<std::size_t>(code)).kind;
}

std::string_view severityText(Severity severity)
{
    switch (severity) {
    case Severity::Info: return "info";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    }
    return "error";
}

bool isDamage(const Issue& issue)
{
    return issue.severity == Severity::Error && issue.code != ErrorCode::DangerousGlobal;
}

Message withPlace(const Issue& issue)
{
    return issue.path.empty() ? issue.message : message("%1: %2", inQuotes(issue.path), issue.message);
}

Error&& Error::at(std::uint64_t byteOffset) &&
{
    offset = byteOffset;
    return std::move(*this);
}

Error&& Error::in(std::string_view place) &&
{
    if (where != place && !where.starts_with(std::string(place) + ", ")) { // who read it may have said so already
        where = where.empty() ? std::string(place) : std::string(place) + ", " + where;
    }
    return std::move(*this);
}

Error&& Error::because(Message reason) &&
{
    why = std::move(reason);
    return std::move(*this);
}

Error&& Error::fix(Message whatToDo) &&
{
    if (advice.empty()) {
        advice = std::move(whatToDo);
    }
    return std::move(*this);
}

Message Error::inFull() const
{
    Message said = what;
    if (!where.empty() || offset) {
        const Message place = !offset         ? verbatim(where)
                              : where.empty() ? message("at byte %1", std::to_string(*offset))
                                              : message("%1, byte %2", where, std::to_string(*offset));
        said = message("%1: %2", place, what);
    }
    const auto isEnded = [&said] { return said.text().ends_with('.') || said.text().ends_with('?'); };
    const auto add = [&](const Message& part) {
        if (!part.empty()) {
            said = isEnded() ? message("%1 %2", said, part) : message("%1. %2", said, part);
        }
    };
    const bool hasLines = why.text().contains('\n'); // the last one is a library's, which may be code
    add(why);
    if (!hasLines) {
        add(advice);
    } else if (!advice.empty()) {
        said = message("%1\n%2", said, advice);
    }
    const bool endsInCode = advice.empty() && hasLines;
    return isEnded() || endsInCode ? said : message("%1.", said);
}

} // namespace cairn
