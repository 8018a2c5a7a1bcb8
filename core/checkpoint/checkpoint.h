#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/large_vector.h"
#include "core/checkpoint/format.h"
#include "core/formats/dtype.h"

#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::formats {
class ZipArchive;
}

namespace cairn::checkpoint {

struct Assembly;
struct FullValue;

/// An array of NumPy among the values of a pickle: what numpy.save would write before its bytes, and these. Without
/// bytes it may hold numbers that are not looked at, as an array of objects does.
struct PickledArray {
    std::string header;
    SourcePtr bytes;
};
/// Of one file, no more of them are kept.
inline constexpr std::size_t kMostPickledArrays = 10'000;

using EntryId = std::uint32_t;
using TensorId = std::uint32_t;
using StorageId = std::uint32_t;
inline constexpr std::uint32_t kNoId = 0xFFFFFFFF;

enum class EntryKind : std::uint8_t {
    Group,     ///< dict, list, tuple, object...: has a type, may have children
    Tensor,    ///< `payload` is a TensorId; parts (sparse indices, quantiser scales) and attributes are its children
    Storage,   ///< a bare storage saved as a value; `payload` is a StorageId
    Value,     ///< a leaf with a value
    Reference, ///< a container already shown elsewhere (`payload` is its EntryId), or nested too deep (kNoId)
};

enum class ValueKind : std::uint8_t {
    None,
    Bool,
    Int,
    Float,
    Text,   ///< str
    Bytes,  ///< bytes, shown as Python would; `payload` text is already escaped
    Literal ///< anything printed as it stands: big integers, numpy scalars, dates, class names
};

/// A piece of the checkpoint's text pool; a list index; or no key at all (the root).
struct KeyRef {
    enum class Kind : std::uint8_t { None, Text, Index, Other }; ///< Other: repr of a key that is neither str nor int
    std::uint32_t offset = 0; ///< Index: the index itself when it fits, see Checkpoint::keyIndex
    std::uint32_t length = 0;
    Kind kind = Kind::None;
};

/// One row of the tree. Rows are in breadth-first order, so the children of a row are contiguous.
struct Entry {
    EntryId parent = kNoId;
    EntryId firstChild = 0;
    std::uint32_t childCount = 0;
    std::uint32_t keyOffset = 0;
    std::uint32_t keyLength = 0;
    std::uint16_t type = 0; ///< Checkpoint::typeName
    KeyRef::Kind keyKind = KeyRef::Kind::None;
    EntryKind kind = EntryKind::Group;
    ValueKind valueKind = ValueKind::None;
    bool attribute = false;    ///< reached as an attribute of an object, not as an item of a container
    std::uint64_t payload = 0; ///< TensorId, StorageId, EntryId, number bits, or text as offset << 32 | length
};

enum class Layout : std::uint8_t { Strided, SparseCoo, SparseCsr, SparseCsc, SparseBsr, SparseBsc, Nested, Other };

[[nodiscard]] std::string_view layoutName(Layout layout);

enum class TensorKind : std::uint8_t { Plain, Parameter, Buffer };

[[nodiscard]] std::string_view tensorKindName(TensorKind kind);

struct Tensor {
    EntryId entry = kNoId;
    StorageId storage = kNoId; ///< kNoId: meta, sparse and wrapper tensors own no storage
    std::int64_t offset = 0;   ///< in elements
    std::uint32_t dims = 0;    ///< sizes, then strides, in the dims pool
    std::uint32_t extra = kNoId;
    std::uint16_t device = 0; ///< Checkpoint::deviceTag
    std::uint8_t rank = 0;
    formats::Dtype dtype = formats::Dtype::Unknown;
    Layout layout = Layout::Strided;
    TensorKind kind = TensorKind::Plain;
    bool requiresGrad = false;
    bool conj = false;
    bool neg = false;
    bool coalesced = false;      ///< of sparse tensors, as the file says
    bool sinceTorch2 = false;    ///< saved as torch 2 does it, and older ones cannot read
    bool repeatsTooMuch = false; ///< all of its values are more than what is read of one file, see RepeatBudget
    bool part = false; ///< indices or values of a sparse tensor, scales of a quantised one: not a tensor of its own
};

struct Quantizer {
    std::string scheme; ///< per_tensor_affine, per_channel_affine, ...
    double scale = 0;
    std::int64_t zeroPoint = 0;
    std::int64_t axis = 0;
    bool perChannel = false; ///< scales and zero points are child tensors or lists
};

/// What few tensors have.
struct TensorExtra {
    std::string subclass; ///< class name when it is not a plain tensor
    std::optional<Quantizer> quantizer;
    std::optional<std::vector<std::int64_t>> pieceOrigin{}; ///< of a piece of a larger tensor: where it begins in that
};

enum class ByteOrder : std::uint8_t { Little, Big };

struct Storage {
    std::uint64_t bytes = 0;
    std::uint64_t offset = 0;     ///< in its source
    std::uint32_t source = kNoId; ///< Checkpoint::source; kNoId: the file holds no bytes for it
    std::uint32_t keyOffset = 0;
    std::uint32_t keyLength = 0;
    std::uint16_t device = 0;
    formats::Dtype dtype = formats::Dtype::Unknown; ///< of its class; Unknown for untyped ones
    ByteOrder byteOrder = ByteOrder::Little;
};

/// Bytes that storages live in: a file (the checkpoint or a shard), an inflated record, a decoded blob.
struct StorageSource {
    SourcePtr bytes;
    std::string name;    ///< file path of files; record or entry name of others
    bool isFile = false; ///< offsets in it are offsets in the file `name`
};

enum class Verdict : std::uint8_t { Allowed, Blocked, Dangerous };

[[nodiscard]] std::string_view verdictName(Verdict verdict);

/// What a plain torch.load, which trusts the file, would run of it.
enum class Trust : std::uint8_t {
    DataOnly,  ///< nothing of the file's choosing: only what puts values together is called
    RunsCode,  ///< classes and functions that may do anything
    Dangerous, ///< known to do harm, or a way to anything
};

/// "data only", "runs code", "dangerous"
[[nodiscard]] std::string_view trustName(Trust trust);

/// Something torch would run, or let itself be misled by, that is no name of a pickle.
struct TrustFinding {
    Trust trust = Trust::Dangerous;
    Message what; ///< a name, or a few words
    Message why;

