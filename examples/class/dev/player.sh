#!/usr/bin/env bash
# Dev's player. It prints error messages about commands on standard output, and counts an
# invalid command as a round.
export LC_ALL=C

stop() { echo; cat "resources/uga/$1.txt"; }

error() { printf '\n%s\n' "$2" >&2; exit "$1"; }
[ $# -eq 1 ] || error 1 "Usage: MinesweeperDriver SEED_FILE_PATH"
exec 3< "$1" || error 2 "Seed File Not Found Error: $1"
numbers=($(tr -cd -- '-+0-9 \t\r\n' <&3))
set -- "${numbers[@]}"
[ $# -ge 3 ] || error 3 'Seed File Malformed Error: it is too short'
high=$1 wide=$2 left=$3
shift 3
if [ "$high" -lt 5 ] || [ "$high" -gt 10 ] || [ "$wide" -lt 5 ] || [ "$wide" -gt 10 ]; then
    error 3 'Seed File Malformed Error: it is too large or too small'
fi

# Displayed characters and mines, by the number of the square: row * wide + col.
squares=() mines=()
for ((i = 0; i < high * wide; i++)); do squares[i]=' ' mines[i]=0; done
while [ $((left--)) -gt 0 ]; do
    [ $# -ge 2 ] || error 3 'Seed File Malformed Error: a mine is missing'
    mines[$1 * wide + $2]=1
    shift 2
done

draw() {
    local i header=''
    printf '\n Rounds Completed: %d\n' "$round"
    for ((i = 0; i < high * wide; i++)); do
        ((i % wide == 0)) && printf '\n %d |' $((i / wide))
        if ((bare && mines[i])); then printf '<%s>|' "${squares[i]}"; else printf ' %s |' "${squares[i]}"; fi
    done
    for ((i = 0; i < wide; i++)); do header+="  $i "; done
    printf '\n   %s\n\nminesweeper-alpha: ' "$header"
}

count_mines() {
    local sum=0 down right
    for down in -1 0 1; do
        for right in -1 0 1; do
            (($1 + down >= 0 && $1 + down < high && $2 + right >= 0 && $2 + right < wide)) &&
                sum=$((sum + mines[($1 + down) * wide + $2 + right]))
        done
    done
    echo "$sum"
}

finished() {
    local i
    for i in "${!squares[@]}"; do
        case ${mines[i]}${squares[i]} in 1F | 0[0-9]) ;; *) return 1 ;; esac
    done
}

# Prints a number without a plus and leading zeros.
plain() { echo "${1%%[!-]*}$((10#${1#[-+]}))"; }

# Prints the error in row $1 and column $2, or nothing.
mistake() {
    local word
    for word; do
        [[ $word =~ ^[-+]?[0-9]+$ ]] || { echo "For input string: \"$word\""; return; }
    done
    if (($(plain "$1") < 0 || $(plain "$1") >= high)); then
        echo "Index $(plain "$1") out of bounds for length $high"
    elif (($(plain "$2") < 0 || $(plain "$2") >= wide)); then
        echo "Index $(plain "$2") out of bounds for length $wide"
    fi
}

cat resources/uga/welcome-2022.sp.txt
round=0 bare=0
draw
while read -r verb row col more; do
    round=$((round + 1)) bare=0
    case "$verb:${row:+2}${col:+3}$more" in
        q: | quit:) stop quit; exit ;;
        h: | help:) stop commands ;;
        nofog:) bare=1 ;;
        [rmg]:23 | reveal:23 | mark:23 | guess:23)
            wrong=$(mistake "$row" "$col")
            if [ -n "$wrong" ]; then
                printf '\nInvalid Command: %s\n' "$wrong"
            else
                row=$(plain "$row") col=$(plain "$col") square=$((row * wide + col))
                case $verb in
                    m*) squares[square]=F ;;
                    g*) squares[square]='?' ;;
                    r*)
                        ((mines[square])) && { stop gameover; echo; exit; }
                        squares[square]=$(count_mines "$row" "$col")
                        ;;
                esac
            fi
            ;;
        *) printf '\nInvalid Command: Command not recognized!\n' ;;
    esac
    if finished; then
        stop gamewon
        printf '%.2f\n\n' "$(awk "BEGIN { print 100 * $high * $wide / $round }")"
        exit
    fi
    draw
done
stop quit
