#include "core/remote/s3_signature.h"

#include "core/base/files/sha256.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace cairn::remote {

namespace {

constexpr std::string_view kAlgorithm = "AWS4-HMAC-SHA256";

Sha256 sumOf(std::string_view text)
{
    Sha256 sum;
    sum.add(std::as_bytes(std::span(text)));
    return sum;
}

/// The HMAC of a text with SHA-256, before its last step.
Sha256 hmac(std::string key, std::string_view text)
{
    constexpr std::size_t blockBytes = 64;
    if (key.size() > blockBytes) {
        key = sumOf(key).finishBytes();
    }
    key.resize(blockBytes, '\0');
    const auto with = [&key](char mask) {
        std::string mixed;
        std::ranges::transform(key, std::back_inserter(mixed), [mask](char c) { return static_cast<char>(c ^ mask); });
        return mixed;
    };
    return sumOf(with('\x5c') + sumOf(with('\x36') + std::string(text)).finishBytes());
}

/// "20130524T000000Z"
std::string timeText(std::chrono::sys_seconds time)
{
    const auto midnight = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day day(midnight);
    const std::chrono::hh_mm_ss clock(time - midnight);
    std::string text = std::to_string(static_cast<int>(day.year()));
    const auto addTwoDigits = [&text](long long number) { text += (number < 10 ? "0" : "") + std::to_string(number); };
    addTwoDigits(static_cast<unsigned>(day.month()));
    addTwoDigits(static_cast<unsigned>(day.day()));
    text += 'T';
    addTwoDigits(clock.hours().count());
    addTwoDigits(clock.minutes().count());
    addTwoDigits(clock.seconds().count());
    return text + 'Z';
}

/// Host, path and query of a URL.
struct UrlParts {
    std::string_view host;
    std::string_view path = "/";
    std::string_view query;
};

UrlParts partsOf(std::string_view url)
{
    UrlParts parts;
    const bool isSecure = url.starts_with("https:");
    const std::size_t scheme = url.find("://");
    url.remove_prefix(scheme == std::string_view::npos ? 0 : scheme + 3);
    const std::size_t question = url.find('?');
    if (question != std::string_view::npos) {
        parts.query = url.substr(question + 1);
        url = url.substr(0, question);
    }
    const std::size_t slash = url.find('/');
    parts.host = url.substr(0, slash);
    const std::string_view usualPort = isSecure ? ":443" : ":80"; // libcurl does not name it either
    parts.host.remove_suffix(parts.host.ends_with(usualPort) ? usualPort.size() : 0);
    if (slash != std::string_view::npos) {
        parts.path = url.substr(slash);
    }
    return parts;
}

std::string sortedQuery(std::string_view query)
{
    std::vector<std::string> fields;
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view field = query.substr(0, end);
        fields.push_back(std::string(field) + (field.contains('=') ? "" : "="));
        query.remove_prefix(std::min(end + 1, query.size()));
    }
    std::ranges::sort(fields);
    std::string sorted;
    for (const std::string& field : fields) {
        sorted += (sorted.empty() ? "" : "&") + field;
    }
    return sorted;
}

} // namespace

std::map<std::string, std::string> s3Headers(const S3Signer& signer, std::string_view url, std::chrono::sys_seconds now,
                                             const std::map<std::string, std::string>& more)
{
    const UrlParts parts = partsOf(url);
    const std::string time = timeText(now);
    const std::string day = time.substr(0, time.find('T'));
    const std::string noBody = sumOf("").finish();
    std::map<std::string, std::string> headers{{"x-amz-content-sha256", noBody}, {"x-amz-date", time}};
    if (!signer.session.empty()) {
        headers.emplace("x-amz-security-token", signer.session);
    }
    std::map<std::string, std::string> isSigned = headers;
    isSigned.emplace("host", parts.host);
    isSigned.insert(more.begin(), more.end());
    std::string names;
    std::string request = "GET\n" + std::string(parts.path) + '\n' + sortedQuery(parts.query) + '\n';
    for (const auto& [name, value] : isSigned) {
        names += (names.empty() ? "" : ";") + name;
        request += name + ':' + value + '\n';
    }
    request += '\n' + names + '\n' + noBody;
    const std::string scope = day + '/' + signer.region + "/s3/aws4_request";
    const std::string text = std::string(kAlgorithm) + '\n' + time + '\n' + scope + '\n' + sumOf(request).finish();
    std::string key = "AWS4" + signer.secret;
    for (const std::string& part : {day, signer.region, std::string("s3"), std::string("aws4_request")}) {
        key = hmac(key, part).finishBytes();
    }
    headers.emplace("Authorization", std::string(kAlgorithm) + " Credential=" + signer.key + '/' + scope +
                                         ", SignedHeaders=" + names + ", Signature=" + hmac(key, text).finish());
    return headers;
}

} // namespace cairn::remote
