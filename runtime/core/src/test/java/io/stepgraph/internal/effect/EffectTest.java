package io.stepgraph.internal.effect;

import static io.stepgraph.runtime.testing.Errors.assertThrown;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.engine.Crash;
import io.stepgraph.engine.Fixture;
import io.stepgraph.engine.Runner;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.EffectInDoubt;
import io.stepgraph.runtime.EffectNotPerformedException;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.InvalidAnswerException;
import io.stepgraph.runtime.StepContext;
import io.stepgraph.runtime.StepFailure;
import io.stepgraph.runtime.StepgraphException;
import io.stepgraph.runtime.TransientException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.testing.Errors;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import io.stepgraph.store.EffectRecord;
import io.stepgraph.store.EffectStatus;
import io.stepgraph.store.RunKey;
import io.stepgraph.store.Status;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Effects that happen once, whatever happens to the step that performs them. */
@Tag("E1")
@Tag("E2")
@Tag("E3")
@Tag("E4")
@Tag("E5")
@Tag("E6")
final class EffectTest {
    private static final RunKey KEY = new RunKey("default", "one");

    @AutoClose
    private final Fixture fixture = new Fixture();

    /** The remote system: the receipts that it gave, by key. */
    private final Map<String, Receipt> performed = new HashMap<>();

    private final List<String> calls = new ArrayList<>();
    private int attempts;

    private record Refund(int cents, String to) {}

    private record Receipt(String id) {}

    private Receipt refund(String key, Refund request) {
        calls.add(key + " " + request.cents());
        return performed.computeIfAbsent(key, unused -> new Receipt("r-" + (performed.size() + 1)));
    }

