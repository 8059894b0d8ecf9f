/** JSON of files and of HTTP. The runtime stores the values of the agent by itself. */
@NullMarked
package io.stepgraph.samples.refund.json;

import org.jspecify.annotations.NullMarked;
