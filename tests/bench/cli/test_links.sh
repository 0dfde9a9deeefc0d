#!/bin/bash
# The pages. Every relative link leads to a file of the repository, and to a heading in it.
# Of the release build only: no program runs.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh

test_every_link_of_every_page_holds()
{
    local page link target anchor
    while read -r page; do
        while read -r link; do
            target=${link%%#*}
            anchor=${link#"$target"}
            anchor=${anchor#\#}
            if [ -n "$target" ]; then
                target=$(dirname "$root/$page")/$target
            else
                target=$root/$page
            fi
            last_command="$page: $link"
            [ -e "$target" ] || wrong "there is no such file"
            # Web pages make anchors of headings.
            [ -z "$anchor" ] || sed -n 's/^##* *//p' "$target" | tr '[:upper:]' '[:lower:]' |
                sed 's/[^a-z0-9 _-]//g; s/ /-/g' | grep -qxF -- "$anchor" || wrong "there is no such heading"
        done < <(sed 's/`[^`]*`//g' "$root/$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' | grep -v '^[a-z]*://')
    done < <(git -C "$root" ls-files '*.md')
}

test_experiments_and_claims_on_the_referees_page_exist()
{
    local key=none word
    while read -r word; do
        last_command="referee.md: $key: $word"
        case $word in
        \#*) key=${word#\#\#} ;;
        */*) grep -qx -- "  - id: ${word#*/}" "$root/papers/${word%/*}.yaml" || wrong "there is no such experiment" ;;
        *) grep -qx -- "  - id: $word" "$root/papers/$key.yaml" || wrong "there is no such claim" ;;
        esac
    done < <(grep -oE '^## [a-z]+[0-9]+$|\b[a-z]+20[0-9][0-9]/[a-z0-9-]+|\b(c|ours)[0-9]+(-[a-z]+)?\b' "$root/docs/referee.md" | tr -d ' ')
}

run_tests
