#include "core/checkpoint/python/python_value.h"

#include "core/checkpoint/pickles/pickle_call.h"
#include "core/checkpoint/python/date_value.h"
#include "core/checkpoint/python/library_value.h"
#include "core/checkpoint/python/numpy_value.h"
#include "core/checkpoint/python/plain_call.h"
#include "core/checkpoint/python/torch_value.h"

#include <array>

namespace cairn::checkpoint {

using formats::NodeId;
using formats::NodeKind;
using formats::PickleGraph;

namespace {

using Reader = std::optional<PythonValue> (*)(const PickleCall&);

struct Recogniser {
    std::string_view module;
    std::string_view name;
    Reader read;
};

std::optional<PythonValue> readAttribute(const PickleCall& call)
{
    const auto owner = pythonName(call.graph(), call.argument(0));
    const auto attribute = call.text(1);
    if (owner && owner->is("torch._utils", "torch") && attribute) {
        return torchConstant(*attribute);
    }
    return classAttribute(call);
}

/// What has a text of its own. Everything else that is plain reads "Name(arguments)".
constexpr std::array kRecognisers = {
    Recogniser{"builtins", "complex", readComplex},
    Recogniser{"builtins", "range", readRange},
    Recogniser{"builtins", "type", readTypeOf},
    Recogniser{"builtins", "getattr", readAttribute},
    Recogniser{"datetime", "date", readDate},
    Recogniser{"datetime", "time", readTime},
    Recogniser{"datetime", "datetime", readDatetime},
    Recogniser{"datetime", "timedelta", readTimedelta},
    Recogniser{"datetime", "timezone", readTimezone},
    Recogniser{"pathlib", "PurePath", readPath},
    Recogniser{"pathlib", "PurePosixPath", readPath},
    Recogniser{"pathlib", "PureWindowsPath", readPath},
    Recogniser{"pathlib", "Path", readPath},
    Recogniser{"pathlib", "PosixPath", readPath},
    Recogniser{"pathlib", "WindowsPath", readPath},
    Recogniser{"fractions", "Fraction", readFraction},
    Recogniser{"uuid", "UUID", readUuid},
    Recogniser{"torch", "Size", readTorchSize},
    Recogniser{"torch", "device", readTorchDevice},
    Recogniser{"torch.serialization", "_get_layout", readTorchLayout},
    Recogniser{"numpy", "dtype", readNumpyDtype},
    Recogniser{"numpy.core.multiarray", "scalar", readNumpyScalar},
};

/// These carry their value in the state; for all others a state means that there is more to show than a text.
bool mayHaveState(Reader read)
{
    return read == readUuid || read == readNumpyDtype;
}

std::optional<PythonValue> constant(const PickleGraph& graph, NodeId node)
{
    const auto name = pythonName(graph, node);
    if (name && name->module == "torch") {
        return torchConstant(name->name);
    }
    return name && name->module == "builtins" ? builtinConstant(name->name) : std::nullopt;
}

} // namespace

std::optional<PythonValue> pythonValue(const PickleGraph& graph, const SourcePtr& source, NodeId node)
{
    if (graph.is(node, NodeKind::Global)) {
        return constant(graph, node);
    }
    const auto call = PickleCall::at(graph, source, node);
    if (!call || call->hasItems() || bytesValue(graph, source, node, 0)) {
        return std::nullopt;
    }
    for (const Recogniser& known : kRecognisers) {
        if (call->name().is(known.module, known.name)) {
            return call->state() == formats::kNoNode || mayHaveState(known.read) ? known.read(*call) : std::nullopt;
        }
    }
    return plainCall(*call);
}

} // namespace cairn::checkpoint
