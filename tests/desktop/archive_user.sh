# What a user does with the archive, inside a clean system with a display of its own; see tests/desktop/archive.
set -euo pipefail
cairn="/opt/with blank/cairn/bin/cairn"
sample=/opt/two_gpus.pth

# Waits for the window of the sample, and says which process has it.
see_window() {
    timeout 120 xdotool search --sync --onlyvisible --name two_gpus >/tmp/windows
    xdotool getwindowpid "$(tail -n 1 /tmp/windows)"
}
close_window() {
    kill "$1"
    while [[ -e /proc/$1/exe ]]; do
        sleep 0.1
    done
}

must_fail() {
    if "$@" >/dev/null 2>&1; then
        echo "This should have failed: $*"
        exit 1
    fi
}

"$cairn-cli" --version | sed -n 1p
"$cairn-cli" inspect "$sample" | grep 'cuda:1' >/dev/null
"$cairn-cli" convert "$sample" -o /tmp/cpu.pth --verify >/dev/null
cd /tmp

"$cairn" "$sample" &
pid=$(see_window)
for part in lib/libQt6Widgets plugins/platforms/libqxcb plugins/iconengines/libqsvgicon; do
    grep -q "/opt/with blank/cairn/lib/cairn/$part" "/proc/$pid/maps" || {
        echo "$part of the archive is not in use"
        exit 1
    }
done
close_window "$pid"
echo "The window opens, through Qt of the archive"

# As on a system whose libstdc++ is older.
libraries=$(echo /usr/lib/*-linux-gnu)
mkdir /tmp/own
mv "$libraries"/libstdc++.so.6* /tmp/own/
QT_QPA_PLATFORM=offscreen "$cairn" --version | sed -n 1p
"$cairn-cli" inspect "$sample" | grep 'cuda:1' >/dev/null
mv /tmp/own/* "$libraries/"
echo "It runs without a libstdc++ of the system"

"$cairn" --integrate
gio mime application/x-pytorch-zip | grep io.github.cairn.cairn.desktop >/dev/null
desktop-file-validate /root/.local/share/applications/*.desktop
cp "$sample" "/tmp/two_gpus a.pth"
gio open "/tmp/two_gpus a.pth"
close_window "$(see_window)"
"$cairn" --integrate >/dev/null # a second time is an update
mkdir -p /root/.local/share/applications
echo mine >/root/.local/share/applications/mine.desktop
"$cairn" --remove-integration
grep -q mine /root/.local/share/applications/mine.desktop
rm /root/.local/share/applications/mine.desktop
find /root/.local -type f \( -name '*cairn*' -o -name '*pytorch*' -o -name '*safetensors*' \) >/tmp/left
[[ ! -s /tmp/left ]] || {
    cat /tmp/left
    exit 1
}
must_fail sh -c 'gio mime application/x-pytorch-zip | grep io.github.cairn'
must_fail "$cairn" --remove-integration

mkdir -p /root/.local/share/applications
echo mine >/root/.local/share/applications/io.github.cairn.cairn.desktop
must_fail "$cairn" --integrate # it is the user's
[[ $(cat /root/.local/share/applications/io.github.cairn.cairn.desktop) == mine ]]
echo "In the menu and the types of files, opened from there, and gone again"
