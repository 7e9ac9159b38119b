#!/usr/bin/env bash
# Ada's player. It is correct except for whitespace and line ends that players hardly ever type.
LC_ALL=C
set -f
spaces=$'[\t\v\f\r\034-\037]'

fail() { printf '\n%s\n' "$2" >&2; exit "$1"; }
malformed() { fail 3 "Seed File Malformed Error: $1"; }
text() { cat "resources/uga/$1.txt"; }

# Reports whether the word is a 32-bit integer. If so, stores it in `value`.
integer() {
    [[ $1 =~ ^([-+]?)0*([0-9]{1,10})$ ]] || return 1
    value=$((${BASH_REMATCH[1]}10#${BASH_REMATCH[2]}))
    ((value >= -2147483648 && value <= 2147483647))
}

# Reads the next number of the seed, which must be from $1 to $2, into `value`.
next() {
    ((at < ${#words[@]})) || malformed 'the file ends too early'
    integer "${words[at]}" || malformed "not an integer: ${words[at]}"
    ((value >= $1 && value <= $2)) || malformed "$value is not from $1 to $2"
    at=$((at + 1))
}

[ $# -eq 1 ] || fail 1 'Usage: MinesweeperDriver SEED_FILE_PATH'
[ -f "$1" ] || fail 2 "Seed File Not Found Error: $1 (No such file or directory)"
seed=$(tr '\000' '?' < "$1")
read -r -d '' -a words <<< "${seed//$spaces/ }"
at=0
next 5 10; rows=$value
next 5 10; cols=$value
next 1 $((rows * cols - 1)); mines=$value
# Mines and displayed characters, by the number of the square. A row has 12 numbers, so that every
# square of the field has eight neighbours.
mined=() shown=()
number() { square=$((($1 + 1) * 12 + $2 + 1)); }
for ((; mines > 0; mines--)); do
    next 0 $((rows - 1)); row=$value
    next 0 $((cols - 1)); number "$row" "$value"; mined[square]=1
done

print_round() {
    local row col square fog=$1
    printf '\n Rounds Completed: %d\n\n' "$rounds"
    for ((row = 0; row < rows; row++)); do
        printf ' %d |' "$row"
        for ((col = 0; col < cols; col++)); do
            number "$row" "$col"
            if [[ -z $fog && ${mined[square]} ]]; then
                printf '<%s>|' "${shown[square]:- }"
            else
                printf ' %s |' "${shown[square]:- }"
            fi
        done
        printf '\n'
    done
    printf '   '
    for ((col = 0; col < cols; col++)); do printf '  %d ' "$col"; done
    printf '\n\nminesweeper-alpha: '
}

# Prints the number of mines around square number $1.
neighbours() {
    local step count=0
    for step in -13 -12 -11 -1 1 11 12 13; do
        count=$((count + ${mined[$1 + step]:-0}))
    done
    printf '%d' "$count"
}

won() {
    local row col square
    for ((row = 0; row < rows; row++)); do
        for ((col = 0; col < cols; col++)); do
            number "$row" "$col"
            if [[ ${mined[square]} ]]; then
                [[ ${shown[square]} == F ]] || return 1
            else
                [[ ${shown[square]} == [0-9] ]] || return 1
            fi
        done
    done
}

# Prints 100 * rows * cols / rounds with two decimals, rounded half up.
score() {
    local hundredths=$(((20000 * rows * cols + rounds) / (2 * rounds)))
    printf '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}

quit() { printf '\n'; text quit; exit 0; }
invalid() { printf '\nInvalid Command: %s\n' "$1" >&2; }

text welcome-2022.sp
rounds=0
fog=on
while print_round "$fog"; IFS= read -r line || [[ $line ]]; do
    read -r -a words <<< "${line//$spaces/ }"
    if [[ ${#words[@]} -eq 1 ]]; then
        case ${words[0]} in
            q | quit) quit ;;
            h | help) printf '\n'; text commands; rounds=$((rounds + 1)); fog=on; continue ;;
            nofog) rounds=$((rounds + 1)); fog=; continue ;;
        esac
    fi
    case ${#words[@]}:${words[0]} in
        3:r | 3:reveal | 3:m | 3:mark | 3:g | 3:guess) ;;
        *) invalid 'Command not recognized!'; continue ;;
    esac
    integer "${words[1]}" || { invalid "For input string: \"${words[1]}\""; continue; }
    row=$value
    integer "${words[2]}" || { invalid "For input string: \"${words[2]}\""; continue; }
    col=$value
    ((row >= 0 && row < rows)) || { invalid "Index $row out of bounds for length $rows"; continue; }
    ((col >= 0 && col < cols)) || { invalid "Index $col out of bounds for length $cols"; continue; }
    rounds=$((rounds + 1))
    fog=on
    number "$row" "$col"
    case ${words[0]} in
        m*) shown[square]=F ;;
        g*) shown[square]='?' ;;
        *)
            [[ ${mined[square]} ]] && { printf '\n'; text gameover; printf '\n'; exit 0; }
            shown[square]=$(neighbours "$square")
            ;;
    esac
    won && { printf '\n'; text gamewon; score; printf '\n\n'; exit 0; }
done
quit
