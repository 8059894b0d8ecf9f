/**
 * The annotation processor. Start with {@link io.stepgraph.processor.StepGraphProcessor}; its stages are the packages
 * {@code read}, {@code check} and {@code generate}, with {@code model} between them.
 */
@NullMarked
package io.stepgraph.processor;

import org.jspecify.annotations.NullMarked;
