#include "core/runtime/torch/script_loader.h"

#include <caffe2/serialize/read_adapter_interface.h>

#include <exception>
#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace cairn::runtime {

namespace {

/// Bytes for LibTorch, which never sees the file. No exception may pass through its zip reader, which is written in C:
/// a failure is kept here, and a short read makes LibTorch give up.
class HostReader final : public caffe2::serialize::ReadAdapterInterface {
public:
    HostReader(const HostCalls& host, std::uint64_t bytes, std::exception_ptr& failure)
        : m_host(host), m_bytes(bytes), m_failure(failure)
    {
    }

    [[nodiscard]] std::size_t size() const override { return static_cast<std::size_t>(m_bytes); }

    std::size_t read(std::uint64_t position, void* buffer, std::size_t count, const char* /*what*/) const override
    {
        try {
            m_host.checkStop();
            m_host.read(0, position, buffer, count);
            m_host.advance(count);
            return count;
        } catch (...) {
            m_failure = std::current_exception();
            return 0;
        }
    }

private:
    HostCalls m_host;
    std::uint64_t m_bytes;
    std::exception_ptr& m_failure; ///< the loader's: this object is gone with its archive
};

std::string joined(const std::string& prefix, const std::string& key)
{
    return prefix.empty() ? key : prefix + '.' + key;
}

/// Every tensor below an object, by its keys joined by dots. Goes through what the archive holds, not through code.
class TensorFinder {
public:
    std::unordered_map<std::string, at::Tensor> find(const torch::jit::Module& module)
    {
        m_queue.push_back({"", module._ivalue()});
        while (!m_queue.empty()) {
            const Item item = std::move(m_queue.back());
            m_queue.pop_back();
            visit(item.name, item.value);
        }
        return std::move(m_found);
    }

private:
    struct Item {
        std::string name;
        c10::IValue value;
    };

    void visit(const std::string& name, const c10::IValue& value)
    {
        if (value.isTensor()) {
            m_found.emplace(name, value.toTensor());
        } else if (value.isObject()) {
            object(name, value.toObjectRef());
        } else if (value.isGenericDict()) {
            for (const auto& item : value.toGenericDict()) {
                m_queue.push_back({joined(name, keyText(item.key())), item.value()});
            }
        } else if (value.isTuple()) {
            elements(name, value.toTupleRef().elements());
        } else if (value.isTensorList()) {
            elements(name, value.toTensorVector());
        } else if (value.isList()) {
            elements(name, value.toListRef());
        }
    }

    void object(const std::string& name, const c10::ivalue::Object& object)
    {
        if (!m_seen.insert(&object).second) {
            return;
        }
        for (std::size_t slot = 0; slot < object.slots().size(); ++slot) {
            m_queue.push_back({joined(name, object.type()->getAttributeName(slot)), object.slots()[slot]});
        }
    }

    template <typename List>
    void elements(const std::string& name, const List& list)
    {
        std::size_t index = 0;
        for (const auto& element : list) {
            m_queue.push_back({joined(name, std::to_string(index++)), element});
        }
    }

    static std::string keyText(const c10::IValue& key)
    {
        if (key.isString()) {
            return key.toStringRef();
        }
        return key.isInt() ? std::to_string(key.toInt()) : std::string("?");
    }

    std::vector<Item> m_queue;
    std::unordered_map<std::string, at::Tensor> m_found;
    std::unordered_set<const void*> m_seen;
};

} // namespace

void loadScript(const ScriptOrder& order, Loaded& loaded)
{
    const HostCalls host(order.host);
    std::exception_ptr failure;
    c10::optional<c10::Device> device;
    if (order.device != nullptr) {
        device = c10::Device(std::string(order.device));
    }
    try {
        loaded.script = torch::jit::load(std::make_shared<HostReader>(host, order.bytes, failure), device);
    } catch (...) {
        if (failure) {
            std::rethrow_exception(failure);
        }
        throw;
    }
    const auto found = TensorFinder().find(*loaded.script);
    loaded.tensors.resize(order.tensorCount);
    for (std::uint32_t id = 0; id < order.tensorCount; ++id) {
        const auto tensor = found.find(order.names[id]);
        if (tensor != found.end()) { // constants of the code are loaded too, but LibTorch keeps them to itself
            loaded.tensors[id] = tensor->second;
        }
    }
}

} // namespace cairn::runtime
