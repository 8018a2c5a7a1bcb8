#include "ui/state/load_verdict.h"

#include "core/checkpoint/trust.h"
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
            problem.cause.clear();
            problem.advice.clear();
        }
    }
}

QString headlineText(const LoadVerdict& verdict, std::size_t codeNames)
{
    if (verdict.trust == checkpoint::Trust::Dangerous) {
        return loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Do not load this file: it would run harmful code."));
    }
    if (verdict.loads && verdict.trust == checkpoint::Trust::RunsCode) {
        return VerdictWords::tr("Will load here, if you trust it: it runs code of %n name(s).", nullptr,
                                pluralOf(codeNames));
    }
    if (verdict.isMapped) {
        return verdict.loads ? loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Will load here with this map."))
                             : loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Will not load here with this map."));
    }
    return verdict.loads ? loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Will load here as it is."))
                         : loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Will not load here as it is."));
}

} // namespace

LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint, const devices::MapLocation& map,
                         const devices::DeviceInventory& machine)
{
    devices::Preflight preflight = devices::preflight(checkpoint, map, machine);
    translateTrust(preflight.problems);
    LoadVerdict verdict;
    verdict.loads = preflight.loads;
    verdict.isMapped = map.kind() != devices::MapKind::None;
    const checkpoint::TrustVerdict run = checkpoint::trustOf(checkpoint);
    verdict.trust = run.trust;
    verdict.isWarned = verdict.loads && !preflight.problems.empty();
    verdict.headline = headlineText(verdict, run.names.size());
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
    verdict.helpedByCpuCopy =
        !preflight.loads && devices::preflight(checkpoint, devices::MapLocation::everythingTo("cpu"), machine).loads;
    return verdict;
}

QString fixText(const devices::MapFix& fix)
{
    if (fix.map.kind() == devices::MapKind::Device) {
        return loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "Everything to %1")).arg(shown(fix.map.device()));
    }
    QString words = inWordsAlone(fix.text);
    if (const auto to = fix.text.rfind(" to "); words == shown(fix.text) && to != std::string::npos) {
        words = loadVerdictText(QT_TRANSLATE_NOOP("LoadVerdict", "%1 to %2"))
                    .arg(inWordsAlone(fix.text.substr(0, to)), shown(fix.text.substr(to + 4)));
    }
    const bool startsWithDevice = words.section(u' ', 0, 0).contains(u':'); // whose letters are small
    return startsWithDevice ? words : words.left(1).toUpper() + words.mid(1);
}

} // namespace cairn::ui
