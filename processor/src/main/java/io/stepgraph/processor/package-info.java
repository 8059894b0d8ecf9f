/** Reads agent classes, proves their graphs, generates the machine and draws it. */
@NullMarked
package io.stepgraph.processor;

import org.jspecify.annotations.NullMarked;
