package io.stepgraph.temporal.workflow;

import io.stepgraph.runtime.graph.Json;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A thread as a workflow: its runs are its children, one after the other (L2). */
@WorkflowInterface
public interface ThreadWorkflow {
    String TYPE = "stepgraph-thread";

    /** The names differ from those of a run, so that an update cannot reach the wrong workflow unnoticed. */
    String ENTER = "enter";

    String WATCH = "watch";

    /**
     * The first words of the message with which a busy thread refuses a claim: the exception of a validator keeps no
     * type.
     */
    String BUSY = "The thread is busy with run ";

    /**
     * The activity that makes a large state the thread's own, so that it outlives the run. A colon is in no name of a
     * step.
     */
    String KEEP = "stepgraph:keep";

    /** The argument of {@link #KEEP}, whose result is the state. */
    record LeftState(Json state) {}

    /**
     * The state of a thread.
     *
     * @param graph the graph that it belongs to; null before its first run
     * @param state the state that the last run left; null before the end of the first run
     * @param lastRun the id of the last run; null before the first run
     * @param lastRunNumber the number of that run
     * @param turn how many executions of runs have begun
     * @param runsPerExecution after how many runs the workflow continues as new
     */
    record ThreadState(
            @Nullable String graph,
            @Nullable Json state,
            @Nullable String lastRun,
            long lastRunNumber,
            long turn,
            int runsPerExecution) {}

    /**
     * A run that is to be executed in the thread.
     *
     * @param workflowId the id of its workflow
     * @param taskQueue the task queue of its graph
     * @param memo what Temporal's lists show of it
     * @param run the run as it was given; a new run gets the state of the thread
     * @param isStateGiven whether the run may not begin with another state than its own (L2)
     * @param isRetry whether it is the last run of the thread, which has failed and is opened again (R7)
     * @param overTurn an execution of which the caller knows that it is over; the thread waits until it knows, too
     * @param isLost whether Temporal has ended that execution from outside, so that there is nothing to wait for
     */
    record Claim(
            String workflowId,
            String taskQueue,
            Map<String, Object> memo,
            RunState run,
            boolean isStateGiven,
            boolean isRetry,
            long overTurn,
            boolean isLost) {}

    /**
     * The thread as a caller sees it.
     *
     * @param isBusy whether the last run is executed
     */
    record Seen(@Nullable String graph, @Nullable String lastRun, long lastRunNumber, long turn, boolean isBusy) {}

    /** Whether the run of a claim has begun; otherwise the thread tells why not. */
    record Entered(boolean isBegun, Seen thread) {}

    @WorkflowMethod(name = TYPE)
    void run(ThreadState known);

    /** Begins a run. Returns when its workflow exists. */
    @UpdateMethod(name = ENTER)
    Entered enter(Claim claim);

    /** Refuses a claim of a busy thread, without a trace in the history. */
    @UpdateValidatorMethod(updateName = ENTER)
    void checkFree(Claim claim);

    @QueryMethod(name = WATCH)
    Seen watch();
}
