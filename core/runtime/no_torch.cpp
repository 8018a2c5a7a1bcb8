#include "core/runtime/host/torch_host.h"
#include "core/runtime/module_search.h"
#include "core/runtime/open_module.h"
#include "core/runtime/torch_search.h"

namespace cairn::runtime {

namespace {

/// What --torch names, which nothing is opened of.
std::string& namedTorch()
{
    static std::string named;
    return named;
}

} // namespace

Result<const Module*> openModule(const ModuleRequest& /*request*/)
{
    return fail(error(ErrorCode::RuntimeMissing, message("loading through PyTorch is not available on this system"))
                    .because(message("Everything but loading through LibTorch works without it"))
                    .fix(message("`cairn-cli check` says whether the file loads, without PyTorch; `cairn-cli check "
                                 "--python` prints the code that loads it")));
}

ModuleSearch findModule()
{
    return {};
}

bool runsScriptsHere()
{
    return false;
}

bool isModuleOpen()
{
    return false;
}

void nameTorch(std::string place)
{
    namedTorch() = std::move(place);
}

TorchPlaces TorchPlaces::here()
{
    TorchPlaces places;
    places.named = namedTorch();
    return places;
}

std::vector<TorchInstallation> findTorch(const TorchPlaces& /*places*/)
{
    return {};
}

std::optional<int> runAsTorchHost(int /*argc*/, char** /*argv*/)
{
    return std::nullopt;
}

} // namespace cairn::runtime
