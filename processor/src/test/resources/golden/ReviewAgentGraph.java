package example;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.Ticket;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.AgentMachine;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.runtime.client.GraphDefinition;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.client.RunsFromState;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.List;

/**
 * Runs {@code ReviewAgent}. Start with {@link #of}.
 */
@SuppressWarnings({"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"})
@Generated
public final class ReviewAgentGraph extends AgentGraph<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep, ReviewAgentGraph.Runs, ReviewAgentGraph.Machine> {
    private ReviewAgentGraph(ReviewAgent agent) {
        super(Definition.INSTANCE, agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     */
    public static ReviewAgentGraph of(ReviewAgent agent) {
        return new ReviewAgentGraph(agent);
    }

    /**
     * Returns the graph, for generated code of agents that call this one.
     */
    public static GraphDefinition<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep, Outcome> definition(
            ) {
        return Definition.INSTANCE;
    }

    /**
     * Gives the runs that calls have started their types, for generated code.
     */
    public static Children children(RunClient<ReviewAgent.Essay, ReviewAgentStep> client) {
        return new Children(client);
    }

    @Override
    protected Runs runs(RunClient<ReviewAgent.Essay, ReviewAgentStep> client) {
        return new Runs(client);
    }

    @Override
    protected Machine machine(MachineClient<ReviewAgent.Essay, ReviewAgentStep> client) {
        return new Machine(client);
    }

    /**
     * How a run of {@code ReviewAgent} paused or ended.
     */
    @Generated
    public sealed interface Outcome extends AgentOutcome {
        @Override
        default String kind() {
            if (this instanceof Completed) {
                return "completed";
            }
            if (this instanceof Failed) {
                return "failed";
            }
            if (this instanceof Cancelled) {
                return "cancelled";
            }
            if (this instanceof Parked) {
                return "parked";
            }
            return "asked";
        }

        /**
         * Calls the method of {@code cases} with the name of this outcome.
         */
        default <R> R match(Cases<R> cases) {
            if (this instanceof Completed it) {
                return cases.completed(it);
            }
            if (this instanceof Failed it) {
                return cases.failed(it);
            }
            if (this instanceof Cancelled it) {
                return cases.cancelled(it);
            }
            if (this instanceof Parked it) {
                return cases.parked(it);
            }
            return cases.approve((Approve) this);
        }

        /**
         * The run has completed. {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Completed(ReviewAgent.Essay result, List<String> effectsInDoubt) implements Outcome {
        }

        /**
         * The run has failed. {@code cause} is the exception if this call saw it thrown, else null.
         * {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Failed(StepFailure<?> failure, Throwable cause,
                List<String> effectsInDoubt) implements Outcome {
        }

        /**
         * The run was cancelled. {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Cancelled(String by, List<String> effectsInDoubt) implements Outcome {
        }

        /**
         * The run is parked before a step that it may not execute.
         * If {@code mode}, the mode of the run, is below {@code required}, raise it.
         * If {@code maxMode}, the highest mode of the runner, is below {@code required}, resume the run on another one.
         * {@code required} is null if a hook denied the step.
         */
        @Generated
        record Parked(ReviewAgentStep step, String reason, PermissionMode required,
                PermissionMode mode, PermissionMode maxMode) implements Outcome {
        }

        /**
         * The run waits for the answer to {@code approve}.
         */
        @Generated
        record Approve(Ticket ticket, ReviewAgent.Question question) implements Pending {
        }

        /**
         * The run waits for an answer.
         */
        @Generated
        sealed interface Pending extends Outcome, AgentOutcome.Asked {
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
         * A method for each outcome.
         */
        @Generated
        interface Cases<R> {
            /**
             * The run has completed.
             */
            R completed(Completed outcome);

            /**
             * The run has failed.
             */
            R failed(Failed outcome);

            /**
             * The run was cancelled.
             */
            R cancelled(Cancelled outcome);

            /**
             * The run is parked before a step that it may not execute.
             */
            R parked(Parked outcome);

            /**
             * The run waits for the answer to {@code approve}.
             */
            R approve(Approve outcome);
        }
    }

    /**
     * The runs of {@code ReviewAgent} on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Runs extends RunsFromState<ReviewAgent.Essay, ReviewAgentStep, Outcome> {
        private Runs(RunClient<ReviewAgent.Essay, ReviewAgentStep> client) {
            super(Definition.INSTANCE, client);
        }

        @Override
        public Runs as(Actor actor) {
            return new Runs(client.as(actor));
        }

        @Override
        public Runs with(StartOptions options) {
            return new Runs(client.with(options));
        }

        /**
         * Answers {@code approve}.
         */
        public Outcome answerApprove(Outcome.Approve asked, ReviewAgent.Decision answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code approve}.
         */
        public Outcome answerApprove(Ticket ticket, ReviewAgent.Decision answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code approve}, executes the run in another thread, and streams its events.
         */
        public OutcomeStream<Outcome> streamApprove(Outcome.Approve asked,
                ReviewAgent.Decision answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code approve}, executes the run in another thread, and streams its events.
         */
        public OutcomeStream<Outcome> streamApprove(Ticket ticket, ReviewAgent.Decision answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code approve}, and executes nothing.
         */
        public void submitApprove(Outcome.Approve asked, ReviewAgent.Decision answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code approve}, and executes nothing.
         */
        public void submitApprove(Ticket ticket, ReviewAgent.Decision answer) {
            client.submit(ticket, answer);
        }
    }

    /**
     * The runs of {@code ReviewAgent} that calls have started, on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Children extends AgentRuns<ReviewAgent.Essay, ReviewAgentStep, Outcome> {
        private Children(RunClient<ReviewAgent.Essay, ReviewAgentStep> client) {
            super(Definition.INSTANCE, client);
        }

        @Override
        public Children as(Actor actor) {
            return new Children(client.as(actor));
        }

        @Override
        public Children with(StartOptions options) {
            return new Children(client.with(options));
        }

        /**
         * Answers {@code approve}.
         */
        public Outcome answerApprove(Outcome.Approve asked, ReviewAgent.Decision answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code approve}.
         */
        public Outcome answerApprove(Ticket ticket, ReviewAgent.Decision answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code approve}, executes the run in another thread, and streams its events.
         */
        public OutcomeStream<Outcome> streamApprove(Outcome.Approve asked,
                ReviewAgent.Decision answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code approve}, executes the run in another thread, and streams its events.
         */
        public OutcomeStream<Outcome> streamApprove(Ticket ticket, ReviewAgent.Decision answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code approve}, and executes nothing.
         */
        public void submitApprove(Outcome.Approve asked, ReviewAgent.Decision answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code approve}, and executes nothing.
         */
        public void submitApprove(Ticket ticket, ReviewAgent.Decision answer) {
            client.submit(ticket, answer);
        }
    }

    /**
     * One run of {@code ReviewAgent} without a store: each call executes it until it pauses or ends.
     */
    @Generated
    public static final class Machine extends AgentMachine<ReviewAgent.Essay, ReviewAgentStep, Outcome> {
        private Machine(MachineClient<ReviewAgent.Essay, ReviewAgentStep> client) {
            super(Definition.INSTANCE, client);
        }

        @Override
        public Machine as(Actor actor) {
            return new Machine(client.as(actor));
        }

        /**
         * Starts the run with a state.
         */
        public Outcome start(ReviewAgent.Essay state) {
            return Definition.INSTANCE.outcome(client.start(state, null));
        }

        @Override
        public Outcome answer(Object answer) {
            return Definition.INSTANCE.outcome(client.answer(answer));
        }

        /**
         * The question that waits; throws {@code ILLEGAL_RUN_STATUS} if none does.
         */
        public ReviewAgent.Question question() {
            return (ReviewAgent.Question) client.question();
        }

        /**
         * Answers {@code approve}.
         */
        public Outcome answerApprove(ReviewAgent.Decision answer) {
            return Definition.INSTANCE.outcome(client.answer(ReviewAgentStep.APPROVE, answer));
        }
    }

    @Generated
    private static final class Definition extends GraphDefinition<ReviewAgent, ReviewAgent.Essay, Void, ReviewAgentStep, Outcome> {
        static final Definition INSTANCE = new Definition();

        private Definition() {
            super(declared());
        }

        private static GraphSpec<ReviewAgentStep> declared() {
            GraphSpec.Builder<ReviewAgentStep> graph = GraphSpec.builder(
                    "example.ReviewAgent", "a0f6099b22d1898b", ValueType.of(ReviewAgent.Essay.class), ValueType.of(ReviewAgent.Essay.class));
            graph.step(ReviewAgentStep.DRAFT, "draft")
                    .to(ReviewAgentStep.REVIEW);
            graph.step(ReviewAgentStep.REVIEW, "review")
                    .to(ReviewAgentStep.APPROVE)
                    .retry(3, 200L /* 200ms */, 2.0, 30000L /* 30s */, 0.2);
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
            return graph.build(ReviewAgentStep.DRAFT);
        }

        @Override
        public Transition<ReviewAgentStep, ReviewAgent.Essay> enter(ReviewAgent agent,
                ReviewAgentStep step, ReviewAgent.Essay state, Object input,
                Answered<?, ?> answered, StepContext<Void> context) throws Exception {
            return switch (step) {
                case DRAFT -> {
                    agent.draft(state);
                    yield go(ReviewAgentStep.REVIEW);
                }
                case REVIEW -> {
                    agent.review(state);
                    yield go(ReviewAgentStep.APPROVE);
                }
                case APPROVE -> ask(agent.approve(state));
                case REVISE -> {
                    agent.revise(state, (ReviewAgent.Approved) input);
                    yield end();
                }
                case KEEP -> {
                    agent.keep(state, (ReviewAgent.Rejected) input);
                    yield end();
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
                default -> null;
            };
        }

        @Override
        public Outcome outcome(RunOutcome<ReviewAgentStep> outcome) {
            if (outcome instanceof RunOutcome.QuestionAsked<ReviewAgentStep> it) {
                return pending(it);
            }
            if (outcome instanceof RunOutcome.Completed<ReviewAgentStep> it) {
                return new Outcome.Completed((ReviewAgent.Essay) it.result(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Failed<ReviewAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Cancelled<ReviewAgentStep> it) {
                return new Outcome.Cancelled(it.by(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Parked<ReviewAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required(), it.mode(), it.maxMode());
            }
            throw new IllegalStateException(outcome.toString());
        }

        private static Outcome pending(RunOutcome.QuestionAsked<ReviewAgentStep> it) {
            return switch (it.interrupt()) {
                case APPROVE -> new Outcome.Approve(it.ticket(), (ReviewAgent.Question) it.question());
                default -> throw new IllegalStateException(it.toString());
            };
        }
    }
}
