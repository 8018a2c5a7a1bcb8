#include "core/runtime/common/torch_installation.h"

#include "core/runtime/common/library_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace cairn::runtime {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLibrary = "libtorch_cpu.so";
constexpr std::string_view kQuotes = "'\"";

/// The begin of a text file; what it says of versions is there.
std::string beginOf(const fs::path& path)
{
    constexpr std::size_t most = 16'384;
    std::ifstream file(path, std::ios::binary);
    std::string text(most, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return text;
}

/// What a line of Python assigns to a name: the text between quotes. Empty for None, or where there is no such line.
std::string assigned(const std::string& text, std::string_view name)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line(text.data() + begin, end - begin);
        begin = end + 1;
        const std::size_t equals = line.find('=');
        if (!line.starts_with(name) || equals == std::string_view::npos ||
            line.substr(name.size(), equals - name.size()).find_first_not_of(" :Optional[str]|None") !=
                std::string_view::npos) {
            continue;
        }
        const std::size_t open = line.find_first_of(kQuotes, equals);
        const std::size_t close = open == std::string_view::npos ? open : line.find(line[open], open + 1);
        if (close != std::string_view::npos) {
            return std::string(line.substr(open + 1, close - open - 1));
        }
    }
    return {};
}

/// The library in a folder, or of several versions of it the newest: "libtorch_cpu.so.2.14" is newer than
/// "libtorch_cpu.so.2.6". Empty if there is none.
std::string libraryIn(const fs::path& folder)
{
    std::error_code failure;
    if (const fs::path plain = folder / kLibrary; fs::exists(plain, failure)) {
        return plain.string();
    }
    std::string found;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string path = entry->path().string();
        if (entry->path().filename().string().starts_with(std::string(kLibrary) + '.') &&
            std::pair(path.size(), path) > std::pair(found.size(), found)) {
            found = path;
        }
    }
    return found;
}

/// Where the libraries of a package lie: with it, or with those of the whole environment or system.
std::string libraryOf(const fs::path& package)
{
    std::vector<fs::path> folders{package / "lib"};
    fs::path above = package.parent_path().parent_path().parent_path(); // of lib/python3.12/site-packages/torch
    folders.push_back(above);
    std::error_code failure;
    for (fs::directory_iterator entry(above, failure), end; !failure && entry != end; entry.increment(failure)) {
        if (entry->path().filename().string().ends_with("-linux-gnu")) {
            folders.push_back(entry->path());
        }
    }
    for (const fs::path& folder : folders) {
        if (std::string found = libraryIn(folder); !found.empty()) {
            return found;
        }
    }
    return {};
}

/// "2.6" of "libtorch_cpu.so.2.6"
std::string versionInName(const fs::path& library)
{
    std::error_code failure;
    const fs::path real = fs::canonical(library, failure);
    const std::string name = (failure ? library : real).filename().string();
    const std::string begin = std::string(kLibrary) + '.';
    return name.starts_with(begin) ? name.substr(begin.size()) : std::string();
}

/// Of pip's and conda's records beside the package.
std::string versionInRecords(const fs::path& packages)
{
    std::error_code failure;
    for (fs::directory_iterator entry(packages, failure), end; !failure && entry != end; entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        constexpr std::string_view begin = "torch-";
        constexpr std::string_view ending = ".dist-info";
        if (name.starts_with(begin) && name.ends_with(ending)) {
            return name.substr(begin.size(), name.size() - begin.size() - ending.size());
        }
    }
    return {};
}

/// The C interface grew what Cairn needs of it in 2.3.
bool isTooOld(const std::string& version)
{
    constexpr unsigned leastMajor = 2;
    constexpr unsigned leastMinor = 3;
    unsigned major = 0;
    unsigned minor = 0;
    const char* const end = version.data() + version.size();
    const auto first = std::from_chars(version.data(), end, major);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '.' ||
        std::from_chars(first.ptr + 1, end, minor).ec != std::errc{}) {
        return false; // its functions will tell
    }
    return major < leastMajor || (major == leastMajor && minor < leastMinor);
}

void addLibraries(TorchInstallation& torch)
{
    struct Kind {
        const char* file;
        const char* devices;
    };
    constexpr std::array<Kind, 3> kinds{
        {{"libtorch_cuda.so", "CUDA"}, {"libtorch_hip.so", "ROCm"}, {"libtorch_xpu.so", "XPU"}}};
    const fs::path folder = fs::path(torch.library).parent_path();
    std::error_code failure;
    for (const Kind& kind : kinds) {
        if (fs::exists(folder / kind.file, failure)) {
            torch.deviceLibrary = (folder / kind.file).string();
            torch.devices = torch.devices.starts_with(kind.devices) ? torch.devices : kind.devices;
            return;
        }
    }
    if (!torch.devices.empty() && torch.devices != "CPU") {
        torch.problem = "it was built for " + torch.devices + ", and has no library for that: it is half installed";
    }
    torch.devices = torch.devices.empty() ? "CPU" : torch.devices;
}

void judge(TorchInstallation& torch)
{
    addLibraries(torch);
    if (isTooOld(torch.version)) {
        torch.problem = "it is too old: Cairn loads through PyTorch 2.3 and later";
        return;
    }
    for (const std::string& library : {torch.library, torch.deviceLibrary}) {
        if (library.empty() || !torch.problem.empty()) {
            continue;
        }
        if (const auto checked = checkLibraryFile(library); !checked) {
            torch.problem = fs::path(library).filename().string() + " cannot be used. " + checked.error().why.text();
        }
    }
}

} // namespace

std::optional<TorchInstallation> torchInPackages(const std::string& packages, const std::string& place)
{
    const fs::path package = fs::path(packages) / "torch";
    std::error_code failure;
    if (!fs::is_directory(package, failure)) {
        return std::nullopt;
    }
    TorchInstallation torch;
    torch.place = place;
    const std::string versions = beginOf(package / "version.py");
    torch.version = assigned(versions, "__version__");
    torch.version = torch.version.empty() ? versionInRecords(packages) : torch.version;
    if (const std::string cuda = assigned(versions, "cuda"); !cuda.empty()) {
        torch.devices = "CUDA " + cuda;
    } else if (const std::string hip = assigned(versions, "hip"); !hip.empty()) {
        torch.devices = "ROCm " + hip;
    }
    torch.library = libraryOf(package);
    if (torch.library.empty()) {
        if (versions.empty() && !fs::exists(package / "__init__.py", failure)) {
            return std::nullopt; // something else of that name
        }
        torch.library = (package / "lib" / kLibrary).string();
        torch.problem = "its library libtorch_cpu.so is missing: it is half installed";
        return torch;
    }
    judge(torch);
    return torch;
}

std::optional<TorchInstallation> torchInFolder(const std::string& folder, const std::string& place)
{
    const std::string library = libraryIn(folder);
    return library.empty() ? std::nullopt : std::optional(torchByLibrary(library, place));
}

TorchInstallation torchByLibrary(const std::string& library, const std::string& place)
{
    TorchInstallation torch;
    torch.place = place;
    torch.library = library;
    torch.version = versionInName(library);
    // Beside the folder of libraries in the archives that pytorch.org has for C++.
    if (torch.version.empty()) {
        torch.version = beginOf(fs::path(library).parent_path().parent_path() / "build-version");
        torch.version.resize(std::min(torch.version.size(), torch.version.find_first_of(" \r\n")));
    }
    judge(torch);
    return torch;
}

} // namespace cairn::runtime
