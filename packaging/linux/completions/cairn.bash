# bash completion of cairn. Where nothing is offered, readline offers files.
_cairn()
{
    COMPREPLY=()
    if [[ ${COMP_WORDS[COMP_CWORD]} == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--convert --new-window --help --help-all --version" -- "${COMP_WORDS[COMP_CWORD]}")
    fi
}
complete -o default -F _cairn cairn
