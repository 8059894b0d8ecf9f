/**
 * Finds values that would not come back from JSON as they were. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.check;

import org.jspecify.annotations.NullMarked;
