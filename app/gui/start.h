#pragma once

/// What systems do differently when the window starts.
namespace cairn::gui {

/// What only prints needs no display; for all else it is said in a sentence that there is none, and the answer is
/// false.
[[nodiscard]] bool prepareDisplay(int argc, char** argv);
/// From now on a file above a limit of the system is a failed write, and not the end of the program.
void surviveFileLimits();
/// Lets the application that this start hands its files to come to the front, where the system asks for that.
void yieldFront();
/// Ends the process at once, where the system first ends all threads and Qt's libraries then wait for theirs: nothing
/// of the application is left by then.
void endProcess(int code);

} // namespace cairn::gui
