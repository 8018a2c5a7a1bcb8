#pragma once

#include "core/base/error.h"
#include "core/formats/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn::formats {

/// A row of the tensor table of a model.json.
struct JsonModelTensor {
    Dtype dtype = Dtype::Unknown;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; ///< as many as the shape has
    std::int64_t offset = 0;           ///< in elements
    std::string record;                ///< of the archive; tensors of one record share its bytes
    std::string device;
    bool requiresGrad = false;
    std::optional<std::pair<double, std::int64_t>> quantizer; ///< scale and zero point, per tensor
};

struct JsonModelModule {
    static constexpr std::uint32_t kNoParent = 0xFFFFFFFF;

    std::string name; ///< under its parent; the root's plays no part in paths
    std::uint32_t parent = kNoParent;
    std::string code; ///< record of its source, may be empty
};

/// A named thing of a module.
struct JsonModelSlot {
    enum class Kind : std::uint8_t {
        Parameter, ///< `id` is a row of the tensor table
        Buffer,    ///< `id` is a row of the tensor table
        Attribute, ///< `id` is a place in the sequence in attributes.pkl, -1 for None
    };

    Kind kind = Kind::Attribute;
    std::uint32_t module = 0;
    std::int64_t id = -1;
    std::string name;
    std::string type; ///< of an attribute, as TorchScript spells it
};

/// The model.json of TorchScript archives from PyTorch 1.0 to 1.3, taken as data. Plain value. Rows point at each other
/// by number, and every number was checked except the places in attributes.pkl.
struct JsonModel {
    std::int64_t protoVersion = 0;
    std::string producer; ///< "pytorch 1.0"
    std::vector<JsonModelTensor> tensors;
    std::vector<JsonModelModule> modules; ///< the root first, parents before children
    std::vector<JsonModelSlot> slots;     ///< by module
};

[[nodiscard]] Result<JsonModel> readJsonModel(std::string_view json);

} // namespace cairn::formats
