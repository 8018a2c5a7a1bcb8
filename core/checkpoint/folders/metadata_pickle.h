#pragma once

#include "core/base/files/byte_source.h"
#include "core/base/large_vector.h"
#include "core/base/text_index.h"
#include "core/formats/pickle/pickle_scanner.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn {
class Progress;
}

namespace cairn::checkpoint {

/// The values of one `.metadata` of torch.distributed.checkpoint, which is a pickle of small objects by the million: a
/// quarter of a kilobyte for each piece of a tensor, where the graph of any pickle would take three times as much.
/// Values that it does not know are opaque. What no pickler writes is refused, for Python could make something else of
/// it. Nothing is imported or called.
class MetadataPickle {
public:
    enum class Kind : std::uint8_t {
        Opaque,
        None,
        False,
        True,
        Int,
        Text,
        Path, ///< of the file system; its text, but no key that is equal to one
        Tuple,
        Size, ///< torch.Size
        List,
        Dict,
        Global,
        Object,
        Stale, ///< the state of an object that has it by now
        Mark,
    };

    /// Classes whose attributes are kept one by one, in the order of `fieldsOf()`; of others the state.
    enum class Class : std::uint8_t { Other, Metadata, Tensor, Bytes, Chunk, Properties, Index, Storage, StorageMeta };

    class Value {
    public:
        constexpr Value() = default;
        constexpr Value(Kind kind, std::uint64_t payload)
            : m_bits(std::uint64_t{static_cast<std::uint8_t>(kind)} << 56 | payload)
        {
        }
        [[nodiscard]] Kind kind() const { return static_cast<Kind>(m_bits >> 56); }
        [[nodiscard]] std::uint64_t payload() const { return m_bits & 0xFF'FFFF'FFFF'FFFF; }
        [[nodiscard]] bool is(Kind kind) const { return this->kind() == kind; }

    private:
        std::uint64_t m_bits = 0;
    };

    [[nodiscard]] static Result<MetadataPickle> read(const SourcePtr& source, const Progress* progress);

    [[nodiscard]] Value root() const { return m_root; }
    [[nodiscard]] std::int64_t integer(Value value) const
    {
        const std::uint64_t payload = value.payload();
        return payload < kLargeNumbers ? static_cast<std::int64_t>(payload) : m_numbers[payload - kLargeNumbers];
    }
    [[nodiscard]] static std::uint32_t textId(Value value) { return static_cast<std::uint32_t>(value.payload()); }
    [[nodiscard]] std::string_view text(std::uint32_t id) const
    {
        return std::string_view(m_textPool.data(), m_textPool.size())
            .substr(m_textBegins[id], m_textBegins[id + 1] - m_textBegins[id]);
    }
    /// Of a Tuple or a Size.
    [[nodiscard]] std::span<const Value> tuple(Value value) const
    {
        return std::span(m_tuples).subspan(value.payload() >> 16, value.payload() & 0xFFFF);
    }
    [[nodiscard]] std::string_view global(Value value) const { return m_globals[value.payload()].name; }
    [[nodiscard]] static Class classOf(Value value)
    {
        return value.is(Kind::Object) ? static_cast<Class>(value.payload() >> 48) : Class::Other;
    }
    /// An attribute of an object, by its place in the list of its class.
    [[nodiscard]] Value field(Value object, std::size_t field) const
    {
        return m_fields[(object.payload() & 0xFFFF'FFFF'FFFF) + field];
    }
    [[nodiscard]] static std::span<const std::string_view> fieldsOf(Class type);
    /// Calls `visit(std::span<const Value>)` for each batch of elements, or of keys and values by turns.
    template <typename Visit>
    void forEachBatch(Value container, Visit&& visit) const
    {
        for (std::uint32_t i = m_containers[container.payload()].first; i != kNone; i = m_batches[i].next) {
            visit(std::span<const Value>(m_items).subspan(m_batches[i].begin, m_batches[i].count));
        }
    }

    struct Global {
        std::string name; ///< module.name
        std::uint32_t mentions = 0;
    };
    [[nodiscard]] std::span<const Global> globals() const { return m_globals; }
    /// Whether everything in it is what torch.distributed.checkpoint writes there: known classes, called as it calls
    /// them.
    [[nodiscard]] bool isPlain() const { return m_isPlain; }

private:
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    /// Payloads below are numbers, others places of numbers.
    static constexpr std::uint64_t kLargeNumbers = std::uint64_t{1} << 55;
    struct Container {
        std::uint32_t first = kNone;
        std::uint32_t last = kNone;
        std::uint32_t memo = kNone; ///< where it is remembered, if in one place
        bool isPinned = false;
    };
    struct Batch {
        std::uint32_t begin = 0;
        std::uint32_t count = 0;
        std::uint32_t next = kNone;
    };

    explicit MetadataPickle(const SourcePtr& source) : m_scanner(source), m_sourceBytes(source->sizeBytes()) {}

    [[nodiscard]] Result<void> run(const Progress* progress);
    [[nodiscard]] Result<bool> step(const formats::PickleInstruction& instruction); ///< false after STOP
    [[nodiscard]] Result<void> broken(Phrase what) const;
    [[nodiscard]] bool has(std::size_t count) const;
    Value pop();
    void push(Value value) { m_stack.push_back(value); }
    void pushInteger(std::int64_t number);
    [[nodiscard]] Result<void> pushText(std::string_view text);
    [[nodiscard]] Result<void> pushGlobal(std::string_view module, std::string_view name);
    void pushTuple(std::size_t count);
    void pushContainer(Kind kind);
    [[nodiscard]] std::uint32_t textIdOf(std::string_view text);
    /// Number of values above the last mark; nothing without one.
    [[nodiscard]] Result<std::size_t> markedCount() const;
    [[nodiscard]] Result<void> addItems(Kind kind, Value container, std::size_t count);
    [[nodiscard]] Result<void> remember(std::uint64_t index);
    [[nodiscard]] Result<void> recall(std::uint64_t index);
    [[nodiscard]] Result<void> reduce();
    [[nodiscard]] Result<void> newObject();
    [[nodiscard]] Result<void> build();
    void setFields(Value object, Value state);
    [[nodiscard]] bool isOpen(Value object) const;
    void takeBack(Value container);
    void opaque() { m_isPlain = false; }
    [[nodiscard]] Result<Value> pathText(std::span<const Value> parts);

    formats::PickleScanner m_scanner;
    std::uint64_t m_sourceBytes;
    std::uint64_t m_pathBytes = 0; ///< of paths that were put together
    Value m_root;
    bool m_isPlain = true;
    LargeVector<Value> m_stack;
    std::vector<std::size_t> m_marks;
    LargeVector<Value> m_memo;
    std::vector<Value> m_open;           ///< objects that still wait for their state, each in that of the one before
    std::vector<std::int64_t> m_numbers; ///< that are negative or large
    LargeVector<char> m_textPool;
    LargeVector<std::uint32_t> m_textBegins = {0};
    TextIndex<ExactText> m_textIds;
    LargeVector<Value> m_tuples;
    LargeVector<Value> m_fields;
    LargeVector<Value> m_items;
    LargeVector<Container> m_containers;
    LargeVector<Batch> m_batches;
    std::vector<Global> m_globals;
    std::vector<Class> m_classes; ///< by global
};

} // namespace cairn::checkpoint
