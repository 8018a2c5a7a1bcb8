#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cairn::runtime {

// What the program and the process that holds a PyTorch say to each other. Both are the same program on the same
// machine, so numbers are as they are in memory. The program believes none of it: the libraries that live in that
// process are strangers.

enum class MessageKind : std::uint32_t {
    // The process, once it has opened the libraries.
    Ready,  ///< version of these messages, devices of each backend
    Broken, ///< why they cannot be used
    // The program asks, the process answers with Done or with what is named here.
    Order,    ///< a LoadOrder
    Allocate, ///< the storages of one device. Failed
    Read,     ///< whole storages in memory, by a file that comes with it. Piece for what is there; None: it cannot
    Fill,     ///< pieces of storages, which lie in a slot. Failed
    Make,     ///< the tensors. Made, with what became of some of them, until all are told; then Done
    Cuda,     ///< what its CUDA says. Done, with CudaFacts
    Values,   ///< of a tensor. Piece for each part of them, which waits for Next; then Done, or None
    Next,
    Release,
    // Its answers.
    Done,
    None,
    Failed, ///< storage, bytes that were there already, torch's words
    Made,
    Piece,
};

inline constexpr std::uint32_t kMessageVersion = 4;
/// Those that Ready counts, in this order.
inline constexpr std::array<const char*, 3> kHostBackends{"cuda", "xpu", "mps"};
/// Of a backend: nobody has more.
inline constexpr int kMostDevices = 256;

/// Memory that both have: bytes on their way. While the process copies one slot, the program fills the next.
inline constexpr std::uint64_t kSlotBytes = std::uint64_t{8} << 20;
inline constexpr std::uint32_t kSlots = 3;

class HostMessage {
public:
    MessageKind kind = MessageKind::Done;
    std::vector<std::byte> body;

    HostMessage() = default;
    explicit HostMessage(MessageKind ofKind) : kind(ofKind) {}

    template <typename Number>
        requires std::is_trivially_copyable_v<Number>
    HostMessage& add(Number number)
    {
        append(&number, sizeof number);
        return *this;
    }
    HostMessage& add(std::string_view text)
    {
        add(static_cast<std::uint64_t>(text.size()));
        append(text.data(), text.size());
        return *this;
    }
    HostMessage& add(const std::string& text) { return add(std::string_view(text)); }
    HostMessage& add(const char* text) { return add(std::string_view(text)); }
    /// `count` numbers, without their count.
    HostMessage& add(const std::int64_t* numbers, std::uint64_t count)
    {
        append(numbers, static_cast<std::size_t>(count) * sizeof *numbers);
        return *this;
    }

private:
    void append(const void* bytes, std::size_t count)
    {
        if (count != 0) {
            const auto* begin = static_cast<const std::byte*>(bytes);
            body.insert(body.end(), begin, begin + count);
        }
    }
};

/// Reads the body of a message from its begin. What is not there reads as zeros, and isFine() says so.
class MessageReader {
public:
    explicit MessageReader(const HostMessage& message) : m_next(message.body.data()), m_left(message.body.size()) {}

    template <typename Number>
        requires std::is_trivially_copyable_v<Number>
    Number number()
    {
        Number read{};
        if (const std::byte* bytes = take(sizeof read); bytes != nullptr) {
            std::memcpy(&read, bytes, sizeof read);
        }
        return read;
    }
    /// Not a number that some type may not have: true for every byte but zero.
    bool truth() { return number<std::uint8_t>() != 0; }
    std::string text()
    {
        const auto bytes = number<std::uint64_t>();
        const std::byte* begin = take(bytes);
        return begin == nullptr ? std::string()
                                : std::string(reinterpret_cast<const char*>(begin), static_cast<std::size_t>(bytes));
    }
    std::vector<std::int64_t> numbers(std::uint64_t count)
    {
        const std::byte* begin = count > m_left ? miss() : take(count * sizeof(std::int64_t));
        std::vector<std::int64_t> read(begin == nullptr ? 0 : static_cast<std::size_t>(count));
        if (!read.empty()) {
            std::memcpy(read.data(), begin, read.size() * sizeof(std::int64_t));
        }
        return read;
    }
    [[nodiscard]] bool isFine() const noexcept { return m_isFine; }
    /// Fine, and nothing is left.
    [[nodiscard]] bool isWhole() const noexcept { return m_isFine && m_left == 0; }

private:
    const std::byte* miss()
    {
        m_isFine = false;
        return nullptr;
    }
    const std::byte* take(std::uint64_t bytes)
    {
        if (!m_isFine || bytes > m_left) {
            return miss();
        }
        const std::byte* taken = m_next;
        m_next += bytes;
        m_left -= static_cast<std::size_t>(bytes);
        return taken;
    }

    const std::byte* m_next;
    std::size_t m_left;
    bool m_isFine = true;
};

} // namespace cairn::runtime
