#pragma once

#include "core/checkpoint/pickles/pickle_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cairn::checkpoint {

/// True if a pickle uses the global `index`, which is getattr, for nothing but what Python itself does with it: naming
/// a class inside a class, a member of an enum, or a method of an object in the file (a hook of a module). What comes
/// out may be an object's class, but is never called as a function: that is how attacks get at a function they cannot
/// name. The names on the way are judged too.
[[nodiscard]] bool onlyNamesMembers(const PickleDocument& document, std::uint32_t index);

/// Whether that is what a node names.
[[nodiscard]] bool isGetAttr(const PickleDocument& document, formats::NodeId callable);

/// "module.Class.member" for a call of getattr of that kind: who holds it may call it. Nothing for anything else.
[[nodiscard]] std::optional<std::string> namedMember(const PickleDocument& document, formats::NodeId call);

/// True if a pickle uses the global `index`, which is functools.partial, for nothing but functions that are kept with
/// some of their arguments, and calls none of them. The functions are globals of the file and judged as such.
[[nodiscard]] bool onlyBindsArguments(const PickleDocument& document, std::uint32_t index);

/// True if a pickle uses the global `index` for nothing but the memory formats of torch. Up to protocol 3 it writes
/// them as getattr(torch._utils.torch, "channels_last"): the global is getattr or that module.
[[nodiscard]] bool onlyNamesMemoryFormats(const PickleDocument& document, std::uint32_t index);

/// "channels_last" and the others.
[[nodiscard]] bool isMemoryFormat(std::string_view name);

} // namespace cairn::checkpoint
