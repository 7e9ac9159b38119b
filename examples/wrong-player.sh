#!/bin/sh
# A player of v2022.sp that is wrong: it takes nofog for help.
sed 's/nofog/help/' | minesweeper-alpha "$1"
