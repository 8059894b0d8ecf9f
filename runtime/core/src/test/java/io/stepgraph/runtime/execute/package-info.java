/** Tests of single parts of the loop. */
package io.stepgraph.runtime.execute;
