/** Tests of what stores share. */
@NullMarked
package io.stepgraph.runtime.store;

import org.jspecify.annotations.NullMarked;
