#include "core/runtime/torch/host_calls.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <new>

namespace cairn::runtime {

namespace {

/// When a device lacks an operator, torch goes on for pages about who registered what where.
std::string withoutRegistrations(std::string text)
{
    text.resize(std::min(text.size(), text.find(" This could be because the operator doesn't exist")));
    return text;
}

} // namespace

std::string currentExceptionText()
{
    try {
        throw;
    } catch (const c10::Error& failure) {
        return withoutRegistrations(failure.what_without_backtrace());
    } catch (const std::bad_alloc&) {
        return "std::bad_alloc: there is not enough memory";
    } catch (const std::exception& failure) {
        return withoutRegistrations(failure.what());
    } catch (...) {
        return "an exception without a text";
    }
}

LoadFailed currentFailure()
{
    try {
        throw;
    } catch (const LoadFailed& failure) {
        return failure;
    } catch (const std::bad_alloc&) {
        return {FailureKind::Memory, currentExceptionText()};
    } catch (const c10::OutOfMemoryError&) {
        return {FailureKind::Memory, currentExceptionText()};
    } catch (...) {
        return {FailureKind::Torch, currentExceptionText()};
    }
}

} // namespace cairn::runtime
