#include "core/runtime/open_module.h"

#include "core/base/text/text.h"
#include "core/runtime/compiled_module.h"
#include "core/runtime/host/hosted_torch.h"
#include "core/runtime/host/script_python.h"
#include "core/runtime/module_search.h"
#include "core/runtime/torch_search.h"

#include <atomic>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>

namespace cairn::runtime {

namespace {

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): LibTorch is one for the process, too
std::atomic<bool> s_isOpen = false;

constexpr Phrase kAllElseWorks = phrase("Everything but loading through LibTorch works without it");
constexpr Phrase kHowToName = phrase(
    "Name the folder of a PyTorch 2.3 or later, with --torch-at, CAIRN_TORCH_AT or in the settings of the window, or "
    "activate its environment; or install the package cairn-runtime-torch");

std::string listed(const std::vector<std::string>& places)
{
    std::string text;
    for (const std::string& place : places) {
        text += (text.empty() ? "" : ", ") + inQuotes(place);
    }
    return text;
}

/// Why each PyTorch that was found cannot be used.
std::string whyNone(const std::vector<TorchInstallation>& found)
{
    std::string text;
    for (const TorchInstallation& torch : found) {
        text += ". " + printable(torch.name()) + " in " + inQuotes(torch.place) +
                " cannot be used: " + printableLines(torch.problem);
    }
    return text;
}

Error missing(const ModuleSearch& search, const TorchPlaces& places, const std::vector<TorchInstallation>& found)
{
    if (search.isNamed) {
        return error(ErrorCode::RuntimeMissing,
                     message("the LibTorch module is not where CAIRN_RUNTIME says: %1", listed(search.lookedAt)))
            .because(kAllElseWorks)
            .fix(message("Set CAIRN_RUNTIME to cairn_torch.so or to its folder, or unset it"));
    }
    const std::string lookedAt = listed(search.lookedAt);
    const Message why =
        places.isNone()
            ? message(
                  "The LibTorch module, cairn_torch.so, is not at %1, and no PyTorch is looked for, as CAIRN_TORCH_AT "
                  "or --torch-at says",
                  lookedAt)
        : found.empty()
            ? message("The LibTorch module, cairn_torch.so, is not at %1, and there is no PyTorch in the active "
                      "environment, behind python3 on the PATH, or in the usual places",
                      lookedAt)
            : message("The LibTorch module, cairn_torch.so, is not at %1%2", lookedAt, whyNone(found));
    return error(ErrorCode::RuntimeMissing, message("no LibTorch is installed that Cairn can load through"))
        .because(inARow(why, kAllElseWorks))
        .fix(kHowToName);
}

Error notWhereItIsNamed(const TorchPlaces& places, const std::vector<TorchInstallation>& found)
{
    const std::string here = inQuotes(places.named);
    std::error_code failure;
    const std::string program = std::filesystem::path(places.named).filename().string();
    if (found.empty() && program.starts_with("python") && std::filesystem::is_regular_file(places.named, failure)) {
        return error(ErrorCode::RuntimeMissing, message("the Python at %1 has no PyTorch", here))
            .because(message("No torch is among its packages. %1", kAllElseWorks))
            .fix(message("Install one with `%1 -m pip install torch`, or name the python of an environment that has "
                         "one, with --torch-at or CAIRN_TORCH_AT",
                         places.named));
    }
    if (found.empty()) {
        return error(ErrorCode::RuntimeMissing, message("there is no PyTorch at %1", here))
            .because(
                message("Neither a torch in the packages of a Python nor libtorch_cpu.so is there. %1", kAllElseWorks))
            .fix(message(
                "Name an environment, a python, a torch folder or libtorch_cpu.so, with --torch-at or CAIRN_TORCH_AT"));
    }
    return error(ErrorCode::RuntimeBroken, message("%1 at %2 cannot be used", printable(found.front().name()), here))
        .in(found.front().library)
        .because(verbatim(printable(found.front().problem)))
        .fix(message(
            "Install it again, or name another with --torch-at, CAIRN_TORCH_AT or in the settings of the window"));
}

Error nothingForScripts(const ModuleSearch& search)
{
    return error(ErrorCode::RuntimeMissing, message("code of TorchScript runs in the LibTorch module or in a python "
                                                    "that has PyTorch, and neither is there"))
        .because(message("The module, cairn_torch.so, is not at %1, and no PyTorch 2.3 or later was found with a "
                         "python beside it. The tensors can be read all the same",
                         listed(search.lookedAt)))
        .fix(message("Load it without --run-script-code, name an environment with --torch-at, or install the package "
                     "cairn-runtime-torch"));
}

bool namesTorch(const TorchPlaces& places)
{
    return !places.named.empty() && !places.isNone();
}

/// The first that opens; of one that is named, why it does not.
Result<std::unique_ptr<Module>> openHosted(const TorchPlaces& places, const ModuleRequest& request,
                                           std::vector<TorchInstallation>& found)
{
    for (TorchInstallation& torch : found) {
        if (!torch.problem.empty() || (request.runsScripts && pythonOf(torch).empty())) {
            continue;
        }
        auto opened = HostedTorch::open(torch, request.isStopped);
        if (opened || !places.named.empty() || opened.error().code == ErrorCode::Cancelled) {
            return opened;
        }
        torch.problem = opened.error().why.text();
    }
    return nullptr;
}

Result<std::unique_ptr<Module>> openOne(const TorchPlaces& places, const ModuleRequest& request)
{
    const bool isTorchNamed = namesTorch(places);
    const ModuleSearch search = findModule();
    std::optional<Error> broken; // of a module that comes with Cairn, where its LibTorch is not
    if (!isTorchNamed && !search.found.empty()) {
        auto module = CompiledModule::open(search.found);
        if (!module && search.isNamed) {
            return fail(std::move(module).error());
        }
        if (module) {
            (*module)->setChoice(
                {.why = search.isNamed ? message("CAIRN_RUNTIME names it") : message("it was built for this Cairn"),
                 .found = {}});
            return std::move(*module);
        }
        broken = std::move(module).error();
    }
    auto found = isTorchNamed || !search.isNamed ? findTorch(places) : std::vector<TorchInstallation>();
    CAIRN_ASSIGN(module, openHosted(places, request, found));
    if (module == nullptr && request.runsScripts) {
        return fail(nothingForScripts(search));
    }
    if (module == nullptr) {
        return fail(isTorchNamed ? notWhereItIsNamed(places, found) : missing(search, places, found));
    }
    module->setChoice({.why = isTorchNamed ? message("it was named") : message("it is the first that can be used"),
                       .found = std::move(found)});
    return std::move(module);
}

} // namespace

Result<const Module*> openModule(const ModuleRequest& request)
{
    static std::mutex opening;
    static std::map<std::string, std::unique_ptr<Module>> opened; // by what was asked for
    const std::lock_guard lock(opening);
    const TorchPlaces places = TorchPlaces::here();
    std::unique_ptr<Module>& module = opened[places.named + (request.runsScripts ? " for scripts" : "")];
    if (module == nullptr) {
        CAIRN_ASSIGN(made, openOne(places, request));
        module = std::move(made);
        s_isOpen = true;
    }
    return module.get();
}

bool runsScriptsHere()
{
    return !namesTorch(TorchPlaces::here()) && !findModule().found.empty();
}

bool isModuleOpen()
{
    return s_isOpen;
}

} // namespace cairn::runtime
