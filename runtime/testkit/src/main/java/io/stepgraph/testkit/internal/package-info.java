/** The types that both testkits share: what happens around the calls of a store. */
@NullMarked
package io.stepgraph.testkit.internal;

import org.jspecify.annotations.NullMarked;
