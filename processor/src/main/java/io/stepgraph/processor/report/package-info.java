/** Hands problems to the compiler, each at the very token that is wrong. */
@NullMarked
package io.stepgraph.processor.report;

import org.jspecify.annotations.NullMarked;
