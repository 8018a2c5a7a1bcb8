#include "core/checkpoint/dangerous_globals.h"

#include "core/checkpoint/word_list.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

namespace {

struct Danger {
    std::string_view module;
    std::string_view names; ///< separated by blanks; empty: the whole module and what is below it
};

struct Group {
    std::string_view why;
    std::array<Danger, 24> dangers;
};

// clang-format off
constexpr std::array kGroups = {
    Group{"It can start programs and change files", {{
        {"os", ""}, {"posix", ""}, {"nt", ""}, {"sys", ""}, {"subprocess", ""}, {"_posixsubprocess", ""}, {"pty", ""},
        {"shutil", ""}, {"platform", "popen"}, {"asyncio.subprocess", ""}, {"asyncio.unix_events", ""},
        {"multiprocessing.context", "Process"}, {"multiprocessing.popen_fork", ""}, {"distutils.spawn", ""},
        {"distutils.file_util", ""}, {"distutils.dir_util", ""}, {"numpy.distutils.exec_command", ""}, {"pip", ""},
        {"tempfile", ""}, {"webbrowser", ""}, {"signal", "alarm raise_signal pthread_kill"},
    }}},
    Group{"It can run Python code that the file brings along", {{
        {"builtins", "eval exec execfile compile __import__ breakpoint input globals locals"},
        {"types", "FunctionType LambdaType CodeType MethodType"}, {"marshal", ""}, {"importlib", ""},
        {"_frozen_importlib", ""}, {"imp", "load_module load_source load_dynamic load_compiled"}, {"runpy", ""},
        {"pkgutil", ""}, {"zipimport", ""}, {"code", "interact InteractiveConsole InteractiveInterpreter"},
        {"codeop", ""}, {"pdb", ""}, {"bdb", "Bdb"}, {"timeit", ""}, {"trace", "Trace"}, {"profile", "run runctx Profile"},
        {"cProfile", ""}, {"pydoc", ""}, {"atexit", ""}, {"cloudpickle", ""}, {"dill", ""},
        {"torch.fx.graph_module", "reduce_graph_module reduce_package_graph_module"},
        {"numpy.testing._private.utils", "runstring"},
    }}},
    Group{"It can open files or network connections", {{
        {"builtins", "open file"}, {"io", "open open_code FileIO"}, {"_io", "open open_code FileIO"}, {"codecs", "open"},
        {"socket", ""}, {"_socket", ""}, {"urllib.request", ""}, {"http.client", ""}, {"ftplib", ""}, {"smtplib", ""},
        {"telnetlib", ""}, {"xmlrpc", ""}, {"sqlite3", ""}, {"requests.api", ""}, {"fileinput", ""}, {"linecache", ""},
    }}},
    Group{"It can load native code", {{
        {"ctypes", ""}, {"_ctypes", ""}, {"cffi", ""}, {"torch.utils.cpp_extension", ""}, {"torch._ops", "load_library"},
    }}},
    Group{"It unpickles other data, with everything allowed", {{
        {"pickle", ""}, {"_pickle", ""}, {"shelve", ""}, {"joblib", "load"}, {"joblib.numpy_pickle", "load"},
        {"torch", "load"}, {"torch.serialization", "load _load _legacy_load"}, {"torch.jit", "load"},
        {"torch.jit._serialization", "load"}, {"torch.hub", ""}, {"torch.package", ""}, {"pandas", "read_pickle"},
        {"pandas.io.pickle", "read_pickle"}, {"numpy", "load"}, {"numpy.lib.npyio", "load"},
    }}},
    Group{"It can fetch or set anything by its name, as attacks do; enums of Python 3.11 are saved with getattr too", {{
        {"builtins", "getattr setattr delattr"},
    }}},
    Group{"It can call whatever its arguments name", {{
        {"operator", "attrgetter methodcaller"}, {"_operator", "attrgetter methodcaller"},
        {"functools", "partial partialmethod reduce"}, {"_functools", "partial reduce"},
    }}},
};
// clang-format on

bool matches(const Danger& danger, std::string_view module, std::string_view name)
{
    if (danger.module.empty() || !module.starts_with(danger.module)) {
        return false;
    }
    const std::string_view rest = module.substr(danger.module.size());
    if (danger.names.empty()) {
        return rest.empty() || rest.starts_with('.');
    }
    return rest.empty() && isListed(danger.names, name.substr(0, name.find('.')));
}

std::string_view dangerOfPlain(std::string_view module, std::string_view name)
{
    for (const Group& group : kGroups) {
        for (const Danger& danger : group.dangers) {
            if (matches(danger, module, name)) {
                return group.why;
            }
        }
    }
    return {};
}

} // namespace

std::string_view dangerOf(std::string_view module, std::string_view name)
{
    std::string_view why = dangerOfPlain(module, name);
    // A dotted name can go through a module that another one has imported, perhaps under a private name:
    // "torch.os.system" of torch._utils, "_sys.exit" of collections.
    std::string_view rest = name;
    for (auto dot = rest.find('.'); why.empty() && dot != std::string_view::npos; dot = rest.find('.')) {
        const std::string_view part = rest.substr(0, dot);
        rest = rest.substr(dot + 1);
        why = dangerOfPlain(part.substr(std::min(part.find_first_not_of('_'), part.size())), rest);
    }
    return why;
}

} // namespace cairn::checkpoint
