package io.stepgraph.temporal;

import static io.stepgraph.runtime.testing.Node.ASK;
import static io.stepgraph.runtime.testing.Node.FIRST;
import static io.stepgraph.runtime.testing.Node.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepgraph.PermissionMode;
import io.stepgraph.runtime.Actor;
import io.stepgraph.runtime.Effect;
import io.stepgraph.runtime.ErrorCode;
import io.stepgraph.runtime.QueueFullException;
import io.stepgraph.runtime.client.RunClient;
import io.stepgraph.runtime.event.RunEvent;
import io.stepgraph.runtime.graph.RunOutcome;
import io.stepgraph.runtime.graph.Transition;
import io.stepgraph.runtime.graph.ValueType;
import io.stepgraph.runtime.testing.Graphs;
import io.stepgraph.runtime.testing.Graphs.Approved;
import io.stepgraph.runtime.testing.Node;
import io.stepgraph.runtime.testing.Notes;
import io.stepgraph.runtime.testing.Outcomes;
import io.stepgraph.runtime.testing.TestGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The limits of a real server: an execution takes ten updates at a time and 2,000 in all, 51,200 events, 50 MB of
 * history, and 2 MB in a message.
 */
@Timeout(300)
@EnabledIfEnvironmentVariable(named = "TEMPORAL_ADDRESS", matches = ".+")
final class LimitsIT extends TemporalServer {
    private static final int MOST_UPDATES = 2_000;

    private final ExecutorService clients = Executors.newFixedThreadPool(16);

    @Test
    @Tag("I3")
    void a_question_that_is_asked_for_thousands_of_times_is_still_answered() throws Exception {
        RunClient<Notes, Node> runs = on(Graphs.review().build());
        RunOutcome.QuestionAsked<Node> asked = Outcomes.asked(runs.run("one", Notes.of(), null));
        List<Future<?>> calls = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            calls.add(clients.submit(() -> {
                for (int k = 0; k < MOST_UPDATES / 10; k++) {
                    assertThat(runs.run("one", Notes.of(), null)).isEqualTo(asked);
                    runs.as(Actor.named("ann")).mode("one", PermissionMode.PLAN);
                }
            }));
        }
        for (Future<?> call : calls) {
            call.get();
        }

