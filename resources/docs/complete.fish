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

complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -s V -l version -d 'Print version'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "play" -d 'Play a game in any edition'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "generate" -d 'Write a random seed file'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "hint" -d 'Print a move that can be proved, or the safest guess'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "solve" -d 'Print an input that wins a game'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "check" -d 'Check a program with test cases or with random games'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "grade" -d 'Grade the submissions of a whole class'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "record" -d 'Record the missing expected files of test cases'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "suite" -d 'Measure which flaws test cases catch, or write new cases'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_needs_command" -f -a "docs" -d 'Print a man page, or completions for a shell'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l edition -d 'Edition of the game [default: 2022.sp]' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l random -d 'Random field in place of a SEED, such as 10x10x15; or beginner, intermediate or expert (only 2022.sp, 2025.sp, and for more than 10 rows or columns 2019.fa)' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l rng-seed -d 'Number that determines the random fields (only 2022.sp, 2025.sp, 2019.fa, comp182, project1)' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l rows -d 'Number of rows (only comp182) [default: 4]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l cols -d 'Number of columns (only comp182) [default: 4]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l mines -d 'Number of mines (only comp182) [default: 4]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l start -d 'Square to reveal first, with no mine around it [default: the middle]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l difficulty -d 'Hardest kind of proof that the field needs: one number, two numbers, or all arrangements of mines with the mine count [default: any]' -r -f -a "trivial\t'One number'
easy\t'Two numbers compared'
hard\t'All arrangements of mines on connected squares, together with the mine count'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l deadline -d 'Maximum time to search for each field [default: 10s]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l result -d 'Write outcome, rounds, score and seed as JSON when the game is over; - is standard output' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l script -d 'File for the commands that were played; with a random field, also its seed' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l replay -d 'Replay the game of this input' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l at -d 'Number of lines to play before the replay starts' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l list -d 'List the editions'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l cascade -d 'Uncover the neighbours of squares without mines around them (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l no-guess -d 'Draw a field that can be won from the start without guessing'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l outcome-status -d 'Exit with 0 if the game is won, 10 if lost, 11 if the player quits, 12 at the end of input'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l json -d 'Print each round as a line of JSON'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l quiet -d 'Print no output of the game'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l screen -d 'Play on the full screen, with keys and mouse'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -l no-records -d 'Do not store best times or the unfinished game'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand play" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l edition -d 'Edition of the game that takes the seed [default: 2022.sp; of --gen: 2019.fa]' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l rng-seed -d 'Number that determines the random field' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l count -d 'Write N seeds into the folder FILE, as 1.txt and so on, with leading zeros; existing files of these names are replaced' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l start -d 'Square to reveal first, with no mine around it [default: the middle]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l difficulty -d 'Hardest kind of proof that the field needs: one number, two numbers, or all arrangements of mines with the mine count [default: any]' -r -f -a "trivial\t'One number'
easy\t'Two numbers compared'
hard\t'All arrangements of mines on connected squares, together with the mine count'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l deadline -d 'Maximum time to search for each field [default: 10s]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -l no-guess -d 'Draw a field that can be won from the start without guessing'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand generate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l no-count -d 'Ignore the number of mines if the game does not display it'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l cascade -d 'Uncover the neighbours of squares without mines around them (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l all -d 'Print all moves that can be proved'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l odds -d 'Print the probability of a mine for each square'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -l json -d 'Print JSON'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand hint" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l start -d 'Square to reveal first' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l no-count -d 'Ignore the number of mines if the game does not display it'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l cascade -d 'Uncover the neighbours of squares without mines around them (only comp182)'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l known -d 'Use the mines, which the player cannot see: no guesses and no unnecessary moves'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -l json -d 'Print JSON'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand solve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l jobs -d 'Number of cases (`grade`: submissions) to run at a time [default: the number of processors]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l timeout -d 'Maximum time of a run' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-output -d 'Maximum output of a run on each stream; four times the expected output if more is expected' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-memory -d 'Maximum memory of all processes of a run [default: three quarters of the memory of the machine or container, shared by the jobs]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l cpu-time -d 'Maximum processor time of a run [default: twice the timeout]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-processes -d 'Maximum number of processes of a run at a time' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l max-files-size -d 'Maximum total size of the files that a run writes' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l leak-timeout -d 'Time that other processes may run after the command has ended' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l sandbox -d 'Confinement of commands' -r -f -a "auto\t'Confinement as far as the kernel supports it'
require\t'Complete confinement; without it, nothing is run'
off\t'No confinement'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l hide -d 'Additional path to hide from the command; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l allow-read -d 'Path in the home folder or /dev that the command may read; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l allow-write -d 'Path that the command may write; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l env -d 'Environment variable to pass on, or to set; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l tolerate -d 'Differences to tolerate, separated by commas; may be repeated' -r -f -a "trailing-space\t'Spaces and tabs at the ends of lines'
message\t'The words of messages that the student may choose: what follows the fixed beginning of an error'
version\t'The version in the banner'
final-newline\t'The line feed at the very end'
crlf\t'Carriage returns before line feeds'
layout\t'Whitespace within and around lines, blank lines, and the line feed at the very end'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l filter -d 'Run only cases whose name, last part of the name or group matches; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l points -d 'Points of a case that has none in a cases.toml' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l reveal -d 'Amount of detail in reports (with `grade`: in those for students)' -r -f -a "full\t'Expected and actual output'
actual\t'Actual output only'
none\t'Verdicts only'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l format -d 'Format of the report' -r -f -a "human\t'Text for people, printed case by case'
json\t'JSON with a version number'
junit\t'XML that continuous integration shows'
gradescope\t'The file results.json of Gradescope'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l partition -d 'Run only the K-th of N shares of the cases' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l output -d 'Write the report to this file; - is standard output' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l details -d 'Show the details of the case or cause with this name, or of the finding with this number; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l random -d 'Play N random games with the COMMAND and show the smallest one that differs from the built-in game' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l rng-seed -d 'Number that determines the random games' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l save -d 'Save the smallest games that differ as cases in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l dir -d 'Run the command in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l fail-fast -d 'Stop after the first case that fails'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l verbose -d 'Show the details of all cases and findings, not only of a single case'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -l keep-going -d 'Play all N games, and show the smallest game for each cause'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l submissions -d 'Folder of the submissions' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l output -d 'Folder for the results' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l prepare -d 'Recipe for the preparation (java, python, c, cpp, rust or make), or a shell command' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l prepare-timeout -d 'Maximum time of a preparation' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l jobs -d 'Number of cases (`grade`: submissions) to run at a time [default: the number of processors]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l timeout -d 'Maximum time of a run' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-output -d 'Maximum output of a run on each stream; four times the expected output if more is expected' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-memory -d 'Maximum memory of all processes of a run [default: three quarters of the memory of the machine or container, shared by the jobs]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l cpu-time -d 'Maximum processor time of a run [default: twice the timeout]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-processes -d 'Maximum number of processes of a run at a time' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l max-files-size -d 'Maximum total size of the files that a run writes' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l leak-timeout -d 'Time that other processes may run after the command has ended' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l sandbox -d 'Confinement of commands' -r -f -a "auto\t'Confinement as far as the kernel supports it'
require\t'Complete confinement; without it, nothing is run'
off\t'No confinement'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l hide -d 'Additional path to hide from the command; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l allow-read -d 'Path in the home folder or /dev that the command may read; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l allow-write -d 'Path that the command may write; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l env -d 'Environment variable to pass on, or to set; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l tolerate -d 'Differences to tolerate, separated by commas; may be repeated' -r -f -a "trailing-space\t'Spaces and tabs at the ends of lines'
message\t'The words of messages that the student may choose: what follows the fixed beginning of an error'
version\t'The version in the banner'
final-newline\t'The line feed at the very end'
crlf\t'Carriage returns before line feeds'
layout\t'Whitespace within and around lines, blank lines, and the line feed at the very end'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l filter -d 'Run only cases whose name, last part of the name or group matches; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l points -d 'Points of a case that has none in a cases.toml' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l reveal -d 'Amount of detail in reports (with `grade`: in those for students)' -r -f -a "full\t'Expected and actual output'
actual\t'Actual output only'
none\t'Verdicts only'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l submission -d 'Grade only submissions whose name matches, and add them to the results; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l partition -d 'Grade only the K-th of N shares of the submissions' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l merge -d 'Merge the results of all shares into one folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l verbose -d 'Print the details of each submission as `check` does'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -l again -d 'Grade everything again, including submissions that are already graded'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand grade" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''
wise2021\t''
comp182\t''
project1\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l jobs -d 'Number of cases (`grade`: submissions) to run at a time [default: the number of processors]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l timeout -d 'Maximum time of a run' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-output -d 'Maximum output of a run on each stream; four times the expected output if more is expected' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-memory -d 'Maximum memory of all processes of a run [default: three quarters of the memory of the machine or container, shared by the jobs]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l cpu-time -d 'Maximum processor time of a run [default: twice the timeout]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-processes -d 'Maximum number of processes of a run at a time' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l max-files-size -d 'Maximum total size of the files that a run writes' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l leak-timeout -d 'Time that other processes may run after the command has ended' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l sandbox -d 'Confinement of commands' -r -f -a "auto\t'Confinement as far as the kernel supports it'
require\t'Complete confinement; without it, nothing is run'
off\t'No confinement'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l hide -d 'Additional path to hide from the command; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l allow-read -d 'Path in the home folder or /dev that the command may read; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l allow-write -d 'Path that the command may write; may be repeated' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l env -d 'Environment variable to pass on, or to set; may be repeated' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l dir -d 'Run the command in this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -l update -d 'Replace existing files that differ'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand record" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l edition -d 'Edition of the game' -r -f -a "2022.sp\t''
2025.sp\t''
2019.fa\t''"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l tolerate -d 'Differences to tolerate, separated by commas' -r -f -a "trailing-space\t'Spaces and tabs at the ends of lines'
message\t'The words of messages that the student may choose: what follows the fixed beginning of an error'
version\t'The version in the banner'
final-newline\t'The line feed at the very end'
crlf\t'Carriage returns before line feeds'
layout\t'Whitespace within and around lines, blank lines, and the line feed at the very end'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l format -d 'Format of the report' -r -f -a "human\t'Text for people: the flaws that are not caught, and a summary'
json\t'JSON with everything'"
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l write -d 'Write cases into this folder, which must be empty or not exist yet' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l size -d 'Maximum number of cases [default: as many as necessary]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -l rng-seed -d 'Number that determines the random games [default: a fixed number]' -r
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand suite" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand docs" -l install -d 'Write all man pages into this folder' -r -F
complete -c minesweeper-alpha -n "__fish_minesweeper_alpha_using_subcommand docs" -s h -l help -d 'Print help (see more with \'--help\')'
