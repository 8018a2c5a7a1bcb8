#pragma once

#include "app/cli/check/strict.h"
#include "app/cli/common/exit_code.h"
#include "app/cli/common/json_writer.h"

#include <string>
#include <vector>

namespace cairn::cli {

/// One document of SARIF 2.1.0, about all files of a run: the format in which tools hand findings to each other.
class SarifLog {
public:
    /// Begins the document.
    SarifLog(Output& output, const std::string& version);

    void add(const std::string& file, const StrictReport& report);
    /// A file that was not looked at is a result, too.
    void addFailure(const std::string& file, const Error& failure);
    /// Ends the document. `code`: what the program is going to return.
    void finish(ExitCode code);

private:
    void beginResult(gate::Rule rule, const std::string& words);
    void endResult(const std::string& file, const gate::Finding* finding);
    void writeRules();

    /// What was looked at in a file, or why it was not.
    struct Notification {
        std::string file;
        std::string_view level;
        std::string text;
        std::string code; ///< of an error
    };

    Output& m_output;
    JsonWriter m_json;
    std::vector<Notification> m_notifications;
};

/// A path or an address as SARIF names it.
[[nodiscard]] std::string sarifUri(const std::string& path);

} // namespace cairn::cli
