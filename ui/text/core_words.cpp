#include "ui/text/core_words.h"

#include "ui/text/core_sentences.h"
#include "ui/text/display.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <vector>

namespace cairn::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Core)
};

/// A sentence, cut where something stands in it that varies.
struct Known {
    const char* source = nullptr;
    QStringList fixed;
};

const std::vector<Known>& allKnown()
{
    static const std::vector<Known> kAll = [] {
        const QRegularExpression place(QStringLiteral("%[1-9]"));
        std::vector<Known> all;
        for (const char* source : coreSentences()) {
            all.push_back({source, QString::fromLatin1(source).split(place)});
        }
        return all;
    }();
    return kAll;
}

/// What stands where the sentence has %1, %2 and so on, if `text` is that sentence.
std::optional<QStringList> partsOf(const QString& text, const QStringList& fixed)
{
    if (!text.startsWith(fixed.front()) || !text.endsWith(fixed.back())) {
        return std::nullopt;
    }
    QStringList parts;
    qsizetype at = fixed.front().size();
    for (qsizetype i = 1; i < fixed.size(); ++i) {
        const bool isLast = i + 1 == fixed.size();
        const qsizetype end = isLast ? text.size() - fixed[i].size() : text.indexOf(fixed[i], at + 1);
        if (end <= at) {
            return std::nullopt;
        }
        parts.append(text.mid(at, end - at));
        at = end + fixed[i].size();
    }
    return at == text.size() ? std::optional(parts) : std::nullopt;
}

/// Devices in a row and the name of a machine, as the language says them. All else is a name, and stays what it is.
QString partText(const QString& part)
{
    static const QRegularExpression kDevices(
        QStringLiteral("^([\\w:]+(?:, [\\w:]+)*) and ([\\w:]+|[0-9]+ more)$")); // tags have no blanks
    if (const auto devices = kDevices.match(part); devices.hasMatch()) {
        const QString last = devices.captured(2);
        return last.endsWith(QStringLiteral(" more"))
                   ? Words::tr("%1 and %2 more").arg(devices.captured(1), last.section(u' ', 0, 0))
                   : Words::tr("%1 and %2").arg(devices.captured(1), last);
    }
    if (const auto machine = partsOf(part, {QStringLiteral("the machine "), QString()})) {
        return Words::tr("the machine %1").arg(machine->front());
    }
    const auto whole = std::ranges::find_if(
        allKnown(), [&](const Known& known) { return known.fixed.size() == 1 && known.fixed.front() == part; });
    return whole == allKnown().end() ? part : QCoreApplication::translate("Core", whole->source);
}

std::optional<QString> translated(const QString& text)
{
    for (const Known& known : allKnown()) {
        const auto parts = partsOf(text, known.fixed);
        if (!parts) {
            continue;
        }
        QString words;
        const QString pattern = QCoreApplication::translate("Core", known.source);
        for (qsizetype i = 0; i < pattern.size(); ++i) { // not arg(): what is put in may hold a %1 of its own
            const qsizetype part = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() - 1 : -1;
            const bool isPart = part >= 0 && part < parts->size();
            words += isPart ? partText((*parts)[part]) : QString(pattern[i]);
            i += isPart ? 1 : 0;
        }
        return words;
    }
    return std::nullopt;
}

/// Two sentences of the core can stand in a row.
std::optional<QString> translatedRow(const QString& text)
{
    for (const char* between : {". ", "; "}) {
        for (qsizetype at = text.indexOf(QLatin1StringView(between)); at > 0;
             at = text.indexOf(QLatin1StringView(between), at + 1)) {
            const auto first = translated(text.left(at));
            const auto second = first ? translatedRow(text.mid(at + 2)) : std::nullopt;
            if (second) {
                return Words::tr("%1.").arg(*first) + *second;
            }
        }
    }
    return translated(text);
}

/// English needs no search.
bool isSpoken()
{
    const char* first = coreSentences().front();
    return QCoreApplication::translate("Core", first) != QLatin1StringView(first);
}

/// Command lines stand between backticks there, which is for those who read Markdown.
QString withQuotes(QString text)
{
    static const QRegularExpression kCommand(QStringLiteral("`((?:cairn-cli|nvidia-smi|python)\\b[^`]*)`"));
    return text.replace(kCommand, QStringLiteral("“\\1”"));
}

} // namespace

QString inWords(std::string_view text)
{
    const QString english = shown(text);
    const auto words = isSpoken() ? translatedRow(english) : std::nullopt;
    return withQuotes(words ? Words::tr("%1.").arg(*words) : sentence(english));
}

QString inWordsAlone(std::string_view text)
{
    const QString english = shown(text);
    return withQuotes(isSpoken() ? translatedRow(english).value_or(partText(english)) : english);
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
    for (const std::string& part : {error.why, error.advice}) {
        if (!part.empty()) {
            sentences.append(inWords(part));
        }
    }
    return sentences.join(u' ');
}

} // namespace cairn::ui
