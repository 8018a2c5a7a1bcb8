#include "core/checkpoint/python/short_repr.h"
#include "core/formats/pickle/pickle_decoder.h"
#include "tests/fuzz/fuzz_input.h"

#include <algorithm>

using cairn::formats::NodeId;

// The graph, the trace that a rewriter asks for, and the text of every value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto source = cairn::fuzz::sourceOf(data, size);
    cairn::formats::PickleTrace trace;
    const auto graph = cairn::formats::decodePickle(source, 0, {}, nullptr, &trace);
    if (!graph) {
        return 0;
    }
    constexpr std::size_t enough = 2000;
    for (NodeId node = 0; node < std::min(graph->nodeCount(), enough); ++node) {
        static_cast<void>(cairn::checkpoint::shortRepr(*graph, source, node));
    }
    for (const auto& text : trace.texts) {
        if (text.offset >= size || text.node >= graph->nodeCount()) {
            __builtin_trap();
        }
    }
    return 0;
}
