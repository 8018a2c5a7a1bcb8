#include "ui/text/core_words.h"

#include "ui/text/display.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

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

/// Command lines stand between backticks there, which is for those who read Markdown.
QString withQuotes(QString text)
{
    static const QRegularExpression kCommand(QStringLiteral("`((?:cairn-cli|nvidia-smi|python)\\b[^`]*)`"));
    return text.replace(kCommand, QStringLiteral("“\\1”"));
}

} // namespace

QString inWords(const Message& message)
{
    const QString words = translated(message);
    const bool isEnglish = words == shown(message.text());
    return withQuotes(isEnglish ? sentence(words) : Words::tr("%1.").arg(words));
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
