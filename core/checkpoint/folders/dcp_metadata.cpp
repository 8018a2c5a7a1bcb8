#include "core/checkpoint/folders/dcp_metadata.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace cairn::checkpoint {

namespace {

using Class = MetadataPickle::Class;
using Kind = MetadataPickle::Kind;
using Value = MetadataPickle::Value;

// Places of attributes in MetadataPickle::fieldsOf().
constexpr std::size_t kStateDict = 0;
constexpr std::size_t kPlanner = 1;
constexpr std::size_t kStorage = 2;
constexpr std::size_t kStorageMeta = 3;
constexpr std::size_t kMegatron = 4;
constexpr std::size_t kVersion = 5;

/// The entries of `storage_data`, found by name and offset.
class Places {
public:
    explicit Places(const MetadataPickle& pickle) : m_pickle(pickle) {}

    Result<void> add(Value storageData)
    {
        bool areWhole = true; // Python could take other kinds of keys for equal ones: False for 0
        m_pickle.forEachBatch(storageData, [&](std::span<const Value> pairs) {
            for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
                const bool isIndex = m_pickle.classOf(pairs[i]) == Class::Index;
                areWhole = areWhole && (!isIndex || isWhole(pairs[i]));
                const bool isOne = isIndex && m_pickle.classOf(pairs[i + 1]) == Class::Storage;
                if (isOne) {
                    m_entries.push_back({.index = pairs[i], .place = pairs[i + 1]});
                } else {
                    ++m_strange;
                }
            }
        });
        if (!areWhole) {
            return fail(ErrorCode::PickleStack,
                        message("a place in it has a key as torch.distributed.checkpoint writes none"));
        }
        std::size_t slots = 16;
        while (slots < m_entries.size() * 2) {
            slots *= 2;
        }
        m_slots = LargeVector<std::uint32_t>(slots, kFree);
        for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
            std::uint32_t& slot =
                m_slots[find(m_pickle.field(m_entries[i].index, 0), m_pickle.field(m_entries[i].index, 1))];
            slot = i; // of two alike Python keeps the last
        }
        m_isUsed.assign(m_entries.size(), false);
        return {};
    }

    /// Whether the keys were made so that looking for one takes long.
    [[nodiscard]] bool areSlow() const
    {
        constexpr std::uint64_t most = 64; // steps for an entry, on the average
        return m_steps > (m_entries.size() + most) * most;
    }

    /// Null if there is none.
    [[nodiscard]] const Value* take(Value name, Value offset)
    {
        if (m_slots.empty()) {
            return nullptr;
        }
        const std::uint32_t entry = m_slots[find(name, offset)];
        if (entry == kFree) {
            return nullptr;
        }
        m_isUsed[entry] = true;
        return &m_entries[entry].place;
    }

    [[nodiscard]] std::uint64_t unused() const
    {
        return static_cast<std::uint64_t>(std::ranges::count(m_isUsed, false));
    }
    [[nodiscard]] std::uint64_t strange() const { return m_strange; }

