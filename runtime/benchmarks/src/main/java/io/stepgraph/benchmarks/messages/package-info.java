/** Messages to runs: how fast they are taken, against DBOS Transact. */
@NullMarked
package io.stepgraph.benchmarks.messages;

import org.jspecify.annotations.NullMarked;
