#pragma once

#include <QString>

namespace cairn::ui {

// What the programs around Cairn are asked to do, on free desktops over D-Bus. Nothing of this waits for an answer,
// and nothing is missed where nobody listens.

/// The file manager's window, with the file selected; else its folder.
void showInFolder(const QString& path);
void sendNotification(const QString& title, const QString& words);
/// A bar on the application's icon, from 0 to 1; negative: none.
void sendLauncherProgress(double part);

} // namespace cairn::ui
