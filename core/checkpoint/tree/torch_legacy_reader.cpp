#include "core/checkpoint/tree/torch_legacy_reader.h"

#include "core/base/endian.h"
#include "core/base/files/byte_window.h"
#include "core/base/text/text.h"
#include "core/checkpoint/extent.h"
#include "core/checkpoint/trust/pickle_trust.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

/// 0x1950A86A20F9469CFC6C, least significant byte first
constexpr std::string_view kMagic = "\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19";
constexpr std::int64_t kProtocolVersion = 1001;

class LegacyLocator final : public StorageLocator {
    using Index = TextIndex<ExactText>;

public:
    struct Place {
        std::string key;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::optional<StorageBytes> bytes;
    };

    [[nodiscard]] auto textOf() const
    {
        return [this](std::uint32_t id) -> std::string_view { return m_places[id].key; };
    }

    [[nodiscard]] Result<StorageBytes> locate(std::string_view key) override
    {
        const Place* place = find(key);
        if (place == nullptr || !place->bytes) {
            return fail(ErrorCode::LegacyStorage, message("storage %1 is used, but not in the file's list of storages; "
                                                          "torch would return uninitialised memory for it",
                                                          inQuotes(key)));
        }
        return *place->bytes;
    }

    [[nodiscard]] std::size_t partsOfId() const override { return 6; } // the last one is a view, or None

    void expect(const PersistentStorage& storage)
    {
        const auto next = static_cast<std::uint32_t>(m_places.size());
        if (m_index.findOrInsert(next, storage.key, textOf()) == next) {
            m_places.push_back({std::string(storage.key), storage.dtype, std::nullopt});
        }
        if (storage.isView) {
            const View view{std::string(storage.key), storage.dtype, storage.viewOffset, storage.viewNumel};
            const auto [known, isNew] = m_views.try_emplace(std::string(storage.viewKey), view);
            if (!isNew && known->second != view && m_keyOfTwoViews.empty()) {
                m_keyOfTwoViews = known->first;
            }
        }
    }

    /// torch keeps storages and views in one table by their keys, and for a key that is there already takes what is
    /// there. The key of two different things, if there is one.
    [[nodiscard]] std::optional<std::string> sharedKey() const
    {
        if (!m_keyOfTwoViews.empty()) {
            return m_keyOfTwoViews;
        }
        const auto isStorage = [this](const auto& view) {
            return m_index.find(view.first, textOf()) != Index::kNotFound;
        };
        const auto found = std::ranges::find_if(m_views, isStorage);
        return found == m_views.end() ? std::nullopt : std::optional(found->first);
    }

    [[nodiscard]] Place* find(std::string_view key)
    {
        const std::uint32_t id = m_index.find(key, textOf());
        return id == Index::kNotFound ? nullptr : &m_places[id];
    }

private:
    struct View {
        std::string root;
        formats::Dtype dtype = formats::Dtype::Unknown;
        std::uint64_t offset = 0;
        std::uint64_t numel = 0;
        bool operator==(const View&) const = default;
    };

    std::vector<Place> m_places;
    Index m_index;
    std::map<std::string, View> m_views; ///< by their own keys
    std::string m_keyOfTwoViews;
};

bool isMagic(const PickleGraph& graph)
{
    if (!graph.is(graph.root(), NodeKind::BigInt)) {
        return false;
    }
    const std::string_view bytes = graph.text(graph.root());
    return bytes.starts_with(kMagic) && bytes.find_first_not_of('\0', kMagic.size()) == std::string_view::npos;
}

/// Element sizes are known only from the pickle, so all its storages are collected before the list is walked.
void collectStorages(const PickleGraph& graph, LegacyLocator& locator)
{
    PersistentIdReader reader;
    for (NodeId node = 0; node < graph.nodeCount(); ++node) {
        if (graph.is(node, NodeKind::PersistentId)) {
            // What is wrong with an id is told where it is used.
            if (const auto storage = reader.read(graph, graph.persistentId(node))) {
                locator.expect(*storage);
            }
        }
    }
}

