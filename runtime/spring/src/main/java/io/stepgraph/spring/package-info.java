/**
 * Agents as beans of a Spring Boot application: each bean whose class is an agent is injectable as its graph and its
 * runs, and store, runner and worker come from the application's own beans and properties. Start with {@link
 * io.stepgraph.spring.StepgraphAutoConfiguration}.
 */
@NullMarked
package io.stepgraph.spring;

import org.jspecify.annotations.NullMarked;
