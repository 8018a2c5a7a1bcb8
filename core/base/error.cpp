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

std::string Error::paragraph() const
{
    std::string text = where;
    if (offset) {
        text += text.empty() ? "at byte " : ", byte ";
        text += std::to_string(*offset);
    }
    text += (text.empty() ? "" : ": ") + what.text();
    const auto isEnded = [&text] { return text.ends_with('.') || text.ends_with('?'); };
    const auto add = [&](const std::string& part) {
        text += part.empty() ? "" : isEnded() ? " " : ". ";
        text += part;
    };
    const bool hasLines = why.text().contains('\n'); // the last one is a library's, which may be code
    add(why.text());
    if (hasLines) {
        text += advice.empty() ? "" : '\n' + advice.text();
    } else {
        add(advice.text());
    }
    const bool endsInCode = advice.empty() && hasLines;
    if (!isEnded() && !endsInCode) {
        text += '.';
    }
    return text;
}

} // namespace cairn
