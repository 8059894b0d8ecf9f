/** Runs generated graphs durably. */
@NullMarked
package io.stepgraph.runtime;

import org.jspecify.annotations.NullMarked;