    bool operator==(const TrustFinding&) const = default;
};

/// A class or function the pickles name, and what torch.load(weights_only=True) says to it.
struct GlobalUse {
    std::string name; ///< as Python 3 names it: module.qualname
    std::uint32_t mentions = 0;
    Verdict torch113 = Verdict::Blocked;
    Verdict torch26 = Verdict::Blocked;
    Verdict torch214 = Verdict::Blocked;
    Verdict latest = Verdict::Blocked;
    Message why;
    Trust trust = Trust::RunsCode;
};

/// Facts that others than people go by.
enum class FactKey : std::uint8_t {
    Other,
    PlainLoadRefuses, ///< the file is several archives, so made that torch.load refuses it
    Protocol,         ///< there is a pickle
    LongHeader,       ///< of an array, so long that numpy.load takes it only where it is told to
    Followed,         ///< bytes are behind the pickle that is the file
    PieceFormat,      ///< a folder holds tensors in another way than torch.save writes them
    Shapes,           ///< only the pieces say how large tensors are
    OwnMetadata,      ///< each rank wrote what it had, and nobody wrote of the whole
    WrittenBy,        ///< by which versions of torch
    OtherTotal,       ///< an index counts other bytes than its shards have
};

struct Fact {
    Message name;
    Message value;
    FactKey key = FactKey::Other;
};

struct Usage {
    std::uint64_t storages = 0;
    std::uint64_t tensors = 0;
    std::uint64_t bytes = 0; ///< of storages, each counted once
};

/// Everything a checkpoint says about itself, without a byte of its tensors. Immutable once opened and shared
/// by pointer; safe to read from any thread. Keeps its files open, so storages can be read later.
class Checkpoint {
public:
    [[nodiscard]] const std::string& path() const noexcept { return m_path; }
    [[nodiscard]] Format format() const noexcept { return m_format; }
    /// What can be done with files of its format.
    [[nodiscard]] const FormatTraits& traits() const { return traitsOf(m_format); }
    [[nodiscard]] std::uint64_t fileBytes() const noexcept { return m_fileBytes; }

