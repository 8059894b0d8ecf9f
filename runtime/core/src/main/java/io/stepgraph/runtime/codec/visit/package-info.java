/**
 * Writes and reads the values of single visits: what every engine that stores runs needs, whatever it stores them in. Enter
 * at {@link io.stepgraph.runtime.codec.visit.VisitValues}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.visit;

import org.jspecify.annotations.NullMarked;
