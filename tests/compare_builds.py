#!/usr/bin/env python3
"""Compares two builds of the program byte for byte.

Usage: tests/compare_builds.py OLD NEW [--games N] [--random N] [--rng-seed N]

Runs both binaries with the same games, errors and failing streams in all editions. Each game runs with
separate streams and with both streams in one pipe. Standard output, standard error, the combined output,
written files and the exit status must be equal. Exit status: 0 no difference, 1 differences, 2 wrong use.

  --games N     random games per edition, drawn by this script (default 500)
  --random N    games of `check --random` per edition that has random games (default 5000)
  --rng-seed N  seed of this script's random numbers (default 1)
"""

import argparse
import concurrent.futures
import fcntl
import os
import random
import select
import subprocess
import sys
import tempfile
import threading
import time

UGA = ["2022.sp", "2025.sp", "2019.fa"]
EDITIONS = UGA + ["wise2021", "comp182", "project1"]
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("old")
parser.add_argument("new")
parser.add_argument("--games", type=int, default=500)
parser.add_argument("--random", type=int, default=5000)
parser.add_argument("--rng-seed", type=int, default=1)
options = parser.parse_args()
binaries = [os.path.abspath(options.old), os.path.abspath(options.new)]
rng = random.Random(options.rng_seed)
work = tempfile.TemporaryDirectory()
os.chdir(work.name)

lock = threading.Lock()
counts = {}
failures = []


def report(group, name, results):
    """Counts one comparison. Stores and prints a difference."""
    with lock:
        counts[group] = counts.get(group, 0) + 1
        if results[0] != results[1]:
            failures.append((group, name))
            if len(failures) <= 20:
                print("DIFFERENT %s: %s\n  old %.600r\n  new %.600r" % (group, name, *results), flush=True)


def run(binary, arguments, stdin=b"", merged=False, cwd=None):
    """Returns the exit status and the output of both streams."""
    process = subprocess.run(
        [binary, *arguments], input=stdin, stdout=subprocess.PIPE, cwd=cwd,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE, timeout=600)
    return process.returncode, process.stdout, process.stderr


def compare(group, arguments, stdin=b""):
    """Compares runs of both binaries, with separate and with merged streams."""
    results = [[run(binary, arguments, stdin, merged) for merged in (False, True)] for binary in binaries]
    report(group, (arguments, stdin[:200]), results)


def shell(group, script, environment=None):
    """Compares runs of a bash script with each binary as $BIN, in an empty folder each."""
    results = []
    for binary in binaries:
        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.run(
                ["bash", "-c", script], capture_output=True, cwd=folder, timeout=600,
                env={**os.environ, "BIN": binary, "WORK": work.name, **(environment or {})})
            files = {}
            for name in sorted(os.listdir(folder)):
                path = os.path.join(folder, name)
                if os.path.isfile(path):
                    with open(path, "rb") as file:
                        files[name] = file.read()
            results.append((process.returncode, process.stdout, process.stderr, files))
    report(group, script, results)


