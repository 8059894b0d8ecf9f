package mail;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Expired;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.AgentMachine;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.runtime.client.GraphDefinition;
import io.stepgraph.runtime.client.ListeningOutcome;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.client.RunsFromState;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.time.Instant;
import java.util.List;

/**
 * Runs {@code MailAgent}. Start with {@link #of}.
 */
@SuppressWarnings({"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"})
@Generated
public final class MailAgentGraph extends AgentGraph<MailAgent, MailAgent.Cluster, Void, MailAgentStep, MailAgentGraph.Runs, MailAgentGraph.Machine> {
    private MailAgentGraph(MailAgent agent) {
        super(Definition.INSTANCE, agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     */
    public static MailAgentGraph of(MailAgent agent) {
        return new MailAgentGraph(agent);
    }

    /**
     * Returns the graph, for generated code of agents that call this one.
     */
    public static GraphDefinition<MailAgent, MailAgent.Cluster, Void, MailAgentStep, Outcome> definition(
            ) {
        return Definition.INSTANCE;
    }

    /**
     * Gives the runs that calls have started their types, for generated code.
     */
    public static Children children(RunClient<MailAgent.Cluster, MailAgentStep> client) {
        return new Children(client);
    }

    @Override
    protected Runs runs(RunClient<MailAgent.Cluster, MailAgentStep> client) {
        return new Runs(client);
    }

    @Override
    protected Machine machine(MachineClient<MailAgent.Cluster, MailAgentStep> client) {
        return new Machine(client);
    }

    /**
     * How a run of {@code MailAgent} paused or ended.
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
            if (this instanceof ListeningOutcome) {
                return "listening";
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
            if (this instanceof Serve it) {
                return cases.serve(it);
            }
            return cases.rest((Rest) this);
        }

        /**
         * The run has completed. {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Completed(MailAgent.Cluster result, List<String> effectsInDoubt) implements Outcome {
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
        record Parked(MailAgentStep step, String reason, PermissionMode required,
                PermissionMode mode, PermissionMode maxMode) implements Outcome {
        }

        /**
         * The run waits for a message of {@code serve}, at most 10s.
         */
        @Generated
        record Serve(Instant until) implements Outcome, ListeningOutcome {
            @Override
            public String step() {
                return "serve";
            }
        }

        /**
         * The run waits for a message of {@code rest}.
         */
        @Generated
        record Rest(Instant until) implements Outcome, ListeningOutcome {
            @Override
            public String step() {
                return "rest";
            }
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
             * The run waits for a message of {@code serve}, at most 10s.
             */
            R serve(Serve outcome);

            /**
             * The run waits for a message of {@code rest}.
             */
            R rest(Rest outcome);
        }
    }

    /**
     * The runs of {@code MailAgent} on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Runs extends RunsFromState<MailAgent.Cluster, MailAgentStep, Outcome> {
        private Runs(RunClient<MailAgent.Cluster, MailAgentStep> client) {
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
         * Stores a message for {@code serve}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellServe("order-7", "message-1", message)}.
         */
        public void tellServe(String run, String id, MailAgent.Job message) {
            client.tell(run, MailAgentStep.SERVE, id, message);
        }

        /**
         * Stores a message for {@code serve}, executes the run, and returns the reply. The same message with
         * the same id again gets the same reply.
         */
        public MailAgent.Nodes askServe(String run, String id, MailAgent.Assign message) {
            return (MailAgent.Nodes) client.ask(run, MailAgentStep.SERVE, id, message);
        }

        /**
         * Stores a message for {@code rest}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellRest("order-7", "message-1", message)}.
         */
        public void tellRest(String run, String id, Boolean message) {
            client.tell(run, MailAgentStep.REST, id, message);
        }

        /**
         * Stores a message for {@code rest}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellRest("order-7", "message-1", message)}.
         */
        public void tellRest(String run, String id, MailAgent.ListAll message) {
            client.tell(run, MailAgentStep.REST, id, message);
        }

        /**
         * Stores a message for {@code rest}, executes the run, and returns the reply. The same message with
         * the same id again gets the same reply.
         */
        public List<MailAgent.Nodes> askRest(String run, String id, MailAgent.ListAll message) {
            return (List<MailAgent.Nodes>) client.ask(run, MailAgentStep.REST, id, message);
        }
    }

