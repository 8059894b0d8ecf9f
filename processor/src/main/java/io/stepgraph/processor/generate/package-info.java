/**
 * Writes the Java that runs an agent: the enum of its steps and one class with everything else. Start with
 * {@link io.stepgraph.processor.generate.Generator}, whose list of parts shows the contents of that class.
 */
@NullMarked
package io.stepgraph.processor.generate;

import org.jspecify.annotations.NullMarked;
