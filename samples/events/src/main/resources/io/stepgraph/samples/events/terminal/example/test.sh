#!/bin/sh
# Tests greet.sh.
got=$(sh greet.sh Ada)
if [ "$got" = "Hello, Ada!" ]; then
    echo "ok"
else
    echo "wrong: $got"
    exit 1
fi
