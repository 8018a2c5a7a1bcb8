#include "core/remote/remote_source.h"

#include "core/base/json/json_tree.h"
#include "core/base/text/text.h"
#include "core/remote/http.h"
#include "core/remote/kept_parts.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cairn::remote {

namespace {

constexpr std::uint64_t kBlockBytes = std::uint64_t{256} << 10;
constexpr std::size_t kMostBlocks = 256; // 64 MiB
constexpr std::uint64_t kMostAhead = 64; // blocks at once
constexpr std::size_t kMostRuns = 8;
static_assert(kMostAhead <= kMostBlocks / 2);   // what comes never drives out itself
constexpr std::uint64_t kWorthAConnection = 16; // blocks; less is over before another one is made
constexpr std::uint64_t kMostConnections = 4;
constexpr std::uint64_t kNowhere = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kMostNamesInMessage = 8;

/// One reader's way through the file, from one end to the other.
struct Run {
    std::uint64_t first = kNowhere;    ///< the block it began at
    std::uint64_t expected = kNowhere; ///< the block after those that came last
    std::uint64_t came = 0;            ///< how many those are
    std::uint64_t ahead = 1;           ///< blocks to ask for at once
    std::uint64_t lastUse = 0;
};

/// Where the last readers are: several threads read parts of one tensor, and each is to be known again.
class Runs {
public:
    /// The reader that lacks this block now: the one that expected it, or a new one in place of the one that asked for
    /// nothing the longest.
    Run& goOn(std::uint64_t block)
    {
        ++m_uses;
        auto found = std::ranges::find(m_runs, block, &Run::expected);
        if (found == m_runs.end()) {
            found = std::ranges::min_element(m_runs, {}, &Run::lastUse);
            *found = Run{.first = block};
        } else {
            found->ahead = std::min(found->ahead * 2, mostAhead());
        }
        found->lastUse = m_uses;
        return *found;
    }

    /// There, nobody need read ahead: somebody else was there already.
    [[nodiscard]] bool othersBeginAt(std::uint64_t block, const Run& run) const
    {
        return std::ranges::any_of(m_runs, [&](const Run& other) { return &other != &run && other.first == block; });
    }

    /// Whether a reader most likely comes to this block soon. A thread that has to wait for the others would find it
    /// gone otherwise.
    [[nodiscard]] bool haveAhead(std::uint64_t block) const
    {
        return std::ranges::any_of(m_runs, [&](const Run& run) {
            return isReading(run) && block < run.expected && block + run.came >= run.expected;
        });
    }

private:
    [[nodiscard]] bool isReading(const Run& run) const { return run.ahead > 1 && run.lastUse + 4 * kMostRuns > m_uses; }

    /// What all that read now have ahead of them takes half of the cache at most.
    [[nodiscard]] std::uint64_t mostAhead() const
    {
        const auto readers = std::ranges::count_if(m_runs, [&](const Run& run) { return isReading(run); });
        return std::min(kMostAhead, kMostBlocks / 2 / std::max<std::uint64_t>(1, static_cast<std::uint64_t>(readers)));
    }

    std::array<Run, kMostRuns> m_runs;
    std::uint64_t m_uses = 0;
};

/// The last blocks that were used.
class BlockCache {
public:
    [[nodiscard]] const Bytes* find(std::uint64_t block)
    {
        const auto found = m_blocks.find(block);
        if (found == m_blocks.end()) {
            return nullptr;
        }
        found->second.lastUse = ++m_uses;
        return &found->second.bytes;
    }

    /// In place of the one that was used the longest ago and that no reader has ahead of it.
    void add(std::uint64_t block, std::span<const std::byte> bytes, const Runs& runs)
    {
        if (m_blocks.size() >= kMostBlocks) {
            m_blocks.erase(std::ranges::min_element(m_blocks, {}, [&](const auto& kept) {
                return std::pair(runs.haveAhead(kept.first), kept.second.lastUse);
            }));
        }
        m_blocks[block] = {.bytes = Bytes(bytes.begin(), bytes.end()), .lastUse = ++m_uses};
    }

    /// Until `use` fails.
    template <typename Use>
    [[nodiscard]] Result<void> forEach(const Use& use) const
    {
        for (const auto& [number, block] : m_blocks) {
            CAIRN_TRY(use(number, block.bytes));
        }
        return {};
    }

private:
    struct Block {
        Bytes bytes;
        std::uint64_t lastUse = 0;
    };
    std::unordered_map<std::uint64_t, Block> m_blocks;
    std::uint64_t m_uses = 0;
};

class BlockSource final : public RemoteSource {
public:
    BlockSource(std::unique_ptr<Http> http, std::string address, const Progress* progress)
        : m_http(std::move(http)), m_address(std::move(address)), m_progress(progress)
    {
    }

    [[nodiscard]] Result<void> begin()
    {
        const std::scoped_lock lock(m_mutex);
        return fetch(0, 1);
    }

