#include "core/checkpoint/pickles/python3_name.h"

#include <algorithm>
#include <array>

namespace cairn::checkpoint {

namespace {

struct Renamed {
    std::string_view module;
    std::string_view name; ///< empty: every name of the module, unless a row before says otherwise
    std::string_view newModule;
    std::string_view newName; ///< empty: as before
};

// What Python 3 calls differently, as far as pickles of data mention it. Same meaning as pickle's fix_imports.
// clang-format off
constexpr std::array kRenamed = {
    Renamed{"__builtin__", "long", "builtins", "int"},
    Renamed{"__builtin__", "unicode", "builtins", "str"},
    Renamed{"__builtin__", "basestring", "builtins", "str"},
    Renamed{"__builtin__", "xrange", "builtins", "range"},
    Renamed{"__builtin__", "unichr", "builtins", "chr"},
    Renamed{"__builtin__", "reduce", "functools", "reduce"},
    Renamed{"__builtin__", "intern", "sys", "intern"},
    Renamed{"__builtin__", "", "builtins", ""},
    Renamed{"exceptions", "StandardError", "builtins", "Exception"},
    Renamed{"exceptions", "", "builtins", ""},
    Renamed{"copy_reg", "", "copyreg", ""},
    Renamed{"itertools", "izip", "builtins", "zip"},
    Renamed{"itertools", "imap", "builtins", "map"},
    Renamed{"itertools", "ifilter", "builtins", "filter"},
    Renamed{"itertools", "ifilterfalse", "itertools", "filterfalse"},
    Renamed{"itertools", "izip_longest", "itertools", "zip_longest"},
    Renamed{"UserDict", "IterableUserDict", "collections", "UserDict"},
    Renamed{"UserDict", "", "collections", ""},
    Renamed{"UserList", "", "collections", ""},
    Renamed{"UserString", "", "collections", ""},
    Renamed{"_abcoll", "", "collections.abc", ""},
    Renamed{"StringIO", "", "io", ""},
    Renamed{"cStringIO", "", "io", ""},
    Renamed{"cPickle", "", "pickle", ""},
    Renamed{"Queue", "", "queue", ""},
    Renamed{"ConfigParser", "", "configparser", ""},
    Renamed{"repr", "", "reprlib", ""},
    Renamed{"Dialog", "", "tkinter.dialog", ""},
    Renamed{"SimpleDialog", "", "tkinter.simpledialog", ""},
    Renamed{"Tkconstants", "", "tkinter.constants", ""},
    Renamed{"Tkdnd", "", "tkinter.dnd", ""},
    Renamed{"test.test_support", "", "test.support", ""},
    Renamed{"thread", "", "_thread", ""},
    Renamed{"commands", "", "subprocess", ""},
    Renamed{"httplib", "", "http.client", ""},
    Renamed{"xmlrpclib", "", "xmlrpc.client", ""},
    Renamed{"urllib", "urlopen", "urllib.request", ""},
    Renamed{"urllib", "urlretrieve", "urllib.request", ""},
    Renamed{"urllib2", "HTTPError", "urllib.error", ""},
    Renamed{"urllib2", "URLError", "urllib.error", ""},
    Renamed{"urllib2", "", "urllib.request", ""},
    Renamed{"urlparse", "", "urllib.parse", ""},
    Renamed{"multiprocessing.process", "Process", "multiprocessing.context", ""},
    Renamed{"multiprocessing.forking", "Popen", "multiprocessing.popen_fork", ""},
};
// clang-format on

} // namespace

std::pair<std::string_view, std::string_view> python3Name(const formats::GlobalName& global, int protocol)
{
    constexpr int firstOfPython3 = 3; // whose names mean what they say
    const std::string_view module = global.module;
    const std::string_view name = global.name;
    if (protocol >= firstOfPython3) {
        return {module, name};
    }
    const auto* const row = std::ranges::find_if(kRenamed, [&](const Renamed& renamed) {
        return renamed.module == module && (renamed.name.empty() || renamed.name == name);
    });
    if (row == kRenamed.end()) {
        return {module, name};
    }
    return {row->newModule, row->newName.empty() ? name : row->newName};
}

} // namespace cairn::checkpoint
