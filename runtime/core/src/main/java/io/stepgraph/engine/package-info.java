/**
 * The types that a program opens: {@link io.stepgraph.engine.Runner} and {@link io.stepgraph.engine.Worker};
 * {@link io.stepgraph.engine.RunInspector} reads runs without the classes of their agents. Programs also use
 * {@link io.stepgraph.store}; packages with {@code internal} in their names may change with each version.
 *
 * <h2>The life of a run</h2>
 *
 * <p>A start stores a run as {@code RUNNING}, with this runner as its owner. The owner commits after each step. A
 * question, a closed mode gate or a hook makes the run {@code WAITING}, without an owner; a long delay before a retry,
 * or an owner that gives the run back, makes it {@code QUEUED}. An answer, a mode or a later call lets it continue:
 * that call acquires the run, which is {@code RUNNING} again under a higher fencing token. If the owner dies or its
 * lease ends, another call takes the run over, and the visit has one crash more. The run ends as {@code COMPLETED},
 * {@code FAILED} or {@code CANCELLED}; only a failed run can be opened again.
 *
 * <p>{@code runtime/ARCHITECTURE.md} has the whole table, status by command, with each writer and each event. {@code
 * LifecycleTest} executes its cells.
 */
@NullMarked
package io.stepgraph.engine;

import org.jspecify.annotations.NullMarked;
