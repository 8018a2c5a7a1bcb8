#include "app/crash_words.h"

#include "app/crash_report.h"

#include <filesystem>
#include <system_error>

namespace cairn {

CrashWords crashWords(std::string_view program, std::string_view version)
{
    const std::string name(program);
    return {.before = '\n' + name + " crashed: ",
            .after = ". This is an error of the program; your checkpoints are as they were.\n"
                     "Nothing was sent anywhere. To report it, attach these lines, what you did last, and if you "
                     "may share it the checkpoint.\n\n" +
                     name + ' ' + std::string(version) + "\n\n"};
}

std::string crashReportPath(const std::string& folder, unsigned long process)
{
    if (folder.empty()) {
        return {};
    }
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    return failure ? std::string() : folder + '/' + std::string(kCrashPrefix) + std::to_string(process) + ".txt";
}

} // namespace cairn
