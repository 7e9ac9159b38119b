# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_minesweeper_alpha_global_optspecs
    string join \n h/help V/version
end

function __fish_minesweeper_alpha_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_minesweeper_alpha_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_minesweeper_alpha_using_subcommand
    set -l cmd (__fish_minesweeper_alpha_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -s V -l version -d 'Print version'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "play" -d 'Play an edition of the game, from a file or on a random field'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "generate" -d 'Write a random seed file, whole or not at all'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "hint" -d 'Say what can be proved next in a game, or where a mine is least likely'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "solve" -d 'Print an input that wins a game, or play many random fields'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "check" -d 'Check a program against test cases, or against random games'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "grade" -d 'Grade the submissions of a whole class'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "record" -d 'Record the expected files of test cases that are missing'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "suite" -d 'Measure test cases by the flaws that they catch, or write some'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "docs" -d 'Print the man page, or the completions for a shell'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l edition -d 'The edition' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l random -d 'Play on a random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert (only 2022.sp, 2025.sp, 2019.fa)' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l rng-seed -d 'Draw the same random fields each time (only 2022.sp, 2025.sp, 2019.fa, comp182, project1)' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l rows -d 'The number of rows (only comp182) [default: 4]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l cols -d 'The number of columns (only comp182) [default: 4]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l mines -d 'The number of mines (only comp182) [default: 4]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l start -d 'The square that is revealed first; no mine is around it [default: the middle]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l difficulty -d 'The hardest kind of proof that is needed: one number, two numbers, the number of all mines, all cases [default: any]' -r -f -a "trivial\t''
easy\t''
medium\t''
hard\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l deadline -d 'How long to look for each field' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l result -d 'When the game is over, write its outcome, rounds, score and seed as JSON; `-` is standard output' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l script -d 'When it is left, write the lines that were sent; with a random field, its seed too' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l replay -d 'Show the game of this input again' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l at -d 'Begin the replay after so many lines' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l list -d 'List the editions'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l cascade -d 'Uncover the neighbours of squares without mines around them, and so on (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l no-guess -d 'Draw a field that can be won from the start by proofs alone'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l outcome-status -d 'Exit with 0 if the game was won, 10 if lost, 11 if the player quit, 12 if the input ended'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l screen -d 'Play on the whole screen, with keys and mouse; without a field, a menu asks for one'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l no-records -d 'Keep no results, and no game that is left before its end'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l edition -d 'Write a seed for this edition' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l rng-seed -d 'Draw the same field each time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l count -d 'Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros; files of these names are replaced' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l start -d 'The square that is revealed first; no mine is around it [default: the middle]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l difficulty -d 'The hardest kind of proof that is needed: one number, two numbers, the number of all mines, all cases [default: any]' -r -f -a "trivial\t''
easy\t''
medium\t''
hard\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l deadline -d 'How long to look for each field' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l no-guess -d 'Draw a field that can be won from the start by proofs alone'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l edition -d 'The edition' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l deadline -d 'How long --odds may take to count the fields' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l no-count -d 'Do without the number of mines where the game does not tell it'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l cascade -d 'The game uncovers neighbours of squares without mines around them (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l all -d 'Print all moves that can be proved'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l odds -d 'Print the probability of a mine for each square'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l json -d 'Print JSON'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l edition -d 'The edition' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l start -d 'Reveal this square first' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l games -d 'Play N random fields from what a player sees, and print how many are won' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l random -d 'Their size and number of mines, such as 16x30x99; or beginner, intermediate or expert' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l first -d 'What is known of the first square, which is --start or (0, 0): nothing, that it has no mine, or that none is around it either' -r -f -a "any\t''
safe\t''
opening\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l rng-seed -d 'Draw the same fields each time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l jobs -d 'How many games are played at a time [default: one for each processor]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l no-count -d 'Do without the number of mines where the game does not tell it'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l cascade -d 'The game uncovers neighbours of squares without mines around them (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l known -d 'Use the mines, which the player cannot see: there is no guess and no needless move'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l json -d 'Print JSON'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l edition -d 'The edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l jobs -d 'How many cases, or with grade submissions, run at once [default: as many as there are processors]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l timeout -d 'How long each run may take' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-output -d 'How much a run may print on each stream; four times what is expected is always allowed' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-memory -d 'How much memory all processes of a run may use [default: three quarters of what the machine or the container has, shared by the jobs]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l cpu-time -d 'How much of the processors\' time each run may take [default: the timeout]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-processes -d 'How many processes a run may have at a time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-files-size -d 'How much a run may write into files' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l leak-timeout -d 'How long other processes may outlive the command' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l retries -d 'How often a run is repeated alone that failed perhaps because of others: they had the processors, or used up memory, disk or processes, or killed it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l sandbox -d 'Whether commands are confined: as far as the kernel can, wholly or not at all, or not' -r -f -a "auto\t''
require\t''
off\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l hide -d 'Hide this from the command too; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l allow-read -d 'Let the command read this, although it would be hidden from it' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l allow-write -d 'Let the command write this' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l env -d 'Hand on a variable of the environment, or set it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l dir -d 'Run the command in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l tolerate -d 'Tolerate these differences; several with commas between them; --lenient is the same' -r -f -a "trailing-space\t''
message\t''
version\t''
final-newline\t''
crlf\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l filter -d 'Run only cases whose name, the last part of it or group matches; may be repeated' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l points -d 'What a case is worth if no cases.toml says so' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l reveal -d 'What reports (of grade, those for students) show: expected and found, found only, or verdicts and names of causes only' -r -f -a "full\t''
actual\t''
none\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l partition -d 'Run only the K-th of N shares of the cases' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l format -d 'What the report looks like' -r -f -a "human\t''
tap\t''
json\t''
junit\t''
gradescope\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l output -d 'Write the report there: until the end it says that the check did not finish' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l details -d 'Show the details of the case or cause of this name, or of the cause of this number; may be repeated' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l random -d 'Play N random games with the COMMAND and the built-in game, and show the smallest in which they differ' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l rng-seed -d 'Play the same random games again' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l save -d 'Save the smallest games that differ as cases in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l fail-fast -d 'Stop after the first case that fails'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l verbose -d 'Show the details of all cases and causes, not only of a case that is alone'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l keep-going -d 'Go on when a cause has been found, until N games are played, and show the smallest game for each cause'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l submissions -d 'The folder of the submissions' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l output -d 'The folder for the results' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l try -d 'Prepare and check only this submission, and show all that happens' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l prepare -d 'Run this in the shell, once in the copy of each submission, whose name is $1; or the name of a recipe, below' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l prepare-timeout -d 'How long that may take' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l edition -d 'The edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l jobs -d 'How many cases, or with grade submissions, run at once [default: as many as there are processors]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l timeout -d 'How long each run may take' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-output -d 'How much a run may print on each stream; four times what is expected is always allowed' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-memory -d 'How much memory all processes of a run may use [default: three quarters of what the machine or the container has, shared by the jobs]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l cpu-time -d 'How much of the processors\' time each run may take [default: the timeout]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-processes -d 'How many processes a run may have at a time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-files-size -d 'How much a run may write into files' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l leak-timeout -d 'How long other processes may outlive the command' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l retries -d 'How often a run is repeated alone that failed perhaps because of others: they had the processors, or used up memory, disk or processes, or killed it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l sandbox -d 'Whether commands are confined: as far as the kernel can, wholly or not at all, or not' -r -f -a "auto\t''
require\t''
off\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l hide -d 'Hide this from the command too; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l allow-read -d 'Let the command read this, although it would be hidden from it' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l allow-write -d 'Let the command write this' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l env -d 'Hand on a variable of the environment, or set it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l tolerate -d 'Tolerate these differences; several with commas between them; --lenient is the same' -r -f -a "trailing-space\t''
message\t''
version\t''
final-newline\t''
crlf\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l filter -d 'Run only cases whose name, the last part of it or group matches; may be repeated' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l points -d 'What a case is worth if no cases.toml says so' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l reveal -d 'What reports (of grade, those for students) show: expected and found, found only, or verdicts and names of causes only' -r -f -a "full\t''
actual\t''
none\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l partition -d 'Grade only the K-th of N shares of the submissions' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l feedback -d 'What the feedback for students looks like: a text, a page or Markdown' -r -f -a "text\t''
html\t''
md\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l merge -d 'Merge the results of all shares into one' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l again -d 'Grade everything again, including what is already done'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l edition -d 'The edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l jobs -d 'How many cases, or with grade submissions, run at once [default: as many as there are processors]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l timeout -d 'How long each run may take' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-output -d 'How much a run may print on each stream; four times what is expected is always allowed' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-memory -d 'How much memory all processes of a run may use [default: three quarters of what the machine or the container has, shared by the jobs]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l cpu-time -d 'How much of the processors\' time each run may take [default: the timeout]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-processes -d 'How many processes a run may have at a time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-files-size -d 'How much a run may write into files' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l leak-timeout -d 'How long other processes may outlive the command' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l retries -d 'How often a run is repeated alone that failed perhaps because of others: they had the processors, or used up memory, disk or processes, or killed it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l sandbox -d 'Whether commands are confined: as far as the kernel can, wholly or not at all, or not' -r -f -a "auto\t''
require\t''
off\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l hide -d 'Hide this from the command too; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l allow-read -d 'Let the command read this, although it would be hidden from it' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l allow-write -d 'Let the command write this' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l env -d 'Hand on a variable of the environment, or set it' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l dir -d 'Run the command in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l update -d 'Change files that are there and differ'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l edition -d 'The edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l tolerate -d 'Tolerate these differences; several with commas between them' -r -f -a "trailing-space\t''
message\t''
version\t''
final-newline\t''
crlf\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l format -d 'What the report looks like' -r -f -a "human\t''
json\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l write -d 'Write cases into this folder, which must be empty or not exist yet' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l size -d 'Write so many cases at most [default: as many as are needed]' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l rng-seed -d 'Draw other cases; without it they are the same each time' -r -f
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -s h -l help -d 'Print help'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand docs" -s h -l help -d 'Print help'