    /**
     * The runs of {@code MailAgent} that calls have started, on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Children extends AgentRuns<MailAgent.Cluster, MailAgentStep, Outcome> {
        private Children(RunClient<MailAgent.Cluster, MailAgentStep> client) {
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
         * Stores a message for {@code serve}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellServe("order-7", "message-1", message)}.
         */
        public void tellServe(String run, String id, MailAgent.Job message) {
            client.tell(run, MailAgentStep.SERVE, id, message);
        }

        /**
         * Stores a message for {@code serve}, executes the run, and returns the reply. The same message with
         * the same id again gets the same reply.
         */
        public MailAgent.Nodes askServe(String run, String id, MailAgent.Assign message) {
            return (MailAgent.Nodes) client.ask(run, MailAgentStep.SERVE, id, message);
        }

        /**
         * Stores a message for {@code rest}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellRest("order-7", "message-1", message)}.
         */
        public void tellRest(String run, String id, Boolean message) {
            client.tell(run, MailAgentStep.REST, id, message);
        }

        /**
         * Stores a message for {@code rest}, also before the run waits there, and executes nothing. The same
         * message with the same id again changes nothing:
         * {@code runs.tellRest("order-7", "message-1", message)}.
         */
        public void tellRest(String run, String id, MailAgent.ListAll message) {
            client.tell(run, MailAgentStep.REST, id, message);
        }

