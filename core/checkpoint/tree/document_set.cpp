#include "core/checkpoint/tree/document_set.h"

#include "core/base/files/byte_source.h"
#include "core/checkpoint/pickles/python2_text.h"
#include "core/checkpoint/pickles/python3_name.h"
#include "core/checkpoint/plain_load.h"
#include "core/checkpoint/tree/torch_legacy_reader.h"
#include "core/checkpoint/tree/unclear_values.h"
#include "core/checkpoint/tree/unpicklable.h"
#include "core/checkpoint/trust/weights_only.h"
#include "core/formats/sources/latin1_source.h"

#include <algorithm>
#include <utility>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

constexpr int kMaxNesting = 8;

/// Whether a value holds one of those that are looked for, other than as what it calls.
template <typename Test>
bool holds(const PickleGraph& graph, NodeId node, Test&& test)
{
    bool found = false;
    graph.forEachPart(node, [&](NodeId part) { found = found || test(part); });
    return found;
}

/// Which globals are classes that the pickle carries the source of. weights_only=True refuses that before all else.
std::vector<bool> withSource(const PickleDocument& document)
{
    const PickleGraph& graph = document.graph;
    std::vector<bool> found(graph.globals().size());
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        const NodeId named = document.classBehind(node);
        if (named != node && graph.is(named, NodeKind::Global)) {
            found[graph.globalIndex(named)] = true;
        }
    }
    return found;
}

/// Whether anything in it can load bytes that lie in it.
bool mayLoadBytes(const PickleGraph& graph)
{
    return std::ranges::any_of(graph.globals(), [](const formats::GlobalName& global) {
        return global.module.ends_with("storage") && global.name.ends_with("_load_from_bytes");
    });
}

} // namespace

Result<SourcePtr> bytesSource(const PickleDocument& document, NodeId node)
{
    const PickleGraph& graph = document.graph;
    const auto inPlace = [&](NodeId bytes) -> Result<SourcePtr> {
        if (!graph.isExternal(bytes)) {
            return SourcePtr(std::make_shared<MemorySource>(graph.text(bytes)));
        }
        return SliceSource::make(document.source, graph.payload(bytes).offset, graph.payload(bytes).bytes);
    };
    if (graph.is(node, NodeKind::Bytes) || graph.is(node, NodeKind::ByteArray) ||
        graph.is(node, NodeKind::Python2String)) {
        return inPlace(node);
    }
    const bool isEncoded =
        graph.is(node, NodeKind::Call) && document.className(graph.callable(node)) == "_codecs.encode";
    const NodeId arguments = isEncoded ? graph.arguments(node) : formats::kNoNode;
    if (!graph.is(arguments, NodeKind::Tuple) || graph.tuple(arguments).empty() ||
        !graph.isText(graph.tuple(arguments)[0])) {
        return fail(ErrorCode::TensorArguments, message("storage data is not a bytes object"));
    }
    const std::span<const NodeId> parts = graph.tuple(arguments);
    const std::string_view codec =
        parts.size() == 2 && graph.is(parts[1], NodeKind::String) ? graph.text(parts[1]) : std::string_view{};
    if (!formats::isLatin1(codec)) {
        return fail(ErrorCode::PickleCodec, message("storage data is encoded with a codec other than latin1"));
    }
    if (graph.isExternal(parts[0])) {
        const PickleGraph::Range range = graph.payload(parts[0]);
        return formats::Latin1Source::make(document.source, range.offset, range.bytes);
    }
    auto text = std::make_shared<MemorySource>(graph.text(parts[0]));
    const std::uint64_t bytes = text->sizeBytes();
    return formats::Latin1Source::make(std::move(text), 0, bytes);
}

Result<void> limitNesting(int depth)
{
    return depth <= kMaxNesting ? Result<void>()
                                : fail(ErrorCode::LimitExceeded, message("files lie in each other more than %1 deep",
                                                                         std::to_string(kMaxNesting)));
}

std::uint32_t DocumentSet::add(std::unique_ptr<PickleDocument> document)
{
    m_valueCount += document->graph.valueCount();
    m_itemCount += document->graph.itemCount();
    m_containerBytes += document->depth == 0 ? document->source->sizeBytes() : 0;
    m_documents.push_back(std::move(document));
    return static_cast<std::uint32_t>(m_documents.size() - 1);
}

void DocumentSet::beginJudging()
{
    constexpr std::size_t worthThread = 5'000; // values
    constexpr int most = 4;
    int threads = 0;
    for (std::size_t id = m_judgements.size(); id < m_documents.size(); ++id) {
        const PickleDocument& document = *m_documents[id];
        const bool isWorth = document.graph.nodeCount() >= worthThread && ++threads <= most;
        const auto policy = isWorth ? std::launch::deferred | std::launch::async : std::launch::deferred;
        m_judgements.push_back(std::async(policy, [&document] { return judge(document); }));
    }
}

