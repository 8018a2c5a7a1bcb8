#include "core/remote/http.h"

#include "core/base/progress.h"
#include "core/base/text/text.h"
#include "core/remote/curl_library.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

namespace cairn::remote {

namespace {

using std::chrono::milliseconds;

constexpr long kConnectSeconds = 20;
constexpr long kSilentSeconds = 30; ///< without a byte, a connection is given up
constexpr int kMostRedirects = 8;
constexpr int kTries = 5;
constexpr std::uint64_t kMostDocumentBytes = std::uint64_t{32} << 20;

std::optional<std::uint64_t> wholeNumber(std::string_view digits)
{
    std::uint64_t number = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failure == std::errc() && end == digits.data() + digits.size() ? std::optional(number) : std::nullopt;
}

/// What stands in an XML element of a text; empty if there is none.
std::string_view elementOf(std::string_view text, std::string_view name)
{
    const std::string begin = '<' + std::string(name) + '>';
    const std::size_t at = text.find(begin);
    const std::size_t end = at == std::string_view::npos ? at : text.find('<', at + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(at + begin.size(), end - at - begin.size());
}

/// What came of one request.
struct Exchange {
    long status = 0;
    std::uint64_t most = 0; ///< bytes that are taken
    Bytes body;
    std::string etag;
    std::string modified;
    std::string contentRange;
    std::string contentEncoding;
    std::string retryAfter;
    std::string region; ///< of a bucket of S3
    bool isTooLong = false;
    const Progress* progress = nullptr;

    Exchange(std::uint64_t mostBytes, const Progress* watched) : most(mostBytes), progress(watched) {}

    [[nodiscard]] bool isRedirect() const { return status >= 300 && status <= 399; }

    void begin(std::string_view statusLine)
    {
        *this = Exchange(most, progress); // what came before it, as "100 Continue", is over
        const std::size_t space = statusLine.find(' ');
        status = space == std::string_view::npos
                     ? 0
                     : static_cast<long>(wholeNumber(statusLine.substr(space + 1, 3)).value_or(0));
    }
};

void takeHeader(Exchange& exchange, std::string_view line)
{
    while (!line.empty() && (line.back() == '\r' || line.back() == '\n' || line.back() == ' ')) {
        line.remove_suffix(1);
    }
    if (line.starts_with("HTTP/")) {
        exchange.begin(line);
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    std::string name;
    appendFolded(name, line.substr(0, colon));
    std::string_view value = line.substr(colon + 1);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (name == "etag") {
        exchange.etag = value;
    } else if (name == "last-modified") {
        exchange.modified = value;
    } else if (name == "content-range") {
        exchange.contentRange = value;
    } else if (name == "content-encoding") {
        exchange.contentEncoding = value;
    } else if (name == "retry-after") {
        exchange.retryAfter = value;
    } else if (name == "x-amz-bucket-region") {
        exchange.region = value;
    }
}

std::size_t headerCame(const char* data, std::size_t size, std::size_t count, void* exchange)
{
    takeHeader(*static_cast<Exchange*>(exchange), std::string_view(data, size * count));
    return size * count;
}

std::size_t bodyCame(const char* data, std::size_t size, std::size_t count, void* pointer)
{
    Exchange& exchange = *static_cast<Exchange*>(pointer);
    const std::size_t bytes = size * count;
    if (exchange.isRedirect()) {
        return bytes; // a page for people, who do not see it
    }
    if (bytes > exchange.most - std::min<std::uint64_t>(exchange.most, exchange.body.size())) {
        exchange.isTooLong = true; // the transfer ends here
        return 0;
    }
    const auto* begin = reinterpret_cast<const std::byte*>(data);
    exchange.body.insert(exchange.body.end(), begin, begin + bytes);
    return bytes;
}

int isStopped(void* exchange, curl_off_t /*all*/, curl_off_t /*now*/, curl_off_t /*allUp*/, curl_off_t /*nowUp*/)
{
    const Progress* progress = static_cast<Exchange*>(exchange)->progress;
    return progress != nullptr && progress->stopRequested() ? 1 : 0;
}

/// Whether the same may be answered a little later. `hasAnswered`: that server did so before; one that was never
/// reached most likely is another than was meant.
bool maySucceedLater(CURLcode code, long status, bool hasAnswered)
{
    switch (code) {
    case CURLE_OK: return status == 429 || status == 500 || (status >= 502 && status <= 504);
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return hasAnswered;
    case CURLE_PARTIAL_FILE:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM: return true;
    default: return false;
    }
}

/// Half a second, then twice as long each time, and something of chance, so that many do not come back at once. What
/// the server asks for, if it is no more than a minute.
milliseconds waitBefore(int tryNumber, const std::string& retryAfter)
{
    constexpr std::uint64_t longest = 60;
    if (const auto seconds = wholeNumber(retryAfter)) {
        return milliseconds(1000 * std::min(*seconds, longest));
    }
    thread_local std::minstd_rand chance{std::random_device{}()};
    const int base = 500 << tryNumber;
    return milliseconds(base / 2 + static_cast<int>(chance() % static_cast<unsigned>(base)));
}

bool waitUnlessStopped(milliseconds time, const Progress* progress)
{
    constexpr milliseconds step{50};
    for (milliseconds waited{0}; waited < time; waited += step) {
        if (progress != nullptr && progress->stopRequested()) {
            return false;
        }
        std::this_thread::sleep_for(std::min(step, time - waited));
    }
    return progress == nullptr || !progress->stopRequested();
}

/// "bytes 0-99/1234"
struct ContentRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint64_t all = 0;
};

std::optional<ContentRange> contentRangeOf(std::string_view text)
{
    constexpr std::string_view unit = "bytes ";
    const std::size_t dash = text.find('-');
    const std::size_t slash = text.find('/');
    if (!text.starts_with(unit) || dash == std::string_view::npos || slash == std::string_view::npos || dash > slash) {
        return std::nullopt;
    }
    const auto first = wholeNumber(text.substr(unit.size(), dash - unit.size()));
    const auto last = wholeNumber(text.substr(dash + 1, slash - dash - 1));
    const auto all = wholeNumber(text.substr(slash + 1));
    if (!first || !last || !all || *first > *last || *last >= *all) {
        return std::nullopt;
    }
    return ContentRange{*first, *last, *all};
}

class CurlHttp final : public Http {
public:
    CurlHttp(const CurlLibrary& curl, CURL* handle, Place place, std::string address, int tries)
        : m_curl(curl), m_handle(handle), m_place(std::move(place)), m_address(std::move(address)), m_tries(tries)
    {
    }
    ~CurlHttp() override { m_curl.cleanup(m_handle); }
    CurlHttp(const CurlHttp&) = delete;
    CurlHttp& operator=(const CurlHttp&) = delete;

    [[nodiscard]] Result<RangeAnswer> range(std::uint64_t offset, std::uint64_t count,
                                            const Progress* progress) override
    {
        const std::string wanted = std::to_string(offset) + '-' + std::to_string(offset + count - 1);
        CAIRN_ASSIGN(exchange, ask(m_place.url, wanted, count, progress));
        const auto found = contentRangeOf(exchange.contentRange);
        if (exchange.status == 200 || !found || !exchange.contentEncoding.empty()) {
            return fail(failed(ErrorCode::Unsupported, message("the server sends no parts of the file"))
                            .because(message("Only all of it could be had, and that was not taken"))
                            .fix(message("Download the file, and open it from here")));
        }
        if (found->first != offset || exchange.body.size() != found->last - found->first + 1 ||
            exchange.body.size() != std::min(count, found->all - offset)) {
            return fail(failed(ErrorCode::ReadFailed, message("the server sent another part of the file than was "
                                                              "asked for")));
        }
        return RangeAnswer{.bytes = std::move(exchange.body),
                           .fileBytes = found->all,
                           .version = exchange.etag.empty() ? exchange.modified : exchange.etag};
    }

    [[nodiscard]] Result<std::unique_ptr<Http>> another() const override;

    [[nodiscard]] Result<std::string> document(const std::string& url, const Progress* progress) override
    {
        CAIRN_ASSIGN(exchange, ask(url, {}, kMostDocumentBytes, progress));
        if (exchange.isTooLong) {
            return fail(failed(ErrorCode::LimitExceeded, message("the server's answer is too long")));
        }
        return std::string(reinterpret_cast<const char*>(exchange.body.data()), exchange.body.size());
    }

private:
    [[nodiscard]] Error failed(ErrorCode code, Message what) const
    {
        return error(code, std::move(what)).in(m_address);
    }

    template <typename Value>
    void set(CURLoption option, Value value)
    {
        m_isReady = m_isReady && m_curl.set(m_handle, option, value) == CURLE_OK;
    }

    /// One request of libcurl.
    struct Request {
        std::string url;
        std::string wanted = {};   ///< the range, as "0-99"; empty: everything
        bool mustBeSecure = false; ///< nothing but https will do
        bool maySeeSecrets = true; ///< still with the origin that was named
    };
    /// Where redirects led from an address: the next part is asked for there, and not at both places again.
    struct Landing {
        std::string from;
        Request request;
    };

    void prepare(const Request& request, Exchange& exchange)
    {
        m_curl.reset(m_handle); // connections stay
        m_isReady = true;
        set(CURLOPT_URL, request.url.c_str());
        set(CURLOPT_USERAGENT, "cairn");
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_PROTOCOLS,
            static_cast<long>(request.mustBeSecure ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS));
        set(CURLOPT_FOLLOWLOCATION, 0L); // see follow()
        set(CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, kSilentSeconds);
        set(CURLOPT_HEADERFUNCTION, &headerCame);
        set(CURLOPT_HEADERDATA, static_cast<void*>(&exchange));
        set(CURLOPT_WRITEFUNCTION, &bodyCame);
        set(CURLOPT_WRITEDATA, static_cast<void*>(&exchange));
        set(CURLOPT_NOPROGRESS, 0L);
        set(CURLOPT_XFERINFOFUNCTION, &isStopped);
        set(CURLOPT_XFERINFODATA, static_cast<void*>(&exchange));
        if (!m_place.authorities.empty()) {
            set(CURLOPT_CAINFO, m_place.authorities.c_str());
        }
        if (!request.wanted.empty()) {
            set(CURLOPT_RANGE, request.wanted.c_str());
        }
    }

    /// Returns the headers, which live as long as the request.
    [[nodiscard]] curl_slist* addSecrets(const std::string& url)
    {
        const Secrets& secrets = m_place.secrets;
        if (!secrets.token.empty()) {
            set(CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BEARER));
            set(CURLOPT_XOAUTH2_BEARER, secrets.token.c_str());
        }
        curl_slist* headers = nullptr;
        if (secrets.s3) {
            const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
            for (const auto& [name, value] : s3Headers(*secrets.s3, url, now)) {
                headers = m_curl.append(headers, (name + ": " + value).c_str());
            }
            set(CURLOPT_HTTPHEADER, headers);
            set(CURLOPT_PATH_AS_IS, 1L); // that is what is signed
        }
        return headers;
    }

