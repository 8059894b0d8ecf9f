/** Opens stores, reads what a person types, and prints tables and JSON: the parts that all commands share. */
@NullMarked
package io.stepgraph.cli.io;

import org.jspecify.annotations.NullMarked;
