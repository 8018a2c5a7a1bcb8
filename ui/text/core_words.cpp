#include "ui/text/core_words.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <array>
#include <utility>

namespace cairn::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Core)
};

QString translated(const Message& message)
{
    if (message.pattern() == nullptr) {
        return shown(message.text());
    }
    const QString pattern = QCoreApplication::translate("Core", message.pattern());
    const auto arguments = message.arguments();
    QString words;
    for (qsizetype i = 0; i < pattern.size(); ++i) { // not arg(): what is put in may hold a %1 of its own
        const int place = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() - 1 : -1;
        const bool isPlace = place >= 0 && static_cast<std::size_t>(place) < arguments.size();
        words += isPlace ? translated(arguments[static_cast<std::size_t>(place)]) : QString(pattern[i]);
        i += isPlace ? 1 : 0;
    }
    return words;
}

/// What the window calls options of the command line, in its options of the queue.
constexpr std::array<std::pair<const char*, const char*>, 4> kChoices = {{
    {"--to safetensors", "safetensors: the tensors alone"},
    {"--to pth", "Today's zip of torch.save"},
    {"--drop-others", "Leave out what this container cannot hold"},
    {"--clone", "Give each tensor that shares memory a copy of its own"},
}};

/// Only where options stand alone: whole commands are there to be typed.
QString withChoices(const QString& text)
{
    static const QRegularExpression kOptions(
        QStringLiteral("`[^`]*`|--to (?:safetensors|pth)(?: --drop-others)?|--(?:clone|drop-others)(?![\\w-])"));
    QString words;
    qsizetype done = 0;
    for (auto found = kOptions.globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        QString said = match.captured();
        if (!said.startsWith(u'`')) {
            QStringList choices;
            for (const auto& [option, choice] : kChoices) {
                if (said.contains(QLatin1StringView(option))) {
                    choices.append(QStringLiteral("“%1”").arg(
                        QCoreApplication::translate("cairn::ui::QueueOptionsPanel", choice)));
                }
            }
            said = Words::tr("%1 (Convert files, Options)").arg(choices.join(QStringLiteral(" + ")));
        }
        words += text.sliced(done, match.capturedStart() - done) + said;
        done = match.capturedEnd();
    }
    return words + text.sliced(done);
}

/// Command lines stand between backticks there, which is for those who read Markdown.
QString withQuotes(const QString& text)
{
    static const QRegularExpression kCommand(QStringLiteral("`((?:cairn-cli|nvidia-smi|python)\\b[^`]*)`"));
    return withChoices(text).replace(kCommand, QStringLiteral("“\\1”"));
}

} // namespace

QString inWords(const Message& message)
{
    const QString words = translated(message);
    const bool isEnglish = words == shown(message.text());
    const bool isEnded = message.text().ends_with('.') || message.text().ends_with('?'); // as whole paragraphs are
    return withQuotes(isEnglish ? sentence(words) : isEnded ? words : Words::tr("%1.").arg(words));
}

QString inWordsAlone(const Message& message)
{
    return withQuotes(translated(message));
}

QString errorWords(const Error& error, const std::string& path)
{
    std::string where = error.where;
    if (where.starts_with(path)) {
        where.erase(0, path.size());
        where.erase(0, where.find_first_not_of(", "));
    }
    QStringList sentences{inWords(error.what)};
    if (!where.empty()) {
        sentences.append(sentence(shown(where)));
    }
    for (const Message& part : {error.why, error.advice}) {
        if (!part.empty()) {
            sentences.append(inWords(part));
        }
    }
    return sentences.join(u' ');
}

} // namespace cairn::ui
