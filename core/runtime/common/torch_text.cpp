#include "core/runtime/common/torch_text.h"

#include "core/base/text/text.h"

namespace cairn::runtime {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

} // namespace

Message torchSays(std::string_view text)
{
    const std::string words = printableLines(text);
    return has(words, "\n") ? message("LibTorch says:\n%1", words) : message("LibTorch says: %1", words);
}

Message adviceFor(std::string_view text)
{
    if (has(text, "Unknown builtin op: aten::") || has(text, "is not supported in the current version")) {
        return message("The script was saved by a newer torch; load it with a LibTorch of that version or later. Cairn "
                       "shows and converts the file without loading it");
    }
    if (has(text, "Unknown builtin op") || has(text, "Unknown type name")) {
        return message(
            "The script needs classes or operators that some library registers with torch: in Python, import that "
            "library before torch.jit.load. Cairn shows and converts the file without loading it");
    }
    if (has(text, "Legacy model format")) {
        return message("This LibTorch was built without the first format of TorchScript. Load the file with the "
                       "torch that wrote it, or another that still can, and save it again with torch.jit.save in "
                       "torch 1.4 or later. Cairn shows the file, and can write its tensors as safetensors");
    }
    return {};
}

} // namespace cairn::runtime
