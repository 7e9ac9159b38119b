#!/bin/sh
# A player of v2022.sp that is wrong: it takes nofog for help. It is on its own,
# as a submission is: nothing of minesweeper-alpha is used but the texts that
# the assignment has programs print.
texts=$(dirname "$0")/../resources/uga
exec awk -v texts="$texts" -v seed="$1" '
function text(name,    line, all, end) {
    while ((getline line < (texts "/" name)) > 0) {
        all = all end line
        end = "\n"
    }
    close(texts "/" name)
    return all
}
function complain(message) {
    fflush()
    printf "\nInvalid Command: %s\n", message > "/dev/stderr"
    fflush("/dev/stderr")
}
function malformed(message) {
    printf "\nSeed File Malformed Error: %s\n", message > "/dev/stderr"
    status = 3
    exit
}
function token() {
    if (at > count) malformed("a token is missing")
    if (!integer(tokens[at])) malformed("not an integer: " tokens[at])
    return tokens[at++] + 0
}
function integer(word) {
    return word ~ /^[+-]?[0-9]+$/ && word + 0 >= -2147483648 && word + 0 <= 2147483647
}
function grid(    row, col, line) {
    printf "\n Rounds Completed: %d\n\n", rounds
    for (row = 0; row < rows; row++) {
        line = " " row " |"
        for (col = 0; col < cols; col++)
            line = line " " ((row, col) in shown ? shown[row, col] : " ") " |"
        print line
    }
    line = "   "
    for (col = 0; col < cols; col++) line = line "  " col " "
    printf "%s\n\nminesweeper-alpha: ", line
    fflush()
}
function adjacent(row, col,    r, c, sum) {
    for (r = row - 1; r <= row + 1; r++)
        for (c = col - 1; c <= col + 1; c++)
            sum += (r, c) in mine && (r != row || c != col)
    return sum + 0
}
function won(    row, col) {
    for (row = 0; row < rows; row++)
        for (col = 0; col < cols; col++)
            if (!((row, col) in shown) ||
                ((row, col) in mine ? shown[row, col] != "F" : shown[row, col] !~ /[0-9]/))
                return 0
    return 1
}
function score(    hundredths) {
    hundredths = int((20000 * rows * cols + rounds) / (2 * rounds))
    return sprintf("%d.%02d", int(hundredths / 100), hundredths % 100)
}
# Plays a line: whether the game goes on.
function play(words, count,    row, col, word) {
    word = words[1]
    if (count == 1 && word ~ /^(q|quit)$/) {
        printf "\n%s\n", text("quit.txt")
        return 0
    }
    if (count == 1 && word ~ /^(h|help|nofog)$/) {
        rounds++
        printf "\n%s\n", text("commands.txt")
        grid()
        return 1
    }
    if (count != 3 || word !~ /^(r|reveal|m|mark|g|guess)$/) complain("Command not recognized!")
    else if (!integer(words[2])) complain("For input string: \"" words[2] "\"")
    else if (!integer(words[3])) complain("For input string: \"" words[3] "\"")
    else if ((row = words[2] + 0) < 0 || row >= rows)
        complain("Index " row " out of bounds for length " rows)
    else if ((col = words[3] + 0) < 0 || col >= cols)
        complain("Index " col " out of bounds for length " cols)
    else {
        rounds++
        if (word ~ /^r/ && (row, col) in mine) {
            printf "\n%s\n\n", text("gameover.txt")
            return 0
        }
        shown[row, col] = word ~ /^r/ ? adjacent(row, col) : word ~ /^m/ ? "F" : "?"
        if (won()) {
            printf "\n%s%s\n\n", text("gamewon.txt"), score()
            return 0
        }
    }
    grid()
    return 1
}
BEGIN {
    while ((got = (getline line < seed)) > 0) all = all " " line
    if (got < 0) {
        printf "\nSeed File Not Found Error: %s (No such file or directory)\n", seed > "/dev/stderr"
        exit status = 2
    }
    count = split(all, tokens)
    at = 1
    rows = token()
    cols = token()
    if (rows < 5 || rows > 10 || cols < 5 || cols > 10)
        malformed("Cannot create a mine field with that many rows and/or columns!")
    mines = token()
    if (mines < 1 || mines >= rows * cols) malformed("that many mines are not possible")
    while (mines--) {
        row = token()
        col = token()
        if (row < 0 || row >= rows || col < 0 || col >= cols) malformed("a mine is not in the field")
        mine[row, col]
    }
    printf "%s\n", text("welcome-2022.sp.txt")
    grid()
    while ((getline line) > 0) {
        sub(/\r$/, "", line)
        count = split(line, words)
        if (!play(words, count)) exit status = 0
    }
    printf "\n%s\n", text("quit.txt")
}
END { exit status }
'
