/**
 * Executing runs. Enter at {@link io.stepgraph.runtime.execute.RunService}, the client of one graph, and from there at {@link
 * io.stepgraph.runtime.execute.RunCoordinator}: the one loop in which a call loads a run, decides, and acts or waits. Internal.
 *
 * <h2>Lifecycle</h2>
 *
 * <p>The status of a run after a command that comes from outside its owner, with the event that the command writes. A dash
 * means that nothing is written; where an error stands, the caller gets it. {@code LifecycleTest} checks the table.
 *
 * <table border="1">
 * <caption>Status and command</caption>
 * <tr><th>found</th><th>run, resume</th><th>retry</th><th>answer with the graph</th><th>answer without the graph</th>
 *     <th>cancel</th><th>mode</th><th>delete</th><th>reap</th></tr>
 * <tr><td>no run</td> <td>run: RUNNING, started; resume: RunNotFoundException</td> <td>RunNotFoundException</td>
 *     <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>RunNotFoundException</td> <td>RunNotFoundException</td>
 *     <td>-</td> <td>-</td></tr>
 * <tr><td>QUEUED, released or delayed</td> <td>once it is due: RUNNING, resumed</td> <td>IllegalRunStatusException</td>
 *     <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>CANCELLED, cancelled</td> <td>QUEUED, mode-changed</td>
 *     <td>IllegalRunStatusException</td> <td>-</td></tr>
 * <tr><td>QUEUED, with a submitted answer</td> <td>RUNNING, resumed; or WAITING, answer-refused</td>
 *     <td>IllegalRunStatusException</td> <td>the same answer: as run; another: StaleAnswerException</td> <td>the same answer:
 *     -; another: StaleAnswerException</td> <td>CANCELLED, cancelled</td> <td>QUEUED, mode-changed</td>
 *     <td>IllegalRunStatusException</td> <td>-</td></tr>
 * <tr><td>RUNNING, its owner lives</td> <td>waits for it; WaitTimeoutException after the limit</td>
 *     <td>IllegalRunStatusException</td> <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>RUNNING, -; its
 *     owner cancels it</td> <td>RUNNING, mode-changed</td> <td>IllegalRunStatusException</td> <td>-</td></tr>
 * <tr><td>RUNNING, its owner is proven dead</td> <td>RUNNING, taken-over</td> <td>IllegalRunStatusException</td>
 *     <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>CANCELLED, cancelled</td> <td>RUNNING,
 *     mode-changed</td> <td>IllegalRunStatusException</td> <td>- until its lease is over</td></tr>
 * <tr><td>RUNNING, its lease is over</td> <td>RUNNING, taken-over</td> <td>IllegalRunStatusException</td>
 *     <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>CANCELLED, cancelled</td> <td>RUNNING,
 *     mode-changed</td> <td>IllegalRunStatusException</td> <td>FAILED, failed; or CANCELLED, cancelled if that was
 *     wanted</td></tr>
 * <tr><td>WAITING, for an answer</td> <td>-; after its time: RUNNING, expired</td> <td>IllegalRunStatusException</td>
 *     <td>RUNNING, answered</td> <td>QUEUED, answered</td> <td>CANCELLED, cancelled</td> <td>WAITING, mode-changed</td>
 *     <td>IllegalRunStatusException</td> <td>-</td></tr>
 * <tr><td>WAITING, parked</td> <td>-; if the gate is open: RUNNING, resumed</td> <td>IllegalRunStatusException</td>
 *     <td>StaleAnswerException</td> <td>StaleAnswerException</td> <td>CANCELLED, cancelled</td> <td>WAITING,
 *     mode-changed</td> <td>IllegalRunStatusException</td> <td>-</td></tr>
 * <tr><td>COMPLETED</td> <td>-</td> <td>IllegalRunStatusException</td> <td>the stored answer: -; else
 *     StaleAnswerException</td> <td>the stored answer: -; else StaleAnswerException</td> <td>-</td> <td>COMPLETED, -</td>
 *     <td>no run</td> <td>-</td></tr>
 * <tr><td>FAILED</td> <td>-</td> <td>RUNNING, reopened</td> <td>as above</td> <td>as above</td> <td>-</td> <td>FAILED, -</td>
 *     <td>no run</td> <td>-</td></tr>
 * <tr><td>CANCELLED</td> <td>-</td> <td>IllegalRunStatusException</td> <td>as above</td> <td>as above</td> <td>-</td>
 *     <td>CANCELLED, -</td> <td>no run</td> <td>-</td></tr>
 * </table>
 *
 * <p>Every call that touches a run which is QUEUED or WAITING and whose deadline has passed ends it: FAILED, failed. A run with a
 * submitted answer is excepted, so that a retry finds it at the step that takes the answer.
 *
 * <p>The owner of a RUNNING run writes it through {@link io.stepgraph.runtime.execute.OwnedRun} only: RUNNING with step-finished,
 * step-failed or step-retrying; QUEUED with step-retrying, before a long delay; QUEUED without an event, when it releases the
 * run; WAITING with question-asked or parked; COMPLETED with completed; FAILED with failed; CANCELLED with cancelled.
 *
 * <h2>Who writes "cancelled"</h2>
 *
 * <ol>
 *   <li>{@link io.stepgraph.runtime.execute.RunCanceller}, by the store's command: a run that rests, is queued, or whose lease is
 *       over.
 *   <li>{@link io.stepgraph.runtime.execute.OwnedRun#commitCancel}, by a commit: the owner has seen the command before a step, or
 *       a commit of its was refused because of it.
 *   <li>{@link io.stepgraph.runtime.execute.OwnedRun#release}, by the store's release: the owner releases the run before it has
 *       seen the command, as when its runner closes, or somebody releases it for a step that ignores interrupts.
 *   <li>{@link io.stepgraph.runtime.execute.LeaseAcquirer#release}, by the store's release, in the place of an owner that is
 *       proven dead or has lost touch with the run.
 *   <li>{@link io.stepgraph.runtime.execute.ExpiredRunReaper}, by the store's end: the lease is over, and the owner has not seen the
 *       command.
 * </ol>
 *
 * <p>A store writes the event itself in the first, third and fourth case, in the transaction that ends the run.
 */
@NullMarked
package io.stepgraph.runtime.execute;

import org.jspecify.annotations.NullMarked;
