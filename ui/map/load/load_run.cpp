#include "ui/map/load/load_run.h"

#include "core/checkpoint/trust.h"
#include "core/runtime/open_module.h"
#include "core/runtime/usable_devices.h"

#include <utility>

namespace cairn::ui {

namespace {

std::vector<LoadStart::Share> sharesOf(const runtime::PlannedLoad& planned)
{
    const devices::LoadPlan& plan = *planned.plan;
    if (planned.scriptDevice) { // torch::jit::load reads the archive as a whole
        return {{*planned.scriptDevice, plan.checkpoint().fileBytes()}};
    }
    std::vector<LoadStart::Share> shares;
    for (const std::string& device : plan.devices()) {
        shares.push_back({device, 0});
    }
    for (const devices::StorageOrder& storage : plan.storages()) {
        shares[storage.device].bytes += shares[storage.device].device == "meta" ? 0 : storage.bytes;
    }
    return shares;
}

LoadFailure failureOf(Error&& error)
{
    return {.error = std::move(error), .problems = {}, .fixes = {}};
}

} // namespace

std::variant<LoadFailure, LoadStart> prepareLoad(const Document& document, const devices::MapLocation& map,
                                                 const MachineSource& machine, const Progress& progress)
{
    auto module =
        runtime::openModule({.runsScripts = false, .isStopped = [&progress] { return progress.stopRequested(); }});
    if (!module) {
        return failureOf(std::move(module).error());
    }
    LoadStart start;
    start.module = *module;
    start.usable = usableBy(**module, machine());
    start.map = map;
    auto planned = planLoad(document.checkpoint, {.map = map, .fallback = {}, .strict = false}, start.usable, **module);
    if (auto* refusal = std::get_if<runtime::LoadRefusal>(&planned)) {
        return LoadFailure{.error = {}, .problems = std::move(refusal->preflight.problems), .fixes = {}};
    }
    start.planned = std::get<runtime::PlannedLoad>(std::move(planned));
    start.shares = sharesOf(start.planned);
    start.leavesCode =
        !start.planned.scriptDevice && checkpoint::trustOf(*document.checkpoint).trust != checkpoint::Trust::DataOnly;
    return start;
}

std::variant<LoadFailure, LoadSummary> runLoad(const LoadStart& start, const MachineSource& machine, Progress& progress)
{
    auto outcome = runtime::runLoad(*start.module, start.planned, start.usable, progress);
    const devices::LoadPlan& plan = *start.planned.plan;
    if (!outcome) {
        LoadFailure failure = failureOf(std::move(outcome).error());
        if (errorClass(failure.error.code) == ErrorClass::Verdict) {
            failure.fixes = runtime::waysAround(plan, start.map, usableBy(*start.module, machine()));
        }
        return failure;
    }
    LoadSummary summary;
    summary.torch = start.module->text();
    summary.isScript = start.planned.scriptDevice.has_value();
    summary.leftCode = start.leavesCode;
    summary.tensors = outcome->tensorCount;
    summary.bytes = outcome->bytes;
    summary.seconds = outcome->seconds;
    summary.devices = std::move(outcome->devices);
    for (runtime::NotLoaded& one : outcome->notLoaded) {
        summary.notLoaded.emplace_back(plan.tensorName(one.tensor), std::move(one.reason));
    }
    summary.notes = std::move(outcome->notes);
    summary.warnings = start.planned.warnings;
    summary.beyondTorch = start.planned.beyondTorch;
    return summary;
}

} // namespace cairn::ui
