/** What happens in a run, as events, and the streams of them. */
@NullMarked
package io.stepgraph.runtime.event;

import org.jspecify.annotations.NullMarked;
