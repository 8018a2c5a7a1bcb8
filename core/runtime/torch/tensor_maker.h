#pragma once

#include "core/runtime/torch/host_calls.h"
#include "core/runtime/torch/loaded.h"

namespace cairn::runtime {

/// Makes the tensors of a LoadOrder over storages that are there: views first, then what is made of other tensors.
/// One that LibTorch refuses is a problem of its own, told to the host, and stays undefined.
class TensorMaker {
public:
    TensorMaker(const LoadOrder& order, Loaded& loaded) : m_order(order), m_host(order.host), m_loaded(loaded) {}

    void run();

private:
    void make(std::uint32_t id);
    [[nodiscard]] at::Tensor tensorFor(const TensorOrder& order) const;
    [[nodiscard]] at::Tensor view(const TensorOrder& order) const;
    [[nodiscard]] at::Tensor emptyFor(const TensorOrder& order, const at::TensorOptions& options) const;
    [[nodiscard]] at::Tensor sparse(const TensorOrder& order) const;
    [[nodiscard]] at::Tensor nested(const TensorOrder& order) const;
    [[nodiscard]] const at::Tensor& part(const TensorOrder& order, std::size_t index) const;
    [[nodiscard]] c10::ScalarType dtypeOf(const TensorOrder& order) const;

    const LoadOrder& m_order;
    HostCalls m_host;
    Loaded& m_loaded;
    // The dtype asked for last: the next is mostly the same.
    mutable const char* m_dtypeName = nullptr;
    mutable c10::ScalarType m_dtype = c10::ScalarType::Undefined;
};

} // namespace cairn::runtime
