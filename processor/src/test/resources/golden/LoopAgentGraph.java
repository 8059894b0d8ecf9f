package loop;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Expired;
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
import java.io.IOException;
import java.lang.Exception;
import java.lang.IllegalStateException;
import java.lang.Object;
import java.lang.Override;
import java.lang.String;
import java.lang.SuppressWarnings;
import java.lang.Throwable;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs {@code LoopAgent}. Enter at {@link #of}.
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
final class LoopAgentGraph {
    private final LoopAgent agent;

    private LoopAgentGraph(LoopAgent agent) {
        this.agent = Objects.requireNonNull(agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     *
     * @param agent the agent
     * @return the ways to run it
     */
    static LoopAgentGraph of(LoopAgent agent) {
        return new LoopAgentGraph(agent);
    }

    /**
     * The runs of this agent on a runner.
     *
     * @param runner executes and stores them
     * @return the client
     */
    Runs on(Runner runner) {
        return new Runs(runner.client(Definition.INSTANCE, agent));
    }

    /**
     * A synchronous machine, without store and threads, that has not been started, in mode {@code DEFAULT}.
     *
     * @return the machine
     */
    Machine machine() {
        return new Machine(SyncMachine.of(Definition.INSTANCE, agent, PermissionMode.DEFAULT));
    }

    /**
     * A synchronous machine, without store and threads, that has not been started.
     *
     * @param mode the mode of the run
     * @return the machine
     */
    Machine machine(PermissionMode mode) {
        return new Machine(SyncMachine.of(Definition.INSTANCE, agent, mode));
    }

    /**
     * A synchronous machine, without store and threads, that has not been started.
     *
     * @param mode the mode of the run
     * @param signals receives what steps emit
     * @return the machine
     */
    Machine machine(PermissionMode mode, Consumer<? super LoopAgent.Token> signals) {
        return new Machine(SyncMachine.of(Definition.INSTANCE, agent, mode, signals));
    }

    /**
     * A synchronous machine that goes on where {@link Machine#snapshot} was taken, in mode {@code DEFAULT}.
     *
     * @param snapshot the text that it gave
     * @return the machine
     */
    Machine machine(String snapshot) {
        return new Machine(SyncMachine.restore(Definition.INSTANCE, agent, PermissionMode.DEFAULT, snapshot));
    }

    /**
     * A synchronous machine that goes on where {@link Machine#snapshot} was taken.
     *
     * @param snapshot the text that it gave
     * @param mode the mode of the run
     * @return the machine
     */
    Machine machine(String snapshot, PermissionMode mode) {
        return new Machine(SyncMachine.restore(Definition.INSTANCE, agent, mode, snapshot));
    }

    /**
     * A synchronous machine that goes on where {@link Machine#snapshot} was taken.
     *
     * @param snapshot the text that it gave
     * @param mode the mode of the run
     * @param signals receives what steps emit
     * @return the machine
     */
    Machine machine(String snapshot, PermissionMode mode,
            Consumer<? super LoopAgent.Token> signals) {
        return new Machine(SyncMachine.restore(Definition.INSTANCE, agent, mode, signals, snapshot));
    }

    @Generated
    private abstract static class Chosen {
        final Transition<LoopAgentStep, LoopAgent.Work> transition;

        Chosen(Transition<LoopAgentStep, LoopAgent.Work> transition) {
            this.transition = transition;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Chosen next && transition.equals(next.transition);
        }

        @Override
        public int hashCode() {
            return transition.hashCode();
        }

        @Override
        public String toString() {
            return transition.toString();
        }
    }

    /**
     * Where {@code callModel} can go.
     */
    @Generated
    static final class CallModelNext extends Chosen {
        private static final CallModelNext TO_CALL_MODEL = new CallModelNext(Definition.go(LoopAgentStep.CALL_MODEL));

        private CallModelNext(Transition<LoopAgentStep, LoopAgent.Work> transition) {
            super(transition);
        }

        /**
         * Goes to {@code askPermission}.
         *
         * @param calls what it takes
         * @return the choice
         */
        static CallModelNext askPermission(LoopAgent.ToolCalls calls) {
            return new CallModelNext(Transition.go(LoopAgentStep.ASK_PERMISSION, calls));
        }

        /**
         * Goes to {@code show}.
         *
         * @param reply what it takes
         * @return the choice
         */
        static CallModelNext show(LoopAgent.Reply reply) {
            return new CallModelNext(Transition.go(LoopAgentStep.SHOW, reply));
        }

        /**
         * {@return to go to {@code callModel}}
         */
        static CallModelNext callModel() {
            return TO_CALL_MODEL;
        }

        /**
         * Ends the run.
         *
         * @param result its result
         * @return the choice
         */
        static CallModelNext end(LoopAgent.Report result) {
            return new CallModelNext(Transition.end(result));
        }

        /**
         * The same choice, with a new state.
         *
         * @param state what replaces the state of the run
         * @return the choice
         */
        CallModelNext with(LoopAgent.Work state) {
            return new CallModelNext(transition.with(state));
        }
    }

    /**
     * Where a run of {@code LoopAgent} came to rest.
     */
    @Generated
    sealed interface Outcome {
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
        record Completed(LoopAgent.Report result) implements Outcome {
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
        record Parked(LoopAgentStep step, String reason,
                PermissionMode required) implements Outcome {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.parked(this);
            }
        }

        /**
         * The run waits for the answer to {@code askPermission}.
         *
         * @param ticket the right to answer
         * @param question the question
         */
        @Generated
        record AskPermission(Ticket ticket, LoopAgent.Plea question) implements Pending {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.askPermission(this);
            }
        }

        /**
         * The run waits for the answer to {@code show}.
         *
         * @param ticket the right to answer
         * @param question the question
         */
        @Generated
        record Show(Ticket ticket, LoopAgent.Reply question) implements Pending {
            @Override
            public <R> R match(Cases<R> cases) {
                return cases.show(this);
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
            LoopAgent.Shown question();
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
             * The run waits for the answer to {@code askPermission}.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R askPermission(AskPermission outcome);

            /**
             * The run waits for the answer to {@code show}.
             *
             * @param outcome where the run rests
             * @return what comes of it
             */
            R show(Show outcome);
        }
    }

    /**
     * The runs of {@code LoopAgent} on one runner. Safe for use by many threads.
     */
    @Generated
    static final class Runs {
        private final RunClient<LoopAgent.Work, LoopAgentStep> client;

        private Runs(RunClient<LoopAgent.Work, LoopAgentStep> client) {
            this.client = client;
        }

        /**
         * Brings a run to its next stop; starts it if there is none of this id.
         *
         * @param id the run's id
         * @param state what a new run starts with; compared if the run exists
         * @param input what the first step takes
         * @return where the run came to rest
         */
        Outcome run(String id, LoopAgent.Work state, LoopAgent.Goal input) {
            return Definition.outcome(client.run(id, state, input));
        }

        /**
         * Brings a run to its next stop; starts it if there is none of this id.
         *
         * @param id the run's id
         * @param state gives what a new run starts with; not called if the run exists
         * @param input gives what the first step takes
         * @return where the run came to rest
         */
        Outcome run(String id, Supplier<? extends LoopAgent.Work> state,
                Supplier<? extends LoopAgent.Goal> input) {
            return Definition.outcome(client.run(id, state, input));
        }

        /**
         * Brings an existing run to its next stop.
         *
         * @param id the run's id
         * @return where the run came to rest
         */
        Outcome resume(String id) {
            return Definition.outcome(client.resume(id));
        }

        /**
         * Enters the step that failed once more, with new attempts.
         *
         * @param id the run's id
         * @return where the run came to rest
         */
        Outcome retry(String id) {
            return Definition.outcome(client.retry(id));
        }

        /**
         * Answers {@code askPermission} and brings the run to its next stop.
         *
         * @param asked the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(Outcome.AskPermission asked, LoopAgent.Verdict answer) {
            return Definition.outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission} and brings the run to its next stop.
         *
         * @param ticket the ticket of the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(Ticket ticket, LoopAgent.Verdict answer) {
            return Definition.outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code askPermission} and brings the run to its next stop.
         *
         * @param asked the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(Outcome.AskPermission asked, LoopAgent.Deny answer) {
            return Definition.outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission} and brings the run to its next stop.
         *
         * @param ticket the ticket of the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(Ticket ticket, LoopAgent.Deny answer) {
            return Definition.outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code show} and brings the run to its next stop.
         *
         * @param asked the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome show(Outcome.Show asked, LoopAgent.Event answer) {
            return Definition.outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code show} and brings the run to its next stop.
         *
         * @param ticket the ticket of the question
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome show(Ticket ticket, LoopAgent.Event answer) {
            return Definition.outcome(client.answer(ticket, answer));
        }

        /**
         * Answers a question in JSON and brings the run to its next stop.
         *
         * @param ticketId the text of the ticket
         * @param json the answer; of several kinds, {@code @type} tells which, or {@code ["Kind", value]}
         * @return where the run came to rest
         */
        Outcome answer(String ticketId, String json) {
            return Definition.outcome(client.answer(ticketId, json));
        }

        /**
         * Looks where a run is, executing nothing.
         *
         * @param id the run's id
         * @return where it came to rest; empty while it is being executed or was cut off
         */
        Optional<Outcome> outcome(String id) {
            return Optional.ofNullable(client.outcome(id)).map(Definition::outcome);
        }

        /**
         * Changes the mode of a run; if it is parked, it goes on at its next {@code run} or {@code resume}.
         *
         * @param id the run's id
         * @param mode its mode from the next step on
         * @param by who changes it
         */
        void mode(String id, PermissionMode mode, String by) {
            client.mode(id, mode, by);
        }

        /**
         * Cancels a run that has not ended.
         *
         * @param id the run's id
         * @param by who cancels it
         */
        void cancel(String id, String by) {
            client.cancel(id, by);
        }

        /**
         * Removes a run that has ended, and all that belongs to it.
         *
         * @param id the run's id
         * @return whether there was one
         */
        boolean delete(String id) {
            return client.delete(id);
        }
    }

    /**
     * One run of {@code LoopAgent} without store and threads: each call runs to the next stop.
     */
    @Generated
    static final class Machine {
        private final SyncMachine<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep> machine;

        private Machine(
                SyncMachine<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep> machine) {
            this.machine = machine;
        }

        /**
         * Starts the run.
         *
         * @param state what it starts with
         * @param input what the first step takes
         * @return where the run came to rest
         */
        Outcome start(LoopAgent.Work state, LoopAgent.Goal input) {
            return Definition.outcome(machine.start(state, input));
        }

        /**
         * Answers {@code askPermission}.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(LoopAgent.Verdict answer) {
            return Definition.outcome(machine.answer(LoopAgentStep.ASK_PERMISSION, answer));
        }

        /**
         * Answers {@code askPermission}.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome askPermission(LoopAgent.Deny answer) {
            return Definition.outcome(machine.answer(LoopAgentStep.ASK_PERMISSION, answer));
        }

        /**
         * Answers {@code show}.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome show(LoopAgent.Event answer) {
            return Definition.outcome(machine.answer(LoopAgentStep.SHOW, answer));
        }

        /**
         * Tells whether the question that waits accepts such an answer.
         *
         * @param answer the answer
         * @return false if it does not, or if none waits
         */
        boolean accepts(Object answer) {
            return machine.accepts(answer);
        }

        /**
         * Answers the question that waits.
         *
         * @param answer the answer
         * @return where the run came to rest
         */
        Outcome answer(Object answer) {
            return Definition.outcome(machine.answer(answer));
        }

        /**
         * Lets the question that waits expire.
         *
         * @return where the run came to rest
         */
        Outcome expire() {
            return Definition.outcome(machine.expire());
        }

        /**
         * Changes the mode and, if the run is parked, goes on.
         *
         * @param mode the mode from the next step on
         * @return where the run came to rest
         */
        Outcome mode(PermissionMode mode) {
            return Definition.outcome(machine.mode(mode));
        }

        /**
         * Looks where the run rests.
         *
         * @return where the run came to rest
         */
        Outcome outcome() {
            return Definition.outcome(machine.stop());
        }

        /**
         * Writes the whole run, to be restored between any two calls.
         *
         * @return the text that {@code machine} takes
         */
        String snapshot() {
            return machine.snapshot();
        }
    }

    @Generated
    private static final class Definition implements Graph<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep> {
        static final Definition INSTANCE = new Definition();

        private static final Transition<LoopAgentStep, LoopAgent.Work>[] GO = new Transition[LoopAgentStep.values().length];

        static final Transition<LoopAgentStep, LoopAgent.Work> END = Transition.end();

        static {
            for (LoopAgentStep step : LoopAgentStep.values()) {
                GO[step.ordinal()] = Transition.go(step);
            }
        }

        private final GraphSpec<LoopAgentStep> spec;

        private Definition() {
            GraphSpec.Builder<LoopAgentStep> graph = GraphSpec.builder("loop", "fa6987ad8bf4daa9", ValueType.of(LoopAgent.Work.class), ValueType.of(LoopAgent.Report.class));
            graph.signal(ValueType.of(LoopAgent.Token.class));
            graph.step(LoopAgentStep.PLAN, "plan")
                    .to(LoopAgentStep.CALL_MODEL)
                    .takes(ValueType.of(LoopAgent.Goal.class));
            graph.step(LoopAgentStep.CALL_MODEL, "callModel")
                    .to(LoopAgentStep.ASK_PERMISSION, LoopAgentStep.SHOW, LoopAgentStep.CALL_MODEL)
                    .toEnd()
                    .timeout(120000L)
                    .retry(4, 200L, 1.5, 30000L, 0.0, IOException.class)
                    .onFailure(LoopAgentStep.GIVE_UP)
                    .maxVisits(20, LoopAgentStep.STOP_HERE);
            graph.interrupt(LoopAgentStep.ASK_PERMISSION, "askPermission", ValueType.of(LoopAgent.Plea.class))
                    .answeredBy(ValueType.of(LoopAgent.Verdict.class), ValueType.of(LoopAgent.Deny.class))
                    .expires(86400000L)
                    .to(LoopAgentStep.RUN_TOOLS, LoopAgentStep.TELL, LoopAgentStep.TOO_LATE)
                    .takes(ValueType.of(LoopAgent.ToolCalls.class));
            graph.interrupt(LoopAgentStep.SHOW, "show", ValueType.of(LoopAgent.Reply.class))
                    .answeredBy(ValueType.of(LoopAgent.Event.class))
                    .to(LoopAgentStep.TAKE)
                    .takes(ValueType.of(LoopAgent.Reply.class));
            graph.step(LoopAgentStep.RUN_TOOLS, "runTools")
                    .to(LoopAgentStep.CALL_MODEL)
                    .takes(ValueType.of(LoopAgent.Verdict.class))
                    .requires(PermissionMode.ACCEPT_EDITS)
                    .gatedBy(LoopAgentStep.ASK_PERMISSION, LoopAgent.Verdict.class)
                    .formerly("tools", "useTools");
            graph.step(LoopAgentStep.TELL, "tell")
                    .to(LoopAgentStep.SHOW)
                    .takes(ValueType.of(LoopAgent.Deny.class));
            graph.step(LoopAgentStep.TAKE, "take")
                    .to(LoopAgentStep.CALL_MODEL)
                    .takes(ValueType.of(LoopAgent.Event.class));
            graph.step(LoopAgentStep.TOO_LATE, "tooLate")
                    .to(LoopAgentStep.STOP_HERE)
                    .takes(ValueType.of(Expired.class));
            graph.step(LoopAgentStep.GIVE_UP, "giveUp")
                    .toEnd()
                    .takes(ValueType.of(StepFailure.class));
            graph.step(LoopAgentStep.STOP_HERE, "stopHere")
                    .toEnd();
            spec = graph.build(LoopAgentStep.PLAN);
        }

        static Transition<LoopAgentStep, LoopAgent.Work> go(LoopAgentStep step) {
            return GO[step.ordinal()];
        }

        @Override
        public GraphSpec<LoopAgentStep> spec() {
            return spec;
        }

        @Override
        public Transition<LoopAgentStep, LoopAgent.Work> enter(LoopAgent agent, LoopAgentStep step,
                LoopAgent.Work state, Object input, StepContext<LoopAgent.Token> context) throws
                Exception {
            return switch (step) {
                case PLAN -> Transition.goWith(LoopAgentStep.CALL_MODEL, agent.plan(state, (LoopAgent.Goal) input, context));
                case CALL_MODEL -> chosen(agent.callModel(state, context));
                case ASK_PERMISSION -> Transition.ask(agent.askPermission(state, (LoopAgent.ToolCalls) input));
                case SHOW -> Transition.ask(agent.show(state, (LoopAgent.Reply) input));
                case RUN_TOOLS -> {
                    agent.runTools(state, (LoopAgent.Verdict) input);
                    yield go(LoopAgentStep.CALL_MODEL);
                }
                case TELL -> Transition.go(LoopAgentStep.SHOW, agent.tell(state, (LoopAgent.Deny) input));
                case TAKE -> {
                    agent.take(state, (LoopAgent.Event) input);
                    yield go(LoopAgentStep.CALL_MODEL);
                }
                case TOO_LATE -> {
                    agent.tooLate(state, (Expired) input);
                    yield go(LoopAgentStep.STOP_HERE);
                }
                case GIVE_UP -> Transition.end(agent.giveUp(state, (StepFailure) input));
                case STOP_HERE -> Transition.end(agent.stopHere(state));
            };
        }

        private static Transition<LoopAgentStep, LoopAgent.Work> chosen(Chosen next) {
            return Transition.chosen(next == null ? null : next.transition);
        }

        @Override
        public LoopAgentStep route(LoopAgentStep interrupt, Object answer) {
            return switch (interrupt) {
                case ASK_PERMISSION ->
                        answer instanceof LoopAgent.Verdict ? LoopAgentStep.RUN_TOOLS :
                        answer instanceof LoopAgent.Deny ? LoopAgentStep.TELL :
                        answer instanceof Expired ? LoopAgentStep.TOO_LATE :
                        null;
                case SHOW ->
                        answer instanceof LoopAgent.Message
                        || answer instanceof LoopAgent.Stop ? LoopAgentStep.TAKE :
                        null;
                case PLAN, CALL_MODEL, RUN_TOOLS, TELL, TAKE, TOO_LATE, GIVE_UP, STOP_HERE -> null;
            };
        }

        static Outcome outcome(Stop<LoopAgentStep> stop) {
            if (stop instanceof Stop.Completed<LoopAgentStep> it) {
                return new Outcome.Completed((LoopAgent.Report) it.result());
            }
            if (stop instanceof Stop.Failed<LoopAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause());
            }
            if (stop instanceof Stop.Cancelled<LoopAgentStep> it) {
                return new Outcome.Cancelled(it.by());
            }
            if (stop instanceof Stop.Parked<LoopAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required());
            }
            if (stop instanceof Stop.Asked<LoopAgentStep> it) {
                return switch (it.interrupt()) {
                    case ASK_PERMISSION -> new Outcome.AskPermission(it.ticket(), (LoopAgent.Plea) it.question());
                    case SHOW -> new Outcome.Show(it.ticket(), (LoopAgent.Reply) it.question());
                    default -> throw new IllegalStateException(stop.toString());
                };
            }
            throw new IllegalStateException(stop.toString());
        }
    }
}
