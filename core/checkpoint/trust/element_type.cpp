#include "core/checkpoint/trust/element_type.h"

#include "core/base/text/text.h"
#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/pickles/tensor_arguments.h"

#include <algorithm>
#include <optional>

namespace cairn::checkpoint {

using formats::kNoNode;
using formats::NodeId;
using formats::PickleGraph;

namespace {

bool isPlainCode(std::string_view code)
{
    constexpr std::string_view letters = "?bBhHiIlLqQuefdgFDGcSaUVmMO";
    constexpr std::size_t longest = 16;   // a letter and the digits of a size
    const bool isCharacter = code == "c"; // of which a state says the size; complex numbers are c8, c16, c32
    return !isCharacter && !code.empty() && code.size() <= longest && letters.contains(code.front()) &&
           std::ranges::all_of(code.substr(1), isDigit);
}

} // namespace

std::string_view elementCode(const PickleGraph& graph, NodeId type)
{
    if (!graph.is(type, formats::NodeKind::Call)) {
        return {};
    }
    const auto arguments = tupleOf(graph, graph.arguments(type));
    const auto code = arguments.empty() ? std::nullopt : keptText(graph, arguments[0]);
    return code && isPlainCode(*code) ? *code : std::string_view{};
}

std::string_view elementCodeOfArray(const PickleGraph& graph, NodeId array)
{
    constexpr std::size_t typeOfBuffer = 1; // after bytes
    constexpr std::size_t typeInState = 2;  // after a version and a shape
    const auto state = tupleOf(graph, graph.state(array));
    if (state.size() > typeInState) {
        return elementCode(graph, state[typeInState]);
    }
    const auto arguments = tupleOf(graph, graph.arguments(array));
    return arguments.size() > typeOfBuffer ? elementCode(graph, arguments[typeOfBuffer]) : std::string_view{};
}

bool isNumberCode(std::string_view code)
{
    constexpr std::string_view letters = "?bBhHiIlLqQuefdFDc";
    return !code.empty() && letters.contains(code.front());
}

} // namespace cairn::checkpoint
