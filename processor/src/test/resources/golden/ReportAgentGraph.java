package report;

import io.stepgraph.Generated;
import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Answered;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.StartOptions;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.client.AgentGraph;
import io.stepgraph.runtime.client.AgentOutcome;
import io.stepgraph.runtime.client.AgentRuns;
import io.stepgraph.runtime.client.CalledOutcome;
import io.stepgraph.runtime.client.GraphDefinition;
import io.stepgraph.runtime.client.MachineClient;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.client.RunsFromState;
import io.stepgraph.runtime.client.WaitingChild;
import io.stepgraph.runtime.graph.CalledAgent;
import io.stepgraph.runtime.graph.GraphSpec;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Runs {@code ReportAgent}. Start with {@link #of}.
 */
@SuppressWarnings({"all", "cast", "deprecation", "exports", "overloads", "rawtypes", "removal", "unchecked"})
@Generated
public final class ReportAgentGraph extends AgentGraph<ReportAgent, ReportAgent.Report, Void, ReportAgentStep, ReportAgentGraph.Runs, Void> {
    private ReportAgentGraph(ReportAgent agent) {
        super(Definition.INSTANCE, agent);
    }

    /**
     * Takes the one agent object that serves all runs.
     */
    public static ReportAgentGraph of(ReportAgent agent) {
        return new ReportAgentGraph(agent);
    }

    /**
     * Returns the graph, for generated code of agents that call this one.
     */
    public static GraphDefinition<ReportAgent, ReportAgent.Report, Void, ReportAgentStep, Outcome> definition(
            ) {
        return Definition.INSTANCE;
    }

    /**
     * Gives the runs that calls have started their types, for generated code.
     */
    public static Children children(RunClient<ReportAgent.Report, ReportAgentStep> client) {
        return new Children(client);
    }

    @Override
    protected Runs runs(RunClient<ReportAgent.Report, ReportAgentStep> client) {
        return new Runs(client);
    }

    @Override
    protected Void machine(MachineClient<ReportAgent.Report, ReportAgentStep> client) {
        throw new IllegalStateException("ReportAgent calls other agents, so it has no machine: run it on a Runner, with a MemoryStore in tests.");
    }

    /**
     * How a run of {@code ReportAgent} paused or ended.
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
            if (this instanceof CalledOutcome) {
                return "called";
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
            if (this instanceof Verify it) {
                return cases.verify(it);
            }
            if (this instanceof Gather it) {
                return cases.gather(it);
            }
            return cases.summarise((Summarise) this);
        }

        /**
         * The run has completed. {@code effectsInDoubt} names effects that may have been performed or not.
         */
        @Generated
        record Completed(ReportAgent.Report result,
                List<String> effectsInDoubt) implements Outcome {
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
        record Parked(ReportAgentStep step, String reason, PermissionMode required,
                PermissionMode mode, PermissionMode maxMode) implements Outcome {
        }

        /**
         * The run waits for the agents of {@code verify}.
         */
        @Generated
        record Verify(String run,
                IdentityGraph.Outcome identity) implements Outcome, CalledOutcome {
            @Override
            public String step() {
                return "verify";
            }
        }

        /**
         * The run waits for the agents of {@code gather}. An agent is null while it works.
         */
        @Generated
        record Gather(ResearcherGraph.Outcome researcher,
                FactCheckerGraph.Outcome checker) implements Outcome, CalledOutcome {
            @Override
            public String step() {
                return "gather";
            }
        }

        /**
         * The run waits for the agents of {@code summarise}. {@code waiting} are the first hundred that wait or have failed.
         */
        @Generated
        record Summarise(int size, int ended,
                List<WaitingChild<SummariserGraph.Outcome>> waiting) implements Outcome, CalledOutcome {
            @Override
            public String step() {
                return "summarise";
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
             * The run waits for the agents of {@code verify}.
             */
            R verify(Verify outcome);

            /**
             * The run waits for the agents of {@code gather}.
             */
            R gather(Gather outcome);

            /**
             * The run waits for the agents of {@code summarise}.
             */
            R summarise(Summarise outcome);
        }
    }

    /**
     * What {@code gather} returns.
     */
    @Generated
    public static record GatherStarts(Topic researcher, FactChecker.Claim checker) {
    }

    /**
     * The results of {@code gather}.
     */
    @Generated
    public static record GatherResults(String researcher, FactChecker.Claim checker) {
    }

    /**
     * The runs of {@code ReportAgent} on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Runs extends RunsFromState<ReportAgent.Report, ReportAgentStep, Outcome> {
        private Runs(RunClient<ReportAgent.Report, ReportAgentStep> client) {
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
         * Returns the runs of {@code identity} that calls have started.
         */
        public IdentityGraph.Children identity() {
            return IdentityGraph.children((RunClient<Identity.Person, IdentityStep>) client.called("identity"));
        }

        /**
         * Returns the runs of {@code researcher} that calls have started.
         */
        public ResearcherGraph.Children researcher() {
            return ResearcherGraph.children((RunClient<Topic, ResearcherStep>) client.called("researcher"));
        }

        /**
         * Returns the runs of {@code checker} that calls have started.
         */
        public FactCheckerGraph.Children checker() {
            return FactCheckerGraph.children((RunClient<FactChecker.Claim, FactCheckerStep>) client.called("checker"));
        }

        /**
         * Returns the runs of {@code summariser} that calls have started.
         */
        public SummariserGraph.Children summariser() {
            return SummariserGraph.children((RunClient<Summariser.Work, SummariserStep>) client.called("summariser"));
        }
    }

    /**
     * The runs of {@code ReportAgent} that calls have started, on one engine. Safe for use by many threads.
     */
    @Generated
    public static final class Children extends AgentRuns<ReportAgent.Report, ReportAgentStep, Outcome> {
        private Children(RunClient<ReportAgent.Report, ReportAgentStep> client) {
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
         * Returns the runs of {@code identity} that calls have started.
         */
        public IdentityGraph.Children identity() {
            return IdentityGraph.children((RunClient<Identity.Person, IdentityStep>) client.called("identity"));
        }

        /**
         * Returns the runs of {@code researcher} that calls have started.
         */
        public ResearcherGraph.Children researcher() {
            return ResearcherGraph.children((RunClient<Topic, ResearcherStep>) client.called("researcher"));
        }

        /**
         * Returns the runs of {@code checker} that calls have started.
         */
        public FactCheckerGraph.Children checker() {
            return FactCheckerGraph.children((RunClient<FactChecker.Claim, FactCheckerStep>) client.called("checker"));
        }

        /**
         * Returns the runs of {@code summariser} that calls have started.
         */
        public SummariserGraph.Children summariser() {
            return SummariserGraph.children((RunClient<Summariser.Work, SummariserStep>) client.called("summariser"));
        }
    }

    @Generated
    private static final class Definition extends GraphDefinition<ReportAgent, ReportAgent.Report, Void, ReportAgentStep, Outcome> {
        static final Definition INSTANCE = new Definition();

        private Definition() {
            super(declared());
        }

        private static GraphSpec<ReportAgentStep> declared() {
            GraphSpec.Builder<ReportAgentStep> graph = GraphSpec.builder(
                    "report", "1b84eff9f2298576", ValueType.of(ReportAgent.Report.class), ValueType.of(ReportAgent.Report.class));
            graph.step(ReportAgentStep.VERIFY, "verify")
                    .calls(false, 1000, new CalledAgent<>("identity", IdentityGraph.definition(), it -> ((ReportAgent) it).identity(), start -> (Identity.Person) start, start -> null))
                    .callMode(PermissionMode.PLAN)
                    .to(ReportAgentStep.GATHER, ReportAgentStep.REFUSE);
            graph.step(ReportAgentStep.GATHER, "gather")
                    .calls(false, 1000, new CalledAgent<>("researcher", ResearcherGraph.definition(), it -> ((ReportAgent) it).researcher(), start -> (Topic) start, start -> null), new CalledAgent<>("checker", FactCheckerGraph.definition(), it -> ((ReportAgent) it).checker(), start -> (FactChecker.Claim) start, start -> null))
                    .callTimeout(1800000L /* 30m */)
                    .to(ReportAgentStep.WRITE)
                    .takes(ValueType.of(Identity.Verified.class))
                    .gatedBy(ReportAgentStep.VERIFY, Identity.Verified.class)
                    .onFailure(ReportAgentStep.APOLOGISE);
            graph.step(ReportAgentStep.WRITE, "write")
                    .to(ReportAgentStep.SUMMARISE)
                    .takes(ValueType.of(GatherResults.class));
            graph.step(ReportAgentStep.SUMMARISE, "summarise")
                    .calls(true, 500, new CalledAgent<>("summariser", SummariserGraph.definition(), it -> ((ReportAgent) it).summariser(), start -> ((SummariserGraph.Start) start).state(), start -> ((SummariserGraph.Start) start).input()))
                    .takesEnds()
                    .to(ReportAgentStep.COLLECT);
            graph.step(ReportAgentStep.COLLECT, "collect")
                    .toEnd()
                    .takes(ValueType.of(List.class, ValueType.of(Ended.class, ValueType.of(List.class, ValueType.of(String.class)))));
            graph.step(ReportAgentStep.REFUSE, "refuse")
                    .toEnd()
                    .takes(ValueType.of(Identity.Unverified.class));
            graph.step(ReportAgentStep.APOLOGISE, "apologise")
                    .toEnd()
                    .takes(ValueType.of(StepFailure.class, ValueType.of(Object.class)));
            return graph.build(ReportAgentStep.VERIFY);
        }

        @Override
        public Transition<ReportAgentStep, ReportAgent.Report> enter(ReportAgent agent,
                ReportAgentStep step, ReportAgent.Report state, Object input,
                Answered<?, ?> answered, StepContext<Void> context) throws Exception {
            return switch (step) {
                case VERIFY -> call(ReportAgentStep.VERIFY, Collections.singletonList(agent.verify(state)));
                case GATHER -> {
                    GatherStarts starts = agent.gather(state, (Identity.Verified) input);
                    yield call(ReportAgentStep.GATHER, starts == null ? null : Arrays.asList(starts.researcher(), starts.checker()));
                }
                case WRITE -> {
                    agent.write(state, (GatherResults) input);
                    yield go(ReportAgentStep.SUMMARISE);
                }
                case SUMMARISE -> call(ReportAgentStep.SUMMARISE, agent.summarise(state));
                case COLLECT -> {
                    agent.collect(state, (List<Ended<List<String>>>) input);
                    yield end();
                }
                case REFUSE -> {
                    agent.refuse(state, (Identity.Unverified) input);
                    yield end();
                }
                case APOLOGISE -> {
                    agent.apologise(state, (StepFailure<?>) input);
                    yield end();
                }
            };
        }

        @Override
        public ReportAgentStep route(ReportAgentStep interrupt, Object answer) {
            return switch (interrupt) {
                case VERIFY ->
                    answer instanceof Identity.Verified ? ReportAgentStep.GATHER :
                    answer instanceof Identity.Unverified ? ReportAgentStep.REFUSE :
                    null;
                default -> null;
            };
        }

        @Override
        public Transition<ReportAgentStep, ReportAgent.Report> join(ReportAgentStep call,
                List<Ended<?>> ends) {
            return switch (call) {
                case VERIFY -> routed(call, ends);
                case GATHER -> go(ReportAgentStep.WRITE, new GatherResults((String) result(ends, 0), (FactChecker.Claim) result(ends, 1)));
                case SUMMARISE -> go(ReportAgentStep.COLLECT, ends);
                default -> throw new IllegalStateException(call.toString());
            };
        }

        @Override
        public Outcome outcome(RunOutcome<ReportAgentStep> outcome) {
            if (outcome instanceof RunOutcome.Called<ReportAgentStep> it) {
                return called(it);
            }
            if (outcome instanceof RunOutcome.Completed<ReportAgentStep> it) {
                return new Outcome.Completed((ReportAgent.Report) it.result(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Failed<ReportAgentStep> it) {
                return new Outcome.Failed(it.failure(), it.cause(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Cancelled<ReportAgentStep> it) {
                return new Outcome.Cancelled(it.by(), it.effectsInDoubt());
            }
            if (outcome instanceof RunOutcome.Parked<ReportAgentStep> it) {
                return new Outcome.Parked(it.step(), it.reason(), it.required(), it.mode(), it.maxMode());
            }
            throw new IllegalStateException(outcome.toString());
        }

        private static Outcome called(RunOutcome.Called<ReportAgentStep> it) {
            return switch (it.call()) {
                case VERIFY -> new Outcome.Verify(it.children().get(0).run(), called(it, 0, IdentityGraph.definition()));
                case GATHER -> new Outcome.Gather(called(it, 0, ResearcherGraph.definition()), called(it, 1, FactCheckerGraph.definition()));
                case SUMMARISE -> new Outcome.Summarise(it.size(), it.ended(), waiting(it, SummariserGraph.definition()));
                default -> throw new IllegalStateException(it.toString());
            };
        }
    }
}
