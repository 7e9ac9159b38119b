#!/bin/bash
/tmp/x/ms2 "$1" 2> >(sed -u 's/not recognized/unknown/' >&2)
