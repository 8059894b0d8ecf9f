/** What users get for their agents, tried on agents that are right and on agents that are wrong. */
@NullMarked
package io.stepgraph.tests.agents;

import org.jspecify.annotations.NullMarked;
