@NullMarked
package io.stepgraph.cli;

import org.jspecify.annotations.NullMarked;
