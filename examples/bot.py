#!/usr/bin/env python3
"""Plays a seed file with the moves that `hint` suggests from what a player sees.

    python3 examples/bot.py [--edition NAME] SEED

The exit status is that of `play --outcome-status`: 0 if the game was won.
"""

import json
import shutil
import subprocess
import sys

PROGRAM = "minesweeper-alpha"
game_arguments = sys.argv[1:]
error = None
if not game_arguments or {"-h", "--help"}.intersection(game_arguments):
    error = "usage: bot.py [--edition NAME] SEED"
elif any(word == "-" or word.split("=")[0] == "--random" for word in game_arguments):
    error = "`hint` needs a seed file: `minesweeper-alpha generate seed.txt 9 9 10` draws one"
elif shutil.which(PROGRAM) is None:
    error = f"there is no command {PROGRAM}: `cargo install --locked --path .` installs it"
if error is not None:
    print(f"bot.py: {error}", file=sys.stderr)
    sys.exit(2)
game = subprocess.Popen(
    [PROGRAM, "play", "--json", "--outcome-status", *game_arguments],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)
sent, guesses = "", 0
for line in game.stdout:
    state = json.loads(line)
    if state["over"]:
        print(f"{state['outcome']} in {state['line']} lines with {guesses} guesses")
        break
    hint = subprocess.run([PROGRAM, "hint", "--json", *game_arguments, "-"],
                          input=sent, stdout=subprocess.PIPE, text=True)
    if hint.returncode != 0:
        game.stdin.close()  # `hint` has no suggestion, so the input ends.
        continue
    move = json.loads(hint.stdout)["moves"][0]
    guesses += "odds" in move
    sent += move["line"] + "\n"
    game.stdin.write(move["line"] + "\n")
    game.stdin.flush()
sys.exit(game.wait())
