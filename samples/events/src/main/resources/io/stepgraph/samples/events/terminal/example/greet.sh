#!/bin/sh
# Greets the person whose name is given.
echo "Hello, $2!"
