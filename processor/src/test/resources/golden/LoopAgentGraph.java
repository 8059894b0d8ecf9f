package loop;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Expired;
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
import io.stepgraph.runtime.client.RunsFromInput;
import io.stepgraph.runtime.event.OutcomeStream;
import io.stepgraph.runtime.graph.Choice;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.io.IOException;
import java.util.List;

/**
 * Runs {@code LoopAgent}. Start with {@link #of}.
 */
@SuppressWarnings({"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"})
@Generated
final class LoopAgentGraph extends AgentGraph<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep, LoopAgentGraph.Runs.Unnamed, LoopAgentGraph.Machine.Unnamed> {
    private LoopAgentGraph(LoopAgent agent) {
        super(Definition.INSTANCE, agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     */
    static LoopAgentGraph of(LoopAgent agent) {
        return new LoopAgentGraph(agent);
    }

    /**
     * Returns the graph, for generated code of agents that call this one.
     */
    static GraphDefinition<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep, Outcome> definition(
            ) {
        return Definition.INSTANCE;
    }

    /**
     * Gives the runs that calls have started their types, for generated code.
     */
    static Children children(RunClient<LoopAgent.Work, LoopAgentStep> client) {
        return new Children(client);
    }

    @Override
    protected Runs.Unnamed runs(RunClient<LoopAgent.Work, LoopAgentStep> client) {
        return new Runs.Unnamed(client);
    }

    @Override
    protected Machine.Unnamed machine(MachineClient<LoopAgent.Work, LoopAgentStep> client) {
        return new Machine.Unnamed(client);
    }

    /**
     * Where {@code callModel} can go.
     */
    @Generated
    static final class CallModelNext extends Choice<LoopAgentStep, LoopAgent.Work> {
        private static final CallModelNext TO_CALL_MODEL = new CallModelNext(Definition.INSTANCE.go(LoopAgentStep.CALL_MODEL));

        private CallModelNext(Transition<LoopAgentStep, LoopAgent.Work> transition) {
            super(transition);
        }

        /**
         * Goes to {@code askPermission}.
         */
        static CallModelNext askPermission(LoopAgent.ToolCalls calls) {
            return new CallModelNext(Definition.INSTANCE.go(LoopAgentStep.ASK_PERMISSION, calls));
        }

        /**
         * Goes to {@code show}.
         */
        static CallModelNext show(LoopAgent.Reply reply) {
            return new CallModelNext(Definition.INSTANCE.go(LoopAgentStep.SHOW, reply));
        }

        /**
         * {@return to go to {@code callModel}}
         */
        static CallModelNext callModel() {
            return TO_CALL_MODEL;
        }

        /**
         * Ends the run.
         */
        static CallModelNext end(LoopAgent.Report result) {
            return new CallModelNext(Definition.INSTANCE.end(result));
        }

        /**
         * The same choice, with a new state.
         */
        CallModelNext with(LoopAgent.Work state) {
            return new CallModelNext(with(this, state));
        }
    }

    /**
     * How a run of {@code LoopAgent} paused or ended.
     */
    @Generated
    sealed interface Outcome extends AgentOutcome {
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
            if (this instanceof AskPermission it) {
                return cases.askPermission(it);
            }
            return cases.show((Show) this);
        }

        /**
         * The run has completed. {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Completed(LoopAgent.Report result, List<String> effectsInDoubt) implements Outcome {
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
        record Parked(LoopAgentStep step, String reason, PermissionMode required,
                PermissionMode mode, PermissionMode maxMode) implements Outcome {
        }

        /**
         * The run waits for the answer to {@code askPermission}, at most 24h.
         */
        @Generated
        record AskPermission(Ticket ticket, LoopAgent.Plea question) implements Pending {
        }

        /**
         * The run waits for the answer to {@code show}.
         */
        @Generated
        record Show(Ticket ticket, LoopAgent.Reply question) implements Pending {
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
            LoopAgent.Shown question();
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
             * The run waits for the answer to {@code askPermission}, at most 24h.
             */
            R askPermission(AskPermission outcome);

            /**
             * The run waits for the answer to {@code show}.
             */
            R show(Show outcome);
        }
    }

    /**
     * What a call of {@code LoopAgent} returns: the state and the input of its first step.
     */
    @Generated
    static record Start(LoopAgent.Work state, LoopAgent.Goal input) {
    }

    /**
     * The runs of {@code LoopAgent} on one engine. Safe for use by many threads.
     */
    @Generated
    static final class Runs extends RunsFromInput<LoopAgent.Work, LoopAgent.Goal, LoopAgentStep, Outcome> {
        private Runs(RunClient<LoopAgent.Work, LoopAgentStep> client) {
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
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Outcome.AskPermission asked, LoopAgent.Verdict answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Outcome.AskPermission asked,
                LoopAgent.Verdict answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Outcome.AskPermission asked, LoopAgent.Verdict answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            client.submit(ticket, answer);
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Outcome.AskPermission asked, LoopAgent.Deny answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Outcome.AskPermission asked,
                LoopAgent.Deny answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Outcome.AskPermission asked, LoopAgent.Deny answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            client.submit(ticket, answer);
        }

        /**
         * Answers {@code show}.
         */
        Outcome answerShow(Outcome.Show asked, LoopAgent.Event answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code show}.
         */
        Outcome answerShow(Ticket ticket, LoopAgent.Event answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code show}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamShow(Outcome.Show asked, LoopAgent.Event answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code show}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamShow(Ticket ticket, LoopAgent.Event answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code show}, and executes nothing.
         */
        void submitShow(Outcome.Show asked, LoopAgent.Event answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code show}, and executes nothing.
         */
        void submitShow(Ticket ticket, LoopAgent.Event answer) {
            client.submit(ticket, answer);
        }

        /**
         * The client before its caller has a name. Who may answer a run of {@code LoopAgent} depends on who has
         * started it, so nobody starts or answers without a name. The methods that need none are behind
         * {@code as}, too: one type has them all.
         */
        @Generated
        static final class Unnamed {
            private final RunClient<LoopAgent.Work, LoopAgentStep> client;

            private Unnamed(RunClient<LoopAgent.Work, LoopAgentStep> client) {
                this.client = client;
            }

            /**
             * The same in the name of this actor.
             */
            Runs as(Actor actor) {
                return new Runs(client.as(actor));
            }
        }
    }

    /**
     * The runs of {@code LoopAgent} that calls have started, on one engine. Safe for use by many threads.
     */
    @Generated
    static final class Children extends AgentRuns<LoopAgent.Work, LoopAgentStep, Outcome> {
        private Children(RunClient<LoopAgent.Work, LoopAgentStep> client) {
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
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Outcome.AskPermission asked, LoopAgent.Verdict answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Outcome.AskPermission asked,
                LoopAgent.Verdict answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Outcome.AskPermission asked, LoopAgent.Verdict answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Ticket ticket, LoopAgent.Verdict answer) {
            client.submit(ticket, answer);
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Outcome.AskPermission asked, LoopAgent.Deny answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Outcome.AskPermission asked,
                LoopAgent.Deny answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code askPermission}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Outcome.AskPermission asked, LoopAgent.Deny answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code askPermission}, and executes nothing.
         */
        void submitAskPermission(Ticket ticket, LoopAgent.Deny answer) {
            client.submit(ticket, answer);
        }

        /**
         * Answers {@code show}.
         */
        Outcome answerShow(Outcome.Show asked, LoopAgent.Event answer) {
            return outcome(client.answer(asked.ticket(), answer));
        }

        /**
         * Answers {@code show}.
         */
        Outcome answerShow(Ticket ticket, LoopAgent.Event answer) {
            return outcome(client.answer(ticket, answer));
        }

        /**
         * Answers {@code show}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamShow(Outcome.Show asked, LoopAgent.Event answer) {
            return client.stream(asked.ticket(), answer, this::outcome);
        }

        /**
         * Answers {@code show}, executes the run in another thread, and streams its events.
         */
        OutcomeStream<Outcome> streamShow(Ticket ticket, LoopAgent.Event answer) {
            return client.stream(ticket, answer, this::outcome);
        }

        /**
         * Stores an answer to {@code show}, and executes nothing.
         */
        void submitShow(Outcome.Show asked, LoopAgent.Event answer) {
            client.submit(asked.ticket(), answer);
        }

        /**
         * Stores an answer to {@code show}, and executes nothing.
         */
        void submitShow(Ticket ticket, LoopAgent.Event answer) {
            client.submit(ticket, answer);
        }
    }

