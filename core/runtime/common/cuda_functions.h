#pragma once

#include <dlfcn.h>

#include <optional>
#include <string>
#include <utility>

namespace cairn::runtime {

/// The C functions of a runtime, by the names that both CUDA and ROCm have for them. No header: which version is there
/// is known only here, and these have been the same in all of them.
class CudaFunctions {
public:
    /// Those of the runtime that `library`, one of torch's, was linked to; nothing if there is none.
    [[nodiscard]] static std::optional<CudaFunctions> of(void* library)
    {
        for (const char* prefix : {"cuda", "hip"}) {
            CudaFunctions found(library, prefix);
            if (library != nullptr && found.has("GetDeviceCount")) {
                return found;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool isRocm() const noexcept { return m_prefix == "hip"; }
    [[nodiscard]] bool has(const char* name) const { return find(name) != nullptr; }
    template <typename... Arguments>
    using Function = int (*)(Arguments...);
    /// Null where the library does not have it.
    template <typename... Arguments>
    [[nodiscard]] Function<Arguments...> function(const char* name) const
    {
        return reinterpret_cast<Function<Arguments...>>(find(name));
    }
    /// What the function gives, 0 if all is well; its code for "unknown" where the library does not have it.
    template <typename... Arguments>
    int call(const char* name, Arguments... arguments) const
    {
        constexpr int unknown = 999;
        const auto found = function<Arguments...>(name);
        return found == nullptr ? unknown : found(arguments...);
    }
    [[nodiscard]] std::string wordsFor(int code) const
    {
        const auto function = reinterpret_cast<const char* (*)(int)>(find("GetErrorString"));
        const char* words = function == nullptr ? nullptr : function(code);
        return words == nullptr ? "error " + std::to_string(code) : words;
    }

private:
    CudaFunctions(void* library, std::string prefix) : m_library(library), m_prefix(std::move(prefix)) {}
    [[nodiscard]] void* find(const char* name) const { return ::dlsym(m_library, (m_prefix + name).c_str()); }

    void* m_library;
    std::string m_prefix;
};

} // namespace cairn::runtime
