/**
 * The second stage: what is wrong with an agent. {@link io.stepgraph.processor.check.Checks} lists all checks; each looks
 * at the whole agent for one kind of mistake and keeps silent about what follows from another.
 */
@NullMarked
package io.stepgraph.processor.check;

import org.jspecify.annotations.NullMarked;
