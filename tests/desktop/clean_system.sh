# A Debian that has nothing else, in a folder, to be sourced. Needs a superuser and debootstrap. Nothing reaches the network
# but by the machine's own settings: its mirror, resolver, certificates and those of pip.

# cannot_make_clean_system: says why not.
cannot_make_clean_system() {
    if [[ $EUID -ne 0 ]]; then
        echo "a clean root needs chroot, and so a superuser"
    elif ! command -v debootstrap >/dev/null; then
        echo "debootstrap is not installed"
    else
        return 1
    fi
}

# make_clean_system SUITE FOLDER
make_clean_system() {
    local suite=$1 root=$2 mirror
    mirror=$(sed -nE 's#^(URIs:|deb) *(\[[^]]*\] *)?(https?://[^ ]*debian[^ ]*).*#\3#p' /etc/apt/sources.list \
        /etc/apt/sources.list.d/* 2>/dev/null | grep -v security | head -n 1 || true)
    debootstrap --variant=minbase "$suite" "$root" ${mirror:+"$mirror"} || return
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    if [[ -d /usr/local/share/ca-certificates ]]; then
        mkdir -p "$root/usr/local/share"
        cp -r /usr/local/share/ca-certificates "$root/usr/local/share/"
    fi
    [[ ! -e /etc/pip.conf ]] || cp /etc/pip.conf "$root/etc/pip.conf"
    printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing of it is started
    chmod +x "$root/usr/sbin/policy-rc.d"
}

mount_clean_system() {
    mount --bind /proc "$1/proc"
    mount --bind /dev "$1/dev"
    mount --bind /dev/pts "$1/dev/pts"
}

unmount_clean_system() {
    local mounted
    for mounted in dev/pts dev proc; do
        ! mountpoint -q "$1/$mounted" || umount -l "$1/$mounted"
    done
}
