#include "core/remote/address.h"

#include "core/base/text/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

namespace cairn::remote {

namespace {

constexpr std::string_view kHub = "https://huggingface.co";

/// What is in front of "://", if that is one of ours.
std::string_view schemeOf(std::string_view given)
{
    constexpr std::array<std::string_view, 4> schemes = {"https", "http", "hf", "s3"};
    const std::size_t end = given.find("://");
    const auto* found = std::ranges::find(schemes, given.substr(0, end == std::string_view::npos ? 0 : end));
    return found == schemes.end() ? std::string_view() : *found;
}

/// What is between "://" and the path: user, host and port.
std::string_view authorityOf(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) {
        return {};
    }
    url.remove_prefix(scheme + 3);
    return url.substr(0, url.find_first_of("/?#"));
}

std::string percentEncoded(std::string_view path)
{
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (const char c : path) {
        if (plain.contains(c)) {
            text += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            text += '%';
            text += digits[byte >> 4U];
            text += digits[byte & 15U];
        }
    }
    return text;
}

std::unexpected<Error> noAddress(std::string_view address, Message advice)
{
    return fail(error(ErrorCode::Usage, message("this address names no file"))
                    .in(withoutSecrets(address))
                    .fix(std::move(advice)));
}

std::string hubToken(const Environment& environment)
{
    for (const char* name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"}) {
        if (std::string token = environment.variable(name); !token.empty()) {
            return token;
        }
    }
    if (const std::string path = environment.variable("HF_TOKEN_PATH"); !path.empty()) {
        return environment.lineOf(path);
    }
    const std::string home = environment.variable("HF_HOME");
    return environment.lineOf(home.empty() ? environment.variable("HOME") + "/.cache/huggingface/token"
                                           : home + "/token");
}

std::string hubEndpoint(const Environment& environment)
{
    std::string endpoint = environment.variable("HF_ENDPOINT");
    while (endpoint.ends_with('/')) {
        endpoint.pop_back();
    }
    return endpoint.empty() ? std::string(kHub) : endpoint;
}

/// A file of the Hub, or a repository of it if the file is empty.
struct HubFile {
    std::string kind; ///< "", "datasets/" or "spaces/"
    std::string repository;
    std::string revision = "main";
    std::string file;
};

/// Takes what is in front of the next slash, and the slash.
std::string_view takePart(std::string_view& rest)
{
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

/// What "datasets/owner/name..." begins with; nothing if there is no name.
std::optional<HubFile> takeRepository(std::string_view& rest)
{
    HubFile hub;
    for (const std::string_view kind : {"datasets/", "spaces/"}) {
        if (rest.starts_with(kind)) {
            hub.kind = kind;
            rest.remove_prefix(kind.size());
        }
    }
    const std::string_view owner = takePart(rest);
    const std::string_view name = takePart(rest);
    if (owner.empty() || name.empty()) {
        return std::nullopt;
    }
    hub.repository = std::string(owner) + '/' + std::string(name);
    return hub;
}

Result<Place> placeOnHub(const HubFile& hub, const Environment& environment)
{
    const std::string offline = environment.variable("HF_HUB_OFFLINE");
    if (!offline.empty() && offline != "0") {
        return fail(error(ErrorCode::UnmetRequest, message("HF_HUB_OFFLINE says not to ask the Hub"))
                        .fix(message("Unset HF_HUB_OFFLINE, or name a file that is here")));
    }
    Place place;
    place.secrets.token = hubToken(environment);
    const std::string endpoint = hubEndpoint(environment);
    if (hub.file.empty()) {
        const std::string kind = hub.kind.empty() ? "models/" : hub.kind;
        place.repositoryUrl = endpoint + "/api/" + kind + percentEncoded(hub.repository) + "/tree/" +
                              percentEncoded(hub.revision) + "?recursive=1";
        place.fileBase = "hf://" + hub.kind + hub.repository + (hub.revision == "main" ? "" : '@' + hub.revision) + '/';
    } else {
        place.url = endpoint + '/' + hub.kind + percentEncoded(hub.repository) + "/resolve/" +
                    percentEncoded(hub.revision) + '/' + percentEncoded(hub.file);
    }
    return place;
}

/// hf://[datasets/|spaces/]owner/name[@revision]/file
Result<Place> placeOfHubAddress(std::string_view address, const Environment& environment)
{
    std::string_view rest = address.substr(std::string_view("hf://").size());
    auto hub = takeRepository(rest);
    if (!hub) {
        return noAddress(address, message("It is written hf://owner/name/file, or hf://owner/name@revision/file"));
    }
    if (const std::size_t at = hub->repository.rfind('@'); at != std::string::npos) {
        hub->revision = hub->repository.substr(at + 1);
        hub->repository.resize(at);
        if (hub->revision == "refs" && rest.starts_with("pr/")) { // refs/pr/7
            takePart(rest);
            hub->revision += "/pr/" + std::string(takePart(rest));
        }
    }
    hub->file = rest;
    return placeOnHub(*hub, environment);
}

/// The links that people copy from the Hub's pages: of a file, or of a repository; nothing for other addresses.
std::optional<HubFile> linkOfHub(std::string_view url, const std::string& endpoint)
{
    const std::string_view start = url.starts_with(endpoint + '/') ? std::string_view(endpoint) : kHub;
    if (!url.starts_with(std::string(start) + '/')) {
        return std::nullopt;
    }
    std::string_view rest = url.substr(start.size() + 1);
    rest = rest.substr(0, rest.find_first_of("?#"));
    auto hub = takeRepository(rest);
    if (!hub) {
        return std::nullopt;
    }
    const std::string_view view = takePart(rest);
    if (view == "blob" || view == "resolve" || view == "raw") {
        hub->revision = takePart(rest);
        if (hub->revision == "refs" && rest.starts_with("pr/")) {
            takePart(rest);
            hub->revision += "/pr/" + std::string(takePart(rest));
        }
        hub->file = rest;
        return hub->file.empty() ? std::nullopt : hub;
    }
    if (view == "tree") {
        hub->revision = takePart(rest);
    }
    return view.empty() || view == "tree" ? hub : std::nullopt;
}

Result<Place> placeOfBucket(std::string_view address, const Environment& environment)
{
    std::string_view rest = address.substr(std::string_view("s3://").size());
    const std::string bucket(takePart(rest));
    if (bucket.empty() || rest.empty()) {
        return noAddress(address, message("It is written s3://bucket/key"));
    }
    std::string region = environment.variable("AWS_REGION");
    region = region.empty() ? environment.variable("AWS_DEFAULT_REGION") : region;
    region = region.empty() ? "us-east-1" : region;
    std::string endpoint = environment.variable("AWS_ENDPOINT_URL_S3");
    endpoint = endpoint.empty() ? environment.variable("AWS_ENDPOINT_URL") : endpoint;
    while (endpoint.ends_with('/')) {
        endpoint.pop_back();
    }
    if (endpoint.empty() && bucket.contains('.')) { // as part of a host's name, no certificate is good for it
        endpoint = "https://s3." + region + ".amazonaws.com";
    }
    Place place;
    place.url =
        (endpoint.empty() ? "https://" + bucket + ".s3." + region + ".amazonaws.com" : endpoint + '/' + bucket) + '/' +
        percentEncoded(rest);
    const std::string key = environment.variable("AWS_ACCESS_KEY_ID");
    if (const std::string secret = environment.variable("AWS_SECRET_ACCESS_KEY"); !key.empty() && !secret.empty()) {
        place.secrets.s3 = S3Signer{
            .key = key, .secret = secret, .region = region, .session = environment.variable("AWS_SESSION_TOKEN")};
    }
    return place;
}

} // namespace

std::string Environment::variable(const char* name) const
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody changes the environment
    return value == nullptr ? std::string() : std::string(value);
}

