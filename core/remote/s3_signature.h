#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace cairn::remote {

/// Who asks a store that speaks S3.
struct S3Signer {
    std::string key;
    std::string secret;
    std::string region;
    std::string session = {}; ///< of keys that end; empty: of others
};

/// The headers that prove a GET of `url` to come from who has the keys, as version 4 of Amazon's signatures has it.
/// `more` are headers of the request that are to be signed, too, with their names in small letters.
///
/// libcurl signs by itself from 7.75 on, but up to 7.88, which Debian 12 has, nothing that S3 takes.
[[nodiscard]] std::map<std::string, std::string> s3Headers(const S3Signer& signer, std::string_view url,
                                                           std::chrono::sys_seconds now,
                                                           const std::map<std::string, std::string>& more = {});

} // namespace cairn::remote
