/** What only stores on disk promise, and the conformance suite on each of them. */
@NullMarked
package io.stepgraph.jdbc;

import org.jspecify.annotations.NullMarked;
