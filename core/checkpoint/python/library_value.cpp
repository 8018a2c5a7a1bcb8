#include "core/checkpoint/python/library_value.h"

#include "core/base/text/hex.h"
#include "core/base/text/python_repr.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;

namespace {

constexpr std::size_t kTextCharacters = 200;

constexpr std::array<std::string_view, 18> kBuiltinClasses = {
    "bool",   "bytearray", "bytes", "complex", "dict",  "float", "frozenset", "int",  "list",
    "object", "property",  "range", "set",     "slice", "str",   "tuple",     "type", "memoryview",
};

std::string joinedPath(const PickleCall& call, bool isWindows)
{
    std::string path;
    for (std::size_t i = 0; i < call.count(); ++i) {
        const bool needsSeparator = !path.empty() && !path.ends_with('/') && !path.ends_with('\\');
        path.append(needsSeparator ? "/" : "").append(*call.text(i));
    }
    if (isWindows) {
        std::ranges::replace(path, '\\', '/');
    }
    return path.empty() ? "." : path;
}

bool isDigits(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

} // namespace

std::optional<PythonValue> builtinConstant(std::string_view name)
{
    if (name == "Ellipsis" || name == "NotImplemented") {
        return PythonValue{name == "Ellipsis" ? "ellipsis" : "NotImplementedType", std::string(name)};
    }
    return std::ranges::count(kBuiltinClasses, name) != 0
               ? std::optional(PythonValue{"type", "<class '" + std::string(name) + "'>"})
               : std::nullopt;
}

std::optional<PythonValue> readComplex(const PickleCall& call)
{
    const auto real = call.number(0);
    const auto imaginary = call.count() == 1 ? std::optional(0.0) : call.number(1);
    if (!real || !imaginary || call.count() > 2) {
        return std::nullopt;
    }
    return PythonValue{"complex", pythonComplex(*real, *imaginary)};
}

std::optional<PythonValue> readRange(const PickleCall& call)
{
    const auto first = call.integer(0);
    const auto second = call.integer(1);
    const auto step = call.integer(2);
    if (!first || call.count() > 3 || (call.count() > 1 && !second) || (call.count() > 2 && (!step || *step == 0))) {
        return std::nullopt;
    }
    const std::int64_t start = second ? *first : 0;
    const std::int64_t stop = second ? *second : *first;
    std::string text = "range(" + std::to_string(start) + ", " + std::to_string(stop);
    return PythonValue{"range", text + (step.value_or(1) == 1 ? "" : ", " + std::to_string(*step)) + ")"};
}

std::optional<PythonValue> readTypeOf(const PickleCall& call)
{
    if (call.count() != 1) {
        return std::nullopt;
    }
    if (call.graph().is(call.argument(0), NodeKind::None)) {
        return PythonValue{"type", "<class 'NoneType'>"};
    }
    const auto name = pythonName(call.graph(), call.argument(0));
    const auto constant = name && name->module == "builtins" ? builtinConstant(name->name) : std::nullopt;
    return constant && constant->type != "type" ? std::optional(PythonValue{"type", "<class '" + constant->type + "'>"})
                                                : std::nullopt;
}

std::optional<PythonValue> readPath(const PickleCall& call)
{
    constexpr std::size_t mostParts = 128; // of a path; many calls can share one tuple of them
    for (std::size_t i = 0; i < call.count(); ++i) {
        if (!call.text(i) || i == mostParts) {
            return std::nullopt;
        }
    }
    const std::string path = joinedPath(call, call.name().name.contains("Windows"));
    const std::string name(call.name().name);
    return PythonValue{"pathlib." + name, name + "(" + pythonStringRepr(path, kTextCharacters) + ")"};
}

std::optional<PythonValue> readFraction(const PickleCall& call)
{
    if (call.integer(0) && call.integer(1) && call.count() == 2) {
        return PythonValue{"fractions.Fraction", "Fraction(" + std::to_string(*call.integer(0)) + ", " +
                                                     std::to_string(*call.integer(1)) + ")"};
    }
    const auto text = call.text(0).value_or("");
    const std::size_t slash = text.find('/');
    const std::string_view numerator = text.substr(0, slash);
    const std::string_view denominator = slash == std::string_view::npos ? "1" : text.substr(slash + 1);
    const bool fits = call.count() == 1 && text.size() <= kTextCharacters && isDigits(denominator) &&
                      isDigits(numerator.starts_with('-') ? numerator.substr(1) : numerator);
    if (!fits) {
        return std::nullopt;
    }
    return PythonValue{"fractions.Fraction",
                       "Fraction(" + std::string(numerator) + ", " + std::string(denominator) + ")"};
}

std::optional<PythonValue> readUuid(const PickleCall& call)
{
    const auto& graph = call.graph();
    constexpr std::size_t mostAttributes = 8; // of a UUID; many calls can share one state
    const NodeId value = graph.is(call.state(), NodeKind::Dict) && graph.pairCount(call.state()) <= mostAttributes
                             ? graph.lookup(call.state(), "int")
                             : formats::kNoNode;
    std::array<std::uint8_t, 17> bytes{}; // least significant first; a 128-bit number may need a byte for its sign
    if (graph.is(value, NodeKind::Int) && graph.intValue(value) >= 0) {
        for (std::size_t i = 0; i < 8; ++i) {
            bytes[i] = static_cast<std::uint8_t>(graph.intValue(value) >> (8 * i));
        }
    } else if (graph.is(value, NodeKind::BigInt) && graph.text(value).size() <= bytes.size()) {
        const std::string_view number = graph.text(value);
        if ((number.back() & 0x80) != 0) {
            return std::nullopt;
        }
        std::ranges::transform(number, bytes.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
    } else {
        return std::nullopt;
    }
    if (bytes[16] != 0) {
        return std::nullopt;
    }
    std::string text = "UUID('";
    for (std::size_t i = 16; i-- > 0;) {
        appendHex(text, bytes[i], 2);
        text.append(i == 12 || i == 10 || i == 8 || i == 6 ? "-" : "");
    }
    return PythonValue{"uuid.UUID", text + "')"};
}

} // namespace cairn::checkpoint
