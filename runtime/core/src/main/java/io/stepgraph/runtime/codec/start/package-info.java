/**
 * Compares the start of a call with the start of the run that exists. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.start;

import org.jspecify.annotations.NullMarked;
