# What packaging/run, packaging/test and the other scripts share, to be sourced: one line of progress, and build folders
# that are configured anew when what they were configured with has changed. Its reader sets `top`, the source tree.

# On a terminal one line is written over and over; elsewhere there are lines of their own, and fewer.
moving=
[[ ! -t 2 ]] || moving=1

# progress TEXT: shown until the next text. The terminal cuts what is too long for a line.
progress() {
    [[ -z $moving ]] || printf '\r\033[K\033[?7l%s\033[?7h' "$*" >&2
}

# say TEXT: a line that stays.
say() {
    [[ -z $moving ]] || printf '\r\033[K' >&2
    printf '%s\n' "$*" >&2
}

in_words() {
    if [[ $1 -lt 60 ]]; then
        echo "$1 s"
    else
        echo "$(($1 / 60)) min $(($1 % 60)) s"
    fi
}

# Nothing has to be undone: each run takes what is there, and what was half done is done again. A script that another one
# started leaves the words to that one.
stop_at_ctrl_c() {
    if [[ -n ${CAIRN_STARTED_BY_SCRIPT:-} ]]; then
        trap 'exit 130' INT TERM
    else
        trap 'say "Stopped; what is done is kept for the next time."; exit 130' INT TERM
    fi
    export CAIRN_STARTED_BY_SCRIPT=1
}

project_version() {
    sed -nE 's/^project\(cairn VERSION ([0-9.]+).*/\1/p' "$top/CMakeLists.txt"
}

# For everything that wants to write down a time: the same bytes for the same commit.
take_time_of_commit() {
    if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
        SOURCE_DATE_EPOCH=$(git -C "$top" log -1 --format=%ct 2>/dev/null || stat -c %Y "$top/CMakeLists.txt")
        export SOURCE_DATE_EPOCH
    fi
}

# COMMAND | follow LOG SHOW: keeps the lines in the file LOG, and calls SHOW with each; with none, once a second.
follow() {
    local log=$1 show=$2 line part='' code
    : >"$log"
    while true; do
        code=0
        IFS= read -r -t 1 line || code=$?
        part+=$line
        if [[ $code -gt 128 ]]; then
            "$show"
            continue
        fi
        if [[ $code -eq 0 || -n $part ]]; then
            printf '%s\n' "$part" >>"$log"
            "$show" "$part"
            part=
        fi
        [[ $code -eq 0 ]] || break
    done
}

# Everything that CMake looks at when it configures and that ninja does not watch. Any change of the installed packages
# counts, as what is found depends on many.
configured_with() {
    local name
    printf '%s\n' "$top" "$@"
    for name in CXX CXXFLAGS LDFLAGS CMAKE_PREFIX_PATH CMAKE_CXX_COMPILER_LAUNCHER VIRTUAL_ENV CONDA_PREFIX CAIRN_WERROR; do
        echo "$name=${!name:-}"
    done
    cksum <"$top/CMakePresets.json"
    stat -c '%n %Y' /var/lib/dpkg/status 2>/dev/null || true
    command -v cmake "${CXX:-c++}" || true
    "${CXX:-c++}" --version 2>/dev/null || true
}

# configure FOLDER ARGUMENT...: runs cmake with these arguments, which make that build folder, unless that was done before
# with the same of everything.
configure() {
    local build=$1 now
    shift
    if command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi
    now=$(configured_with "$@")
    if [[ -f $build/build.ninja && $now == "$(cat "$build/configured-with.txt" 2>/dev/null)" ]]; then
        return
    fi
    progress "Configuring"
    mkdir -p "$build"
    rm -f "$build/configured-with.txt"
    if ! cmake --fresh -S "$top" "$@" >"$build/configure.log" 2>&1; then
        say "The build cannot be configured; the whole log is in $build/configure.log"
        tail -n 40 "$build/configure.log" >&2
        return 1
    fi
    [[ -n $moving ]] || sed -nE 's/^-- (Cairn|  )/\1/p' "$build/configure.log" >&2
    printf '%s\n' "$now" >"$build/configured-with.txt"
}

# What ninja says of each step becomes a count, and the time that the rest takes if it goes on like this; warnings and
# errors stay, unless `hides_warnings` is set.
show_compiling() {
    local line=${1:-} passed=$((SECONDS - begin)) left=''
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
        compiled=${BASH_REMATCH[1]}
        total=${BASH_REMATCH[2]}
        # Of the steps that run at this moment about half is done.
        ends=$((passed * 2 * total / (2 * compiled + jobs)))
    elif [[ -n $line && $line != "-- "* && $line != "ninja: no work to do." ]]; then
        [[ -n ${hides_warnings:-} ]] || say "$line"
        return
    fi
    if [[ $passed -ge 10 && $ends -gt $passed ]]; then
        left=", about $(in_words $((ends - passed))) left"
    fi
    if [[ $total -eq 0 ]]; then
        progress "Compiling"
    elif [[ -n $moving ]]; then
        progress "Compiled $compiled of $total$left"
    elif [[ $((passed - told)) -ge 30 ]]; then
        told=$passed
        say "Compiled $compiled of $total$left"
    fi
}

# compile FOLDER TARGET...: without a target, all.
compile() {
    local build=$1 begin=$SECONDS told=0 compiled=0 total=0 ends=0 jobs
    jobs=$(nproc 2>/dev/null || echo 1)
    shift
    if ! NINJA_STATUS='[%f/%t] ' cmake --build "$build" ${1:+--target "$@"} 2>&1 |
        follow "$build/compile.log" show_compiling; then
        say "The build failed; the whole log is in $build/compile.log"
        return 1
    fi
    progress
}