private:
    struct Entry {
        Value index;
        Value place;
    };

    static constexpr std::uint32_t kFree = 0xFFFFFFFF;

    /// A text, and nothing or whole numbers.
    [[nodiscard]] bool isWhole(Value index) const
    {
        constexpr std::size_t mostDimensions = 64; // in torch; many keys can share a long tuple
        const Value offset = m_pickle.field(index, 1);
        if (isTuple(offset) && m_pickle.tuple(offset).size() > mostDimensions) {
            return false;
        }
        const auto isNumber = [](Value part) { return part.is(Kind::Int); };
        return m_pickle.field(index, 0).is(Kind::Text) &&
               (offset.is(Kind::None) || (isTuple(offset) && std::ranges::all_of(m_pickle.tuple(offset), isNumber)));
    }

    [[nodiscard]] std::uint64_t hash(Value name, Value offset) const
    {
        constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
        std::uint64_t sum = name.payload() * factor;
        if (isTuple(offset)) {
            for (const Value part : m_pickle.tuple(offset)) {
                const auto number = part.is(Kind::Int) ? static_cast<std::uint64_t>(m_pickle.integer(part)) : 0;
                sum = (sum ^ number) * factor;
                sum ^= sum >> 29;
            }
        }
        return sum ^ sum >> 32;
    }

    [[nodiscard]] static bool isTuple(Value value) { return value.is(Kind::Size) || value.is(Kind::Tuple); }

    [[nodiscard]] bool isSame(Value a, Value b) const
    {
        if (!isTuple(a) || !isTuple(b)) {
            return a.is(Kind::None) && b.is(Kind::None);
        }
        return std::ranges::equal(m_pickle.tuple(a), m_pickle.tuple(b), [&](Value x, Value y) {
            return x.is(Kind::Int) && y.is(Kind::Int) && m_pickle.integer(x) == m_pickle.integer(y);
        });
    }

    [[nodiscard]] std::size_t find(Value name, Value offset)
    {
        std::size_t at = hash(name, offset) & (m_slots.size() - 1);
        while (m_slots[at] != kFree && !areSlow()) {
            ++m_steps;
            const Value key = m_entries[m_slots[at]].index;
            const Value known = m_pickle.field(key, 0);
            if (known.kind() == name.kind() && known.payload() == name.payload() &&
                isSame(m_pickle.field(key, 1), offset)) {
                break;
            }
            at = (at + 1) & (m_slots.size() - 1);
        }
        return at;
    }

    const MetadataPickle& m_pickle;
    LargeVector<Entry> m_entries;
    LargeVector<std::uint32_t> m_slots;
    std::vector<bool> m_isUsed;
    std::uint64_t m_strange = 0;
    std::uint64_t m_steps = 0; ///< of all searches
};

/// What several pickles have in common.
struct KnownParts {
    std::unordered_map<std::string, std::size_t> items;
    std::unordered_map<std::string, std::uint32_t> files;
    std::unordered_map<std::string, std::uint32_t> packers;
    std::set<std::vector<std::int64_t>> boxes; ///< number of the item, origin and size; where there are several pickles
};

/// Reads the values of one pickle into the whole.
class MetadataReader {
public:
    /// `bytes`: of the pickle. What is remembered in it can be named again and again, so more than that is not taken.
    MetadataReader(const MetadataPickle& pickle, std::uint64_t bytes, DcpMetadata& to, KnownParts& known)
        : m_pickle(pickle), m_room(bytes + kLeastRoom), m_to(to), m_known(known), m_places(pickle)
    {
    }

    /// Of several, each may have pieces that others have too.
    void merge() { m_isMerging = true; }

    Result<void> read()
    {
        const Value root = m_pickle.root();
        if (m_pickle.classOf(root) != Class::Metadata) {
            const bool isPrototype = std::ranges::any_of(m_pickle.globals(), [](const MetadataPickle::Global& global) {
                return global.name.starts_with("torch.distributed._shard.checkpoint.");
            });
            return isPrototype
                       ? fail(error(ErrorCode::Unsupported,
                                    message("it was saved by the prototype of torch.distributed.checkpoint in torch "
                                            "1.12 or 1.13, which kept its places in another way"))
                                  .fix(message("Load it with that torch, and save it anew with a newer one")))
                       : fail(ErrorCode::NotACheckpoint, message("it is no metadata of torch.distributed.checkpoint"));
        }
        const Value planner = m_pickle.field(root, kPlanner);
        if (planner.is(Kind::Dict)) {
            readPaths(planner);
        }
        if (const Value storage = m_pickle.field(root, kStorage); storage.is(Kind::Dict)) {
            CAIRN_TRY(m_places.add(storage));
        } else {
            problem(message("it does not say where anything is"));
        }
        if (const Value state = m_pickle.field(root, kStateDict); state.is(Kind::Dict)) {
            m_pickle.forEachBatch(state, [&](std::span<const Value> pairs) {
                for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
                    readItem(pairs[i], pairs[i + 1]);
                }
            });
        } else {
            problem(message("it does not say what was saved"));
        }
        if (m_places.areSlow()) {
            return fail(ErrorCode::LimitExceeded, message("the keys of its places are made so that finding one takes "
                                                          "long, as no program makes them"));
        }
        m_to.unusedPlaces += m_places.unused();
        if (m_places.strange() != 0) {
            problem(message("%1 in it cannot be understood", countOf(m_places.strange(), "place")));
        }
        const Value meta = m_pickle.field(root, kStorageMeta);
        const Value id = m_pickle.classOf(meta) == Class::StorageMeta ? m_pickle.field(meta, 0) : Value();
        if (id.is(Kind::Text) || id.is(Kind::Path)) {
            m_to.savedTo = m_pickle.text(m_pickle.textId(id));
        }
        m_to.isMegatron = m_to.isMegatron || !m_pickle.field(root, kMegatron).is(Kind::None);
        if (const Value version = m_pickle.field(root, kVersion); version.is(Kind::Text)) {
            m_to.version = m_pickle.text(m_pickle.textId(version));
        }
        for (const MetadataPickle::Global& global : m_pickle.globals()) {
            const auto known = std::ranges::find(m_to.globals, global.name, &DcpMetadata::Name::name);
            if (known == m_to.globals.end()) {
                m_to.globals.push_back({global.name, global.mentions});
            } else {
                known->mentions += global.mentions;
            }
        }
        m_to.isPlain = m_to.isPlain && m_pickle.isPlain();
        return {};
    }

