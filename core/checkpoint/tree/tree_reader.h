#pragma once

#include "core/base/error.h"
#include "core/base/zeroed_array.h"
#include "core/checkpoint/python/full_value.h"
#include "core/checkpoint/tree/document_set.h"
#include "core/checkpoint/tree/tensor_reader.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

struct NumpyArray;

/// What is said of a file whose rows go over the budget.
[[nodiscard]] Error tooManyRows();

/// Turns decoded pickles into the rows of a checkpoint, breadth first, so that nesting, cycles and sharing cost
/// neither recursion nor more rows than a person could use. Lives for one read.
class TreeReader {
public:
    /// A row that no value of a pickle has: what the container says beside or around its pickles.
    struct Extra {
        std::string key;
        NodeRef value;                        ///< a value of some document, or
        std::string type;                     ///< a row made up by the reader: with
        std::string text;                     ///< a text, or without one a group, or
        std::unique_ptr<TensorSpec> tensor{}; ///< a tensor: few rows are, and there can be a million
        std::uint32_t parent = kNoId;         ///< place among the extras of the group it is in; kNoId: the root
        bool attribute = false;
    };

    TreeReader(CheckpointBuilder& builder, DocumentSet& documents)
        : m_builder(builder), m_documents(documents), m_tensors(documents)
    {
    }

    [[nodiscard]] Result<void> read(NodeRef root, std::vector<Extra> extras = {});
    /// A root of the given type that is nothing but these rows.
    [[nodiscard]] Result<void> readRows(std::string_view rootType, std::vector<Extra> rows);
    /// What each row shows, by entry. Ends the reader's life.
    [[nodiscard]] LargeVector<NodeRef> takeRefs() { return std::move(m_refs); }

private:
    /// All rows; then, while unpickling makes tensors that none of them shows, all again with rows for these at the
    /// end.
    [[nodiscard]] Result<void> readAll(NodeRef root, std::string_view rootType, std::vector<Extra> extras);
    [[nodiscard]] Result<void> expandAll(const std::vector<Extra>& extras);
    void beginAgain();
    /// Room for the rows since it was last asked for.
    [[nodiscard]] bool takeRows();

    /// A row to be: what it is called and what it is.
    struct Child {
        NodeRef key; ///< unless valid, `name` or the index is the key
        std::string_view name;
        std::uint64_t index = 0;
        NodeRef value;
        bool attribute = false;
        TensorKind hint = TensorKind::Plain;
    };
    using Children = LargeVector<Child>;
    /// What becomes the children of a tensor.
    struct TensorParts {
        std::vector<TensorSpec::Part> parts;
        NodeRef attributes;
    };
    /// What is known of the nodes of one document.
    struct Known {
        ZeroedArray<EntryId> shownAt; ///< one more than the row of a container that has been shown with children
        ZeroedArray<std::uint8_t> moduleStates; ///< of dictionaries that were asked: 1 + whether it is one
    };
    /// Where in the text pool the long text of a value is, by hash().
    using LongTexts = std::unordered_map<std::uint64_t, std::uint64_t>;

    // rows
    /// Room for so many: growing step by step takes up to three times as much.
    void reserveRows(std::size_t rows);
    void addRow(EntryId parent, const Child& child);
    void setKey(Entry& entry, const Child& child);
    /// Adds the text that `make` gives to the pool; a long one only once for each node, however often it is shared.
    template <typename MakeText>
    [[nodiscard]] std::uint64_t pooled(LongTexts& known, NodeRef ref, MakeText&& make);
    [[nodiscard]] std::uint64_t pooled(LongTexts& known, NodeRef ref, std::string_view text);
    void classify(EntryId id, NodeRef ref, TensorKind hint);
    /// Keeps what the row does not show of its key and value, so that it can be compared.
    void keepFull(EntryId id, const Child& child);
    void keepArray(EntryId id, const PickleDocument& in, const NumpyArray& array);
    [[nodiscard]] std::shared_ptr<const FullValue> full(NodeRef ref);
    void classifyText(EntryId id, NodeRef ref);
    void classifyCall(EntryId id, NodeRef ref);
    /// A call in a document, or what many calls may share: what is called, and its arguments.
    using SharedCall = std::tuple<std::uint32_t, formats::NodeId, formats::NodeId>;
    /// Nothing of calls that occur but once, as most do.
    [[nodiscard]] std::optional<SharedCall> sharedCall(NodeRef call) const;
    /// What is shared is put in words once. False if it is the first.
    [[nodiscard]] bool showAgain(EntryId id, const SharedCall& call);
    [[nodiscard]] bool classifyTensor(EntryId id, NodeRef ref, TensorKind hint);
    void setTensor(EntryId id, const TensorSpec& spec, TensorKind hint);
    void classifyStorage(EntryId id, NodeRef ref);
    void setValue(EntryId id, std::string_view type, ValueKind kind, std::uint64_t payload);
    void setGroup(EntryId id, std::string_view type);