        /**
         * Stores a message for {@code rest}, executes the run, and returns the reply. The same message with
         * the same id again gets the same reply.
         */
        public List<MailAgent.Nodes> askRest(String run, String id, MailAgent.ListAll message) {
            return (List<MailAgent.Nodes>) client.ask(run, MailAgentStep.REST, id, message);
        }
    }

    /**
     * One run of {@code MailAgent} without a store: each call executes it until it pauses or ends.
     */
    @Generated
    public static final class Machine extends AgentMachine<MailAgent.Cluster, MailAgentStep, Outcome> {
        private Machine(MachineClient<MailAgent.Cluster, MailAgentStep> client) {
            super(Definition.INSTANCE, client);
        }

        @Override
        public Machine as(Actor actor) {
            return new Machine(client.as(actor));
        }

        /**
         * Starts the run with a state.
         */
        public Outcome start(MailAgent.Cluster state) {
            return Definition.INSTANCE.outcome(client.start(state, null));
        }

        @Override
        public Outcome answer(Object answer) {
            return Definition.INSTANCE.outcome(client.answer(answer));
        }

        /**
         * Gives a message to {@code serve}.
         */
        public Outcome tellServe(MailAgent.Job answer) {
            return Definition.INSTANCE.outcome(client.answer(MailAgentStep.SERVE, answer));
        }

        /**
         * Gives a message to {@code rest}.
         */
        public Outcome tellRest(Boolean answer) {
            return Definition.INSTANCE.outcome(client.answer(MailAgentStep.REST, answer));
        }

        /**
         * Gives a message to {@code rest}.
         */
        public Outcome tellRest(MailAgent.ListAll answer) {
            return Definition.INSTANCE.outcome(client.answer(MailAgentStep.REST, answer));
        }
    }

    @Generated
    private static final class Definition extends GraphDefinition<MailAgent, MailAgent.Cluster, Void, MailAgentStep, Outcome> {
        static final Definition INSTANCE = new Definition();

        private Definition() {
            super(declared());
        }

        private static GraphSpec<MailAgentStep> declared() {
            GraphSpec.Builder<MailAgentStep> graph = GraphSpec.builder(
                    "mail.MailAgent", "a2678cf03872f1ed", ValueType.of(MailAgent.Cluster.class), ValueType.of(MailAgent.Cluster.class));
            graph.step(MailAgentStep.SERVE, "serve")
                    .mailbox()
                    .replies(MailAgent.Assign.class, ValueType.of(MailAgent.Nodes.class))
                    .answeredBy(ValueType.of(MailAgent.Job.class))
                    .expires(10000L /* 10s */)
                    .to(MailAgentStep.ASSIGN, MailAgentStep.DRAIN, MailAgentStep.CHECK)
                    .formerly("work");
            graph.step(MailAgentStep.ASSIGN, "assign")
                    .to(MailAgentStep.SERVE)
                    .takes(ValueType.of(MailAgent.Assign.class));
            graph.step(MailAgentStep.CHECK, "check")
                    .to(MailAgentStep.SERVE)
                    .takes(ValueType.of(Expired.class));
            graph.step(MailAgentStep.DRAIN, "drain")
                    .to(MailAgentStep.REST)
                    .takes(ValueType.of(MailAgent.Drain.class));
            graph.step(MailAgentStep.REST, "rest")
                    .mailbox()
                    .replies(MailAgent.ListAll.class, ValueType.of(List.class, ValueType.of(MailAgent.Nodes.class)))
                    .answeredBy(ValueType.of(Boolean.class), ValueType.of(MailAgent.ListAll.class))
                    .answerers(StepSpec.Starter.AS_OTHERS, List.of(), "operator")
                    .to(MailAgentStep.WAKE, MailAgentStep.LIST, MailAgentStep.CLOSE);
            graph.step(MailAgentStep.WAKE, "wake")
                    .to(MailAgentStep.SERVE)
                    .takes(ValueType.of(Boolean.class));
            graph.step(MailAgentStep.LIST, "list")
                    .to(MailAgentStep.REST)
                    .takes(ValueType.of(MailAgent.ListAll.class));
            graph.step(MailAgentStep.CLOSE, "close")
                    .toEnd()
                    .takes(ValueType.of(Expired.class));
            return graph.build(MailAgentStep.SERVE);
        }

        @Override
        public Transition<MailAgentStep, MailAgent.Cluster> enter(MailAgent agent,
                MailAgentStep step, MailAgent.Cluster state, Object input, Answered<?, ?> answered,
                StepContext<Void> context) throws Exception {
            return switch (step) {
                case SERVE -> {
                    agent.serve(state);
                    yield Transition.listen();
                }
                case ASSIGN -> {
                    agent.assign(state, (MailAgent.Assign) input, context);
                    yield go(MailAgentStep.SERVE);
                }
                case CHECK -> {
                    agent.check(state, (Expired) input);
                    yield go(MailAgentStep.SERVE);
                }
                case DRAIN -> {
                    agent.drain(state, (MailAgent.Drain) input);
                    yield go(MailAgentStep.REST);
                }
                case REST -> {
                    agent.rest(state);
                    yield Transition.listen(agent.patience(state));
                }
                case WAKE -> {
                    agent.wake(state, (boolean) input);
                    yield go(MailAgentStep.SERVE);
                }
                case LIST -> {
                    agent.list(state, (MailAgent.ListAll) input, context);
                    yield go(MailAgentStep.REST);
                }
                case CLOSE -> {
                    agent.close(state, (Expired) input);
                    yield end();
                }
            };
        }

        @Override
        public MailAgentStep route(MailAgentStep interrupt, Object answer) {
            return switch (interrupt) {
                case SERVE ->
                    answer instanceof MailAgent.Assign ? MailAgentStep.ASSIGN :
                    answer instanceof MailAgent.Drain ? MailAgentStep.DRAIN :
                    answer instanceof Expired ? MailAgentStep.CHECK :
                    null;
                case REST ->
                    answer instanceof Boolean ? MailAgentStep.WAKE :
                    answer instanceof MailAgent.ListAll ? MailAgentStep.LIST :
                    answer instanceof Expired ? MailAgentStep.CLOSE :
                    null;
                default -> null;
            };
        }

        @Override
        public Outcome outcome(RunOutcome<MailAgentStep> outcome) {
            if (outcome instanceof RunOutcome.Listening<MailAgentStep> it) {
                return listening(it);
            }
            if (outcome instanceof RunOutcome.Completed<MailAgentStep> it) {
                return new Outcome.Completed((MailAgent.Cluster) it.result(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Failed<MailAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Cancelled<MailAgentStep> it) {
                return new Outcome.Cancelled(it.by(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Parked<MailAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required(), it.mode(), it.maxMode());
            }
            throw new IllegalStateException(outcome.toString());
        }

        private static Outcome listening(RunOutcome.Listening<MailAgentStep> it) {
            return switch (it.mailbox()) {
                case SERVE -> new Outcome.Serve(it.until());
                case REST -> new Outcome.Rest(it.until());
                default -> throw new IllegalStateException(it.toString());
            };
        }
    }
}
