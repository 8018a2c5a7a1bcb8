#include "core/checkpoint/python/plain_call.h"

#include "core/base/text/text.h"
#include "core/checkpoint/python/scalar_repr.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::NodeKind;

namespace {

constexpr std::size_t kMaxArguments = 16;
constexpr std::size_t kArgumentCharacters = 60;

/// Modules whose calls make containers, tensors or parts of them: shown as groups even when they are empty.
constexpr std::array<std::string_view, 10> kGroupModules = {
    "collections", "torch",      "torch._utils",       "torch._tensor",         "torch.storage",
    "torch._C",    "torch.cuda", "torch.nn.parameter", "numpy.core.multiarray", "numpy.core.numeric",
};
constexpr std::array<std::string_view, 8> kGroupBuiltins = {
    "set", "frozenset", "list", "dict", "tuple", "bytes", "bytearray", "getattr",
};

bool makesGroup(const PythonName& name)
{
    return name.module == "builtins" ? std::ranges::count(kGroupBuiltins, name.name) != 0
                                     : std::ranges::count(kGroupModules, name.module) != 0;
}

/// What is made and from what, with the two detours of old protocols taken back.
struct Construction {
    std::string type;
    std::span<const NodeId> arguments;
};

Construction constructionOf(const PickleCall& call)
{
    const auto& graph = call.graph();
    if (call.name().is("copyreg", "__newobj__") && call.count() >= 1) {
        return {className(graph, call.argument(0)), call.arguments().subspan(1)};
    }
    if (call.name().is("copyreg", "_reconstructor") && call.count() == 3) { // (class, base class, value of the base)
        const auto base = pythonName(graph, call.argument(1));
        auto arguments = call.arguments().subspan(2);
        if (base && base->is("builtins", "object")) {
            arguments = {};
        } else if (graph.is(arguments[0], NodeKind::Tuple)) {
            arguments = graph.tuple(arguments[0]);
        }
        return {className(graph, call.argument(0)), arguments};
    }
    return {className(graph, call.callable()), call.arguments()};
}

} // namespace

std::optional<PythonValue> plainCall(const PickleCall& call)
{
    const auto& graph = call.graph();
    if (call.state() != kNoNode || call.hasItems() || makesGroup(call.name())) {
        return std::nullopt;
    }
    Construction made = constructionOf(call);
    const bool hasKeywords = graph.is(call.keywords(), NodeKind::Dict);
    const std::size_t total = made.arguments.size() + (hasKeywords ? graph.pairCount(call.keywords()) : 0);
    if (made.type.empty() || total > kMaxArguments) {
        return std::nullopt;
    }
    std::string text = printable(lastName(made.type)) + '(';
    bool isPlain = true;
    const auto append = [&](std::string_view prefix, NodeId node) {
        const auto argument = scalarRepr(graph, call.source(), node, kArgumentCharacters);
        isPlain = isPlain && argument.has_value();
        text.append(text.ends_with('(') ? "" : ", ").append(prefix).append(argument.value_or(""));
    };
    for (const NodeId node : made.arguments) {
        append("", node);
    }
    if (hasKeywords) {
        graph.forEachPair(call.keywords(), [&](NodeId key, NodeId value) {
            const auto name = keptText(graph, key);
            isPlain = isPlain && name.has_value();
            append(printable(name.value_or("")) + '=', value);
        });
    }
    return isPlain ? std::optional(PythonValue{std::move(made.type), text + ')'}) : std::nullopt;
}

std::optional<PythonValue> classAttribute(const PickleCall& call)
{
    const std::string type = className(call.graph(), call.argument(0));
    const auto attribute = call.text(1);
    if (call.count() != 2 || type.empty() || !attribute) {
        return std::nullopt;
    }
    return PythonValue{type, printable(lastName(type)) + '.' + printable(*attribute)};
}

} // namespace cairn::checkpoint