    // children
    void addExtras(EntryId group, std::uint32_t place, const std::vector<Extra>& extras);
    void expand(EntryId id);
    void expandElements(EntryId id);
    void beginChildren(EntryId id, std::size_t count, bool isTensor);
    /// False if that is too much.
    [[nodiscard]] bool addChild(EntryId id, const Child& child);
    [[nodiscard]] bool mayExpand(EntryId id);
    [[nodiscard]] bool isTooDeep(EntryId id);
    void refer(EntryId id, EntryId to);
    void reportSharing(EntryId id);
    void tensorChildren(const TensorParts& tensor, Children& out) const;
    void groupChildren(NodeRef ref, Children& out);
    void callChildren(NodeRef ref, Children& out);
    void objectChildren(NodeRef ref, Children& out);
    [[nodiscard]] NodeRef reconstructed(NodeRef call) const;
    [[nodiscard]] static bool isContainer(formats::NodeKind kind)
    {
        using enum formats::NodeKind;
        return kind == Tuple || kind == FrozenSet || kind == List || kind == Set || kind == Dict;
    }
    void moduleChildren(NodeRef state, Children& out) const;
    void attributeChildren(NodeRef state, Children& out) const;
    /// The first of them at that index.
    void elementChildren(NodeRef ref, Children& out, std::uint64_t index = 0) const;
    /// Pairs of a dict, an OrderedDict, a Counter, or a list of pairs.
    void pairChildren(NodeRef ref, bool attribute, TensorKind hint, Children& out) const;
    void dropDuplicates(EntryId id, Children& children);

    [[nodiscard]] const PickleDocument& document(NodeRef ref) const { return m_documents[ref.document]; }
    /// Invalid if there is none.
    [[nodiscard]] NodeRef argument(NodeRef call, std::size_t place) const;
    [[nodiscard]] NodeRef firstArgument(NodeRef call) const;
    [[nodiscard]] bool isModuleState(NodeRef ref);
    [[nodiscard]] Known& known(std::uint32_t document);
    /// The row plus one of the container where it was shown first, with children; 0 if it was not.
    [[nodiscard]] EntryId& shownAt(NodeRef ref);
    [[nodiscard]] std::string_view keyText(const Child& child) const;
    [[nodiscard]] std::optional<std::int64_t> wholeKey(NodeRef key) const;
    [[nodiscard]] bool wholeKeysGrow(const Children& children) const;
    [[nodiscard]] std::uint32_t plainKey(NodeRef key, int depth = 0);
    [[nodiscard]] static std::uint64_t hash(NodeRef ref) { return (std::uint64_t{ref.document} << 32) | ref.node; }

    CheckpointBuilder& m_builder;
    DocumentSet& m_documents;
    TensorReader m_tensors;
    TensorSpec m_spec;
    /// What rows take of the budget.
    struct Taken {
        std::uint64_t rows = 0;       ///< one that takes the memory of several counts as several
        std::uint64_t shownBytes = 0; ///< of full names and texts
    };

    std::size_t m_mostRows = 0;             ///< that are expected at all
    LargeVector<NodeRef> m_refs;            ///< by entry
    LargeVector<std::uint32_t> m_pathBytes; ///< of the full name, by entry
    Taken m_new;                            ///< since the budget was asked
    Taken m_taken;
    std::unordered_map<EntryId, TensorParts> m_tensorParts;
    std::multimap<std::uint32_t, std::uint32_t> m_extrasBelow; ///< places of extras by the place of their group
    std::unordered_map<EntryId, std::uint32_t> m_extraAt;      ///< place of a group among the extras
    std::vector<Known> m_known;                                ///< by document
    struct PlainText {
        std::string type;
        std::uint64_t text = 0; ///< in the pool
    };
    std::map<SharedCall, PlainText> m_plainCalls;
    LongTexts m_longTexts;
    LongTexts m_longKeys;
    std::unordered_map<std::uint64_t, std::uint32_t> m_plainKeys;               ///< by hash(): see plainKey()
    std::unordered_map<std::string, std::uint32_t> m_plainValues;               ///< what they number
    std::unordered_map<std::uint64_t, std::shared_ptr<const FullValue>> m_full; ///< by hash()
    std::size_t m_fullBytes = 0;                                                ///< of their outlines
    std::size_t m_firstRows = 0;
    std::size_t m_repeatedRows = 0; ///< of containers that had been shown before
    int m_depth = 0;
    bool m_isTooMuch = false; ///< a container has more values than there is room for
    bool m_sharingReported = false;
    bool m_toldDeep = false;
};

} // namespace cairn::checkpoint
