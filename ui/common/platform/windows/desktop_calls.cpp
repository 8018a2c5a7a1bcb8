#include "ui/common/desktop_calls.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QIcon>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QUrl>
#include <QWidget>

#include <memory>
#include <shlobj.h>
#include <shobjidl.h>

namespace cairn::ui {

namespace {

/// Of what COM gives away.
struct Release {
    void operator()(IUnknown* object) const { object->Release(); }
};

using Taskbar = std::unique_ptr<ITaskbarList3, Release>;

Taskbar makeTaskbar()
{
    ITaskbarList3* made = nullptr;
    const HRESULT result = ::CoCreateInstance(CLSID_TaskbarList, nullptr, CLSCTX_INPROC_SERVER, IID_ITaskbarList3,
                                              reinterpret_cast<void**>(&made));
    return Taskbar(SUCCEEDED(result) ? made : nullptr);
}

} // namespace

void showInFolder(const QString& path)
{
    const std::wstring native = QDir::toNativeSeparators(path).toStdWString();
    const std::unique_ptr<ITEMIDLIST, decltype(&::ILFree)> item(::ILCreateFromPathW(native.c_str()), &::ILFree);
    if (item == nullptr || FAILED(::SHOpenFolderAndSelectItems(item.get(), 0, nullptr, 0))) {
        QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath()));
    }
}

/// The words come from an icon beside the clock, which is there as long as they may be read.
void sendNotification(const QString& title, const QString& words)
{
    if (!QSystemTrayIcon::isSystemTrayAvailable()) {
        return;
    }
    constexpr int shownMilliseconds = 10'000;
    auto* icon = new QSystemTrayIcon(QApplication::windowIcon(), QCoreApplication::instance());
    icon->show();
    icon->showMessage(title, words, QApplication::windowIcon(), shownMilliseconds);
    QTimer::singleShot(shownMilliseconds, icon, &QObject::deleteLater);
}

/// Windows of one program share a button unless the user wants otherwise: each has the same bar.
void sendLauncherProgress(double part)
{
    const Taskbar taskbar = makeTaskbar();
    if (taskbar == nullptr) {
        return;
    }
    constexpr ULONGLONG whole = 1000;
    for (const QWidget* window : QApplication::topLevelWidgets()) {
        if (!window->isWindow() || !window->isVisible()) {
            continue;
        }
        HWND const handle = reinterpret_cast<HWND>(window->winId());
        if (part < 0) {
            taskbar->SetProgressState(handle, TBPF_NOPROGRESS);
        } else {
            taskbar->SetProgressValue(handle, static_cast<ULONGLONG>(part * whole), whole);
        }
    }
}

} // namespace cairn::ui
