/**
 * Reads types as Jackson sees them: properties, sealed subtypes, and types that cannot be stored. Internal.
 */
@NullMarked
package io.stepgraph.runtime.codec.type;

import org.jspecify.annotations.NullMarked;
