/** Tests that need more than one store, or the classes of all modules. */
@NullMarked
package io.stepgraph.tests;

import org.jspecify.annotations.NullMarked;
