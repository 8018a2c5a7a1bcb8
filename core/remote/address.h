#pragma once

#include "core/base/error.h"
#include "core/remote/s3_signature.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn::remote {

/// Whether what a user gave names something elsewhere: https://, http://, hf://, s3://. Nothing but this reaches for a
/// network, and only the user gives one: names that stand in files never do.
[[nodiscard]] bool isAddress(std::string_view given);

/// What is sent along that nobody may see: never in a message, never kept.
struct Secrets {
    std::string token;          ///< of the Hub
    std::optional<S3Signer> s3; ///< nothing: what is asked of S3 is not signed

    [[nodiscard]] bool isEmpty() const { return token.empty() && !s3; }
};

/// Where a file is, and with what to ask for it.
struct Place {
    std::string url;
    Secrets secrets;
    std::string repositoryUrl; ///< of the Hub's list of files, where no file was named; `url` is empty then
    std::string fileBase;      ///< hf://owner/name@rev/, before the names in that list
    std::string authorities;   ///< a file of certificates that are trusted; empty: those of the system
};

/// `environment` gives variables by name, empty ones where there are none: HF_TOKEN, HF_TOKEN_PATH, HF_HOME,
/// HF_ENDPOINT, HF_HUB_OFFLINE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION,
/// AWS_ENDPOINT_URL.
class Environment {
public:
    virtual ~Environment() = default;
    [[nodiscard]] virtual std::string variable(const char* name) const;
    /// The first line of a small file; empty if it cannot be read.
    [[nodiscard]] virtual std::string lineOf(const std::string& path) const;
};

/// Takes links to pages of the Hub for what they show.
[[nodiscard]] Result<Place> placeOf(std::string_view address, const Environment& environment = Environment());

/// Scheme, host and port of a URL with http or https, and nothing else of it; empty for what is not plainly one.
/// Secrets for one origin are for no other.
[[nodiscard]] std::string originOf(std::string_view url);

/// Where a redirect from `url` to `next` leads. One that stays with the origin keeps the user that `url` names, as a
/// server names none in its redirects.
[[nodiscard]] std::string redirected(const std::string& url, std::string next);

/// The name that a file has there, for a copy of it here.
[[nodiscard]] std::string_view fileNameOf(std::string_view address);

/// The address as messages and lists of recent files may have it: without a password, and without what signs it.
[[nodiscard]] std::string withoutSecrets(std::string_view address);

} // namespace cairn::remote
