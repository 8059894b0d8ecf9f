/**
 * What generated code and its users meet at run time. Enter at {@link io.stepgraph.runtime.Runner}; {@link
 * io.stepgraph.runtime.Graph} is what the processor writes for every agent.
 */
@NullMarked
package io.stepgraph.runtime;

import org.jspecify.annotations.NullMarked;