    [[nodiscard]] CURLcode perform(const Request& request, Exchange& exchange)
    {
        prepare(request, exchange);
        curl_slist* headers = request.maySeeSecrets ? addSecrets(request.url) : nullptr;
        const CURLcode code = m_isReady ? m_curl.perform(m_handle) : CURLE_NOT_BUILT_IN;
        m_curl.freeList(headers);
        // An answer too, of which no more was taken.
        return code == CURLE_WRITE_ERROR && exchange.isTooLong ? CURLE_OK : code;
    }

    /// Asks, and goes where redirects lead. libcurl could do so by itself, but it takes headers of ours along to every
    /// host. Here, nothing secret goes to another host, port or scheme than was named, nor to any that comes after one.
    /// `request` becomes the last one.
    [[nodiscard]] CURLcode follow(Request& request, Exchange& exchange)
    {
        for (int redirects = 0; redirects <= kMostRedirects; ++redirects) {
            const std::string origin = originOf(request.url);
            request.mustBeSecure = request.mustBeSecure || origin.starts_with("https:");
            exchange = Exchange(exchange.most, exchange.progress);
            const CURLcode code = perform(request, exchange);
            const char* next = nullptr;
            if (code != CURLE_OK || !exchange.isRedirect() ||
                m_curl.info(m_handle, CURLINFO_REDIRECT_URL, &next) != CURLE_OK || next == nullptr) {
                return code;
            }
            request.url = redirected(request.url, next);
            request.maySeeSecrets = request.maySeeSecrets && !origin.empty() && origin == originOf(request.url);
        }
        return CURLE_TOO_MANY_REDIRECTS;
    }

