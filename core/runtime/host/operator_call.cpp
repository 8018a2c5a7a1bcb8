#include "core/runtime/host/operator_call.h"

#include <bit>

namespace cairn::runtime {

OperatorCall::OperatorCall(const StableTorch& torch) : m_torch(torch), m_isFine(torch.hasOperators()) {}

OperatorCall& OperatorCall::add(std::uint64_t bits)
{
    if (m_count < m_stack.size()) {
        m_stack.at(m_count++) = bits;
    } else {
        m_isFine = false;
    }
    return *this;
}

OperatorCall& OperatorCall::tensor(Handle tensor)
{
    Handle taken = nullptr; // by the call
    m_isFine = m_isFine && m_torch.newHandle(tensor, &taken) == 0;
    return add(reinterpret_cast<std::uint64_t>(taken));
}

OperatorCall& OperatorCall::number(std::int64_t number)
{
    return add(static_cast<std::uint64_t>(number));
}

OperatorCall& OperatorCall::real(double number)
{
    return add(std::bit_cast<std::uint64_t>(number));
}

OperatorCall& OperatorCall::list(std::span<const std::int64_t> numbers)
{
    void* made = nullptr; // taken by the call, too
    m_isFine = m_isFine && m_torch.hasLists() && m_torch.newList(numbers.size(), &made) == 0;
    for (const std::int64_t number : numbers) {
        m_isFine = m_isFine && m_torch.pushBack(made, static_cast<std::uint64_t>(number)) == 0;
    }
    return add(reinterpret_cast<std::uint64_t>(made));
}

OperatorCall& OperatorCall::none()
{
    return add(0);
}

OperatorCall& OperatorCall::given(std::int64_t number)
{
    std::uint64_t* value = nullptr;
    if (m_torch.newValue == nullptr) {
        value = new std::uint64_t(0); // NOLINT(cppcoreguidelines-owning-memory): torch deletes it
    } else {
        m_isFine = m_isFine && m_torch.newValue(&value) == 0 && value != nullptr;
    }
    if (value != nullptr) {
        *value = static_cast<std::uint64_t>(number);
    }
    return add(reinterpret_cast<std::uint64_t>(value)); // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): as above
}

std::optional<std::uint64_t> OperatorCall::run(const char* name, const char* overload)
{
    const bool isDone = m_isFine && m_torch.call(name, overload, m_stack.data()) == 0;
    return isDone ? std::optional(m_stack.front()) : std::nullopt;
}

OperatorCall::Handle OperatorCall::runForTensor(const char* name, const char* overload)
{
    const std::uint64_t given = run(name, overload).value_or(0);
    return reinterpret_cast<Handle>(given); // NOLINT(performance-no-int-to-ptr): so it is given
}

} // namespace cairn::runtime