    [[nodiscard]] std::span<const Entry> entries() const noexcept { return m_entries; } ///< [0] is the root
    [[nodiscard]] std::span<const Tensor> tensors() const noexcept { return m_tensors; }
    [[nodiscard]] std::span<const Storage> storages() const noexcept { return m_storages; }
    [[nodiscard]] std::span<const StorageSource> sources() const noexcept { return m_sources; }
    /// That of them which is the file itself, or what was put together out of a damaged one; null: none is.
    [[nodiscard]] const StorageSource* ownSource() const;
    [[nodiscard]] std::span<const GlobalUse> globals() const noexcept { return m_globals; }
    /// What torch would run besides what globals() name.
    [[nodiscard]] std::span<const TrustFinding> trustFindings() const noexcept { return m_trustFindings; }
    /// The opcodes of its pickles, by their bytes. Those that every pickle of torch has may be missing.
    [[nodiscard]] const std::bitset<256>& instructions() const noexcept { return m_instructions; }
    [[nodiscard]] std::span<const Issue> issues() const noexcept { return m_issues; }
    /// The first that says it is damaged; null if none does.
    [[nodiscard]] const Issue* damage() const;
    /// Whether different programs would read different things in it: what is shown may not be what is loaded.
    [[nodiscard]] bool isAmbiguous() const noexcept { return m_ambiguous; }
    /// Whether it has texts of Python 2 that are no UTF-8: torch has to be told their encoding.
    [[nodiscard]] bool hasOtherEncoding() const noexcept { return m_otherEncoding; }
    [[nodiscard]] std::span<const Fact> facts() const noexcept { return m_facts; }
    /// Null if there is none. Of `Other` there are many, and nobody asks.
    [[nodiscard]] const Fact* fact(FactKey key) const;
    /// The zip the checkpoint came in, if it did (not for sharded sets).
    [[nodiscard]] const formats::ZipArchive* archive() const noexcept { return m_archive.get(); }

    /// How a folder was put together; null for anything else.
    [[nodiscard]] const Assembly* assembly() const noexcept { return m_assembly.get(); }

    // Text behind the small ids
    [[nodiscard]] std::string_view deviceTag(std::uint16_t device) const { return m_devices[device]; }
    [[nodiscard]] std::span<const std::string> deviceTags() const noexcept { return m_devices; }
    [[nodiscard]] std::string_view typeName(const Entry& entry) const { return m_types[entry.type]; }
    /// Key as shown: text, index in digits, or the repr of other keys.
    [[nodiscard]] std::string keyText(const Entry& entry) const;
    /// The same without a copy; empty where the key is an index, or none.
    [[nodiscard]] std::string_view keyView(const Entry& entry) const;
    /// Whether keyText() is a whole number that is one in the file too: an index, or any int.
    [[nodiscard]] bool isIntegerKey(const Entry& entry) const;
    [[nodiscard]] std::string_view storageKey(const Storage& storage) const;
    /// Text of a Text, Bytes or Literal value.
    [[nodiscard]] std::string_view valueText(const Entry& entry) const;
    /// The value as Python would print it, at most about `limit` characters.
    [[nodiscard]] std::string valueRepr(const Entry& entry, std::size_t limit = 200) const;

    /// All of a value, or of a key, of which a row shows the beginning alone; null where it shows everything.
    [[nodiscard]] const FullValue* fullValue(EntryId entry) const;
    [[nodiscard]] const FullValue* fullKey(EntryId entry) const;
    /// By row. Of a file with very many only the first.
    [[nodiscard]] const std::map<EntryId, PickledArray>& pickledArrays() const { return m_pickledArrays; }

    /// Rows from the root (left out) to `entry`.
    [[nodiscard]] std::vector<EntryId> pathTo(EntryId entry) const;
    /// Keys of pathTo() joined by dots.
    [[nodiscard]] std::string entryName(EntryId entry) const;