    [[nodiscard]] std::uint64_t sizeBytes() const noexcept override { return m_fileBytes; }
    [[nodiscard]] Traffic traffic() const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_traffic;
    }
    void forgetProgress() override
    {
        const std::scoped_lock lock(m_mutex);
        m_progress = nullptr;
    }
    [[nodiscard]] bool hasVersion() const override
    {
        const std::scoped_lock lock(m_mutex);
        return !m_version.empty();
    }
    [[nodiscard]] Result<std::uint64_t> keepParts(const std::string& path) const override
    {
        const std::scoped_lock lock(m_mutex);
        CAIRN_ASSIGN(parts, KeptParts::open(path, {.address = m_address,
                                                   .version = m_version,
                                                   .fileBytes = m_fileBytes,
                                                   .blockBytes = kBlockBytes}));
        const std::uint64_t bytes = parts->keptBytes();
        CAIRN_TRY(m_cache.forEach([&](std::uint64_t block, const Bytes& content) {
            return parts->has(block) ? Result<void>() : parts->write(block, content);
        }));
        m_parts = std::move(parts);
        return bytes;
    }
    std::uint64_t endParts(Parts parts) const override
    {
        const std::scoped_lock lock(m_mutex);
        const auto ended = std::exchange(m_parts, nullptr);
        const std::uint64_t bytes = ended == nullptr || parts == Parts::Remove ? 0 : ended->keptBytes();
        if (ended != nullptr && bytes == 0) {
            ended->remove();
        }
        return bytes;
    }

private:
    [[nodiscard]] Result<void> doRead(std::uint64_t offset, std::span<std::byte> into) const override
    {
        const std::scoped_lock lock(m_mutex);
        const std::uint64_t last = (offset + into.size() - 1) / kBlockBytes;
        std::size_t done = 0;
        for (std::uint64_t block = offset / kBlockBytes; block <= last; ++block) {
            const Bytes* bytes = m_cache.find(block);
            if (bytes == nullptr) {
                CAIRN_TRY(bring(block, last));
                bytes = m_cache.find(block);
            }
            const std::uint64_t within = offset + done - block * kBlockBytes;
            const std::size_t count = std::min<std::size_t>(into.size() - done, bytes->size() - within);
            std::memcpy(into.data() + done, bytes->data() + within, count);
            done += count;
        }
        return {};
    }

    /// Puts a block into the cache: from what an earlier run kept, or with those after it from the server.
    [[nodiscard]] Result<void> bring(std::uint64_t block, std::uint64_t last) const
    {
        if (isKept(block)) {
            if (const auto bytes = m_parts->read(block)) {
                m_cache.add(block, *bytes, m_runs);
                return {};
            }
        }
        return fetch(block, missingFrom(block, last));
    }

    [[nodiscard]] bool isKept(std::uint64_t block) const { return m_parts != nullptr && m_parts->has(block); }

    /// How many blocks to ask for: what is missing of those up to `last`, and twice as many as the last time where a
    /// reader goes on from where it was.
    [[nodiscard]] std::uint64_t missingFrom(std::uint64_t block, std::uint64_t last) const
    {
        Run& run = m_runs.goOn(block);
        const std::uint64_t end = (m_fileBytes + kBlockBytes - 1) / kBlockBytes;
        const std::uint64_t needed = last - block + 1;
        const std::uint64_t ahead = m_runs.othersBeginAt(block, run) ? 1 : run.ahead;
        const std::uint64_t most = std::min(std::max(needed, ahead), kMostAhead);
        std::uint64_t count = 1;
        while (count < most && block + count < end && m_cache.find(block + count) == nullptr &&
               !isKept(block + count) && (count < needed || !m_runs.othersBeginAt(block + count, run))) {
            ++count;
        }
        run.expected = block + count;
        run.came = count;
        return count;
    }

    [[nodiscard]] Result<void> fetch(std::uint64_t first, std::uint64_t count) const
    {
        const std::uint64_t parts =
            m_isAlone ? 1 : std::clamp(count / kWorthAConnection, std::uint64_t{1}, kMostConnections);
        const std::uint64_t each = (count + parts - 1) / parts;
        CAIRN_ASSIGN(answers, ask(first, count, each));
        for (std::size_t i = 0; i < answers.size(); ++i) {
            CAIRN_TRY(take(first + i * each, answers[i]));
        }
        return {};
    }

