/** The tools of the agent: they work on real files in one folder. */
@NullMarked
package io.stepgraph.samples.events.tools;

import org.jspecify.annotations.NullMarked;