std::string Environment::lineOf(const std::string& path) const
{
    std::ifstream file(path);
    std::string line(4096, '\0'); // a token is far shorter
    file.getline(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(line.find('\0'));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) {
        line.pop_back();
    }
    return line;
}

bool isAddress(std::string_view given)
{
    return !schemeOf(given).empty();
}

static Result<Place> locate(std::string_view address, const Environment& environment)
{
    const std::string_view scheme = schemeOf(address);
    if (scheme == "hf") {
        return placeOfHubAddress(address, environment);
    }
    if (scheme == "s3") {
        return placeOfBucket(address, environment);
    }
    if (const auto hub = linkOfHub(address, hubEndpoint(environment))) {
        return placeOnHub(*hub, environment);
    }
    if (address.find_first_of(" \t\r\n") != std::string_view::npos) {
        return noAddress(address, message("Write %20 for a space"));
    }
    Place place;
    place.url = address;
    return place;
}

Result<Place> placeOf(std::string_view address, const Environment& environment)
{
    CAIRN_ASSIGN(place, locate(address, environment));
    for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"}) { // as curl, OpenSSL and Python
        place.authorities = place.authorities.empty() ? environment.variable(name) : place.authorities;
    }
    return std::move(place);
}

std::string originOf(std::string_view url)
{
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz0123456789-._[]:";
    std::string origin;
    appendFolded(origin, url.substr(0, url.find("://")));
    const std::string_view port = origin == "https" ? ":443" : ":80";
    if (origin != "https" && origin != "http") {
        return {};
    }
    std::string_view authority = authorityOf(url);
    authority.remove_prefix(authority.rfind('@') + 1); // none: npos + 1, which is 0
    std::string host;
    appendFolded(host, authority);
    if (host.empty() || host.find_first_not_of(plain) != std::string::npos || authorityOf(url).contains('\\')) {
        return {}; // others might read it in another way
    }
    const std::size_t colon = host.rfind(':');
    const bool hasPort = colon != std::string::npos && host.find(']', colon) == std::string::npos;
    return origin + "://" + host + (hasPort ? "" : std::string(port));
}

std::string redirected(const std::string& url, std::string next)
{
    const std::string origin = originOf(url);
    const std::string_view authority = authorityOf(url);
    const std::size_t at = authority.rfind('@');
    if (at != std::string_view::npos && !authorityOf(next).contains('@') && !origin.empty() &&
        origin == originOf(next)) {
        next.insert(next.find("://") + 3, authority.substr(0, at + 1));
    }
    return next;
}

std::string_view fileNameOf(std::string_view address)
{
    const std::string_view path = address.substr(0, address.find_first_of("?#")); // without what is asked for beside it
    return path.substr(path.rfind('/') + 1);
}

std::string withoutSecrets(std::string_view address)
{
    if (!isAddress(address)) {
        return std::string(address);
    }
    std::string text(address.substr(0, address.find_first_of("?#")));
    const std::size_t host = text.find("://") + 3;
    const std::size_t path = std::min(text.find('/', host), text.size());
    if (const std::size_t at = text.rfind('@', path);
        text.starts_with("http") && at != std::string::npos && at >= host) {
        text.erase(host, at + 1 - host);
    }
    return text;
}

} // namespace cairn::remote
