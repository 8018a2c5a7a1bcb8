#include "core/convert/retag/script_devices.h"

#include "core/base/text/text.h"

namespace cairn::convert {

void findScriptDevices(std::string_view record, std::string_view code, std::vector<std::string>& notes)
{
    constexpr std::string_view call = "torch.device(\"";
    constexpr std::size_t maxNotes = 1000;
    std::size_t line = 1;
    std::size_t counted = 0;
    for (std::size_t at = code.find(call); at != code.npos && notes.size() < maxNotes; at = code.find(call, at + 1)) {
        for (; counted < at; ++counted) {
            line += code[counted] == '\n' ? 1U : 0U;
        }
        const std::size_t begin = at + call.size();
        const std::string_view device = code.substr(begin, code.find('"', begin) - begin);
        if (device != "cpu" && device != "meta") {
            notes.push_back(std::string(record) + ":" + std::to_string(line) + ": torch.device(" + inQuotes(device) +
                            ")");
        }
    }
}

} // namespace cairn::convert
