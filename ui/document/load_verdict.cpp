#include "ui/document/load_verdict.h"

#include "core/checkpoint/trust.h"
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

QString loadVerdictText(const char* text)
{
    return QCoreApplication::translate("LoadVerdict", text);
}

QString wholeText(const LoadProblem& problem)
{
    QStringList lines{inWords(problem.what)};
    const auto add = [&lines](const QString& title, const QString& text) {
        if (!text.isEmpty()) {
            lines.append(title + u' ' + text);
        }
    };
    add(loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "PyTorch says:")), shown(problem.torchError));
    add(loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Because:")), inWordsAlone(problem.cause));
    add(loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "What to do:")), inWordsAlone(problem.advice));
    for (const devices::MapFix& fix : problem.fixes) {
        add(loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "A map that loads:")), fixText(fix));
    }
    return lines.join(u'\n');
}

/// The worst problem in a sentence or two.
QString detailText(const devices::Preflight& preflight)
{
    const LoadProblem& first = preflight.problems.front();
    QStringList detail{inWords(first.what), inWords(first.cause)};
    if (first.fixes.empty()) {
        detail.append(inWords(first.advice));
    }
    if (preflight.problems.size() > 1) {
        detail.append(VerdictWords::tr("And %n more.", nullptr, static_cast<int>(preflight.problems.size() - 1)));
    }
    detail.removeAll(QString());
    return detail.join(u' ');
}

/// In the words of the window's language.
void translateTrust(std::vector<LoadProblem>& problems)
{
    for (LoadProblem& problem : problems) {
        if (problem.code == "file.trust") {
            problem.what =
                VerdictWords::tr("PyTorch 2.6 and newer need weights_only=False for it, and so your trust in the file.")
                    .toStdString();
            problem.cause = {};
            problem.advice = {};
        }
    }
}

QString headlineText(const LoadVerdict& verdict, const checkpoint::TrustVerdict& run,
                     const devices::DeviceInventory& machine)
{
    if (verdict.answer == Answer::Harmful) {
        return harmText();
    }
    const bool isHere = isThisMachine(machine);
    const QString name = machineName(machine);
    if (verdict.loads && run.trust == checkpoint::Trust::RunsCode) {
        const int names = pluralOf(run.names.size());
        return isHere
                   ? VerdictWords::tr("Will load here, if you trust it: it runs code of %n name(s).", nullptr, names)
                   : VerdictWords::tr("Will load on %1, if you trust it: it runs code of %n name(s).", nullptr, names)
                         .arg(name);
    }
    if (isHere) {
        return verdict.isMapped ? verdict.loads ? VerdictWords::tr("Will load here with this map.")
                                                : VerdictWords::tr("Will not load here with this map.")
               : verdict.loads ? VerdictWords::tr("Will load here as it is.")
                                : VerdictWords::tr("Will not load here as it is.");
    }
    const QString words = verdict.isMapped ? verdict.loads ? VerdictWords::tr("Will load on %1 with this map.")
                                                           : VerdictWords::tr("Will not load on %1 with this map.")
                          : verdict.loads ? VerdictWords::tr("Will load on %1 as it is.")
                                           : VerdictWords::tr("Will not load on %1 as it is.");
    return words.arg(name);
}

/// There is one where the file loads if it is mapped.
const LoadProblem& memoryProblem(const devices::Preflight& preflight)
{
    return *std::ranges::find(preflight.problems, "device.memory", &LoadProblem::code);
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
    verdict.fixes.push_back({.text = message("everything to %1", "cpu"), .map = allToCpu});
    verdict.detail = inWords(first.what) + u' ' + shortMemoryText(onCpu);
    verdict.whole += QStringLiteral("\n\n") + wholeText(memoryProblem(onCpu));
}

} // namespace

Answer answerOf(const devices::Preflight& preflight)
{
    const auto isHarm = [](const LoadProblem& problem) {
        return problem.code == "file.dangerous" || problem.code == "file.ambiguous";
    };
    return std::ranges::any_of(preflight.problems, isHarm) ? Answer::Harmful
           : !preflight.loads                              ? Answer::Fails
           : preflight.problems.empty()                    ? Answer::Loads
                                                           : Answer::Caution;
}

QString harmText()
{
    return VerdictWords::tr("Do not load this file: it would run harmful code.");
}

LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
                         const devices::DeviceInventory& machine)
{
    devices::Preflight preflight = devices::preflight(checkpoint, map, machine);
    translateTrust(preflight.problems);
    LoadVerdict verdict;
    verdict.loads = preflight.loads;
    verdict.isMapped = map.kind() != devices::MapKind::None;
    verdict.answer = answerOf(preflight);
    verdict.headline = headlineText(verdict, checkpoint::trustOf(checkpoint), machine);
    QStringList whole;
    for (const LoadProblem& problem : preflight.problems) {
        whole.append(wholeText(problem));
    }
    verdict.whole = whole.join(QStringLiteral("\n\n"));
    if (preflight.problems.empty()) {
        return verdict;
    }
    verdict.detail = detailText(preflight);
    verdict.fixes = preflight.problems.front().fixes;
    if (devices::loadsIfMapped(checkpoint, preflight)) {
        if (!preflight.loads) {
            verdict.detail = shortMemoryText(preflight);
        }
        verdict.mappedPython = fromUtf8(devices::pythonSnippet(checkpoint, map, devices::TorchLine::Latest, true));
    }
    if (!preflight.loads && verdict.answer != Answer::Harmful) {
        offerCpu(verdict, checkpoint, map, machine, preflight.problems.front());
    }
    return verdict;
}

QString fixText(const devices::MapFix& fix)
{
    if (fix.map.kind() == devices::MapKind::Device) {
        return loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Everything to %1")).arg(shown(fix.map.device()));
    }
    const QString words = inWordsAlone(fix.text);
    const bool startsWithDevice = words.section(u' ', 0, 0).contains(u':'); // whose letters are small
    return startsWithDevice ? words : words.left(1).toUpper() + words.mid(1);
}

} // namespace cairn::ui
