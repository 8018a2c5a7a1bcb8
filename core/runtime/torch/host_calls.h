#pragma once

#include "core/runtime/common/runtime.h"

#include <cstdint>
#include <exception>
#include <string>

namespace cairn::runtime {

/// Ends a load from inside: what Host::onFailure is to be told.
class LoadFailed : public std::exception {
public:
    explicit LoadFailed(FailureKind failureKind) : kind(failureKind) {}
    LoadFailed(FailureKind failureKind, std::string torchText) : kind(failureKind), text(std::move(torchText)) {}
    [[nodiscard]] const char* what() const noexcept override { return text.c_str(); }

    FailureKind kind;
    std::uint32_t device = kNoIndex;
    std::uint32_t storage = kNoIndex;
    std::uint64_t placedBytes = 0;
    std::string text;
};

/// The program's functions, as the module likes to call them.
class HostCalls {
public:
    explicit HostCalls(const Host& host) : m_host(host) {}

    void checkStop() const
    {
        if (m_host.isStopped(m_host.self)) {
            throw LoadFailed(FailureKind::Stopped);
        }
    }
    void read(std::uint32_t storage, std::uint64_t offset, void* into, std::uint64_t bytes) const
    {
        if (!m_host.read(m_host.self, storage, offset, into, bytes)) {
            LoadFailed failure(FailureKind::Reading);
            failure.storage = storage;
            throw failure;
        }
    }
    void advance(std::uint64_t bytes) const { m_host.advance(m_host.self, bytes); }
    void report(const DeviceReport& done) const { m_host.onDevice(m_host.self, &done); }
    void problem(std::uint32_t tensor, const std::string& text) const
    {
        m_host.onProblem(m_host.self, tensor, text.c_str());
    }

private:
    Host m_host;
};

/// What went wrong, from inside a catch block: torch's words without the stack of addresses that it adds.
[[nodiscard]] std::string currentExceptionText();
/// The same as a LoadFailed.
[[nodiscard]] LoadFailed currentFailure();

} // namespace cairn::runtime
