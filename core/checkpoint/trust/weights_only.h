#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/formats/pickle/pickle_graph.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::checkpoint {

/// What torch.load(weights_only=True) says to one class or function, in each line of PyTorch.
struct GlobalVerdict {
    Verdict torch113 = Verdict::Blocked;
    Verdict torch26 = Verdict::Blocked;
    Verdict torch214 = Verdict::Blocked;
    Verdict latest = Verdict::Blocked;
    Phrase why; ///< a short sentence without its full stop; empty when all of them allow it
};

/// `module` and `name` as Python 3 has them. Dangerous: calling it could run code, start programs, touch files or the
/// network, so a checkpoint has no good reason to name it (a few libraries do all the same).
[[nodiscard]] GlobalVerdict weightsOnlyVerdict(std::string_view module, std::string_view name);

/// A name that a file has, with that.
[[nodiscard]] GlobalUse globalUse(std::string name, std::uint32_t mentions, const GlobalVerdict& verdict, Trust trust);

/// Whether weights_only=True of any line takes it by default.
[[nodiscard]] bool isOnAnyWeightsOnlyList(std::string_view module, std::string_view name);

/// The same of a whole file.
struct FileVerdict {
    Verdict verdict = Verdict::Allowed;
    std::string what;        ///< the first thing it minds: a name, "the pickle instruction FRAME"
    bool isGlobal = false;   ///< that is a class or function
    std::string instruction; ///< if it is one, its name alone
};

/// `line` says of which line of PyTorch: &GlobalUse::latest.
[[nodiscard]] FileVerdict weightsOnlyVerdict(const Checkpoint& checkpoint, Verdict GlobalUse::* line);

/// What has to be named to torch.serialization.safe_globals() so that weights_only=True of torch 2.6 or later takes
/// a file, which is nothing but data. Empty where that is not enough, or nothing is needed, or it would be a long list.
[[nodiscard]] std::vector<std::string> namesToAllow(const Checkpoint& checkpoint, Verdict GlobalUse::* line);

/// Whether that line of PyTorch has a class or function of torch at all. True for everything else.
[[nodiscard]] bool hasName(Verdict GlobalUse::* line, std::string_view path);

} // namespace cairn::checkpoint
