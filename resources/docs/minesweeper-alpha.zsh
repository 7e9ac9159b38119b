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
'-h[Print help]' \
'--help[Print help]' \
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
'--edition=[The edition]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--random=[Play on a random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert (only 2022.sp, 2025.sp, 2019.fa)]:ROWSxCOLSxMINES:' \
'--rng-seed=[Draw the same random fields each time (only 2022.sp, 2025.sp, 2019.fa, comp182, project1)]:N:' \
'--rows=[The number of rows (only comp182) \[default\: 4\]]:N:' \
'--cols=[The number of columns (only comp182) \[default\: 4\]]:N:' \
'--mines=[The number of mines (only comp182) \[default\: 4\]]:N:' \
'--start=[The square that is revealed first; no mine is around it \[default\: the middle\]]:ROW,COL:' \
'--difficulty=[The hardest kind of proof that is needed\: one number, two numbers, the number of all mines, all cases \[default\: any\]]:KIND:(trivial easy medium hard)' \
'--deadline=[How long to look for each field]:TIME:' \
'(--screen)--result=[When the game is over, write its outcome, rounds, score and seed as JSON; \`-\` is standard output]:FILE:_files' \
'(--replay)--script=[When it is left, write the lines that were sent; with a random field, its seed too]:FILE:_files' \
'--replay=[Show the game of this input again]:INPUT:_files' \
'--at=[Begin the replay after so many lines]:N:' \
'--list[List the editions]' \
'--cascade[Uncover the neighbours of squares without mines around them, and so on (only comp182)]' \
'--no-guess[Draw a field that can be won from the start by proofs alone]' \
'(--screen)--outcome-status[Exit with 0 if the game was won, 10 if lost, 11 if the player quit, 12 if the input ended]' \
'--screen[Play on the whole screen, with keys and mouse; without a field, a menu asks for one]' \
'--no-records[Keep no results, and no game that is left before its end]' \
'-h[Print help]' \
'--help[Print help]' \
'*::seed -- The seed file, or for wise2021 the board file NAME.cfg:_files' \
&& ret=0
;;
(generate)
_arguments "${_arguments_options[@]}" : \
'--edition=[Write a seed for this edition]:NAME:(2022.sp 2025.sp 2019.fa)' \
'--rng-seed=[Draw the same field each time]:N:' \
'--count=[Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros; files of these names are replaced]:N:' \
'--start=[The square that is revealed first; no mine is around it \[default\: the middle\]]:ROW,COL:' \
'--difficulty=[The hardest kind of proof that is needed\: one number, two numbers, the number of all mines, all cases \[default\: any\]]:KIND:(trivial easy medium hard)' \
'--deadline=[How long to look for each field]:TIME:' \
'--no-guess[Draw a field that can be won from the start by proofs alone]' \
'-h[Print help]' \
'--help[Print help]' \
':file -- The file to write, or - for standard output:_files' \
':rows -- The number of rows\: 5 to 10, or more with --edition 2019.fa:' \
':cols -- The number of columns\: 5 to 10, or more with --edition 2019.fa:' \
':mines -- The number of mines\: 1 to all squares but one:' \
&& ret=0
;;
(hint)
_arguments "${_arguments_options[@]}" : \
'--edition=[The edition]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--deadline=[How long --odds may take to count the fields]:TIME:' \
'--no-count[Do without the number of mines where the game does not tell it]' \
'--cascade[The game uncovers neighbours of squares without mines around them (only comp182)]' \
'(--odds)--all[Print all moves that can be proved]' \
'--odds[Print the probability of a mine for each square]' \
'--json[Print JSON]' \
'-h[Print help]' \
'--help[Print help]' \
':seed -- The seed file, or for wise2021 the board file:_files' \
'::input -- What was played so far, or - for standard input \[default\: nothing\]:_files' \
&& ret=0
;;
(solve)
_arguments "${_arguments_options[@]}" : \
'--edition=[The edition]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'(--known)--start=[Reveal this square first]:ROW,COL:' \
'(--known --edition --cascade)--games=[Play N random fields from what a player sees, and print how many are won]:N:' \
'--random=[Their size and number of mines, such as 16x30x99; or beginner, intermediate or expert]:ROWSxCOLSxMINES:' \
'--first=[What is known of the first square, which is --start or (0, 0)\: nothing, that it has no mine, or that none is around it either]:RULE:(any safe opening)' \
'--rng-seed=[Draw the same fields each time]:N:' \
'--jobs=[How many games are played at a time \[default\: one for each processor\]]:N:' \
'--no-count[Do without the number of mines where the game does not tell it]' \
'--cascade[The game uncovers neighbours of squares without mines around them (only comp182)]' \
'--known[Use the mines, which the player cannot see\: there is no guess and no needless move]' \
'--json[Print JSON]' \
'-h[Print help]' \
'--help[Print help]' \
'::seed -- The seed file, or for wise2021 the board file:_files' \
&& ret=0
;;
(check)
_arguments "${_arguments_options[@]}" : \
'--edition=[The edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[How many cases, or with grade submissions, run at once \[default\: as many as there are processors\]]:N:' \
'--timeout=[How long each run may take]:TIME:' \
'--max-output=[How much a run may print on each stream; four times what is expected is always allowed]:SIZE:' \
'--max-memory=[How much memory all processes of a run may use \[default\: three quarters of what the machine or the container has, shared by the jobs\]]:SIZE:' \
'--cpu-time=[How much of the processors'\'' time each run may take \[default\: the timeout\]]:TIME:' \
'--max-processes=[How many processes a run may have at a time]:N:' \
'--max-files-size=[How much a run may write into files]:SIZE:' \
'--leak-timeout=[How long other processes may outlive the command]:TIME:' \
'--retries=[How often a run is repeated alone that failed perhaps because of others\: they had the processors, or used up memory, disk or processes, or killed it]:N:' \
'--sandbox=[Whether commands are confined\: as far as the kernel can, wholly or not at all, or not]:MODE:(auto require off)' \
'*--hide=[Hide this from the command too; may be repeated]:PATH:_files' \
'*--allow-read=[Let the command read this, although it would be hidden from it]:PATH:_files' \
'*--allow-write=[Let the command write this]:PATH:_files' \
'*--env=[Hand on a variable of the environment, or set it]:NAME[=VALUE]:' \
'--dir=[Run the command in this folder]:DIR:_files' \
'*--tolerate=[Tolerate these differences; several with commas between them; --lenient is the same]:LIST:(trailing-space message version final-newline crlf)' \
'*--filter=[Run only cases whose name, the last part of it or group matches; may be repeated]:GLOB:' \
'--points=[What a case is worth if no cases.toml says so]:N:' \
'--reveal=[What reports (of grade, those for students) show\: expected and found, found only, or verdicts and names of causes only]:WHAT:(full actual none)' \
'--partition=[Run only the K-th of N shares of the cases]:K/N:' \
'--format=[What the report looks like]:FORMAT:(human tap json junit gradescope)' \
'--output=[Write the report there\: until the end it says that the check did not finish]:FILE:_files' \
'*--details=[Show the details of the case or cause of this name, or of the cause of this number; may be repeated]:GLOB:' \
'(--filter --partition --fail-fast --output --points --reveal --verbose --details)--random=[Play N random games with the COMMAND and the built-in game, and show the smallest in which they differ]:N:' \
'--rng-seed=[Play the same random games again]:N:' \
'--save=[Save the smallest games that differ as cases in this folder]:DIR:_files' \
'--fail-fast[Stop after the first case that fails]' \
'--verbose[Show the details of all cases and causes, not only of a case that is alone]' \
'--keep-going[Go on when a cause has been found, until N games are played, and show the smallest game for each cause]' \
'-h[Print help]' \
'--help[Print help]' \
'*::cases -- Folders of cases, or files of cases, such as those of cases/*:_files' \
&& ret=0
;;
(grade)
_arguments "${_arguments_options[@]}" : \
'--submissions=[The folder of the submissions]:DIR:_files' \
'--output=[The folder for the results]:OUT:_files' \
'(--output --partition --again --feedback)--try=[Prepare and check only this submission, and show all that happens]:NAME:' \
'--prepare=[Run this in the shell, once in the copy of each submission, whose name is \$1; or the name of a recipe, below]:COMMAND:_default' \
'--prepare-timeout=[How long that may take]:TIME:' \
'--edition=[The edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[How many cases, or with grade submissions, run at once \[default\: as many as there are processors\]]:N:' \
'--timeout=[How long each run may take]:TIME:' \
'--max-output=[How much a run may print on each stream; four times what is expected is always allowed]:SIZE:' \
'--max-memory=[How much memory all processes of a run may use \[default\: three quarters of what the machine or the container has, shared by the jobs\]]:SIZE:' \
'--cpu-time=[How much of the processors'\'' time each run may take \[default\: the timeout\]]:TIME:' \
'--max-processes=[How many processes a run may have at a time]:N:' \
'--max-files-size=[How much a run may write into files]:SIZE:' \
'--leak-timeout=[How long other processes may outlive the command]:TIME:' \
'--retries=[How often a run is repeated alone that failed perhaps because of others\: they had the processors, or used up memory, disk or processes, or killed it]:N:' \
'--sandbox=[Whether commands are confined\: as far as the kernel can, wholly or not at all, or not]:MODE:(auto require off)' \
'*--hide=[Hide this from the command too; may be repeated]:PATH:_files' \
'*--allow-read=[Let the command read this, although it would be hidden from it]:PATH:_files' \
'*--allow-write=[Let the command write this]:PATH:_files' \
'*--env=[Hand on a variable of the environment, or set it]:NAME[=VALUE]:' \
'*--tolerate=[Tolerate these differences; several with commas between them; --lenient is the same]:LIST:(trailing-space message version final-newline crlf)' \
'*--filter=[Run only cases whose name, the last part of it or group matches; may be repeated]:GLOB:' \
'--points=[What a case is worth if no cases.toml says so]:N:' \
'--reveal=[What reports (of grade, those for students) show\: expected and found, found only, or verdicts and names of causes only]:WHAT:(full actual none)' \
'--partition=[Grade only the K-th of N shares of the submissions]:K/N:' \
'--feedback=[What the feedback for students looks like\: a text, a page or Markdown]:FORMAT:(text html md)' \
'(--submissions --try --prepare --prepare-timeout --edition --jobs --timeout --max-output --max-memory --cpu-time --max-processes --max-files-size --leak-timeout --retries --sandbox --hide --allow-read --allow-write --env --tolerate --filter --points --reveal --partition --again)*--merge=[Merge the results of all shares into one]:OUT:_files' \
'--again[Grade everything again, including what is already done]' \
'-h[Print help]' \
'--help[Print help]' \
'*::cases -- Folders of cases, or files of cases:_files' \
&& ret=0
;;
(record)
_arguments "${_arguments_options[@]}" : \
'--edition=[The edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'--jobs=[How many cases, or with grade submissions, run at once \[default\: as many as there are processors\]]:N:' \
'--timeout=[How long each run may take]:TIME:' \
'--max-output=[How much a run may print on each stream; four times what is expected is always allowed]:SIZE:' \
'--max-memory=[How much memory all processes of a run may use \[default\: three quarters of what the machine or the container has, shared by the jobs\]]:SIZE:' \
'--cpu-time=[How much of the processors'\'' time each run may take \[default\: the timeout\]]:TIME:' \
'--max-processes=[How many processes a run may have at a time]:N:' \
'--max-files-size=[How much a run may write into files]:SIZE:' \
'--leak-timeout=[How long other processes may outlive the command]:TIME:' \
'--retries=[How often a run is repeated alone that failed perhaps because of others\: they had the processors, or used up memory, disk or processes, or killed it]:N:' \
'--sandbox=[Whether commands are confined\: as far as the kernel can, wholly or not at all, or not]:MODE:(auto require off)' \
'*--hide=[Hide this from the command too; may be repeated]:PATH:_files' \
'*--allow-read=[Let the command read this, although it would be hidden from it]:PATH:_files' \
'*--allow-write=[Let the command write this]:PATH:_files' \
'*--env=[Hand on a variable of the environment, or set it]:NAME[=VALUE]:' \
'--dir=[Run the command in this folder]:DIR:_files' \
'--update[Change files that are there and differ]' \
'-h[Print help]' \
'--help[Print help]' \
'*::cases -- Folders of cases, or files of cases, such as those of cases/*:_files' \
&& ret=0
;;
(suite)
_arguments "${_arguments_options[@]}" : \
'--edition=[The edition of the game]:NAME:(2022.sp 2025.sp 2019.fa wise2021 comp182 project1)' \
'*--tolerate=[Tolerate these differences; several with commas between them]:LIST:(trailing-space message version final-newline crlf)' \
'--format=[What the report looks like]:FORMAT:(human json)' \
'--write=[Write cases into this folder, which must be empty or not exist yet]:DIR:_files' \
'()--size=[Write so many cases at most \[default\: as many as are needed\]]:N:' \
'()--rng-seed=[Draw other cases; without it they are the same each time]:N:' \
'-h[Print help]' \
'--help[Print help]' \
'*::cases -- Folders of cases, or files of cases, such as those of cases/*:_files' \
&& ret=0
;;
(docs)
_arguments "${_arguments_options[@]}" : \
'-h[Print help]' \
'--help[Print help]' \
':document -- What to print:(man bash zsh fish)' \
&& ret=0
;;
        esac
    ;;
esac
}

(( $+functions[_minesweeper-alpha_commands] )) ||
_minesweeper-alpha_commands() {
    local commands; commands=(
'play:Play an edition of the game, from a file or on a random field' \
'generate:Write a random seed file, whole or not at all' \
'hint:Say what can be proved next in a game, or where a mine is least likely' \
'solve:Print an input that wins a game, or play many random fields' \
'check:Check a program against test cases, or against random games' \
'grade:Grade the submissions of a whole class' \
'record:Record the expected files of test cases that are missing' \
'suite:Measure test cases by the flaws that they catch, or write some' \
'docs:Print the man page, or the completions for a shell' \
    )
    _describe -t commands 'minesweeper-alpha commands' commands "$@"
    _files
}
(( $+functions[_minesweeper-alpha__subcmd__check_commands] )) ||
_minesweeper-alpha__subcmd__check_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha check commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__docs_commands] )) ||
_minesweeper-alpha__subcmd__docs_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha docs commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__generate_commands] )) ||
_minesweeper-alpha__subcmd__generate_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha generate commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__grade_commands] )) ||
_minesweeper-alpha__subcmd__grade_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha grade commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__hint_commands] )) ||
_minesweeper-alpha__subcmd__hint_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha hint commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__play_commands] )) ||
_minesweeper-alpha__subcmd__play_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha play commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__record_commands] )) ||
_minesweeper-alpha__subcmd__record_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha record commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__solve_commands] )) ||
_minesweeper-alpha__subcmd__solve_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha solve commands' commands "$@"
}
(( $+functions[_minesweeper-alpha__subcmd__suite_commands] )) ||
_minesweeper-alpha__subcmd__suite_commands() {
    local commands; commands=()
    _describe -t commands 'minesweeper-alpha suite commands' commands "$@"
}

if [ "$funcstack[1]" = "_minesweeper-alpha" ]; then
    _minesweeper-alpha "$@"
else
    compdef _minesweeper-alpha minesweeper-alpha
fi
