#pragma once

#include "core/formats/pickle/pickle_decoder.h"
#include "tests/support/little.h"

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cairn::test {

/// Writes pickles one instruction at a time: PickleBuilder().global("m", "f").integer(1).tuple(1).reduce().finish().
/// Each method appends one instruction and returns the builder.
class PickleBuilder {
public:
    explicit PickleBuilder(int protocol = 2) { op('\x80').append8(static_cast<std::uint8_t>(protocol)); }

    PickleBuilder& op(char code) { return raw({&code, 1}); }
    PickleBuilder& raw(std::string_view bytes)
    {
        m_bytes += bytes;
        return *this;
    }

    PickleBuilder& none() { return op('N'); }
    PickleBuilder& boolean(bool value) { return op(value ? '\x88' : '\x89'); }
    PickleBuilder& integer(std::int64_t value)
    {
        return op('\x8a').append8(8).little(static_cast<std::uint64_t>(value), 8);
    }
    PickleBuilder& real(double value)
    {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        op('G');
        for (int shift = 56; shift >= 0; shift -= 8) {
            append8(static_cast<std::uint8_t>(bits >> shift));
        }
        return *this;
    }
    PickleBuilder& string(std::string_view utf8) { return op('X').little(utf8.size(), 4).raw(utf8); }
    PickleBuilder& python2String(std::string_view content) { return op('T').little(content.size(), 4).raw(content); }
    PickleBuilder& bytes(std::string_view content) { return op('B').little(content.size(), 4).raw(content); }

    PickleBuilder& mark() { return op('('); }
    PickleBuilder& tuple() { return op('t'); } ///< of what is above the mark
    PickleBuilder& tuple(int count)
    {
        return op(count == 0 ? ')' : count == 1 ? '\x85' : count == 2 ? '\x86' : '\x87');
    }
    PickleBuilder& emptyList() { return op(']'); }
    PickleBuilder& emptyDict() { return op('}'); }
    PickleBuilder& append() { return op('a'); }
    PickleBuilder& appends() { return op('e'); }
    PickleBuilder& setItem() { return op('s'); }
    PickleBuilder& setItems() { return op('u'); }

    PickleBuilder& global(std::string_view module, std::string_view name)
    {
        return op('c').raw(module).raw("\n").raw(name).raw("\n");
    }
    PickleBuilder& reduce() { return op('R'); }
    PickleBuilder& newObject() { return op('\x81'); }
    PickleBuilder& build() { return op('b'); }
    PickleBuilder& persistentId() { return op('Q'); }

    PickleBuilder& put(std::uint32_t index) { return op('r').little(index, 4); }
    PickleBuilder& get(std::uint32_t index) { return op('j').little(index, 4); }

    /// The whole pickle, with its STOP.
    [[nodiscard]] std::string finish() const { return m_bytes + '.'; }

private:
    PickleBuilder& append8(std::uint8_t value)
    {
        m_bytes += static_cast<char>(value);
        return *this;
    }
    PickleBuilder& little(std::uint64_t value, int bytes) { return raw(test::little(value, bytes)); }

    std::string m_bytes;
};

/// A pickle with the bytes it came from. Throws nothing; a pickle that does not decode has no graph.
struct DecodedPickle {
    explicit DecodedPickle(std::string_view bytes)
        : source(std::make_shared<MemorySource>(bytes)), graph(formats::decodePickle(source))
    {
    }
    explicit DecodedPickle(const PickleBuilder& builder) : DecodedPickle(builder.finish()) {}

    SourcePtr source;
    Result<formats::PickleGraph> graph;
};

} // namespace cairn::test
