package example;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Graph;
import io.stepgraph.runtime.GraphSpec;
import io.stepgraph.runtime.RunClient;
import io.stepgraph.runtime.Runner;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Stop;
import io.stepgraph.runtime.SyncMachine;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.Transition;
import io.stepgraph.runtime.ValueType;
import java.lang.Exception;
import java.lang.IllegalStateException;
import java.lang.Object;
import java.lang.Override;
import java.lang.String;
import java.lang.SuppressWarnings;
import java.lang.Throwable;
import java.lang.Void;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs {@code ReviewAgent}. Enter at {@link #of}.
 */
@SuppressWarnings({
        "all",
        "cast",
        "deprecation",
        "exports",
        "overloads",
        "rawtypes",
        "removal",
        "unchecked"
})
@Generated
public final class ReviewAgentGraph {
    private final ReviewAgent agent;

    private ReviewAgentGraph(ReviewAgent agent) {
        this.agent = Objects.requireNonNull(agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     *
     * @param agent the agent
     * @return the ways to run it
     */
    public static ReviewAgentGraph of(ReviewAgent agent) {
        return new ReviewAgentGraph(agent);
    }

    /**
     * The runs of this agent on a runner.
     *
     * @param runner executes and stores them
     * @return the client
     */
    public Runs on(Runner runner) {
        return new Runs(runner.client(Definition.INSTANCE, agent));
    }

    /**
     * A synchronous machine, without store and threads, that has not been started, in mode {@code DEFAULT}.
     *
     * @return the machine
     */
    public Machine machine() {
        return new Machine(SyncMachine.of(Definition.INSTANCE, agent, PermissionMode.DEFAULT));
    }

    /**
     * A synchronous machine, without store and threads, that has not been started.
     *
     * @param mode the mode of the run
     * @return the machine
     */
    public Machine machine(PermissionMode mode) {
        return new Machine(SyncMachine.of(Definition.INSTANCE, agent, mode));
    }

    /**
     * A synchronous machine that goes on where {@link Machine#snapshot} was taken, in mode {@code DEFAULT}.
     *
     * @param snapshot the text that it gave
     * @return the machine
     */
    public Machine machine(String snapshot) {
        return new Machine(SyncMachine.restore(Definition.INSTANCE, agent, PermissionMode.DEFAULT, snapshot));
    }

    /**
     * A synchronous machine that goes on where {@link Machine#snapshot} was taken.
     *
     * @param snapshot the text that it gave
     * @param mode the mode of the run
     * @return the machine
     */
    public Machine machine(String snapshot, PermissionMode mode) {
        return new Machine(SyncMachine.restore(Definition.INSTANCE, agent, mode, snapshot));
    }

    /**
     * Where a run of {@code ReviewAgent} came to rest.
     */
    @Generated
    public sealed interface Outcome {
        /**
         * Does what one of the cases says.
         *
         * @param cases what to do in each
         * @param <R> what comes of it
         * @return what came of it
         */
        <R> R match(Cases<R> cases);

        /**
         * The run has ended well.
         *
         * @param result its result
         */
        @Generated
        record Completed(ReviewAgent.Essay result) implements Outcome {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.completed(this);
            }
        }

        /**
         * The run has failed.
         *
         * @param failure what is stored of it
         * @param cause what was thrown, if it was just now and here; else null
         */
        @Generated
        record Failed(StepFailure failure, Throwable cause) implements Outcome {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.failed(this);
            }
        }

        /**
         * The run was cancelled.
         *
         * @param by who cancelled it
         */
        @Generated
        record Cancelled(String by) implements Outcome {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.cancelled(this);
            }
        }

        /**
         * The run stands in front of a step that it may not execute.
         *
         * @param step the step
         * @param reason why, for a person to read
         * @param required the mode that lets it go on; null if none does
         */
        @Generated
        record Parked(ReviewAgentStep step, String reason,
                PermissionMode required) implements Outcome {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.parked(this);
            }
        }

        /**
         * The run waits for the answer to {@code approve}.
         *
         * @param ticket the right to answer
         * @param question the question
         */
        @Generated
        record Approve(Ticket ticket, ReviewAgent.Question question) implements Pending {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.approve(this);
            }
        }

        /**
         * The run waits for an answer.
         */
        @Generated
        sealed interface Pending extends Outcome {
            /**
             * {@return the right to answer}
             */
            Ticket ticket();

            /**
             * {@return the question}
             */
            ReviewAgent.Question question();
        }

        /**
         * What to do in each case of an outcome.
         *
         * @param <R> what comes of it
         */
        @Generated
        interface Cases<R> {
            /**
             * The run has ended well.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R completed(Completed outcome);

            /**
             * The run has failed.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R failed(Failed outcome);

            /**
             * The run was cancelled.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R cancelled(Cancelled outcome);

            /**
             * The run stands in front of a step that it may not execute.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R parked(Parked outcome);

            /**
             * The run waits for the answer to {@code approve}.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R approve(Approve outcome);
        }
    }

    /**
     * The runs of {@code ReviewAgent} on one runner. Safe for use by many threads.
     */
    @Generated
    public static final class Runs {
        private final RunClient<ReviewAgent.Essay, ReviewAgentStep> client;

        private Runs(RunClient<ReviewAgent.Essay, ReviewAgentStep> client) {
            this.client = client;
        }

        /**
         * Brings a run to its next stop; starts it if there is none of this id.
         *
         * @param id the run's id
         * @param state what a new run starts with; compared if the run exists
         * @return where the run came to rest
         */
        public Outcome run(String id, ReviewAgent.Essay state) {
            return Definition.outcome(client.run(id, state, null));
        }

        /**
         * Brings a run to its next stop; starts it if there is none of this id.
         *
         * @param id the run's id
         * @param state gives what a new run starts with; not called if the run exists
         * @return where the run came to rest
         */
        public Outcome run(String id, Supplier<? extends ReviewAgent.Essay> state) {
            return Definition.outcome(client.run(id, state, null));
        }

        /**
         * Brings an existing run to its next stop.
         *
         * @param id the run's id
         * @return where the run came to rest
         */
        public Outcome resume(String id) {
            return Definition.outcome(client.resume(id));
        }

        /**
         * Enters the step that failed once more, with new attempts.
         *
         * @param id the run's id
         * @return where the run came to rest
         */
        public Outcome retry(String id) {
            return Definition.outcome(client.retry(id));
        }

        /**
         * Answers {@code approve} and brings the run to its next stop.
         *
         * @param asked the question
         * @param answer the answer
         * @return where the run came to rest
         */
        public Outcome approve(Outcome.Approve asked, ReviewAgent.Decision answer) {
            return Definition.outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code approve} and brings the run to its next stop.
         *
         * @param ticket the ticket of the question
         * @param answer the answer
         * @return where the run came to rest
         */
        public Outcome approve(Ticket ticket, ReviewAgent.Decision answer) {
            return Definition.outcome(client.answer(ticket, answer));
        }

        /**
         * Answers a question in JSON and brings the run to its next stop.
         *
         * @param ticketId the text of the ticket
         * @param json the answer; of several kinds, {@code @type} tells which, or {@code ["Kind", value]}
         * @return where the run came to rest
         */
        public Outcome answer(String ticketId, String json) {
            return Definition.outcome(client.answer(ticketId, json));
        }

        /**
         * Looks where a run is, executing nothing.
         *
         * @param id the run's id
         * @return where it came to rest; empty while it is being executed or was cut off
         */
        public Optional<Outcome> outcome(String id) {
            return Optional.ofNullable(client.outcome(id)).map(Definition::outcome);
        }

        /**
         * Changes the mode of a run; if it is parked, it goes on at its next {@code run} or {@code resume}.
         *
         * @param id the run's id
         * @param mode its mode from the next step on
         * @param by who changes it
         */
        public void mode(String id, PermissionMode mode, String by) {
            client.mode(id, mode, by);
        }

        /**
         * Cancels a run that has not ended.
         *
         * @param id the run's id
         * @param by who cancels it
         */
        public void cancel(String id, String by) {
            client.cancel(id, by);
        }

        /**
         * Removes a run that has ended, and all that belongs to it.
         *
         * @param id the run's id
         * @return whether there was one
         */
        public boolean delete(String id) {
            return client.delete(id);
        }
    }

    /**
     * One run of {@code ReviewAgent} without store and threads: each call runs to the next stop.
     */
    @Generated
    public static final class Machine {
        private final SyncMachine<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep> machine;

        private Machine(
                SyncMachine<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep> machine) {
            this.machine = machine;
        }

        /**
         * Starts the run.
         *
         * @param state what it starts with
         * @return where the run came to rest
         */
        public Outcome start(ReviewAgent.Essay state) {
            return Definition.outcome(machine.start(state, null));
        }

        /**
         * Answers {@code approve}.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        public Outcome approve(ReviewAgent.Decision answer) {
            return Definition.outcome(machine.answer(ReviewAgentStep.APPROVE, answer));
        }

        /**
         * Tells whether the question that waits accepts such an answer.
         *
         * @param answer the answer
         * @return false if it does not, or if none waits
         */
        public boolean accepts(Object answer) {
            return machine.accepts(answer);
        }

        /**
         * Answers the question that waits.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        public Outcome answer(Object answer) {
            return Definition.outcome(machine.answer(answer));
        }

        /**
         * Lets the question that waits expire.
         *
         * @return where the run came to rest
         */
        public Outcome expire() {
            return Definition.outcome(machine.expire());
        }

        /**
         * Changes the mode and, if the run is parked, goes on.
         *
         * @param mode the mode from the next step on
         * @return where the run came to rest
         */
        public Outcome mode(PermissionMode mode) {
            return Definition.outcome(machine.mode(mode));
        }

        /**
         * Looks where the run rests.
         *
         * @return where the run came to rest
         */
        public Outcome outcome() {
            return Definition.outcome(machine.stop());
        }

        /**
         * Writes the whole run, to be restored between any two calls.
         *
         * @return the text that {@code machine} takes
         */
        public String snapshot() {
            return machine.snapshot();
        }
    }

    @Generated
    private static final class Definition implements Graph<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep> {
        static final Definition INSTANCE = new Definition();

        private static final Transition<ReviewAgentStep, ReviewAgent.Essay>[] GO = new Transition[ReviewAgentStep.values().length];

        static final Transition<ReviewAgentStep, ReviewAgent.Essay> END = Transition.end();

        static {
            for (ReviewAgentStep step : ReviewAgentStep.values()) {
                GO[step.ordinal()] = Transition.go(step);
            }
        }

        private final GraphSpec<ReviewAgentStep> spec;

        private Definition() {
            GraphSpec.Builder<ReviewAgentStep> graph = GraphSpec.builder("example.ReviewAgent", "a0f6099b22d1898b", ValueType.of(ReviewAgent.Essay.class), ValueType.of(ReviewAgent.Essay.class));
            graph.step(ReviewAgentStep.DRAFT, "draft")
                    .to(ReviewAgentStep.REVIEW);
            graph.step(ReviewAgentStep.REVIEW, "review")
                    .to(ReviewAgentStep.APPROVE)
                    .retry(3, 200L, 2.0, 30000L, 0.2);
            graph.interrupt(ReviewAgentStep.APPROVE, "approve", ValueType.of(ReviewAgent.Question.class))
                    .answeredBy(ValueType.of(ReviewAgent.Decision.class))
                    .to(ReviewAgentStep.REVISE, ReviewAgentStep.KEEP);
            graph.step(ReviewAgentStep.REVISE, "revise")
                    .toEnd()
                    .takes(ValueType.of(ReviewAgent.Approved.class))
                    .requires(PermissionMode.ACCEPT_EDITS)
                    .gatedBy(ReviewAgentStep.APPROVE, ReviewAgent.Approved.class);
            graph.step(ReviewAgentStep.KEEP, "keep")
                    .toEnd()
                    .takes(ValueType.of(ReviewAgent.Rejected.class));
            spec = graph.build(ReviewAgentStep.DRAFT);
        }

        static Transition<ReviewAgentStep, ReviewAgent.Essay> go(ReviewAgentStep step) {
            return GO[step.ordinal()];
        }

        @Override
        public GraphSpec<ReviewAgentStep> spec() {
            return spec;
        }

        @Override
        public Transition<ReviewAgentStep, ReviewAgent.Essay> enter(ReviewAgent agent,
                ReviewAgentStep step, ReviewAgent.Essay state, Object input,
                StepContext<Void> context) throws Exception {
            return switch (step) {
                case DRAFT -> {
                    agent.draft(state);
                    yield go(ReviewAgentStep.REVIEW);
                }
                case REVIEW -> {
                    agent.review(state);
                    yield go(ReviewAgentStep.APPROVE);
                }
                case APPROVE -> Transition.ask(agent.approve(state));
                case REVISE -> {
                    agent.revise(state, (ReviewAgent.Approved) input);
                    yield END;
                }
                case KEEP -> {
                    agent.keep(state, (ReviewAgent.Rejected) input);
                    yield END;
                }
            };
        }

        @Override
        public ReviewAgentStep route(ReviewAgentStep interrupt, Object answer) {
            return switch (interrupt) {
                case APPROVE ->
                        answer instanceof ReviewAgent.Approved ? ReviewAgentStep.REVISE :
                        answer instanceof ReviewAgent.Rejected ? ReviewAgentStep.KEEP :
                        null;
                case DRAFT, REVIEW, REVISE, KEEP -> null;
            };
        }

        static Outcome outcome(Stop<ReviewAgentStep> stop) {
            if (stop instanceof Stop.Completed<ReviewAgentStep> it) {
                return new Outcome.Completed((ReviewAgent.Essay) it.result());
            }
            if (stop instanceof Stop.Failed<ReviewAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause());
            }
            if (stop instanceof Stop.Cancelled<ReviewAgentStep> it) {
                return new Outcome.Cancelled(it.by());
            }
            if (stop instanceof Stop.Parked<ReviewAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required());
            }
            if (stop instanceof Stop.Asked<ReviewAgentStep> it) {
                return switch (it.interrupt()) {
                    case APPROVE -> new Outcome.Approve(it.ticket(), (ReviewAgent.Question) it.question());
                    default -> throw new IllegalStateException(stop.toString());
                };
            }
            throw new IllegalStateException(stop.toString());
        }
    }
}
