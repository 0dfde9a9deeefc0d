#!/bin/bash
# Manual pages and completion, which are made from the same source as --help.
# Of the release build only: the same text comes from every build.
# shellcheck disable=SC1091,SC2086 # the completion that was made; no command is no argument
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

commands=$(sed -n 's/^COMMAND(\(.*\))/\1/p' "$root/bench/cli/commands.def")

# completes EXPECTED WORD...: expects this from bash for the last word, which may be empty.
completes()
{
    last_command="completion of '${*:2}'"
    COMP_WORDS=("${@:2}")
    COMP_CWORD=$(($# - 2))
    COMPREPLY=()
    _cdbench_words
    equal completions "${COMPREPLY[*]}" "$1"
}

test_manual_pages_are_well_formed_and_name_every_option()
{
    local command option
    for command in '' $commands; do
        succeeds "$CDBENCH" help --man $command
        mv "$scratch/out" "page$command"
        # The version says how old a page is.
        run sh -c "mandoc -T lint -W warning 'page$command' | grep -v 'missing date'"
        [ ! -s "$scratch/out" ] || wrong "mandoc: $(head -n 1 "$scratch/out")"
        for option in $("$CDBENCH" help "${command:-version}" | sed -n 's/^  --\([a-z-]*\).*/\1/p'); do
            [ -z "$command" ] || grep -qF -- "\\fB\\-\\-${option//-/\\-}\\fR" "page$command" || wrong "does not name --$option"
        done
    done
    # As in --help, a long list of words is in the text.
    { grep -F -A1 'fB\-\-sort' pagerun | grep -q WORD && grep -q ': algorithm, answers' pagerun; } || wrong 'the words of --sort'
    for command in $commands; do
        grep -q "cdbench.-$command" page || wrong "cdbench(1) does not name $command"
    done
}

test_bash_completes_commands_options_and_names()
{
    succeeds "$CDBENCH" help --completion bash
    . "$scratch/out"
    completes 'run reproduce report' cdbench r
    completes "${commands//$'\n'/ }" cdbench ''
    completes '--query --quiet' cdbench run --qu
    completes 'pairs' cdbench run --query p
    completes 'obb8' cdbench run --algo obb
    completes 'bunny.obj bumpy' cdbench run --scene bu
    completes 'approach' cdbench suit bunny.obj --motion a
    completes 'zhao2009 zou2011' cdbench claims z
    completes 'zhao2009 zou2011' cdbench plot z
    completes 'verify version' cdbench help ver
    completes '' cdbench run --frames 1
    completes '' cdbench nonsense ''
}

# A hidden option stays hidden.
test_completion_offers_what_help_lists()
{
    local command
    succeeds "$CDBENCH" help --completion bash
    . "$scratch/out"
    for command in $commands; do
        completes "$("$CDBENCH" help "$command" | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | paste -s -d ' ')" cdbench "$command" -
    done
}

# A shell expands the words of a completion, so a name of others must not reach it unless it is harmless.
test_names_of_files_are_not_executed()
{
    local name
    hostile_names
    mkdir scenes
    for name in "${hostile[@]}" 'plain'; do
        mkdir -p -- "$(dirname -- "scenes/$name.obj")"
        write_triangle "scenes/$name.obj"
    done
    CDBENCH_SCENES=$PWD/scenes succeeds "$CDBENCH" help --completion bash
    . "$scratch/out"
    completes 'plain.obj' cdbench run --scene pl
    COMP_WORDS=(cdbench run --scene '')
    COMP_CWORD=3
    _cdbench_words
    [ -z "$(find "$scratch" -name 'PWNED*')" ] || wrong 'a name was executed'
    for name in "${COMPREPLY[@]}"; do
        [[ $name =~ ^[A-Za-z0-9_.,+:=@%/-]+$ ]] || wrong "offers '$name'"
    done
}

test_zsh_completes_where_it_is_installed()
{
    needs zsh || return
    mkdir functions
    "$CDBENCH" help --completion zsh >functions/_cdbench
    succeeds timeout 120 zsh -f -c '
        zmodload zsh/zpty
        zpty shell "TERM=dumb zsh -f -i"
        zpty -w shell "fpath=($PWD/functions \$fpath); autoload -U compinit; compinit -u -D; print rea""dy"
        zpty -r shell seen "*ready*"
        zpty -n -w shell $'"'cdbench run --algo obb\t'"'
        zpty -r shell seen "*--algo obb8*"
        zpty -n -w shell $'"'\x15cdbench repr\t'"'
        zpty -r shell seen "*reproduce*"
        zpty -d shell'
}

run_tests
