/**
 * Executes single visits, JSON in and JSON out, for engines that keep runs outside of this library. Enter at {@link
 * io.stepgraph.runtime.visit.Visits}.
 */
@NullMarked
package io.stepgraph.runtime.visit;

import org.jspecify.annotations.NullMarked;
