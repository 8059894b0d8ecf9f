/**
 * All warnings that the library logs. Internal.
 */
@NullMarked
package io.stepgraph.runtime.log;

import org.jspecify.annotations.NullMarked;