private:
    void problem(Message text)
    {
        constexpr std::size_t most = 10;
        if (m_to.problems.size() < most) {
            m_to.problems.push_back(std::move(text));
        } else {
            ++m_to.moreProblems;
        }
    }

    /// Room for so many numbers or letters more.
    [[nodiscard]] bool hasRoom(std::size_t count)
    {
        const bool fits = count <= m_room;
        m_room -= fits ? count : 0;
        return fits;
    }

    void readPaths(Value planner)
    {
        m_pickle.forEachBatch(planner, [&](std::span<const Value> pairs) {
            for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
                std::vector<ValueTree::Step> path;
                constexpr std::size_t deepest = 1000;
                const bool isPath = pairs[i].is(Kind::Text) && pairs[i + 1].is(Kind::Tuple) &&
                                    m_pickle.tuple(pairs[i + 1]).size() <= deepest;
                for (const Value step : isPath ? m_pickle.tuple(pairs[i + 1]) : std::span<const Value>()) {
                    if (!hasRoom(step.is(Kind::Text) ? m_pickle.text(m_pickle.textId(step)).size() : 1)) {
                        problem(message("the ways to its values take more room than it has itself"));
                        return;
                    }
                    if (step.is(Kind::Text)) {
                        path.push_back({std::string(m_pickle.text(m_pickle.textId(step))), std::nullopt});
                    } else if (step.is(Kind::Int) && m_pickle.integer(step) >= 0) {
                        path.push_back({std::to_string(m_pickle.integer(step)), m_pickle.integer(step)});
                    } else {
                        path.clear();
                        break;
                    }
                }
                // torch goes by the way and not by the name, and joins it to a name.
                if (!isPath || joined(path) != m_pickle.text(m_pickle.textId(pairs[i]))) {
                    problem(message("the ways to its values are not those of their names"));
                    return;
                }
                m_paths.insert_or_assign(m_pickle.textId(pairs[i]), std::move(path));
            }
        });
    }

    [[nodiscard]] static std::string joined(std::span<const ValueTree::Step> path)
    {
        std::string name;
        for (const ValueTree::Step& step : path) {
            name += (&step == path.data() ? "" : ".") + step.key;
        }
        return name;
    }

    /// The numbers of a torch.Size, or of a tuple.
    [[nodiscard]] bool readSizes(Value value, std::vector<std::int64_t>& sizes) const
    {
        sizes.clear();
        if (!value.is(Kind::Size) && !value.is(Kind::Tuple)) {
            return false;
        }
        for (const Value part : m_pickle.tuple(value)) {
            if (!part.is(Kind::Int)) {
                return false;
            }
            sizes.push_back(m_pickle.integer(part));
        }
        return true;
    }

    void readItem(Value key, Value value)
    {
        if (!key.is(Kind::Text)) {
            problem(message("a name in it is no text"));
            return;
        }
        std::string name(m_pickle.text(m_pickle.textId(key)));
        if (!m_seen.insert(m_pickle.textId(key)).second) {
            problem(message("%1 is in it twice", inQuotes(name)));
            return;
        }
        const auto [known, isNew] = m_known.items.emplace(name, m_to.items.size());
        if (isNew) {
            m_to.items.emplace_back();
        }
        DcpMetadata::Item& item = m_to.items[known->second];
        if (isNew) {
            item.name = std::move(name);
            if (const auto path = m_paths.find(m_pickle.textId(key)); path != m_paths.end()) {
                item.path = std::move(path->second);
            }
        }
        if (m_pickle.classOf(value) == Class::Tensor) {
            readTensor(key, value, item, isNew);
        } else if (m_pickle.classOf(value) == Class::Bytes) {
            if (const Value* place = m_places.take(key, Value(Kind::None, 0)); place != nullptr && isNew) {
                item.place = readPlace(*place);
            } else if (place != nullptr) {
                m_to.replicas.push_back(readPlace(*place));
            }
        } else {
            problem(message("it does not say what %1 is", inQuotes(item.name)));
        }
    }

    void readTensor(Value key, Value value, DcpMetadata::Item& item, bool isNew)
    {
        std::vector<std::int64_t> shape;
        constexpr std::size_t deepest = 64; // dimensions, in torch
        if (!readSizes(m_pickle.field(value, 1), shape) || shape.size() > deepest) {
            problem(message("the shape of %1 makes no sense", inQuotes(item.name)));
            return;
        }
        if (isNew) {
            item.isTensor = true;
            item.shape = shape;
            item.firstPiece = m_to.pieces.size();
            readProperties(m_pickle.field(value, 0), item);
        } else if (!item.isTensor || item.shape != shape) {
            problem(message("ranks do not agree on the shape of %1", inQuotes(item.name)));
            return;
        } else if (item.firstPiece + item.pieces != m_to.pieces.size()) { // its pieces must lie together
            const std::size_t first = m_to.pieces.size();
            for (std::size_t i = 0; i < item.pieces; ++i) {
                const DcpMetadata::Piece piece = m_to.pieces[item.firstPiece + i];
                m_to.pieces.push_back(piece);
            }
            item.firstPiece = first;
        }
        const Value chunks = m_pickle.field(value, 2);
        if (!chunks.is(Kind::List)) {
            problem(message("the pieces of %1 are no list", inQuotes(item.name)));
            return;
        }
        m_pickle.forEachBatch(chunks, [&](std::span<const Value> batch) {
            for (std::size_t i = 0; i < batch.size() && !m_isFull; ++i) {
                readChunk(key, batch[i], item);
            }
        });
    }

    void readChunk(Value key, Value chunk, DcpMetadata::Item& item)
    {
        const bool isChunk = m_pickle.classOf(chunk) == Class::Chunk;
        if (!isChunk || !readSizes(m_pickle.field(chunk, 0), m_origin) ||
            !readSizes(m_pickle.field(chunk, 1), m_size) || m_origin.size() != item.shape.size() ||
            m_size.size() != item.shape.size()) {
            problem(message("a piece of %1 makes no sense", inQuotes(item.name)));
            return;
        }
        const std::size_t rank = item.shape.size();
        if (!hasRoom(2 * rank + 1)) { // also for replicas: many names can share a list of pieces
            m_isFull = true;
            problem(message("it has more pieces than it has room for"));
            return;
        }
        if (m_isMerging) {
            std::vector<std::int64_t> box = {&item - m_to.items.data()};
            box.insert(box.end(), m_origin.begin(), m_origin.end());
            box.insert(box.end(), m_size.begin(), m_size.end());
            if (!m_known.boxes.insert(std::move(box)).second) { // a replica, where each rank wrote its own
                if (const Value* place = m_places.take(key, m_pickle.field(chunk, 0))) {
                    m_to.replicas.push_back(readPlace(*place));
                }
                return;
            }
        }
        DcpMetadata::Piece piece;
        piece.box = static_cast<std::uint32_t>(m_to.numbers.size());
        m_to.numbers.append(m_origin);
        m_to.numbers.append(m_size);
        if (const Value* place = m_places.take(key, m_pickle.field(chunk, 0))) {
            piece.place = readPlace(*place);
        }
        m_to.pieces.push_back(piece);
        ++item.pieces;
    }

    void readProperties(Value properties, DcpMetadata::Item& item)
    {
        const Value state = m_pickle.classOf(properties) == Class::Properties ? m_pickle.field(properties, 0) : Value();
        const auto parts = state.is(Kind::Tuple) ? m_pickle.tuple(state) : std::span<const Value>();
        if (parts.size() < 3 || !parts[0].is(Kind::Global)) {
            problem(message("the dtype of %1 is not there", inQuotes(item.name)));
            return;
        }
        const std::string_view global = m_pickle.global(parts[0]);
        item.dtypeName = global.substr(global.rfind('.') + 1);
        item.dtype = formats::dtypeByName(item.dtypeName).value_or(formats::Dtype::Unknown);
        item.requiresGrad = parts[2].is(Kind::True);
    }

    DcpMetadata::Place readPlace(Value storage)
    {
        DcpMetadata::Place place;
        const Value path = m_pickle.field(storage, 0);
        const Value offset = m_pickle.field(storage, 1);
        const Value length = m_pickle.field(storage, 2);
        const bool isWhole = path.is(Kind::Text) && offset.is(Kind::Int) && length.is(Kind::Int) &&
                             m_pickle.integer(offset) >= 0 && m_pickle.integer(length) >= 0;
        if (!isWhole) {
            problem(message("a place in a file makes no sense"));
            return place;
        }
        place.offset = static_cast<std::uint64_t>(m_pickle.integer(offset));
        place.bytes = static_cast<std::uint64_t>(m_pickle.integer(length));
        place.file = fileOf(m_pickle.textId(path));
        if (const Value packed = m_pickle.field(storage, 3); !packed.is(Kind::None)) {
            place.packed = packedBy(packed);
        }
        return place;
    }

    std::uint32_t fileOf(std::uint32_t text)
    {
        if (text >= m_fileOfText.size()) {
            m_fileOfText.resize(text + std::size_t{1}, DcpMetadata::kNone);
        }
        std::uint32_t& file = m_fileOfText[text];
        if (file == DcpMetadata::kNone) {
            std::string path(m_pickle.text(text));
            const auto [known, isNew] = m_known.files.emplace(path, static_cast<std::uint32_t>(m_to.files.size()));
            if (isNew) {
                m_to.files.push_back(std::move(path));
            }
            file = known->second;
        }
        return file;
    }

    /// What packed the bytes, as a list of names.
    std::uint32_t packedBy(Value names)
    {
        std::string text;
        if (names.is(Kind::List)) {
            m_pickle.forEachBatch(names, [&](std::span<const Value> batch) {
                for (const Value name : batch) {
                    constexpr std::size_t longest = 200;
                    if (text.size() > longest) {
                        return;
                    }
                    text += (text.empty() ? "" : ", ") +
                            std::string(name.is(Kind::Text) ? m_pickle.text(m_pickle.textId(name)) : "something");
                }
            });
        }
        text = text.empty() ? "something" : text;
        const auto [known, isNew] = m_known.packers.emplace(text, static_cast<std::uint32_t>(m_to.texts.size()));
        if (isNew) {
            m_to.texts.push_back(std::move(text));
        }
        return known->second;
    }

    static constexpr std::uint64_t kLeastRoom = 4096;

    const MetadataPickle& m_pickle;
    std::uint64_t m_room;
    DcpMetadata& m_to;
    KnownParts& m_known;
    Places m_places;
    std::unordered_map<std::uint32_t, std::vector<ValueTree::Step>> m_paths;
    std::unordered_set<std::uint32_t> m_seen; ///< names
    std::vector<std::uint32_t> m_fileOfText;
    std::vector<std::int64_t> m_origin;
    std::vector<std::int64_t> m_size;
    bool m_isMerging = false;
    bool m_isFull = false; ///< no more pieces are read
};

} // namespace

Result<DcpMetadata> readDcpMetadata(std::span<const SourcePtr> sources, const Progress* progress)
{
    constexpr std::uint64_t most = std::uint64_t{2} << 30;
    DcpMetadata metadata;
    KnownParts known;
    for (const SourcePtr& source : sources) {
        if (source->sizeBytes() > most) {
            return fail(ErrorCode::LimitExceeded, message("the metadata has more than %1", humanBytes(most)));
        }
        CAIRN_ASSIGN(pickle, MetadataPickle::read(source, progress));
        MetadataReader reader(pickle, source->sizeBytes(), metadata, known);
        if (sources.size() > 1) {
            reader.merge();
        }
        CAIRN_TRY(reader.read());
    }
    return metadata;
}

} // namespace cairn::checkpoint
