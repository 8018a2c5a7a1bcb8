#include "core/checkpoint/trust/dangerous_globals.h"

#include "core/checkpoint/pickles/word_list.h"

#include <algorithm>
#include <array>
#include <string>

namespace cairn::checkpoint {

namespace {

struct Danger {
    std::string_view module;
    std::string_view names; ///< separated by blanks; empty: the whole module and what is below it
};

struct Group {
    Phrase why;
    std::array<Danger, 40> dangers;
};

// clang-format off
constexpr std::array kGroups = {
    Group{phrase("It can start programs and change files"), {{
        {"os", ""}, {"posix", ""}, {"nt", ""}, {"sys", ""}, {"subprocess", ""}, {"_posixsubprocess", ""}, {"pty", ""},
        {"shutil", ""}, {"platform", "popen"}, {"asyncio.subprocess", ""}, {"asyncio.unix_events", ""},
        {"multiprocessing.context", "Process"}, {"multiprocessing.popen_fork", ""}, {"distutils.spawn", ""},
        {"distutils.file_util", ""}, {"distutils.dir_util", ""}, {"numpy.distutils", ""}, {"pip", ""}, {"setuptools", ""},
        {"tempfile", ""}, {"webbrowser", ""}, {"signal", "alarm raise_signal pthread_kill"},
        {"torch.utils.bottleneck", ""}, {"torch.utils.collect_env", ""}, {"torch.multiprocessing", ""},
        {"torch.distributed.launch", ""}, {"torch.distributed.launcher", ""}, {"torch.distributed.run", ""},
        {"torch.distributed.elastic", ""}, {"torch.distributed.rpc", ""},
    }}},
    Group{phrase("It can run Python code that the file brings along"), {{
        {"builtins", "eval exec execfile compile __import__ breakpoint input globals locals"},
        {"types", "FunctionType LambdaType CodeType MethodType"}, {"marshal", ""}, {"importlib", ""},
        {"_frozen_importlib", ""}, {"imp", "load_module load_source load_dynamic load_compiled"}, {"runpy", ""},
        {"pkgutil", ""}, {"zipimport", ""}, {"code", "interact InteractiveConsole InteractiveInterpreter"},
        {"codeop", ""}, {"pdb", ""}, {"bdb", "Bdb"}, {"timeit", ""}, {"trace", "Trace"}, {"profile", "run runctx Profile"},
        {"cProfile", ""}, {"pydoc", ""}, {"atexit", ""}, {"cloudpickle", ""}, {"dill", ""},
        {"torch.fx.graph_module", "reduce_graph_module reduce_package_graph_module reduce_deploy_graph_module "
                                  "_forward_from_src _exec_with_source _method_from_src"},
        {"torch._dynamo", ""}, {"torch._inductor", ""}, {"torch.library", ""}, {"torch", "compile _import_dotted_name"},
        {"numpy.testing", ""}, {"test.support", ""}, {"sympy", "S sympify parse_expr lambdify"},
        {"sympy.core.sympify", "sympify"}, {"sympy.parsing", ""}, {"sympy.utilities.lambdify", "lambdify"},
        {"yaml", "load load_all full_load full_load_all unsafe_load unsafe_load_all"},
    }}},
    Group{phrase("It can open files or network connections"), {{
        {"builtins", "open file"}, {"io", "open open_code FileIO"}, {"_io", "open open_code FileIO"}, {"codecs", "open"},
        {"socket", ""}, {"_socket", ""}, {"urllib.request", ""}, {"http.client", ""}, {"ftplib", ""}, {"smtplib", ""},
        {"telnetlib", ""}, {"xmlrpc", ""}, {"sqlite3", ""}, {"requests", ""}, {"fileinput", ""}, {"linecache", ""},
        {"pathlib", ""}, {"torch", "save from_file PyTorchFileReader PyTorchFileWriter"},
        {"torch._C", "PyTorchFileReader PyTorchFileWriter"},
        {"torch.distributed", "FileStore TCPStore"}, {"torch._C._distributed_c10d", "FileStore TCPStore"},
        {"torch.utils.model_zoo", ""}, {"torch.utils.tensorboard", ""},
        {"numpy", "DataSource fromfile genfromtxt loadtxt memmap save savetxt savez savez_compressed"},
        {"aiohttp", ""},
    }}},
    Group{phrase("It can load native code"), {{
        {"ctypes", ""}, {"_ctypes", ""}, {"cffi", ""}, {"torch.utils.cpp_extension", ""}, {"torch._ops", ""}, {"torch.ops", ""},
        {"torch._classes", ""}, {"torch.classes", ""}, {"numpy.ctypeslib", ""}, {"numpy.f2py", ""},
    }}},
    Group{phrase("It unpickles other data, with everything allowed"), {{
        {"pickle", ""}, {"_pickle", ""}, {"shelve", ""}, {"joblib", "load"}, {"joblib.numpy_pickle", "load"},
        {"torch", "load"}, {"torch.serialization", "load _load _legacy_load"}, {"torch.jit", ""},
        {"torch.export", ""}, {"torch._export", ""}, {"torch.hub", ""}, {"torch.package", ""}, {"pandas", "read_pickle"},
        {"pandas.io.pickle", "read_pickle"}, {"numpy", "load"}, {"numpy.lib.npyio", "load NpzFile"},
        {"numpy.lib._npyio_impl", "load NpzFile"},
    }}},
    Group{phrase("It can fetch or set anything by its name, as attacks do; enums of Python 3.11 are saved with getattr too"), {{
        {"builtins", "getattr setattr delattr"},
    }}},
    Group{phrase("It can call whatever its arguments name"), {{
        {"operator", "attrgetter methodcaller"}, {"_operator", "attrgetter methodcaller"},
        {"functools", "partial partialmethod reduce"}, {"_functools", "partial reduce"},
        {"torch.nn.functional", "boolean_dispatch handle_torch_function"},
        {"torch.nn.modules.module", "register_module_backward_hook register_module_forward_hook "
                                    "register_module_forward_pre_hook register_module_full_backward_hook "
                                    "register_module_full_backward_pre_hook register_module_buffer_registration_hook "
                                    "register_module_module_registration_hook "
                                    "register_module_parameter_registration_hook"},
    }}},
};
// clang-format on

/// The path is compared as a whole: where a file cuts it into module and name is its own choice.
bool matches(const Danger& danger, std::string_view path)
{
    const bool mayMatch = !danger.module.empty() && !path.empty() && path.front() == danger.module.front();
    if (!mayMatch || !path.starts_with(danger.module)) {
        return false;
    }
    const std::string_view rest = path.substr(danger.module.size());
    if (danger.names.empty()) {
        return rest.empty() || rest.starts_with('.');
    }
    return rest.starts_with('.') && isListed(danger.names, rest.substr(1, rest.find('.', 1) - 1));
}

Phrase dangerOfPath(std::string_view path)
{
    for (const Group& group : kGroups) {
        for (const Danger& danger : group.dangers) {
            if (matches(danger, path)) {
                return group.why;
            }
        }
    }
    return {};
}

} // namespace

Phrase dangerOf(std::string_view module, std::string_view name)
{
    std::string path(module);
    Phrase why = dangerOfPath(path.append(".").append(name));
    // A dotted name can go through a module that another one has imported, perhaps under a private name:
    // "torch.os.system" of torch._utils, "_sys.exit" of collections.
    for (std::string_view rest = name; why.empty() && rest.contains('.');) {
        why = dangerOfPath(rest.substr(std::min(rest.find_first_not_of('_'), rest.size())));
        rest = rest.substr(rest.find('.') + 1);
    }
    return why;
}

} // namespace cairn::checkpoint
