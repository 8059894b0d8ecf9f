/** The models: those of providers, and a recorded session for those without a key. */
@NullMarked
package io.stepgraph.samples.events.model;

import org.jspecify.annotations.NullMarked;
