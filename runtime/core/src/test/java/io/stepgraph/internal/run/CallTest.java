package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.GATED;
import static io.stepgraph.runtime.testing.Node.RESCUE;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static io.stepgraph.runtime.testing.Node.THIRD;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.RunInspector;
import io.stepgraph.engine.RunnerBuilder;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Ended;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.Json;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.StepBuilder;
import io.stepgraph.runtime.graph.StepEntry;
import io.stepgraph.runtime.graph.StepSpec;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.HookTransition;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Events;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Graphs.Decision;
import io.stepgraph.runtime.testing.Graphs.Rejected;
import io.stepgraph.runtime.testing.Hooks;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestAgent;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.NewRun;
import io.stepgraph.store.QueueRequest;
import io.stepgraph.store.Retention;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import io.stepgraph.store.StoredRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A call of a run: what its commit stores, and how the run goes on with the ends of the agents (C1 to C5, C12 to C14).
 */
@Tag("C1")
@Tag("C2")
@Tag("C4")
@Tag("C5")
@Tag("C12")
@Tag("C13")
@Tag("C14")
final class CallTest {
    @AutoClose
    private final Fixture fixture = new Fixture();

    private final List<String> keys = new ArrayList<>();

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph, UnaryOperator<RunnerBuilder> config) {
        return fixture.runs(graph, builder -> config.apply(builder.parallel(1)));
    }

    private RunClient<Notes, Node> runs(TestGraph<Notes> graph) {
        return runs(graph, builder -> builder);
    }

    private RunOutcome<Node> run(TestGraph<Notes> graph) {
        return runs(graph).run("one", Notes.of(), null);
    }

    private static TestGraph<Notes> agent(Function<Notes, Transition<Node, Notes>> work) {
        return TestGraph.of(Notes.class)
                .name("agent")
                .output(Decision.class)
                .step(FIRST, s -> s.toEnd().toFail(), (notes, input, context) -> work.apply(notes));
    }

    private static TestGraph<Notes> approving() {
        return agent(notes -> Transition.end(new Approved(notes.toString())));
    }

    /** An agent that waits for a person. */
    private static TestGraph<Notes> asking(Consumer<StepBuilder<Node>> question) {
        return TestGraph.of(Notes.class)
                .name("agent")
                .output(Decision.class)
                .start(ASK)
                .asks(ASK, s -> question.accept(s.to(SECOND).answeredBy(ValueType.of(Decision.class))), any -> SECOND)
                .step(
                        SECOND,
                        s -> s.toEnd().takes(ValueType.of(Decision.class)),
                        (notes, input, context) -> Transition.end(input));
    }

    private static TestGraph<Notes> asking() {
        return asking(question -> {});
    }

    /** Calls one agent, and continues as it has decided; a failure is rescued. */
    private static TestGraph<Notes> caller(TestGraph<Notes> agent, Consumer<StepBuilder<Node>> call) {
        return TestGraph.of(Notes.class)
                .name("caller")
                .calls(
                        FIRST,
                        s -> call.accept(s.to(GATED, THIRD).onFailure(RESCUE).calls(false, 1, agent.agent("agent"))),
                        (notes, input, context) -> Transition.call(List.of(Notes.of("start"))),
                        ends -> {
                            Object result = ((Ended.Completed<?>) ends.get(0)).result();
                            return Transition.go(result instanceof Approved ? GATED : THIRD, result);
                        })
                .step(
                        GATED,
                        s -> s.takes(ValueType.of(Approved.class))
                                .gatedBy(FIRST, Approved.class)
                                .toEnd(),
                        (notes, input, context) -> Transition.endWith(notes.add(input.toString())))
                .step(
                        THIRD,
                        s -> s.takes(ValueType.of(Rejected.class)).toEnd(),
                        (notes, input, context) -> Transition.endWith(notes.add(input.toString())))
                .step(RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    StepFailure<?> failure = (StepFailure<?>) input;
                    return Transition.endWith(notes.add(failure.code() + " " + failure.message()));
                });
    }

    private static TestGraph<Notes> caller(TestGraph<Notes> agent) {
        return caller(agent, call -> {});
    }

    /** Calls an agent for each element; the next step takes the ends. */
    private static TestGraph<Notes> list(TestGraph<Notes> agent, List<?> starts, Consumer<StepBuilder<Node>> call) {
        return TestGraph.of(Notes.class)
                .name("caller")
                .calls(
                        FIRST,
                        s -> call.accept(s.to(GATED).calls(true, 3, agent.agent("agent"))),
                        (notes, input, context) -> Transition.call(starts),
                        ends -> Transition.go(GATED, new ArrayList<>(ends)))
                .step(
                        GATED,
                        s -> s.takes(new ValueType(
                                        List.class,
                                        List.of(new ValueType(Ended.class, List.of(ValueType.of(Decision.class))))))
                                .gatedBy(FIRST)
                                .toEnd(),
                        (notes, input, context) -> Transition.endWith(notes.add(input.toString())));
    }

    private static TestGraph<Notes> list(TestGraph<Notes> agent, List<?> starts) {
        return list(agent, starts, StepBuilder::takesEnds);
    }

    private String failure(TestGraph<Notes> graph, ErrorCode code) {
        return Outcomes.failure(run(graph), code);
    }

    @Test
    void a_failed_agent_leads_to_the_failure_step_which_gets_its_code_and_message() {
        assertThat(Outcomes.completed(run(caller(agent(notes -> Transition.fail("no money"))))))
                .hasToString("[CHILD_FAILED Run 'one//first.1/agent', which 'first' has called, has failed with"
                        + " FAILED_BY_STEP: no money]");
        assertThat(Events.of(
                        RunEvent.StepFailed.class,
                        Events.of(runs(caller(approving())).events("one"))))
                .singleElement()
                .satisfies(event -> assertThat(event.next()).isEqualTo("rescue"));
    }

    @Test
    void the_log_of_an_agent_names_its_caller_and_who_has_started_that() {
        RunClient<Notes, Node> runs = runs(caller(approving())).as(Actor.named("Ann"));
        runs.run("one", Notes.of(), null);

        assertThat(Events.of(runs.called("agent").events("one//first.1/agent")))
                .startsWith(new RunEvent.Started("one//first.1/agent", "Ann", Map.of(), "one"));
    }

    @Test
    void a_cancelled_agent_fails_the_call_and_the_caller_without_a_failure_step() {
        TestGraph<Notes> graph = list(asking(), List.of(Notes.of(), Notes.of()), call -> {});
        RunClient<Notes, Node> runs = runs(graph);
        runs.run("one", Notes.of(), null);
        RunClient<?, ?> agents = runs.called("agent").as(Actor.named("Eve"));
        agents.cancel("one//first.1/agent.2");
        agents.cancel("one//first.1/agent.1");

        assertThat(Outcomes.failure(runs.resume("one"), ErrorCode.CHILD_FAILED))
                .isEqualTo("Run 'one//first.1/agent.1', which 'first' has called, was cancelled by Eve.");
    }

    @Test
    void a_step_that_takes_ends_gets_them_in_the_order_of_the_elements() {
        TestGraph<Notes> agent =
                agent(notes -> notes.count == 0 ? Transition.fail("why") : Transition.end(new Approved("a")));
        Notes good = Notes.of();
        good.count = 1;
        // A gate by completion stays closed.
        assertThrown(
                ErrorCode.GATE_BYPASSED,
                () -> run(list(agent, List.of(good, Notes.of()))),
                "without the result of call 'first'");

        assertThat(Outcomes.completed(runs(list(agent, List.of(good, good))).run("two", Notes.of(), null)))
                .hasToString("[[Completed[run=two//first.1/agent.1, result=Approved[by=a]],"
                        + " Completed[run=two//first.1/agent.2, result=Approved[by=a]]]]");
    }

    @Test
    void a_call_that_cannot_be_stored_fails_its_step_and_stores_nothing() {
        List<Notes> four = List.of(Notes.of(), Notes.of(), Notes.of(), Notes.of());
        assertThat(failure(list(approving(), four), ErrorCode.FAMILY_TOO_LARGE)).contains("4 elements", "3");
        RunClient<Notes, Node> small = runs(list(approving(), four.subList(0, 2)), b -> b.maxFamily(2));
        assertThat(Outcomes.failure(small.run("two", Notes.of(), null), ErrorCode.FAMILY_TOO_LARGE))
                .contains("3 runs");

        List<Notes> unstorable = List.of(Notes.of(), Notes.of("x".repeat(2_000)));
        RunClient<Notes, Node> narrow = runs(list(approving(), unstorable), b -> b.maxValueBytes(1_000));
        assertThat(Outcomes.failure(narrow.run("three", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE))
                .startsWith("The start of element 2 of 'first' cannot be stored.");

        taken("four//first.1/agent");
        assertThat(Outcomes.completed(runs(caller(approving())).run("four", Notes.of(), null))
                        .toString())
                .contains("START_CONFLICT", "four//first.1/agent");
        assertThat(fixture.stored("four").status()).isEqualTo(Status.COMPLETED);
    }

    /** Stores a run under the id of an agent. */
    private void taken(String id) {
        Json empty = Json.of("{}");
        fixture.memory
                .queue()
                .enqueue(
                        new NewRun(
                                new RunKey("default", id),
                                "other",
                                "print",
                                PermissionMode.DEFAULT,
                                empty,
                                Retention.KEEP_OUTCOME,
                                null,
                                false,
                                new StepEntry("first", null, 1, 1, 0, 1, null),
                                empty,
                                null,
                                List.of(),
                                null,
                                Map.of()),
                        new QueueRequest(null, null, null));
    }

    @Test
    void results_above_the_limit_fail_the_call() {
        TestGraph<Notes> agent = agent(notes -> Transition.end(new Approved("x".repeat(600))));
        RunClient<Notes, Node> runs = runs(list(agent, List.of(Notes.of(), Notes.of())), b -> b.maxValueBytes(1_000));
        assertThat(Outcomes.failure(runs.run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE))
                .contains("more than 1000");
    }

    @Test
    void a_build_with_other_agents_or_results_refuses_the_caller_unchanged() {
        RunClient<Notes, Node> runs = runs(caller(asking()));
        RunOutcome.Called<Node> called = (RunOutcome.Called<Node>) runs.run("one", Notes.of(), null);
        answer(runs, called, new Approved("Ann"));
        long revision = fixture.stored("one").revision();

        TestGraph<Notes> other = TestGraph.of(Notes.class)
                .name("caller")
                .calls(FIRST, s -> s.to(SECOND).calls(false, 1, approving().agent("else")), null, null)
                .ends(SECOND);
        assertThrown(ErrorCode.UNKNOWN_STEP, () -> runs(other).resume("one"), "[agent]", "[else]");
        TestGraph<Notes> unreadable =
                caller(TestGraph.of(Notes.class).name("agent").output(Integer.class));
        assertThrown(
                ErrorCode.CORRUPT_CHECKPOINT,
                () -> runs(unreadable).resume("one"),
                "one//first.1/agent",
                "cannot be read");

        assertThat(fixture.stored("one").revision()).isEqualTo(revision);
        assertThat(Outcomes.completed(runs.resume("one"))).hasToString("[Approved[by=Ann]]");
    }

    private static void answer(RunClient<Notes, Node> runs, RunOutcome.Called<Node> called, Decision decision) {
        RunOutcome<?> child = called.children().get(0).outcome();
        runs.called("agent").as(Actor.named("Ann")).submit(((RunOutcome.QuestionAsked<?>) child).ticket(), decision);
        runs.called("agent").resume(called.children().get(0).run());
    }

    @Test
    void the_outcome_of_a_caller_names_what_its_agents_wait_for() {
        RunClient<Notes, Node> runs = runs(caller(asking()));
        RunOutcome.Called<Node> called = (RunOutcome.Called<Node>) runs.run("one", Notes.of(), null);

        assertThat(called.call()).isEqualTo(FIRST);
        assertThat(called.size()).isEqualTo(1);
        assertThat(called.children()).singleElement().satisfies(child -> {
            assertThat(child.run()).isEqualTo("one//first.1/agent");
            assertThat(child.outcome()).isInstanceOf(RunOutcome.QuestionAsked.class);
        });
        assertThat(runs.outcome("one")).isEqualTo(called);
        assertThat(RunInspector.of(fixture.memory, "default").outcome("one").text())
                .startsWith(
                        "{\"outcome\":\"called\",\"step\":\"first\",\"size\":1,\"ended\":0,\"children\":[{\"place\":1,"
                                + "\"run\":\"one//first.1/agent\",\"outcome\":{\"outcome\":\"asked\"");

        answer(runs, called, new Rejected("no"));
        assertThat(runs.outcome("one")).isNull();
        assertThat(RunInspector.of(fixture.memory, "default").outcome("one").text())
                .isEqualTo("{\"outcome\":\"queued\"}");
    }

    @Test
    void only_calls_start_agents_and_give_their_ids() {
        RunClient<Notes, Node> runs = runs(caller(asking()), b -> b.retention(Retention.KEEP_HISTORY));
        runs.run("one", Notes.of(), null);

        for (String reserved : List.of("a//b", "~a")) {
            assertThrown(IllegalArgumentException.class, () -> runs.run(reserved, Notes.of(), null), reserved);
            assertThrown(IllegalArgumentException.class, () -> runs.enqueue(reserved, Notes.of(), null), reserved);
            assertThrown(
                    IllegalArgumentException.class, () -> runs.stream(reserved, Notes.of(), null, o -> o), reserved);
            assertThrown(IllegalArgumentException.class, () -> runs.fork("one", 1, reserved), reserved);
        }
        assertThrown(ErrorCode.WRONG_GRAPH, () -> runs.run("one//first.1/agent", Notes.of(), null), "caller/agent");

        @SuppressWarnings("unchecked")
        RunClient<Notes, Node> agents = (RunClient<Notes, Node>) runs.called("agent");
        assertThrown(
                UnsupportedOperationException.class,
                () -> agents.enqueue("two", Notes.of(), null),
                "call of graph 'caller'");
        assertThrown(IllegalArgumentException.class, () -> runs.called("other"), "[agent]");
    }

    @Test
    void agents_have_the_name_and_the_JSON_of_their_caller() {
        RunClient<Notes, Node> runs = new TestAgent<>(caller(approving()))
                .json(mapper -> mapper.addMixIn(Notes.class, Shouted.class))
                .named("desk")
                .on(fixture.runner(builder -> builder.parallel(1)));
        runs.run("one", Notes.of(), null);

        StoredRun agent = fixture.stored("one//first.1/agent");
        assertThat(agent.graph()).isEqualTo("desk/agent");
        assertThat(agent.checkpoint().step()).isEqualTo("first");
        assertThat(fixture.store
                        .commits()
                        .get(0)
                        .result()
                        .call()
                        .children()
                        .get(0)
                        .state()
                        .text())
                .contains("\"LINES\":[\"start\"]");
    }

    /** Writes a field under another name. */
    private abstract static class Shouted {
        @JsonProperty("LINES")
        List<String> lines;
    }

    @Test
    void a_long_id_is_shortened_and_stays_the_same() {
        String id = "x".repeat(190);
        runs(caller(asking())).run(id, Notes.of(), null);

        assertThat(fixture.memory
                        .calls()
                        .family(new RunKey("default", id), 2)
                        .get(1)
                        .run()
                        .id())
                .hasSize(200)
                .matches("~[0-9a-f]{32}x+//first\\.1/agent")
                .isEqualTo(ChildIds.of(id, "first", 1, "agent", 0));
    }

    @Test
    void hooks_neither_replace_a_call_nor_change_what_it_calls() {
        HookTransition go = new HookTransition.Go("third", new Rejected("by hook"), null);
        assertThat(hooked(Hooks.before("first", new HookDecision.Replace(go)))).contains("replaces a call");
        assertThat(hooked(Hooks.after((call, chosen) -> chosen instanceof HookTransition.Call ? go : chosen)))
                .contains("changes what a call calls");
        StepHook state = Hooks.after((call, chosen) -> chosen instanceof HookTransition.Call calls
                ? new HookTransition.Call(calls.starts(), Notes.of("by hook"))
                : chosen);
        assertThat(hooked(state)).isEqualTo("[by hook, Approved[by=[start]]]");
    }

    private String hooked(StepHook hook) {
        RunClient<Notes, Node> runs = runs(caller(approving()), b -> b.hook(hook));
        return Outcomes.completed(runs.run("run " + hook.hashCode(), Notes.of(), null))
                .toString();
    }

    @Test
    void an_agent_knows_who_has_started_its_caller() {
        TestGraph<Notes> agent = asking(s -> s.answerers(StepSpec.Starter.NOT, List.of()));
        RunClient<Notes, Node> runs = runs(caller(agent));
        assertThrown(IllegalArgumentException.class, () -> runs.run("one", Notes.of(), null), "as(actor)");

        RunOutcome.Called<Node> called =
                (RunOutcome.Called<Node>) runs.as(Actor.named("Ann")).run("one", Notes.of(), null);
        assertThrown(ErrorCode.ANSWER_NOT_PERMITTED, () -> answer(runs, called, new Approved("Ann")), "started");
    }

    @Test
    void the_keys_of_an_agent_follow_from_the_run_at_the_top() {
        TestGraph<Notes> agent = TestGraph.of(Notes.class)
                .name("agent")
                .step(FIRST, s -> s.toEnd(), (notes, input, context) -> {
                    context.once("pay", 1, Integer.class).call((key, cents) -> {
                        keys.add(key);
                        return cents;
                    });
                    return Transition.end();
                });
        TestGraph<Notes> middle = TestGraph.of(Notes.class)
                .name("middle")
                .calls(
                        FIRST,
                        s -> s.to(SECOND).calls(true, 9, agent.agent("agent")),
                        (notes, input, context) -> Transition.call(List.of(Notes.of(), Notes.of())),
                        ends -> Transition.go(SECOND))
                .ends(SECOND);
        List<String> before = keys(fixture, middle, () -> {});
        // Made again after a restore, the agents have other numbers.
        try (Fixture restored = new Fixture()) {
            RunClient<Notes, Node> others = restored.runs(approving());
            assertThat(keys(restored, middle, () -> others.enqueue("other", Notes.of(), null)))
                    .isEqualTo(before);
        }
        try (Fixture later = new Fixture()) {
            later.time.pass(Duration.ofDays(1));
            assertThat(keys(later, middle, () -> {})).doesNotContainAnyElementsOf(before);
        }
    }

    /** Runs a run that calls the agent, and gives the keys of the calls. */
    private List<String> keys(Fixture in, TestGraph<Notes> agent, Runnable first) {
        TestGraph<Notes> top = TestGraph.of(Notes.class)
                .name("top")
                .calls(
                        FIRST,
                        s -> s.to(SECOND).calls(false, 1, agent.agent("middle")),
                        (notes, input, context) -> {
                            first.run();
                            return Transition.call(List.of(Notes.of()));
                        },
                        ends -> Transition.go(SECOND))
                .ends(SECOND);
        keys.clear();
        in.runs(top, b -> b.parallel(1)).run("one", Notes.of(), null);
        assertThat(keys).doesNotHaveDuplicates().hasSize(2);
        return List.copyOf(keys);
    }
}
