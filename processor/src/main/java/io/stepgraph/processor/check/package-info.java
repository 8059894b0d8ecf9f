/**
 * The second stage: finds the mistakes in an agent. {@link io.stepgraph.processor.check.Checks} lists all checks; each
 * looks at the whole agent for one kind of mistake and reports nothing that follows from another mistake.
 */
@NullMarked
package io.stepgraph.processor.check;

import org.jspecify.annotations.NullMarked;
