/**
 * Jackson as this library sets it up: canonical JSON, limits, errors that name the place, types as Jackson sees them.
 * Start with {@link io.stepgraph.internal.json.Mappers}.
 */
@NullMarked
package io.stepgraph.internal.json;

import org.jspecify.annotations.NullMarked;
