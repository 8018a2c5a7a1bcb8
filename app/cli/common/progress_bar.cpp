#include "app/cli/common/progress_bar.h"

#include "app/cli/common/text_width.h"
#include "core/base/platform/file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace cairn::cli {

namespace {

std::string duration(double seconds)
{
    constexpr double longest = 100.0 * 3600;
    const auto whole = static_cast<unsigned>(std::ceil(std::clamp(seconds, 0.0, longest)));
    char text[32];
    if (whole < 60) {
        std::snprintf(text, sizeof(text), "%u s", whole);
    } else if (whole < 3600) {
        std::snprintf(text, sizeof(text), "%u:%02u", whole / 60, whole % 60);
    } else {
        std::snprintf(text, sizeof(text), "%u:%02u:%02u", whole / 3600, whole / 60 % 60, whole % 60);
    }
    return text;
}

std::string bar(double fraction, std::size_t width, Charset charset)
{
    const std::string_view full = charset == Charset::Utf8 ? "█" : "#";
    const std::string_view empty = charset == Charset::Utf8 ? "░" : ".";
    const auto filled = static_cast<std::size_t>(fraction * static_cast<double>(width));
    std::string text;
    for (std::size_t i = 0; i < width; ++i) {
        text += i < filled ? full : empty;
    }
    return text;
}

int columnsOf(int descriptor)
{
    constexpr int usual = 80;
    const int columns = platform::terminalSize(descriptor).columns;
    return columns > 0 ? columns : usual;
}

/// A terminal that cannot go back to the beginning of its line shows no bar.
bool canRedraw(int descriptor)
{
    const char* term = std::getenv("TERM");
    return platform::isTerminal(descriptor) && (term == nullptr || std::string_view(term) != "dumb") &&
           platform::followsEscapes(descriptor);
}

void print(int descriptor, std::string_view text)
{
    (void)platform::write(descriptor, text.data(), text.size()); // a bar that cannot be shown is no failure
}

} // namespace

std::string barText(const BarState& state, std::size_t columns, Charset charset)
{
    constexpr std::size_t leastBar = 10;
    constexpr std::size_t mostBar = 30;
    constexpr std::size_t leastName = 12;
    const double fraction =
        state.totalBytes == 0
            ? 0
            : std::min(1.0, static_cast<double>(state.doneBytes) / static_cast<double>(state.totalBytes));

    // In the order of the line; each is there if what matters more leaves room for it.
    std::string count;
    std::string stage = state.stage;
    std::string percent;
    std::string bytes;
    std::string rate;
    std::string left;
    if (state.files > 1) {
        count = std::to_string(state.file) + "/" + std::to_string(state.files);
    }
    if (state.totalBytes != 0) {
        percent = std::to_string(static_cast<int>(fraction * 100)) + "%";
        percent.insert(0, 4 - std::min<std::size_t>(percent.size(), 4), ' ');
        bytes = humanBytes(state.doneBytes) + " of " + humanBytes(state.totalBytes);
        if (state.bytesPerSecond && *state.bytesPerSecond > 0 && fraction < 1) {
            rate = humanBytes(static_cast<std::uint64_t>(*state.bytesPerSecond)) + "/s";
            left = duration(static_cast<double>(state.totalBytes - state.doneBytes) / *state.bytesPerSecond) + " left";
        }
    }
    std::size_t used = 0;
    const auto keep = [&](std::string& part) {
        const std::size_t width = part.empty() ? 0 : displayWidth(part) + (used == 0 ? 0 : 2);
        if (used + width > columns) {
            part.clear();
        } else {
            used += width;
        }
    };
    std::size_t barWidth = 0;
    keep(percent);
    keep(stage);
    keep(count);
    if (!percent.empty() && used + 2 + leastBar <= columns) {
        barWidth = leastBar;
        used += 2 + barWidth;
    }
    keep(left);
    keep(bytes);
    keep(rate);
    std::string name;
    if (used + 2 + leastName <= columns) {
        name = elideMiddle(printable(state.name, charset), columns - used - 2, charset == Charset::Utf8 ? "…" : "...");
        keep(name);
    }
    if (barWidth != 0) {
        barWidth = std::min(mostBar, barWidth + columns - used);
    }

    std::string line;
    for (const std::string& part : {stage, count, barWidth == 0 ? std::string() : bar(fraction, barWidth, charset),
                                    percent, bytes, rate, left, name}) {
        if (!part.empty()) {
            line += (line.empty() ? "" : "  ") + part;
        }
    }
    return line;
}

void RateMeter::add(std::uint64_t doneBytes, Clock::time_point now)
{
    if (!m_last || doneBytes < m_done || m_done == 0) { // what came before the first byte tells nothing
        m_rate.reset();
    } else {
        const double seconds = std::chrono::duration<double>(now - *m_last).count();
        if (seconds <= 0) {
            return;
        }
        constexpr double memory = 3; // seconds
        const double rate = static_cast<double>(doneBytes - m_done) / seconds;
        const double weight = m_rate ? 1 - std::exp(-seconds / memory) : 1;
        m_rate = m_rate.value_or(0) * (1 - weight) + rate * weight;
    }
    m_done = doneBytes;
    m_last = now;
}

ProgressBar::ProgressBar(int descriptor, Charset charset)
    : m_descriptor(descriptor), m_charset(charset), m_on(canRedraw(descriptor))
{
}

void ProgressBar::draw(BarState state)
{
    const auto now = RateMeter::Clock::now();
    m_meter.add(state.doneBytes, now);
    constexpr std::chrono::milliseconds patience{300};
    if (!m_on || now - m_begin < patience) {
        return;
    }
    state.bytesPerSecond = m_meter.bytesPerSecond();
    // The last column stays free: some terminals go to the next line when it is written.
    const auto columns = static_cast<std::size_t>(std::max(columnsOf(m_descriptor) - 1, 1));
    print(m_descriptor, "\r" + barText(state, columns, m_charset) + "\x1b[K");
    m_drawn = true;
}

void ProgressBar::clear()
{
    if (m_drawn) {
        print(m_descriptor, "\r\x1b[K");
        m_drawn = false;
    }
}

BarState barStateOf(const Progress& progress, const std::string& file)
{
    BarState state;
    state.stage = progress.stage();
    state.name = std::filesystem::path(file).filename().string();
    state.totalBytes = progress.total();
    state.doneBytes = std::min(progress.done(), state.totalBytes);
    return state;
}

} // namespace cairn::cli