    /// Asks for `count` blocks, `each` over a connection of its own. Servers that do not like several get one from then
    /// on.
    [[nodiscard]] Result<std::vector<RangeAnswer>> ask(std::uint64_t first, std::uint64_t count,
                                                       std::uint64_t each) const
    {
        const auto part = [&](Http& http, std::uint64_t number) {
            const std::uint64_t begin = number * each;
            return http.range((first + begin) * kBlockBytes, std::min(each, count - begin) * kBlockBytes, m_progress);
        };
        const std::uint64_t parts = (count + each - 1) / each;
        while (m_others.size() + 1 < parts) {
            CAIRN_ASSIGN(other, m_http->another());
            m_others.push_back(std::move(other));
        }
        std::vector<Result<RangeAnswer>> came(parts);
        {
            std::vector<std::jthread> threads;
            for (std::uint64_t i = 1; i < parts; ++i) {
                threads.emplace_back([&, i] { came[i] = part(*m_others[i - 1], i); });
            }
            came[0] = part(*m_http, 0);
        }
        std::vector<RangeAnswer> answers;
        for (std::uint64_t i = 0; i < parts; ++i) {
            if (i > 0 && !came[i] && came[i].error().code != ErrorCode::Cancelled) {
                m_isAlone = true;
                came[i] = part(*m_http, i);
            }
            if (!came[i]) {
                return fail(std::move(came[i]).error());
            }
            answers.push_back(std::move(*came[i]));
        }
        return answers;
    }

    [[nodiscard]] Result<void> take(std::uint64_t first, const RangeAnswer& answer) const
    {
        const bool isFirst = m_traffic.requests == 0;
        ++m_traffic.requests;
        m_traffic.bytes += answer.bytes.size();
        if (isFirst) {
            m_fileBytes = answer.fileBytes;
            m_version = answer.version;
        } else if (m_fileBytes != answer.fileBytes || m_version != answer.version) {
            return fail(error(ErrorCode::FileChanged, message("the file on the server changed while it was read"))
                            .in(m_address)
                            .fix(message("Open it again")));
        }
        for (std::uint64_t at = 0; at < answer.bytes.size(); at += kBlockBytes) {
            const std::uint64_t bytes = std::min<std::uint64_t>(kBlockBytes, answer.bytes.size() - at);
            const auto block = std::span(answer.bytes).subspan(at, bytes);
            if (m_parts != nullptr) {
                CAIRN_TRY(m_parts->write(first + at / kBlockBytes, block));
            }
            m_cache.add(first + at / kBlockBytes, block, m_runs);
        }
        return {};
    }

    mutable std::mutex m_mutex; ///< one read at a time
    mutable BlockCache m_cache;
    mutable Traffic m_traffic;
    mutable std::uint64_t m_fileBytes = 0;
    mutable std::string m_version;
    mutable Runs m_runs;
    std::unique_ptr<Http> m_http;
    mutable std::vector<std::unique_ptr<Http>> m_others; ///< connections for parts that come beside another
    mutable bool m_isAlone = false;                      ///< the server answered on one connection only
    mutable std::unique_ptr<KeptParts> m_parts;          ///< null: nothing is kept
    std::string m_address;
    const Progress* m_progress;
};

/// Names in a list of the Hub that checkpoints have.
std::vector<std::string> checkpointsIn(const JsonTree& list)
{
    std::vector<std::string> names;
    if (!list.root().isArray()) {
        return names;
    }
    for (const JsonValue entry : list.root()) {
        const auto path = entry.isObject() ? entry.find("path") : std::nullopt;
        if (!path || !path->isText()) {
            continue;
        }
        for (const std::string_view ending :
             {".pth", ".pt", ".ckpt", ".bin", ".safetensors", ".gguf", ".npz", ".npy"}) {
            if (path->text().ends_with(ending)) {
                names.emplace_back(path->text());
            }
        }
    }
    return names;
}

/// A repository is no file: which ones are in it.
Error repositoryOf(Http& http, const Place& place, const std::string& address, const Progress* progress)
{
    const auto text = http.document(place.repositoryUrl, progress);
    if (!text) {
        return text.error();
    }
    Error failure = error(ErrorCode::NotARegularFile, message("this is a repository, not a file")).in(address);
    const auto list = JsonTree::parse(*text);
    const std::vector<std::string> names = list ? checkpointsIn(*list) : std::vector<std::string>();
    if (names.empty()) {
        return std::move(failure).fix(message("It has no checkpoint in it that could be opened"));
    }
    std::string some;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamesInMessage); ++i) {
        some += (i == 0 ? "" : ", ") + printable(place.fileBase + names[i]);
    }
    return names.size() > kMostNamesInMessage
               ? std::move(failure).fix(message("Name one of its files: %1, or one of %2 more", some,
                                                groupedDigits(names.size() - kMostNamesInMessage)))
               : std::move(failure).fix(message("Name one of its files: %1", some));
}

} // namespace

Result<std::shared_ptr<RemoteSource>> RemoteSource::open(const std::string& address, const Progress* progress)
{
    CAIRN_ASSIGN(place, placeOf(address));
    const std::string shown = withoutSecrets(address);
    CAIRN_ASSIGN(http, openHttp(place, shown));
    if (place.url.empty()) {
        return fail(repositoryOf(*http, place, shown, progress));
    }
    auto source = std::make_shared<BlockSource>(std::move(http), shown, progress);
    CAIRN_TRY(source->begin());
    return source;
}

} // namespace cairn::remote
