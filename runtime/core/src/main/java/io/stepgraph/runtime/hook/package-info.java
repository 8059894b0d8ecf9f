/** Code that looks at each step before it runs, and may refuse it. */
@NullMarked
package io.stepgraph.runtime.hook;

import org.jspecify.annotations.NullMarked;
