/** The whole contract between the runtime and what keeps the runs. */
@NullMarked
package io.stepgraph.runtime.store;

import org.jspecify.annotations.NullMarked;
