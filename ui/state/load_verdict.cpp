#include "ui/state/load_verdict.h"

#include "core/devices/preflight.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn::ui {

using devices::LoadProblem;

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("LoadVerdict", text);
}

/// The first letter large and a full stop: the parts of a problem become sentences.
QString sentence(const QString& text)
{
    if (text.isEmpty()) {
        return text;
    }
    const bool ended = text.endsWith(u'.') || text.endsWith(u'!') || text.endsWith(u'?');
    const QString word = text.section(u' ', 0, 0); // a device keeps its small letters
    return (word.contains(u':') ? text.left(1) : text.left(1).toUpper()) + text.mid(1) +
           (ended ? QString() : QStringLiteral("."));
}

QString wholeText(const LoadProblem& problem)
{
    QStringList lines{sentence(shown(problem.what))};
    const auto add = [&lines](const QString& title, const std::string& text) {
        if (!text.empty()) {
            lines.append(title + u' ' + shown(text));
        }
    };
    add(translated("PyTorch says:"), problem.torchError);
    add(translated("Because:"), problem.cause);
    add(translated("What to do:"), problem.advice);
    for (const devices::MapFix& fix : problem.fixes) {
        add(translated("A map that loads:"), fix.text);
    }
    return lines.join(u'\n');
}

} // namespace

LoadVerdict judgeLoading(const checkpoint::Checkpoint& checkpoint)
{
    const devices::DeviceInventory machine = devices::thisMachine();
    const devices::Preflight preflight = devices::preflight(checkpoint, devices::MapLocation(), machine);
    LoadVerdict verdict;
    verdict.loads = preflight.loads;
    verdict.headline =
        preflight.loads ? translated("Will load here as it is.") : translated("Will not load here as it is.");
    QStringList whole;
    for (const LoadProblem& problem : preflight.problems) {
        whole.append(wholeText(problem));
    }
    verdict.whole = whole.join(QStringLiteral("\n\n"));
    if (preflight.problems.empty()) {
        return verdict;
    }
    const LoadProblem& first = preflight.problems.front();
    QStringList detail{sentence(shown(first.what)), sentence(shown(first.cause))};
    if (first.fixes.empty()) {
        detail.append(sentence(shown(first.advice)));
    }
    if (preflight.problems.size() > 1) {
        detail.append(QCoreApplication::translate("LoadVerdict", "And %n more.", nullptr,
                                                  static_cast<int>(preflight.problems.size() - 1)));
    }
    detail.removeAll(QString());
    verdict.detail = detail.join(u' ');
    verdict.helpedByCpuCopy =
        !preflight.loads && devices::preflight(checkpoint, devices::MapLocation::everythingTo("cpu"), machine).loads;
    return verdict;
}

} // namespace cairn::ui