    [[nodiscard]] Result<Exchange> ask(const std::string& url, const std::string& wanted, std::uint64_t most,
                                       const Progress* progress)
    {
        for (int tryNumber = 0;; ++tryNumber) {
            Exchange exchange(most, progress);
            Request request = m_landing && m_landing->from == url ? m_landing->request : Request{.url = url};
            request.wanted = wanted;
            const CURLcode code = follow(request, exchange);
            CAIRN_TRY(checkStop(progress));
            m_hasAnswered = m_hasAnswered || code == CURLE_OK;
            if (code == CURLE_OK && (exchange.status == 206 || exchange.status == 200)) {
                m_landing = request.url == url ? std::nullopt : std::optional(Landing{url, request});
                return exchange;
            }
            if (m_landing && !maySucceedLater(code, exchange.status, m_hasAnswered)) {
                m_landing.reset(); // such links are often good for a while only
                continue;
            }
            if (tryNumber + 1 >= m_tries || !maySucceedLater(code, exchange.status, m_hasAnswered)) {
                return fail(code == CURLE_OK ? refusal(exchange) : noAnswer(code));
            }
            if (!waitUnlessStopped(waitBefore(tryNumber, exchange.retryAfter), progress)) {
                return fail(ErrorCode::Cancelled, message("cancelled"));
            }
        }
    }