        Outcomes.completed(runs.answer(asked.ticket(), new Approved("Ann")));
    }

    @Test
    @Tag("E1")
    void callers_who_wait_do_not_keep_a_step_from_its_effects() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(looping(20, (notes, context) -> {
            Thread.sleep(200);
            int done = context.once("count", notes.count, Integer.class).call((key, count) -> calls.incrementAndGet());
            assertThat(done).isPositive();
        }));
        assertThat(runs.enqueue("one", Notes.of(), null)).isTrue();
        List<Future<RunOutcome<Node>>> waiting = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Thread.sleep(100);
            waiting.add(clients.submit(() -> runs.await("one")));
        }

        for (Future<RunOutcome<Node>> call : waiting) {
            assertThat(((Notes) Outcomes.completed(call.get())).count).isEqualTo(20);
        }
        assertThat(calls).hasValue(20);
    }

    @Test
    @Tag("E1")
    @Tag("R12")
    void a_visit_with_too_many_effects_fails_before_the_next_one_is_performed() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {
            for (int i = 0; i < MOST_UPDATES; i++) {
                notes.count += context.once("call " + i, i, Integer.class).call((key, n) -> calls.incrementAndGet());
            }
        }));

        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED)
                        .failure()
                        .message())
                .contains("Effect 'call 900' was not performed", "Perform them in several visits");
        assertThat(calls).hasValue(900);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("E1")
    @Tag("R12")
    void a_visit_whose_effects_are_too_large_together_fails_before_the_next_one_is_performed(boolean isUrgent) {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(Graphs.single((notes, context) -> {
            for (int i = 0; i < 10; i++) {
                Effect<Integer, String> effect = context.once("call " + i, i, String.class);
                String result = (isUrgent ? effect : effect.retryWithSameKey()).call((key, n) -> {
                    calls.incrementAndGet();
                    return "x".repeat(390_000);
                });
                notes.count += result.length();
            }
        }));

        assertThat(Outcomes.failed(runs.run("one", Notes.of(), null), ErrorCode.STEP_FAILED)
                        .failure()
                        .message())
                .contains("Effect 'call 4' was not performed", "blobs(...)");
        assertThat(calls).hasValue(4);
        Outcomes.failed(runs.retry("one"), ErrorCode.STEP_FAILED);
        assertThat(calls).hasValue(4);
    }

    @Test
    @Tag("E1")
    void a_run_has_thousands_of_effects_in_many_visits() {
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs = on(looping(150, (notes, context) -> {
            for (int i = 0; i < 7; i++) {
                context.once("call " + i, i, Integer.class).call((key, n) -> calls.incrementAndGet());
            }
        }));

        Outcomes.completed(runs.run("one", Notes.of(), null));

        assertThat(calls).hasValue(7 * 150);
    }

    @Test
    @Tag("Q6")
    @Tag("Q12")
    void a_thousand_messages_of_many_senders_are_taken_in_the_order_of_each() throws Exception {
        RunClient<Notes, Node> runs = on(MessagesIT.listening());
        runs.run("one", Notes.of(), null);
        List<Future<?>> senders = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            String name = i + " ";
            senders.add(clients.submit(() -> {
                for (int k = 0; k < 100; k++) {
                    runs.tell("one", ASK, name + k, new MessagesIT.Echo(name + k));
                }
            }));
        }
        for (Future<?> sender : senders) {
            sender.get();
        }
        runs.tell("one", Node.THIRD, "last", new MessagesIT.Word("end"));
        runs.tell("one", ASK, "stop", new MessagesIT.Word("stop"));
        RunOutcome<Node> outcome = runs.await("one");

        Outcomes.completed(outcome);
        List<String> taken = new ArrayList<>();
        runs.events("one").forEach(event -> {
            if (event.event() instanceof RunEvent.MessageTaken message) {
                taken.add(message.id());
            }
        });
        assertThat(taken).hasSize(1_002).doesNotHaveDuplicates();
        for (int i = 0; i < 10; i++) {
            String name = i + " ";
            assertThat(taken.stream().filter(id -> id.startsWith(name)))
                    .containsExactlyElementsOf(
                            IntStream.range(0, 100).mapToObj(k -> name + k).toList());
        }
    }

    @Test
    @Tag("E1")
    @Tag("Q8")
    @Tag("Q12")
    void messages_during_a_visit_leave_room_for_its_effects() throws Exception {
        CountDownLatch works = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        RunClient<Notes, Node> runs =
                on(MessagesIT.listening().start(SECOND).step(SECOND, s -> s.to(ASK), (n, i, context) -> {
                    works.countDown();
                    goesOn.await();
                    for (int k = 0; k < 350; k++) {
                        context.once("call " + k, k, Integer.class).call((key, count) -> calls.incrementAndGet());
                    }
                    return Transition.go(ASK);
                }));
        runs.enqueue("one", Notes.of(), null);
        works.await();

        assertThatThrownBy(() -> {
                    for (int k = 0; k < MOST_UPDATES; k++) {
                        runs.tell("one", ASK, "m", new MessagesIT.Echo("m"));
                        runs.withdraw("one", ASK, "m");
                    }
                })
                .isInstanceOf(QueueFullException.class)
                .hasMessageContaining("2,000 updates");
        goesOn.countDown();

        assertThat(runs.await("one")).isEqualTo(new RunOutcome.Listening<>(ASK, null));
        assertThat(calls).hasValue(350);
        assertThat(runs.ask("one", ASK, "m", new MessagesIT.Echo("m"))).isEqualTo("m!");
    }

    @Test
    @Tag("R12")
    void a_run_with_a_large_history_continues_as_new() {
        RunClient<Notes, Node> runs = on(looping(99, (notes, context) -> {
            notes.lines.clear();
            notes.add(String.valueOf(notes.count).repeat(190_000));
        }));

        assertThat(((Notes) Outcomes.completed(runs.run("one", Notes.of(), null))).count)
                .isEqualTo(99);
    }

    /** People act on each run all the time, while its workflow continues as new after each third visit. */
    @Test
    @Tag("R2")
    @Tag("M1")
    void runs_that_continue_as_new_lose_nothing_under_load() throws Exception {
        RunClient<Notes, Node> runs = on(
                open(builder().visitsPerExecution(3)),
                TestGraph.of(Notes.class)
                        .step(FIRST, s -> s.to(FIRST, ASK), (notes, input, context) -> {
                            notes.count++;
                            int paid = context.once("pay", notes.count, Integer.class)
                                    .call((key, n) -> n);
                            return paid % 10 == 0 ? Transition.go(ASK) : Transition.go(FIRST);
                        })
                        .asks(
                                ASK,
                                s -> s.to(FIRST, SECOND).answeredBy(ValueType.of(String.class)),
                                answer -> answer.equals("more") ? FIRST : SECOND)
                        .ends(SECOND)
                        .build());
        List<Future<RunOutcome<Node>>> calls = new ArrayList<>();
        List<Future<?>> changes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String id = "run" + i;
            assertThat(runs.enqueue(id, Notes.of(), null)).isTrue();
            calls.add(clients.submit(() -> {
                RunOutcome<Node> now = runs.run(id, Notes.of(), null);
                for (int answers = 1; now instanceof RunOutcome.QuestionAsked<Node> asked; answers++) {
                    now = runs.answer(asked.ticket(), answers < 3 ? "more" : "enough");
                }
                return now;
            }));
            changes.add(clients.submit(() -> {
                for (int k = 0; k < 20; k++) {
                    runs.as(Actor.named("ann " + k)).mode(id, PermissionMode.PLAN);
                    Thread.sleep(100);
                }
                return null;
            }));
        }

        for (Future<RunOutcome<Node>> call : calls) {
            assertThat(((Notes) Outcomes.completed(call.get())).count).isEqualTo(30);
        }
        for (Future<?> change : changes) {
            change.get();
        }
    }

    @Test
    @Tag("L2")
    void a_thread_that_continues_as_new_keeps_its_state() {
        TemporalEngine engine = open(builder().visitsPerExecution(2));
        TestGraph<Notes> graph = Graphs.single((notes, context) -> notes.count++);
        RunClient<Notes, Node> runs = in(engine, "thread", graph);

        for (int i = 1; i <= 20; i++) {
            assertThat(((Notes) Outcomes.completed(runs.run("run" + i, Notes::of, null))).count)
                    .isEqualTo(i);
        }
    }

    @AfterEach
    void close() {
        clients.shutdownNow();
    }
}