    /**
     * One run of {@code LoopAgent} without a store: each call executes it until it pauses or ends.
     */
    @Generated
    static final class Machine extends AgentMachine<LoopAgent.Work, LoopAgentStep, Outcome> {
        private Machine(MachineClient<LoopAgent.Work, LoopAgentStep> client) {
            super(Definition.INSTANCE, client);
        }

        @Override
        public Machine as(Actor actor) {
            return new Machine(client.as(actor));
        }

        /**
         * Starts the run with a state and the input of the first step.
         */
        Outcome start(LoopAgent.Work state, LoopAgent.Goal input) {
            return Definition.INSTANCE.outcome(client.start(state, input));
        }

        @Override
        public Outcome answer(Object answer) {
            return Definition.INSTANCE.outcome(client.answer(answer));
        }

        /**
         * The question that waits; throws {@code ILLEGAL_RUN_STATUS} if none does.
         */
        LoopAgent.Shown question() {
            return (LoopAgent.Shown) client.question();
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(LoopAgent.Verdict answer) {
            return Definition.INSTANCE.outcome(client.answer(LoopAgentStep.ASK_PERMISSION, answer));
        }

        /**
         * Answers {@code askPermission}.
         */
        Outcome answerAskPermission(LoopAgent.Deny answer) {
            return Definition.INSTANCE.outcome(client.answer(LoopAgentStep.ASK_PERMISSION, answer));
        }

        /**
         * Answers {@code show}.
         */
        Outcome answerShow(LoopAgent.Event answer) {
            return Definition.INSTANCE.outcome(client.answer(LoopAgentStep.SHOW, answer));
        }

        /**
         * The client before its caller has a name. Who may answer a run of {@code LoopAgent} depends on who has
         * started it, so nobody starts or answers without a name. The methods that need none are behind
         * {@code as}, too: one type has them all.
         */
        @Generated
        static final class Unnamed {
            private final MachineClient<LoopAgent.Work, LoopAgentStep> client;

            private Unnamed(MachineClient<LoopAgent.Work, LoopAgentStep> client) {
                this.client = client;
            }

            /**
             * The same in the name of this actor.
             */
            Machine as(Actor actor) {
                return new Machine(client.as(actor));
            }
        }
    }

