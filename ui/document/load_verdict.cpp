#include "ui/document/load_verdict.h"

#include "core/checkpoint/trust.h"
#include "core/devices/load_sentence.h"
#include "core/devices/python/python_snippet.h"
#include "ui/document/machine.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn::ui {

using devices::LoadProblem;

namespace {

struct VerdictWords {
    Q_DECLARE_TR_FUNCTIONS(LoadVerdict)
};

/// The worst problem and its cause; or the two worst, for which "Why?" has the causes. Of trust nothing more is said to
/// somebody who has it. Not told to do what a button does.
QString detailText(const devices::Preflight& preflight, const LoadVerdict& verdict)
{
    std::vector<const LoadProblem*> told;
    for (const LoadProblem& problem : preflight.problems) {
        if (told.empty() || !verdict.isTrusted || !devices::isOfTrust(problem)) {
            told.push_back(&problem);
        }
    }
    const LoadProblem& first = *told.front();
    QStringList detail{inWords(first.what)};
    if (told.size() == 1) {
        detail.append(inWords(first.cause));
        const bool isMended = !first.fixes.empty() || devices::isOfTrust(first) || verdict.becomesOneFile;
        detail.append(isMended ? QString() : inWords(first.advice));
    } else {
        detail.append(inWords(told[1]->what));
    }
    if (told.size() > 2) {
        detail.append(VerdictWords::tr("And %n more.", nullptr, static_cast<int>(told.size() - 2)));
    }
    detail.removeAll(QString());
    return detail.join(u' ');
}

/// There is one where the file loads if it is mapped.
const LoadProblem& memoryProblem(const devices::Preflight& preflight)
{
    return *std::ranges::find(preflight.problems, devices::ProblemCode::DeviceMemory, &LoadProblem::code);
}

QString shortMemoryText(const devices::Preflight& preflight)
{
    return inWords(memoryProblem(preflight).what) + u' ' + VerdictWords::tr("Load it with mmap=True.");
}

/// The cpu is a way out where no map loads, too, if its memory is all that is short.
void offerCpu(LoadVerdict& verdict, const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
              const devices::DeviceInventory& machine, const LoadProblem& first)
{
    const auto allToCpu = devices::MapLocation::device("cpu");
    if (map == allToCpu || map == devices::MapLocation::everythingTo("cpu")) {
        return;
    }
    const devices::Preflight onCpu = devices::preflight(checkpoint, allToCpu, machine);
    verdict.helpedByCpuCopy = onCpu.loads || devices::loadsIfMapped(checkpoint, onCpu);
    if (!verdict.fixes.empty() || onCpu.loads || !verdict.helpedByCpuCopy) {
        return;
    }
    verdict.fixes.push_back({.text = message("everything to %1", verbatim("cpu")), .map = allToCpu});
    verdict.detail = inWords(first.what) + u' ' + shortMemoryText(onCpu);
    verdict.problems.push_back(memoryProblem(onCpu));
}

} // namespace

Answer answerOf(const devices::Preflight& preflight)
{
    return devices::isHarmful(preflight)         ? Answer::Harmful
           : !devices::loadsIfTrusted(preflight) ? Answer::Fails
           : preflight.problems.empty()          ? Answer::Loads
                                                 : Answer::Caution;
}

LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
                         const devices::DeviceInventory& machine, devices::FileTrust trust)
{
    const devices::Preflight preflight =
        devices::preflight(checkpoint, map, machine, devices::TorchLine::Latest, trust);
    const devices::Preflight trusted = devices::asTrusted(preflight);
    LoadVerdict verdict;
    verdict.loads = preflight.loads;
    verdict.loadsIfTrusted = trusted.loads;
    verdict.isTrusted = trust == devices::FileTrust::Trusted;
    verdict.asksForTrust = std::ranges::find(preflight.problems, devices::ProblemCode::FileTrust, &LoadProblem::code) !=
                           preflight.problems.end();
    verdict.isMapped = map.kind() != devices::MapKind::None;
    verdict.answer = answerOf(preflight);
    verdict.headline = inWords(devices::loadSentence(checkpoint, preflight, map, machine));
    verdict.becomesOneFile =
        checkpoint.traits().isFolder && checkpoint.damage() == nullptr && verdict.answer != Answer::Harmful;
    verdict.isSalvageable = checkpoint.traits().isFolder && checkpoint.damage() != nullptr;
    verdict.helpedByTensors = verdict.answer == Answer::Harmful && !checkpoint.tensors().empty();
    verdict.problems = preflight.problems;
    if (preflight.problems.empty()) {
        return verdict;
    }
    verdict.detail = detailText(preflight, verdict);
    verdict.fixes = trusted.problems.front().fixes; // what can be mended by a map comes first there
    if (devices::loadsIfMapped(checkpoint, trusted)) {
        if (!trusted.loads) {
            verdict.detail = shortMemoryText(preflight);
        }
        verdict.mappedPython = fromUtf8(devices::pythonSnippet(checkpoint, map, {.mapped = true}));
    }
    verdict.helpedByBFloat16 = verdict.answer != Answer::Harmful && devices::loadsAsBFloat16(checkpoint, trusted);
    if (!trusted.loads && verdict.answer != Answer::Harmful) {
        offerCpu(verdict, checkpoint, map, machine, trusted.problems.front());
    }
    return verdict;
}

QString fixText(const devices::MapFix& fix)
{
    if (fix.map.kind() == devices::MapKind::Device) {
        return VerdictWords::tr("Everything to %1").arg(shown(fix.map.device()));
    }
    const QString words = inWordsAlone(fix.text);
    const bool startsWithDevice = words.section(u' ', 0, 0).contains(u':'); // whose letters are small
    return startsWithDevice ? words : words.left(1).toUpper() + words.mid(1);
}

} // namespace cairn::ui
