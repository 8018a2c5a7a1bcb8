#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cairn::formats {

/// How the argument of an opcode is laid out in the stream.
enum class PickleArgument : std::uint8_t {
    Invalid, ///< no such opcode
    None,
    Unsigned1,
    Unsigned2,
    Unsigned4,
    Signed4,
    Unsigned8,
    BigDouble,
    Line,         ///< text up to a line feed
    TwoLines,     ///< module, then name
    Bytes1,       ///< u1 length, then bytes
    Bytes4,       ///< u4 length
    SignedBytes4, ///< i4 length, negative is an error
    Bytes8,       ///< u8 length
};

// Every opcode of protocols 0 to 5: enumerator, byte, argument, first protocol.
// The decoder, the disassembler and the tag rewriter all read this table.
// clang-format off
#define CAIRN_PICKLE_OPCODES(X)                      \
    X(Mark,            0x28, None,         0)        \
    X(Stop,            0x2E, None,         0)        \
    X(Pop,             0x30, None,         0)        \
    X(PopMark,         0x31, None,         1)        \
    X(Dup,             0x32, None,         0)        \
    X(Float,           0x46, Line,         0)        \
    X(Int,             0x49, Line,         0)        \
    X(BinInt,          0x4A, Signed4,      1)        \
    X(BinInt1,         0x4B, Unsigned1,    1)        \
    X(Long,            0x4C, Line,         0)        \
    X(BinInt2,         0x4D, Unsigned2,    1)        \
    X(None,            0x4E, None,         0)        \
    X(PersId,          0x50, Line,         0)        \
    X(BinPersId,       0x51, None,         1)        \
    X(Reduce,          0x52, None,         0)        \
    X(String,          0x53, Line,         0)        \
    X(BinString,       0x54, SignedBytes4, 1)        \
    X(ShortBinString,  0x55, Bytes1,       1)        \
    X(Unicode,         0x56, Line,         0)        \
    X(BinUnicode,      0x58, Bytes4,       1)        \
    X(Append,          0x61, None,         0)        \
    X(Build,           0x62, None,         0)        \
    X(Global,          0x63, TwoLines,     0)        \
    X(Dict,            0x64, None,         0)        \
    X(EmptyDict,       0x7D, None,         1)        \
    X(Appends,         0x65, None,         1)        \
    X(Get,             0x67, Line,         0)        \
    X(BinGet,          0x68, Unsigned1,    1)        \
    X(Inst,            0x69, TwoLines,     0)        \
    X(LongBinGet,      0x6A, Unsigned4,    1)        \
    X(List,            0x6C, None,         0)        \
    X(EmptyList,       0x5D, None,         1)        \
    X(Obj,             0x6F, None,         1)        \
    X(Put,             0x70, Line,         0)        \
    X(BinPut,          0x71, Unsigned1,    1)        \
    X(LongBinPut,      0x72, Unsigned4,    1)        \
    X(SetItem,         0x73, None,         0)        \
    X(Tuple,           0x74, None,         0)        \
    X(EmptyTuple,      0x29, None,         1)        \
    X(SetItems,        0x75, None,         1)        \
    X(BinFloat,        0x47, BigDouble,    1)        \
    X(Proto,           0x80, Unsigned1,    2)        \
    X(NewObj,          0x81, None,         2)        \
    X(Ext1,            0x82, Unsigned1,    2)        \
    X(Ext2,            0x83, Unsigned2,    2)        \
    X(Ext4,            0x84, Signed4,      2)        \
    X(Tuple1,          0x85, None,         2)        \
    X(Tuple2,          0x86, None,         2)        \
    X(Tuple3,          0x87, None,         2)        \
    X(NewTrue,         0x88, None,         2)        \
    X(NewFalse,        0x89, None,         2)        \
    X(Long1,           0x8A, Bytes1,       2)        \
    X(Long4,           0x8B, SignedBytes4, 2)        \
    X(BinBytes,        0x42, Bytes4,       3)        \
    X(ShortBinBytes,   0x43, Bytes1,       3)        \
    X(ShortBinUnicode, 0x8C, Bytes1,       4)        \
    X(BinUnicode8,     0x8D, Bytes8,       4)        \
    X(BinBytes8,       0x8E, Bytes8,       4)        \
    X(EmptySet,        0x8F, None,         4)        \
    X(AddItems,        0x90, None,         4)        \
    X(FrozenSet,       0x91, None,         4)        \
    X(NewObjEx,        0x92, None,         4)        \
    X(StackGlobal,     0x93, None,         4)        \
    X(Memoize,         0x94, None,         4)        \
    X(Frame,           0x95, Unsigned8,    4)        \
    X(ByteArray8,      0x96, Bytes8,       5)        \
    X(NextBuffer,      0x97, None,         5)        \
    X(ReadOnlyBuffer,  0x98, None,         5)
// clang-format on

enum class PickleOp : std::uint8_t {
#define X(name, byte, argument, protocol) name = byte,
    CAIRN_PICKLE_OPCODES(X)
#undef X
};

struct PickleOpInfo {
    std::string_view name;
    PickleArgument argument = PickleArgument::Invalid;
    std::uint8_t protocol = 0;
};

namespace detail {

consteval std::array<PickleOpInfo, 256> pickleOpTable()
{
    std::array<PickleOpInfo, 256> table{};
#define X(name, byte, argument, protocol) table[byte] = PickleOpInfo{#name, PickleArgument::argument, protocol};
    CAIRN_PICKLE_OPCODES(X)
#undef X
    return table;
}

inline constexpr std::array<PickleOpInfo, 256> kPickleOps = pickleOpTable();

} // namespace detail

[[nodiscard]] constexpr const PickleOpInfo& pickleOpInfo(std::byte opcode)
{
    return detail::kPickleOps[static_cast<std::size_t>(opcode)];
}

} // namespace cairn::formats
