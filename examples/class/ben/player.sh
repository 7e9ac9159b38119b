#!/bin/sh
# Ben's player. It treats `nofog` as `help`, so it never shows the mines.
# It also recognizes only ASCII whitespace.
export LC_ALL=C
fail() { printf '\n%s\n' "$2" >&2; exit "$1"; }

[ $# -eq 1 ] || fail 1 'Usage: MinesweeperDriver SEED_FILE_PATH'
missing='No such file or directory'
case $1 in */*) [ -f "${1%/*}" ] && missing='Not a directory' ;; esac
[ -e "$1" ] || fail 2 "Seed File Not Found Error: $1 ($missing)"
[ -d "$1" ] && fail 2 "Seed File Not Found Error: $1 (Is a directory)"
[ -r "$1" ] || fail 2 "Seed File Not Found Error: $1 (Permission denied)"

# The shell reads the files, and awk reads the commands. A NUL becomes an invalid character.
seed=$(head -c 100000 <"$1" | tr '\000' '?')
texts=resources/uga
set -- "$seed" "$(cat "$texts/welcome-2022.sp.txt")" "$(cat "$texts/commands.txt")" \
    "$(cat "$texts/gameover.txt")" "$(cat "$texts/gamewon.txt")" "$(cat "$texts/quit.txt")"

program='
# Prints a message, after all earlier text on standard output.
function complain(message) { fflush(); print "\n" message > "/dev/stderr"; fflush("/dev/stderr") }
function malformed(message) { complain("Seed File Malformed Error: " message); exit 3 }
function finish(last) { print "\n" last; exit 0 }
# Reports whether the word is a 32-bit integer. If so, stores it in "value". Removes
# leading zeros first, because some awks would read an octal number.
function integer(word,    digits) {
    if (word !~ /^[-+]?[0-9]+$/) return 0
    digits = word; sub(/^[-+]?0*/, "", digits)
    value = word ~ /^-/ ? 0 - digits : digits + 0
    return length(digits) <= 10 && value >= -2147483648 && value <= 2147483647
}
function split_words(line, words) { gsub(spaces, " ", line); return split(line, words, " ") }
function seed_number() {
    if (++seed_at > seed_count) malformed("the file ends too early")
    if (length(seed[seed_at]) > 65536 || !integer(seed[seed_at])) malformed("not an integer")
    return value
}
function show_round(    row, col, screen, columns) {
    screen = "\n Rounds Completed: " rounds "\n\n"
    for (row = 0; row < rows; row++) {
        screen = screen " " row " |"
        for (col = 0; col < cols; col++) screen = screen " " shown[row, col] " |"
        screen = screen "\n"
    }
    for (col = 0; col < cols; col++) columns = columns "  " col " "
    printf "%s", screen "   " columns "\n\nminesweeper-alpha: "; fflush()
}
function mines_around(row, col,    r, c, sum) {
    for (r = row - 1; r <= row + 1; r++)
        for (c = col - 1; c <= col + 1; c++) sum += (r, c) in mine
    return sum
}
function won(    square) {
    for (square in shown)
        if (square in mine ? shown[square] != "F" : shown[square] !~ /[0-9]/) return 0
    return 1
}
# Returns 100 * rows * cols / rounds with two decimals, rounded half up.
function score(    dividend, hundredths) {
    dividend = 20000 * rows * cols + rounds
    hundredths = (dividend - dividend % (2 * rounds)) / (2 * rounds)
    return sprintf("%d.%02d", (hundredths - hundredths % 100) / 100, hundredths % 100)
}
function outside(index_, size) { return sprintf("Index %.0f out of bounds for length %d", index_, size) }
# Executes a line. Returns an error message, or an empty string.
function play(line,    words, count, word, row, col) {
    count = length(line) > 65536 ? 0 : split_words(line, words); word = words[1]
    if (count == 1 && word ~ /^(q|quit)$/) finish(quit_text)
    if (count == 1 && word ~ /^(h|help|nofog)$/) { # the mistake: nofog is not help
        print "\n" commands_text; rounds++; return ""
    }
    if (count != 3 || word !~ /^(r|reveal|m|mark|g|guess)$/) return "Command not recognized!"
    if (!integer(words[2])) return "For input string: \"" words[2] "\""; row = value
    if (!integer(words[3])) return "For input string: \"" words[3] "\""; col = value
    if (row < 0 || row >= rows) return outside(row, rows)
    if (col < 0 || col >= cols) return outside(col, cols)
    rounds++
    if (word ~ /^r/ && (row, col) in mine) finish(lost_text "\n")
    shown[row, col] = word ~ /^m/ ? "F" : word ~ /^g/ ? "?" : mines_around(row, col)
    if (won()) finish(won_text score() "\n")
    return ""
}
BEGIN {
    spaces = "[ \t\n\v\f\r\034-\037]+"
    seed_count = split_words(ARGV[1], seed)
    commands_text = ARGV[3]; lost_text = ARGV[4]; won_text = ARGV[5]; quit_text = ARGV[6]
    rows = seed_number(); cols = seed_number()
    if (rows < 5 || rows > 10 || cols < 5 || cols > 10)
        malformed("Cannot create a mine field with that many rows and/or columns!")
    mines = seed_number()
    if (mines < 1 || mines >= rows * cols) malformed("not a possible number of mines")
    for (; mines > 0; mines--) {
        row = seed_number(); if (row < 0 || row >= rows) malformed("a row outside the field")
        col = seed_number(); if (col < 0 || col >= cols) malformed("a column outside the field")
        mine[row, col]
    }
    for (row = 0; row < rows; row++)
        for (col = 0; col < cols; col++) shown[row, col] = " "
    print ARGV[2]; rounds = 0; ARGC = 1 # so that getline reads standard input
    for (show_round(); (getline line) > 0; show_round())
        if (message = play(line)) complain("Invalid Command: " message)
    finish(quit_text)
}'
# By default, mawk waits for a full buffer when it reads from a pipe. This option
# changes that. Only an awk that accepts it silently gets it.
[ "$(awk -W interactive 'BEGIN { print "ok" }' </dev/null 2>&1)" != ok ] || exec awk -W interactive "$program" "$@"
exec awk "$program" "$@"