void DocumentSet::report()
{
    openBlobs();
    beginJudging();
    for (std::size_t id = 0; id < m_documents.size(); ++id) {
        const auto& document = m_documents[id];
        m_builder.addInstructions(document->graph.instructions());
        tell(*document, m_judgements[id].get(), true);
        for (Issue issue : document->graph.issues()) {
            issue.path = document->name;
            m_builder.addIssue(std::move(issue));
        }
    }
    if (!m_documents.empty()) {
        m_builder.addFact(message("pickle protocol"), verbatim(std::to_string(m_documents.front()->graph.protocol())),
                          FactKey::Protocol);
    }
}

/// torch unpickles the bytes inside of every call that is there, shown or not. What is in them can only be judged when
/// all of it was read.
void DocumentSet::openBlobs()
{
    for (std::uint32_t id = 0; id < m_documents.size(); ++id) { // blobs in blobs are added behind
        const PickleGraph& graph = m_documents[id]->graph;
        if (!mayLoadBytes(graph)) {
            continue;
        }
        const auto isLoader = [&](NodeId node) {
            return m_documents[id]->constructor(node) == Constructor::LoadFromBytes;
        };
        bool isPassedOn = isLoader(graph.root());
        for (NodeId node = 0; node < m_documents[id]->graph.nodeCount(); ++node) {
            const PickleGraph& in = m_documents[id]->graph;
            if (in.is(node, NodeKind::Call) && isLoader(in.callable(node))) {
                if (auto opened = openBlob({id, node}); !opened) {
                    m_builder.addTrustFinding({Trust::Dangerous, phrase("bytes that torch.load would load"),
                                               message("They could not be read as a whole: %1", opened.error().what)});
                }
            }
            isPassedOn = isPassedOn || holds(in, node, isLoader);
        }
        if (isPassedOn) {
            m_builder.addTrustFinding({Trust::Dangerous, verbatim("torch.storage._load_from_bytes"),
                                       phrase("It is handed on, and what it will load cannot be seen")});
        }
    }
}

DocumentSet::Judgement DocumentSet::judge(const PickleDocument& document)
{
    Judgement judgement;
    for (std::uint32_t i = 0; i < document.graph.globals().size(); ++i) {
        judgement.trusts.push_back(trustInPickle(document, i));
    }
    judgement.carrySource = withSource(document);
    judgement.findings = findingsInPickle(document, judgement.trusts);
    judgement.unclear = whyUnclear(document, judgement.trusts);
    judgement.unpicklable = whyUnpicklable(document, judgement.trusts);
    judgement.hasOtherEncoding = hasTextInOtherEncoding(document);
    return judgement;
}

/// `all`: names that are data only too. Those of storages in bytes would be the same for each of them.
void DocumentSet::tell(const PickleDocument& document, Judgement judgement, bool all)
{
    for (std::uint32_t i = 0; i < document.graph.globals().size(); ++i) {
        const formats::GlobalName& global = document.graph.globals()[i];
        const auto [module, name] = python3Name(global, document.graph.protocol());
        const NameTrust& trust = judgement.trusts[i];
        if (!all && trust.trust == Trust::DataOnly) {
            continue;
        }
        GlobalVerdict verdict = weightsOnlyVerdict(module, name);
        const auto inAllLines = [](Verdict one, const Phrase& why) { return GlobalVerdict{one, one, one, one, why}; };
        if (trust.trust == Trust::Dangerous) {
            verdict = inAllLines(Verdict::Dangerous, trust.why);
        } else if (verdict.latest == Verdict::Dangerous) { // by its name, but not by what is done with it here
            verdict = inAllLines(Verdict::Blocked, trust.why);
        } else if (judgement.carrySource[i]) {
            verdict =
                inAllLines(Verdict::Blocked, phrase("weights_only=True takes no class whose source is in the file"));
        }
        m_builder.addGlobal(
            globalUse(std::string(module).append(".").append(name), global.mentions, verdict, trust.trust));
    }
    for (TrustFinding& finding : judgement.findings) {
        m_builder.addTrustFinding(std::move(finding));
    }
    if (judgement.hasOtherEncoding) {
        m_builder.setOtherEncoding();
    }
    if (judgement.unclear) {
        m_builder.setAmbiguous();
        m_builder.addIssue({.code = ErrorCode::Ambiguous,
                            .severity = Severity::Error,
                            .message = message("which values torch would make of it cannot be told: %1; no pickler "
                                               "writes that",
                                               std::move(*judgement.unclear)),
                            .path = document.name});
    }
    if (judgement.unpicklable) {
        m_builder.addIssue({.code = ErrorCode::PickleCall,
                            .severity = Severity::Warning,
                            .message = message("Python or torch stop with an error where they read it: %1",
                                               std::move(*judgement.unpicklable)),
                            .path = document.name});
    }
}