    [[nodiscard]] Error noAnswer(CURLcode code) const
    {
        const Message reason = verbatim(m_curl.words(code));
        switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_COULDNT_CONNECT:
            return failed(ErrorCode::ReadFailed, message("the server cannot be reached: %1", reason))
                .fix(message("Look at the address and at your network; a proxy is taken from https_proxy"));
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CONNECT_ERROR:
        case CURLE_SSL_CACERT_BADFILE:
            return failed(ErrorCode::ReadFailed,
                          message("the server does not prove to be who it should be: %1", reason))
                .fix(message("Do not trust it; if it is your own, add its certificate to those of this system"));
        default: return failed(ErrorCode::ReadFailed, message("the file cannot be read from there: %1", reason));
        }
    }

    /// Where S3 says that a bucket is.
    [[nodiscard]] static std::string regionOf(const Exchange& exchange)
    {
        const std::string_view text(reinterpret_cast<const char*>(exchange.body.data()), exchange.body.size());
        return printable(exchange.region.empty() ? elementOf(text, "Region") : exchange.region);
    }

    [[nodiscard]] Error refusal(const Exchange& exchange) const
    {
        const std::string status = std::to_string(exchange.status);
        const std::string region = regionOf(exchange);
        if (m_place.secrets.s3 && !region.empty() && region != m_place.secrets.s3->region) {
            return failed(ErrorCode::FileNotReadable, message("the bucket is in another region: %1", region))
                .fix(message("Say so with AWS_REGION=%1", region));
        }
        switch (exchange.status) {
        case 401:
        case 403:
            return failed(ErrorCode::FileNotReadable, message("the server does not let you read it (%1)", status))
                .fix(m_place.secrets.isEmpty()
                         ? message("If it is yours to read, give the token in HF_TOKEN for the Hub, or the keys in "
                                   "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY for S3")
                         : message("Look whether what you gave to prove who you are is still valid for it"));
        case 404:
        case 410:
            return failed(ErrorCode::FileNotFound, message("there is no such file (%1)", status))
                .fix(message("Look at the address"));
        case 416: return failed(ErrorCode::NotACheckpoint, message("the file is empty")).fix({});
        default:
            return failed(ErrorCode::ReadFailed, message("the server answers %1 instead of the file", status))
                .fix(exchange.status >= 500 || exchange.status == 429 ? message("Try again later") : Message());
        }
    }

    const CurlLibrary& m_curl;
    CURL* m_handle;
    Place m_place;
    std::string m_address;
    int m_tries;
    bool m_isReady = false; ///< the library knows all that was asked of it
    bool m_hasAnswered = false;
    std::optional<Landing> m_landing;
};

Result<std::unique_ptr<CurlHttp>> connect(const Place& place, const std::string& address, int tries)
{
    auto curl = CurlLibrary::find();
    if (!curl) {
        return fail(std::move(curl).error().in(address));
    }
    CURL* handle = (*curl)->init();
    if (handle == nullptr) {
        return fail(error(ErrorCode::ReadFailed, message("libcurl cannot start")).in(address));
    }
    return std::make_unique<CurlHttp>(**curl, handle, place, address, tries);
}

Result<std::unique_ptr<Http>> CurlHttp::another() const
{
    CAIRN_ASSIGN(other, connect(m_place, m_address, 1));
    other->m_landing = m_landing;
    return std::unique_ptr<Http>(std::move(other));
}

} // namespace

Result<std::unique_ptr<Http>> openHttp(const Place& place, const std::string& address)
{
    return connect(place, address, kTries);
}

} // namespace cairn::remote
