#pragma once

#include "core/checkpoint/checkpoint_builder.h"
#include "core/checkpoint/pickles/pickle_document.h"
#include "core/checkpoint/trust/pickle_trust.h"

#include <future>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// LimitExceeded if a file that lies in so many others is one too many: `_load_from_bytes` blobs can lie in each
/// other, and so can archives.
[[nodiscard]] Result<void> limitNesting(int depth);

/// The bytes of a value that is bytes, or what stands for them in protocols that have none.
[[nodiscard]] Result<SourcePtr> bytesSource(const PickleDocument& document, formats::NodeId node);

/// The pickles of one file: those of the container and those found inside values (`_load_from_bytes` blobs).
/// Follows what merely stands for another value. Lives while the file is being read.
class DocumentSet {
public:
    DocumentSet(CheckpointBuilder& builder, const Progress* progress) : m_builder(builder), m_progress(progress) {}

    [[nodiscard]] std::uint32_t add(std::unique_ptr<PickleDocument> document);
    [[nodiscard]] const PickleDocument& operator[](std::uint32_t document) const { return *m_documents[document]; }
    [[nodiscard]] PickleDocument& operator[](std::uint32_t document) { return *m_documents[document]; }
    /// Of all pickles so far, see PickleGraph.
    [[nodiscard]] std::size_t valueCount() const { return m_valueCount; }
    [[nodiscard]] std::size_t itemCount() const { return m_itemCount; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_documents.size()); }
    /// Begins to look at every value of the pickles so far, on other threads where there are many. What they hold must
    /// not change any more.
    void beginJudging();
    /// Tells the builder what the pickles name and what that means, which protocol they have and what was odd about
    /// them. Opens what torch would unpickle besides, so it comes last.
    void report();
    [[nodiscard]] CheckpointBuilder& builder() { return m_builder; }
    [[nodiscard]] const Progress* progress() const { return m_progress; }

    /// The value that `ref` stands for: through type tags, module references and blobs. A blob that holds a storage
    /// stays what it is, see isStorage(). A blob that does not open is the error.
    [[nodiscard]] Result<NodeRef> resolve(NodeRef ref);

    /// True if `ref`, already resolved, is a storage: a persistent id or a blob that holds one.
    [[nodiscard]] bool isStorage(NodeRef ref) const;
    [[nodiscard]] Result<StorageUse> storage(NodeRef ref, std::vector<Issue>& issues);

private:
    struct Blob {
        NodeRef root;                      ///< what it holds, unless that is a storage
        std::optional<StorageUse> storage; ///< then the document is not kept: a plain pickle has one for each tensor
    };

    /// What looking at every value of a pickle says of it.
    struct Judgement {
        std::vector<NameTrust> trusts; ///< by global
        std::vector<bool> carrySource; ///< the same: classes that the pickle has the source of
        std::vector<TrustFinding> findings;
        std::optional<Message> unclear;
        std::optional<Message> unpicklable;
        bool hasOtherEncoding = false; ///< see hasTextInOtherEncoding()
    };

    [[nodiscard]] Result<Blob> openBlob(NodeRef call);
    void openBlobs();
    [[nodiscard]] static Judgement judge(const PickleDocument& document);
    void tell(const PickleDocument& document, Judgement judgement, bool all);
    [[nodiscard]] static std::uint64_t key(NodeRef ref) { return (std::uint64_t{ref.document} << 32) | ref.node; }

    CheckpointBuilder& m_builder;
    const Progress* m_progress;
    std::vector<std::unique_ptr<PickleDocument>> m_documents;
    std::vector<std::future<Judgement>> m_judgements; ///< by document; fewer if not all were begun
    std::size_t m_valueCount = 0;
    std::size_t m_itemCount = 0;
    std::uint64_t m_containerBytes = 0;              ///< of the pickles that are not inside values
    std::uint64_t m_blobBytes = 0;                   ///< of those that are
    std::unordered_map<std::uint64_t, Blob> m_blobs; ///< by document and node of the call
};

} // namespace cairn::checkpoint
