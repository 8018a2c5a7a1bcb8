#include "core/runtime/torch_search.h"

#include "core/base/files/write_place.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace cairn::runtime {

namespace fs = std::filesystem;

namespace {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): one for the process
std::mutex s_namedMutex;
std::string s_named;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nothing here changes the environment
    return value == nullptr ? std::string() : value;
}

bool isThere(const fs::path& path)
{
    std::error_code failure;
    return fs::exists(path, failure);
}

std::vector<fs::path> foldersIn(const fs::path& folder)
{
    std::vector<fs::path> found;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
        std::error_code unknown;
        if (entry->is_directory(unknown)) {
            found.push_back(entry->path());
        }
    }
    std::ranges::sort(found);
    return found;
}

/// Scripts stand for pythons that are chosen when they run.
bool isScript(const fs::path& program)
{
    std::ifstream file(program, std::ios::binary);
    std::array<char, 2> begin{};
    file.read(begin.data(), begin.size());
    return std::string_view(begin.data(), begin.size()) == "#!";
}

/// The first line that a program prints. It gets no input, its errors go nowhere, and what takes too long is ended.
std::string firstLineOf(std::vector<std::string> command, std::chrono::milliseconds patience)
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return {};
    }
    const Descriptor reading(ends[0]);
    Descriptor writing(ends[1]);
    // Scripts that choose a Python, such as those of pyenv and asdf, are told which by files in the current folder. It
    // may be a stranger's. To start a program elsewhere is more than glibc 2.17 can.
    for (const char* word : {"sh", "cd / && exec \"$@\"", "-c", "/bin/sh"}) {
        command.insert(command.begin(), word);
    }
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (std::string& argument : command) {
        arguments.push_back(argument.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    posix_spawnattr_t attributes{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, writing.number(), STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> environment;
    for (char** one = ::environ; *one != nullptr; ++one) {
        if (!std::string_view(*one).starts_with("PWD=")) {
            environment.push_back(*one);
        }
    }
    environment.push_back(nullptr);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP); // so that what a script starts ends with it
    pid_t process = 0;
    const int failure =
        ::posix_spawn(&process, command.front().c_str(), &actions, &attributes, arguments.data(), environment.data());
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (failure != 0) {
        return {};
    }
    writing = Descriptor();
    const auto end = std::chrono::steady_clock::now() + patience;
    std::string text;
    constexpr std::size_t most = 8'192;
    while (text.size() < most && text.find('\n') == std::string::npos) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd pipe{.fd = reading.number(), .events = POLLIN, .revents = 0};
        const int ready = left.count() > 0 ? ::poll(&pipe, 1, static_cast<int>(left.count())) : 0;
        std::array<char, 1024> piece{};
        const ssize_t got = ready > 0 ? ::read(reading.number(), piece.data(), piece.size()) : ready;
        if (got > 0) {
            text.append(piece.data(), static_cast<std::size_t>(got));
        } else if (got == 0 || errno != EINTR) {
            break;
        }
    }
    (void)::kill(-process, SIGKILL);
    (void)::waitpid(process, nullptr, 0);
    const std::size_t line = text.find('\n');
    return line == std::string::npos ? std::string() : text.substr(0, line);
}

class Search {
public:
    explicit Search(const TorchPlaces& places) : m_places(places) {}

    std::vector<TorchInstallation> everywhere()
    {
        environment(m_places.virtualEnv, "VIRTUAL_ENV");
        environment(m_places.condaPrefix, "CONDA_PREFIX");
        for (const char* name : {"python3", "python"}) {
            for (const std::string& folder : m_places.programFolders) {
                // Of a folder that is here by chance, nothing is to be run.
                if (const fs::path program = fs::path(folder) / name; program.is_absolute() && isThere(program)) {
                    python(program, std::string(name) + " on the PATH");
                    break;
                }
            }
        }
        inHome();
        for (const std::string& prefix : m_places.systemPrefixes) {
            environment(prefix, "a usual place");
            environmentsIn(fs::path(prefix) / "envs", "a usual place");
        }
        for (const std::string& folder : m_places.systemFolders) {
            libraries(folder, folder, "the system's libraries");
        }
        return std::move(m_found);
    }