Result<NodeRef> DocumentSet::resolve(NodeRef ref)
{
    constexpr int maxSteps = 32; // a chain of stand-ins that is longer is a joke
    for (int step = 0; step < maxSteps; ++step) {
        const PickleDocument& document = *m_documents[ref.document];
        const PickleGraph& graph = document.graph;
        if (graph.is(ref.node, NodeKind::PersistentId)) {
            const NodeId behind = document.classBehind(ref.node);
            if (behind == ref.node) {
                return ref;
            }
            ref.node = behind;
            continue;
        }
        if (!graph.is(ref.node, NodeKind::Call)) {
            return ref;
        }
        const Constructor constructor = document.constructor(graph.callable(ref.node));
        if (constructor == Constructor::LoadFromBytes) {
            CAIRN_ASSIGN(blob, openBlob(ref));
            if (blob.storage) {
                return ref;
            }
            ref = blob.root;
            continue;
        }
        const NodeId arguments = graph.arguments(ref.node);
        const bool standsIn = (constructor == Constructor::TypedList || constructor == Constructor::TypeTag) &&
                              graph.is(arguments, NodeKind::Tuple) && !graph.tuple(arguments).empty();
        if (!standsIn) {
            return ref;
        }
        ref.node = graph.tuple(arguments)[0];
    }
    return ref;
}

bool DocumentSet::isStorage(NodeRef ref) const
{
    const PickleDocument& document = *m_documents[ref.document];
    if (document.graph.is(ref.node, NodeKind::Call)) {
        const auto blob = m_blobs.find(key(ref));
        return blob != m_blobs.end() && blob->second.storage.has_value();
    }
    return document.graph.is(ref.node, NodeKind::PersistentId);
}

Result<StorageUse> DocumentSet::storage(NodeRef ref, std::vector<Issue>& issues)
{
    CAIRN_ASSIGN(found, resolve(ref));
    PickleDocument& document = *m_documents[found.document];
    if (document.graph.is(found.node, NodeKind::PersistentId) && document.tensors != nullptr) {
        const auto use = document.tensors->storage(document.graph, document.graph.persistentId(found.node));
        return use ? Result<StorageUse>(*use)
                   : fail(ErrorCode::PersistentId,
                          message("the pickle refers to a tensor or storage that is not in the file"));
    }
    if (document.graph.is(found.node, NodeKind::PersistentId) && document.storages != nullptr) {
        return document.storages->resolve(document.graph, document.graph.persistentId(found.node), issues);
    }
    if (const auto blob = m_blobs.find(key(found)); blob != m_blobs.end() && blob->second.storage) {
        return *blob->second.storage;
    }
    return fail(ErrorCode::TensorArguments, message("a tensor is made of something that is not a storage"));
}

Result<DocumentSet::Blob> DocumentSet::openBlob(NodeRef call)
{
    if (const auto known = m_blobs.find(key(call)); known != m_blobs.end()) {
        return known->second;
    }
    const PickleDocument& outer = *m_documents[call.document];
    CAIRN_TRY(limitNesting(outer.depth + 1));
    const NodeId arguments = outer.graph.arguments(call.node);
    if (!outer.graph.is(arguments, NodeKind::Tuple) || outer.graph.tuple(arguments).size() != 1) {
        return fail(ErrorCode::TensorArguments, message("storage data is not a bytes object"));
    }
    CAIRN_ASSIGN(bytes, bytesSource(outer, outer.graph.tuple(arguments)[0]));
    // Blobs lie side by side, and blobs in blobs; only one that is loaded again and again can have more bytes.
    m_blobBytes += bytes->sizeBytes();
    if (m_blobBytes > m_containerBytes * kMaxNesting || m_builder.budget()->graphBytes() < ReadBudget::kGraphOfBlob) {
        return fail(ErrorCode::LimitExceeded, message("the same storage data is loaded too often"));
    }
    m_builder.budget()->takeGraph(ReadBudget::kGraphOfBlob);
    const std::string place = outer.name + "#" + std::to_string(m_blobs.size());
    const int depth = outer.depth + 1;
    auto opened =
        readLegacyDocument(m_builder, {.bytes = bytes, .name = place, .isFile = false}, place + "/", m_progress);
    if (!opened) {
        return fail(std::move(opened).error().in("storage data inside " + outer.name));
    }
    std::unique_ptr<PickleDocument>& document = *opened;
    document->depth = depth;

    Blob blob;
    const NodeId root = document->graph.root();
    if (document->graph.is(root, NodeKind::PersistentId)) {
        std::vector<Issue> issues;
        CAIRN_ASSIGN(use, document->storages->resolve(document->graph, document->graph.persistentId(root), issues));
        if (mayLoadBytes(document->graph)) {
            return fail(ErrorCode::TensorArguments,
                        message("storage data inside %1 loads other storage data", outer.name));
        }
        blob.storage = use;
        tell(*document, judge(*document), false);
        for (Issue& issue : issues) {
            issue.path = place;
            m_builder.addIssue(std::move(issue));
        }
    } else {
        blob.root = {add(std::move(document)), root};
    }
    m_blobs.emplace(key(call), blob);
    return blob;
}

} // namespace cairn::checkpoint
