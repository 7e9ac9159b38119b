#!/usr/bin/env python3
"""Plays a seed with what a player sees and what `hint` proves of that.

    python3 examples/bot.py [--edition NAME] SEED

The exit status is that of `play --outcome-status`: 0 if the game was won.
"""

import json
import shutil
import subprocess
import sys

PROGRAM = "minesweeper-alpha"
which_game = sys.argv[1:]
mistake = None
if not which_game or {"-h", "--help"}.intersection(which_game):
    mistake = "usage: bot.py [--edition NAME] SEED"
elif any(word == "-" or word.split("=")[0] == "--random" for word in which_game):
    mistake = "`hint` needs a seed file: `minesweeper-alpha generate seed.txt 9 9 10` draws one"
elif shutil.which(PROGRAM) is None:
    mistake = f"there is no command {PROGRAM}: `cargo install --locked --path .` installs it"
if mistake is not None:
    print(f"bot.py: {mistake}", file=sys.stderr)
    sys.exit(2)
game = subprocess.Popen(
    [PROGRAM, "play", "--json", "--outcome-status", *which_game],
    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
)
sent, guesses = "", 0
for line in game.stdout:
    state = json.loads(line)
    if state["over"]:
        print(f"{state['outcome']} in {state['line']} lines with {guesses} guesses")
        break
    hint = subprocess.run([PROGRAM, "hint", "--json", *which_game, "-"],
                          input=sent, stdout=subprocess.PIPE, text=True)
    if hint.returncode != 0:
        game.stdin.close()  # Nothing can be suggested: the input ends.
        continue
    move = json.loads(hint.stdout)["moves"][0]
    guesses += "odds" in move
    sent += move["line"] + "\n"
    game.stdin.write(move["line"] + "\n")
    game.stdin.flush()
sys.exit(game.wait())
