#pragma once

#include <cstddef>
#include <cstdint>

/// Signatures, fixed sizes and marks of the zip records, shared by everything that reads or writes them.
namespace cairn::formats::zip {

inline constexpr std::uint32_t kLocalHeader = 0x04034B50;
inline constexpr std::uint32_t kDescriptor = 0x08074B50; ///< checksum and sizes, behind the data
inline constexpr std::uint32_t kDirectoryEntry = 0x02014B50;
inline constexpr std::uint32_t kEnd = 0x06054B50;
inline constexpr std::uint32_t kZip64End = 0x06064B50;
inline constexpr std::uint32_t kZip64Locator = 0x07064B50;

inline constexpr std::size_t kLocalHeaderBytes = 30;
inline constexpr std::size_t kDirectoryEntryBytes = 46;
inline constexpr std::size_t kEndBytes = 22;
inline constexpr std::size_t kZip64EndBytes = 56;
inline constexpr std::size_t kZip64LocatorBytes = 20;

/// A field too small for its value holds this; the value is in a zip64 record.
inline constexpr std::uint16_t kSaturated16 = 0xFFFF;
inline constexpr std::uint32_t kSaturated32 = 0xFFFFFFFF;

inline constexpr std::uint16_t kZip64ExtraId = 0x0001;
inline constexpr std::uint16_t kUnicodeNameExtraId = 0x7075;

inline constexpr std::uint16_t kFlagEncrypted = 1U << 0;
inline constexpr std::uint16_t kFlagDescriptor = 1U << 3;
inline constexpr std::uint16_t kFlagPatch = 1U << 5;
inline constexpr std::uint16_t kFlagStrongEncryption = 1U << 6;
inline constexpr std::uint16_t kFlagMaskedHeader = 1U << 13;
inline constexpr std::uint16_t kFlagsOfEncryption = kFlagEncrypted | kFlagStrongEncryption | kFlagMaskedHeader;

inline constexpr std::uint32_t kDosFolder = 0x10; ///< bit of the external attributes

} // namespace cairn::formats::zip