    @Generated
    private static final class Definition extends GraphDefinition<LoopAgent, LoopAgent.Work, LoopAgent.Token, LoopAgentStep, Outcome> {
        static final Definition INSTANCE = new Definition();

        private Definition() {
            super(declared());
        }

        private static GraphSpec<LoopAgentStep> declared() {
            GraphSpec.Builder<LoopAgentStep> graph = GraphSpec.builder(
                    "loop", "c9f960f8f7605108", ValueType.of(LoopAgent.Work.class), ValueType.of(LoopAgent.Report.class));
            graph.customEvents(ValueType.of(LoopAgent.Token.class));
            graph.step(LoopAgentStep.PLAN, "plan")
                    .to(LoopAgentStep.CALL_MODEL)
                    .takes(ValueType.of(LoopAgent.Goal.class));
            graph.step(LoopAgentStep.CALL_MODEL, "callModel")
                    .to(LoopAgentStep.ASK_PERMISSION, LoopAgentStep.SHOW, LoopAgentStep.CALL_MODEL)
                    .toEnd()
                    .timeout(120000L, "2m")
                    .retry(4, 200L /* 200ms */, 1.5, 30000L /* 30s */, 0.0, IOException.class)
                    .onFailure(LoopAgentStep.GIVE_UP)
                    .maxVisits(20, LoopAgentStep.STOP_HERE);
            graph.interrupt(LoopAgentStep.ASK_PERMISSION, "askPermission", ValueType.of(LoopAgent.Plea.class))
                    .answeredBy(ValueType.of(LoopAgent.Verdict.class), ValueType.of(LoopAgent.Deny.class))
                    .action(LoopAgent.Plea.class, "calls", ValueType.of(List.class, ValueType.of(LoopAgent.Call.class)), whole -> whole.calls())
                    .expires(86400000L /* 24h */)
                    .answerers(StepSpec.Starter.NOT, List.of(), "operator", "policy")
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
                    .takes(ValueType.of(StepFailure.class, ValueType.of(Object.class)));
            graph.step(LoopAgentStep.STOP_HERE, "stopHere")
                    .toEnd();
            return graph.build(LoopAgentStep.PLAN);
        }

