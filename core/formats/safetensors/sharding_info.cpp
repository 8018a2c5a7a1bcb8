#include "core/formats/safetensors/sharding_info.h"

#include "core/base/checked.h"
#include "core/base/json/json_reader.h"
#include "core/base/text/text.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace cairn::formats {

namespace {

constexpr std::string_view kShardingKey = "DCP_SHARDING_INFO";
constexpr std::string_view kOffsets = "saved_offsets";

std::unexpected<Error> bad(Message what)
{
    return fail(error(ErrorCode::PieceBroken, std::move(what)).in(kShardingKey));
}

/// Fills the origins from the events of the text.
class OriginsParser final : public JsonHandler {
public:
    explicit OriginsParser(const SafetensorsHeader& header)
        : m_header(header), m_origins(header.dims.size(), 0), m_isPlaced(header.tensors.size()),
          m_byName(header.tensors.size())
    {
        std::iota(m_byName.begin(), m_byName.end(), std::uint32_t{0});
        std::ranges::sort(m_byName, {}, [&](std::uint32_t i) { return header.name(header.tensors[i]); });
    }

    [[nodiscard]] Result<void> onJson(const JsonEvent& event) override
    {
        switch (m_place) {
        case Place::Start: return begin(event, Place::Top);
        case Place::Top: return atTop(event);
        case Place::Tensor: return begin(event, Place::Field);
        case Place::Field: return atField(event);
        case Place::Offsets: return inOffsets(event);
        case Place::Skipped: return inSkipped(event);
        }
        return {};
    }

    [[nodiscard]] Result<std::vector<std::int64_t>> finish()
    {
        const auto missing = std::ranges::find(m_isPlaced, false);
        if (missing != m_isPlaced.end()) {
            const auto& tensor = m_header.tensors[static_cast<std::size_t>(missing - m_isPlaced.begin())];
            return bad(message("it does not say where %1 belongs", inQuotes(m_header.name(tensor))));
        }
        return std::move(m_origins);
    }

private:
    enum class Place : std::uint8_t {
        Start,
        Top,     ///< at a name
        Tensor,  ///< at its value
        Field,   ///< in it, at a key
        Offsets, ///< in the list, or before it
        Skipped, ///< in the value of another key
    };

    [[nodiscard]] Result<void> begin(const JsonEvent& event, Place next)
    {
        if (event.token != JsonToken::ObjectBegin) {
            return bad(m_place == Place::Start ? message("it is no object of JSON")
                                               : message("what it says of %1 is no object", inQuotes(name())));
        }
        m_place = next;
        return {};
    }

    [[nodiscard]] Result<void> atTop(const JsonEvent& event)
    {
        if (event.token == JsonToken::ObjectEnd) {
            return {};
        }
        const auto nameOf = [&](std::uint32_t i) { return m_header.name(m_header.tensors[i]); };
        const auto found = std::ranges::lower_bound(m_byName, event.text, {}, nameOf);
        if (found == m_byName.end() || nameOf(*found) != event.text) {
            return bad(message("it names %1, which is not in the file", inQuotes(event.text)));
        }
        m_tensor = *found;
        m_place = Place::Tensor;
        return {};
    }

    [[nodiscard]] Result<void> atField(const JsonEvent& event)
    {
        if (event.token == JsonToken::ObjectEnd) {
            m_place = Place::Top;
            return {};
        }
        m_place = event.text == kOffsets ? Place::Offsets : Place::Skipped;
        m_found.reset();
        m_depth = 0;
        return {};
    }

    [[nodiscard]] Result<void> inOffsets(const JsonEvent& event)
    {
        const SafetensorsTensor& tensor = m_header.tensors[m_tensor];
        if (!m_found) {
            if (event.token != JsonToken::ArrayBegin) {
                return bad(message("the offsets of %1 are no list", inQuotes(name())));
            }
            if (m_isPlaced[m_tensor]) {
                return bad(message("it places %1 twice", inQuotes(name())));
            }
            m_found = 0;
            return {};
        }
        if (event.token == JsonToken::ArrayEnd) {
            if (*m_found != tensor.rank) {
                return wrongCount();
            }
            m_isPlaced[m_tensor] = true;
            m_place = Place::Field;
            return {};
        }
        if (event.token != JsonToken::Unsigned) {
            return bad(message("an offset of %1 is no whole number from 0 on", inQuotes(name())));
        }
        if (*m_found == tensor.rank) {
            return wrongCount();
        }
        const std::size_t at = tensor.dims + (*m_found)++;
        constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (event.number > most ||
            !checkedAdd(static_cast<std::int64_t>(event.number), m_header.dims[at])) { // and no tensor is so large
            return bad(
                message("it places %1 at %2, where no tensor reaches", inQuotes(name()), groupedDigits(event.number)));
        }
        m_origins[at] = static_cast<std::int64_t>(event.number);
        return {};
    }

    [[nodiscard]] Result<void> inSkipped(const JsonEvent& event)
    {
        const bool begins = event.token == JsonToken::ObjectBegin || event.token == JsonToken::ArrayBegin;
        const bool ends = event.token == JsonToken::ObjectEnd || event.token == JsonToken::ArrayEnd;
        m_depth += begins ? 1U : 0U;
        m_depth -= ends ? 1U : 0U;
        if (m_depth == 0) {
            m_place = Place::Field;
        }
        return {};
    }

    [[nodiscard]] std::unexpected<Error> wrongCount() const
    {
        return bad(message("it has not one offset for each dimension of %1, which are %2", inQuotes(name()),
                           std::to_string(m_header.tensors[m_tensor].rank)));
    }
    [[nodiscard]] std::string_view name() const { return m_header.name(m_header.tensors[m_tensor]); }

    const SafetensorsHeader& m_header;
    std::vector<std::int64_t> m_origins;
    std::vector<bool> m_isPlaced;
    std::vector<std::uint32_t> m_byName;
    std::uint32_t m_tensor = 0;
    std::size_t m_depth = 0;
    std::optional<std::size_t> m_found; ///< offsets of the list that was begun
    Place m_place = Place::Start;
};

} // namespace

bool mentionsSharding(const ByteSource& source)
{
    constexpr std::uint64_t most = 64 * 1024;
    const auto start = source.readBytes(0, std::min(most, source.sizeBytes()));
    return start && std::string_view(reinterpret_cast<const char*>(start->data()), start->size())
                        .contains('"' + std::string(kShardingKey) + '"');
}

const std::string* shardingText(const SafetensorsHeader& header)
{
    const auto found = std::ranges::find(header.metadata, kShardingKey, &std::pair<std::string, std::string>::first);
    return found == header.metadata.end() ? nullptr : &found->second;
}

Result<std::vector<std::int64_t>> readOrigins(const SafetensorsHeader& header)
{
    OriginsParser parser(header);
    if (auto read = readJson(*shardingText(header), parser); !read) {
        return fail(std::move(read).error().in(kShardingKey));
    }
    return parser.finish();
}

} // namespace cairn::formats
