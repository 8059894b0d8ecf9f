package io.stepgraph.runtime.hook;

import io.stepgraph.runtime.event.RunEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Observes the runs of an engine: it hears their events, and may open scopes around what is executed. An observer must
 * be quick. What it throws is logged and changes nothing, except an error of the virtual machine itself ({@link
 * OutOfMemoryError}, {@link InternalError}), which is thrown again. An interrupt flag that it leaves is cleared, except
 * in the thread of a caller, who may have set it (H3). Called by many threads at once.
 */
@FunctionalInterface
public interface RunObserver {

    /**
     * An event of a run, in the thread that executes it. The event may hold values of the agent.
     *
     * @param event the event
     */
    void happened(RunEvent event);

    /**
     * Opens a scope, since this process begins to execute a run: it has started it, or continues it after a pause or a
     * crash. An execution is a scope; in it are the attempts of its steps, in them their effects. The engine opens and
     * ends each scope in the thread that executes, an attempt's in the thread that calls the user's step. So an
     * observer may keep data in that thread, such as the current span. No scope gets values of the agent (states,
     * questions, answers, requests and results).
     *
     * @param run the run
     * @return the scope of this execution, which ends when the run pauses or ends, or is executed elsewhere; null to
     *     see none of it
     */
    default @Nullable ExecutionScope executes(ExecutedRun run) {
        return null;
    }

    /**
     * A run that is executed.
     *
     * @param namespace its namespace
     * @param id its id
     * @param runNumber its number
     * @param graph the stable name of its graph
     * @param thread the thread that it belongs to; null if none
     * @param startedAt when it was started, by the store's clock
     */
    record ExecutedRun(
            String namespace,
            String id,
            long runNumber,
            String graph,
            @Nullable String thread,
            Instant startedAt) {}

    /** An execution of a run by one process. Its methods may be called by other threads than the one that opened it. */
    interface ExecutionScope {

        /**
         * An attempt of a step begins.
         *
         * @param step the step
         * @param visit the visit, counted through the run from 1
         * @param attempt the attempt, counted from 1
         * @return its scope
         */
        StepScope step(String step, long visit, int attempt);

        /**
         * The execution is over.
         *
         * @param outcome how
         */
        void ended(ExecutionOutcome outcome);
    }

    /** An attempt of a step. */
    interface StepScope {

        /**
         * The step asks for an effect, perhaps in another thread than its own.
         *
         * @param name the name of the effect
         * @param item the part of the step's work that it belongs to, or its business key; empty if none
         * @return its scope
         */
        EffectScope effect(String name, String item);

        /**
         * The user's step has returned, in the thread in which it began.
         *
         * @param outcome how
         * @param thrown what it threw; null if it returned
         */
        void ended(StepOutcome outcome, @Nullable Throwable thrown);
    }

    /** An effect of an attempt. */
    interface EffectScope {

        /**
         * The effect has returned, in the thread in which it began.
         *
         * @param outcome how
         * @param thrown what it threw; null if it returned
         */
        void ended(EffectOutcome outcome, @Nullable Throwable thrown);
    }

    /** The ways in which an execution of a run is over. */
    enum ExecutionOutcome {
        /** The run is completed. */
        COMPLETED,
        /** The run has failed. */
        FAILED,
        /** The run was cancelled. */
        CANCELLED,
        /** The run waits for an answer. */
        ASKED,
        /** The run is parked in front of a step. */
        PARKED,
        /** The run waits for a time. */
        WAITING,
        /** This process gave the run back, unfinished: for a long delay, or because the engine is closed. */
        RELEASED,
        /** The lease was over, so another process has taken the run over. */
        LEASE_LOST
    }

    /** The ways in which an attempt is over. */
    enum StepOutcome {
        /** The step returned. */
        RETURNED,
        /** The step threw. It may be tried again. */
        FAILED,
        /**
         * The attempt was void before it returned: its time was over, the run was cancelled or parks, or the lease is
         * lost.
         */
        VOID
    }

    /** The ways in which an effect is over. */
    enum EffectOutcome {
        /** The effect was called, and its result is stored. */
        PERFORMED,
        /** The effect was not called: an earlier call has stored its result. */
        STORED,
        /** The call has failed. It may be in doubt: the ledger tells. */
        FAILED,
        /** The attempt was void before the effect returned, for example because the run parks. */
        VOID
    }
}
