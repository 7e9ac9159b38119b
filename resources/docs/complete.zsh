#compdef minesweeper-alpha

autoload -U is-at-least

_minesweeper-alpha() {
    typeset -A opt_args
    typeset -a _arguments_options
    local ret=1

    if is-at-least 5.2; then
        _arguments_options=(-s -S -C)
    else
        _arguments_options=(-s -C)
    fi

    local context curcontext="$curcontext" state line
    _arguments "${_arguments_options[@]}" : \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'-V[Print version]' \
'--version[Print version]' \
":: :_minesweeper-alpha_commands" \
"*::: :->minesweeper-alpha" \
&& ret=0
    case $state in
    (minesweeper-alpha)
        words=($line[1] "${words[@]}")
        (( CURRENT += 1 ))
        curcontext="${curcontext%:*:*}:minesweeper-alpha-command-$line[1]:"
        case $line[1] in
            (play)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game \[default\: 2022.sp\]]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--random=[Random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert (only 2022.sp, 2025.sp, and for more than 10 rows or columns 2019.fa)]:ROWSxCOLSxMINES:_default' \
'--rng-seed=[Number that determines the random fields (only 2022.sp, 2025.sp, 2019.fa, comp182, project1)]:N:_default' \
'--rows=[Number of rows (only comp182) \[default\: 4\]]:N:_default' \
'--cols=[Number of columns (only comp182) \[default\: 4\]]:N:_default' \
'--mines=[Number of mines (only comp182) \[default\: 4\]]:N:_default' \
'--start=[Square to reveal first, with no mine around it \[default\: the middle\]]:ROW,COL:_default' \
'--difficulty=[Hardest kind of proof that the field needs\: one number, two numbers, or all arrangements of mines with the mine count \[default\: any\]]:KIND:((trivial\:"One number"
easy\:"Two numbers compared"
hard\:"All arrangements of mines on connected squares, together with the mine count"))' \
'--deadline=[Maximum time to search for each field \[default\: 10s\]]:TIME:_default' \
'--result=[Write outcome, rounds, score and seed as JSON when the game is over; - is standard output]:FILE:_default' \
'(--outcome-status --result --json --quiet --replay --at)--script=[File for the commands that were played; with a random field, also its seed]:FILE:_files' \
'(--outcome-status --result --json --quiet)--replay=[Replay the game of this input]:INPUT:_default' \
'(--outcome-status --result --json --quiet)--at=[Number of lines to play before the replay starts]:N:_default' \
'--list[List the editions]' \
'--cascade[Uncover the neighbours of squares without mines around them (only comp182)]' \
'--no-guess[Draw a field that can be won from the start without guessing]' \
'--outcome-status[Exit with 0 if the game is won, 10 if lost, 11 if the player quits, 12 at the end of input]' \
'(--quiet)--json[Print each round as a line of JSON]' \
'--quiet[Print no output of the game]' \
'(--outcome-status --result --json --quiet)--screen[Play on the full screen, with keys and mouse]' \
'(--outcome-status --result --json --quiet)--no-records[Do not store best times or the unfinished game]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::seed -- Seed file, or - for standard input, followed by the commands; for wise2021 the board file NAME.cfg:_default' \
&& ret=0
;;
(generate)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game that takes the seed \[default\: 2022.sp; of --gen\: 2019.fa\]]:NAME:(2022.sp 2025.sp 2019.fa)' \
'--rng-seed=[Number that determines the random field]:N:_default' \
'--count=[Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros; existing files of these names are replaced]:N:_default' \
'--start=[Square to reveal first, with no mine around it \[default\: the middle\]]:ROW,COL:_default' \
'--difficulty=[Hardest kind of proof that the field needs\: one number, two numbers, or all arrangements of mines with the mine count \[default\: any\]]:KIND:((trivial\:"One number"
easy\:"Two numbers compared"
hard\:"All arrangements of mines on connected squares, together with the mine count"))' \
'--deadline=[Maximum time to search for each field \[default\: 10s\]]:TIME:_default' \
'--no-guess[Draw a field that can be won from the start without guessing]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
':file -- File to write, or - for standard output:_default' \
':rows -- Number of rows\: 5 to 10, or more with --edition 2019.fa:_default' \
':cols -- Number of columns\: 5 to 10, or more with --edition 2019.fa:_default' \
':mines -- Number of mines\: 1 to all squares but one:_default' \
&& ret=0
;;
(hint)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182)' \
'--no-count[Ignore the number of mines if the game does not display it]' \
'--cascade[Uncover the neighbours of squares without mines around them (only comp182)]' \
'(--odds)--all[Print all moves that can be proved]' \
'--odds[Print the probability of a mine for each square]' \
'--json[Print JSON]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
':seed -- Seed file, or - for standard input; for wise2021 the board file:_default' \
'::input -- Input of the game so far, or - for standard input \[default\: none\]:_default' \
&& ret=0
;;
(solve)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182)' \
'(--known)--start=[Square to reveal first]:ROW,COL:_default' \
'--no-count[Ignore the number of mines if the game does not display it]' \
'--cascade[Uncover the neighbours of squares without mines around them (only comp182)]' \
'--known[Use the mines, which the player cannot see\: no guesses and no unnecessary moves]' \
'--json[Print JSON]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
':seed -- Seed file, or - for standard input; for wise2021 the board file:_default' \
&& ret=0
;;
(check)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[Number of cases (\`grade\`\: submissions) to run at a time \[default\: the number of processors\]]:N:_default' \
'--timeout=[Maximum time of a run]:TIME:_default' \
'--max-output=[Maximum output of a run on each stream; four times the expected output if more is expected]:SIZE:_default' \
'--max-memory=[Maximum memory of all processes of a run \[default\: three quarters of the memory of the machine or container, shared by the jobs\]]:SIZE:_default' \
'--cpu-time=[Maximum processor time of a run \[default\: twice the timeout\]]:TIME:_default' \
'--max-processes=[Maximum number of processes of a run at a time]:N:_default' \
'--max-files-size=[Maximum total size of the files that a run writes]:SIZE:_default' \
'--leak-timeout=[Time that other processes may run after the command has ended]:TIME:_default' \
'--sandbox=[Confinement of commands]:MODE:((auto\:"Confinement as far as the kernel supports it"
require\:"Complete confinement; without it, nothing is run"
off\:"No confinement"))' \
'*--hide=[Additional path to hide from the command; may be repeated]:PATH:_files' \
'*--allow-read=[Path in the home folder or /dev that the command may read; may be repeated]:PATH:_files' \
'*--allow-write=[Path that the command may write; may be repeated]:PATH:_files' \
'*--env=[Environment variable to pass on, or to set; may be repeated]:NAME[=VALUE]:_default' \
'*--tolerate=[Differences to tolerate, separated by commas; may be repeated]:LIST:((trailing-space\:"Spaces and tabs at the ends of lines"
message\:"The words of messages that the student may choose\: what follows the fixed beginning of an error"
version\:"The version in the banner"
final-newline\:"The line feed at the very end"
crlf\:"Carriage returns before line feeds"
layout\:"Whitespace within and around lines, blank lines, and the line feed at the very end"))' \
'*--filter=[Run only cases whose name, last part of the name or group matches; may be repeated]:GLOB:_default' \
'--points=[Points of a case that has none in a cases.toml]:N:_default' \
'--reveal=[Amount of detail in reports (with \`grade\`\: in those for students)]:DETAILS:((full\:"Expected and actual output"
actual\:"Actual output only"
none\:"Verdicts only"))' \
'--format=[Format of the report]:FORMAT:((human\:"Text for people, printed case by case"
json\:"JSON with a version number"
junit\:"XML that continuous integration shows"
gradescope\:"The file results.json of Gradescope"))' \
'--partition=[Run only the K-th of N shares of the cases]:K/N:_default' \
'--output=[Write the report to this file; - is standard output]:FILE:_files' \
'*--details=[Show the details of the case or cause with this name, or of the finding with this number; may be repeated]:GLOB:_default' \
'(--filter --points --reveal --partition --fail-fast --output --verbose --details)--random=[Play N random games with the COMMAND and show the smallest one that differs from the built-in game]:N:_default' \
'(--filter --points --reveal --partition --fail-fast --output --verbose --details)--rng-seed=[Number that determines the random games]:N:_default' \
'(--filter --points --reveal --partition --fail-fast --output --verbose --details)--save=[Save the smallest games that differ as cases in this folder]:DIR:_files' \
'--dir=[Run the command in this folder]:DIR:_files' \
'--fail-fast[Stop after the first case that fails]' \
'--verbose[Show the details of all cases and findings, not only of a single case]' \
'(--filter --points --reveal --partition --fail-fast --output --verbose --details)--keep-going[Play all N games, and show the smallest game for each cause]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::cases -- Folders of cases, or files of cases:_files' \
&& ret=0
;;
(grade)
_arguments "${_arguments_options[@]}" : \
'--submissions=[Folder of the submissions]:DIR:_files' \
'--output=[Folder for the results]:OUT:_files' \
'--prepare=[Recipe for the preparation (java, python, c, cpp, rust or make), or a shell command]:COMMAND:_default' \
'--prepare-timeout=[Maximum time of a preparation]:TIME:_default' \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[Number of cases (\`grade\`\: submissions) to run at a time \[default\: the number of processors\]]:N:_default' \
'--timeout=[Maximum time of a run]:TIME:_default' \
'--max-output=[Maximum output of a run on each stream; four times the expected output if more is expected]:SIZE:_default' \
'--max-memory=[Maximum memory of all processes of a run \[default\: three quarters of the memory of the machine or container, shared by the jobs\]]:SIZE:_default' \
'--cpu-time=[Maximum processor time of a run \[default\: twice the timeout\]]:TIME:_default' \
'--max-processes=[Maximum number of processes of a run at a time]:N:_default' \
'--max-files-size=[Maximum total size of the files that a run writes]:SIZE:_default' \
'--leak-timeout=[Time that other processes may run after the command has ended]:TIME:_default' \
'--sandbox=[Confinement of commands]:MODE:((auto\:"Confinement as far as the kernel supports it"
require\:"Complete confinement; without it, nothing is run"
off\:"No confinement"))' \
'*--hide=[Additional path to hide from the command; may be repeated]:PATH:_files' \
'*--allow-read=[Path in the home folder or /dev that the command may read; may be repeated]:PATH:_files' \
'*--allow-write=[Path that the command may write; may be repeated]:PATH:_files' \
'*--env=[Environment variable to pass on, or to set; may be repeated]:NAME[=VALUE]:_default' \
'*--tolerate=[Differences to tolerate, separated by commas; may be repeated]:LIST:((trailing-space\:"Spaces and tabs at the ends of lines"
message\:"The words of messages that the student may choose\: what follows the fixed beginning of an error"
version\:"The version in the banner"
final-newline\:"The line feed at the very end"
crlf\:"Carriage returns before line feeds"
layout\:"Whitespace within and around lines, blank lines, and the line feed at the very end"))' \
'*--filter=[Run only cases whose name, last part of the name or group matches; may be repeated]:GLOB:_default' \
'--points=[Points of a case that has none in a cases.toml]:N:_default' \
'--reveal=[Amount of detail in reports (with \`grade\`\: in those for students)]:DETAILS:((full\:"Expected and actual output"
actual\:"Actual output only"
none\:"Verdicts only"))' \
'*--submission=[Grade only submissions whose name matches, and add them to the results; may be repeated]:GLOB:_default' \
'--partition=[Grade only the K-th of N shares of the submissions]:K/N:_default' \
'(--submissions --prepare --prepare-timeout --verbose --submission --partition --again --edition --jobs --timeout --max-output --max-memory --cpu-time --max-processes --max-files-size --leak-timeout --sandbox --hide --allow-read --allow-write --env --tolerate --filter --points --reveal)*--merge=[Merge the results of all shares into one folder]:OUT:_files' \
'--verbose[Print the details of each submission as \`check\` does]' \
'--again[Grade everything again, including submissions that are already graded]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::cases -- Folders of cases, or files of cases:_files' \
&& ret=0
;;
(record)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[Number of cases (\`grade\`\: submissions) to run at a time \[default\: the number of processors\]]:N:_default' \
'--timeout=[Maximum time of a run]:TIME:_default' \
'--max-output=[Maximum output of a run on each stream; four times the expected output if more is expected]:SIZE:_default' \
'--max-memory=[Maximum memory of all processes of a run \[default\: three quarters of the memory of the machine or container, shared by the jobs\]]:SIZE:_default' \
'--cpu-time=[Maximum processor time of a run \[default\: twice the timeout\]]:TIME:_default' \
'--max-processes=[Maximum number of processes of a run at a time]:N:_default' \
'--max-files-size=[Maximum total size of the files that a run writes]:SIZE:_default' \
'--leak-timeout=[Time that other processes may run after the command has ended]:TIME:_default' \
'--sandbox=[Confinement of commands]:MODE:((auto\:"Confinement as far as the kernel supports it"
require\:"Complete confinement; without it, nothing is run"
off\:"No confinement"))' \
'*--hide=[Additional path to hide from the command; may be repeated]:PATH:_files' \
'*--allow-read=[Path in the home folder or /dev that the command may read; may be repeated]:PATH:_files' \
'*--allow-write=[Path that the command may write; may be repeated]:PATH:_files' \
'*--env=[Environment variable to pass on, or to set; may be repeated]:NAME[=VALUE]:_default' \
'--dir=[Run the command in this folder]:DIR:_files' \
'--update[Replace existing files that differ]' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::cases -- Folders of cases, or files of cases:_files' \
&& ret=0
;;
(suite)
_arguments "${_arguments_options[@]}" : \
'--edition=[Edition of the game]:NAME:(2022.sp 2025.sp 2019.fa)' \
'*--tolerate=[Differences to tolerate, separated by commas]:LIST:((trailing-space\:"Spaces and tabs at the ends of lines"
message\:"The words of messages that the student may choose\: what follows the fixed beginning of an error"
version\:"The version in the banner"
final-newline\:"The line feed at the very end"
crlf\:"Carriage returns before line feeds"
layout\:"Whitespace within and around lines, blank lines, and the line feed at the very end"))' \
'--format=[Format of the report]:FORMAT:((human\:"Text for people\: the flaws that are not caught, and a summary"
json\:"JSON with everything"))' \
'--write=[Write cases into this folder, which must be empty or not exist yet]:DIR:_files' \
'--size=[Maximum number of cases \[default\: as many as necessary\]]:N:_default' \
'--rng-seed=[Number that determines the random games \[default\: a fixed number\]]:N:_default' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
'*::cases -- Folders of cases, or files of cases:_files' \
&& ret=0
;;
(docs)
_arguments "${_arguments_options[@]}" : \
'()--install=[Write all man pages into this folder]:DIR:_files' \
'-h[Print help (see more with '\''--help'\'')]' \
'--help[Print help (see more with '\''--help'\'')]' \
':document -- Document to print:(man bash elvish fish powershell zsh)' \
'::page -- Subcommand whose man page is printed in place of the program'\''s:(play generate hint solve check grade record suite docs)' \
&& ret=0
;;
        esac
    ;;
esac
}

(( $+functions[_minesweeper-alpha_commands] )) ||
_minesweeper-alpha_commands() {
    local commands; commands=(
'play:Play a game in any edition' \
'generate:Write a random seed file' \
'hint:Print a move that can be proved, or the safest guess' \
'solve:Print an input that wins a game' \
'check:Check a program with test cases or with random games' \
'grade:Grade the submissions of a whole class' \
'record:Record the missing expected files of test cases' \
'suite:Measure which flaws test cases catch, or write new cases' \
'docs:Print a man page, or completions for a shell' \
    )
    _describe -t commands 'minesweeper-alpha commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__check_commands] )) ||
_minesweeper-alpha__check_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha check commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__docs_commands] )) ||
_minesweeper-alpha__docs_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha docs commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__generate_commands] )) ||
_minesweeper-alpha__generate_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha generate commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__grade_commands] )) ||
_minesweeper-alpha__grade_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha grade commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__hint_commands] )) ||
_minesweeper-alpha__hint_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha hint commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__play_commands] )) ||
_minesweeper-alpha__play_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha play commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__record_commands] )) ||
_minesweeper-alpha__record_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha record commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__solve_commands] )) ||
_minesweeper-alpha__solve_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha solve commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__suite_commands] )) ||
_minesweeper-alpha__suite_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha suite commands' commands "$@"
}

if [ "$funcstack[1]" = "_minesweeper-alpha" ]; then
    _minesweeper-alpha "$@"
else
    compdef _minesweeper-alpha minesweeper-alpha
fi