def write(name, content):
    """Writes a file in the working folder. Returns its path."""
    with open(name, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return os.path.join(work.name, name)


# --- Seeds ------------------------------------------------------------------------------------------------

def uga_seed(rows, cols, mines):
    """Returns a seed, sometimes with unusual but valid whitespace and integers."""
    space = lambda: rng.choice([" ", " ", " ", "\n", "\t", "\r\n", "\u2003", "\u001f"])
    number = lambda n: rng.choice(["%d"] * 8 + ["+%d", "00%d"]) % n
    numbers = [rows, cols, len(mines)] + [n for mine in mines for n in mine]
    return "".join(number(n) + space() for n in numbers)


def field(edition):
    """Returns a random field for an edition: rows, columns, mines and the content of its seed file."""
    if edition == "wise2021":
        rows, cols = rng.randint(1, 12), rng.randint(2, 12)
    elif edition == "comp182":
        rows, cols = rng.choice([(4, 4), (rng.randint(1, 12), rng.randint(2, 12))])
    elif edition == "project1":
        rows, cols = 8, 8
    elif edition == "2019.fa":
        rows, cols = rng.randint(5, 13), rng.randint(5, 13)
    else:
        rows, cols = rng.randint(5, 10), rng.randint(5, 10)
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    limit = len(squares) - 1
    mines = rng.sample(squares, min(limit, rng.choice([1, 2, 3, rng.randint(1, limit)])))
    if edition == "wise2021":
        content = "".join(
            "".join("*" if (row, col) in mines else "." for col in range(cols)) + "\n" for row in range(rows))
    else:
        if edition in UGA and rng.random() < 0.1:
            mines = mines + mines[:1]
        content = uga_seed(rows, cols, mines)
    return rows, cols, set(mines), content


# --- Inputs -----------------------------------------------------------------------------------------------

UGA_INVALID = [
    "", " ", "x", "R 0 0", "r", "r 0", "r 0 0 0", "r a 0", "r 0 b", "r a b", "r -1 0", "r 0 -1", "r 99 0", "r 0 99",
    "r 99 99", "r 2147483648 0", "r 2147483647 0", "r -2147483648 0", "r +1 1", "r 007 1", "r 1.0 1", "r 0x1 1",
    "reveal", "mark 1", "guess 1 1 1", "help me", "h h", "quit now", "q q", "nofog 1", "NOFOG", "Help", "\ufeffr 0 0",
    "r\u00a00\u00a00", "r \u0661 0", "r 1,0 1", "r 5- 1", "m x 1", "g 1 x", "mark 0 77", "guess 77 0", "\u00e9", "r 0 0 #",
]
INVALID = {
    "wise2021": ["", "x", "1 1", "1 1 X", "0 1 R", "1 0 R", "99 1 R", "1 99 F", "1 1 r", "1 1 R R", "a 1 R", "1\t1\tR",
                 "+1 1 R", "01 1 R", "-1 1 R", "1 1 R\r", "  1   1   F  ", "1 1 RF", "99999999999 1 R", "1,1,R", "R 1 1"],
    "comp182": ["x", "u", "u 0", "u 0 0 0", "u a 0", "u 0 a", "u 99 0", "u 0 99", "m", "m 99 99", "U 0 0", "show x",
                "q q", "u -1 0", "u 2147483648 0", "u +0 00", "SHOW", "  show  "],
    "project1": ["", "maybe", "y", "n", "8", "-1", "a", "0 0", "+0", "00", " yes ", "NO", "Yes", "2147483648", "7.0"],
}


def uga_lines(rows, cols, mines):
    """Returns random lines of input for a game of a UGA edition."""
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    kind = rng.random()
    lines = []
    if kind < 0.5:  # a game that is won, with other lines in between
        order = [("m" if square in mines else "r", square) for square in squares]
        rng.shuffle(order)
        for verb, (row, col) in order:
            while rng.random() < 0.25:
                lines.append(rng.choice(
                    UGA_INVALID + ["nofog", "help", "h", "g %d %d" % rng.choice(squares), "m %d %d" % rng.choice(squares)]))
            long_verb = {"m": "mark", "r": "reveal"}[verb]
            lines.append("%s %d %d" % (rng.choice([verb, long_verb]), row, col))
        if rng.random() < 0.5:
            lines += ["%s %d %d" % ("m" if s in mines else "r", *s) for s in squares]
    else:
        for _ in range(rng.randint(1, 40)):
            verb = rng.choice(["r", "r", "m", "g", "reveal", "mark", "guess", "nofog", "h", "!"])
            if verb == "!":
                lines.append(rng.choice(UGA_INVALID))
            elif verb in ("nofog", "h"):
                lines.append(verb)
            else:
                pool = squares if verb in "m mark g guess" or rng.random() < 0.05 else [s for s in squares if s not in mines]
                lines.append("%s %d %d" % (verb, *rng.choice(pool)))
    if rng.random() < 0.3:
        lines.insert(rng.randint(0, len(lines)), rng.choice(["q", "quit"]))
    return lines


def wise_lines(rows, cols, mines):
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    careful = rng.random() < 0.5
    pool = [s for s in squares if s not in mines] if careful else squares
    lines = []
    for row, col in rng.choices(pool, k=rng.randint(1, 60)):
        if rng.random() < 0.15:
            lines.append(rng.choice(INVALID["wise2021"]))
        lines.append("%d %d %s" % (row + 1, col + 1, rng.choice("RRRF")))
    if careful:
        lines += ["%d %d R" % (row + 1, col + 1) for row, col in pool]
    return lines


def comp_lines(rows, cols, mines):
    squares = [(row, col) for row in range(rows) for col in range(cols)]
    order = [("m" if square in mines else "u", square) for square in squares]
    rng.shuffle(order)
    lines = []
    for verb, (row, col) in order:
        if rng.random() < 0.1:
            verb = rng.choice("um")
        if rng.random() < 0.15:
            lines.append(rng.choice(INVALID["comp182"]))
        if rng.random() < 0.2:
            lines.append("show")
        lines.append("%s %d %d" % (verb, row, col))
    if rng.random() < 0.3:
        lines.insert(rng.randint(0, len(lines)), rng.choice(["q", "", " "]))
    return lines


def project_lines(rows, cols, mines):
    lines = []
    for _ in range(rng.choice([1, 1, 2, 3])):
        squares = [(row, col) for row in range(8) for col in range(8)]
        rng.shuffle(squares)
        for row, col in squares[:rng.choice([3, 10, 64])]:
            lines.append(rng.choice(["no", "no", "yes", "NO "]))
            if rng.random() < 0.1:
                lines.append(rng.choice(INVALID["project1"]))
            wrong = rng.random() < 0.02
            lines += [str(row), str(col), "yes" if ((row, col) in mines) != wrong else "no"]
        lines.append(rng.choice(["yes", "no"]))
    return lines


LINES = {"wise2021": wise_lines, "comp182": comp_lines, "project1": project_lines}


def input_for(edition, rows, cols, mines):
    """Returns a random input, sometimes with unusual line ends and with bytes that are not UTF-8."""
    lines = LINES.get(edition, uga_lines)(rows, cols, mines)
    end = rng.choice(["\n"] * 6 + ["\r\n"] + (["\r", "\u0085", "\u2028", "\u2029"] if edition != "wise2021" else []))
    text = end.join(lines) + rng.choice([end, end, ""])
    data = text.encode()
    if rng.random() < 0.1:
        place = rng.randint(0, len(data))
        data = data[:place] + rng.choice([b"\xff", b"\xc3", b"\0", b"\xed\xa0\x80"]) + data[place:]
    return data


def play(edition):
    return ["play", "--edition", edition]


def name_of(edition, stem):
    return stem + (".cfg" if edition == "wise2021" else ".txt")


# --- Groups -----------------------------------------------------------------------------------------------

jobs = []  # (function, arguments...)


def add(function, *arguments):
    jobs.append((function, arguments))


def drawn_games():
    for edition in EDITIONS:
        for number in range(options.games):
            rows, cols, mines, content = field(edition)
            path = write(name_of(edition, "%s-%d" % (edition, number)), content)
            data = input_for(edition, rows, cols, mines)
            arguments = [path] if edition == "2022.sp" and rng.random() < 0.5 else play(edition) + [path]
            if edition == "comp182" and rng.random() < 0.5:
                arguments.insert(1, "--cascade")
            add(compare, "drawn games " + edition, arguments, data)


def golden_cases():
    for folder, edition in [("", "2022.sp")] + [(edition, edition) for edition in EDITIONS]:
        folder = os.path.join(ROOT, "tests/cases", folder)
        if not os.path.isdir(folder):
            continue
        for name in sorted(os.listdir(folder)):
            stem, _, ending = name.partition(".")
            if ending in ("seed.txt", "cfg"):
                path, data = os.path.join(folder, name), b""
                if os.path.exists(os.path.join(folder, stem + ".in.txt")):
                    with open(os.path.join(folder, stem + ".in.txt"), "rb") as file:
                        data = file.read()
                add(compare, "golden cases " + edition, play(edition) + [path], data)


def start_errors():
    seeds = [
        "", " ", "5", "5 5", "5 5 1", "5 5 1 0", "4 5 1 0 0", "5 4 1 0 0", "11 5 1 0 0", "5 11 1 0 0", "0 0 0", "-5 5 1 0 0",
        "5 5 0", "5 5 25", "5 5 26", "5 5 -1", "5 5 1 5 0", "5 5 1 0 5", "5 5 1 -1 0", "5 5 1 0 -1", "5.0 5 1 0 0",
        "0x5 5 1 0 0", "1_0 5 1 0 0", "1,0 5 1 0 0", "5- 5 1 0 0", "a 5 1 0 0", "5 b 1 0 0", "5 5 c 0 0", "5 5 1 d 0",
        "5 5 1 0 e", "99999999999 5 1 0 0", "2147483648 5 1 0 0", "-2147483648 5 1 0 0", "5 5 2 0 0 0 0", "5 5 1 0 0 junk",
        "5\u00a05 1 0 0", "5\u20075 1 0 0", "5\u202f5 1 0 0", "\ufeff5 5 1 0 0", "+5 +5 +1 +0 -0", "005 05 01 00 0", "10 10 99",
        "5 5 25" + " 0 0" * 25, "10000 1000 1 0 0", "10000 1001 1 0 0", "5 5 1 0 0\0", b"\xff 5 1 0 0", b"5 5 1 0 \xff", "5 5 1 0 0 \xff",
        "5" * 65536 + " 5 1 0 0", "5 5 " + "0" * 65535 + "1 0 0", "5 5 " + "0" * 65540 + "1 0 0", " " * 100000 + "5 5 1 0 0",
    ]
    boards = [
        "", "\n", ".", ".\n", "..\n", "*.\n", "**\n", "..", ".x\n", "..\n.\n", "..\n\n..\n", "..\r\n", "." * 20 + "\n", "." * 21 + "\n",
        "..\n" * 20, "..\n" * 21, " .\n", b"\xff.\n", "*\n.\n", ".*\n*.",
    ]
    for edition in EDITIONS:
        contents = boards if edition == "wise2021" else seeds
        for number, content in enumerate(contents):
            path = write(name_of(edition, "start-%s-%d" % (edition, number)), content)
            add(compare, "start errors", play(edition) + [path], b"")
            add(compare, "start errors", play(edition) + [path], b"q\nr 0 0\n1 1 R\nshow\n")
    for number in range(len(seeds)):
        add(compare, "start errors", [os.path.join(work.name, "start-2022.sp-%d.txt" % number)], b"q\n")
    write("folder-file", "5 5 1 0 0\n")
    os.mkdir("folder"), os.mkdir("folder.cfg")
    for name in ["missing", "missing.cfg", "folder", "folder.cfg", "folder-file/x", "folder-file/x.cfg", "", ".cfg", "x.CFG",
                 "x" * 300, "x" * 300 + ".cfg", "\u00e9\u2028.txt", "a\nb", "--", "-x", "-", "--list", "play", "check", "--gen"]:
        for edition in EDITIONS:
            if not name.startswith("-"):
                add(compare, "start errors", play(edition) + [name], b"q\n")
        if name != "play":
            add(compare, "start errors", [name], b"q\n")
    add(compare, "start errors", [b"bytes-\xff\xfe"], b"q\n")
    add(compare, "start errors", play("2019.fa") + [b"bytes-\xff\xfe"], b"q\n")
    for arguments in ([], ["a", "b"], ["a", "b", "c"], ["", ""], ["x", "play"], ["--unknown", "y"]):
        add(compare, "start errors", arguments, b"q\n")
    for edition in EDITIONS:
        if edition not in ("comp182", "project1"):
            add(compare, "start errors", play(edition), b"q\n")
    upper = write("UPPER.CFG", "*.\n")
    add(compare, "start errors", play("wise2021") + [upper, "more", "words"], b"1 2 R\n")
    unreadable = "cp $WORK/folder-file s.txt; cp $WORK/UPPER.CFG s.cfg; chmod 0 s.txt s.cfg; "
    drop = "setpriv --reuid=65534 --regid=65534 --clear-groups " if os.geteuid() == 0 else ""
    for edition in EDITIONS:
        copy = "cp \"$BIN\" b; chmod 755 b .; " if drop else "ln -s \"$BIN\" b; "
        shell_script = copy + unreadable + drop + "./b play --edition %s %s; e=$?; rm b; chmod 600 s.*; exit $e" % (
            edition, name_of(edition, "s"))
        add(shell, "start errors", shell_script)
    seed = "5 5 2 0 0 1 1\\n"
    for edition in UGA + ["comp182"]:
        add(shell, "start errors", "printf 'q\\n' | \"$BIN\" play --edition %s <(printf '%s')" % (edition, seed))
        add(shell, "start errors", "printf '%sr 0 1\\nq\\n' | \"$BIN\" play --edition %s -" % (seed, edition))


def basic_field(edition):
    """Returns the path of a small fixed field and an input that wins on it."""
    if edition == "wise2021":
        path = write("basic.cfg", "*....\n.....\n....*\n")
        lines = ["1 1 F", "x", "1 5 R", "3 1 R", "2 1 R", "1 2 R", "2 2 R"] + [
            "%d %d R" % (row, col) for row in (1, 2, 3) for col in range(1, 6) if (row, col) not in ((1, 1), (3, 5))]
    elif edition == "comp182":
        path = write("basic-comp182.txt", "3 3 1 0 0\n")
        lines = ["show", "m 0 0", "x", "show"] + ["u %d %d" % (r, c) for r in range(3) for c in range(3) if (r, c) != (0, 0)]
    elif edition == "project1":
        path = write("basic-project1.txt", "8 8 1 0 0\n")
        lines = ["yes"] + [text for r in range(8) for c in range(8)
                           for text in ["no", str(r), str(c), "yes" if (r, c) == (0, 0) else "no"]][1:] + ["no"]
    else:
        path = write("basic-uga.txt", "5 5 1 0 0\n")
        lines = ["m 0 0", "nofog", "bad", "h"] + ["r %d %d" % (r, c) for r in range(5) for c in range(5) if (r, c) != (0, 0)]
    return path, "\n".join(lines) + "\n"


def lines_and_ends():
    for edition in EDITIONS:
        path, winning = basic_field(edition)
        for line in INVALID.get(edition, UGA_INVALID):
            for end in ("\n", "\r\n", "\r", "\u0085", "\u2028", "\u2029", ""):
                add(compare, "invalid lines", play(edition) + [path], (line + end).encode())
        data = winning.encode()
        for place in range(len(data) + 1):
            add(compare, "end of input", play(edition) + [path], data[:place])
        for length in (65535, 65536, 65537, 70000, 1 << 20):
            for filler in (b"x", b" ", b"r 0 0 ", b"\xff", b"0"):
                long = (filler * length)[:length]
                for tail in (b"\nq\n", b"\r\nq\n", b""):
                    add(compare, "long lines", play(edition) + [path], long + tail)
                    add(compare, "long lines", play(edition) + [path], b"r 0 1" + long + tail)
        for byte in range(256):
            add(compare, "bytes", play(edition) + [path], bytes([byte]) + b"\n" + b"r 0" + bytes([byte]) + b"1\nq\n")
        for code in [0x85, 0xa0, 0x1680, 0x180e, 0x2000, 0x2007, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, 0x200b, 0x1d7d8]:
            text = chr(code)
            add(compare, "bytes", play(edition) + [path], ("r%s0%s1\n%su 0 1%s\nm 1 1%s" % ((text,) * 5)).encode())


def streams():
    for edition in EDITIONS:
        path, winning = basic_field(edition)
        write("win-" + edition, winning), write("bad-" + edition, "bad\n" * 20000)
        # No line causes an error, since the number of errors before the reader ends depends on chance.
        write("valid-" + edition, {"wise2021": "1 2 F\n", "comp182": "show\n", "project1": "yes\n0\n0\nno\n"}.get(edition, "h\n") * 20000)
        for head in ("head -1", "head -c 1 >/dev/null", "true"):
            add(shell, "failing streams", "\"$BIN\" play --edition %s %s < $WORK/valid-%s | %s; echo ${PIPESTATUS[0]}" % (
                edition, path, edition, head))
        for data in ("win-" + edition, "bad-" + edition):
            base = "\"$BIN\" play --edition %s %s < $WORK/%s" % (edition, path, data)
            for script in [
                "%s > /dev/full; echo $?", "%s 2> /dev/full; echo $?", "%s > /dev/full 2>&1; echo $?", "%s >&-; echo $?",
                "%s 2>&-; echo $?", "%s >&- 2>&-; echo $?", "%s &> both.txt; echo $?", "%s > out.txt 2> err.txt; echo $?",
                "%s 2>&1 | cat; echo ${PIPESTATUS[0]}", "%s >> both.txt 2>> both.txt; echo $?", "%s 3>&1 >err.txt 2>&3 | cat",
            ]:
                add(shell, "failing streams", script % base)
        add(shell, "failing streams", "\"$BIN\" play --edition %s %s <&-; echo $?" % (edition, path))
        add(shell, "failing streams", "\"$BIN\" play --edition %s %s < /; echo $?" % (edition, path))
        add(shell, "failing streams", "\"$BIN\" play --edition %s %s < /dev/null; echo $?" % (edition, path))
        add(nonblocking, edition, path, winning.encode() + b"bad\n" * 3000)


def nonblocking(edition, path, data):
    """Compares games with input in pieces and both streams in one full non-blocking pipe."""
    results = []
    for binary in binaries:
        read_end, write_end = os.pipe()
        fcntl.fcntl(write_end, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(write_end, False)
        in_read, in_write = os.pipe()
        os.set_blocking(in_read, False)
        process = subprocess.Popen([binary, *play(edition), path], stdin=in_read, stdout=write_end, stderr=write_end)
        os.close(write_end), os.close(in_read)

        def feed():
            try:
                for place in range(0, len(data), 997):
                    os.write(in_write, data[place:place + 997])
                    time.sleep(0.001)
            except BrokenPipeError:
                pass
            os.close(in_write)

        feeder = threading.Thread(target=feed)
        feeder.start()
        output = b""
        while piece := os.read(read_end, 1500):
            output += piece
        feeder.join()
        os.close(read_end)
        results.append((process.wait(), output))
    report("non-blocking pipes", edition, results)


def generated():
    for seed in range(40):
        for rows, cols, mines in [(5, 5, 1), (10, 10, 99), (7, 8, 20), (10, 5, 25)]:
            add(compare, "generate", ["generate", "-", str(rows), str(cols), str(mines), "--rng-seed", str(seed)])
            add(shell, "generate", "\"$BIN\" --gen f %d %d %d --rng-seed %d; echo $?" % (rows, cols, mines, seed))
            add(shell, "generate", "\"$BIN\" generate f %d %d %d --rng-seed %d; echo $?" % (rows, cols, mines, seed))
        add(compare, "generate", ["generate", "-", "50", "70", "900", "--edition", "2019.fa", "--rng-seed", str(seed)])
        add(compare, "generate", ["generate", "-", "10", "10", "12", "--no-guess", "--difficulty", "easy", "--rng-seed", str(seed)])
        for edition in UGA:
            add(compare, "play --random", play(edition) + ["--random", "7x9x%d" % (seed + 1), "--rng-seed", str(seed)],
                b"nofog\nr 0 0\nr 6 8\nbad\n")
        for arguments in (["--rng-seed", str(seed)], ["--rows", "7", "--cols", "12", "--mines", str(seed + 1), "--rng-seed", str(seed)],
                          ["--rows", "99", "--cols", "99", "--mines", "1", "--rng-seed", str(seed), "--cascade"]):
            add(compare, "play --random", play("comp182") + arguments, b"show\nu 0 0\nu 1 1\nshow\nu 3 3\nm 2 2\nshow\n")
        add(compare, "play --random", play("project1") + ["--rng-seed", str(seed)], b"yes\n0\n0\nno\nyes\n1\n1\nno\nno\nyes\nyes\n")
    for preset in ("beginner", "intermediate", "expert"):
        add(compare, "play --random", play("2019.fa") + ["--random", preset, "--rng-seed", "5"], b"nofog\nq\n")
    for script in ["generate f 4 5 1", "generate f 5 11 1", "generate f 5 5 0", "generate f 5 5 25", "--gen f 4 5 1", "--gen f 5 5 25",
                   "generate missing/f 5 5 1", "--gen missing/f 5 5 1", "--gen / 5 5 1"]:
        add(shell, "generate", "\"$BIN\" %s; echo $?" % script)
    add(shell, "generate", "\"$BIN\" generate - 5 5 1 > /dev/full; echo $?")


def random_games():
    """Lets each build check the random games that the other build plays."""
    for edition in EDITIONS:
        for checker, player in (binaries, binaries[::-1]):
            process = subprocess.run(
                [checker, "check", "--edition", edition, "--random", str(options.random), "--rng-seed", str(options.rng_seed),
                 "--", player, *play(edition)], stdin=subprocess.DEVNULL, capture_output=True)
            text = (process.stdout + process.stderr).decode(errors="replace")
            group = "check --random " + edition
            if process.returncode == 2 and ("no random games" in text or "no games" in text):
                continue
            report(group, process.args, [0, process.returncode])
            with lock:
                counts[group] += options.random - 1
            if process.returncode != 0:
                print(text[:2000])


for prepare in (drawn_games, golden_cases, start_errors, lines_and_ends, streams, generated):
    prepare()
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for future in [pool.submit(function, *arguments) for function, arguments in jobs]:
        future.result()
if options.random:
    random_games()
for group, count in counts.items():
    wrong = sum(1 for failure in failures if failure[0] == group)
    print("%-28s %6d compared, %d different" % (group, count, wrong))
print("%d compared, %d different" % (sum(counts.values()), len(failures)))
sys.exit(bool(failures))