/// Walks the list of keys and the storages behind it.
Result<void> locateStorages(const SourcePtr& bytes, std::uint32_t sourceId, const PickleGraph& keys,
                            LegacyLocator& locator)
{
    constexpr std::size_t countBytes = sizeof(std::int64_t);
    ByteWindow window(bytes, keys.endOffset(), 4096); // small: what lies between the counts is not read
    for (const std::string& name : legacyKeys(keys)) {
        LegacyLocator::Place* place = locator.find(name);
        if (place == nullptr) {
            return fail(error(ErrorCode::LegacyStorage,
                              message("the list of storages names %1, which no tensor uses", inQuotes(name)))
                            .at(window.position())
                            .because(message("Its element size is unknown, so what follows cannot be found")));
        }
        const std::uint64_t at = window.position();
        auto peeked = window.peek(countBytes);
        if (!peeked && peeked.error().code != ErrorCode::Truncated) {
            return fail(std::move(peeked).error());
        }
        if (!peeked) {
            return fail(error(ErrorCode::Truncated, message("the file ends before storage %1", inQuotes(name)))
                            .at(at)
                            .fix(message("It is incomplete: compare its size with the original and copy it again")));
        }
        const auto numel = loadLittle<std::int64_t>(peeked->data());
        window.advance(countBytes);
        const auto size = numel < 0 ? std::nullopt : storageBytesFor(static_cast<std::uint64_t>(numel), place->dtype);
        if (!size) {
            return fail(error(ErrorCode::LegacyStorage,
                              message("storage %1 claims %2 elements", inQuotes(name), std::to_string(numel)))
                            .at(at));
        }
        if (*size > window.remaining()) {
            return fail(
                error(ErrorCode::Truncated,
                      message("storage %1 needs %2 bytes, but only %3 are left in the file", inQuotes(name),
                              std::to_string(*size), std::to_string(window.remaining())))
                    .at(at)
                    .fix(message("The file is incomplete: compare its size with the original and copy it again")));
        }
        place->bytes = StorageBytes{sourceId, window.position(), *size};
        window.skip(*size);
    }
    return {};
}

} // namespace

Result<LegacyPickles> decodeLegacyPickles(ReadBudget& budget, const SourcePtr& bytes, const Progress* progress)
{
    const auto decodeAt = [&](std::uint64_t offset) { return decodeWithin(budget, bytes, offset, progress); };
    CAIRN_ASSIGN(magic, decodeAt(0));
    if (!isMagic(magic)) {
        return fail(
            error(ErrorCode::LegacyHeader, message("the magic number of torch.save is missing"))
                .at(0)
                .fix(message("If this is a plain pickle, open it as one; if it came from torch.save, it is damaged")));
    }
    CAIRN_TRY(requirePlain(magic, "the magic number"));
    CAIRN_ASSIGN(version, decodeAt(magic.endOffset()));
    CAIRN_TRY(requirePlain(version, "the version of the format"));
    if (!version.is(version.root(), NodeKind::Int) || version.intValue(version.root()) != kProtocolVersion) {
        return fail(
            error(ErrorCode::LegacyHeader, message("the protocol version is not 1001, the only one there ever was"))
                .at(magic.endOffset()));
    }
    CAIRN_ASSIGN(system, decodeAt(version.endOffset())); // torch ignores what it says, and so do we
    CAIRN_TRY(requirePlain(system, "the record of the system it was saved on"));
    CAIRN_ASSIGN(object, decodeAt(system.endOffset()));
    CAIRN_ASSIGN(keys, decodeAt(object.endOffset()));
    CAIRN_TRY(requirePlain(keys, "the list of storages"));
    return LegacyPickles{std::move(magic), std::move(version), std::move(system), std::move(object), std::move(keys)};
}

std::vector<std::string> legacyKeys(const PickleGraph& keys)
{
    std::vector<std::string> names;
    const auto add = [&](NodeId key) {
        names.push_back(keys.isText(key)              ? std::string(keys.text(key))
                        : keys.is(key, NodeKind::Int) ? std::to_string(keys.intValue(key))
                                                      : std::string{});
    };
    keys.forEachElement(keys.root(), add);
    keys.forEachPair(keys.root(), [&](NodeId key, NodeId) { add(key); });
    return names;
}

Result<std::unique_ptr<PickleDocument>> readLegacyDocument(CheckpointBuilder& builder, const StorageSource& source,
                                                           std::string keyPrefix, const Progress* progress)
{
    const SourcePtr& bytes = source.bytes;
    CAIRN_ASSIGN(pickles, decodeLegacyPickles(*builder.budget(), bytes, progress));
    for (const PickleGraph* around : {&pickles.magic, &pickles.version, &pickles.system, &pickles.keys}) {
        builder.addInstructions(around->instructions()); // weights_only=True reads them too
    }

    auto locator = std::make_unique<LegacyLocator>();
    collectStorages(pickles.object, *locator);
    const std::uint32_t sourceId = builder.addSource(source);
    CAIRN_TRY(locateStorages(bytes, sourceId, pickles.keys, *locator));
    const std::string name = source.isFile ? "the pickle" : source.name;
    if (const auto key = locator->sharedKey()) {
        builder.setAmbiguous();
        builder.addIssue({.code = ErrorCode::Ambiguous,
                          .severity = Severity::Error,
                          .message = message("%1 is the key of two storages, or of two parts of one; torch would "
                                             "silently take the first for both",
                                             inQuotes(*key)),
                          .path = name});
    }

    auto document = std::make_unique<PickleDocument>(std::move(pickles.object), bytes, name);
    document->storages = std::make_unique<StorageTable>(builder, *locator, std::move(keyPrefix));
    document->locator = std::move(locator);
    return document;
}

} // namespace cairn::checkpoint
