#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace cairn::runtime {

/// The part of torch that other programs may call whatever compiler they have: functions of C that every libtorch_cpu
/// of PyTorch 2 shows, and that stay as they are. They give 0, or print what went wrong to standard error.
class StableTorch {
public:
    using Handle = void*; ///< a tensor
    using Sizes = const std::int64_t*;

    /// Opens the libraries, for good. Why that cannot be, in the words of the system's loader. `deviceLibrary` is the
    /// one for GPUs; empty: none. Without it everything else still works, see deviceProblem().
    [[nodiscard]] static std::expected<StableTorch, std::string> open(const std::string& library,
                                                                      const std::string& deviceLibrary);

    [[nodiscard]] const std::string& deviceProblem() const { return m_deviceProblem; }
    /// How many devices there are; -1: this torch was built without that backend.
    [[nodiscard]] int deviceCount(const std::string& backend) const;
    /// Null if it is not open.
    [[nodiscard]] void* deviceLibrary() const { return m_deviceLibrary; }

    /// Whether operators can be called, see OperatorCall: since torch 2.7.
    [[nodiscard]] bool hasOperators() const { return call != nullptr && newHandle != nullptr; }
    /// Whether those too that take sizes: since torch 2.10.
    [[nodiscard]] bool hasLists() const
    {
        return hasOperators() && newList != nullptr && pushBack != nullptr && layoutOf != nullptr;
    }

    /// Nothing for those that this version does not have, or does not show.
    [[nodiscard]] std::optional<std::int32_t> dtype(const std::string& torchName) const;
    [[nodiscard]] std::optional<std::int32_t> layout(const std::string& torchName) const;
    [[nodiscard]] std::optional<std::int32_t> deviceType(const std::string& backend) const;

    // NOLINTBEGIN(misc-non-private-member-variables-in-classes): functions, as they are called
    std::int32_t (*emptyStrided)(std::int64_t rank, Sizes sizes, Sizes strides, std::int32_t dtype,
                                 std::int32_t deviceType, std::int32_t deviceIndex, Handle* made) = nullptr;
    /// Another tensor over the storage of one.
    std::int32_t (*viewOfStorage)(Handle tensor, std::int64_t offsetBytes, std::int32_t dtype, std::int64_t rank,
                                  Sizes sizes, Sizes strides, Handle* made) = nullptr;
    std::int32_t (*fromBlob)(void* data, std::int64_t rank, Sizes sizes, Sizes strides, std::int64_t offset,
                             std::int32_t dtype, std::int32_t deviceType, std::int32_t deviceIndex,
                             Handle* made) = nullptr;
    std::int32_t (*copy)(Handle into, Handle from, std::int32_t nonBlocking) = nullptr;
    std::int32_t (*remove)(Handle tensor) = nullptr;
    std::int32_t (*dataAddress)(Handle tensor, void** address) = nullptr;
    std::int32_t (*rank)(Handle tensor, std::int64_t* rank) = nullptr;
    std::int32_t (*sizes)(Handle tensor, std::int64_t** sizes) = nullptr;
    std::int32_t (*strides)(Handle tensor, std::int64_t** strides) = nullptr;
    std::int32_t (*offset)(Handle tensor, std::int64_t* offset) = nullptr;
    std::int32_t (*dtypeOf)(Handle tensor, std::int32_t* dtype) = nullptr;
    std::int32_t (*deviceTypeOf)(Handle tensor, std::int32_t* type) = nullptr;
    std::int32_t (*deviceIndexOf)(Handle tensor, std::int32_t* index) = nullptr;
    std::int32_t (*storageBytes)(Handle tensor, std::int64_t* bytes) = nullptr;
    void (*setGradMode)(bool isOn) = nullptr;
    // Null before torch 2.7:
    std::int32_t (*newHandle)(Handle tensor, Handle* made) = nullptr;
    /// Runs an operator of torch. Arguments lie in `stack`, and then the result; handles among them are taken.
    std::int32_t (*call)(const char* name, const char* overload, std::uint64_t* stack) = nullptr;
    // Null in others that are old:
    std::int32_t (*newList)(std::size_t room, void** made) = nullptr;
    std::int32_t (*pushBack)(void* list, std::uint64_t value) = nullptr;
    /// For an argument that may be None; where this is not there, torch takes what `new` gives.
    std::int32_t (*newValue)(std::uint64_t** made) = nullptr;
    /// Why the last call failed: of those that print nothing.
    const char* (*lastProblem)() = nullptr;
    std::int32_t (*layoutOf)(Handle tensor, std::int32_t* layout) = nullptr;
    // NOLINTEND(misc-non-private-member-variables-in-classes)

private:
    StableTorch() = default;
    [[nodiscard]] void* find(const std::string& name) const;
    [[nodiscard]] std::optional<std::int32_t> constant(const std::string& name) const;

    void* m_library = nullptr;
    void* m_deviceLibrary = nullptr;
    std::string m_deviceProblem;
};

} // namespace cairn::runtime
