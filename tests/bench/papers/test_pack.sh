#!/bin/bash
# Measurements in one file: what a pack contains, what is made from it, and files that are not packs.
# Sanitized by test-all alone.
cd "$(dirname "$0")/../../.." || exit 1
. tests/shell.sh
export CDBENCH_PAPERS=$root/tests/papers
export TMPDIR=$scratch/temporary
mkdir "$TMPDIR"

# An experiment of the tests' paper, measured once, and its pack.
"$CDBENCH" reproduce small/sizes --quiet --no-figures --results "$scratch/mine" --pack "$scratch/mine.tar.gz" || exit 1

prepare()
{
    cp -r "$scratch"/mine{,.tar.gz} .
}

nothing_is_left()
{
    equal 'temporary files' '' "$(ls "$TMPDIR")"
}

test_a_pack_holds_what_was_measured()
{
    equal files 'pack.json small.yaml small/sizes/cells.csv small/sizes/run.json small/sizes/samples.csv' "$(tar tzf mine.tar.gz | xargs)"
    mkdir unpacked
    tar xzf mine.tar.gz -C unpacked
    diff -rq {mine,unpacked}/small/sizes || wrong 'other tables, or another run.json'
    cmp "$CDBENCH_PAPERS/small.yaml" unpacked/small.yaml || wrong 'another paper'
    python3 -m json.tool unpacked/pack.json >/dev/null || wrong 'pack.json is no JSON'
    # The same content gives the same bytes. What has been measured is not measured again.
    exits 0 "$CDBENCH" reproduce small/sizes --no-figures --results mine --resume --pack again.tar.gz
    prints '^Pack: again.tar.gz$'
    cmp mine.tar.gz again.tar.gz || wrong 'other bytes'
    # It does not matter when and for whom it was written, nor from where it is seen.
    touch -d 2001-01-01 mine/small/sizes/*
    chmod 600 mine/small/sizes/*
    TAR_OPTIONS=--verbose TZ=Asia/Tokyo succeeds "$CDBENCH" reproduce small/sizes --redraw --quiet --results "$PWD/mine" --pack again.tar.gz
    cmp mine.tar.gz again.tar.gz || wrong 'other bytes of other circumstances'
}

test_verdicts_stand_side_by_side()
{
    cp -r mine other
    own_tables other
    # RAPID misses all pairs there, so that its times say nothing.
    python3 - mine/small/sizes/cells.csv other/small/sizes/cells.csv <<'EOF'
import csv, sys
rows = list(csv.reader(open(sys.argv[1])))
misses, truth = rows[0].index("misses"), rows[0].index("truth_pairs")
for row in rows[1:]:
    row[misses] = row[truth] = "100"
csv.writer(open(sys.argv[2], "w"), lineterminator="\n").writerows(rows)
EOF
    succeeds "$CDBENCH" claims mine.tar.gz ./other small
    prints '^  claim +mine.tar.gz +other$' '^\* right +(reproduced|undecided|not measured), quick +refuted, quick$'
    prints '^  abacus +not comparable +not comparable$' '^\* faster +(reproduced|undecided), quick +vacuous, quick$' \
        '^3 of 4 claims have other verdicts here than there: \*$'
    prints '^quick: judged by measurements at quick size$'
    shows '^measurements: mine.tar.gz, ' "$CDBENCH" claims --results mine.tar.gz
    refuses 1 'small right refuted \(./other\)' "$CDBENCH" claims ./other --fail-on refuted
    succeeds "$CDBENCH" claims mine.tar.gz --csv -
    equal folders mine.tar.gz "$(column "$scratch/out" folder | sort -u | xargs)"
    shows '^1 experiment, 0 values differ, 0 rows lacking$' "$CDBENCH" obtained mine.tar.gz mine
    fails 1 "$CDBENCH" obtained other mine.tar.gz
    nothing_is_left
}

test_a_paper_that_is_named_between_others_is_packed_once()
{
    write_program 'echo series,ms; echo once,1; echo twice,2'
    succeeds "$CDBENCH" reproduce small/sizes open/counts small/program small/sizes --quiet \
        --no-figures --results mine --pack mine.tar.gz
    equal papers 'small.yaml open.yaml' "$(tar tzf mine.tar.gz | grep yaml | xargs)"
    succeeds "$CDBENCH" claims mine.tar.gz
}

test_the_table_side_by_side_says_all()
{
    local long=results_of_a_machine_with_a_long_name_ä i
    mkdir empty a b
    cp mine.tar.gz a
    cp mine.tar.gz b
    cp -r mine $long
    # A source without measurements has a column. Names are not cut.
    shows "^  claim +$long +./empty/ +mine.tar.gz\$" "$CDBENCH" claims ./$long ./empty/ mine.tar.gz small
    prints '^\* right +(reproduced|undecided), quick +not measured +(reproduced|undecided), quick$'
    # Names that would be the same when shortened are shown in full.
    shows '^  claim +a/mine.tar.gz +b/mine.tar.gz$' "$CDBENCH" claims a/mine.tar.gz b/mine.tar.gz
    # Older code and unknown age.
    sed -i 's/"algo=rapid": "[0-9a-f]*"/"algo=rapid": "0000000000000000"/' $long/small/sizes/run.json
    sed -i '/"sources"/,/}/d' mine/small/sizes/run.json
    succeeds "$CDBENCH" claims ./$long ./mine
    prints '^. right +[a-z ]+, quick, old +[a-z ]+, quick$' '^old: ' '^./mine: 1 experiment is of unknown age$'
    # The table has no more columns.
    for ((i = 1; i <= 16; i++)); do ln -s mine many$i; done
    fails 64 "$CDBENCH" claims ./many{1..16} small --csv many.csv
    says '^cdbench: 16 folders and packs; the table shows at most 15 side by side'
    [ ! -e many.csv ] || wrong 'a file was written all the same'
    succeeds "$CDBENCH" claims ./many{1..16} small --json
}

test_a_paper_that_is_not_here_is_named()
{
    mkdir papers
    sed 's/^key: small/key: other/' "$root/tests/papers/small.yaml" >papers/other.yaml
    CDBENCH_PAPERS=papers fails 74 "$CDBENCH" claims mine.tar.gz
    says '^cdbench: mine.tar.gz: the paper small is not here; put small.yaml, which the pack holds, into a folder that CDBENCH_PAPERS names$'
    CDBENCH_PAPERS=papers succeeds "$CDBENCH" reproduce other/sizes --quiet --no-figures --results others
    CDBENCH_PAPERS=papers exits 0 "$CDBENCH" claims mine.tar.gz ./others
    says '^cdbench: warning: mine.tar.gz: the paper small is not here'
    prints '^other: A small paper$'
}

# pack NAME...: makes hostile.tar.gz with an index and empty files with these names.
pack()
{
    python3 - "$@" <<'EOF'
import io, sys, tarfile
with tarfile.open("hostile.tar.gz", "w:gz", format=tarfile.USTAR_FORMAT, compresslevel=1) as archive:
    def add(name, content=b"", kind=tarfile.REGTYPE):
        entry = tarfile.TarInfo(name)
        entry.size, entry.type, entry.linkname = len(content), kind, "" if kind == tarfile.REGTYPE else "/etc/passwd"
        archive.addfile(entry, io.BytesIO(content))
    if sys.argv[1] != "bare":
        add("pack.json", b'{"format": 1, "revision": "x"}\n')
    for name in sys.argv[1:]:
        kinds = {"link": tarfile.SYMTYPE, "hard": tarfile.LNKTYPE, "folder": tarfile.DIRTYPE, "pipe": tarfile.FIFOTYPE}
        if name in kinds:
            add("small/sizes/cells.csv", kind=kinds[name])
        elif name.startswith("bomb"):
            add("small/sizes/cells.csv", bytes(int(name[4:]) * 1_000_000))
        elif name != "bare":
            add(name)
EOF
}

test_hostile_packs_are_refused()
{
    local name
    for name in ../evil small/../../evil /evil small/sizes/evil small/-x/cells.csv small//cells.csv .yaml "$(printf 'a\nb.yaml')" 'a b.yaml' ' a.yaml' link hard folder pipe; do
        pack "$name"
        fails 65 "$CDBENCH" claims ./hostile.tar.gz small
    done
    pack small/sizes/cells.csv small/sizes/cells.csv
    refuses 65 "^cdbench: hostile.tar.gz: holds 'small/sizes/cells.csv' twice, which no pack does$" "$CDBENCH" claims hostile.tar.gz small
    pack bare small/sizes/cells.csv
    refuses 65 "holds 'small/sizes/cells.csv', which is not for a pack" "$CDBENCH" claims hostile.tar.gz
    pack $(seq -f 'a%g.yaml' 2000) # and pack.json
    refuses 65 'holds more than 2000 files' "$CDBENCH" claims hostile.tar.gz
    pack $(seq -f 'a%g.yaml' 1999)
    fails 74 "$CDBENCH" claims hostile.tar.gz
    pack bomb301
    refuses 65 'unpacks to more than 300 MB' "$CDBENCH" claims hostile.tar.gz
    pack bomb299
    exits 0 "$CDBENCH" claims hostile.tar.gz
    says '^cdbench: warning: hostile.tar.gz: small/sizes/cells.csv: there is no run.json beside it'
    # From a pack that is fine except for its run.json.
    pack small/sizes/cells.csv small/sizes/samples.csv small/sizes/run.json
    refuses 65 '^cdbench: hostile.tar.gz: small/sizes/run.json:1: ' "$CDBENCH" claims hostile.tar.gz small
    refuses 65 '^cdbench: hostile.tar.gz: small/sizes/run.json:1: ' "$CDBENCH" obtained hostile.tar.gz hostile.tar.gz small
    nothing_is_left
    [ ! -e evil ] && [ ! -e ../evil ] && [ ! -e /evil ] || wrong 'something outside was written'
}

# Archives that say other things than they hold: each is a good pack with some bytes replaced.
test_archives_that_lie_are_refused()
{
    local lie
    gzip -dc mine.tar.gz >mine.tar
    for lie in 'size of the first file: 99999999999' 'size of the first file: 7777777777\x00' 'size of the first file: \x80\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01' \
        'size of the first file: -0000000001' 'size of the first file: 0000000001x' 'kind of the first file: 2' 'kind of the first file: L' \
        'kind of the first file: x' 'kind of the first file: \x00' 'format of the first file: \x00\x00\x00' 'prefix of the first file: ..' \
        'prefix of the first file: /etc'; do
        python3 - "$lie" <<'EOF'
import sys
where, text = sys.argv[1].split(": ")
at = {"size of the first file": 124, "kind of the first file": 156, "format of the first file": 257, "prefix of the first file": 345}[where]
archive, lie = bytearray(open("mine.tar", "rb").read()), text.encode().decode("unicode_escape").encode("latin-1")
archive[at:at + len(lie)] = lie
open("lie.tar", "wb").write(archive)
EOF
        gzip -c lie.tar >lie.tar.gz
        refuses 65 'is no whole pack|is not for a pack' "$CDBENCH" claims lie.tar.gz small
    done
    nothing_is_left
}

test_packs_that_people_made_are_read()
{
    local format name long size
    mkdir apart
    tar xzf mine.tar.gz -C apart
    for format in ustar gnu; do
        tar czf $format.tar.gz --format=$format -C apart pack.json small.yaml small/sizes/{cells.csv,run.json,samples.csv}
        succeeds "$CDBENCH" obtained $format.tar.gz mine
    done
    # Names longer than a header's first field, in both.
    long=$(printf 'k%.0s' {1..60})/$(printf 'e%.0s' {1..60})
    mkdir -p "apart/$long"
    cp apart/small/sizes/cells.csv "apart/$long"
    tar czf long.tar.gz --format=ustar -C apart pack.json small.yaml small/sizes/{cells.csv,run.json,samples.csv} "$long/cells.csv"
    succeeds "$CDBENCH" obtained long.tar.gz mine
    tar czf long.tar.gz --format=gnu -C apart pack.json "$long/cells.csv"
    refuses 65 'is not for a pack' "$CDBENCH" obtained long.tar.gz mine
    # The sizes at which a block ends.
    for size in 0 1 511 512 513 1024; do
        head -c $size /dev/zero | tr '\0' ' ' >apart/filler.yaml
        tar czf fill.tar.gz --format=ustar -C apart pack.json filler.yaml small.yaml small/sizes/{cells.csv,run.json,samples.csv}
        succeeds "$CDBENCH" obtained fill.tar.gz mine
    done
    # Packs are read without tar.
    mkdir programs
    for name in sh gzip; do ln -s "$(command -v $name)" programs; done
    PATH=$PWD/programs succeeds "$CDBENCH" obtained mine.tar.gz mine
    nothing_is_left
}

test_damaged_packs_are_refused()
{
    local bytes size
    size=$(stat -c %s mine.tar.gz)
    for bytes in 0 1 10 18 100 $((size / 2)) $((size - 9)) $((size - 1)); do
        head -c $bytes mine.tar.gz >cut.tar.gz
        refuses 65 'cut.tar.gz: is no whole pack of `cdbench reproduce --pack`; get it again' "$CDBENCH" claims cut.tar.gz
        fails 65 "$CDBENCH" obtained cut.tar.gz mine
    done
    cat mine.tar.gz mine/small/sizes/run.json >long.tar.gz
    fails 65 "$CDBENCH" claims long.tar.gz
    gzip -dc mine.tar.gz | head -c 3000 | gzip >short.tar.gz
    gzip -c mine.tar.gz >twice.tar.gz
    for bytes in short twice; do
        refuses 65 'is no whole pack' "$CDBENCH" claims $bytes.tar.gz
    done
    head -c 10240 /dev/zero | gzip >empty.tar.gz
    refuses 65 'is no pack of a format that this program knows' "$CDBENCH" claims empty.tar.gz
    head -c 6000000 /dev/zero >large.tar.gz
    refuses 65 'has 6.0 MB; at most 5.0 can be right' "$CDBENCH" claims large.tar.gz
    refuses 74 'nowhere.tar.gz: No such file or directory; name a folder with results or a pack' "$CDBENCH" claims nowhere.tar.gz
    TMPDIR=/nowhere refuses 74 'TMPDIR' "$CDBENCH" claims mine.tar.gz
    nothing_is_left
}

test_what_cannot_be_packed_is_said()
{
    local words=(--quiet --no-figures --results mine --pack)
    write_program 'echo series,noise; for i in $(seq 70); do echo once,$(head -c 40000 /dev/urandom | base64 -w 0); done; echo twice,NA'
    refuses 65 'large.tar.gz: would have .* MB, and a pack has 5 at most; the largest file is small/program/cells.csv' \
        "$CDBENCH" reproduce small/program "${words[@]}" large.tar.gz
    [ ! -e large.tar.gz ] || wrong 'it was written'
    # The user is told at once, and the run goes on.
    exits 65 "$CDBENCH" reproduce small/program small/sizes --no-figures --results more --pack large.tar.gz
    says '^cdbench: warning: large.tar.gz: would have '
    [ -e more/small/sizes/cells.csv ] || wrong 'the next experiment was not measured'
    fails 64 "$CDBENCH" reproduce small --list --pack x.tar.gz
    refuses 74 '/dev/full: .*No space left on device' "$CDBENCH" reproduce small/sizes "${words[@]}" /dev/full
    refuses 4 'tar: cannot be started: No such file or directory' \
        env PATH="$PWD/programs" "$CDBENCH" reproduce small/sizes "${words[@]}" x.tar.gz
    refuses 74 nowhere "$CDBENCH" reproduce small/sizes "${words[@]}" nowhere/x.tar.gz
}

test_ctrl_c_leaves_nothing()
{
    local moment
    for moment in 0.002 0.004 0.006 0.008 0.01 0.015 0.02 0.03; do
        timeout --foreground -s INT $moment "$CDBENCH" claims mine.tar.gz mine.tar.gz mine.tar.gz >out 2>err
    done
    nothing_is_left
    # During loading, which takes long if raw times are not in the order of the rows.
    mkdir slow
    tar xzf mine.tar.gz -C slow
    own_tables slow
    python3 - slow/small/sizes <<'EOF'
import csv, sys
def load(name): return list(csv.reader(open(sys.argv[1] + name)))
def save(name, rows): csv.writer(open(sys.argv[1] + name, "w"), lineterminator="\n").writerows(rows)
cells, samples = load("/cells.csv"), load("/samples.csv")
save("/cells.csv", cells[:1] + [[str(i)] + cells[1][1:] for i in range(3000)])
save("/samples.csv", samples[:1] + [[str(i)] + samples[1][1:] for k in range(20) for i in reversed(range(3000))])
EOF
    tar cf - --format=ustar -C slow pack.json small.yaml small/sizes/cells.csv small/sizes/run.json small/sizes/samples.csv | gzip >slow.tar.gz
    signalled INT 130 "$CDBENCH" claims slow.tar.gz small
    equal 'what is said' 'cdbench: interrupted' "$(tail -n 1 "$scratch/err")"
    nothing_is_left
}

run_tests
