#include "core/checkpoint/read_budget.h"

#include "core/formats/pickle/pickle_decoder.h"

namespace cairn::checkpoint {

Result<formats::PickleGraph> decodeWithin(ReadBudget& budget, const SourcePtr& source, std::uint64_t offset,
                                          const Progress* progress)
{
    CAIRN_ASSIGN(graph, formats::decodePickle(source, offset, {.maxBytes = budget.graphBytes()}, progress));
    budget.takeGraph(graph.memoryBytes());
    return std::move(graph);
}

} // namespace cairn::checkpoint