        @Override
        public Transition<LoopAgentStep, LoopAgent.Work> enter(LoopAgent agent, LoopAgentStep step,
                LoopAgent.Work state, Object input, Answered<?, ?> answered,
                StepContext<LoopAgent.Token> context) throws Exception {
            return switch (step) {
                case PLAN -> goWith(LoopAgentStep.CALL_MODEL, agent.plan(state, (LoopAgent.Goal) input, context));
                case CALL_MODEL -> chosen(agent.callModel(state, context));
                case ASK_PERMISSION -> ask(agent.askPermission(state, (LoopAgent.ToolCalls) input));
                case SHOW -> ask(agent.show(state, (LoopAgent.Reply) input));
                case RUN_TOOLS -> {
                    agent.runTools(state, (LoopAgent.Verdict) input);
                    yield go(LoopAgentStep.CALL_MODEL);
                }
                case TELL -> go(LoopAgentStep.SHOW, agent.tell(state, (LoopAgent.Deny) input));
                case TAKE -> {
                    agent.take(state, (LoopAgent.Event) input);
                    yield go(LoopAgentStep.CALL_MODEL);
                }
                case TOO_LATE -> {
                    agent.tooLate(state, (Expired) input);
                    yield go(LoopAgentStep.STOP_HERE);
                }
                case GIVE_UP -> end(agent.giveUp(state, (StepFailure<?>) input));
                case STOP_HERE -> end(agent.stopHere(state));
            };
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
                default -> null;
            };
        }

        @Override
        public Outcome outcome(RunOutcome<LoopAgentStep> outcome) {
            if (outcome instanceof RunOutcome.QuestionAsked<LoopAgentStep> it) {
                return pending(it);
            }
            if (outcome instanceof RunOutcome.Completed<LoopAgentStep> it) {
                return new Outcome.Completed((LoopAgent.Report) it.result(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Failed<LoopAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Cancelled<LoopAgentStep> it) {
                return new Outcome.Cancelled(it.by(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Parked<LoopAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required(), it.mode(), it.maxMode());
            }
            throw new IllegalStateException(outcome.toString());
        }

        private static Outcome pending(RunOutcome.QuestionAsked<LoopAgentStep> it) {
            return switch (it.interrupt()) {
                case ASK_PERMISSION -> new Outcome.AskPermission(it.ticket(), (LoopAgent.Plea) it.question());
                case SHOW -> new Outcome.Show(it.ticket(), (LoopAgent.Reply) it.question());
                default -> throw new IllegalStateException(it.toString());
            };
        }
    }
}
