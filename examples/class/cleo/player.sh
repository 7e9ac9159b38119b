#!/bin/sh
# Cleo's player. Its line of column numbers lacks the space at the end, and after the first
# `nofog`, the mines stay visible.
export LC_ALL=C
texts=resources/uga
if [ $# -ne 1 ]; then
    printf '\nUsage: MinesweeperDriver SEED_FILE_PATH\n' >&2
    exit 1
elif [ ! -r "$1" ]; then
    printf '\nSeed File Not Found Error: %s (No such file or directory)\n' "$1" >&2
    exit 2
fi

# The seed comes first, then a line "play" and the commands.
{ tr -s ' \t\r\n' '\n' < "$1"; printf '\nplay\n'; cat; } | awk -v texts="$texts" '
function paste(name,    line) {
    while ((getline line < (texts "/" name ".txt")) > 0) print line
    close(texts "/" name ".txt")
}
function warn(text) { fflush(); print "\n" text | "cat >&2"; close("cat >&2") }
function refuse(text) { warn("Seed File Malformed Error: " text); code = 3; exit }
function number(text) { return text ~ /^[-+]?[0-9]+$/ && text + 0 <= 2147483647 && text + 0 >= -2147483648 }

# Parses the words of the seed, seed[1] to seed[n].
function place_mines(    k, i) {
    for (k = 1; k <= n; k++) if (k <= 3 + 2 * seed[3] && !number(seed[k])) refuse("a word that is no number")
    if (n < 3) refuse("too few numbers")
    height = seed[1] + 0; width = seed[2] + 0
    if (height < 5 || height > 10 || width < 5 || width > 10) refuse("a size that cannot be")
    if (seed[3] < 1 || seed[3] >= height * width) refuse("too few or too many mines")
    if (n < 3 + 2 * seed[3]) refuse("too few mines")
    for (k = 1; k <= seed[3]; k++) {
        i = seed[2 + 2 * k]; j = seed[3 + 2 * k]
        if (i < 0 || j < 0 || i >= height || j >= width) refuse("a mine outside")
        bomb[i + 0, j + 0] = 1
    }
}

function board(    i, j, line, numbers) {
    print "\n Rounds Completed: " turns "\n"
    for (i = 0; i < height; i++) {
        line = " " i " |"
        for (j = 0; j < width; j++) {
            if (peek && bomb[i, j]) line = line "<" (seen[i, j] == "" ? " " : seen[i, j]) ">|"
            else line = line " " (seen[i, j] == "" ? " " : seen[i, j]) " |"
        }
        print line
    }
    for (j = 0; j < width; j++) numbers = numbers "   " j
    printf "  %s\n\nminesweeper-alpha: ", numbers
}

function around(i, j) {
    return bomb[i-1, j-1] + bomb[i-1, j] + bomb[i-1, j+1] + bomb[i, j-1] \
        + bomb[i, j+1] + bomb[i+1, j-1] + bomb[i+1, j] + bomb[i+1, j+1]
}

# Returns the number of squares that are as a win requires.
function right(    i, j, count) {
    for (i = 0; i < height; i++)
        for (j = 0; j < width; j++)
            count += bomb[i, j] ? seen[i, j] == "F" : seen[i, j] ~ /[0-8]/
    return count + 0
}

$0 == "play" && !playing { playing = 1; place_mines(); paste("welcome-2022.sp"); turns = 0; board(); next }
!playing { if (NF) seed[++n] = $1; next }
NF == 1 && ($1 == "q" || $1 == "quit") { over = 1; print ""; paste("quit"); exit }
NF == 1 && ($1 == "h" || $1 == "help") { turns++; print ""; paste("commands"); board(); next }
NF == 1 && $1 == "nofog" { turns++; peek = 1; board(); next }
NF != 3 || $1 !~ /^(r|reveal|m|mark|g|guess)$/ { warn("Invalid Command: Command not recognized!"); board(); next }
!number($2) || !number($3) {
    warn("Invalid Command: For input string: \"" (number($2) ? $3 : $2) "\""); board(); next
}
$2 < 0 || $2 >= height || $3 < 0 || $3 >= width {
    row_is_wrong = $2 < 0 || $2 >= height
    warn(sprintf("Invalid Command: Index %.0f out of bounds for length %d", row_is_wrong ? $2 : $3, row_is_wrong ? height : width))
    board(); next
}
{
    i = $2 + 0; j = $3 + 0; turns++
    if ($1 ~ /^r/ && bomb[i, j]) { over = 1; print ""; paste("gameover"); print ""; exit }
    seen[i, j] = $1 ~ /^m/ ? "F" : $1 ~ /^g/ ? "?" : around(i, j)
    if (right() < height * width) { board(); next }
    over = 1; print ""; fflush(); system("cat " texts "/gamewon.txt")
    cents = int(10000 * height * width / turns + 0.5)
    printf "%d.%02d\n\n", int(cents / 100), cents % 100
    exit
}
END { if (!code && !over) { print ""; paste("quit") } exit code }
'