    /// What a person names may be anything in or around an installation.
    std::vector<TorchInstallation> byName(const fs::path& named)
    {
        constexpr const char* by = "it was named";
        std::error_code failure;
        if (!fs::is_directory(named, failure)) {
            if (named.filename().string().starts_with("libtorch") && isThere(named)) {
                const fs::path folder = named.parent_path().parent_path();
                if (folder.filename() == "torch") { // of a Python, whose files tell more
                    packages(folder.parent_path(), folder, by);
                }
                add(torchByLibrary(named.string(), named.string()), by);
            } else if (isThere(named)) {
                python(named, by);
            }
            return std::move(m_found);
        }
        environment(named, by);
        packages(named, named, by); // site-packages
        if (named.filename() == "torch") {
            packages(named.parent_path(), named, by);
        }
        libraries(named, named, by);
        libraries(named / "lib", named, by); // of the archives for C++
        return std::move(m_found);
    }

private:
    void inHome()
    {
        if (m_places.home.empty()) {
            return;
        }
        constexpr const char* usual = "a usual place";
        const fs::path home(m_places.home);
        packagesIn(home / ".local", usual);
        for (const char* name : {".venv", "venv"}) {
            environment(home / name, usual);
        }
        for (const char* name : {"miniconda3", "anaconda3", "miniforge3", "mambaforge", "micromamba"}) {
            environment(home / name, usual);
            environmentsIn(home / name / "envs", usual);
        }
        for (const char* name : {".virtualenvs", ".local/share/virtualenvs", ".cache/pypoetry/virtualenvs",
                                 ".local/share/uv/tools", ".local/share/uv/python", ".local/share/pipx/venvs",
                                 ".local/pipx/venvs", ".pyenv/versions", ".local/share/mamba/envs", ".pixi/envs"}) {
            environmentsIn(home / name, usual);
        }
        // conda writes down each environment that it makes, wherever that is.
        std::ifstream list(home / ".conda/environments.txt");
        for (std::string line; std::getline(list, line);) {
            if (fs::path(line).is_absolute()) {
                environment(line, "conda's list of environments");
            }
        }
    }

    void environmentsIn(const fs::path& folder, const std::string& by)
    {
        for (const fs::path& one : foldersIn(folder)) {
            environment(one, by);
        }
    }

    void environment(const fs::path& prefix, const std::string& by)
    {
        if (!prefix.empty()) {
            packagesIn(prefix, by);
        }
    }

    /// The packages of whatever Python a prefix has.
    void packagesIn(const fs::path& prefix, const std::string& by)
    {
        for (const char* library : {"lib", "lib64"}) {
            for (const fs::path& folder : foldersIn(prefix / library)) {
                if (folder.filename().string().starts_with("python3")) {
                    packages(folder / "site-packages", prefix, by);
                    packages(folder / "dist-packages", prefix, by); // Debian's
                }
            }
        }
    }

    void packages(const fs::path& folder, const fs::path& place, const std::string& by)
    {
        add(torchInPackages(folder.string(), place.string()), by);
    }

    void libraries(const fs::path& folder, const fs::path& place, const std::string& by)
    {
        add(torchInFolder(folder.string(), place.string()), by);
    }

    void python(fs::path program, const std::string& by)
    {
        if (isScript(program)) {
            // Without the environment's own start files, and without any package.
            program = firstLineOf({program.string(), "-I", "-S", "-c", "import sys; print(sys.executable)"},
                                  m_places.patience);
        }
        const fs::path prefix = program.parent_path().parent_path();
        if (prefix.empty()) {
            return;
        }
        environment(prefix, by);
        std::error_code failure;
        const fs::path real = fs::canonical(program, failure);
        if (!failure && !isThere(prefix / "pyvenv.cfg")) { // an environment stands for itself, and has a link, too
            environment(real.parent_path().parent_path(), by);
        }
    }

    void add(std::optional<TorchInstallation> torch, const std::string& by)
    {
        if (!torch) {
            return;
        }
        std::error_code failure;
        const fs::path real = fs::weakly_canonical(torch->library, failure);
        const std::string key = failure ? torch->library : real.string();
        if (std::ranges::find(m_seen, key) == m_seen.end()) {
            m_seen.push_back(key);
            torch->foundBy = by;
            m_found.push_back(std::move(*torch));
        }
    }

    const TorchPlaces& m_places;
    std::vector<TorchInstallation> m_found;
    std::vector<std::string> m_seen;
};

} // namespace

void nameTorch(std::string place)
{
    const std::lock_guard lock(s_namedMutex);
    s_named = std::move(place);
}

TorchPlaces TorchPlaces::here()
{
    TorchPlaces places;
    {
        const std::lock_guard lock(s_namedMutex);
        places.named = s_named;
    }
    places.named = places.named.empty() ? variable("CAIRN_TORCH_AT") : places.named;
    places.virtualEnv = variable("VIRTUAL_ENV");
    places.condaPrefix = variable("CONDA_PREFIX");
    places.home = variable("HOME");
    const std::string path = variable("PATH");
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        places.programFolders.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    places.systemPrefixes = {"/opt/conda", "/opt/miniconda3", "/usr/local", "/usr"};
    places.systemFolders = {"/usr/local/lib", "/usr/lib64", "/usr/lib"};
    for (const fs::path& folder : foldersIn("/usr/lib")) {
        if (folder.filename().string().ends_with("-linux-gnu")) {
            places.systemFolders.push_back(folder.string());
        }
    }
    return places;
}

std::vector<TorchInstallation> findTorch(const TorchPlaces& places)
{
    if (places.isNone()) {
        return {};
    }
    Search search(places);
    if (places.named.empty()) {
        return search.everywhere();
    }
    std::error_code failure;
    const fs::path whole = fs::absolute(places.named, failure);
    return search.byName(failure ? fs::path(places.named) : whole);
}

} // namespace cairn::runtime
