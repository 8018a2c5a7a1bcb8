#include "app/cli/check/sarif_log.h"

#include "core/base/platform/machine.h"
#include "core/base/text/text.h"
#include "core/remote/address.h"

#include <algorithm>
#include <string_view>

namespace cairn::cli {

using gate::Finding;
using gate::Rule;

namespace {

/// What a URI may have as it is, of paths. A file whose name is no UTF-8 keeps its bytes so.
bool isOfUri(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) ||
           std::string_view("-._~/!$&'()*+,;=@:").contains(c);
}

std::string escaped(std::string_view path)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : path) {
        if (isOfUri(c)) {
            text += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            text += {'%', digits[byte / 16U], digits[byte % 16U]};
        }
    }
    return text;
}

/// {"text": ...}, which is how SARIF has what people read.
void writeMessage(JsonWriter& json, JsonName key, std::string_view text)
{
    json.key(key);
    json.beginObject();
    json.key("text").string(text);
    json.endObject();
}

void writePlace(JsonWriter& json, const std::string& file)
{
    json.key("physicalLocation");
    json.beginObject();
    json.key("artifactLocation");
    json.beginObject();
    json.key("uri").string(sarifUri(file));
    json.endObject();
    json.endObject();
}

std::string sentence(const std::string& text)
{
    return text.ends_with('.') ? text : text + '.';
}

} // namespace

std::string sarifUri(const std::string& path)
{
    if (remote::isAddress(path)) { // as it was given, but for secrets
        std::string text;
        for (const char c : remote::withoutSecrets(path)) {
            text += isOfUri(c) || c == '%' || c == '?' || c == '#' ? std::string(1, c) : escaped({&c, 1});
        }
        return text;
    }
    std::string slashed = path;
    if (platform::isWindows()) {
        std::ranges::replace(slashed, '\\', '/');
        if (slashed.size() > 1 && slashed[1] == ':') {
            return "file:///" + escaped(slashed);
        }
    }
    if (slashed.starts_with('/')) {
        return "file://" + escaped(slashed);
    }
    // What stands before a colon would be taken for a scheme.
    const bool looksLikeScheme = slashed.substr(0, slashed.find('/')).contains(':');
    return (looksLikeScheme ? "./" : "") + escaped(slashed);
}

SarifLog::SarifLog(Output& output, const std::string& version) : m_output(output), m_json(output.buffer())
{
    m_output.beginSection();
    m_json.beginObject();
    m_json.key("$schema").string(
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    m_json.key("version").string("2.1.0");
    m_json.key("runs");
    m_json.beginArray();
    m_json.beginObject();
    m_json.key("tool");
    m_json.beginObject();
    m_json.key("driver");
    m_json.beginObject();
    m_json.key("name").string("cairn-cli");
    m_json.key("version").string(version);
    writeRules();
    m_json.endObject();
    m_json.endObject();
    m_json.key("results");
    m_json.beginArray();
}

void SarifLog::writeRules()
{
    m_json.key("rules");
    m_json.beginArray();
    for (const gate::RuleInfo& info : gate::allRules()) {
        m_json.beginObject();
        m_json.key("id").string(info.id);
        writeMessage(m_json, "shortDescription", sentence(info.meaning.words()));
        writeMessage(m_json, "help", info.help.words());
        m_json.key("defaultConfiguration");
        m_json.beginObject();
        m_json.key("level").string(gate::levelName(info.level));
        m_json.endObject();
        m_json.endObject();
    }
    m_json.endArray();
}

void SarifLog::beginResult(Rule rule, const std::string& words)
{
    m_json.beginObject();
    m_json.key("ruleId").string(gate::ruleInfo(rule).id);
    m_json.key("ruleIndex").number(static_cast<std::size_t>(rule));
    m_json.key("level").string(gate::levelName(gate::ruleInfo(rule).level));
    writeMessage(m_json, "message", sentence(words));
}

void SarifLog::endResult(const std::string& file, const Finding* finding)
{
    m_json.key("locations");
    m_json.beginArray();
    m_json.beginObject();
    writePlace(m_json, file);
    if (finding != nullptr && !finding->name.empty()) {
        m_json.key("logicalLocations");
        m_json.beginArray();
        m_json.beginObject();
        m_json.key("fullyQualifiedName").string(finding->name);
        if (finding->isTensor) {
            m_json.key("kind").string("tensor");
        }
        m_json.endObject();
        m_json.endArray();
    }
    m_json.endObject();
    m_json.endArray();
    if (finding != nullptr && finding->isAllowed) {
        m_json.key("suppressions");
        m_json.beginArray();
        m_json.beginObject();
        m_json.key("kind").string("external");
        m_json.key("justification").string("--allow");
        m_json.endObject();
        m_json.endArray();
    }
    m_json.endObject();
    m_output.drain();
}

void SarifLog::add(const std::string& file, const StrictReport& report)
{
    for (const Finding& finding : report.gate.findings) {
        const std::string name = finding.name.empty() ? "" : finding.name + ": ";
        beginResult(finding.rule, name + finding.words.text());
        endResult(file, &finding);
    }
    std::string text = "Looked at " + gate::lookedText(report.gate.looked).text() + ".";
    for (const Message& other : gate::notLookedTexts(report.gate.looked)) {
        text += " Not looked at: " + other.text() + '.';
    }
    m_notifications.push_back({.file = file, .level = "note", .text = std::move(text), .code = {}});
    for (const std::string& unused : report.unusedAllowances) {
        m_notifications.push_back(
            {.file = file, .level = "warning", .text = "--allow " + unused + " fits no finding.", .code = {}});
    }
}

void SarifLog::addFailure(const std::string& file, const Error& failure)
{
    beginResult(Rule::DoesNotOpen, failure.paragraph());
    endResult(file, nullptr);
    m_notifications.push_back({.file = file,
                               .level = "error",
                               .text = sentence(failure.paragraph()),
                               .code = std::string(errorCodeText(failure.code))});
}

void SarifLog::finish(ExitCode code)
{
    m_json.endArray();
    m_json.key("invocations");
    m_json.beginArray();
    m_json.beginObject();
    // A gate that is shut did its work.
    m_json.key("executionSuccessful").boolean(code == ExitCode::Fine || code == ExitCode::NegativeVerdict);
    m_json.key("exitCode").number(static_cast<int>(code));
    m_json.key("toolExecutionNotifications");
    m_json.beginArray();
    for (const Notification& notification : m_notifications) {
        m_json.beginObject();
        m_json.key("level").string(notification.level);
        writeMessage(m_json, "message", notification.text);
        if (!notification.code.empty()) {
            m_json.key("descriptor");
            m_json.beginObject();
            m_json.key("id").string(notification.code);
            m_json.endObject();
        }
        m_json.key("locations");
        m_json.beginArray();
        m_json.beginObject();
        writePlace(m_json, notification.file);
        m_json.endObject();
        m_json.endArray();
        m_json.endObject();
        m_output.drain();
    }
    m_json.endArray();
    m_json.endObject();
    m_json.endArray();
    m_json.key("columnKind").string("unicodeCodePoints");
    m_json.endObject();
    m_json.endArray();
    m_json.endObject();
    m_output.write("\n");
}

} // namespace cairn::cli
