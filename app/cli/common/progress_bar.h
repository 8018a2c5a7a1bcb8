#pragma once

#include "core/base/platform/terminal.h"
#include "core/base/progress.h"
#include "core/base/text/text.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <optional>
#include <string>
#include <utility>

namespace cairn::cli {

/// What a progress bar tells.
struct BarState {
    std::string stage; ///< "writing"
    std::string name;  ///< of what is worked on
    std::uint64_t doneBytes = 0;
    std::uint64_t totalBytes = 0; ///< 0: not known
    std::size_t file = 1;
    std::size_t files = 1;
    std::optional<double> bytesPerSecond;
};

/// The line of a bar, at most `columns` wide: what matters least is left out first.
[[nodiscard]] std::string barText(const BarState& state, std::size_t columns, Charset charset);

/// Bytes per second over the last seconds.
class RateMeter {
public:
    using Clock = std::chrono::steady_clock;
    /// Takes the bytes done so far; fewer than before begin a new stage.
    void add(std::uint64_t doneBytes, Clock::time_point now);
    [[nodiscard]] std::optional<double> bytesPerSecond() const { return m_rate; }

private:
    std::uint64_t m_done = 0;
    std::optional<Clock::time_point> m_last;
    std::optional<double> m_rate;
};

constexpr int kNoDescriptor = -1; ///< for a bar that is not shown

/// One line at the bottom of a terminal, drawn over itself. It shows only when the work takes long enough to want it,
/// and is gone when it is destroyed. Without a terminal it does nothing. One thread.
class ProgressBar {
public:
    ProgressBar(int descriptor, Charset charset);
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    [[nodiscard]] bool isOn() const noexcept { return m_on; }
    void draw(BarState state);
    /// Takes the line away, so that something else can be printed.
    void clear();

private:
    int m_descriptor;
    Charset m_charset;
    bool m_on;
    bool m_drawn = false;
    RateMeter m_meter;
    RateMeter::Clock::time_point m_begin = RateMeter::Clock::now();
};

/// The state of a bar about one file, as its worker counts.
[[nodiscard]] BarState barStateOf(const Progress& progress, const std::string& file);

/// Runs `work`, which counts in `progress`, on a thread of its own and draws a bar meanwhile. What `work` returns.
template <typename Work>
[[nodiscard]] auto withBar(const Progress& progress, Charset charset, const std::string& file, Work&& work)
{
    auto running = std::async(std::launch::async, std::forward<Work>(work));
    ProgressBar bar(platform::kStandardError, charset);
    while (running.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready) {
        bar.draw(barStateOf(progress, file));
    }
    bar.clear();
    return running.get();
}

} // namespace cairn::cli