    // Tensors
    [[nodiscard]] std::span<const std::int64_t> shape(const Tensor& tensor) const;
    [[nodiscard]] std::span<const std::int64_t> stride(const Tensor& tensor) const;
    /// Number of elements, 0 if the product overflows (such a tensor has an issue).
    [[nodiscard]] std::uint64_t elementCount(const Tensor& tensor) const;
    /// Logical size of its values: elements times bits, rounded up to bytes.
    [[nodiscard]] std::uint64_t logicalBytes(const Tensor& tensor) const;
    [[nodiscard]] const TensorExtra* extra(const Tensor& tensor) const;
    /// Whether its tensors are pieces of larger ones, as the file says: the rest is in other files.
    [[nodiscard]] bool holdsPieces() const;

    // Storages
    /// Tensors that look into a storage, parts included, in tree order.
    [[nodiscard]] std::span<const TensorId> tensorsOf(StorageId storage) const;
    /// Bytes that at least one tensor can reach.
    [[nodiscard]] std::uint64_t usedBytes(StorageId storage) const;
    /// True for storages inside `_load_from_bytes` blobs: torch.load runs again for them, without the map_location.
    [[nodiscard]] bool liesInBlob(const Storage& storage) const;
    /// Where its bytes begin in their file; nothing when they are inside a compressed record or an encoded blob.
    [[nodiscard]] std::optional<std::uint64_t> fileOffset(StorageId storage) const;
    [[nodiscard]] Result<void> readStorage(StorageId storage, std::uint64_t offset, std::span<std::byte> into) const;

    /// Storages, tensors (parts left out) and bytes by device tag, in order of first appearance.
    [[nodiscard]] std::vector<std::pair<std::string, Usage>> usageByDevice() const;
    /// The same by dtype of the tensors; bytes are logical ones.
    [[nodiscard]] std::vector<std::pair<std::string, Usage>> usageByDtype() const;

    /// Depth-first walk in file order: `visit(EntryId, depth)`; the root has depth 0.
    template <typename Visit>
    void walk(Visit&& visit) const;

private:
    friend class CheckpointBuilder;

    std::string m_path;
    Format m_format = Format::Pickle;
    std::uint64_t m_fileBytes = 0;
    LargeVector<Entry> m_entries;
    LargeVector<Tensor> m_tensors;
    std::vector<TensorExtra> m_extras;
    LargeVector<std::int64_t> m_dims;
    LargeVector<Storage> m_storages;
    std::vector<StorageSource> m_sources;
    LargeVector<std::uint32_t> m_sharingStart; ///< per storage, into m_sharing; one more at the end
    LargeVector<TensorId> m_sharing;
    LargeVector<char> m_text;
    std::unordered_map<EntryId, std::shared_ptr<const FullValue>> m_fullValues;
    std::unordered_map<EntryId, std::shared_ptr<const FullValue>> m_fullKeys;
    std::map<EntryId, PickledArray> m_pickledArrays;
    std::vector<std::string> m_types;
    std::vector<std::string> m_devices;
    std::vector<GlobalUse> m_globals;
    std::vector<TrustFinding> m_trustFindings;
    std::bitset<256> m_instructions;
    std::vector<Issue> m_issues;
    bool m_ambiguous = false; ///< also where the issue about it found no room
    bool m_otherEncoding = false;
    std::vector<Fact> m_facts;
    std::shared_ptr<const formats::ZipArchive> m_archive;
    std::shared_ptr<const Assembly> m_assembly;
};

using CheckpointPtr = std::shared_ptr<const Checkpoint>;

template <typename Visit>
void Checkpoint::walk(Visit&& visit) const
{
    if (m_entries.empty()) {
        return;
    }
    struct Frame {
        EntryId next;
        EntryId end;
    };
    std::vector<Frame> stack{{0, 1}};
    while (!stack.empty()) {
        if (stack.back().next == stack.back().end) {
            stack.pop_back();
            continue;
        }
        const EntryId id = stack.back().next++;
        visit(id, stack.size() - 1);
        const Entry& entry = m_entries[id];
        if (entry.childCount != 0) {
            stack.push_back({entry.firstChild, entry.firstChild + entry.childCount});
        }
    }
}

} // namespace cairn::checkpoint
