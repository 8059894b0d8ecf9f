/** Tests of the run loop by the rules of the semantics, on graphs written by hand. */
package io.stepgraph.runtime;
