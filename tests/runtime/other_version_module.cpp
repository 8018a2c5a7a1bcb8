// A module that was built with another version of the interface: nothing but the number of it can be relied on.

#include "core/runtime/common/runtime.h"

namespace {

cairn::runtime::Interface otherInterface()
{
    cairn::runtime::Interface made;
    made.version = 77;
    return made;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const cairn::runtime::Interface cairn_torch_interface =
    otherInterface();