    /** Two steps: the first has three attempts and this body. */
    private static TestGraph<Notes> graph(Graphs.Work work) {
        return TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(SECOND).retry(3, 0, 1, 0, 0, IOException.class), (notes, input, context) -> {
                    work.on(notes, context);
                    return Transition.go(SECOND);
                })
                .ends(SECOND);
    }

    private RunClient<Notes, Node> runs(Graphs.Work work) {
        return fixture.runs(graph(work));
    }

    private static Effect<Refund, Receipt> refund(StepContext<String> context) {
        return context.once("refund", new Refund(500, "ann"), Receipt.class);
    }

    private List<EffectRecord> ledger() {
        return fixture.memory.effects().find(KEY);
    }

    private RunOutcome<Node> run(RunClient<Notes, Node> runs) {
        return runs.run("one", Notes.of(), null);
    }

    @Test
    void E1_two_visits_are_two_effects() {
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.to(FIRST, SECOND), (notes, input, context) -> {
                    notes.add(refund(context).call(this::refund).id());
                    return notes.lines.size() < 3 ? Transition.go(FIRST) : Transition.go(SECOND);
                })
                .ends(SECOND);

        assertThat(Outcomes.completed(run(fixture.runs(graph)))).hasToString("[r-1, r-2, r-3]");
    }

    @Test
    void E2_effects_of_one_name_are_told_apart_by_their_order_or_item() {
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            notes.add(refund(context).call(this::refund).id());
            notes.add(refund(context).call(this::refund).id());
            notes.add(refund(context).item("alice").call(this::refund).id());
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
        });

        assertThat(Outcomes.completed(run(runs))).hasToString("[r-1, r-2, r-3]");
        assertThat(calls).hasSize(3);
        assertThat(performed).hasSize(3);
    }

    @Test
    void E2_other_threads_need_an_item() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            notes.add(other.submit(() -> refund(context).item("bob").call(this::refund))
                    .get()
                    .id());
            assertThatThrownBy(() -> other.submit(() -> refund(context).call(this::refund))
                            .get())
                    .rootCause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Give it an item");
        });

        assertThat(Outcomes.completed(run(runs))).hasToString("[r-1]");
        other.shutdownNow();
    }

    @Test
    void E2_a_repeat_with_another_request_parks_the_run_even_if_the_step_catches_the_conflict() {
        List<Throwable> seen = new ArrayList<>();
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            int cents = 500 + context.attempt();
            try {
                context.once("refund", new Refund(cents, "ann"), Receipt.class).call(this::refund);
            } catch (StepgraphException conflict) {
                seen.add(conflict);
                return;
            }
            throw new TransientException("busy");
        });

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(runs);

        assertThat(parked.reason()).contains("'refund'").contains("cents").contains("firstRequestWins");
        assertThat(seen).hasSize(1).are(Errors.with(ErrorCode.EFFECT_CONFLICT));
        assertThat(calls).hasSize(1);
        assertThat(fixture.stored("one").status()).isEqualTo(Status.WAITING);
    }

    @Test
    void E2_a_first_request_of_other_types_than_the_present_one_is_not_given_to_the_call() {
        Refund refund = new Refund(500, "ann");
        List<List<Object>> requests = List.of(
                List.of(List.of(refund), List.of()),
                List.of(List.of(5L), List.of()),
                List.of(List.of(LocalDate.EPOCH), List.of()),
                List.of(List.of("ann"), List.of(refund)),
                List.of(List.of(refund), List.of("ann")),
                List.of(Map.of("to", List.of(refund)), Map.of("to", List.of())));
        for (List<Object> firstAndSecond : requests) {
            calls.clear();
            RunClient<Notes, Node> runs = runs(askingIn(firstAndSecond));

            RunOutcome.Failed<Node> failed =
                    Outcomes.failed(runs.run("of " + firstAndSecond, Notes.of(), null), ErrorCode.STEP_FAILED);
            assertThat(failed.failure().message())
                    .contains("request of effect 'refund' of step 'first', as it was made first", "record");
            assertThat(failed.effectsInDoubt()).hasSize(1);
            assertThat(calls).as("%s", firstAndSecond).hasSize(1);
        }
    }

    @Test
    void E2_a_first_request_of_the_types_of_the_present_one_is_given_to_the_call() {
        Refund refund = new Refund(500, "ann");
        List<List<Object>> requests = List.of(
                List.of(List.of(refund), List.of(new Refund(1, "bob"), refund)),
                List.of(List.of(), List.of(refund)),
                List.of(List.of("ann"), List.of(1)),
                List.of(Set.of("ann", "bob", "carol", "dave"), Set.of("eve")),
                List.of(Map.of("to", List.of(refund)), Map.of("to", List.of(), "from", List.of(refund))));
        for (List<Object> firstAndSecond : requests) {
            calls.clear();
            Outcomes.completed(runs(askingIn(firstAndSecond)).run("of " + firstAndSecond, Notes.of(), null));
            assertThat(calls).containsExactly("" + firstAndSecond.get(0), "" + firstAndSecond.get(0));
        }
    }

    /** Asks for one request in the first attempt, which loses its reply, and for another in the second. */
    private Graphs.Work askingIn(List<Object> firstAndSecond) {
        return (notes, context) -> {
            context.once("refund", firstAndSecond.get(context.attempt() - 1), Receipt.class)
                    .firstRequestWins()
                    .retryWithSameKey()
                    .call((key, request) -> {
                        calls.add(request.toString());
                        if (context.attempt() == 1) {
                            throw new IOException("the connection was lost");
                        }
                        return new Receipt("r");
                    });
        };
    }

    @Test
    void E4_by_default_a_call_that_throws_parks_the_run_whatever_the_step_catches() {
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            try {
                refund(context).call((key, request) -> {
                    refund(key, request);
                    throw new IOException("the connection was lost");
                });
            } catch (Throwable swallowed) {
                notes.add("swallowed");
            }
        });

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(runs);

        assertThat(parked.reason()).contains("'refund'").contains("in doubt").contains("the connection was lost");
        assertThat(ledger()).extracting(EffectRecord::status).containsExactly(EffectStatus.IN_DOUBT);
        assertThat(((RunOutcome.Parked<Node>) run(runs)).reason()).isEqualTo(parked.reason());
        assertThat(calls).hasSize(1);
    }

    private RunClient<Notes, Node> losingItsFirstReply(UnaryOperator<Effect<Refund, Receipt>> policy) {
        return fixture.runs(lossy(policy));
    }

    private TestGraph<Notes> lossy(UnaryOperator<Effect<Refund, Receipt>> policy) {
        return graph((notes, context) -> {
            Receipt receipt = policy.apply(refund(context)).call((key, request) -> {
                Receipt given = refund(key, request);
                if (attempts++ == 0) {
                    throw new IOException("the connection was lost");
                }
                return given;
            });
            notes.add(receipt.id());
        });
    }

    private enum Color {
        RED,
        BLUE {
            @Override
            public String toString() {
                return "sky";
            }
        }
    }

    @Test
    void E2_a_text_a_number_or_a_collection_may_be_a_request_and_the_call_receives_it_as_it_was() {
        List<Refund> refunds = List.of(new Refund(500, "ann"), new Refund(700, "bob"));
        List<Object> requests = List.of(
                "text",
                500,
                4_000_000_000L,
                0.5,
                new BigDecimal("10.20"),
                true,
                LocalDate.EPOCH,
                refunds.get(0),
                List.of(1),
                List.of(),
                List.of(1, "two", 3.5, true),
                List.of(Double.NaN, Double.NEGATIVE_INFINITY),
                List.of(4_000_000_000L, 5L),
                Set.of("one", "two", "three"),
                Map.of("cents", 500, "to", "ann"),
                Map.of(7, new BigDecimal("1.50")),
                Arrays.asList("one", null),
                refunds,
                refunds.subList(1, 2),
                new ArrayList<>(refunds).subList(0, 1),
                Collections.unmodifiableList(new ArrayList<>(refunds)),
                List.of(refunds, refunds),
                Map.of("ann", refunds, "bob", List.of()),
                List.of(Map.of(), Map.of("ann", 5L)),
                List.of(Set.of(List.of()), Set.of(List.of("ann"))),
                Collections.singletonList(null),
                new TreeMap<>(Map.of("b", 1, "a", 2)).tailMap("a"),
                List.of(Color.RED, Color.BLUE),
                EnumSet.of(Color.BLUE),
                Color.BLUE);
        for (int i = 0; i < requests.size(); i++) {
            Object request = requests.get(i);
            List<Object> received = new ArrayList<>();
            RunClient<Notes, Node> runs = runs((notes, context) -> {
                context.once("refund", request, Receipt.class)
                        .retryWithSameKey()
                        .call((key, stored) -> {
                            received.add(stored);
                            return new Receipt("r");
                        });
                if (context.attempt() == 1) {
                    throw new IOException("again");
                }
            });

            Outcomes.completed(runs.run("run " + i, Notes.of(), null));
            assertThat(received).as("%s", request).containsExactly(request);
        }
    }

    @Test
    void E2_a_collection_whose_elements_would_be_read_back_as_others_is_refused_before_the_call() {
        Map<Object, String> requests = Map.of(
                List.of(new Refund(500, "ann"), new Receipt("r-1")),
                "[Refund, Receipt]",
                List.of(new BigDecimal("1.10"), 2.0),
                "[BigDecimal, Double]",
                List.of(1, 5L),
                "[Integer, Long]",
                List.of(Instant.EPOCH, LocalDate.EPOCH),
                "[Instant, LocalDate]",
                new TreeMap<>(Map.of("at", Instant.EPOCH, "cents", 500)),
                "[Instant, Integer]",
                List.of(Double.NaN, "two"),
                "[Double, String]");
        requests.forEach((request, types) -> {
            assertThat(Outcomes.failure(
                            runs((notes, context) -> {
                                        context.once("refund", request, Receipt.class)
                                                .call((key, stored) -> refund(key, new Refund(1, "nobody")));
                                    })
                                    .run("of " + types, Notes.of(), null),
                            ErrorCode.STEP_FAILED))
                    .contains("request of effect 'refund' of step 'first'", types, "record");
            assertThat(fixture.memory.effects().find(new RunKey("default", "of " + types)))
                    .isEmpty();
        });
        assertThat(calls).isEmpty();
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes", "OptionalAssignedToNull"}) // the mistakes that this is about
    void E4_a_lookup_that_returns_no_result_of_its_effect_is_named_and_the_effect_stays_in_doubt() {
        Map<String, Effect.Lookup<Receipt>> mistakes = Map.of(
                "returned null instead of an Optional<Receipt>",
                key -> null,
                "returned an Optional of a java.lang.String instead of an Optional<Receipt>",
                key -> (Optional) Optional.of("r-1"));
        mistakes.forEach((message, mistake) -> {
            attempts = 0;
            String id = message.substring(9, 20);
            RunOutcome.Failed<Node> failed = Outcomes.failed(
                    losingItsFirstReply(effect -> effect.reconcile(mistake)).run(id, Notes.of(), null),
                    ErrorCode.STEP_FAILED);

            assertThat(failed.failure().message()).contains("effect 'refund'", "step 'first'", message);
            assertThat(failed.effectsInDoubt()).containsExactly("refund");
            RunClient<Notes, Node> mended =
                    losingItsFirstReply(effect -> effect.reconcile(key -> Optional.ofNullable(performed.get(key))));
            assertThat(Outcomes.completed(mended.retry(id)).toString()).startsWith("[r-");
        });
        assertThat(calls).hasSize(mistakes.size());
    }

    @Test
    void E4_a_person_says_that_it_was_performed() {
        RunClient<Notes, Node> runs = losingItsFirstReply(effect -> effect);
        assertThat(run(runs)).isInstanceOf(RunOutcome.Parked.class);

        EffectInDoubt effect = runs.as(Actor.named("ann")).effectsInDoubt("one").get(0);
        assertThat(effect.request()).isEqualTo("{\"cents\":500,\"to\":\"ann\"}");
        assertThat(calls).containsExactly(effect.key() + " 500");
        assertThrown(InvalidAnswerException.class, () -> effect.done("{\"di\":\"by hand\"}"), "id is missing");
        Runner console = fixture.runner(builder -> builder);
        assertThatThrownBy(() -> console.effectsInDoubt(0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(console.effectsInDoubt(10))
                .singleElement()
                .extracting(EffectInDoubt::key)
                .isEqualTo(effect.key());
        effect.done("{\"id\":\"by hand\"}");
        assertThatThrownBy(() -> effect.notPerformed()).is(Errors.with(ErrorCode.ILLEGAL_RUN_STATUS));

        assertThat(Outcomes.completed(run(runs))).hasToString("[by hand]");
        assertThat(calls).hasSize(1);
        assertThat(ledger().get(0).resolvedBy()).isEqualTo("ann");
    }

    @Test
    void E4_a_decision_that_comes_right_before_a_repeat_counts_and_no_second_call_is_made() {
        RunClient<Notes, Node> runs = runs((notes, context) -> notes.add(refund(context)
                .retryWithSameKey()
                .call((key, request) -> {
                    refund(key, request);
                    throw new IllegalStateException("The reply was lost.");
                })
                .id()));
        assertThat(run(runs)).isInstanceOf(RunOutcome.Failed.class);
        EffectInDoubt effect = runs.effectsInDoubt("one").get(0);
        AtomicInteger begins = new AtomicInteger();
        fixture.store.before(call -> {
            if (call.equals("beginEffect") && begins.incrementAndGet() == 2) {
                effect.done("{\"id\":\"by hand\"}");
            }
        });

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[by hand]");
        assertThat(begins).hasValueGreaterThan(2);
        assertThat(calls).hasSize(1);
    }

    @Test
    void E4_a_new_owner_waits_for_the_end_of_the_call_before_it_reconciles() {
        TestGraph<Notes> graph = graph((notes, context) -> notes.add(refund(context)
                .callTimeout(Duration.ofSeconds(30))
                .reconcile(key -> Optional.ofNullable(performed.get(key)))
                .call((key, request) -> {
                    Receipt given = refund(key, request);
                    Crash.now(fixture);
                    return given;
                })
                .id()));
        Crash.dying(fixture, () -> run(fixture.runs(graph)));

        assertThat(Outcomes.completed(run(fixture.runs(graph)))).hasToString("[r-1]");
        assertThat(calls).hasSize(1);
        assertThat(fixture.time.waits()).contains(Duration.ofSeconds(31));
    }

    @Test
    @Tag("R9")
    void E4_a_call_that_is_interrupted_after_its_timeout_fails_the_attempt_as_a_passing_failure() {
        RunClient<Notes, Node> runs = runs((notes, context) -> notes.add(refund(context)
                .callTimeout(Duration.ofMillis(20))
                .retryWithSameKey()
                .call((key, request) -> {
                    new CountDownLatch(1).await();
                    return new Receipt("late");
                })
                .id()));

        StepFailure<?> failure =
                Outcomes.failed(run(runs), ErrorCode.STEP_FAILED).failure();
        assertThat(failure.type()).isEqualTo(TransientException.class.getName());
        assertThat(failure.message()).contains("The call of effect 'refund'", "took longer than PT0.02S");
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    @Tag("E7")
    void E7_the_outcome_of_a_run_says_which_effects_are_in_doubt() {
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            for (String item : List.of("alice", "bob")) {
                refund(context).item(item).retryWithSameKey().call((key, request) -> {
                    if (item.equals("bob")) {
                        throw new EffectNotPerformedException("refused");
                    }
                    throw new IllegalStateException("the connection was lost");
                });
            }
        });

        RunOutcome.Failed<Node> failed = Outcomes.failed(run(runs), ErrorCode.STEP_FAILED);
        assertThat(failed.effectsInDoubt()).containsExactly("refund[alice]");
        assertThat(((RunOutcome.Failed<Node>) run(runs)).effectsInDoubt()).containsExactly("refund[alice]");

        runs.effectsInDoubt("one").get(0).notPerformed();
        assertThat(((RunOutcome.Failed<Node>) run(runs)).effectsInDoubt()).isEmpty();
    }

    @Test
    void E4_an_effect_that_was_surely_not_performed_is_called_again() {
        for (Exception proof :
                List.of(new EffectNotPerformedException("refused"), new java.io.FileNotFoundException("no"))) {
            attempts = 0;
            calls.clear();
            RunClient<Notes, Node> runs = fixture.runs(graph((notes, context) -> {
                try {
                    refund(context).notPerformedOn(IOException.class).call((key, request) -> {
                        if (attempts++ == 0) {
                            calls.add("refused");
                            throw proof;
                        }
                        return refund(key, request);
                    });
                } catch (EffectNotPerformedException refused) {
                    throw new TransientException("again", refused);
                }
            }));
            String id = proof.getClass().getSimpleName();

            Outcomes.completed(runs.run(id, Notes.of(), null));

            assertThat(calls).hasSize(2);
        }
    }

    @Test
    void E4_a_step_that_times_out_inside_a_call_parks_the_run() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().timeout(50, "50ms"), (notes, input, context) -> {
                    refund(context).call((key, request) -> {
                        Graphs.uninterrupted(released);
                        return refund(key, request);
                    });
                    return Transition.end();
                });
        RunClient<Notes, Node> runs = fixture.runs(graph, Fixture::realTime);

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(runs);
        released.countDown();

        assertThat(parked.reason()).contains("still in progress");
        assertThat(ledger()).extracting(EffectRecord::status).containsExactly(EffectStatus.IN_DOUBT);
    }

    @Test
    void E5_a_later_attempt_waits_for_the_call_of_an_abandoned_one() throws Exception {
        CountDownLatch inCall = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(
                        FIRST,
                        s -> s.toEnd().timeout(300, "300ms").retry(9, 0, 1, 0, 0, Throwable.class),
                        (notes, input, context) -> {
                            if (context.attempt() > 1) {
                                released.countDown();
                            }
                            Receipt receipt = refund(context).retryWithSameKey().call((key, request) -> {
                                inCall.countDown();
                                Graphs.uninterrupted(released);
                                return refund(key, request);
                            });
                            notes.add(receipt.id());
                            return Transition.end();
                        });

        assertThat(Outcomes.completed(run(fixture.runs(graph, Fixture::realTime))))
                .hasToString("[r-1]");
        assertThat(inCall.getCount()).isZero();
        assertThat(calls).hasSize(1);
    }

    @Test
    void E5_a_retried_run_waits_for_the_call_of_the_run_that_has_failed() {
        CountDownLatch released = new CountDownLatch(1);
        TestGraph<Notes> graph = TestGraph.of(Notes.class)
                .step(FIRST, s -> s.toEnd().timeout(500, "500ms"), (notes, input, context) -> {
                    attempts++;
                    boolean isFirst = attempts == 1;
                    Receipt receipt = refund(context)
                            .reconcile(key -> Optional.ofNullable(performed.get(key)))
                            .call((key, request) -> {
                                if (isFirst) {
                                    Graphs.uninterrupted(released);
                                }
                                return refund(key, request);
                            });
                    notes.add(receipt.id());
                    return Transition.end();
                });
        RunClient<Notes, Node> runs = fixture.runs(graph, Fixture::realTime);
        RunOutcome.Failed<Node> failed = (RunOutcome.Failed<Node>) run(runs);
        assertThat(failed.effectsInDoubt()).containsExactly("refund");

        fixture.time.pass(Duration.ofMinutes(2));

        assertThat(runs.retry("one")).isInstanceOf(RunOutcome.Failed.class);
        assertThat(calls).isEmpty();
        released.countDown();

        assertThat(Outcomes.completed(runs.retry("one"))).hasToString("[r-1]");
        assertThat(calls).hasSize(1);
    }

    @Test
    void E3_a_call_is_on_record_before_it_is_made_and_done_before_the_step_continues() {
        List<EffectStatus> seen = new ArrayList<>();
        Consumer<String> look = place -> seen.add(ledger().get(0).status());
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            refund(context).call((key, request) -> {
                look.accept("in the call");
                return refund(key, request);
            });
            look.accept("after the call");
        });

        Outcomes.completed(run(runs));

        assertThat(seen).containsExactly(EffectStatus.STARTED, EffectStatus.DONE);
    }

    @Test
    void E3_an_effect_that_may_be_repeated_is_done_with_the_commit_of_its_step() {
        List<String> writes = new ArrayList<>();
        fixture.store.before(writes::add);
        RunClient<Notes, Node> runs =
                runs((notes, context) -> refund(context).retryWithSameKey().call(this::refund));

        Outcomes.completed(run(runs));

        assertThat(writes).contains("beginEffect").doesNotContain("endEffect");
        assertThat(ledger()).extracting(EffectRecord::status).containsExactly(EffectStatus.DONE);
    }

    @Test
    void E3_no_call_is_made_once_the_lease_is_lost() {
        List<String> swallowed = new ArrayList<>();
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            if (attempts++ == 0) {
                fixture.memory.runs().release(fixture.stored("one").lease(Duration.ofMinutes(10)));
            }
            try {
                notes.add(refund(context).call(this::refund).id());
            } catch (Error over) {
                swallowed.add(over.getMessage());
            }
        });

        assertThat(Outcomes.completed(run(runs))).hasToString("[r-1]");
        assertThat(swallowed).hasSize(1);
        assertThat(calls).hasSize(1);
        assertThat(attempts).isEqualTo(2);
    }

    @Test
    void E1_an_effect_may_have_no_result() {
        RunClient<Notes, Node> runs = runs((notes, context) -> {
            context.once("mail", "hello", Void.class).call((key, mail) -> {
                calls.add(mail);
                return null;
            });
            if (context.attempt() == 1) {
                throw new TransientException("busy");
            }
        });

        Outcomes.completed(run(runs));

        assertThat(calls).containsExactly("hello");
    }

    @Test
    void E1_a_call_that_returns_nothing_leaves_the_effect_in_doubt() {
        RunClient<Notes, Node> runs = runs((notes, context) -> refund(context).call((key, request) -> null));

        RunOutcome.Parked<Node> parked = (RunOutcome.Parked<Node>) run(runs);

        assertThat(parked.reason()).contains("the result of effect 'refund'");
    }

    static Stream<Arguments> misuses() {
        return Stream.of(
                misuse(
                        context -> {
                            refund(context).item("alice").call((key, request) -> new Receipt("r"));
                            return refund(context).item("alice").call((key, request) -> new Receipt("r"));
                        },
                        "'refund'",
                        "item 'alice'"),
                misuse(
                        context -> refund(context)
                                .notPerformedOn(IllegalStateException.class)
                                .call((key, request) -> new Receipt(context.once("refund", "nested", String.class)
                                        .<RuntimeException>call((inner, text) -> text))),
                        "'refund'",
                        "inside the call of another effect"),
                misuse(context -> context.once("charge", 5, String.class), "'charge'", "does not declare", "[refund]"),
                misuse(
                        context ->
                                refund(context).item("line 1").key("order-42").call((key, request) -> null),
                        "an item and a business key"),
                misuse(context -> context.once("", "x", String.class), "The name of an effect must have 1 to 200"),
                misuse(context -> context.once("x".repeat(201), "x", String.class), "this one has 201"),
                misuse(context -> refund(context).item(""), "The item of an effect must have 1 to 200"),
                misuse(context -> refund(context).callTimeout(Duration.ZERO), "callTimeout must be longer than zero"));
    }

    private static Arguments misuse(Misuse misuse, String... says) {
        return Arguments.of(misuse, says);
    }

    private interface Misuse {
        Object of(StepContext<String> context) throws Exception;
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void E2_a_mistake_fails_the_step_and_is_named(Misuse misuse, String... says) {
        String[] declared = List.of(says).contains("does not declare") ? new String[] {"refund"} : new String[0];
        TestGraph<Notes> graph = Graphs.single(s -> s.effects(declared), (notes, context) -> misuse.of(context));
        assertThat(Outcomes.failure(run(fixture.runs(graph)), ErrorCode.STEP_FAILED))
                .contains(says);
    }

    @Test
    void E4_a_failure_step_that_handles_doubt_begins_when_a_call_that_a_timeout_has_cut_off_cannot_arrive_any_more() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        fixture.time.onWait(() -> Graphs.uninterrupted(inside));
        RunClient<Notes, Node> runs = fixture.runs(Graphs.rescued(
                s -> s.timeout(50, "50ms").inDoubt(),
                (notes, context) -> refund(context)
                        .retryWithSameKey()
                        .callTimeout(Duration.ofHours(1))
                        .call((key, request) -> {
                            inside.countDown();
                            Graphs.uninterrupted(never);
                            return refund(key, request);
                        })));

        assertThat(Outcomes.completed(run(runs)).toString()).contains("STEP_TIMED_OUT", "doubt ", "500");
        never.countDown();

        assertThat(fixture.time.wall()).isAfter(Instant.EPOCH.plus(Duration.ofHours(1)));
    }
}
