#include "core/checkpoint/readers/pickle_reader.h"

#include "core/base/text/text.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/tree/torch_legacy_reader.h"
#include "core/checkpoint/tree/tree_reader.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

namespace cairn::checkpoint {

namespace {

Result<CheckpointPtr> readTree(CheckpointBuilder& builder, std::unique_ptr<PickleDocument> document,
                               const Progress* progress)
{
    DocumentSet documents(builder, progress);
    const formats::NodeId root = document->graph.root();
    if (document->graph.is(root, formats::NodeKind::Call) &&
        isFolderMetadata(document->className(document->graph.callable(root)))) {
        builder.addFact(message("tensors"), message("in the .distcp files beside it, which it describes"));
    }
    const std::uint32_t id = documents.add(std::move(document));
    documents.beginJudging(); // it needs nothing of the rows
    TreeReader tree(builder, documents);
    CAIRN_TRY(tree.read({id, root}));
    documents.report();
    return builder.finish();
}

/// joblib.dump writes the numbers of arrays between the instructions of its pickle, where nothing says how many.
bool isJoblib(const ByteSource& source)
{
    constexpr std::uint64_t kSearchedBytes = 1 << 20; // the first array comes long before that in what people save
    constexpr std::string_view kWrapper = "NumpyArrayWrapper";
    const auto head = source.readBytes(0, std::min(kSearchedBytes, source.sizeBytes()));
    return head && std::string_view(reinterpret_cast<const char*>(head->data()), head->size()).contains(kWrapper);
}

Result<CheckpointPtr> readPickles(const SourcePtr& source, const std::string& path,
                                  const std::shared_ptr<ReadBudget>& budget, const Progress* progress)
{
    CheckpointBuilder builder(path, Format::TorchLegacy, source->heldBytes(), budget);
    auto legacy = readLegacyDocument(builder, {.bytes = source, .name = path, .isFile = true}, "", progress);
    if (legacy) {
        return readTree(builder, std::move(*legacy), progress);
    }
    if (legacy.error().code != ErrorCode::LegacyHeader || legacy.error().offset != 0) {
        return fail(std::move(legacy).error());
    }
    // No magic number: pickle.dump wrote it, with tensors as blobs if at all.
    builder.setFormat(Format::Pickle);
    CAIRN_ASSIGN(graph, decodeWithin(*builder.budget(), source, 0, progress));
    if (graph.endOffset() != source->sizeBytes()) {
        const std::string rest = countOf(source->sizeBytes() - graph.endOffset(), "byte");
        builder.addFact(message("after its value"), message("%1, which pickle.load does not read", rest),
                        FactKey::Followed);
        builder.addIssue(ErrorCode::PickleLeftOver, Severity::Warning,
                         message("%1 after the end of the pickle are not shown", rest));
        // torch.load compares the value with a number, and unpickles what follows if it says that it is the same.
        using formats::NodeKind;
        const NodeKind root = graph.kind(graph.root());
        if (root == NodeKind::Call || root == NodeKind::Global || root == NodeKind::PersistentId) {
            builder.addTrustFinding({Trust::Dangerous, phrase("what follows the first pickle"),
                                     phrase("torch.load may unpickle it, and Cairn cannot tell what it is")});
        }
    }
    return readTree(builder, std::make_unique<PickleDocument>(std::move(graph), source, "the pickle"), progress);
}

} // namespace

Result<CheckpointPtr> readPickleFile(const SourcePtr& source, const std::string& path, const Progress* progress)
{
    return readPickleIn(source, path, nullptr, progress);
}

Result<CheckpointPtr> readPickleIn(const SourcePtr& source, const std::string& path,
                                   const std::shared_ptr<ReadBudget>& budget, const Progress* progress)
{
    auto read = readPickles(source, path, budget, progress);
    if (!read && errorClass(read.error().code) == ErrorClass::BadInput && isJoblib(*source)) {
        return fail(
            error(ErrorCode::NotACheckpoint, message("this is what joblib.dump writes, with NumPy arrays in it"))
                .because(message("The numbers of the arrays lie between the instructions of its pickle, so neither "
                                 "pickle nor torch.load reads it"))
                .fix(message("Load it with joblib in Python and save it with torch.save")));
    }
    return read;
}

} // namespace cairn::checkpoint
