#include "core/checkpoint/pieces/assembled_rows.h"

#include "core/checkpoint/pieces/assembly.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/tree_reader.h"

#include <utility>

namespace cairn::checkpoint {

Result<void> addAssembledRows(const Assembly& assembly, CheckpointBuilder& builder, DocumentSet& documents,
                              const Progress* progress)
{
    CAIRN_ASSIGN(document, openAssembly(assembly, builder, progress));
    const formats::NodeId root = document->graph.root();
    const std::uint32_t id = documents.add(std::move(document));
    TreeReader tree(builder, documents);
    return tree.read({id, root});
}

} // namespace cairn::checkpoint
