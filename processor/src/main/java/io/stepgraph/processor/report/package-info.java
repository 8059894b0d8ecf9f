/** Reports diagnostics to the compiler, each at the token that is wrong. */
@NullMarked
package io.stepgraph.processor.report;

import org.jspecify.annotations.NullMarked;
