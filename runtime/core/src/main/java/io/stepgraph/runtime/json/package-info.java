/**
 * How values become JSON and come back: declared types only, sealed hierarchies without annotations. Enter at {@link
 * io.stepgraph.runtime.json.Codec}. Internal.
 */
@NullMarked
package io.stepgraph.runtime.json;

import org.jspecify.annotations.NullMarked;
