/**
 * Configures Jackson: mappers, canonical JSON, limits, and errors that name the place in a value. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.json;

import org.jspecify.annotations.NullMarked;
