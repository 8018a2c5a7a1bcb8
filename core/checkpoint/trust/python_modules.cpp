#include "core/checkpoint/trust/python_modules.h"

#include <algorithm>
#include <unordered_set>

namespace cairn::checkpoint {

namespace {

// Of Python 3.7 to 3.14, and what Python 2 called by other names. Left out are those that people call modules of their
// own by, and that no Python of today has: "new", "user", "parser".
// clang-format off
constexpr std::string_view kModules =
    "BaseHTTPServer Bastion CGIHTTPServer ConfigParser Cookie DocXMLRPCServer FileDialog HTMLParser MimeWriter "
    "Queue ScrolledText SimpleHTTPServer SimpleXMLRPCServer SocketServer StringIO Tix Tkinter UserDict UserList "
    "UserString __builtin__ __future__ _abc _aix_support _android_support _apple_support _ast _ast_unparse _asyncio "
    "_bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk _codecs_iso2022 _codecs_jp _codecs_kr "
    "_codecs_tw _collections _collections_abc _colorize _compat_pickle _compression _contextvars _crypt _csv "
    "_ctypes _curses _curses_panel _datetime _dbm _decimal _dummy_thread _elementtree _frozen_importlib "
    "_frozen_importlib_external _functools _gdbm _hashlib _heapq _hmac _imp _interpchannels _interpqueues "
    "_interpreters _io _ios_support _json _locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec "
    "_multiprocessing _opcode _opcode_metadata _operator _osx_support _overlapped _pickle _posixshmem "
    "_posixsubprocess _py_abc _py_warnings _pydatetime _pydecimal _pyio _pylong _pyrepl _queue _random "
    "_remote_debugging _scproxy _sha1 _sha2 _sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl "
    "_stat _statistics _string _strptime _struct _suggestions _symtable _sysconfig _thread _threading_local "
    "_tkinter _tokenize _tracemalloc _types _typing _uuid _warnings _weakref _weakrefset _winapi _winreg _wmi "
    "_zoneinfo _zstd abc aifc aix_support annotationlib antigravity anydbm argparse array ast asynchat asyncio "
    "asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cPickle cProfile cStringIO calendar cgi "
    "cgitb chunk cmath cmd code codecs codeop collections colorsys commands compileall compression concurrent "
    "configparser contextlib contextvars cookielib copy copy_reg copyreg crypt csv ctypes curses dataclasses "
    "datetime dbhash dbm decimal difflib dis distutils doctest dumbdbm dummy_thread dummy_threading email encodings "
    "ensurepip enum errno exceptions faulthandler fcntl filecmp fileinput fnmatch fpformat fractions ftplib "
    "functools gc gdbm genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html "
    "htmlentitydefs http httplib idlelib ihooks imaplib imghdr imp importlib imputil inspect io ipaddress itertools "
    "json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap markupbase marshal math md5 mhlib "
    "mimetools mimetypes mimify mmap modulefinder msilib msvcrt multifile multiprocessing netrc nis nntplib nt "
    "ntpath nturl2path numbers opcode operator optparse os os2emxpath ossaudiodev pathlib pdb pickle pickletools "
    "pipes pkgutil platform plistlib popen2 poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr "
    "pydoc pydoc_data pyexpat queue quopri random re readline repr reprlib resource rexec rfc822 rlcompleter "
    "robotparser runpy sched secrets select selectors sha shelve shlex shutil signal site smtpd smtplib sndhdr "
    "socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics statvfs string "
    "stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios "
    "textwrap this thread threading time timeit tkColorChooser tkCommonDialog tkFileDialog tkFont tkMessageBox "
    "tkSimpleDialog tkinter token tokenize tomllib trace traceback tracemalloc ttk tty turtle turtledemo types "
    "typing unicodedata unittest urllib urllib2 urlparse uu uuid venv warnings wave weakref webbrowser whichdb "
    "winreg winsound wsgiref xdrlib xml xmlrpc xmlrpclib xxlimited zipapp zipfile zipimport zlib zoneinfo";
// clang-format on

// Those that have modules inside. Somebody's own package may be called "code" or "trace".
constexpr std::string_view kPackages =
    "asyncio collections compression concurrent ctypes curses dbm distutils email encodings ensurepip html http "
    "idlelib "
    "importlib json lib2to3 logging msilib multiprocessing os pathlib profile pydoc_data re sqlite3 string sysconfig "
    "tkinter tomllib turtledemo unittest urllib venv wsgiref xml xmlrpc zipfile zoneinfo _pyrepl";

std::unordered_set<std::string_view> setOf(std::string_view words)
{
    std::unordered_set<std::string_view> all;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        all.insert(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return all;
}

} // namespace

bool isPythonModule(std::string_view module)
{
    static const std::unordered_set<std::string_view> modules = setOf(kModules);
    static const std::unordered_set<std::string_view> packages = setOf(kPackages);
    const auto dot = module.find('.');
    return dot == std::string_view::npos ? modules.contains(module) : packages.contains(module.substr(0, dot));
}

} // namespace cairn::checkpoint
