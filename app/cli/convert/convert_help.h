#pragma once

namespace cairn::cli {

// The page that `cairn-cli convert --help` prints, without its list of options.
extern const char* const kConvertDescription;
extern const char* const kConvertFooter;

} // namespace cairn::cli
