#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cairn::formats {

// Every element type a checkpoint can hold: enumerator, torch name, bits of one element, bytes of one storage element,
// storage class ("" = UntypedStorage), safetensors name, first torch that reads it.
// clang-format off
#define CAIRN_DTYPES(X)                                                                          \
    X(Float64,     "float64",           64, 8,  "DoubleStorage",        "F64",     "1.0")        \
    X(Float32,     "float32",           32, 4,  "FloatStorage",         "F32",     "1.0")        \
    X(Float16,     "float16",           16, 2,  "HalfStorage",          "F16",     "1.0")        \
    X(BFloat16,    "bfloat16",          16, 2,  "BFloat16Storage",      "BF16",    "1.3")        \
    X(Complex32,   "complex32",         32, 4,  "",                     "",        "2.1")        \
    X(Complex64,   "complex64",         64, 8,  "ComplexFloatStorage",  "C64",     "1.6")        \
    X(Complex128,  "complex128",       128, 16, "ComplexDoubleStorage", "",        "1.6")        \
    X(Int64,       "int64",             64, 8,  "LongStorage",          "I64",     "1.0")        \
    X(Int32,       "int32",             32, 4,  "IntStorage",           "I32",     "1.0")        \
    X(Int16,       "int16",             16, 2,  "ShortStorage",         "I16",     "1.0")        \
    X(Int8,        "int8",               8, 1,  "CharStorage",          "I8",      "1.0")        \
    X(UInt8,       "uint8",              8, 1,  "ByteStorage",          "U8",      "1.0")        \
    X(Bool,        "bool",               8, 1,  "BoolStorage",          "BOOL",    "1.2")        \
    X(UInt16,      "uint16",            16, 2,  "",                     "U16",     "2.3")        \
    X(UInt32,      "uint32",            32, 4,  "",                     "U32",     "2.3")        \
    X(UInt64,      "uint64",            64, 8,  "",                     "U64",     "2.3")        \
    X(QInt8,       "qint8",              8, 1,  "QInt8Storage",         "",        "1.3")        \
    X(QUInt8,      "quint8",             8, 1,  "QUInt8Storage",        "",        "1.3")        \
    X(QInt32,      "qint32",            32, 4,  "QInt32Storage",        "",        "1.3")        \
    X(QUInt4x2,    "quint4x2",           4, 1,  "QUInt4x2Storage",      "",        "1.8")        \
    X(QUInt2x4,    "quint2x4",           2, 1,  "QUInt2x4Storage",      "",        "1.12")       \
    X(Float8E4M3Fn,   "float8_e4m3fn",   8, 1,  "",                     "F8_E4M3", "2.1")        \
    X(Float8E4M3FnUz, "float8_e4m3fnuz", 8, 1,  "",                     "F8_E4M3FNUZ", "2.2")    \
    X(Float8E5M2,     "float8_e5m2",     8, 1,  "",                     "F8_E5M2", "2.1")        \
    X(Float8E5M2FnUz, "float8_e5m2fnuz", 8, 1,  "",                     "F8_E5M2FNUZ", "2.2")    \
    X(Float8E8M0Fnu,  "float8_e8m0fnu",  8, 1,  "",                     "F8_E8M0", "2.7")        \
    X(Float4E2M1FnX2, "float4_e2m1fn_x2",8, 1,  "",                     "F4",      "2.8")        \
    X(BComplex32,  "bcomplex32",        32, 4,  "",                     "",        "2.14")       \
    X(Bits8,       "bits8",              8, 1,  "",                     "",        "2.1")        \
    X(Bits16,      "bits16",            16, 2,  "",                     "",        "2.1")        \
    X(Bits1x8,     "bits1x8",            8, 1,  "",                     "",        "2.1")        \
    X(Bits2x4,     "bits2x4",            8, 1,  "",                     "",        "2.1")        \
    X(Bits4x2,     "bits4x2",            8, 1,  "",                     "",        "2.1")        \
    X(UInt1,       "uint1",              8, 1,  "",                     "",        "2.4")        \
    X(UInt2,       "uint2",              8, 1,  "",                     "",        "2.4")        \
    X(UInt3,       "uint3",              8, 1,  "",                     "",        "2.4")        \
    X(UInt4,       "uint4",              8, 1,  "",                     "",        "2.4")        \
    X(UInt5,       "uint5",              8, 1,  "",                     "",        "2.4")        \
    X(UInt6,       "uint6",              8, 1,  "",                     "",        "2.4")        \
    X(UInt7,       "uint7",              8, 1,  "",                     "",        "2.4")        \
    X(Int1,        "int1",               8, 1,  "",                     "",        "2.6")        \
    X(Int2,        "int2",               8, 1,  "",                     "",        "2.6")        \
    X(Int3,        "int3",               8, 1,  "",                     "",        "2.6")        \
    X(Int4,        "int4",               8, 1,  "",                     "",        "2.6")        \
    X(Int5,        "int5",               8, 1,  "",                     "",        "2.6")        \
    X(Int6,        "int6",               8, 1,  "",                     "",        "2.6")        \
    X(Int7,        "int7",               8, 1,  "",                     "",        "2.6")        \
    X(Float6E2M3,  "float6_e2m3",        6, 1,  "",                     "F6_E2M3", "")           \
    X(Float6E3M2,  "float6_e3m2",        6, 1,  "",                     "F6_E3M2", "")           \
    X(Unknown,     "unknown",            8, 1,  "UntypedStorage",       "",        "")
// clang-format on

enum class Dtype : std::uint8_t {
#define X(name, torchName, bits, bytes, storage, safetensors, since) name,
    CAIRN_DTYPES(X)
#undef X
};

struct DtypeInfo {
    std::string_view name;
    std::uint16_t bits = 8;         ///< of one logical element; under 8: several share a byte
    std::uint16_t storageBytes = 1; ///< of one element of the storage, the unit of offset and stride
    std::string_view storageClass;  ///< empty: saved as UntypedStorage
    std::string_view safetensors;   ///< empty: safetensors has no such type
    std::string_view sinceTorch;
};

[[nodiscard]] const DtypeInfo& dtypeInfo(Dtype dtype);
[[nodiscard]] std::span<const DtypeInfo> allDtypes();

/// "float32", or an alias torch prints ("half", "long"); nothing if torch has no such dtype.
[[nodiscard]] std::optional<Dtype> dtypeByName(std::string_view torchName);
/// "FloatStorage" and so on; "UntypedStorage" gives Unknown, whose elements are bytes.
[[nodiscard]] std::optional<Dtype> dtypeByStorageClass(std::string_view className);
[[nodiscard]] std::optional<Dtype> dtypeBySafetensorsName(std::string_view name);

} // namespace cairn::formats
