package io.stepgraph.internal.run;

import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.stepgraph.PermissionMode;
import io.stepgraph.engine.Fixture;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.NotStorableException;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.hook.HookDecision;
import io.stepgraph.runtime.hook.StepCall;
import io.stepgraph.runtime.hook.StepHook;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.Status;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The runtime finds a value that cannot be stored before the commit, names the field, and fails the step (R5, R12). */
@Isolated("A run of it is alone in its process.")
@Tag("R5")
@Tag("R12")
final class NotStorableTest {
    private final Fixture fixture = new Fixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    /** A state that may hold what is no data. */
    public static final class Odd {
        public Object handler;
    }

    @Test
    void R12_an_unstorable_state_fails_the_step_and_stores_nothing_of_it() {
        TestGraph<Odd> graph = TestGraph.of(Odd.class)
                .step(FIRST, s -> s.to(SECOND), (odd, input, context) -> {
                    odd.handler = (Runnable) () -> {};
                    return Transition.go(SECOND);
                })
                .step(SECOND, s -> s.toEnd(), (odd, input, context) -> Transition.end())
                .build();

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.runs(graph).run("one", new Odd(), null), ErrorCode.NOT_STORABLE);

        assertThat(failed.failure().message()).contains("handler");
        assertThat(failed.failure().step()).isEqualTo("first");
        assertThat(fixture.stored("one").checkpoint().step()).isEqualTo("first");
    }

    @Test
    void R12_a_state_above_the_size_limit_fails_the_step() {
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.line((notes, context) -> notes.add("x".repeat(2_000)), (notes, context) -> {}),
                b -> b.maxValueBytes(1_000));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(failed.failure().message()).contains("lines");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_what_is_above_a_limit_of_the_store_fails_the_step() {
        TestGraph<Notes> graph = Graphs.line((notes, context) -> notes.add("x"), (notes, context) -> {});
        refuseCommits(1);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(failed.failure().message()).isEqualTo("More than this store takes.");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_what_is_above_a_limit_of_the_store_is_taken_by_the_failure_step_if_that_can_be_stored() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().onFailure(Node.RESCUE), (notes, input, context) -> Transition.end())
                .step(Node.RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    notes.add(((StepFailure) input).code().name());
                    return Transition.end();
                })
                .build();

        refuseCommits(1);
        assertThat(Outcomes.completed(fixture.runs(graph).run("one", Notes.of(), null)))
                .hasToString("[VALUE_TOO_LARGE]");
        refuseCommits(2);
        Outcomes.failed(fixture.runs(graph).run("two", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void R12_what_the_store_refuses_of_a_denial_fails_the_step() {
        TestGraph<Notes> graph = Graphs.line((notes, context) -> {}, (notes, context) -> {});
        StepHook hook = new StepHook() {
            @Override
            public HookDecision before(StepCall call) {
                return new HookDecision.Deny("not now");
            }
        };
        refuseCommits(1);

        Outcomes.failed(fixture.runs(graph, b -> b.hook(hook)).run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);

        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_what_the_store_refuses_of_a_step_above_the_mode_fails_it() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.requires(PermissionMode.ACCEPT_EDITS).toEnd(), (n, i, c) -> Transition.end())
                .build();
        refuseCommits(1);

        Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void R12_what_the_store_refuses_of_another_attempt_fails_the_step() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().retry(3, 1, 1, 1, 0), (notes, input, context) -> {
                    throw new TransientException("busy");
                })
                .build();
        refuseCommits(1);

        Outcomes.failed(fixture.runs(graph).run("one", Notes.of(), null), ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void R12_a_failure_whose_message_is_above_the_size_limit_of_values_ends_the_run() {
        AtomicInteger performed = new AtomicInteger();
        String message = "x".repeat(1_000);
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single((notes, context) -> {
                    performed.incrementAndGet();
                    throw new IllegalStateException(message);
                }),
                b -> b.maxValueBytes(500));

        RunOutcome.Failed<Node> failed = Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo(message);
        assertThat(runs.run("one", Notes.of(), null)).isEqualTo(new RunOutcome.Failed<Node>(failed.failure(), null));
        assertThat(performed).hasValue(1);
    }

    @Test
    void R12_a_failure_above_the_size_limit_of_values_is_handed_to_the_failure_step() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().onFailure(Node.RESCUE), (notes, input, context) -> {
                    throw new IllegalStateException("x".repeat(1_000));
                })
                .step(Node.RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    notes.count = ((StepFailure) input).message().length();
                    return Transition.end();
                })
                .build();

        RunOutcome<Node> outcome =
                fixture.runs(graph, b -> b.maxValueBytes(500)).run("one", Notes.of(), null);

        assertThat(((Notes) Outcomes.completed(outcome)).count).isEqualTo(1_000);
    }

    @Test
    void R12_a_failure_that_the_store_refuses_because_of_its_custom_events_is_stored_without_them() {
        refuseCommits(1);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(emittingAndFailing().run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo("failed");
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_a_failure_that_the_store_refuses_altogether_is_stored_without_its_message() {
        refuseCommits(2);

        RunOutcome.Failed<Node> failed =
                Outcomes.failed(emittingAndFailing().run("one", Notes.of(), null), ErrorCode.STEP_FAILED);

        assertThat(failed.failure().message()).isEqualTo("The store did not take the message.");
        assertThat(failed.failure().type()).isEqualTo(IllegalStateException.class.getName());
        assertThat(fixture.stored("one").status()).isEqualTo(Status.FAILED);
    }

    @Test
    void R12_a_step_is_not_repeated_for_ever_whatever_refuses_its_failure() {
        AtomicInteger performed = new AtomicInteger();
        RunClient<Notes, Node> runs = fixture.runs(
                Graphs.single((notes, context) -> {
                    performed.incrementAndGet();
                    throw new IllegalStateException("failed");
                }),
                b -> b.maxCrashes(3));
        for (Error refusal : new Error[] {null, new AssertionError("a store with a bug")}) {
            String id = refusal == null ? "one" : "two";
            performed.set(0);
            fixture.store.before(call -> {
                if (call.equals("commit") && refusal != null) {
                    throw refusal;
                } else if (call.equals("commit")) {
                    throw new NotStorableException(
                            ErrorCode.VALUE_TOO_LARGE, "row", "More than this store takes.", null);
                }
            });

            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> runs.run(id, Notes.of(), null))
                        .isInstanceOf(refusal == null ? NotStorableException.class : AssertionError.class);
            }
            fixture.store.before(call -> {});

            assertThat(performed).hasValue(3 + 2);
            Outcomes.failed(runs.run(id, Notes.of(), null), ErrorCode.CRASH_LOOP);
        }
    }

    private RunClient<Notes, Node> emittingAndFailing() {
        return fixture.runs(Graphs.single((notes, context) -> {
            context.emit("much");
            throw new IllegalStateException("failed");
        }));
    }

    private void refuseCommits(int times) {
        AtomicInteger left = new AtomicInteger(times);
        fixture.store.before(call -> {
            if (call.equals("commit") && left.getAndDecrement() > 0) {
                throw new NotStorableException(ErrorCode.VALUE_TOO_LARGE, "row", "More than this store takes.", null);
            }
        });
    }

    @Test
    void R12_an_unstorable_start_is_said_to_the_caller_and_starts_nothing() {
        TestGraph<Notes> graph = Graphs.single((notes, context) -> {});

        assertThatThrownBy(() ->
                        fixture.runs(graph, b -> b.maxValueBytes(100)).run("one", Notes.of("x".repeat(1_000)), null))
                .isInstanceOf(NotStorableException.class)
                .hasMessageContaining("lines");
        assertThat(fixture.store.writes()).isEmpty();
    }

    @Test
    void R12_an_unstorable_failure_is_taken_by_the_failure_step() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().onFailure(Node.RESCUE), (notes, input, context) -> {
                    notes.add("x".repeat(2_000));
                    return Transition.end();
                })
                .step(Node.RESCUE, s -> s.takes(ValueType.of(StepFailure.class)).toEnd(), (notes, input, context) -> {
                    notes.add(((StepFailure) input).code().name());
                    return Transition.end();
                })
                .build();

        RunOutcome<Node> outcome =
                fixture.runs(graph, b -> b.maxValueBytes(1_000)).run("one", Notes.of("given"), null);

        assertThat(Outcomes.completed(outcome)).hasToString("[given, VALUE_TOO_LARGE]");
    }

    @Test
    void R12_a_question_above_the_size_limit_fails_the_interrupt() {
        TestGraph<Notes> graph = Graphs.review()
                .interrupt(
                        Node.ASK,
                        Graphs.Question.class,
                        s -> s.to(Node.GATED, Node.THIRD).answeredBy(ValueType.of(Graphs.Decision.class)),
                        Graphs::route,
                        (notes, input, context) -> Transition.ask(new Graphs.Question("x".repeat(2_000))))
                .build();

        Outcomes.failed(
                fixture.runs(graph, b -> b.maxValueBytes(1_000)).run("one", Notes.of(), null),
                ErrorCode.VALUE_TOO_LARGE);
    }

    @Test
    void R5_the_first_commit_of_a_graph_reads_its_state_back() {
        TestGraph<Lossy> graph = TestGraph.of(Lossy.class)
                .step(FIRST, s -> s.toEnd(), (state, input, context) -> Transition.end())
                .build();

        assertThatThrownBy(() -> fixture.runs(graph).run("one", new Lossy("kept"), null))
                .isInstanceOf(NotStorableException.class);
        assertThat(fixture.store.writes()).isEmpty();
    }

    /** Comes back without what it was made with. */
    public static final class Lossy {
        private final String text;

        public Lossy() {
            this("");
        }

        Lossy(String text) {
            this.text = text;
        }

        @JsonProperty("text")
        String shown() {
            return text.toUpperCase(Locale.ROOT);
        }

        @JsonCreator
        static Lossy of(@JsonProperty("text") String text) {
            return new Lossy("[" + text + "]");
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Lossy that && that.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }
}
