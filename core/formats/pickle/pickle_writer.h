#pragma once

#include "core/base/files/byte_source.h"
#include "core/formats/pickle/pickle_opcodes.h"
#include "core/formats/sources/spliced_source.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn::formats {

/// Writes one pickle, instruction by instruction, as Python's own pickler would at protocol 2; newer instructions are
/// written where a value has no older form. Strings and globals can go through the memo by content. Owned by whoever
/// writes a file; one thread. What it cannot know is whether the instructions make sense in their order.
class PickleWriter {
public:
    using MemoIndex = std::uint32_t;
    static constexpr int kProtocol = 2;
    static constexpr std::size_t kBatch = 1000; ///< items Python puts between one MARK and its SETITEMS or APPENDS

    explicit PickleWriter(int protocol = kProtocol);

    // Values
    void none() { op(PickleOp::None); }
    void boolean(bool value) { op(value ? PickleOp::NewTrue : PickleOp::NewFalse); }
    void integer(std::int64_t value);
    /// Two's complement, least significant byte first, as PickleGraph keeps them.
    void bigInteger(std::string_view bytes);
    void real(double value);
    /// A str, out of the memo if the same text was written before by this function; so keys, tags and names cost
    /// little.
    void text(std::string_view utf8);
    /// A str as it stands.
    void string(std::string_view utf8) { literal(PickleOp::BinUnicode, utf8); }
    /// Instructions of protocol 3 and 5.
    void bytes(std::string_view content) { literal(PickleOp::ShortBinBytes, content); }
    /// A class or function, out of the memo if it was named before.
    void global(std::string_view module, std::string_view name);

    // Containers: first the empty one, then batches of at most kBatch items, each with MARK before it.
    void mark() { op(PickleOp::Mark); }
    void emptyTuple() { op(PickleOp::EmptyTuple); }
    /// Of what was written since; for more than three, MARK must be in front of it.
    void tuple(std::size_t count);
    void emptyList() { op(PickleOp::EmptyList); }
    void appends() { op(PickleOp::Appends); }
    void emptyDict() { op(PickleOp::EmptyDict); }
    void setItems() { op(PickleOp::SetItems); }
    void setItem() { op(PickleOp::SetItem); }
    /// collections.OrderedDict()
    void emptyOrderedDict();

    // Calls
    void reduce() { op(PickleOp::Reduce); }
    void newObject() { op(PickleOp::NewObj); }
    void build() { op(PickleOp::Build); }
    void persistentId() { op(PickleOp::BinPersId); }
    /// ("storage", class, key, tag, numel) and BINPERSID.
    void storage(std::string_view module, std::string_view storageClass, std::string_view key, std::string_view tag,
                 std::uint64_t numel);

    // Memo
    /// Remembers the value on top of the stack.
    MemoIndex put();
    void get(MemoIndex index);

    // For writers that copy instructions
    void op(PickleOp op) { m_bytes.push_back(static_cast<char>(op)); }
    /// A literal, with the instruction of its family that has room for its length: unicode, string, bytes, bytearray.
    void literal(PickleOp family, std::string_view content);
    /// The same, its content being a range of a source that is read when the pickle is.
    void literal(PickleOp family, const SourcePtr& source, std::uint64_t offset, std::uint64_t bytes);

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept { return m_bytes.size() + m_splicedBytes; }
    /// The whole pickle, with its STOP. The writer is empty then.
    [[nodiscard]] std::shared_ptr<const SplicedSource> finish();

private:
    void little(std::uint64_t value, std::size_t bytes);
    void literalHead(PickleOp family, std::uint64_t bytes);

    std::string m_bytes;
    std::vector<Splice> m_splices;
    std::uint64_t m_splicedBytes = 0;
    MemoIndex m_nextMemo = 0;
    std::unordered_map<std::string, MemoIndex> m_texts;
    std::unordered_map<std::string, MemoIndex> m_globals; ///< by module, line feed, name
};

/// Puts MARK and SETITEMS, APPENDS or ADDITEMS around the items of a container, in batches as Python does.
class PickleBatches {
public:
    PickleBatches(PickleWriter& writer, PickleOp close) : m_writer(writer), m_close(close) {}

    /// Before each item, or each key of a pair.
    void item();
    /// After the last item.
    void close();

private:
    PickleWriter& m_writer;
    PickleOp m_close;
    std::size_t m_items = 0; ///< since MARK
};

} // namespace cairn::formats
