#include "ui/verdict/problem_html.h"

#include "ui/document/entry_text.h"
#include "ui/document/load_verdict.h"
#include "ui/text/core_words.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace cairn::ui {

namespace {

struct ProblemText {
    Q_DECLARE_TR_FUNCTIONS(ProblemHtml)
};

} // namespace

QString html(const std::string& text)
{
    return shown(text).toHtmlEscaped();
}

QString titledHtml(const QString& title, const Message& text)
{
    return text.empty()
               ? QString()
               : QStringLiteral("<p><b>%1</b> %2</p>").arg(title.toHtmlEscaped(), inWords(text).toHtmlEscaped());
}

QString problemHtml(const devices::LoadProblem& problem, std::vector<devices::MapFix>& fixes)
{
    QString text = QStringLiteral("<h4>%1 %2</h4>")
                       .arg(problem.severity == Severity::Error ? QStringLiteral("✗") : QStringLiteral("⚠"),
                            inWordsAlone(problem.what).toHtmlEscaped());
    if (!problem.storages.empty()) { // else it is the file itself
        text +=
            QStringLiteral("<p>%1</p>")
                .arg(ProblemText::tr("%1, %2").arg(storagesText(problem.storages.size()), bytesText(problem.bytes)));
    }
    if (!problem.torchError.empty()) {
        text += QStringLiteral("<p><b>%1</b></p><p><code>%2</code></p>")
                    .arg(ProblemText::tr("PyTorch would say").toHtmlEscaped(), html(problem.torchError));
    }
    text += titledHtml(ProblemText::tr("Because"), problem.cause);
    text += titledHtml(ProblemText::tr("What to do"), problem.advice);
    return text + fixesHtml(problem.fixes, fixes);
}

QString fixesHtml(const std::vector<devices::MapFix>& offered, std::vector<devices::MapFix>& fixes)
{
    QStringList links;
    for (const devices::MapFix& fix : offered) {
        const auto known = std::ranges::find(fixes, fix.map, &devices::MapFix::map);
        const auto index = known - fixes.begin();
        if (known == fixes.end()) {
            fixes.push_back(fix);
        }
        links.append(QStringLiteral("<li><a href=\"fix:%1\">%2</a></li>").arg(index).arg(fixText(fix).toHtmlEscaped()));
    }
    return links.isEmpty() ? QString()
                           : QStringLiteral("<p><b>%1</b></p><ul>%2</ul>")
                                 .arg(ProblemText::tr("Maps that load").toHtmlEscaped(), links.join(QString()));
}

} // namespace cairn::ui
