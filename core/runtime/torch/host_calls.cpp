#include "core/runtime/torch/host_calls.h"

#include <c10/util/Exception.h>

#include <new>

namespace cairn::runtime {

std::string currentExceptionText()
{
    try {
        throw;
    } catch (const c10::Error& failure) {
        return failure.what_without_backtrace();
    } catch (const std::bad_alloc&) {
        return "std::bad_alloc: there is not enough memory";
    } catch (const std::exception& failure) {
        return failure.what();
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
