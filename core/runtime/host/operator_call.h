#pragma once

#include "core/runtime/host/stable_torch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace cairn::runtime {

/// One call of an operator of torch by its name: its arguments in the order of its schema, then run(). Arguments that
/// are not named are None, also those that a later torch may have in the end.
class OperatorCall {
public:
    using Handle = StableTorch::Handle;

    explicit OperatorCall(const StableTorch& torch);

    OperatorCall& tensor(Handle tensor);
    OperatorCall& number(std::int64_t number);
    OperatorCall& real(double number);
    OperatorCall& list(std::span<const std::int64_t> numbers);
    OperatorCall& none();
    /// Of an argument that may be None.
    OperatorCall& given(std::int64_t number);

    /// What it gives: the bits of a number, or a handle. Nothing if this torch cannot; it has printed why, if it has
    /// the functions for it at all.
    [[nodiscard]] std::optional<std::uint64_t> run(const char* name, const char* overload = "");
    [[nodiscard]] Handle runForTensor(const char* name, const char* overload = "");

private:
    OperatorCall& add(std::uint64_t bits);

    const StableTorch& m_torch;
    std::array<std::uint64_t, 16> m_stack{}; // more than any operator has that is called here
    std::size_t m_count = 0;
    bool m_isFine = true;
};

} // namespace cairn::runtime
